/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The engine's face for the window. Each kind of blocking work has a lane: one thread with its own
 * connection. The object itself lives in its owner's context only; a waiting call holds a reference
 * to it, so it is finalized when nothing is under way. */

#include "config.h"

#include "otr-engine.h"

#include "otr-engine-private.h"
#include "otr-error.h"
#include "otr-reaper.h"

#define CHANGED_US (100 * 1000)
#define LOOK_MS 500

struct _OtrEngine
{
  GObject parent_instance;
  OtrCatalog *catalog;
  OtrThumbStore *thumbs;
  OtrLane *read_lane;
  OtrLane *write_lane;
  OtrLane *picture_lane; /* made when first needed */
  OtrImportJob *import;
  GSource *look_timer;
  GSource *changed_timer;
  gint64 last_changed_us;
  gint64 version;
  gboolean looking;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OtrEngine, otr_engine, G_TYPE_OBJECT)

/* ---- changed ---- */

static void
clear_timer (GSource **timer)
{
  if (*timer == NULL)
    return;
  g_source_destroy (*timer);
  g_clear_pointer (timer, g_source_unref);
}

static GSource *
add_timer (OtrEngine *self, guint ms, GSourceFunc func)
{
  g_autoptr (GMainContext) context = g_main_context_ref_thread_default ();
  GSource *timer = g_timeout_source_new (ms);

  g_source_set_callback (timer, func, self, NULL);
  (void) g_source_attach (timer, context);
  return timer;
}

static gboolean
on_changed_due (gpointer data)
{
  OtrEngine *self = data;

  clear_timer (&self->changed_timer);
  self->last_changed_us = g_get_monotonic_time ();
  g_signal_emit (self, signals[CHANGED], 0);
  return G_SOURCE_REMOVE;
}

/* At once, but not more often than each CHANGED_US. */
static void
say_changed (OtrEngine *self)
{
  gint64 wait_us = self->last_changed_us + CHANGED_US - g_get_monotonic_time ();

  if (self->changed_timer == NULL)
    self->changed_timer = add_timer (self, (guint) MAX (wait_us / 1000, 0), on_changed_due);
}

/* ---- reading ---- */

typedef struct
{
  OtrCatalog *catalog;
  OtrCatalogReader *reader;
} ReadLane;

typedef struct
{
  OtrReadFunc func;
  gpointer data;
  GDestroyNotify destroy;
} ReadCall;

static void
read_lane_free (gpointer data)
{
  ReadLane *lane = data;

  otr_catalog_reader_free (lane->reader);
  otr_catalog_unref (lane->catalog);
  g_free (lane);
}

static void
read_call_free (gpointer data)
{
  ReadCall *call = data;

  if (call->destroy != NULL)
    call->destroy (call->data);
  g_free (call);
}

static void
interrupt (GCancellable *cancellable, gpointer reader)
{
  otr_catalog_reader_interrupt (reader);
}

static gpointer
run_read (gpointer lane_data, gpointer data, GCancellable *cancellable, GError **error)
{
  ReadLane *lane = lane_data;
  const ReadCall *call = data;
  gulong handler = 0;
  gpointer result;

  if (lane->reader == NULL)
    lane->reader = otr_catalog_reader_new (lane->catalog, error);
  if (lane->reader == NULL)
    return NULL;
  if (cancellable != NULL)
    handler = g_cancellable_connect (cancellable, G_CALLBACK (interrupt), lane->reader, NULL);
  result = call->func (lane->reader, call->data, cancellable, error);
  g_cancellable_disconnect (cancellable, handler);
  return result;
}

void
otr_engine_read_async (OtrEngine *self,
                       OtrReadFunc func,
                       gpointer data,
                       GDestroyNotify data_destroy,
                       GDestroyNotify result_destroy,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  ReadCall *read = g_new (ReadCall, 1);
  OtrLaneCall call = { run_read, read, read_call_free, result_destroy };

  g_return_if_fail (OTR_IS_ENGINE (self));
  *read = (ReadCall){ func, data, data_destroy };
  otr_lane_run (self->read_lane, &call, g_task_new (self, cancellable, callback, user_data));
}

gpointer
otr_engine_read_finish (OtrEngine *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* ---- commits of others ---- */

static gpointer
read_version (OtrCatalogReader *reader, gpointer data, GCancellable *cancellable, GError **error)
{
  gint64 version = otr_catalog_reader_get_version (reader);

  return g_memdup2 (&version, sizeof version);
}

static void
on_version (GObject *object, GAsyncResult *result, gpointer data)
{
  OtrEngine *self = OTR_ENGINE (object);
  g_autofree gint64 *version = otr_engine_read_finish (self, result, NULL);

  self->looking = FALSE;
  if (version == NULL || *version == self->version)
    return;
  if (self->version != 0)
    say_changed (self);
  self->version = *version;
}

static gboolean
on_look (gpointer data)
{
  OtrEngine *self = data;

  if (!self->looking)
    otr_engine_read_async (self, read_version, NULL, NULL, g_free, NULL, on_version, NULL);
  self->looking = TRUE;
  return G_SOURCE_CONTINUE;
}

/* ---- writing ---- */

typedef struct
{
  OtrCatalog *catalog;
  OtrCatalogWriter *writer;
} WriteLane;

typedef struct
{
  OtrWriteFunc func;
  gpointer data;
  GDestroyNotify destroy;
} WriteCall;

static void
write_lane_free (gpointer data)
{
  WriteLane *lane = data;

  otr_catalog_writer_free (lane->writer);
  otr_catalog_unref (lane->catalog);
  g_free (lane);
}

static void
write_call_free (gpointer data)
{
  WriteCall *call = data;

  if (call->destroy != NULL)
    call->destroy (call->data);
  g_free (call);
}

static gpointer
run_write (gpointer lane_data, gpointer data, GCancellable *cancellable, GError **error)
{
  WriteLane *lane = lane_data;
  const WriteCall *call = data;

  if (lane->writer == NULL)
    lane->writer = otr_catalog_writer_new (lane->catalog, error);
  return lane->writer == NULL ? NULL : call->func (lane->writer, call->data, error);
}

void
otr_engine_write_async (OtrEngine *self,
                        OtrWriteFunc func,
                        gpointer data,
                        GDestroyNotify data_destroy,
                        GDestroyNotify result_destroy,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  WriteCall *write = g_new (WriteCall, 1);
  OtrLaneCall call = { run_write, write, write_call_free, result_destroy };

  g_return_if_fail (OTR_IS_ENGINE (self));
  *write = (WriteCall){ func, data, data_destroy };
  otr_lane_run (self->write_lane, &call, g_task_new (self, NULL, callback, user_data));
}

gpointer
otr_engine_write_finish (OtrEngine *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  say_changed (self);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* ---- opening ---- */

typedef struct
{
  char *path;
  char *thumbs_path;
  OtrCatalogFlags flags;
  OtrDigestKind digest_kind;
} OpenCall;

typedef struct
{
  OtrCatalog *catalog;
  OtrThumbStore *thumbs;
} Opened;

static void
open_call_free (gpointer data)
{
  OpenCall *call = data;

  g_free (call->path);
  g_free (call->thumbs_path);
  g_free (call);
}

static void
opened_free (gpointer data)
{
  Opened *opened = data;

  otr_catalog_unref (opened->catalog);
  otr_thumb_store_unref (opened->thumbs);
  g_free (opened);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Opened, opened_free)

/* On the read lane, before anything else. */
static gpointer
run_open (gpointer lane_data, gpointer data, GCancellable *cancellable, GError **error)
{
  ReadLane *lane = lane_data;
  const OpenCall *call = data;
  g_autoptr (Opened) opened = g_new0 (Opened, 1);
  g_autofree char *thumbs_path = g_strdup (call->thumbs_path);

  opened->catalog = otr_catalog_open (call->path, call->flags, call->digest_kind, error);
  if (opened->catalog == NULL)
    return NULL;
  if (thumbs_path == NULL)
    thumbs_path = otr_catalog_default_thumbnails (opened->catalog);
  opened->thumbs = otr_thumb_store_open (thumbs_path, error);
  if (opened->thumbs == NULL)
    return NULL;
  lane->catalog = otr_catalog_ref (opened->catalog);
  return g_steal_pointer (&opened);
}

static void
on_opened (GObject *object, GAsyncResult *result, gpointer data)
{
  OtrEngine *self = OTR_ENGINE (object);
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  g_autoptr (Opened) opened = g_task_propagate_pointer (G_TASK (result), &error);
  WriteLane *lane;

  if (opened == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  self->catalog = otr_catalog_ref (opened->catalog);
  self->thumbs = otr_thumb_store_ref (opened->thumbs);
  lane = g_new0 (WriteLane, 1);
  lane->catalog = otr_catalog_ref (opened->catalog);
  self->write_lane = otr_lane_new ("otr-write", lane, write_lane_free);
  self->look_timer = add_timer (self, LOOK_MS, on_look);
  (void) on_look (self);
  g_task_return_pointer (task, g_object_ref (self), g_object_unref);
}

void
otr_engine_open_async (const char *catalog,
                       const char *thumbnails,
                       OtrCatalogFlags flags,
                       OtrDigestKind digest_kind,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer data)
{
  g_autoptr (OtrEngine) self = g_object_new (OTR_TYPE_ENGINE, NULL);
  GTask *task = g_task_new (NULL, cancellable, callback, data);
  OpenCall *open = g_new (OpenCall, 1);
  OtrLaneCall call = { run_open, open, open_call_free, opened_free };

  *open = (OpenCall){ g_strdup (catalog), g_strdup (thumbnails), flags, digest_kind };
  self->read_lane = otr_lane_new ("otr-read", g_new0 (ReadLane, 1), read_lane_free);
  otr_lane_run (self->read_lane, &call, g_task_new (self, cancellable, on_opened, task));
}

OtrEngine *
otr_engine_open_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* ---- the import ---- */

static void
on_import_finished (OtrImportJob *job, OtrEngine *self)
{
  if (self->import == job)
    g_clear_object (&self->import);
  say_changed (self);
}

OtrImportJob *
otr_engine_import (OtrEngine *self,
                   GFile *const *sources,
                   gsize n,
                   const OtrImportOptions *options,
                   GError **error)
{
  g_return_val_if_fail (OTR_IS_ENGINE (self), NULL);
  if (self->import != NULL)
    {
      g_set_error_literal (error, OTR_ERROR, OTR_ERROR_BUSY, "An import is running already");
      return NULL;
    }
  if (!otr_tuning_check (&options->tuning, error))
    return NULL;
  self->import = otr_import_job_new (self->catalog, self->thumbs, sources, n, options);
  g_signal_connect_object (
      self->import, "committed", G_CALLBACK (say_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (
      self->import, "finished", G_CALLBACK (on_import_finished), self, G_CONNECT_AFTER);
  otr_import_job_start (self->import);
  return g_object_ref (self->import);
}

OtrImportJob *
otr_engine_get_import (OtrEngine *self)
{
  g_return_val_if_fail (OTR_IS_ENGINE (self), NULL);
  return self->import;
}

/* ---- the object ---- */

OtrCatalog *
otr_engine_get_catalog (OtrEngine *self)
{
  g_return_val_if_fail (OTR_IS_ENGINE (self), NULL);
  return self->catalog;
}

OtrThumbStore *
otr_engine_get_thumbs (OtrEngine *self)
{
  g_return_val_if_fail (OTR_IS_ENGINE (self), NULL);
  return self->thumbs;
}

OtrLane *
otr_engine_get_picture_lane (OtrEngine *self)
{
  if (self->picture_lane == NULL)
    self->picture_lane = otr_engine_picture_lane_new (self->catalog);
  return self->picture_lane;
}

static void
otr_engine_dispose (GObject *object)
{
  OtrEngine *self = OTR_ENGINE (object);

  clear_timer (&self->look_timer);
  clear_timer (&self->changed_timer);
  if (self->import != NULL)
    otr_import_job_cancel (self->import);
  g_clear_object (&self->import);
  G_OBJECT_CLASS (otr_engine_parent_class)->dispose (object);
}

static void
otr_engine_finalize (GObject *object)
{
  OtrEngine *self = OTR_ENGINE (object);

  g_clear_pointer (&self->read_lane, otr_lane_free);
  g_clear_pointer (&self->write_lane, otr_lane_free);
  g_clear_pointer (&self->picture_lane, otr_lane_free);
  /* The last reference closes files, which may wait for a disk. */
  otr_reaper_free (g_steal_pointer (&self->thumbs), (GDestroyNotify) otr_thumb_store_unref);
  otr_reaper_free (g_steal_pointer (&self->catalog), (GDestroyNotify) otr_catalog_unref);
  G_OBJECT_CLASS (otr_engine_parent_class)->finalize (object);
}

static void
otr_engine_class_init (OtrEngineClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = otr_engine_dispose;
  object_class->finalize = otr_engine_finalize;
  signals[CHANGED] = g_signal_new (
      "changed", OTR_TYPE_ENGINE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
otr_engine_init (OtrEngine *self)
{
}
