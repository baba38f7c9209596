/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-tags-window.h"

#include <string.h>

#include "otr-photo-words.h"

struct _OtrTagsWindow
{
  GtkWindow parent_instance;

  GtkListBox *list;
  GtkSearchEntry *search;
  char *needle;    /* case-folded; NULL: all */
  GPtrArray *rows; /* name, value, name, value... */
  guint next;      /* the first that has no row yet */
  guint source;
};

G_DEFINE_FINAL_TYPE (OtrTagsWindow, otr_tags_window, GTK_TYPE_WINDOW)

#define TEXT_KEY "otr-text"
#define ROWS_AT_ONCE 100 /* a thousand would hold the main thread for 80 ms */

static GtkWidget *
make_label (const char *text, gboolean dim)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_yalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (dim)
    {
      gtk_widget_set_size_request (label, 190, -1);
      gtk_label_set_max_width_chars (GTK_LABEL (label), 22);
      gtk_widget_add_css_class (label, "dim");
    }
  else
    {
      gtk_label_set_selectable (GTK_LABEL (label), TRUE);
      gtk_widget_set_focusable (label, FALSE);
      gtk_widget_set_hexpand (label, TRUE);
    }
  return label;
}

static void
add_row (OtrTagsWindow *self, const char *name, const char *value)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  g_autofree char *text = g_strdup_printf ("%s: %s", name, value);

  gtk_box_append (GTK_BOX (box), make_label (name, TRUE));
  gtk_box_append (GTK_BOX (box), make_label (value, FALSE));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  g_object_set_data_full (G_OBJECT (row), TEXT_KEY, g_utf8_casefold (text, -1), g_free);
  gtk_list_box_append (self->list, row);
}

static gboolean
matches (GtkListBoxRow *row, gpointer data)
{
  OtrTagsWindow *self = data;
  const char *text = g_object_get_data (G_OBJECT (row), TEXT_KEY);

  return self->needle == NULL || strstr (text, self->needle) != NULL;
}

static void
on_search_changed (OtrTagsWindow *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));

  g_free (self->needle);
  self->needle = *text != '\0' ? g_utf8_casefold (text, -1) : NULL;
  gtk_list_box_invalidate_filter (self->list);
}

static void
otr_tags_window_finalize (GObject *object)
{
  OtrTagsWindow *self = OTR_TAGS_WINDOW (object);

  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_free (self->needle);
  G_OBJECT_CLASS (otr_tags_window_parent_class)->finalize (object);
}

static void
otr_tags_window_class_init (OtrTagsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = otr_tags_window_finalize;
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/outrider_photos/Outrider/tags-window.ui");
  gtk_widget_class_bind_template_child (widget_class, OtrTagsWindow, list);
  gtk_widget_class_bind_template_child (widget_class, OtrTagsWindow, search);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
otr_tags_window_init (OtrTagsWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_box_set_filter_func (self->list, matches, self, NULL);
}

static gboolean
add_rows (gpointer data)
{
  OtrTagsWindow *self = data;
  guint end = MIN (self->next + 2 * ROWS_AT_ONCE, self->rows->len);

  for (; self->next + 1 < end; self->next += 2)
    add_row (self, self->rows->pdata[self->next], self->rows->pdata[self->next + 1]);
  if (self->next + 1 < self->rows->len)
    return G_SOURCE_CONTINUE;
  self->source = 0;
  return G_SOURCE_REMOVE;
}

GtkWidget *
otr_tags_window_new (GtkWindow *parent, const char *name, const OtrFacts *facts)
{
  OtrTagsWindow *self =
      g_object_new (OTR_TYPE_TAGS_WINDOW, "transient-for", parent, "title", name, NULL);

  self->rows = otr_photo_words_tags (facts);
  self->source = g_idle_add (add_rows, self);
  return GTK_WIDGET (self);
}
