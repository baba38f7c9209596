/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-import-view.h"

#include <glib/gi18n.h>

#include "otr-small-picture.h"
#include "otr-widget.h"
#include "otr-words.h"

#define PICTURE_PX 40
#define PICTURE_EVERY_US G_USEC_PER_SEC

struct _OtrImportView
{
  GtkWidget parent_instance;
  GtkRevealer *revealer;
  GtkWidget *bar;
  GtkPicture *picture;
  GtkLabel *title;
  GtkLabel *text;
  GtkWidget *activity_button;
  GtkWidget *narrow_activity_button;
  GtkButton *pause_button;
  GtkProgressBar *progress;

  OtrEngine *engine;
  OtrImportJob *job;
  char *name;
  GCancellable *cancellable;
  gint64 picture_asked_us;
  gboolean narrow;
};

G_DEFINE_FINAL_TYPE (OtrImportView, otr_import_view, GTK_TYPE_WIDGET)

/* ---- words ---- */

char *
otr_import_view_title (const OtrImportProgress *progress, const char *name)
{
  g_autofree char *done = otr_words_count (progress->done);
  g_autofree char *found = otr_words_count (progress->found);

  if (progress->phase == OTR_PHASE_PAUSED)
    /* Translators: number of photos done, number found. */
    return g_strdup_printf (_ ("Paused: %s of %s"), done, found);
  if (progress->phase == OTR_PHASE_THUMBNAILS)
    {
      g_autofree char *left = otr_words_count (progress->thumbnails_left);

      return g_strdup_printf (_ ("Making thumbnails: %s left"), left);
    }
  if (progress->done == 0)
    {
      g_autofree char *photos = otr_words_photos (progress->found);

      /* Translators: %s is "3,120 photos". */
      return g_strdup_printf (_ ("Looking through folders: %s so far"), photos);
    }
  if (name == NULL)
    /* Translators: number of photos done, number found. */
    return g_strdup_printf (_ ("%s of %s"), done, found);
  /* Translators: name of a folder, number of photos done, number found. */
  return g_strdup_printf (_ ("Importing %s: %s of %s"), name, done, found);
}

char *
otr_import_view_text (const OtrImportProgress *progress)
{
  g_autofree char *rate = otr_words_rate (progress->mb_per_s);
  g_autofree char *left = NULL;

  if (progress->phase == OTR_PHASE_PAUSED)
    return g_strdup (_ ("Nothing is lost. Continue whenever you like."));
  if (progress->done == 0)
    return g_strdup (progress->folder != NULL ? progress->folder : "");
  left = progress->scan_done ? otr_words_time_left (progress->seconds_left) : NULL;
  if (left == NULL)
    /* Translators: "612 MB/s", then photos a second. */
    return g_strdup_printf (_ ("%s · %.0f photos/s"), rate, progress->photos_per_s);
  /* Translators: "612 MB/s", photos a second, "about 5 minutes left". */
  return g_strdup_printf (_ ("%s · %.0f photos/s · %s"), rate, progress->photos_per_s, left);
}

double
otr_import_view_fraction (const OtrImportProgress *progress)
{
  double by_files = progress->found > 0 ? (double) progress->done / progress->found : 0;
  double by_bytes =
      progress->found_bytes > 0 ? (double) progress->done_bytes / progress->found_bytes : by_files;

  return CLAMP (MIN (by_files, by_bytes), 0, 1);
}

/* ---- following the job ---- */

static void
show_pause_button (OtrImportView *self, gboolean paused)
{
  const char *label = paused ? _ ("Continue") : _ ("Pause");

  gtk_button_set_icon_name (self->pause_button,
                            paused ? "media-playback-start-symbolic"
                                   : "media-playback-pause-symbolic");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->pause_button), label);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self->pause_button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static void
show_progress (OtrImportView *self)
{
  OtrImportProgress progress;
  g_autofree char *title = NULL;
  g_autofree char *text = NULL;
  g_autofree char *spoken = NULL;

  otr_import_job_get_progress (self->job, &progress);
  title = otr_import_view_title (&progress, self->narrow ? NULL : self->name);
  text = otr_import_view_text (&progress);
  spoken = g_strdup_printf ("%s\n%s", title, text);
  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->text, text);
  gtk_progress_bar_set_fraction (self->progress, otr_import_view_fraction (&progress));
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self->progress), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, spoken, -1);
  show_pause_button (self, progress.phase == OTR_PHASE_PAUSED);
}

static void
on_picture (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  OtrImportView *self = data;

  texture = otr_small_picture_load_finish (OTR_ENGINE (source), result, &error);
  if (texture != NULL)
    gtk_picture_set_paintable (self->picture, GDK_PAINTABLE (texture));
}

static void
on_events (OtrImportView *self, GPtrArray *events)
{
  gint64 now_us = g_get_monotonic_time ();
  guint px = PICTURE_PX * gtk_widget_get_scale_factor (GTK_WIDGET (self));

  if (now_us - self->picture_asked_us < PICTURE_EVERY_US)
    return;
  for (guint i = events->len; i > 0; i--)
    {
      const OtrImportEvent *event = events->pdata[i - 1];

      if (event->photo_id == 0)
        continue;
      self->picture_asked_us = now_us;
      otr_small_picture_load_async (
          self->engine, event->photo_id, px, self->cancellable, on_picture, self);
      return;
    }
}

static void
forget (OtrImportView *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->job != NULL)
    g_signal_handlers_disconnect_by_data (self->job, self);
  g_clear_object (&self->job);
  g_clear_object (&self->engine);
  g_clear_pointer (&self->name, g_free);
}

void
otr_import_view_watch (OtrImportView *self, OtrEngine *engine, OtrImportJob *job, const char *name)
{
  g_return_if_fail (OTR_IS_IMPORT_VIEW (self));
  forget (self);
  gtk_revealer_set_reveal_child (self->revealer, job != NULL);
  gtk_widget_set_can_target (GTK_WIDGET (self), job != NULL);
  if (job == NULL)
    return;
  self->engine = g_object_ref (engine);
  self->job = g_object_ref (job);
  self->name = g_strdup (name);
  self->cancellable = g_cancellable_new ();
  self->picture_asked_us = 0;
  gtk_picture_set_paintable (self->picture, NULL);
  otr_import_job_set_want_events (job, TRUE);
  g_signal_connect_swapped (job, "progress", G_CALLBACK (show_progress), self);
  g_signal_connect_swapped (job, "events", G_CALLBACK (on_events), self);
  show_progress (self);
}

void
otr_import_view_set_narrow (OtrImportView *self, gboolean narrow)
{
  g_return_if_fail (OTR_IS_IMPORT_VIEW (self));
  self->narrow = narrow;
  gtk_widget_set_visible (GTK_WIDGET (self->picture), !narrow);
  gtk_widget_set_visible (self->activity_button, !narrow);
  gtk_widget_set_visible (self->narrow_activity_button, narrow);
  if (narrow)
    gtk_widget_add_css_class (self->bar, "narrow");
  else
    gtk_widget_remove_css_class (self->bar, "narrow");
  if (self->job != NULL)
    show_progress (self);
}

static void
otr_import_view_dispose (GObject *object)
{
  forget (OTR_IMPORT_VIEW (object));
  otr_widget_dispose_template (GTK_WIDGET (object), OTR_TYPE_IMPORT_VIEW);
  G_OBJECT_CLASS (otr_import_view_parent_class)->dispose (object);
}

static void
otr_import_view_class_init (OtrImportViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = otr_import_view_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/outrider_photos/Outrider/import-view.ui");
  gtk_widget_class_bind_template_child (widget_class, OtrImportView, revealer);
  gtk_widget_class_bind_template_child (widget_class, OtrImportView, bar);
  gtk_widget_class_bind_template_child (widget_class, OtrImportView, picture);
  gtk_widget_class_bind_template_child (widget_class, OtrImportView, title);
  gtk_widget_class_bind_template_child (widget_class, OtrImportView, text);
  gtk_widget_class_bind_template_child (widget_class, OtrImportView, activity_button);
  gtk_widget_class_bind_template_child (widget_class, OtrImportView, narrow_activity_button);
  gtk_widget_class_bind_template_child (widget_class, OtrImportView, pause_button);
  gtk_widget_class_bind_template_child (widget_class, OtrImportView, progress);
}

static void
otr_import_view_init (OtrImportView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
}
