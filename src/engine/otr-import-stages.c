/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The three stages that handle a photo's bytes: read, digest, decode. Each is a function on one
 * item and a worker loop around it; an item that is settled passes through. The buffer goes back as
 * soon as the decoder has answered. */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "otr-error.h"
#include "otr-fd.h"
#include "otr-import-private.h"
#include "otr-path.h"
#include "otr-taken.h"

/* A decode queue longer than this many items a thread means that the decoders are behind. */
#define BEHIND_FACTOR 2

/* At most this part of the bytes is left to be read a second time, for thumbnails made later. */
#define REREAD_PART 4

static gint64
since (gint64 start_us)
{
  return g_get_monotonic_time () - start_us;
}

/* ---- read ---- */

/* One bad file ends as failed; when its whole source is gone, the import ends. */
static void
fail_item (OtrImport *import, OtrImportItem *item, const GError *error)
{
  const OtrImportSource *source = item->folder->source;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      otr_import_item_drop (item);
      return;
    }
  if (otr_import_source_is_gone (source))
    {
      g_autofree char *shown = g_filename_display_name (source->path);

      otr_import_fail (import,
                       g_error_new (OTR_ERROR,
                                    OTR_ERROR_SOURCE_GONE,
                                    "%s is no longer there: %s",
                                    shown,
                                    error->message));
    }
  otr_import_item_settle (item, OTR_RESULT_FAILED, error->message);
}

/* Gigabytes are not read for nothing: a file too large for the pool is looked at by a decoder
 * first, which reads little of what is no photo. Trouble is left to the read itself. */
static gboolean
is_large_stranger (OtrImport *import, OtrImportItem *item, const char *path)
{
  OtrWireJob job = { .want = OTR_WIRE_WANT_FACTS, .length = item->look.size };
  g_auto (OtrWireAnswer) answer = { 0 };
  otr_autofd int fd = -1;

  if (item->folder->is_uri || item->kind != OTR_ITEM_NEW ||
      item->look.size <= otr_buffer_pool_get_largest (import->buffers))
    return FALSE;
  fd = otr_path_open (path, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0);
  if (fd < 0 ||
      !otr_decoder_run (import->decoders, &job, fd, -1, import->cancellable, &answer, NULL) ||
      answer.facts == NULL || answer.facts->state != OTR_DECODE_NOT_A_PHOTO)
    return FALSE;
  otr_import_item_settle (item, OTR_RESULT_SKIPPED, answer.facts->reason);
  return TRUE;
}

static void
read_whole (OtrImport *import, OtrImportItem *item, const char *path)
{
  OtrTuningEffective tuning = otr_import_get_effective (import);
  /* Without reading ahead, one thread reads and digests, one file at a time. */
  OtrPreloadRequest request = {
    .path = path,
    .is_uri = item->folder->is_uri,
    .size = item->look.size,
    .digest = tuning.digest_while_preloading || !tuning.preload,
    .counter = &import->counters.bytes_read,
  };
  OtrDigestKind kind = otr_catalog_get_digest_kind (import->catalog);
  g_autoptr (GError) error = NULL;
  gint64 start_us = g_get_monotonic_time ();

  if (!otr_preload_read (import->buffers, &request, kind, &item->look, import->cancellable, &error))
    fail_item (import, item, error);
  otr_stats_add (&import->stats[OTR_STAGE_READ],
                 item->look.bytes_read,
                 (guint64) (since (start_us) - item->look.waited_us));
}

void
otr_import_read_item (OtrImport *import, OtrImportItem *item)
{
  g_autofree char *path = NULL;

  if (item->settled)
    return;
  if (!otr_import_enter_gate (import))
    {
      otr_import_item_drop (item);
      return;
    }
  otr_import_set_folder (import, item->folder->path);
  path = otr_import_item_get_path (item);
  if (!is_large_stranger (import, item, path))
    read_whole (import, item, path);
  otr_import_leave_gate (import);
}

/* ---- digest ---- */

static void
make_digest (OtrImport *import, OtrImportItem *item)
{
  g_autoptr (OtrDigester) digester = NULL;
  gint64 start_us = g_get_monotonic_time ();

  if (item->look.digest.length != 0)
    return;
  digester = otr_digester_new (otr_catalog_get_digest_kind (import->catalog));
  otr_digester_update (digester, item->look.buffer->data, item->look.buffer->size);
  otr_digester_finish (digester, &item->look.digest);
  otr_stats_add (&import->stats[OTR_STAGE_DIGEST], item->look.size, (guint64) since (start_us));
}

static const OtrRoot *
find_root (OtrImport *import, gint64 root_id)
{
  for (guint i = 0; i < import->roots->len; i++)
    {
      const OtrRoot *root = g_ptr_array_index (import->roots, i);

      if (root->id == root_id)
        return root;
    }
  return NULL;
}

static gboolean
is_gone (OtrImport *import, const OtrContentFile *file)
{
  const OtrRoot *root = find_root (import, file->root_id);
  g_autofree char *path = NULL;
  struct stat info;

  /* Where the whole root is absent nothing has moved: it is offline. */
  if (root == NULL || root->is_uri || stat (root->path, &info) != 0)
    return FALSE;
  path = g_build_filename (root->path, file->relative, file->name, NULL);
  return lstat (path, &info) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

/* Another row has this content, and its file is no longer there: this is that file, moved. */
static void
find_moved (OtrImport *import, OtrImportItem *item, const GPtrArray *files)
{
  for (guint i = 0; i < files->len && !item->settled; i++)
    {
      const OtrContentFile *file = g_ptr_array_index (files, i);

      if (!is_gone (import, file) || !otr_import_claim_moved (import, file->file_id))
        continue;
      item->known_file_id = file->file_id;
      otr_import_item_settle (item, OTR_RESULT_MOVED, NULL);
    }
}

/* Content that says nothing of its time gets it from the name and the mtime of each of its files.
 */
static gboolean
date_duplicate (OtrCatalogReader *reader,
                OtrImportItem *item,
                const GPtrArray *files,
                GError **error)
{
  g_autoptr (GPtrArray) photos = NULL;
  const OtrContentFile *file;
  const OtrPhotoRecord *photo;

  if (files->len == 0)
    return TRUE;
  file = g_ptr_array_index (files, 0);
  photos = otr_catalog_reader_get_photos (reader, &file->photo_id, 1, FALSE, error);
  if (photos == NULL)
    return FALSE;
  photo = g_ptr_array_index (photos, 0);
  if (photo != NULL && photo->facts->taken_source < OTR_TAKEN_FILENAME &&
      photo->facts->taken_source != OTR_TAKEN_NONE)
    return TRUE;
  otr_import_item_date (item);
  return TRUE;
}

static gboolean
settle_copy (OtrImport *import, OtrCatalogReader *reader, OtrImportItem *item, GError **error)
{
  g_autoptr (GPtrArray) files = otr_catalog_reader_content_files (reader, item->content_id, error);

  if (files == NULL)
    return FALSE;
  find_moved (import, item, files);
  if (item->settled)
    return TRUE;
  if (import->options.mode == OTR_IMPORT_RESCAN)
    {
      otr_import_item_settle_new (import, item);
      return TRUE;
    }
  otr_import_item_settle (item, OTR_RESULT_DUPLICATE, NULL);
  return date_duplicate (reader, item, files, error);
}

/* The content has a row already. */
static void
settle_known_content (OtrImport *import, OtrCatalogReader *reader, OtrImportItem *item)
{
  g_autoptr (GError) error = NULL;
  gboolean same = item->content_id == item->known_content_id;

  otr_import_release_claim (import, item);
  item->first = FALSE;
  item->twin = FALSE;
  if (item->kind != OTR_ITEM_NEW)
    {
      otr_import_item_settle (item, same ? OTR_RESULT_KNOWN : OTR_RESULT_CHANGED, NULL);
      item->refresh = TRUE;
    }
  else if (!settle_copy (import, reader, item, &error))
    {
      otr_import_fail (import, g_steal_pointer (&error));
      otr_import_item_drop (item);
    }
}

/* The claim comes before the look into the catalog, and the writer releases it after its commit: so
 * a content that is new is either claimed by somebody or found there. */
void
otr_import_digest_item (OtrImport *import, OtrCatalogReader *reader, OtrImportItem *item)
{
  g_autoptr (GError) error = NULL;
  OtrDecodeState state = OTR_DECODE_OK;
  int version = 0;

  if (item->settled)
    return;
  make_digest (import, item);
  otr_import_claim_content (import, item);
  item->content_id = otr_catalog_reader_find_content (
      reader, &item->look.digest, item->look.size, &state, &version, &error);
  if (item->content_id < 0)
    {
      item->content_id = 0;
      otr_import_fail (import, g_steal_pointer (&error));
      otr_import_item_drop (item);
    }
  else if (item->content_id > 0)
    {
      item->new_facts = state != OTR_DECODE_OK && version < OTR_DECODER_VERSION;
      settle_known_content (import, reader, item);
    }
  else if (item->kind == OTR_ITEM_NEW && import->options.mode == OTR_IMPORT_RESCAN)
    otr_import_item_settle_new (import, item);
  else if (item->twin)
    item->settled = TRUE; /* as what, the writer sees when the first one comes */
}

/* ---- decode ---- */

/* Elastic: on storage that is cheap to read again, a decoder queue that grows must not hold up the
 * catalog; but what is read twice stays a small part of everything. */
static gboolean
wants_thumbnail (OtrImport *import, const OtrImportItem *item)
{
  OtrTuningEffective tuning;
  guint64 later;

  if (import->thumbs == NULL || import->options.thumbnails == OTR_THUMBNAILS_LATER)
    return FALSE;
  if (import->options.thumbnails == OTR_THUMBNAILS_NOW || !item->folder->source->cheap)
    return TRUE;
  tuning = otr_import_get_effective (import);
  if (otr_queue_get_length (import->digested) <= BEHIND_FACTOR * tuning.thumbnail_threads)
    return TRUE;
  later = OTR_COUNTED (import->counters.deferred_bytes) + item->look.size;
  if (later * REREAD_PART > OTR_COUNTED (import->counters.bytes_read))
    return TRUE;
  OTR_COUNT (import->counters.deferred_bytes, item->look.size);
  OTR_COUNT (import->counters.thumbnails_left, 1);
  return FALSE;
}

static void
keep_thumbnail (OtrImport *import, OtrImportItem *item, const OtrImage *image)
{
  g_autoptr (GError) error = NULL;

  if (image->pixels == NULL)
    return;
  item->thumb.encoded = otr_thumb_encode (
      g_bytes_get_data (image->pixels, NULL), image->width, image->height, &error);
  if (item->thumb.encoded == NULL)
    {
      otr_import_fail (import, g_steal_pointer (&error));
      return;
    }
  item->thumb.width = image->width;
  item->thumb.height = image->height;
  item->thumb.source = image->source;
}

static OtrResult
result_of_state (const OtrImportItem *item, OtrDecodeState state)
{
  if (state == OTR_DECODE_NOT_A_PHOTO)
    return OTR_RESULT_SKIPPED;
  if (item->kind != OTR_ITEM_NEW)
    return OTR_RESULT_CHANGED;
  if (state == OTR_DECODE_DAMAGED || state == OTR_DECODE_LIMIT || state == OTR_DECODE_CRASHED)
    return OTR_RESULT_DAMAGED;
  return OTR_RESULT_IMPORTED;
}

static void
decode (OtrImport *import, OtrImportItem *item)
{
  OtrWireJob job = { .want = OTR_WIRE_WANT_FACTS, .length = item->look.size };
  g_auto (OtrWireAnswer) answer = { 0 };
  g_autoptr (GError) error = NULL;

  if (wants_thumbnail (import, item))
    {
      job.want |= OTR_WIRE_WANT_THUMBNAIL;
      job.max_px = import->options.thumbnail_class;
    }
  if (item->look.buffer != NULL)
    job.offset = item->look.buffer->offset;
  if (!otr_decoder_run (
          import->decoders, &job, item->look.fd, -1, import->cancellable, &answer, &error))
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        otr_import_fail (import, g_steal_pointer (&error));
      otr_import_item_drop (item);
      return;
    }
  item->facts = g_steal_pointer (&answer.facts);
  if (item->facts == NULL)
    item->facts = otr_facts_new ();
  otr_taken_complete (item->facts, item->name, item->look.mtime_ns);
  keep_thumbnail (import, item, &answer.thumbnail);
  /* A catalogued photo that was overwritten with something else keeps its row. */
  if (item->kind != OTR_ITEM_NEW && item->facts->state == OTR_DECODE_NOT_A_PHOTO)
    item->facts->state = OTR_DECODE_DAMAGED;
  if (!item->settled)
    otr_import_item_settle (item, result_of_state (item, item->facts->state), item->facts->reason);
}

void
otr_import_decode_item (OtrImport *import, OtrImportItem *item)
{
  gint64 start_us = g_get_monotonic_time ();

  /* A cancelled import gives up what lies in the buffers: of small photos these are thousands. */
  if (!item->settled && otr_import_is_stopped (import))
    otr_import_item_drop (item);
  if (!item->dropped && (!item->settled || item->new_facts))
    {
      decode (import, item);
      otr_stats_add (&import->stats[OTR_STAGE_DECODE], item->look.size, (guint64) since (start_us));
    }
  otr_preload_clear (&item->look);
}

/* ---- workers ---- */

void
otr_import_run_read (OtrPool *pool, guint index, gpointer data)
{
  OtrImport *import = data;
  OtrImportItem *item;

  while (!otr_pool_should_leave (pool, index) && (item = otr_queue_pop (import->planned)) != NULL)
    {
      otr_import_read_item (import, item);
      (void) otr_queue_push (import->read_done, item, 0);
    }
}

void
otr_import_run_digest (OtrPool *pool, guint index, gpointer data)
{
  OtrImport *import = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (OtrCatalogReader) reader = otr_catalog_reader_new (import->catalog, &error);
  OtrImportItem *item;

  if (reader == NULL)
    otr_import_fail (import, g_steal_pointer (&error));
  while (!otr_pool_should_leave (pool, index) && (item = otr_queue_pop (import->read_done)) != NULL)
    {
      if (reader != NULL)
        otr_import_digest_item (import, reader, item);
      else
        otr_import_item_drop (item);
      (void) otr_queue_push (import->digested, item, 0);
    }
}

void
otr_import_run_decode (OtrPool *pool, guint index, gpointer data)
{
  OtrImport *import = data;
  OtrImportItem *item;

  while (!otr_pool_should_leave (pool, index) && (item = otr_queue_pop (import->digested)) != NULL)
    {
      /* Of small photos thousands lie ready in the buffers: a pause must not work them off. */
      otr_import_wait_while_paused (import);
      otr_import_decode_item (import, item);
      (void) otr_queue_push (import->results, item, otr_import_item_get_weight (item));
    }
}
