/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "otr-compat.h"
#include "otr-error.h"
#include "otr-import-dialog.h"
#include "otr-lane.h"
#include "otr-sample-album.h"
#include "otr-settings.h"
#include "otr-window-private.h"
#include "otr-words.h"

/* Imports of the window: chosen, dropped or asked for from outside; one after the other. */

#define BAR_ROOM 98

typedef struct
{
  GPtrArray *files; /* GFile */
  char *album;      /* NULL: by folder */
} Import;

static void
import_free (Import *import)
{
  g_ptr_array_unref (import->files);
  g_free (import->album);
  g_free (import);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Import, import_free)

static char *
name_of (const Import *import)
{
  g_autofree char *uri = g_file_get_uri (import->files->pdata[0]);
  g_autofree char *name = otr_words_name (uri);
  guint others = import->files->len - 1;

  if (others == 0)
    return g_steal_pointer (&name);
  /* Translators: name of a folder, number of other folders imported with it. */
  return g_strdup_printf (ngettext ("%s and %u more", "%s and %u more", others), name, others);
}

int
otr_window_get_max_scale (OtrWindow *self)
{
  GListModel *monitors = gdk_display_get_monitors (gtk_widget_get_display (GTK_WIDGET (self)));
  int scale = 1;

  for (guint i = 0; i < g_list_model_get_n_items (monitors); i++)
    {
      g_autoptr (GdkMonitor) monitor = g_list_model_get_item (monitors, i);

      scale = MAX (scale, gdk_monitor_get_scale_factor (monitor));
    }
  return scale;
}

/* ---- the end ---- */

static void
show_job (OtrWindow *self, OtrImportJob *job, const char *name)
{
  g_set_object (&self->job, job);
  otr_import_view_watch (self->import_view, self->engine, job, name);
  if (job != NULL)
    otr_activity_watch (self->activity, job, name);
  g_object_set (self->grid, "bottom-room", job != NULL ? BAR_ROOM : 0, NULL);
  otr_window_enable_action (self, "pause-import", job != NULL);
  otr_window_enable_action (self, "stop-import", job != NULL);
}

static char *
text_of_end (const OtrImportSummary *summary)
{
  const guint64 *counts = summary->last.counts;
  guint64 added =
      counts[OTR_RESULT_IMPORTED] + counts[OTR_RESULT_DAMAGED] + counts[OTR_RESULT_DUPLICATE];
  g_autofree char *number = otr_words_count (added);

  if (summary->error != NULL)
    return otr_words_error (summary->error);
  if (summary->cancelled)
    /* Translators: %s is a number. */
    return g_strdup_printf (
        ngettext ("Stopped after %s photo", "Stopped after %s photos", (gulong) added), number);
  if (added == 0)
    return g_strdup (_ ("Nothing new. All photos were already known."));
  /* Translators: %s is a number. */
  return g_strdup_printf (ngettext ("%s photo imported", "%s photos imported", (gulong) added),
                          number);
}

static void
on_finished (OtrWindow *self, OtrImportJob *job)
{
  const OtrImportSummary *summary = otr_import_job_get_summary (job);
  g_autofree char *text = text_of_end (summary);

  otr_report_set_error (self->report, summary->roll_id, summary->error, summary->cancelled);
  otr_toast_show_action (self->toast,
                         text,
                         _ ("Report"),
                         "win.report",
                         g_variant_new_int64 (summary->roll_id),
                         OTR_TOAST_UNDO_SECONDS);
  g_signal_handlers_disconnect_by_data (job, self);
  show_job (self, NULL, NULL);
  otr_window_import_next (self);
}

/* ---- the beginning ---- */

void
otr_window_import_next (OtrWindow *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Import) import = NULL;
  g_autoptr (OtrImportJob) job = NULL;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;
  OtrImportOptions options;

  if (self->engine == NULL || self->job != NULL || g_queue_is_empty (&self->imports))
    return;
  import = g_queue_pop_head (&self->imports);
  name = name_of (import);
  otr_settings_get_import_options (self->settings, otr_window_get_max_scale (self), &options);
  options.album = g_strdup (import->album);
  job = otr_engine_import (
      self->engine, (GFile *const *) import->files->pdata, import->files->len, &options, &error);
  otr_import_options_clear (&options);
  if (job == NULL)
    {
      text = otr_words_error (error);
      otr_toast_show (self->toast, text);
      return;
    }
  g_signal_connect_swapped (job, "finished", G_CALLBACK (on_finished), self);
  otr_toast_hide (self->toast); /* it would lie over the bar */
  show_job (self, job, name);
}

void
otr_window_import (OtrWindow *self, GPtrArray *files, const char *album)
{
  Import *import = g_new0 (Import, 1);
  g_autofree char *path = NULL;

  g_return_if_fail (OTR_IS_WINDOW (self) && files->len > 0);
  import->files = g_ptr_array_ref (files);
  import->album = g_strdup (album);
  g_queue_push_tail (&self->imports, import);
  if (self->engine == NULL && !self->opening)
    {
      path = otr_catalog_default_path ();
      otr_window_open_catalog (self, path, TRUE, OTR_DIGEST_SHA256);
    }
  else if (self->job != NULL)
    otr_toast_show (self->toast, _ ("It will be imported after the import that runs."));
  otr_window_import_next (self);
}

/* ---- the sample album ---- */

static gpointer
make_sample (gpointer lane_data, gpointer data, GCancellable *cancellable, GError **error)
{
  const char *folder = data;

  return otr_sample_album_make (folder, NULL, error) ? g_strdup (folder) : NULL;
}

static void
on_sample_made (GObject *source, GAsyncResult *result, gpointer data)
{
  OtrWindow *self = OTR_WINDOW (source);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_task_propagate_pointer (G_TASK (result), &error);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *text = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return; /* another catalog, or the end */
  if (folder == NULL)
    {
      text = otr_words_error (error);
      otr_toast_show (self->toast, text);
      return;
    }
  otr_toast_hide (self->toast);
  g_ptr_array_add (files, g_file_new_for_path (folder));
  otr_window_import (self, files, NULL);
}

/* Painted on a thread of its own: it takes some seconds. */
void
otr_window_import_sample (OtrWindow *self)
{
  OtrLaneCall call = {
    .func = make_sample,
    .data = g_build_filename (g_get_user_data_dir (), "outrider", "sample-album", NULL),
    .data_destroy = g_free,
    .result_destroy = g_free,
  };
  g_autoptr (OtrLane) lane = otr_lane_new ("otr-sample", NULL, NULL);

  g_return_if_fail (OTR_IS_WINDOW (self) && self->engine != NULL);
  otr_toast_show (self->toast, _ ("Painting the sample album…"));
  otr_lane_run (lane, &call, g_task_new (self, self->cancellable, on_sample_made, NULL));
}

void
otr_window_import_settings_changed (OtrWindow *self)
{
  OtrTuning tuning;

  if (self->job == NULL)
    return;
  otr_settings_get_tuning (self->settings, &tuning);
  otr_import_job_set_tuning (self->job, &tuning);
}

/* ---- actions ---- */

static void
on_dialog_import (OtrImportDialog *dialog, GPtrArray *files, const char *album, gpointer data)
{
  otr_window_import (data, files, album);
}

static void
on_folders_chosen (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OtrWindow) self = data;
  g_autoptr (GPtrArray) files = otr_compat_choose_finish (result, NULL);
  g_autoptr (GPtrArray) albums = NULL;
  GtkWidget *dialog;

  if (files == NULL)
    return;
  albums = otr_side_bar_get_album_names (self->side_bar);
  dialog = otr_import_dialog_new (GTK_WINDOW (self), files, albums);
  g_signal_connect_object (dialog, "import", G_CALLBACK (on_dialog_import), self, 0);
  otr_window_present_modal (self, GTK_WINDOW (dialog));
}

static void
choose_folders (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *pictures = g_get_user_special_dir (G_USER_DIRECTORY_PICTURES);
  g_autoptr (GFile) start = g_file_new_for_path (pictures != NULL ? pictures : g_get_home_dir ());
  OtrChooser chooser = {
    .title = _ ("Import Folders"),
    .accept = _ ("_Import"),
    .start = start,
    .folders = TRUE,
    .several = TRUE,
  };

  otr_compat_choose_async (GTK_WINDOW (data), &chooser, on_folders_chosen, g_object_ref (data));
}

static void
pause_or_continue (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  OtrWindow *self = data;
  OtrImportProgress progress;

  if (self->job == NULL)
    return;
  otr_import_job_get_progress (self->job, &progress);
  if (progress.phase == OTR_PHASE_PAUSED)
    otr_import_job_resume (self->job);
  else
    otr_import_job_pause (self->job);
}

static void
stop (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  OtrWindow *self = data;

  if (self->job != NULL)
    otr_import_job_cancel (self->job);
}

/* ---- dropping ---- */

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, gpointer data)
{
  OtrWindow *self = data;
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  GSList *list = g_value_get_boxed (value);

  for (; list != NULL; list = list->next)
    g_ptr_array_add (files, g_object_ref (list->data));
  if (files->len > 0)
    otr_window_import (self, files, NULL);
  return files->len > 0;
}

static GdkDragAction
on_drop_enter (GtkDropTarget *target, double x, double y, gpointer data)
{
  gtk_widget_set_visible (OTR_WINDOW (data)->drop_hint, TRUE);
  return GDK_ACTION_COPY;
}

static void
on_drop_leave (GtkDropTarget *target, gpointer data)
{
  gtk_widget_set_visible (OTR_WINDOW (data)->drop_hint, FALSE);
}

void
otr_window_import_init (OtrWindow *self)
{
  static const GActionEntry entries[] = {
    { "import", choose_folders },
    { "pause-import", pause_or_continue },
    { "stop-import", stop },
  };
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_queue_init (&self->imports);
  g_signal_connect (target, "drop", G_CALLBACK (on_drop), self);
  g_signal_connect (target, "enter", G_CALLBACK (on_drop_enter), self);
  g_signal_connect (target, "leave", G_CALLBACK (on_drop_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self->overlay), GTK_EVENT_CONTROLLER (target));
  otr_window_enable_action (self, "pause-import", FALSE);
  otr_window_enable_action (self, "stop-import", FALSE);
}

void
otr_window_import_forget (OtrWindow *self)
{
  g_queue_clear_full (&self->imports, (GDestroyNotify) import_free);
  self->wants_sample = FALSE;
}

/* A job that still runs is stopped; what it has imported stays. */
void
otr_window_import_dispose (OtrWindow *self)
{
  if (self->job != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->job, self);
      otr_import_job_cancel (self->job);
    }
  g_clear_object (&self->job);
  otr_window_import_forget (self);
}
