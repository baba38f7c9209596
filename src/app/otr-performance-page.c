/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-performance-page.h"

#include <glib/gi18n.h>

#include "otr-clamp.h"
#include "otr-row.h"
#include "otr-settings.h"
#include "otr-widget.h"
#include "otr-words.h"

struct _OtrPerformancePage
{
  GtkWidget parent_instance;
  GtkDropDown *preset;
  OtrRow *storage_row;
  GtkSwitch *preload;
  OtrRow *preload_row;
  GtkSpinButton *preload_threads;
  OtrRow *scout_row;
  GtkSpinButton *scout_threads;
  OtrRow *thumbnail_row;
  GtkSpinButton *thumbnail_threads;
  OtrRow *digest_row;
  GtkSwitch *digest;
  GtkSpinButton *buffer;

  GSettings *settings;
  OtrEngine *engine;
  OtrImportJob *job; /* the one that runs */
  GCancellable *cancellable;
  OtrStorage *storage; /* of the folder imported last; NULL: not known yet */
  char *folder_name;
  OtrTuningEffective shown;
  gboolean showing; /* the controls follow the settings, not the person */
};

G_DEFINE_FINAL_TYPE (OtrPerformancePage, otr_performance_page, GTK_TYPE_WIDGET)

/* ---- what storage it is about ---- */

typedef struct
{
  OtrStorage *storage;
  char *name;
} StorageFacts;

static void
facts_free (gpointer data)
{
  StorageFacts *facts = data;

  g_clear_pointer (&facts->storage, otr_storage_free);
  g_free (facts->name);
  g_free (facts);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StorageFacts, facts_free)

/* The folder imported last, else (`data`) the pictures folder. */
static gpointer
read_storage (OtrCatalogReader *reader, gpointer data, GCancellable *cancellable, GError **error)
{
  g_autoptr (StorageFacts) facts = g_new0 (StorageFacts, 1);
  g_autoptr (GPtrArray) rolls = otr_catalog_reader_rolls (reader, error);
  const OtrRoll *latest = rolls != NULL && rolls->len > 0 ? rolls->pdata[0] : NULL;
  const char *path = data;

  if (rolls == NULL)
    return NULL;
  if (latest != NULL && latest->sources != NULL && latest->sources[0] != NULL &&
      g_path_is_absolute (latest->sources[0]))
    path = latest->sources[0];
  facts->storage = otr_storage_detect (path);
  facts->name = otr_words_name (path);
  return g_steal_pointer (&facts);
}

/* ---- showing ---- */

static char *
storage_text (OtrPerformancePage *self)
{
  OtrStorage unknown = { .kind = OTR_STORAGE_UNKNOWN };
  const OtrStorage *storage = self->storage != NULL ? self->storage : &unknown;
  const char *name = self->folder_name != NULL ? self->folder_name : _ ("The folder");
  g_autofree char *where = otr_words_is_on (name, storage);
  g_autofree char *threads = NULL;
  guint n = self->shown.preload_threads;

  if (self->shown.preset != OTR_PRESET_AUTO || !self->shown.preload)
    return g_steal_pointer (&where);
  if (self->job != NULL)
    threads = g_strdup_printf (ngettext ("Automatic reads with %u preload thread now.",
                                         "Automatic reads with %u preload threads now.",
                                         n),
                               n);
  else
    threads = g_strdup_printf (ngettext ("Automatic will start with %u preload thread.",
                                         "Automatic will start with %u preload threads.",
                                         n),
                               n);
  /* Translators: two sentences: where a folder is, and what Automatic does about it. */
  return g_strdup_printf (_ ("%s %s"), where, threads);
}

static void
compute_effective (OtrPerformancePage *self)
{
  OtrStorage unknown = { .kind = OTR_STORAGE_UNKNOWN };
  OtrImportProgress progress;
  OtrTuning tuning;

  otr_settings_get_tuning (self->settings, &tuning);
  otr_tuning_resolve (&tuning,
                      self->storage != NULL ? self->storage : &unknown,
                      g_get_num_processors (),
                      &self->shown);
  if (self->job == NULL || tuning.preset != OTR_PRESET_AUTO)
    return;
  /* What Automatic has come to by now. */
  otr_import_job_get_progress (self->job, &progress);
  if (progress.tuning.preload_threads == 0)
    return;
  self->shown.preload_threads = progress.tuning.preload_threads;
  self->shown.scout_threads = progress.tuning.scout_threads;
  self->shown.thumbnail_threads = progress.tuning.thumbnail_threads;
  self->shown.digest_while_preloading = progress.tuning.digest_while_preloading;
}

static void
show_row (OtrRow *row, gpointer control, const char *caption, const char *note, gboolean effective)
{
  gtk_widget_set_sensitive (GTK_WIDGET (row), effective);
  /* A screen reader is told of the widget's own state only. */
  gtk_widget_set_sensitive (GTK_WIDGET (control), effective);
  otr_row_set_caption (row,
                       effective ? caption : _ ("Has no effect while Read photos ahead is off"));
  otr_row_set_note (row, note);
}

static void
show (OtrPerformancePage *self)
{
  const OtrTuningEffective *shown = &self->shown;
  const char *note = NULL;
  g_autofree char *text = NULL;

  compute_effective (self);
  if (shown->preset != OTR_PRESET_CUSTOM)
    note = otr_words_preset (shown->preset);
  text = storage_text (self);
  self->showing = TRUE;
  gtk_drop_down_set_selected (self->preset, shown->preset);
  gtk_switch_set_active (self->preload, shown->preload);
  gtk_spin_button_set_value (self->preload_threads, shown->preload_threads);
  gtk_spin_button_set_value (self->scout_threads, shown->scout_threads);
  gtk_spin_button_set_value (self->thumbnail_threads, shown->thumbnail_threads);
  gtk_switch_set_active (self->digest, shown->digest_while_preloading && shown->preload);
  self->showing = FALSE;
  otr_row_set_caption (self->storage_row, text);
  show_row (self->preload_row,
            self->preload_threads,
            _ ("Read whole photos from the storage"),
            note,
            shown->preload);
  show_row (self->scout_row,
            self->scout_threads,
            _ ("Look through folders ahead of the import"),
            note,
            TRUE);
  show_row (self->thumbnail_row,
            self->thumbnail_threads,
            _ ("Decode photos, one for each processor core"),
            note,
            TRUE);
  show_row (self->digest_row,
            self->digest,
            _ ("The thread that reads a photo also computes its digest"),
            note,
            shown->preload);
}

static void
on_storage (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StorageFacts) facts = otr_engine_read_finish (OTR_ENGINE (source), result, &error);
  OtrPerformancePage *self = data;

  if (facts == NULL)
    return; /* cancelled with the page, or the catalog can't be read: the kind stays unknown */
  self->storage = g_steal_pointer (&facts->storage);
  self->folder_name = g_steal_pointer (&facts->name);
  show (self);
}

/* ---- editing ---- */

static void
on_preset (OtrPerformancePage *self)
{
  guint selected = gtk_drop_down_get_selected (self->preset);

  if (self->showing || self->settings == NULL || selected == GTK_INVALID_LIST_POSITION)
    return;
  /* Custom begins with the numbers that were shown. */
  if (selected == OTR_PRESET_CUSTOM)
    otr_settings_set_custom (self->settings, &self->shown);
  else
    g_settings_set_enum (self->settings, "preset", selected);
}

static void
on_count (OtrPerformancePage *self)
{
  OtrTuningEffective edited = self->shown;

  if (self->showing || self->settings == NULL)
    return;
  edited.preload_threads = gtk_spin_button_get_value_as_int (self->preload_threads);
  edited.scout_threads = gtk_spin_button_get_value_as_int (self->scout_threads);
  edited.thumbnail_threads = gtk_spin_button_get_value_as_int (self->thumbnail_threads);
  otr_settings_set_custom (self->settings, &edited);
}

static void
on_digest (OtrPerformancePage *self)
{
  OtrTuningEffective edited = self->shown;

  if (self->showing || self->settings == NULL)
    return;
  edited.digest_while_preloading = gtk_switch_get_active (self->digest);
  otr_settings_set_custom (self->settings, &edited);
}

static void
on_preload (OtrPerformancePage *self)
{
  if (self->showing || self->settings == NULL)
    return;
  g_settings_set_boolean (self->settings, "preload", gtk_switch_get_active (self->preload));
}

static void
on_reset (OtrPerformancePage *self)
{
  otr_settings_reset_tuning (self->settings);
}

/* ---- the widget ---- */

static void
on_finished (OtrPerformancePage *self)
{
  g_signal_handlers_disconnect_by_data (self->job, self);
  g_clear_object (&self->job);
  show (self);
}

void
otr_performance_page_start (OtrPerformancePage *self, GSettings *settings, OtrEngine *engine)
{
  const char *pictures = g_get_user_special_dir (G_USER_DIRECTORY_PICTURES);
  OtrImportJob *job = engine != NULL ? otr_engine_get_import (engine) : NULL;

  g_return_if_fail (OTR_IS_PERFORMANCE_PAGE (self) && self->settings == NULL);
  self->settings = g_object_ref (settings);
  self->engine = engine != NULL ? g_object_ref (engine) : NULL;
  self->job = job != NULL ? g_object_ref (job) : NULL;
  g_signal_connect_swapped (settings, "changed", G_CALLBACK (show), self);
  g_settings_bind (settings, "read-buffer", self->buffer, "value", G_SETTINGS_BIND_DEFAULT);
  show (self);
  if (job != NULL)
    {
      g_signal_connect_swapped (job, "progress", G_CALLBACK (show), self);
      g_signal_connect_swapped (job, "finished", G_CALLBACK (on_finished), self);
    }
  if (engine != NULL)
    otr_engine_read_async (engine,
                           read_storage,
                           g_strdup (pictures != NULL ? pictures : g_get_home_dir ()),
                           g_free,
                           facts_free,
                           self->cancellable,
                           on_storage,
                           self);
}

static void
otr_performance_page_dispose (GObject *object)
{
  OtrPerformancePage *self = OTR_PERFORMANCE_PAGE (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->settings != NULL)
    g_signal_handlers_disconnect_by_data (self->settings, self);
  if (self->job != NULL)
    g_signal_handlers_disconnect_by_data (self->job, self);
  g_clear_object (&self->job);
  g_clear_object (&self->engine);
  otr_widget_dispose_template (GTK_WIDGET (self), OTR_TYPE_PERFORMANCE_PAGE);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->storage, otr_storage_free);
  g_clear_pointer (&self->folder_name, g_free);
  G_OBJECT_CLASS (otr_performance_page_parent_class)->dispose (object);
}

static void
otr_performance_page_class_init (OtrPerformancePageClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = otr_performance_page_dispose;
  g_type_ensure (OTR_TYPE_ROW);
  g_type_ensure (OTR_TYPE_CLAMP);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/outrider_photos/Outrider/performance-page.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, OtrPerformancePage, child)
  BIND (preset);
  BIND (storage_row);
  BIND (preload);
  BIND (preload_row);
  BIND (preload_threads);
  BIND (scout_row);
  BIND (scout_threads);
  BIND (thumbnail_row);
  BIND (thumbnail_threads);
  BIND (digest_row);
  BIND (digest);
  BIND (buffer);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, on_preset);
  gtk_widget_class_bind_template_callback (widget_class, on_count);
  gtk_widget_class_bind_template_callback (widget_class, on_digest);
  gtk_widget_class_bind_template_callback (widget_class, on_preload);
  gtk_widget_class_bind_template_callback (widget_class, on_reset);
}

static void
otr_performance_page_init (OtrPerformancePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->cancellable = g_cancellable_new ();
}
