/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Collects results and commits them in batches bounded by count, bytes and age; the first ones at
 * once, so that there is something to see. Thumbnails go first: one without a row is harmless, a
 * row whose thumbnail comes later flickers. Runs on the import's own thread only.
 *
 * Several items of one import may have the same new content. The first that was digested is decoded
 * and counts as imported, the others as duplicates, so the counts never depend on timing, although
 * which of the files is called the duplicate may. A content that came in by a changed file makes no
 * duplicate of the first new file with it, whichever of the two was sooner. */

#include "config.h"

#include "otr-import-private.h"

#define BATCH_ITEMS 500
#define BATCH_BYTES ((gsize) 8 * 1024 * 1024)
#define BATCH_US (250 * 1000)
#define FIRST_BATCH_US (30 * 1000)
#define FIRST_SECOND_US (1000 * 1000)

struct _OtrImportWriter
{
  OtrImport *import;
  OtrCatalogWriter *catalog;
  gint64 roll_id;
  gint64 album_id;
  GPtrArray *batch; /* OtrImportItem */
  gsize batch_bytes;
  gint64 batch_start_us;
  guint64 received;
  GHashTable *changed_contents; /* ids of contents that came by changed files only */
  gboolean ended;
};

OtrImportWriter *
otr_import_writer_new (OtrImport *import, GError **error)
{
  g_autoptr (OtrImportWriter) writer = g_new0 (OtrImportWriter, 1);

  writer->import = import;
  writer->batch = g_ptr_array_new_with_free_func (otr_import_item_free);
  writer->changed_contents = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  writer->catalog = otr_catalog_writer_new (import->catalog, error);
  return writer->catalog == NULL ? NULL : g_steal_pointer (&writer);
}

void
otr_import_writer_free (OtrImportWriter *writer)
{
  if (writer == NULL)
    return;
  g_ptr_array_unref (writer->batch);
  g_hash_table_unref (writer->changed_contents);
  otr_catalog_writer_free (writer->catalog);
  g_free (writer);
}

OtrCatalogWriter *
otr_import_writer_get_catalog (OtrImportWriter *writer)
{
  return writer->catalog;
}

gboolean
otr_import_writer_begin (OtrImportWriter *writer, GError **error)
{
  OtrImport *import = writer->import;
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();

  for (guint i = 0; i < import->sources->len; i++)
    g_ptr_array_add (paths, ((OtrImportSource *) g_ptr_array_index (import->sources, i))->path);
  g_ptr_array_add (paths, NULL);
  writer->roll_id =
      otr_catalog_writer_begin_roll (writer->catalog, (const char *const *) paths->pdata, error);
  if (writer->roll_id <= 0)
    return FALSE;
  import->summary.roll_id = writer->roll_id;
  if (import->options.album == NULL || *import->options.album == '\0')
    return TRUE;
  writer->album_id =
      otr_catalog_writer_ensure_album (writer->catalog, import->options.album, error);
  return writer->album_id > 0;
}

guint64
otr_import_writer_get_received (OtrImportWriter *writer)
{
  return writer->received;
}

gboolean
otr_import_writer_is_empty (OtrImportWriter *writer)
{
  return writer->batch->len == 0;
}

gint64
otr_import_writer_get_due (OtrImportWriter *writer)
{
  gboolean early = g_get_monotonic_time () - writer->import->start_us < FIRST_SECOND_US;

  if (writer->batch->len == 0)
    return G_MAXINT64;
  return writer->batch_start_us + (early ? FIRST_BATCH_US : BATCH_US);
}

/* ---- taking ---- */

static void
append (OtrImportWriter *writer, OtrImportItem *item)
{
  if (writer->batch->len == 0)
    writer->batch_start_us = g_get_monotonic_time ();
  g_ptr_array_add (writer->batch, item);
  writer->batch_bytes += otr_import_item_get_weight (item);
}

/* What a twin becomes, now that the first one is through. */
static void
settle_twin (OtrImportWriter *writer, OtrImportItem *item, const OtrImportClaim *claim)
{
  if (claim->dropped)
    otr_import_item_drop (item);
  else if (claim->content_id == 0)
    otr_import_item_settle (item, OTR_RESULT_SKIPPED, claim->reason);
  else if (item->kind == OTR_ITEM_NEW)
    otr_import_item_settle (item, OTR_RESULT_DUPLICATE, NULL);
  else
    otr_import_item_settle (item, OTR_RESULT_CHANGED, NULL);
  item->content_id = claim->content_id;
  item->twin = FALSE;
  if (claim->undated && claim->content_id != 0)
    otr_import_item_date (item);
}

static void
take_twin (OtrImportWriter *writer, OtrImportItem *item)
{
  OtrImportClaim *claim = otr_import_get_claim (writer->import, item);

  if (!claim->done)
    {
      if (claim->twins == NULL)
        claim->twins = g_ptr_array_new_with_free_func (otr_import_item_free);
      g_ptr_array_add (claim->twins, item);
      return;
    }
  settle_twin (writer, item, claim);
  otr_import_release_claim (writer->import, item);
  append (writer, item);
}

/* The first one is committed or given up: its twins follow in the next batch. */
static void
finish_first (OtrImportWriter *writer, OtrImportItem *item, gint64 content_id)
{
  OtrImportClaim *claim = otr_import_get_claim (writer->import, item);
  g_autoptr (GPtrArray) twins = g_steal_pointer (&claim->twins);

  claim->done = TRUE;
  claim->dropped = item->dropped;
  claim->content_id = content_id;
  claim->undated = item->facts != NULL && item->facts->taken_source >= OTR_TAKEN_FILENAME;
  claim->reason = g_strdup (item->reason);
  if (twins != NULL)
    g_ptr_array_set_free_func (twins, NULL);
  for (guint i = 0; twins != NULL && i < twins->len; i++)
    take_twin (writer, g_ptr_array_index (twins, i));
  otr_import_release_claim (writer->import, item);
  item->first = FALSE;
}

void
otr_import_writer_take (OtrImportWriter *writer, OtrImportItem *item)
{
  writer->received++;
  if (item->twin)
    take_twin (writer, item);
  else
    append (writer, item);
  if (writer->batch->len >= BATCH_ITEMS || writer->batch_bytes >= BATCH_BYTES ||
      g_get_monotonic_time () >= otr_import_writer_get_due (writer))
    otr_import_writer_flush (writer);
}

/* ---- committing ---- */

static gboolean
put_thumbnails (OtrImportWriter *writer, GPtrArray *batch, GError **error)
{
  OtrImport *import = writer->import;
  g_autoptr (GArray) puts = g_array_new (FALSE, TRUE, sizeof (OtrThumbPut));

  for (guint i = 0; i < batch->len; i++)
    {
      const OtrImportItem *item = g_ptr_array_index (batch, i);
      OtrThumbPut put = {
        item->look.digest, item->look.size, import->options.thumbnail_class, item->thumb
      };

      if (item->thumb.encoded != NULL && !item->dropped)
        g_array_append_val (puts, put);
    }
  if (puts->len == 0)
    return TRUE;
  if (!otr_thumb_store_put (
          import->thumbs, &g_array_index (puts, OtrThumbPut, 0), puts->len, error))
    return FALSE;
  OTR_COUNT (import->counters.thumbnails_done, puts->len);
  if (import->summary.seconds_to_first_thumbnail < 0)
    import->summary.seconds_to_first_thumbnail =
        (double) (g_get_monotonic_time () - import->start_us) / G_USEC_PER_SEC;
  return TRUE;
}

/* Rows that stay as they are need no write. */
static gboolean
is_written (const OtrImportWriter *writer, const OtrImportItem *item)
{
  if (item->dropped)
    return FALSE;
  if (item->result == OTR_RESULT_KNOWN)
    return item->refresh || writer->album_id != 0;
  return item->result != OTR_RESULT_COMPANION || item->refresh;
}

static void
call_first_new_imported (OtrImportWriter *writer, OtrImportItem *item)
{
  if (item->result == OTR_RESULT_DUPLICATE &&
      g_hash_table_remove (writer->changed_contents, &item->content_id))
    item->result = OTR_RESULT_IMPORTED;
}

static OtrCatalogEntry
make_entry (const OtrImportItem *item)
{
  return (OtrCatalogEntry){
    .result = item->result,
    .file_id = item->known_file_id,
    .relative = item->folder->relative,
    .name = item->name,
    .size = item->look.size,
    .mtime_ns = item->look.mtime_ns,
    .ctime_ns = item->look.ctime_ns,
    .inode = item->folder->source->storage->stable_inodes ? item->look.inode : 0,
    .read_ns = item->look.read_ns,
    .digest = item->look.digest,
    .content_id = item->content_id != 0              ? item->content_id
                  : item->result == OTR_RESULT_KNOWN ? item->known_content_id
                                                     : 0,
    .facts = item->new_facts ? NULL : item->facts,
    .reason = item->reason,
    .companion_of = item->companion_of,
  };
}

static gint64
get_root_id (GPtrArray *items, guint i)
{
  const OtrImportItem *item = g_ptr_array_index (items, i);

  return item->folder->source->root_id;
}

/* One transaction for each run of items with the same root: nearly always one. */
static gboolean
add_rows (OtrImportWriter *writer, GPtrArray *written, OtrCatalogAdded *added, GError **error)
{
  g_autofree OtrCatalogEntry *entries = g_new (OtrCatalogEntry, written->len + 1);
  guint start = 0;

  for (guint i = 0; i < written->len; i++)
    {
      call_first_new_imported (writer, g_ptr_array_index (written, i));
      entries[i] = make_entry (g_ptr_array_index (written, i));
    }
  for (guint end = 1; end <= written->len; end++)
    {
      gint64 root_id = get_root_id (written, start);

      if (end < written->len && get_root_id (written, end) == root_id)
        continue;
      if (!otr_catalog_writer_add (writer->catalog,
                                   writer->roll_id,
                                   root_id,
                                   writer->album_id,
                                   entries + start,
                                   end - start,
                                   added + start,
                                   error))
        return FALSE;
      start = end;
    }
  return TRUE;
}

static gboolean
set_new_facts (OtrImportWriter *writer, GPtrArray *written, GError **error)
{
  for (guint i = 0; i < written->len; i++)
    {
      const OtrImportItem *item = g_ptr_array_index (written, i);

      if (item->new_facts && item->facts != NULL &&
          !otr_catalog_writer_set_facts (writer->catalog, item->content_id, item->facts, error))
        return FALSE;
    }
  return TRUE;
}

static void
count_item (OtrImportWriter *writer, OtrImportItem *item, gint64 photo_id)
{
  OtrImport *import = writer->import;

  if (item->dropped)
    return;
  OTR_COUNT (import->counters.counts[item->result], 1);
  OTR_COUNT (import->counters.done, 1);
  OTR_COUNT (import->counters.done_bytes, item->look.size);
  otr_import_add_event (import, item, photo_id);
}

static void
settle_written (OtrImportWriter *writer, OtrImportItem *item, const OtrCatalogAdded *added)
{
  if (item->result == OTR_RESULT_CHANGED && item->first)
    g_hash_table_add (writer->changed_contents,
                      g_memdup2 (&added->content_id, sizeof added->content_id));
  count_item (writer, item, added->photo_id);
  if (item->first)
    finish_first (writer, item, added->content_id);
}

static void
drop_batch (OtrImportWriter *writer, GPtrArray *batch)
{
  for (guint i = 0; i < batch->len; i++)
    {
      OtrImportItem *item = g_ptr_array_index (batch, i);

      otr_import_item_drop (item);
      if (item->first)
        finish_first (writer, item, 0);
    }
}

static gboolean
commit (OtrImportWriter *writer, GPtrArray *batch, GPtrArray *written, OtrCatalogAdded *added)
{
  g_autoptr (GError) error = NULL;
  gint64 start_us = g_get_monotonic_time ();

  if (!put_thumbnails (writer, batch, &error) || !add_rows (writer, written, added, &error) ||
      !set_new_facts (writer, written, &error))
    {
      otr_import_fail (writer->import, g_steal_pointer (&error));
      return FALSE;
    }
  otr_stats_add (
      &writer->import->stats[OTR_STAGE_WRITE], 0, (guint64) (g_get_monotonic_time () - start_us));
  if (written->len > 1)
    OTR_COUNT (writer->import->stats[OTR_STAGE_WRITE].items, written->len - 1);
  g_atomic_int_inc (&writer->import->committed);
  return TRUE;
}

void
otr_import_writer_flush (OtrImportWriter *writer)
{
  g_autoptr (GPtrArray) batch = g_steal_pointer (&writer->batch);
  g_autoptr (GPtrArray) written = g_ptr_array_new ();
  g_autofree OtrCatalogAdded *added = g_new0 (OtrCatalogAdded, batch->len + 1);

  writer->batch = g_ptr_array_new_with_free_func (otr_import_item_free);
  writer->batch_bytes = 0;
  for (guint i = 0; i < batch->len; i++)
    if (is_written (writer, g_ptr_array_index (batch, i)))
      g_ptr_array_add (written, g_ptr_array_index (batch, i));
  if (batch->len == 0)
    return;
  if (!commit (writer, batch, written, added))
    {
      drop_batch (writer, batch);
      return;
    }
  for (guint i = 0; i < written->len; i++)
    settle_written (writer, g_ptr_array_index (written, i), &added[i]);
  for (guint i = 0; i < batch->len; i++)
    {
      OtrImportItem *item = g_ptr_array_index (batch, i);

      if (is_written (writer, item))
        continue;
      count_item (writer, item, 0);
      if (item->first)
        finish_first (writer, item, 0);
    }
}

/* ---- the end ---- */

static gboolean
mark_missing (OtrImportWriter *writer, GError **error)
{
  OtrImport *import = writer->import;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < import->gone->len; i++)
    {
      const OtrImportGone *gone = &g_array_index (import->gone, OtrImportGone, i);

      if (!g_hash_table_contains (import->moved_files, &gone->file_id))
        g_array_append_val (ids, gone->file_id);
    }
  OTR_COUNT (import->counters.missing, ids->len);
  if (ids->len > 0 &&
      !otr_catalog_writer_set_state (
          writer->catalog, (const gint64 *) ids->data, ids->len, OTR_FILE_MISSING, error))
    return FALSE;
  return import->gone_companions->len == 0 ||
         otr_catalog_writer_drop_companions (writer->catalog,
                                             (const gint64 *) import->gone_companions->data,
                                             import->gone_companions->len,
                                             error);
}

void
otr_import_writer_end (OtrImportWriter *writer)
{
  OtrImport *import = writer->import;
  g_autoptr (GError) error = NULL;

  if (!otr_import_is_stopped (import) && !mark_missing (writer, &error))
    otr_import_fail (import, g_steal_pointer (&error));
  else if (import->gone->len > 0)
    g_atomic_int_inc (&import->committed);
}
