/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The counted struct that all threads of an import see: its items, the gate before each read, the
 * claims on contents, the first error. One lock guards what is marked so; it is never held across
 * I/O. */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "otr-fd.h"
#include "otr-import-private.h"
#include "otr-path.h"
#include "otr-taken.h"

#define FOLDERS_BYTES ((gsize) 16 * 1024 * 1024)

/* ---- life ---- */

static void
claim_free (gpointer data)
{
  OtrImportClaim *claim = data;

  g_clear_pointer (&claim->twins, g_ptr_array_unref);
  g_free (claim->reason);
  g_free (claim);
}

static void
copy_options (OtrImportOptions *to, const OtrImportOptions *from)
{
  *to = *from;
  to->leave_out = g_strdupv (from->leave_out);
  to->album = g_strdup (from->album);
}

OtrImport *
otr_import_new (OtrCatalog *catalog, OtrThumbStore *thumbs, const OtrImportOptions *options)
{
  OtrImport *import = g_atomic_rc_box_new0 (OtrImport);
  const char *threads = g_getenv ("OTR_THREADS");

  import->catalog = otr_catalog_ref (catalog);
  import->thumbs = thumbs == NULL ? NULL : otr_thumb_store_ref (thumbs);
  copy_options (&import->options, options);
  import->inline_stages = options->inline_stages || g_strcmp0 (threads, "inline") == 0;
  import->tuning = options->tuning;
  import->sources = g_ptr_array_new_with_free_func (otr_import_source_free);
  import->context = g_main_context_ref_thread_default ();
  import->cancellable = g_cancellable_new ();
  /* Emptied by the plan in any case; inline the whole walk comes first. */
  import->folders = otr_queue_new (import->inline_stages ? G_MAXSIZE : FOLDERS_BYTES, NULL);
  import->planned = otr_queue_new (OTR_IMPORT_PLANNED_BYTES, otr_import_item_free);
  import->read_done = otr_queue_new (G_MAXSIZE, otr_import_item_free); /* bounded by the buffers */
  import->digested = otr_queue_new (G_MAXSIZE, otr_import_item_free);
  import->results = otr_queue_new (OTR_IMPORT_RESULTS_BYTES, otr_import_item_free);
  import->claims = g_hash_table_new_full (
      g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, claim_free);
  import->moved_files = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  import->events = g_ptr_array_new_with_free_func (otr_import_event_free);
  import->gone = g_array_new (FALSE, FALSE, sizeof (OtrImportGone));
  import->gone_companions = g_array_new (FALSE, FALSE, sizeof (gint64));
  import->summary.seconds_to_first_thumbnail = -1;
  otr_mutex_init (&import->lock);
  otr_cond_init (&import->gate);
  return import;
}

OtrImport *
otr_import_ref (OtrImport *import)
{
  return g_atomic_rc_box_acquire (import);
}

static void
import_clear (gpointer data)
{
  OtrImport *import = data;

  otr_queue_free (import->folders);
  otr_queue_free (import->planned);
  otr_queue_free (import->read_done);
  otr_queue_free (import->digested);
  otr_queue_free (import->results);
  g_hash_table_unref (import->claims);
  g_hash_table_unref (import->moved_files);
  g_ptr_array_unref (import->events);
  g_array_unref (import->gone);
  g_array_unref (import->gone_companions);
  g_ptr_array_unref (import->sources);
  g_clear_pointer (&import->roots, g_ptr_array_unref);
  g_object_unref (import->cancellable);
  g_main_context_unref (import->context);
  g_clear_error (&import->error);
  g_clear_error (&import->summary.error);
  g_free (import->present_folder);
  otr_import_options_clear (&import->options);
  otr_thumb_store_unref (import->thumbs);
  otr_catalog_unref (import->catalog);
  otr_cond_clear (&import->gate);
  otr_mutex_clear (&import->lock);
}

void
otr_import_unref (gpointer import)
{
  g_atomic_rc_box_release_full (import, import_clear);
}

/* ---- ending early ---- */

void
otr_import_fail (OtrImport *import, GError *error)
{
  {
    otr_auto_lock (&import->lock);
    if (import->error == NULL)
      import->error = g_steal_pointer (&error);
    g_atomic_int_set (&import->stopped, TRUE);
  }
  g_clear_error (&error);
  g_cancellable_cancel (import->cancellable);
  otr_import_wake_gate (import);
}

gboolean
otr_import_is_stopped (OtrImport *import)
{
  return g_atomic_int_get (&import->stopped);
}

/* ---- the gate ---- */

static gboolean
is_admitted (OtrImport *import)
{
  guint limit = import->effective.admission;

  return !import->paused && (limit == 0 || import->n_reading < limit);
}

gboolean
otr_import_enter_gate (OtrImport *import)
{
  otr_auto_lock (&import->lock);

  while (!otr_import_is_stopped (import) && !is_admitted (import))
    otr_cond_wait (&import->gate, &import->lock);
  if (otr_import_is_stopped (import))
    return FALSE;
  import->n_reading++;
  return TRUE;
}

void
otr_import_wait_while_paused (OtrImport *import)
{
  otr_auto_lock (&import->lock);

  while (!otr_import_is_stopped (import) && import->paused)
    otr_cond_wait (&import->gate, &import->lock);
}

void
otr_import_leave_gate (OtrImport *import)
{
  otr_auto_lock (&import->lock);

  import->n_reading--;
  otr_cond_broadcast (&import->gate); /* who waits for the end of a pause must not eat it */
}

void
otr_import_wake_gate (OtrImport *import)
{
  otr_auto_lock (&import->lock);

  otr_cond_broadcast (&import->gate);
}

/* ---- what is said about now ---- */

void
otr_import_set_folder (OtrImport *import, const char *path)
{
  otr_auto_lock (&import->lock);

  g_free (import->present_folder);
  import->present_folder = g_filename_display_name (path);
}

OtrTuningEffective
otr_import_get_effective (OtrImport *import)
{
  otr_auto_lock (&import->lock);

  return import->effective;
}

void
otr_import_use_source (OtrImport *import, OtrImportSource *source)
{
  otr_auto_lock (&import->lock);

  otr_tuning_resolve (&import->tuning, source->storage, g_get_num_processors (), &source->tuning);
  import->source = source;
  import->effective = source->tuning;
  import->storage_kind = source->storage->kind;
  otr_cond_broadcast (&import->gate);
}

void
otr_import_set_tuning (OtrImport *import, const OtrTuning *tuning)
{
  {
    otr_auto_lock (&import->lock);
    import->tuning = *tuning;
    if (import->source != NULL)
      otr_tuning_resolve (
          tuning, import->source->storage, g_get_num_processors (), &import->effective);
    if (import->effective.preset != OTR_PRESET_AUTO)
      *import->auto_note = '\0';
    otr_cond_broadcast (&import->gate);
  }
  g_atomic_int_inc (&import->tuning_serial);
}

void
otr_import_choose (OtrImport *import, const OtrTunerChoice *choice)
{
  {
    OtrTuningEffective *effective = &import->effective;
    otr_auto_lock (&import->lock);

    if (effective->preset != OTR_PRESET_AUTO || !effective->preload)
      return;
    effective->preload_threads = choice->preload_threads;
    effective->scout_threads = choice->scout_threads;
    effective->digest_while_preloading = choice->digest_while_preloading;
    if (effective->admission != 0)
      effective->admission = choice->preload_threads;
    otr_cond_broadcast (&import->gate);
  }
  g_atomic_int_inc (&import->tuning_serial);
}

void
otr_import_set_auto_note (OtrImport *import, OtrTunerState state, const char *note)
{
  otr_auto_lock (&import->lock);

  /* The numbers may have been given by hand since the note was made. */
  if (*note != '\0' && import->effective.preset != OTR_PRESET_AUTO)
    return;
  import->auto_state = state;
  (void) g_strlcpy (import->auto_note, note, sizeof import->auto_note);
}

void
otr_import_set_paused (OtrImport *import, gboolean paused)
{
  otr_auto_lock (&import->lock);

  import->paused = paused;
  otr_cond_broadcast (&import->gate);
}

/* ---- sources, folders, items ---- */

void
otr_import_source_free (gpointer data)
{
  OtrImportSource *source = data;

  g_clear_object (&source->file);
  otr_storage_free (source->storage);
  g_free (source->path);
  g_free (source->prefix);
  g_free (source);
}

gboolean
otr_import_source_is_gone (const OtrImportSource *source)
{
  otr_autofd int fd = -1;

  if (source->is_uri)
    return !g_file_query_exists (source->file, NULL);
  fd = otr_path_open (source->path, O_PATH, 0);
  return fd < 0 && errno != EACCES;
}

OtrImportFolder *
otr_import_folder_new (const OtrImportSource *source, const OtrScanFolder *scanned)
{
  OtrImportFolder *folder = g_atomic_rc_box_new0 (OtrImportFolder);

  folder->source = source;
  folder->path = g_strdup (scanned->path);
  folder->is_uri = scanned->is_uri;
  if (*source->prefix != '\0' && *scanned->relative != '\0')
    folder->relative = g_strconcat (source->prefix, "/", scanned->relative, NULL);
  else
    folder->relative = g_strconcat (source->prefix, scanned->relative, NULL);
  return folder;
}

static void
folder_clear (gpointer data)
{
  OtrImportFolder *folder = data;

  g_free (folder->path);
  g_free (folder->relative);
}

void
otr_import_folder_unref (OtrImportFolder *folder)
{
  g_atomic_rc_box_release_full (folder, folder_clear);
}

OtrImportItem *
otr_import_item_new (OtrImportFolder *folder, const OtrScanFile *file)
{
  OtrImportItem *item = g_new0 (OtrImportItem, 1);

  item->folder = g_atomic_rc_box_acquire (folder);
  item->name = g_strdup (file->name);
  item->companion_of = g_strdup (file->companion_of);
  otr_preload_init (&item->look);
  item->look.size = file->size;
  item->look.mtime_ns = file->mtime_ns;
  item->look.ctime_ns = file->ctime_ns;
  item->look.inode = file->inode;
  item->look.read_ns = g_get_real_time () * 1000;
  return item;
}

void
otr_import_item_free (gpointer data)
{
  OtrImportItem *item = data;

  if (item == NULL)
    return;
  otr_preload_clear (&item->look);
  otr_import_folder_unref (item->folder);
  otr_facts_free (item->facts);
  otr_thumb_clear (&item->thumb);
  g_free (item->name);
  g_free (item->companion_of);
  g_free (item->reason);
  g_free (item);
}

char *
otr_import_item_get_path (const OtrImportItem *item)
{
  g_autofree char *escaped = NULL;

  if (!item->folder->is_uri)
    return g_build_filename (item->folder->path, item->name, NULL);
  escaped = g_uri_escape_string (item->name, NULL, FALSE);
  return g_strconcat (
      item->folder->path, g_str_has_suffix (item->folder->path, "/") ? "" : "/", escaped, NULL);
}

void
otr_import_item_settle (OtrImportItem *item, OtrResult result, const char *reason)
{
  item->settled = TRUE;
  item->result = result;
  if (reason != item->reason)
    {
      g_free (item->reason);
      item->reason = g_strdup (reason);
    }
}

void
otr_import_item_drop (OtrImportItem *item)
{
  item->settled = TRUE;
  item->dropped = TRUE;
}

/* A rescan that adds nothing met a new file. */
void
otr_import_item_settle_new (OtrImport *import, OtrImportItem *item)
{
  OTR_COUNT (import->counters.new_files, 1);
  otr_import_item_settle (item, OTR_RESULT_SKIPPED, "It is new");
}

void
otr_import_item_date (OtrImportItem *item)
{
  if (item->facts == NULL)
    item->facts = otr_facts_new ();
  otr_taken_complete (item->facts, item->name, item->look.mtime_ns);
}

/* About what it takes in memory, buffers aside. */
gsize
otr_import_item_get_weight (const OtrImportItem *item)
{
  gsize weight = sizeof *item + 128;

  if (item->facts != NULL)
    weight += sizeof (OtrFacts) +
              (item->facts->tags != NULL ? g_variant_get_size (item->facts->tags) : 0);
  if (item->thumb.encoded != NULL)
    weight += g_bytes_get_size (item->thumb.encoded);
  return weight;
}

/* ---- claims ---- */

static GBytes *
make_key (const OtrImportItem *item)
{
  guint8 key[OTR_DIGEST_MAX + sizeof item->look.size];

  memcpy (key, item->look.digest.bytes, OTR_DIGEST_MAX);
  memcpy (key + OTR_DIGEST_MAX, &item->look.size, sizeof item->look.size);
  return g_bytes_new (key, sizeof key);
}

void
otr_import_claim_content (OtrImport *import, OtrImportItem *item)
{
  g_autoptr (GBytes) key = make_key (item);
  OtrImportClaim *claim;
  otr_auto_lock (&import->lock);

  claim = g_hash_table_lookup (import->claims, key);
  item->first = claim == NULL;
  item->twin = claim != NULL;
  if (claim == NULL)
    {
      claim = g_new0 (OtrImportClaim, 1);
      g_hash_table_insert (import->claims, g_steal_pointer (&key), claim);
    }
  claim->refs++;
}

OtrImportClaim *
otr_import_get_claim (OtrImport *import, const OtrImportItem *item)
{
  g_autoptr (GBytes) key = make_key (item);
  otr_auto_lock (&import->lock);

  return g_hash_table_lookup (import->claims, key);
}

void
otr_import_release_claim (OtrImport *import, const OtrImportItem *item)
{
  g_autoptr (GBytes) key = make_key (item);
  OtrImportClaim *claim;
  otr_auto_lock (&import->lock);

  claim = g_hash_table_lookup (import->claims, key);
  if (--claim->refs == 0)
    (void) g_hash_table_remove (import->claims, key);
}

gboolean
otr_import_claim_moved (OtrImport *import, gint64 file_id)
{
  otr_auto_lock (&import->lock);

  return g_hash_table_add (import->moved_files, g_memdup2 (&file_id, sizeof file_id));
}
