/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is to be done with each scanned file. The walk thread runs one scan after the other and
 * feeds whole folders to the plan thread, which compares each with what the catalog knows of it
 * (design section 6) and emits its files in reading order. Unchanged files are settled here and
 * never opened. */

#include "config.h"

#include <string.h>

#include "otr-error.h"
#include "otr-i18n.h"
#include "otr-import-private.h"

#define TICK_US (100 * 1000)
#define FOLDER_WEIGHT 200
#define FILE_WEIGHT 200
#define KERNEL_TICK_NS \
  10000000 /* times in inodes advance by the timer, however fine they are stored */

typedef struct
{
  OtrScanFolder *folder; /* NULL: the end of all scans */
  const OtrImportSource *source;
} Scanned;

typedef struct
{
  OtrImport *import;
  OtrCatalogReader *reader;
  OtrImportEmit emit;
  gpointer emit_data;
  GHashTable *seen_folders; /* RESCAN: "root id/relative" of every folder that was listed */
  GPtrArray *new_items;     /* RESCAN: files without a row, to be looked for among the gone ones */
  gboolean incomplete;      /* RESCAN: some folder could not be listed */
} Plan;

/* ---- walk ---- */

static void
scanned_free (gpointer data)
{
  Scanned *scanned = data;

  otr_scan_folder_free (scanned->folder);
  g_free (scanned);
}

typedef struct
{
  OtrImport *import;
  const OtrImportSource *source;
} Walk;

/* Scout threads. */
static gboolean
on_folder (OtrScanFolder *folder, gpointer data)
{
  Walk *walk = data;
  Scanned *scanned = g_new (Scanned, 1);

  *scanned = (Scanned){ folder, walk->source };
  return otr_queue_push (
             walk->import->folders, scanned, FOLDER_WEIGHT + folder->files->len * FILE_WEIGHT) &&
         !otr_import_is_stopped (walk->import);
}

/* A scan belongs to the thread that started it, so that one looks for changed settings. */
static void
follow_scan (OtrImport *import, OtrScan *scan, guint n_scouts)
{
  while (!otr_scan_wait_until (scan, g_get_monotonic_time () + TICK_US))
    {
      OtrTuningEffective tuning = otr_import_get_effective (import);

      if (tuning.scout_threads == n_scouts)
        continue;
      n_scouts = tuning.scout_threads;
      otr_scan_set_scouts (scan, n_scouts);
    }
}

/* A folder that can't be listed is one failed file; a device that went away ends the import. */
static void
report_scan_error (OtrImport *import, const OtrImportSource *source, GError *error)
{
  OtrScanFolder *folder;
  OtrScanFile *file;
  Walk walk = { import, source };

  if (g_error_matches (error, OTR_ERROR, OTR_ERROR_SOURCE_GONE) ||
      otr_import_source_is_gone (source))
    {
      otr_import_fail (import,
                       g_error_new (OTR_ERROR, OTR_ERROR_SOURCE_GONE, "%s", error->message));
      return;
    }
  file = g_new0 (OtrScanFile, 1);
  file->kind = OTR_SCAN_FAILED;
  file->name = g_strdup ("");
  file->reason = g_strdup (error->message);
  folder = g_new0 (OtrScanFolder, 1);
  folder->path = g_strdup (source->path);
  folder->is_uri = source->is_uri;
  folder->relative = g_strdup ("");
  folder->incomplete = TRUE;
  folder->files = g_ptr_array_new_with_free_func ((GDestroyNotify) otr_scan_file_free);
  g_ptr_array_add (folder->files, file);
  (void) on_folder (folder, &walk);
}

static void
walk_source (OtrImport *import, OtrImportSource *source)
{
  g_autoptr (GPtrArray) roots = g_ptr_array_new ();
  Walk walk = { import, source };
  g_autoptr (GError) error = NULL;
  OtrScanRules rules;
  OtrScan *scan;

  for (guint i = 0; i < import->sources->len; i++)
    {
      const OtrImportSource *other = g_ptr_array_index (import->sources, i);

      if (!other->is_uri)
        g_ptr_array_add (roots, other->path);
    }
  g_ptr_array_add (roots, NULL);
  rules = (OtrScanRules){
    .follow_links = import->options.follow_links,
    .hidden = import->options.hidden,
    .leave_out = (const char *const *) import->options.leave_out,
    .disk_order = source->tuning.disk_order,
    .roots = (const char *const *) roots->pdata,
  };
  scan = otr_scan_start (
      source->file, &rules, source->tuning.scout_threads, on_folder, &walk, import->cancellable);
  follow_scan (import, scan, source->tuning.scout_threads);
  if (!otr_scan_finish (scan, &error) && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    report_scan_error (import, source, error);
}

static void
walk_all (OtrImport *import)
{
  for (guint i = 0; i < import->sources->len && !otr_import_is_stopped (import); i++)
    {
      OtrImportSource *source = g_ptr_array_index (import->sources, i);

      if (source->absent)
        continue;
      otr_import_use_source (import, source);
      g_atomic_int_inc (&import->tuning_serial);
      walk_source (import, source);
    }
}

void
otr_import_run_walk (OtrPool *pool, guint index, gpointer data)
{
  OtrImport *import = data;

  walk_all (import);
  otr_queue_close (import->folders);
}

/* ---- one file ---- */

static void
emit (Plan *plan, OtrImportItem *item)
{
  OTR_COUNT (plan->import->emitted, 1);
  plan->emit (plan->import, item, plan->emit_data);
}

static gboolean
same_time (gint64 a_ns, gint64 b_ns, gint64 step_ns)
{
  gint64 step = MAX (step_ns, 1);

  return a_ns / step == b_ns / step;
}

/* A file that was written within one tick of its read may have been written again in the same tick.
 */
static gboolean
is_suspect (const OtrKnownFile *known, const OtrStorage *storage)
{
  gint64 step = MAX (storage->time_step_ns, KERNEL_TICK_NS);

  return known->read_ns < known->mtime_ns + step;
}

static gboolean
is_unchanged (const OtrKnownFile *known, const OtrScanFile *file, const OtrStorage *storage)
{
  if (known->size != file->size ||
      !same_time (known->mtime_ns, file->mtime_ns, storage->time_step_ns) ||
      is_suspect (known, storage))
    return FALSE;
  return !storage->stable_inodes || file->inode == 0 || known->inode == 0 ||
         (known->inode == file->inode && known->ctime_ns == file->ctime_ns);
}

static gboolean
needs_retry (const OtrKnownFile *known)
{
  return known->decoder_version < OTR_DECODER_VERSION && known->decode_state != OTR_DECODE_OK;
}

static void
plan_photo (Plan *plan, OtrImportItem *item, const OtrScanFile *file, OtrKnownFile *known)
{
  const OtrStorage *storage = item->folder->source->storage;

  if (known == NULL || known->is_companion)
    return;
  item->known_file_id = known->file_id;
  item->known_content_id = known->content_id;
  if (!is_unchanged (known, file, storage))
    item->kind = OTR_ITEM_SUSPECT;
  else if (needs_retry (known))
    item->kind = OTR_ITEM_RETRY;
  else
    {
      otr_import_item_settle (item, OTR_RESULT_KNOWN, NULL);
      item->refresh = known->state != OTR_FILE_OK;
    }
}

static void
plan_other (OtrImportItem *item, const OtrScanFile *file, const OtrKnownFile *known)
{
  const OtrStorage *storage = item->folder->source->storage;

  if (file->kind == OTR_SCAN_FAILED)
    otr_import_item_settle (item, OTR_RESULT_FAILED, file->reason);
  else if (file->kind == OTR_SCAN_SKIPPED)
    otr_import_item_settle (item, OTR_RESULT_SKIPPED, file->reason);
  else if (file->companion_of != NULL)
    {
      otr_import_item_settle (item, OTR_RESULT_COMPANION, NULL);
      item->refresh = known == NULL || !known->is_companion || known->size != file->size ||
                      !same_time (known->mtime_ns, file->mtime_ns, storage->time_step_ns);
    }
  else
    otr_import_item_settle (item,
                            OTR_RESULT_SKIPPED,
                            file->reason != NULL             ? file->reason
                            : file->kind == OTR_SCAN_SIDECAR ? N_ ("A sidecar without its photo")
                                                             : N_ ("Videos are not imported"));
}

static void
plan_file (Plan *plan, OtrImportFolder *folder, const OtrScanFile *file, GHashTable *known_files)
{
  OtrImportMode mode = plan->import->options.mode;
  OtrKnownFile *known = g_hash_table_lookup (known_files, file->name);
  OtrImportItem *item = otr_import_item_new (folder, file);

  if (file->kind == OTR_SCAN_PHOTO)
    plan_photo (plan, item, file, known);
  else
    plan_other (item, file, known);
  if (known != NULL)
    (void) g_hash_table_remove (known_files, file->name);
  if (mode == OTR_IMPORT_RESCAN && known == NULL)
    {
      if (file->kind == OTR_SCAN_PHOTO)
        g_ptr_array_add (plan->new_items, item);
      else
        otr_import_item_free (item);
      return;
    }
  OTR_COUNT (plan->import->counters.found, 1);
  OTR_COUNT (plan->import->counters.found_bytes, file->size);
  emit (plan, item);
}

/* ---- one folder ---- */

static void
note_gone (Plan *plan, GHashTable *known_files)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, known_files);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const OtrKnownFile *known = value;
      OtrImportGone gone = { known->file_id, known->size };

      if (known->is_companion)
        g_array_append_val (plan->import->gone_companions, known->file_id);
      else
        g_array_append_val (plan->import->gone, gone);
    }
}

static int
by_place (gconstpointer a, gconstpointer b)
{
  const OtrScanFile *one = *(OtrScanFile *const *) a;
  const OtrScanFile *two = *(OtrScanFile *const *) b;

  if (one->place != two->place)
    return one->place < two->place ? -1 : 1;
  return strcmp (one->name, two->name);
}

static char *
folder_key (gint64 root_id, const char *relative)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT "/%s", root_id, relative);
}

static void
plan_folder (Plan *plan, const Scanned *scanned)
{
  OtrImport *import = plan->import;
  const OtrImportSource *source = scanned->source;
  OtrImportFolder *folder = otr_import_folder_new (source, scanned->folder);
  GPtrArray *files = scanned->folder->files;
  gint64 start_us = g_get_monotonic_time ();
  g_autoptr (GHashTable) known_files = NULL;
  g_autoptr (GError) error = NULL;
  guint n_files = files->len;

  known_files =
      otr_catalog_reader_known_folder (plan->reader, source->root_id, folder->relative, &error);
  if (known_files == NULL)
    {
      otr_import_fail (import, g_steal_pointer (&error));
      otr_import_folder_unref (folder);
      return;
    }
  if (n_files > 0)
    otr_stats_add (
        &import->stats[OTR_STAGE_SCAN], 0, (guint64) (g_get_monotonic_time () - start_us));
  if (n_files > 1)
    OTR_COUNT (import->stats[OTR_STAGE_SCAN].items, n_files - 1);
  if (source->tuning.disk_order)
    g_ptr_array_sort (files, by_place);
  for (guint i = 0; i < n_files; i++)
    plan_file (plan, folder, g_ptr_array_index (files, i), known_files);
  if (import->options.mode != OTR_IMPORT_ADD)
    {
      g_hash_table_add (plan->seen_folders, folder_key (source->root_id, folder->relative));
      if (scanned->folder->incomplete)
        plan->incomplete = TRUE;
      else if (!source->single_file)
        note_gone (plan, known_files);
    }
  otr_import_folder_unref (folder);
}

/* ---- rescan ---- */

/* Folders that the catalog knows and the walk did not meet: they are gone with all in them. */
static gboolean
note_gone_folders (Plan *plan, const OtrImportSource *source, GError **error)
{
  g_autoptr (GPtrArray) folders =
      otr_catalog_reader_folders_below (plan->reader, source->root_id, source->prefix, error);

  if (folders == NULL)
    return FALSE;
  for (guint i = 0; i < folders->len; i++)
    {
      const char *relative = g_ptr_array_index (folders, i);
      g_autofree char *key = folder_key (source->root_id, relative);
      g_autoptr (GHashTable) known_files = NULL;

      if (g_hash_table_contains (plan->seen_folders, key))
        continue;
      known_files =
          otr_catalog_reader_known_folder (plan->reader, source->root_id, relative, error);
      if (known_files == NULL)
        return FALSE;
      note_gone (plan, known_files);
    }
  return TRUE;
}

/* Without adding, a new file is only read when a gone one has its size: it may have moved here. */
static void
emit_perhaps_moved (Plan *plan)
{
  g_autoptr (GHashTable) sizes = g_hash_table_new (g_int64_hash, g_int64_equal);
  GArray *gone = plan->import->gone;

  for (guint i = 0; i < gone->len; i++)
    g_hash_table_add (sizes, &g_array_index (gone, OtrImportGone, i).size);
  for (guint i = 0; i < plan->new_items->len; i++)
    {
      OtrImportItem *item = g_ptr_array_index (plan->new_items, i);

      if (g_hash_table_contains (sizes, &item->look.size))
        {
          OTR_COUNT (plan->import->counters.found, 1);
          OTR_COUNT (plan->import->counters.found_bytes, item->look.size);
          emit (plan, item);
          continue;
        }
      OTR_COUNT (plan->import->counters.new_files, 1);
      otr_import_item_free (item);
    }
}

static void
finish_rescan (Plan *plan)
{
  OtrImport *import = plan->import;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < import->sources->len && !plan->incomplete; i++)
    {
      const OtrImportSource *source = g_ptr_array_index (import->sources, i);

      if (!source->single_file && !note_gone_folders (plan, source, &error))
        {
          otr_import_fail (import, g_steal_pointer (&error));
          return;
        }
    }
  emit_perhaps_moved (plan);
}

/* ---- threads ---- */

static void
plan_init (Plan *plan, OtrImport *import, OtrImportEmit emit_func, gpointer data)
{
  g_autoptr (GError) error = NULL;

  *plan = (Plan){ .import = import, .emit = emit_func, .emit_data = data };
  plan->seen_folders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  plan->new_items = g_ptr_array_new ();
  plan->reader = otr_catalog_reader_new (import->catalog, &error);
  if (plan->reader == NULL)
    otr_import_fail (import, g_steal_pointer (&error));
}

static void
plan_clear (Plan *plan)
{
  if (plan->import->options.mode != OTR_IMPORT_ADD && !otr_import_is_stopped (plan->import))
    finish_rescan (plan);
  else
    g_ptr_array_set_free_func (plan->new_items, otr_import_item_free);
  g_ptr_array_unref (plan->new_items);
  g_hash_table_unref (plan->seen_folders);
  otr_catalog_reader_free (plan->reader);
  g_atomic_int_set (&plan->import->scan_done, TRUE);
}

static void
emit_to_stage (OtrImport *import, OtrImportItem *item, gpointer data)
{
  OtrQueue *queue = item->settled ? import->results : import->planned;

  (void) otr_queue_push (queue, item, otr_import_item_get_weight (item));
}

void
otr_import_run_plan (OtrPool *pool, guint index, gpointer data)
{
  OtrImport *import = data;
  Scanned *scanned;
  Plan plan;

  plan_init (&plan, import, emit_to_stage, NULL);
  while ((scanned = otr_queue_pop (import->folders)) != NULL)
    {
      if (!otr_import_is_stopped (import))
        plan_folder (&plan, scanned);
      scanned_free (scanned);
    }
  plan_clear (&plan);
  otr_queue_close (import->planned);
}

static int
by_path (gconstpointer a, gconstpointer b)
{
  const Scanned *one = *(Scanned *const *) a;
  const Scanned *two = *(Scanned *const *) b;

  return strcmp (one->folder->path, two->folder->path);
}

void
otr_import_plan_inline (OtrImport *import, OtrImportEmit emit_func, gpointer data)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (scanned_free);
  Scanned *scanned;
  Plan plan;

  walk_all (import);
  while ((scanned = otr_queue_try_pop (import->folders)) != NULL)
    g_ptr_array_add (all, scanned);
  g_ptr_array_sort (all, by_path);
  plan_init (&plan, import, emit_func, data);
  for (guint i = 0; i < all->len && !otr_import_is_stopped (import); i++)
    plan_folder (&plan, g_ptr_array_index (all, i));
  plan_clear (&plan);
}
