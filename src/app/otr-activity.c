/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-activity.h"

#include <glib/gi18n.h>

#include "otr-clamp.h"
#include "otr-curve.h"
#include "otr-decisions.h"
#include "otr-import-view.h"
#include "otr-widget.h"
#include "otr-words.h"

#define CURVE_EVERY_S 0.5
#define LEAST_FRACTION 0.001

enum
{
  COLUMN_STAGE,
  COLUMN_DONE_BY,
  COLUMN_BUSY,
  COLUMN_SHARE,
  COLUMN_PHOTOS,
  COLUMN_HALF,
  COLUMN_MOST,
};

typedef struct
{
  GtkLabel *done_by;
  GtkProgressBar *bar;
  GtkLabel *busy;
  GtkLabel *photos;
  GtkLabel *half;
  GtkLabel *most;
} StageRow;

struct _OtrActivity
{
  GtkWidget parent_instance;
  GtkLabel *subtitle;
  GtkButton *pause_button;
  GtkLabel *pause_label;
  GtkImage *pause_icon;
  GtkWidget *stop_button;
  GtkWidget *stop_label;
  GtkStack *stack;
  GtkWidget *figures;
  GtkLabel *rate;
  GtkLabel *rate_text;
  GtkLabel *done;
  GtkLabel *done_text;
  GtkLabel *bytes;
  GtkLabel *bytes_text;
  GtkLabel *clock;
  GtkLabel *clock_text;
  GtkProgressBar *progress;
  OtrCurve *curve;
  GtkLabel *limit;
  GtkGrid *stages;
  OtrDecisions *decisions;

  StageRow rows[OTR_N_STAGES];
  OtrImportJob *job;
  double curve_s; /* when the last point was added */
  double busy_s[OTR_N_STAGES];
  double busy_at_s;
};

G_DEFINE_FINAL_TYPE (OtrActivity, otr_activity, GTK_TYPE_WIDGET)

static guint back_signal;

static const char *const stage_names[OTR_N_STAGES] = {
  [OTR_STAGE_SCAN] = N_ ("Scan"),
  [OTR_STAGE_READ] = N_ ("Read"),
  [OTR_STAGE_DIGEST] = N_ ("Digest"),
  [OTR_STAGE_DECODE] = N_ ("Decode"),
  [OTR_STAGE_WRITE] = N_ ("Write"),
};

/* ---- words ---- */

static char *
done_by (OtrStage stage, const OtrTuningEffective *tuning)
{
  switch (stage)
    {
    case OTR_STAGE_SCAN:
      return g_strdup_printf (ngettext ("%u scout", "%u scouts", tuning->scout_threads),
                              tuning->scout_threads);
    case OTR_STAGE_READ:
      if (!tuning->preload)
        return g_strdup (_ ("the digest threads"));
      return g_strdup_printf (
          ngettext ("%u preload thread", "%u preload threads", tuning->preload_threads),
          tuning->preload_threads);
    case OTR_STAGE_DIGEST:
      if (tuning->preload && tuning->digest_while_preloading)
        return g_strdup (_ ("in the preload threads"));
      return g_strdup_printf (
          ngettext ("%u digest thread", "%u digest threads", tuning->digest_threads),
          tuning->digest_threads);
    case OTR_STAGE_DECODE:
      return g_strdup_printf (
          ngettext ("%u thumbnail thread", "%u thumbnail threads", tuning->thumbnail_threads),
          tuning->thumbnail_threads);
    case OTR_STAGE_WRITE:
    default:
      return g_strdup (_ ("1 writer"));
    }
}

static guint
threads_of (OtrStage stage, const OtrTuningEffective *tuning)
{
  switch (stage)
    {
    case OTR_STAGE_SCAN:
      return tuning->scout_threads;
    case OTR_STAGE_READ:
      return tuning->preload ? tuning->preload_threads : tuning->digest_threads;
    case OTR_STAGE_DIGEST:
      return tuning->preload && tuning->digest_while_preloading ? tuning->preload_threads
                                                                : tuning->digest_threads;
    case OTR_STAGE_DECODE:
      return tuning->thumbnail_threads;
    default:
      return 1;
    }
}

static const char *
limit_text (OtrStage busiest)
{
  switch (busiest)
    {
    case OTR_STAGE_WRITE:
      return _ ("<b>The catalog is the limit.</b> Writing rows takes longest; is its drive busy?");
    case OTR_STAGE_DIGEST:
    case OTR_STAGE_DECODE:
      return _ (
          "<b>The processor is the limit.</b> Photos are read faster than they can be decoded.");
    default:
      return _ ("<b>Storage is the limit.</b> The readers wait for the drive.");
    }
}

static char *
milliseconds (double ms)
{
  /* Translators: milliseconds. */
  return ms < 10 ? g_strdup_printf (_ ("%.1f ms"), ms) : g_strdup_printf (_ ("%.0f ms"), ms);
}

/* ---- showing ---- */

/* How busy each stage was since the last look; the busiest one is the limit. */
static void
show_stages (OtrActivity *self, const OtrImportProgress *progress)
{
  double elapsed = progress->seconds - self->busy_at_s;
  double busiest_share = 0;
  OtrStage busiest = OTR_STAGE_READ;
  double shares[OTR_N_STAGES];

  for (OtrStage stage = 0; stage < OTR_N_STAGES; stage++)
    {
      double busy = progress->stages[stage].busy_s - self->busy_s[stage];
      guint threads = MAX (1, threads_of (stage, &progress->tuning));

      shares[stage] = elapsed > 0 ? CLAMP (busy / elapsed / threads, 0, 1) : 0;
      self->busy_s[stage] = progress->stages[stage].busy_s;
      if (shares[stage] > busiest_share)
        {
          busiest_share = shares[stage];
          busiest = stage;
        }
    }
  self->busy_at_s = progress->seconds;
  gtk_label_set_markup (self->limit, limit_text (busiest));
  for (OtrStage stage = 0; stage < OTR_N_STAGES; stage++)
    {
      StageRow *row = &self->rows[stage];
      const OtrStatsSummary *stats = &progress->stages[stage];
      g_autofree char *by = done_by (stage, &progress->tuning);
      g_autofree char *busy = g_strdup_printf (_ ("%.0f %%"), shares[stage] * 100);
      g_autofree char *photos = otr_words_count (stats->items);
      g_autofree char *half = milliseconds (stats->p50_ms);
      g_autofree char *most = milliseconds (stats->p99_ms);

      gtk_label_set_text (row->done_by, by);
      gtk_label_set_text (row->busy, busy);
      gtk_label_set_text (row->photos, photos);
      gtk_label_set_text (row->half, half);
      gtk_label_set_text (row->most, most);
      /* GTK 4.8 makes a bar without any progress several times as high. */
      gtk_progress_bar_set_fraction (row->bar, MAX (shares[stage], LEAST_FRACTION));
      gtk_accessible_update_property (
          GTK_ACCESSIBLE (row->bar), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, busy, -1);
      if (stage == busiest)
        gtk_widget_add_css_class (GTK_WIDGET (row->bar), "limit");
      else
        gtk_widget_remove_css_class (GTK_WIDGET (row->bar), "limit");
    }
}

static void
set_figure (GtkLabel *value, GtkLabel *text, char *value_text, char *below)
{
  gtk_label_set_text (value, value_text);
  gtk_label_set_text (text, below != NULL ? below : "");
  g_free (value_text);
  g_free (below);
}

static void
show_figures (OtrActivity *self, const OtrImportProgress *progress)
{
  g_autofree char *found = otr_words_photos (progress->found);
  g_autofree char *found_bytes = g_format_size (progress->found_bytes);

  set_figure (self->rate,
              self->rate_text,
              otr_words_rate (progress->mb_per_s),
              g_strdup_printf (_ ("%.0f photos/s"), progress->photos_per_s));
  /* Translators: %s is "48,251 photos"; above it stands how many of them are done. */
  set_figure (self->done,
              self->done_text,
              otr_words_count (progress->done),
              g_strdup_printf (_ ("of %s"), found));
  set_figure (self->bytes,
              self->bytes_text,
              g_format_size (progress->done_bytes),
              g_strdup_printf (_ ("of %s"), found_bytes));
  set_figure (self->clock,
              self->clock_text,
              otr_words_clock (progress->seconds),
              otr_words_time_left (progress->seconds_left));
  gtk_progress_bar_set_fraction (self->progress, otr_import_view_fraction (progress));
}

static void
show_pause_button (OtrActivity *self, gboolean paused)
{
  const char *label = paused ? _ ("Continue") : _ ("Pause");

  gtk_label_set_label (self->pause_label, label);
  gtk_image_set_from_icon_name (
      self->pause_icon, paused ? "media-playback-start-symbolic" : "media-playback-pause-symbolic");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->pause_button), label);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self->pause_button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static void
show_progress (OtrActivity *self)
{
  OtrImportProgress progress;
  gboolean paused;

  otr_import_job_get_progress (self->job, &progress);
  paused = progress.phase == OTR_PHASE_PAUSED;
  show_pause_button (self, paused);
  show_figures (self, &progress);
  otr_decisions_follow (self->decisions, &progress);
  if (progress.seconds - self->curve_s < CURVE_EVERY_S)
    return;
  self->curve_s = progress.seconds;
  if (progress.tuning.preload_threads > 0)
    otr_curve_mark (self->curve, progress.seconds, progress.tuning.preload_threads);
  otr_curve_add (self->curve, progress.seconds, progress.mb_per_s);
  show_stages (self, &progress);
}

static void
forget (OtrActivity *self)
{
  if (self->job != NULL)
    g_signal_handlers_disconnect_by_data (self->job, self);
  g_clear_object (&self->job);
}

static void
show_column (OtrActivity *self, int column, gboolean shown)
{
  for (int row = 0; row <= OTR_N_STAGES; row++)
    gtk_widget_set_visible (gtk_grid_get_child_at (self->stages, column, row), shown);
}

static void
make_icon_only (GtkWidget *button, gboolean icon_only)
{
  if (icon_only)
    gtk_widget_add_css_class (button, "icon-only");
  else
    gtk_widget_remove_css_class (button, "icon-only");
}

void
otr_activity_set_folded (OtrActivity *self, gboolean folded, gboolean narrow)
{
  show_column (self, COLUMN_DONE_BY, !folded);
  show_column (self, COLUMN_PHOTOS, !folded);
  gtk_grid_set_column_spacing (self->stages, narrow ? 10 : 20);
  gtk_widget_set_visible (GTK_WIDGET (self->pause_label), !narrow);
  gtk_widget_set_visible (self->stop_label, !narrow);
  make_icon_only (GTK_WIDGET (self->pause_button), narrow);
  make_icon_only (self->stop_button, narrow);
}

static void
on_finished (OtrActivity *self)
{
  forget (self);
  gtk_widget_set_visible (GTK_WIDGET (self->subtitle), FALSE);
  gtk_stack_set_visible_child_name (self->stack, "empty");
}

void
otr_activity_watch (OtrActivity *self, OtrImportJob *job, const char *name)
{
  /* Translators: %s is the name of a folder. */
  g_autofree char *subtitle = g_strdup_printf (_ ("Importing %s"), name);

  g_return_if_fail (OTR_IS_ACTIVITY (self));
  forget (self);
  self->job = g_object_ref (job);
  self->curve_s = -CURVE_EVERY_S;
  self->busy_at_s = 0;
  for (OtrStage stage = 0; stage < OTR_N_STAGES; stage++)
    self->busy_s[stage] = 0;
  otr_curve_clear (self->curve);
  otr_decisions_clear (self->decisions);
  gtk_label_set_label (self->subtitle, subtitle);
  gtk_widget_set_visible (GTK_WIDGET (self->subtitle), TRUE);
  gtk_stack_set_visible_child_name (self->stack, "running");
  g_signal_connect_swapped (job, "progress", G_CALLBACK (show_progress), self);
  g_signal_connect_swapped (job, "finished", G_CALLBACK (on_finished), self);
  show_progress (self);
}

/* ---- the widget ---- */

static void
on_back (OtrActivity *self)
{
  g_signal_emit (self, back_signal, 0);
}

static GtkLabel *
add_label (
    OtrActivity *self, int column, int row, const char *text, const char *class, float xalign)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  gtk_widget_add_css_class (label, class);
  gtk_widget_add_css_class (label, "secondary");
  gtk_widget_add_css_class (label, "numeric");
  gtk_grid_attach (self->stages, label, column, row, 1, 1);
  return GTK_LABEL (label);
}

static void
build_stages (OtrActivity *self)
{
  static const char *const headings[] = {
    N_ ("Stage"),
    N_ ("Done by"),
    N_ ("Busy"),
    "",
    N_ ("Photos"),
    N_ ("Half within"),
    N_ ("99 % within"),
  };

  for (gsize i = 0; i < G_N_ELEMENTS (headings); i++)
    {
      const char *heading = *headings[i] != '\0' ? _ (headings[i]) : "";

      add_label (self, i, 0, heading, "dim", i >= COLUMN_SHARE ? 1 : 0);
    }
  for (OtrStage stage = 0; stage < OTR_N_STAGES; stage++)
    {
      StageRow *row = &self->rows[stage];
      GtkWidget *bar = gtk_progress_bar_new ();
      g_autofree char *name = NULL;

      add_label (self, COLUMN_STAGE, stage + 1, _ (stage_names[stage]), "title", 0);
      row->done_by = add_label (self, COLUMN_DONE_BY, stage + 1, "", "dim", 0);
      gtk_label_set_ellipsize (row->done_by, PANGO_ELLIPSIZE_END);
      row->bar = GTK_PROGRESS_BAR (bar);
      gtk_widget_add_css_class (bar, "bar");
      gtk_widget_set_hexpand (bar, TRUE);
      gtk_widget_set_valign (bar, GTK_ALIGN_CENTER);
      gtk_grid_attach (self->stages, bar, COLUMN_BUSY, stage + 1, 1, 1);
      /* Translators: %s is the name of a stage, like "Read"; how busy it is. */
      name = g_strdup_printf (_ ("%s, busy"), _ (stage_names[stage]));
      gtk_accessible_update_property (
          GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
      row->busy = add_label (self, COLUMN_SHARE, stage + 1, "", "numeric", 1);
      row->photos = add_label (self, COLUMN_PHOTOS, stage + 1, "", "numeric", 1);
      row->half = add_label (self, COLUMN_HALF, stage + 1, "", "numeric", 1);
      row->most = add_label (self, COLUMN_MOST, stage + 1, "", "numeric", 1);
    }
}

static void
otr_activity_dispose (GObject *object)
{
  forget (OTR_ACTIVITY (object));
  otr_widget_dispose_template (GTK_WIDGET (object), OTR_TYPE_ACTIVITY);
  G_OBJECT_CLASS (otr_activity_parent_class)->dispose (object);
}

static void
otr_activity_class_init (OtrActivityClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = otr_activity_dispose;
  back_signal = g_signal_new (
      "back", OTR_TYPE_ACTIVITY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_type_ensure (OTR_TYPE_CURVE);
  g_type_ensure (OTR_TYPE_DECISIONS);
  g_type_ensure (OTR_TYPE_CLAMP);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/outrider_photos/Outrider/activity.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, OtrActivity, child)
  BIND (subtitle);
  BIND (pause_button);
  BIND (pause_label);
  BIND (pause_icon);
  BIND (stop_button);
  BIND (stop_label);
  BIND (stack);
  BIND (figures);
  BIND (rate);
  BIND (rate_text);
  BIND (done);
  BIND (done_text);
  BIND (bytes);
  BIND (bytes_text);
  BIND (clock);
  BIND (clock_text);
  BIND (progress);
  BIND (curve);
  BIND (limit);
  BIND (stages);
  BIND (decisions);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, on_back);
}

static void
otr_activity_init (OtrActivity *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  build_stages (self);
  /* There is nothing to do on a figure. */
  for (GtkWidget *child = gtk_widget_get_first_child (self->figures); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    gtk_widget_set_focusable (child, FALSE);
}
