/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A look at a folder before it is imported: what is it on, and how many photos does it seem to
 * hold? */

#include "config.h"

#include "otr-dispatch.h"
#include "otr-engine-private.h"
#include "otr-scan.h"
#include "otr-sync.h"

#define PROGRESS_US (200 * 1000)

typedef struct
{
  GFile *folder;
  OtrFolderProgress progress; /* owner's context, with its data */
  gpointer progress_data;
  GCancellable *cancellable;
  GMainContext *context;
  guint64 photos; /* atomic */
  guint64 bytes;  /* atomic */
  OtrMutex lock;
  gint64 next_us; /* lock; when progress is told again */
} Look;

static void
look_clear (gpointer data)
{
  Look *look = data;

  g_object_unref (look->folder);
  g_clear_object (&look->cancellable);
  g_main_context_unref (look->context);
  otr_mutex_clear (&look->lock);
}

static void
look_unref (gpointer look)
{
  g_atomic_rc_box_release_full (look, look_clear);
}

void
otr_folder_facts_free (OtrFolderFacts *facts)
{
  if (facts == NULL)
    return;
  otr_storage_free (facts->storage);
  g_free (facts);
}

static void
tell_progress (gpointer data)
{
  Look *look = data;

  if (!g_cancellable_is_cancelled (look->cancellable))
    look->progress (__atomic_load_n (&look->photos, __ATOMIC_RELAXED),
                    __atomic_load_n (&look->bytes, __ATOMIC_RELAXED),
                    look->progress_data);
}

static gboolean
is_due (Look *look)
{
  gint64 now_us = g_get_monotonic_time ();
  otr_auto_lock (&look->lock);

  if (look->progress == NULL || now_us < look->next_us)
    return FALSE;
  look->next_us = now_us + PROGRESS_US;
  return TRUE;
}

static gboolean
on_folder (OtrScanFolder *folder, gpointer data)
{
  Look *look = data;

  for (guint i = 0; i < folder->files->len; i++)
    {
      const OtrScanFile *file = g_ptr_array_index (folder->files, i);

      if (file->kind != OTR_SCAN_PHOTO)
        continue;
      (void) __atomic_fetch_add (&look->photos, 1, __ATOMIC_RELAXED);
      (void) __atomic_fetch_add (&look->bytes, file->size, __ATOMIC_RELAXED);
    }
  otr_scan_folder_free (folder);
  if (is_due (look))
    otr_dispatch (look->context, tell_progress, g_atomic_rc_box_acquire (look), look_unref);
  return TRUE;
}

static gpointer
look_at_folder (gpointer lane_data, gpointer data, GCancellable *cancellable, GError **error)
{
  Look *look = data;
  g_autofree char *path = g_file_get_path (look->folder);
  g_autoptr (OtrStorage) storage = otr_storage_detect (path != NULL ? path : "");
  OtrFolderFacts *facts;
  OtrTuningEffective tuning;
  OtrScanRules rules = { 0 };
  OtrTuning wanted;
  OtrScan *scan;

  otr_tuning_init (&wanted);
  otr_tuning_resolve (&wanted, storage, g_get_num_processors (), &tuning);
  scan = otr_scan_start (look->folder, &rules, tuning.scout_threads, on_folder, look, cancellable);
  if (!otr_scan_finish (scan, error))
    return NULL;
  facts = g_new0 (OtrFolderFacts, 1);
  facts->photos = look->photos;
  facts->bytes = look->bytes;
  facts->storage = g_steal_pointer (&storage);
  return facts;
}

void
otr_engine_look_at_folder_async (GFile *folder,
                                 OtrFolderProgress progress,
                                 gpointer progress_data,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  /* One short life, for this one call. */
  g_autoptr (OtrLane) lane = otr_lane_new ("otr-look", NULL, NULL);
  Look *look = g_atomic_rc_box_new0 (Look);
  OtrLaneCall call = { look_at_folder, look, look_unref, (GDestroyNotify) otr_folder_facts_free };

  look->folder = g_object_ref (folder);
  look->progress = progress;
  look->progress_data = progress_data;
  look->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  look->context = g_main_context_ref_thread_default ();
  otr_mutex_init (&look->lock);
  otr_lane_run (lane, &call, g_task_new (NULL, cancellable, callback, user_data));
}

OtrFolderFacts *
otr_engine_look_at_folder_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* ---- storage alone ---- */

static gpointer
look_at_storage (gpointer lane_data, gpointer data, GCancellable *cancellable, GError **error)
{
  return otr_storage_detect (data);
}

void
otr_engine_look_at_storage_async (const char *path,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  g_autoptr (OtrLane) lane = otr_lane_new ("otr-look", NULL, NULL);
  OtrLaneCall call = {
    look_at_storage,
    g_strdup (path),
    g_free,
    (GDestroyNotify) otr_storage_free,
  };

  otr_lane_run (lane, &call, g_task_new (NULL, cancellable, callback, user_data));
}

OtrStorage *
otr_engine_look_at_storage_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
