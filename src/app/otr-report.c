/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-report.h"

#include <string.h>

#include <glib/gi18n.h>

#include "otr-clamp.h"
#include "otr-compat.h"
#include "otr-report-item.h"
#include "otr-report-row.h"
#include "otr-report-text.h"
#include "otr-widget.h"
#include "otr-words.h"

#define WIDTH 886
#define FEW 3

struct _OtrReport
{
  GtkWidget parent_instance;
  GtkLabel *date;
  GtkDropDown *rolls_choice;
  GtkWidget *copy_button;
  GtkWidget *save_button;
  GtkListView *list;

  GtkWidget *seal;
  GtkImage *seal_icon;
  GtkLabel *title;
  GtkLabel *text;
  GtkButton *photos_button;
  GtkFlowBox *figures;
  GtkWidget *head; /* shown in the list's first row */

  OtrEngine *engine;
  GCancellable *cancellable;
  GListStore *items;
  GPtrArray *rolls;  /* OtrRoll, newest first; NULL before the first was read */
  GPtrArray *issues; /* OtrIssue of the one shown */
  const OtrRoll *roll;
  OtrReportEnd end;
  gboolean open[OTR_N_RESULTS]; /* sections that show all they have */
  gboolean choosing;
};

G_DEFINE_FINAL_TYPE (OtrReport, otr_report, GTK_TYPE_WIDGET)

enum
{
  BACK,
  SHOW_PHOTO,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* In the order they are shown. */
static const OtrResult sections[] = {
  OTR_RESULT_FAILED, OTR_RESULT_DAMAGED, OTR_RESULT_IMPORTED, OTR_RESULT_SKIPPED
};

/* ---- reading ---- */

typedef struct
{
  gint64 roll_id;
  GPtrArray *rolls;
  GPtrArray *issues;
} ReportFacts;

static void
facts_free (gpointer data)
{
  ReportFacts *facts = data;

  g_clear_pointer (&facts->rolls, g_ptr_array_unref);
  g_clear_pointer (&facts->issues, g_ptr_array_unref);
  g_free (facts);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ReportFacts, facts_free)

static gpointer
read_roll (OtrCatalogReader *reader, gpointer data, GCancellable *cancellable, GError **error)
{
  g_autoptr (ReportFacts) facts = g_new0 (ReportFacts, 1);
  const OtrRoll *latest;

  facts->roll_id = *(const gint64 *) data;
  facts->rolls = otr_catalog_reader_rolls (reader, error);
  if (facts->rolls == NULL)
    return NULL;
  if (facts->rolls->len == 0)
    return g_steal_pointer (&facts);
  latest = facts->rolls->pdata[0];
  if (facts->roll_id == 0)
    facts->roll_id = latest->id;
  facts->issues = otr_catalog_reader_issues (reader, facts->roll_id, error);
  return facts->issues != NULL ? g_steal_pointer (&facts) : NULL;
}

/* ---- the head ---- */

static GtkWidget *
figure_new (guint64 count, const char *name, const char *class)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *number = otr_words_count (count);
  GtkWidget *value = gtk_label_new (number);
  GtkWidget *label = gtk_label_new (name);

  gtk_label_set_xalign (GTK_LABEL (value), 0);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (value, "figure");
  if (class != NULL && count > 0)
    gtk_widget_add_css_class (value, class);
  gtk_widget_add_css_class (label, "dim");
  gtk_widget_add_css_class (label, "secondary");
  gtk_box_append (GTK_BOX (box), value);
  gtk_box_append (GTK_BOX (box), label);
  return box;
}

/* They flow into two rows of a narrow window; there is nothing to do on one, so no focus either. */
static void
add_figure (OtrReport *self, GtkWidget *figure)
{
  gtk_flow_box_append (self->figures, figure);
  gtk_widget_set_focusable (gtk_widget_get_parent (figure), FALSE);
}

static void
show_figures (OtrReport *self)
{
  static const OtrResult order[] = {
    OTR_RESULT_IMPORTED,
    OTR_RESULT_KNOWN,
    OTR_RESULT_MOVED,
    OTR_RESULT_CHANGED,
    OTR_RESULT_DUPLICATE,
    OTR_RESULT_DAMAGED,
    OTR_RESULT_SKIPPED,
    OTR_RESULT_FAILED,
  };
  GtkWidget *child;
  guint n = 0;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->figures))) != NULL)
    gtk_flow_box_remove (self->figures, child);
  for (gsize i = 0; i < G_N_ELEMENTS (order); i++)
    {
      OtrResult result = order[i];
      guint64 count = self->roll->counts[result];
      gboolean rare = result == OTR_RESULT_MOVED || result == OTR_RESULT_CHANGED ||
                      result == OTR_RESULT_DUPLICATE;
      const char *class = NULL;

      if (rare && count == 0)
        continue;
      if (result == OTR_RESULT_DAMAGED)
        class = "warning";
      else if (result == OTR_RESULT_FAILED)
        class = "error";
      add_figure (self, figure_new (count, otr_report_result_name (result), class));
      n++;
    }
  gtk_flow_box_set_max_children_per_line (self->figures, n);
}

static void
show_head (OtrReport *self)
{
  static const char *const moods[] = { "success", "warning", "error" };
  static const char *const icons[] = { "object-select-symbolic",
                                       "media-playback-stop-symbolic",
                                       "dialog-warning-symbolic" };
  g_auto (OtrReportHead) head = { 0 };
  g_autofree char *date = otr_words_date_time (self->roll->started_us);

  otr_report_head_init (&head, self->roll, &self->end);
  gtk_label_set_label (self->date, date);
  gtk_label_set_label (self->title, head.title);
  gtk_label_set_label (self->text, head.text);
  for (gsize i = 0; i < G_N_ELEMENTS (moods); i++)
    gtk_widget_remove_css_class (self->seal, moods[i]);
  gtk_widget_add_css_class (self->seal, moods[head.mood]);
  gtk_image_set_from_icon_name (self->seal_icon, icons[head.mood]);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->photos_button), "x", self->roll->id);
  show_figures (self);
}

/* ---- the list ---- */

static gboolean
belongs (const OtrIssue *issue, OtrResult section)
{
  if (section != OTR_RESULT_IMPORTED)
    return issue->result == section;
  /* Remarks: whatever has no section of its own but has something to say. */
  return issue->result != OTR_RESULT_FAILED && issue->result != OTR_RESULT_DAMAGED &&
         issue->result != OTR_RESULT_SKIPPED &&
         (issue->reason != NULL || (issue->warnings != NULL && issue->warnings[0] != NULL));
}

static guint
limit_of (OtrReport *self, OtrResult section)
{
  if (self->open[section] || section == OTR_RESULT_FAILED)
    return G_MAXUINT;
  return section == OTR_RESULT_SKIPPED ? 0 : FEW;
}

static void
add_section (OtrReport *self, GPtrArray *items, OtrResult section)
{
  OtrReportItem *heading = otr_report_item_new (OTR_REPORT_ITEM_HEADING, section);
  OtrReportItem *last = NULL;
  guint limit = limit_of (self, section);

  g_ptr_array_add (items, heading);
  for (guint i = 0; i < self->issues->len; i++)
    {
      const OtrIssue *issue = self->issues->pdata[i];

      if (!belongs (issue, section))
        continue;
      heading->n_issues++;
      if (heading->n_shown >= limit)
        continue;
      last = otr_report_item_new (OTR_REPORT_ITEM_ISSUE, section);
      last->issue = issue;
      last->first = heading->n_shown == 0;
      heading->n_shown++;
      g_ptr_array_add (items, last);
    }
  if (last != NULL)
    last->last = TRUE;
  if (heading->n_issues == 0)
    g_ptr_array_remove_index (items, items->len - 1);
}

static void
fill_list (OtrReport *self)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->items));
  guint kept = MIN (n, 1); /* the head stays */

  if (n == 0)
    g_ptr_array_add (items, otr_report_item_new (OTR_REPORT_ITEM_HEAD, 0));
  for (gsize i = 0; i < G_N_ELEMENTS (sections); i++)
    add_section (self, items, sections[i]);
  g_list_store_splice (self->items, kept, n - kept, items->pdata, items->len);
}

static void
on_section_button (GtkButton *button, gpointer data)
{
  OtrReport *self = data;
  OtrResult section = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "section"));

  self->open[section] = !self->open[section];
  fill_list (self);
}

static void
on_try_again (GtkButton *button, gpointer data)
{
  OtrReport *self = data;
  g_autoptr (GStrvBuilder) uris = g_strv_builder_new ();
  g_auto (GStrv) strv = NULL;

  for (guint i = 0; i < self->issues->len; i++)
    {
      const OtrIssue *issue = self->issues->pdata[i];
      g_autofree char *path = g_build_filename (issue->folder_path, issue->name, NULL);
      g_autofree char *uri =
          g_path_is_absolute (path) ? g_filename_to_uri (path, NULL, NULL) : g_strdup (path);

      if (issue->result == OTR_RESULT_FAILED && uri != NULL)
        g_strv_builder_add (uris, uri);
    }
  strv = g_strv_builder_end (uris);
  gtk_widget_activate_action (GTK_WIDGET (self), "app.import-folders", "^as", strv);
}

static GtkWidget *
section_button_new (OtrReport *self, OtrReportItem *item)
{
  g_autofree char *number = otr_words_count (item->n_issues);
  g_autofree char *label = NULL;
  GtkWidget *button;

  if (item->section == OTR_RESULT_FAILED)
    label = g_strdup (_ ("Try These Again"));
  else if (item->n_issues <= FEW && item->section != OTR_RESULT_SKIPPED)
    return NULL;
  else if (self->open[item->section])
    label = g_strdup (_ ("Show Fewer"));
  else
    /* Translators: %s is a number of files. */
    label = g_strdup_printf (_ ("Show All %s"), number);
  button = gtk_button_new_with_label (label);
  gtk_widget_add_css_class (button, "text-link");
  g_object_set_data (G_OBJECT (button), "section", GUINT_TO_POINTER (item->section));
  if (item->section == OTR_RESULT_FAILED)
    g_signal_connect (button, "clicked", G_CALLBACK (on_try_again), self);
  else
    g_signal_connect (button, "clicked", G_CALLBACK (on_section_button), self);
  return button;
}

static GtkWidget *
heading_new (OtrReport *self, OtrReportItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *name = gtk_label_new (otr_report_section_name (item->section));
  g_autofree char *words = item->section == OTR_RESULT_SKIPPED
                               ? otr_report_skipped_text (self->issues)
                               : g_strdup (otr_report_section_text (item->section));
  GtkWidget *text = gtk_label_new (words);
  GtkWidget *button = section_button_new (self, item);

  gtk_widget_add_css_class (box, "issue-heading");
  gtk_widget_add_css_class (name, "group-title");
  gtk_widget_add_css_class (text, "dim");
  gtk_widget_add_css_class (text, "secondary");
  gtk_widget_set_hexpand (text, TRUE);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), text);
  if (button != NULL)
    {
      gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
      gtk_box_append (GTK_BOX (box), button);
    }
  return box;
}

static void
on_row_photo (OtrReport *self, gint64 photo_id)
{
  g_signal_emit (self, signals[SHOW_PHOTO], 0, photo_id);
}

static GtkWidget *
content_of (OtrReport *self, OtrReportItem *item)
{
  GtkWidget *row;

  if (item->kind == OTR_REPORT_ITEM_HEAD)
    {
      GtkWidget *before = gtk_widget_get_parent (self->head);

      /* A list may bind a row anew before it unbinds the old one. */
      if (before != NULL)
        g_object_set (before, "child", NULL, NULL);
      return self->head;
    }
  if (item->kind == OTR_REPORT_ITEM_HEADING)
    return heading_new (self, item);
  row = otr_report_row_new (self->engine, self->roll, item);
  g_signal_connect_swapped (row, "show-photo", G_CALLBACK (on_row_photo), self);
  return row;
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  OtrReport *self = data;
  OtrReportItem *item = gtk_list_item_get_item (list_item);
  GtkWidget *clamp =
      g_object_new (OTR_TYPE_CLAMP, "width", WIDTH, "child", content_of (self, item), NULL);

  gtk_widget_set_margin_start (clamp, 16);
  gtk_widget_set_margin_end (clamp, 16);
  gtk_list_item_set_activatable (list_item, FALSE);
  gtk_list_item_set_selectable (list_item, FALSE);
  gtk_list_item_set_child (list_item, clamp);
  if (item->kind == OTR_REPORT_ITEM_ISSUE)
    {
      g_autofree char *label = otr_report_row_describe (self->roll, item);

      gtk_accessible_update_property (
          GTK_ACCESSIBLE (gtk_widget_get_parent (clamp)), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
    }
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  g_object_set (gtk_list_item_get_child (list_item), "child", NULL, NULL);
  gtk_list_item_set_child (list_item, NULL);
}

/* ---- choosing a roll ---- */

static void
show_choice (OtrReport *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint selected = 0;

  for (guint i = 0; i < self->rolls->len; i++)
    {
      const OtrRoll *roll = self->rolls->pdata[i];
      g_autofree char *date = otr_words_date_time (roll->started_us);

      gtk_string_list_append (names, date);
      if (roll == self->roll)
        selected = i;
    }
  self->choosing = TRUE;
  gtk_drop_down_set_model (self->rolls_choice, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->rolls_choice, selected);
  self->choosing = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self->rolls_choice), self->rolls->len > 1);
}

static void
forget (OtrReport *self)
{
  g_list_store_remove_all (self->items);
  self->roll = NULL;
  g_clear_pointer (&self->rolls, g_ptr_array_unref);
  g_clear_pointer (&self->issues, g_ptr_array_unref);
}

static void
on_facts (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ReportFacts) facts = otr_engine_read_finish (OTR_ENGINE (source), result, &error);
  OtrReport *self = data;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return; /* `self` may be gone */
  forget (self);
  for (guint i = 0; facts != NULL && i < facts->rolls->len; i++)
    {
      const OtrRoll *roll = facts->rolls->pdata[i];

      if (roll->id == facts->roll_id)
        self->roll = roll;
    }
  gtk_widget_set_sensitive (self->copy_button, self->roll != NULL);
  gtk_widget_set_sensitive (self->save_button, self->roll != NULL);
  if (self->roll == NULL)
    return;
  self->rolls = g_steal_pointer (&facts->rolls);
  self->issues = g_steal_pointer (&facts->issues);
  show_head (self);
  show_choice (self);
  fill_list (self);
}

void
otr_report_show_roll (OtrReport *self, gint64 roll_id)
{
  g_return_if_fail (OTR_IS_REPORT (self) && self->engine != NULL);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  memset (self->open, 0, sizeof self->open);
  otr_engine_read_async (self->engine,
                         read_roll,
                         g_memdup2 (&roll_id, sizeof roll_id),
                         g_free,
                         facts_free,
                         self->cancellable,
                         on_facts,
                         self);
}

static void
on_roll_chosen (OtrReport *self)
{
  guint selected = gtk_drop_down_get_selected (self->rolls_choice);
  const OtrRoll *roll;

  if (self->choosing || self->rolls == NULL || selected >= self->rolls->len)
    return;
  roll = self->rolls->pdata[selected];
  otr_report_show_roll (self, roll->id);
}

void
otr_report_set_engine (OtrReport *self, OtrEngine *engine)
{
  g_return_if_fail (OTR_IS_REPORT (self));
  g_cancellable_cancel (self->cancellable);
  forget (self);
  g_set_object (&self->engine, engine);
}

void
otr_report_set_error (OtrReport *self, gint64 roll_id, const GError *error, gboolean cancelled)
{
  g_return_if_fail (OTR_IS_REPORT (self));
  g_clear_error (&self->end.error);
  self->end.roll_id = roll_id;
  self->end.cancelled = cancelled;
  self->end.error = error != NULL ? g_error_copy (error) : NULL;
}

/* ---- buttons ---- */

static void
on_back (OtrReport *self)
{
  g_signal_emit (self, signals[BACK], 0);
}

static void
on_copy (OtrReport *self)
{
  g_autofree char *text = otr_report_plain (self->roll, &self->end, self->issues);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
on_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OtrReport) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  if (g_file_replace_contents_finish (G_FILE (source), result, NULL, &error))
    return;
  text = otr_words_error (error);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-message", "s", text);
}

static void
on_save_place (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OtrReport) self = data;
  g_autoptr (GPtrArray) files = otr_compat_choose_finish (result, NULL);
  g_autoptr (GBytes) bytes = NULL;
  char *text;

  if (files == NULL || self->roll == NULL)
    return;
  text = otr_report_plain (self->roll, &self->end, self->issues);
  bytes = g_bytes_new_take (text, strlen (text));
  g_file_replace_contents_bytes_async (
      files->pdata[0], bytes, NULL, FALSE, G_FILE_CREATE_NONE, NULL, on_saved, g_object_ref (self));
}

static void
on_save (OtrReport *self)
{
  OtrChooser chooser = {
    .title = _ ("Save the Report"),
    .accept = _ ("_Save"),
    .name = _ ("Import Report.txt"),
    .save = TRUE,
  };

  otr_compat_choose_async (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                           &chooser,
                           on_save_place,
                           g_object_ref (self));
}

/* ---- the widget ---- */

static void
build_head (OtrReport *self)
{
  g_autoptr (GtkBuilder) builder =
      gtk_builder_new_from_resource ("/io/github/outrider_photos/Outrider/report-head.ui");

  self->head = g_object_ref (GTK_WIDGET (gtk_builder_get_object (builder, "head")));
  self->seal = GTK_WIDGET (gtk_builder_get_object (builder, "seal"));
  self->seal_icon = GTK_IMAGE (gtk_builder_get_object (builder, "seal_icon"));
  self->title = GTK_LABEL (gtk_builder_get_object (builder, "title"));
  self->text = GTK_LABEL (gtk_builder_get_object (builder, "text"));
  self->photos_button = GTK_BUTTON (gtk_builder_get_object (builder, "photos_button"));
  self->figures = GTK_FLOW_BOX (gtk_builder_get_object (builder, "figures"));
}

static void
build_list (OtrReport *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkNoSelection) selection = NULL;

  self->items = g_list_store_new (OTR_TYPE_REPORT_ITEM);
  selection = gtk_no_selection_new (G_LIST_MODEL (g_object_ref (self->items)));
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), self);
  gtk_list_view_set_factory (self->list, factory);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (selection));
}

static void
otr_report_dispose (GObject *object)
{
  OtrReport *self = OTR_REPORT (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->items != NULL)
    forget (self);
  otr_widget_dispose_template (GTK_WIDGET (self), OTR_TYPE_REPORT);
  g_clear_object (&self->items);
  g_clear_object (&self->head);
  g_clear_object (&self->engine);
  g_clear_error (&self->end.error);
  G_OBJECT_CLASS (otr_report_parent_class)->dispose (object);
}

static void
otr_report_class_init (OtrReportClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = otr_report_dispose;
  signals[BACK] = g_signal_new (
      "back", OTR_TYPE_REPORT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SHOW_PHOTO] = g_signal_new ("show-photo",
                                      OTR_TYPE_REPORT,
                                      G_SIGNAL_RUN_LAST,
                                      0,
                                      NULL,
                                      NULL,
                                      NULL,
                                      G_TYPE_NONE,
                                      1,
                                      G_TYPE_INT64);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/outrider_photos/Outrider/report.ui");
  gtk_widget_class_bind_template_child (widget_class, OtrReport, date);
  gtk_widget_class_bind_template_child (widget_class, OtrReport, rolls_choice);
  gtk_widget_class_bind_template_child (widget_class, OtrReport, copy_button);
  gtk_widget_class_bind_template_child (widget_class, OtrReport, save_button);
  gtk_widget_class_bind_template_child (widget_class, OtrReport, list);
  gtk_widget_class_bind_template_callback (widget_class, on_back);
  gtk_widget_class_bind_template_callback (widget_class, on_copy);
  gtk_widget_class_bind_template_callback (widget_class, on_save);
  gtk_widget_class_bind_template_callback (widget_class, on_roll_chosen);
}

static void
otr_report_init (OtrReport *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  build_head (self);
  build_list (self);
}
