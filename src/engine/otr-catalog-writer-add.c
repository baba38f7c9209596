/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A batch of results becomes rows: one transaction, all or nothing, search tables included. The
 * writer's thread only. New photos of a batch have consecutive ids (AUTOINCREMENT inside one
 * transaction), so they enter the search tables by one statement at the end, which is where most of
 * the time goes. */
#include "config.h"

#include <string.h>

#include "otr-catalog-private.h"
#include "otr-natural.h"

typedef struct
{
  OtrCatalogWriter *writer;
  OtrSql *sql;
  gint64 roll_id;
  gint64 root_id;
  gint64 album_id;
  gint64 first_photo; /* new in this batch; 0 none */
  gint64 last_photo;
  guint64 counts[OTR_N_RESULTS];
  guint64 bytes;
} Batch;

/* A file row that is there already. */
typedef struct
{
  gint64 file_id; /* 0: none */
  gint64 photo_id;
  gint64 content_id;
  gboolean removed;
} OldFile;

static gint64
get_last_id (const Batch *batch)
{
  return sqlite3_last_insert_rowid (otr_sql_get_db (batch->sql));
}

/* The name as searchable text, when its bytes are not that already. */
static char *
make_shown (const char *name)
{
  g_autofree char *valid = NULL;
  g_autofree char *composed = NULL;

  if (g_str_is_ascii (name))
    return NULL;
  valid = g_utf8_make_valid (name, -1);
  composed = g_utf8_normalize (valid, -1, G_NORMALIZE_NFC);
  return g_strcmp0 (composed, name) != 0 ? g_steal_pointer (&composed) : NULL;
}

static void
bind_stat (OtrStmt *stmt, int first, const OtrCatalogEntry *entry)
{
  otr_stmt_bind_int (stmt, first, (gint64) entry->size);
  otr_stmt_bind_int (stmt, first + 1, entry->mtime_ns);
  otr_stmt_bind_int (stmt, first + 2, entry->ctime_ns);
  otr_stmt_bind_int (stmt, first + 3, (gint64) entry->inode);
  otr_stmt_bind_int (stmt, first + 4, entry->read_ns);
}

static gboolean
read_old_file (OtrStmt *stmt, OldFile *out_old, GError **error)
{
  int state = otr_stmt_step (stmt, error);

  memset (out_old, 0, sizeof *out_old);
  if (state <= 0)
    return state == 0;
  out_old->file_id = otr_stmt_get_int (stmt, 0);
  out_old->photo_id = otr_stmt_get_int (stmt, 1);
  out_old->content_id = otr_stmt_get_int (stmt, 2);
  out_old->removed = otr_stmt_get_int (stmt, 3) != 0;
  return TRUE;
}

static gboolean
find_by_name (
    const Batch *batch, gint64 folder_id, const char *name, OldFile *out_old, GError **error)
{
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      batch->sql,
      "SELECT id, photo_id, content_id, removed FROM file WHERE folder_id = ?1 AND name = ?2",
      error);

  if (stmt == NULL)
    return FALSE;
  otr_stmt_bind_int (stmt, 1, folder_id);
  otr_stmt_bind_bytes (stmt, 2, name);
  return read_old_file (stmt, out_old, error);
}

static gboolean
find_by_id (const Batch *batch, gint64 file_id, OldFile *out_old, GError **error)
{
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      batch->sql, "SELECT id, photo_id, content_id, removed FROM file WHERE id = ?1", error);

  if (stmt == NULL)
    return FALSE;
  otr_stmt_bind_int (stmt, 1, file_id);
  return read_old_file (stmt, out_old, error);
}

/* ---- content ---- */

static gboolean
write_tags (OtrSql *sql, gint64 content_id, const OtrFacts *facts, GError **error)
{
  g_autoptr (GBytes) tags = NULL;
  g_autoptr (OtrStmt) stmt = NULL;

  if (facts->tags == NULL)
    return otr_sql_run_int (
        sql, "DELETE FROM content_tags WHERE content_id = ?1", content_id, error);
  tags = otr_catalog_facts_pack_tags (facts->tags);
  stmt = otr_sql_prepare (
      sql, "INSERT OR REPLACE INTO content_tags (content_id, tags) VALUES (?1, ?2)", error);
  if (stmt == NULL)
    return FALSE;
  otr_stmt_bind_int (stmt, 1, content_id);
  otr_stmt_bind_blob (stmt, 2, g_bytes_get_data (tags, NULL), g_bytes_get_size (tags));
  return otr_stmt_run (stmt, error);
}

static gboolean
update_content (OtrSql *sql, gint64 content_id, const OtrFacts *facts, GError **error)
{
  g_auto (OtrCatalogFactsText) text = { NULL };
  g_autoptr (OtrStmt) stmt =
      otr_sql_prepare (sql,
                       "UPDATE content SET (" OTR_CATALOG_FACTS_COLUMNS (
                           "") ") = (?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13,"
                               " ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, "
                               "?27, ?28, ?29) WHERE id = ?1",
                       error);

  if (stmt == NULL)
    return FALSE;
  otr_stmt_bind_int (stmt, 1, content_id);
  otr_catalog_facts_bind (stmt, 3, facts, &text);
  return otr_stmt_run (stmt, error) && write_tags (sql, content_id, facts, error);
}

static gboolean
insert_content (const Batch *batch, const OtrCatalogEntry *entry, gint64 *out_id, GError **error)
{
  g_auto (OtrCatalogFactsText) text = { NULL };
  g_autoptr (OtrStmt) stmt =
      otr_sql_prepare (batch->sql,
                       "INSERT INTO content (digest, length, " OTR_CATALOG_FACTS_COLUMNS (
                           "") ") VALUES (?1, ?2, ?3, ?4, ?5, ?6,"
                               " ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, "
                               "?20, ?21, ?22, ?23, ?24, ?25, ?26,"
                               " ?27, ?28, ?29)",
                       error);

  if (stmt == NULL)
    return FALSE;
  otr_stmt_bind_blob (stmt, 1, entry->digest.bytes, entry->digest.length);
  otr_stmt_bind_int (stmt, 2, (gint64) entry->size);
  otr_catalog_facts_bind (stmt, 3, entry->facts, &text);
  if (!otr_stmt_run (stmt, error))
    return FALSE;
  *out_id = get_last_id (batch);
  return entry->facts->tags == NULL || write_tags (batch->sql, *out_id, entry->facts, error);
}

static gboolean
find_content (const Batch *batch,
              const OtrCatalogEntry *entry,
              gint64 *out_id,
              gboolean *out_live,
              GError **error)
{
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      batch->sql,
      "SELECT id, EXISTS (SELECT 1 FROM file WHERE content_id = content.id AND removed = 0)"
      " FROM content WHERE digest = ?1 AND length = ?2",
      error);
  int state;

  if (stmt == NULL)
    return FALSE;
  otr_stmt_bind_blob (stmt, 1, entry->digest.bytes, entry->digest.length);
  otr_stmt_bind_int (stmt, 2, (gint64) entry->size);
  state = otr_stmt_step (stmt, error);
  *out_id = state > 0 ? otr_stmt_get_int (stmt, 0) : 0;
  *out_live = state > 0 && otr_stmt_get_int (stmt, 1) != 0;
  return state >= 0;
}

/* `*out_live`: some file shows that content already. */
static gboolean
ensure_content (const Batch *batch,
                const OtrCatalogEntry *entry,
                gint64 *out_id,
                gboolean *out_live,
                GError **error)
{
  *out_live = entry->content_id != 0;
  *out_id = entry->content_id;
  if (entry->content_id != 0)
    return TRUE;
  g_return_val_if_fail (entry->facts != NULL && entry->digest.length > 0, FALSE);
  if (!find_content (batch, entry, out_id, out_live, error))
    return FALSE;
  if (*out_id == 0)
    return insert_content (batch, entry, out_id, error);
  return *out_live || update_content (batch->sql, *out_id, entry->facts, error);
}

static gboolean
drop_content_if_unused (const Batch *batch, gint64 content_id, GError **error)
{
  return otr_sql_run_int (batch->sql,
                          "DELETE FROM content WHERE id = ?1"
                          " AND NOT EXISTS (SELECT 1 FROM file WHERE content_id = ?1)",
                          content_id,
                          error);
}

/* ---- photo ---- */

/* The entry's own date, else that of the content or of another photo of it. */
static gboolean
find_taken (const Batch *batch,
            const OtrCatalogEntry *entry,
            gint64 content_id,
            OtrFacts *out_taken,
            GError **error)
{
  g_autoptr (OtrStmt) stmt = NULL;
  int state;

  out_taken->taken_ms = OTR_TAKEN_MS_NONE;
  if (entry->facts != NULL)
    {
      *out_taken = *entry->facts;
      return TRUE;
    }
  stmt = otr_sql_prepare (
      batch->sql,
      "SELECT p.taken_ms, p.taken_offset, p.taken_digits, p.taken_source FROM file f"
      " JOIN photo p ON p.id = f.photo_id WHERE f.content_id = ?1 ORDER BY p.taken_ms IS NULL "
      "LIMIT 1",
      error);
  if (stmt == NULL)
    return FALSE;
  otr_stmt_bind_int (stmt, 1, content_id);
  state = otr_stmt_step (stmt, error);
  if (state > 0)
    otr_catalog_facts_read_taken (stmt, 0, out_taken);
  return state >= 0;
}

static gboolean
insert_photo (
    Batch *batch, const OtrCatalogEntry *entry, gint64 content_id, gint64 *out_id, GError **error)
{
  g_autoptr (GBytes) key = otr_natural_key (entry->name);
  OtrFacts taken = { 0 };
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      batch->sql,
      "INSERT INTO photo (roll_id, taken_ms, taken_offset, taken_digits, taken_source, name_key)"
      " VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      error);

  if (stmt == NULL || !find_taken (batch, entry, content_id, &taken, error))
    return FALSE;
  otr_stmt_bind_int (stmt, 1, batch->roll_id);
  otr_catalog_facts_bind_taken (stmt, 2, &taken);
  otr_stmt_bind_blob (stmt, 6, g_bytes_get_data (key, NULL), g_bytes_get_size (key));
  if (!otr_stmt_run (stmt, error))
    return FALSE;
  *out_id = get_last_id (batch);
  batch->last_photo = *out_id;
  if (batch->first_photo == 0)
    batch->first_photo = *out_id;
  return TRUE;
}

/* What a photo is sorted by, after its file changed or got another name. */
static gboolean
update_photo (const Batch *batch,
              const OtrCatalogEntry *entry,
              gint64 photo_id,
              gint64 content_id,
              GError **error)
{
  g_autoptr (GBytes) key = otr_natural_key (entry->name);
  OtrFacts taken = { 0 };
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      batch->sql,
      "UPDATE photo SET taken_ms = ?2, taken_offset = ?3, taken_digits = ?4, taken_source = ?5,"
      " name_key = ?6, removed = 0 WHERE id = ?1",
      error);

  if (stmt == NULL || !find_taken (batch, entry, content_id, &taken, error))
    return FALSE;
  otr_stmt_bind_int (stmt, 1, photo_id);
  otr_catalog_facts_bind_taken (stmt, 2, &taken);
  otr_stmt_bind_blob (stmt, 6, g_bytes_get_data (key, NULL), g_bytes_get_size (key));
  return otr_stmt_run (stmt, error);
}

static gboolean
put_in_album (const Batch *batch, gint64 photo_id, GError **error)
{
  return batch->album_id == 0 ||
         otr_sql_run_ints (batch->sql,
                           "INSERT OR IGNORE INTO album_photo (album_id, photo_id) VALUES (?1, ?2)",
                           batch->album_id,
                           photo_id,
                           error);
}

/* ---- file ---- */

static gboolean
insert_file (const Batch *batch,
             const OtrCatalogEntry *entry,
             gint64 folder_id,
             OtrCatalogAdded *added,
             GError **error)
{
  g_autofree char *shown = make_shown (entry->name);
  g_autoptr (OtrStmt) stmt =
      otr_sql_prepare (batch->sql,
                       "INSERT INTO file (folder_id, name, shown, size, mtime_ns, ctime_ns, inode, "
                       "read_ns, content_id,"
                       " photo_id) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                       error);

  if (stmt == NULL)
    return FALSE;
  otr_stmt_bind_int (stmt, 1, folder_id);
  otr_stmt_bind_bytes (stmt, 2, entry->name);
  otr_stmt_bind_text (stmt, 3, shown);
  bind_stat (stmt, 4, entry);
  otr_stmt_bind_int (stmt, 9, added->content_id);
  otr_stmt_bind_int (stmt, 10, added->photo_id);
  if (!otr_stmt_run (stmt, error))
    return FALSE;
  added->file_id = get_last_id (batch);
  return TRUE;
}

static gboolean
update_file (const Batch *batch,
             const OtrCatalogEntry *entry,
             gint64 folder_id,
             const OtrCatalogAdded *added,
             GError **error)
{
  g_autofree char *shown = make_shown (entry->name);
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      batch->sql,
      "UPDATE file SET folder_id = ?1, name = ?2, shown = ?3, size = ?4, mtime_ns = ?5, ctime_ns = "
      "?6,"
      " inode = ?7, read_ns = ?8, content_id = ?9, state = 0, removed = 0 WHERE id = ?10",
      error);

  if (stmt == NULL)
    return FALSE;
  otr_stmt_bind_int (stmt, 1, folder_id);
  otr_stmt_bind_bytes (stmt, 2, entry->name);
  otr_stmt_bind_text (stmt, 3, shown);
  bind_stat (stmt, 4, entry);
  otr_stmt_bind_int (stmt, 9, added->content_id);
  otr_stmt_bind_int (stmt, 10, added->file_id);
  return otr_stmt_run (stmt, error);
}

static gboolean
refresh_stat (const Batch *batch, const OtrCatalogEntry *entry, gint64 file_id, GError **error)
{
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      batch->sql,
      "UPDATE file SET size = ?1, mtime_ns = ?2, ctime_ns = ?3, inode = ?4, read_ns = ?5, state = 0"
      " WHERE id = ?6",
      error);

  if (stmt == NULL)
    return FALSE;
  bind_stat (stmt, 1, entry);
  otr_stmt_bind_int (stmt, 6, file_id);
  return otr_stmt_run (stmt, error);
}

/* Before one of them is changed, the batch's new photos must be where they can be taken out again.
 */
static gboolean
index_new_photos (Batch *batch, GError **error)
{
  gint64 first = batch->first_photo;

  batch->first_photo = 0;
  return first == 0 || otr_search_add (batch->sql, first, batch->last_photo, error);
}

/* The row `old` now stands for the entry: other bytes, another place, or back from removal. The
 * photo keeps its id, rating and albums. */
static gboolean
rewrite_file (Batch *batch,
              const OtrCatalogEntry *entry,
              gint64 folder_id,
              const OldFile *old,
              OtrCatalogAdded *added,
              GError **error)
{
  added->file_id = old->file_id;
  added->photo_id = old->photo_id;
  if (!index_new_photos (batch, error))
    return FALSE;
  if (!old->removed && !otr_search_remove (batch->sql, old->photo_id, error))
    return FALSE;
  if (!update_file (batch, entry, folder_id, added, error) ||
      !update_photo (batch, entry, old->photo_id, added->content_id, error) ||
      !put_in_album (batch, old->photo_id, error))
    return FALSE;
  if (old->removed && !otr_sql_run_ints (batch->sql,
                                         "UPDATE photo SET roll_id = ?2 WHERE id = ?1",
                                         old->photo_id,
                                         batch->roll_id,
                                         error))
    return FALSE;
  if (old->content_id != added->content_id &&
      !drop_content_if_unused (batch, old->content_id, error))
    return FALSE;
  return otr_search_add (batch->sql, old->photo_id, old->photo_id, error);
}

static gboolean
add_new_file (Batch *batch,
              const OtrCatalogEntry *entry,
              gint64 folder_id,
              OtrCatalogAdded *added,
              GError **error)
{
  return insert_photo (batch, entry, added->content_id, &added->photo_id, error) &&
         insert_file (batch, entry, folder_id, added, error) &&
         put_in_album (batch, added->photo_id, error);
}

/* The place a file moved to may be held by a row that was removed: that one is forgotten now. */
static gboolean
forget_removed (const Batch *batch, const OldFile *old, GError **error)
{
  return otr_sql_run_int (batch->sql, "DELETE FROM file WHERE id = ?1", old->file_id, error) &&
         otr_sql_run_int (
             batch->sql, "DELETE FROM album_photo WHERE photo_id = ?1", old->photo_id, error) &&
         otr_sql_run_int (batch->sql, "DELETE FROM photo WHERE id = ?1", old->photo_id, error) &&
         drop_content_if_unused (batch, old->content_id, error);
}

static gboolean
move_file (Batch *batch,
           const OtrCatalogEntry *entry,
           gint64 folder_id,
           OtrCatalogAdded *added,
           GError **error)
{
  OldFile there, old;

  if (!find_by_name (batch, folder_id, entry->name, &there, error) ||
      !find_by_id (batch, entry->file_id, &old, error))
    return FALSE;
  if (old.file_id == 0)
    return add_new_file (batch, entry, folder_id, added, error);
  if (there.file_id != 0 && there.file_id != old.file_id)
    {
      /* A living row keeps its place and gets the bytes; the one that went away becomes missing. */
      if (!there.removed)
        {
          added->result = OTR_RESULT_CHANGED;
          return rewrite_file (batch, entry, folder_id, &there, added, error);
        }
      if (!forget_removed (batch, &there, error))
        return FALSE;
    }
  return rewrite_file (batch, entry, folder_id, &old, added, error);
}

static gboolean
place_file (Batch *batch,
            const OtrCatalogEntry *entry,
            gint64 folder_id,
            gboolean live,
            OtrCatalogAdded *added,
            GError **error)
{
  OldFile old;

  if (!find_by_name (batch, folder_id, entry->name, &old, error))
    return FALSE;
  if (old.file_id == 0 || old.removed)
    {
      if (live && entry->result == OTR_RESULT_IMPORTED)
        added->result = OTR_RESULT_DUPLICATE;
      return old.file_id == 0 ? add_new_file (batch, entry, folder_id, added, error)
                              : rewrite_file (batch, entry, folder_id, &old, added, error);
    }
  if (old.content_id == added->content_id && entry->result != OTR_RESULT_CHANGED)
    {
      added->result = OTR_RESULT_KNOWN;
      added->file_id = old.file_id;
      added->photo_id = old.photo_id;
      return refresh_stat (batch, entry, old.file_id, error) &&
             put_in_album (batch, old.photo_id, error);
    }
  if (entry->result != OTR_RESULT_DAMAGED)
    added->result = OTR_RESULT_CHANGED;
  return rewrite_file (batch, entry, folder_id, &old, added, error);
}

static gboolean
add_companion (const Batch *batch, const OtrCatalogEntry *entry, gint64 folder_id, GError **error)
{
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      batch->sql,
      "INSERT INTO companion (folder_id, name, companion_of, size, mtime_ns, ctime_ns, inode, "
      "read_ns)"
      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (folder_id, name) DO UPDATE SET"
      " companion_of = ?3, size = ?4, mtime_ns = ?5, ctime_ns = ?6, inode = ?7, read_ns = ?8",
      error);

  g_return_val_if_fail (entry->companion_of != NULL, FALSE);

  if (stmt == NULL)
    return FALSE;
  otr_stmt_bind_int (stmt, 1, folder_id);
  otr_stmt_bind_bytes (stmt, 2, entry->name);
  otr_stmt_bind_bytes (stmt, 3, entry->companion_of);
  bind_stat (stmt, 4, entry);
  return otr_stmt_run (stmt, error);
}

static gboolean
add_issue (const Batch *batch,
           const OtrCatalogEntry *entry,
           gint64 folder_id,
           const OtrCatalogAdded *added,
           GError **error)
{
  const OtrFacts *facts = entry->facts;
  const char *reason = entry->reason != NULL ? entry->reason : facts != NULL ? facts->reason
                                                                             : NULL;
  g_autofree char *warnings =
      facts != NULL ? otr_catalog_facts_join ((const char *const *) facts->warnings) : NULL;
  g_autoptr (OtrStmt) stmt = NULL;

  if (reason == NULL && warnings == NULL && entry->result < OTR_RESULT_SKIPPED)
    return TRUE;
  stmt = otr_sql_prepare (
      batch->sql,
      "INSERT INTO issue (roll_id, folder_id, name, result, reason, warnings, photo_id)"
      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
      error);
  if (stmt == NULL)
    return FALSE;
  otr_stmt_bind_int (stmt, 1, batch->roll_id);
  otr_stmt_bind_int (stmt, 2, folder_id);
  otr_stmt_bind_bytes (stmt, 3, entry->name);
  otr_stmt_bind_int (stmt, 4, added->result);
  otr_stmt_bind_text (stmt, 5, reason);
  otr_stmt_bind_text (stmt, 6, warnings);
  otr_stmt_bind_int (stmt, 7, added->photo_id);
  return otr_stmt_run (stmt, error);
}

static gboolean
store_entry (Batch *batch,
             const OtrCatalogEntry *entry,
             gint64 folder_id,
             OtrCatalogAdded *added,
             GError **error)
{
  gboolean live;

  switch (entry->result)
    {
    case OTR_RESULT_SKIPPED:
    case OTR_RESULT_FAILED:
      return TRUE;
    case OTR_RESULT_COMPANION:
      return add_companion (batch, entry, folder_id, error);
    case OTR_RESULT_KNOWN:
      added->file_id = entry->file_id;
      return refresh_stat (batch, entry, entry->file_id, error);
    default:
      if (!ensure_content (batch, entry, &added->content_id, &live, error))
        return FALSE;
      return entry->result == OTR_RESULT_MOVED
                 ? move_file (batch, entry, folder_id, added, error)
                 : place_file (batch, entry, folder_id, live, added, error);
    }
}

static gboolean
add_entry (Batch *batch, const OtrCatalogEntry *entry, OtrCatalogAdded *added, GError **error)
{
  gint64 folder_id;

  memset (added, 0, sizeof *added);
  added->result = entry->result;
  if (!otr_catalog_writer_ensure_folder (
          batch->writer, batch->root_id, entry->relative, &folder_id, error) ||
      !store_entry (batch, entry, folder_id, added, error) ||
      !add_issue (batch, entry, folder_id, added, error))
    return FALSE;
  batch->counts[added->result]++;
  batch->bytes += entry->size;
  return TRUE;
}

/* So that a roll whose end never came (killed) still says what it did. */
static gboolean
count_into_roll (const Batch *batch, GError **error)
{
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      batch->sql,
      "UPDATE roll SET imported = imported + ?1, known = known + ?2, moved = moved + ?3,"
      " changed = changed + ?4, duplicate = duplicate + ?5, companion = companion + ?6,"
      " skipped = skipped + ?7, damaged = damaged + ?8, failed = failed + ?9, bytes = bytes + ?10"
      " WHERE id = ?11",
      error);

  if (stmt == NULL)
    return FALSE;
  for (int i = 0; i < OTR_N_RESULTS; i++)
    otr_stmt_bind_int (stmt, i + 1, (gint64) batch->counts[i]);
  otr_stmt_bind_int (stmt, 10, (gint64) batch->bytes);
  otr_stmt_bind_int (stmt, 11, batch->roll_id);
  return otr_stmt_run (stmt, error);
}

gboolean
otr_catalog_writer_add (OtrCatalogWriter *writer,
                        gint64 roll_id,
                        gint64 root_id,
                        gint64 album_id,
                        const OtrCatalogEntry *entries,
                        gsize n,
                        OtrCatalogAdded *out_added,
                        GError **error)
{
  Batch batch = { .writer = writer,
                  .sql = writer->sql,
                  .roll_id = roll_id,
                  .root_id = root_id,
                  .album_id = album_id };
  gboolean ok = TRUE;

  if (!otr_catalog_writer_begin (writer, error))
    return FALSE;
  for (gsize i = 0; ok && i < n; i++)
    ok = add_entry (&batch, &entries[i], &out_added[i], error);
  ok = ok && index_new_photos (&batch, error) && count_into_roll (&batch, error);
  return otr_catalog_writer_end (writer, ok, error);
}

/* ---- later facts ---- */

static GArray *
photos_of_content (OtrSql *sql, gint64 content_id, GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      sql, "SELECT photo_id FROM file WHERE content_id = ?1 AND removed = 0", error);
  int state;

  if (stmt == NULL)
    return NULL;
  otr_stmt_bind_int (stmt, 1, content_id);
  while ((state = otr_stmt_step (stmt, error)) > 0)
    {
      gint64 id = otr_stmt_get_int (stmt, 0);

      g_array_append_val (ids, id);
    }
  return state == 0 ? g_steal_pointer (&ids) : NULL;
}

static gboolean
update_dates (OtrSql *sql, gint64 content_id, const OtrFacts *facts, GError **error)
{
  g_autoptr (OtrStmt) stmt = NULL;

  if (facts->taken_ms == OTR_TAKEN_MS_NONE || facts->taken_source > OTR_TAKEN_GPS)
    return TRUE;
  stmt = otr_sql_prepare (
      sql,
      "UPDATE photo SET taken_ms = ?2, taken_offset = ?3, taken_digits = ?4, taken_source = ?5"
      " WHERE id IN (SELECT photo_id FROM file WHERE content_id = ?1)",
      error);
  if (stmt == NULL)
    return FALSE;
  otr_stmt_bind_int (stmt, 1, content_id);
  otr_catalog_facts_bind_taken (stmt, 2, facts);
  return otr_stmt_run (stmt, error);
}

static gboolean
set_facts (OtrSql *sql, gint64 content_id, const OtrFacts *facts, GError **error)
{
  g_autoptr (GArray) ids = photos_of_content (sql, content_id, error);

  if (ids == NULL)
    return FALSE;
  for (guint i = 0; i < ids->len; i++)
    if (!otr_search_remove (sql, g_array_index (ids, gint64, i), error))
      return FALSE;
  if (!update_content (sql, content_id, facts, error) ||
      !update_dates (sql, content_id, facts, error))
    return FALSE;
  for (guint i = 0; i < ids->len; i++)
    {
      gint64 id = g_array_index (ids, gint64, i);

      if (!otr_search_add (sql, id, id, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
otr_catalog_writer_set_facts (OtrCatalogWriter *writer,
                              gint64 content_id,
                              const OtrFacts *facts,
                              GError **error)
{
  g_return_val_if_fail (facts != NULL, FALSE);

  return otr_catalog_writer_begin (writer, error) &&
         otr_catalog_writer_end (writer, set_facts (writer->sql, content_id, facts, error), error);
}
