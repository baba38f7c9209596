/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A reading connection: lists and single photos. One thread owns a reader; only interrupt() may
 * come from another. No statement stays open between calls, so a reader never holds back a
 * checkpoint. */
#include "config.h"

#include <string.h>

#include "otr-catalog-private.h"

/* Column numbers of RECORD_COLUMNS. */
enum
{
  COLUMN_FACTS = 14,
  COLUMN_TAKEN = COLUMN_FACTS + OTR_CATALOG_N_FACTS_COLUMNS,
  COLUMN_RATING = COLUMN_TAKEN + 4,
  COLUMN_TAGS,
};

#define RECORD_COLUMNS                                                                      \
  "SELECT p.id, f.id, f.content_id, p.roll_id, f.folder_id, r.path, r.is_uri, d.relative, " \
  "f.name, f.size, "                                                                        \
  "f.mtime_ns, f.state, r.offline, c.digest, " OTR_CATALOG_FACTS_COLUMNS (                  \
      "c.") ", p.taken_ms, "                                                                \
            "p.taken_offset, p.taken_digits, p.taken_source, p.rating"
#define RECORD_TABLES                                                                          \
  " FROM photo p JOIN file f ON f.photo_id = p.id AND f.removed = 0 JOIN content c ON c.id = " \
  "f.content_id"                                                                               \
  " JOIN folder d ON d.id = f.folder_id JOIN root r ON r.id = d.root_id"
#define RECORD_PLAIN RECORD_COLUMNS ", NULL" RECORD_TABLES
#define RECORD_WITH_TAGS \
  RECORD_COLUMNS ", t.tags" RECORD_TABLES " LEFT JOIN content_tags t ON t.content_id = c.id"

OtrCatalogReader *
otr_catalog_reader_new (OtrCatalog *catalog, GError **error)
{
  g_autoptr (OtrCatalogReader) reader = g_new0 (OtrCatalogReader, 1);

  g_return_val_if_fail (catalog != NULL, NULL);

  reader->catalog = otr_catalog_ref (catalog);
  reader->sql = otr_sql_open (
      catalog->path, OTR_SQL_QUERY_ONLY | (catalog->on_network ? OTR_SQL_NO_WAL : 0), error);
  return reader->sql != NULL ? g_steal_pointer (&reader) : NULL;
}

void
otr_catalog_reader_free (OtrCatalogReader *reader)
{
  if (reader == NULL)
    return;
  otr_sql_close (reader->sql);
  otr_catalog_unref (reader->catalog);
  g_free (reader);
}

void
otr_catalog_reader_interrupt (OtrCatalogReader *reader)
{
  otr_sql_interrupt (reader->sql);
}

gint64
otr_catalog_reader_get_version (OtrCatalogReader *reader)
{
  gint64 version;

  return otr_sql_query_int (reader->sql, "PRAGMA data_version", 0, &version, NULL) ? version : -1;
}

GArray *
otr_catalog_reader_list (OtrCatalogReader *reader, const OtrPhotoQuery *query, GError **error)
{
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (OtrPhotoKey));
  g_auto (OtrCatalogQuery) parts = { NULL };
  g_autoptr (OtrStmt) stmt = NULL;
  int state;

  g_return_val_if_fail (query != NULL, NULL);

  otr_catalog_query_init (&parts, query);
  stmt = otr_catalog_query_prepare (
      &parts, reader->sql, "SELECT p.id, p.taken_ms FROM photo p", error);
  if (stmt == NULL)
    return NULL;
  while ((state = otr_stmt_step (stmt, error)) > 0)
    {
      OtrPhotoKey key = { .photo_id = otr_stmt_get_int (stmt, 0), .taken_ms = OTR_TAKEN_MS_NONE };

      if (!otr_stmt_is_null (stmt, 1))
        key.taken_ms = otr_stmt_get_int (stmt, 1);
      g_array_append_val (keys, key);
    }
  return state == 0 ? g_steal_pointer (&keys) : NULL;
}

static void
read_digest (OtrStmt *stmt, int column, OtrDigest *out_digest)
{
  g_autoptr (GBytes) bytes = otr_stmt_dup_blob (stmt, column);
  gsize size = 0;
  const guint8 *data = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;

  memset (out_digest, 0, sizeof *out_digest);
  out_digest->length = (guint8) MIN (size, OTR_DIGEST_MAX);
  if (out_digest->length > 0)
    memcpy (out_digest->bytes, data, out_digest->length);
}

static OtrFacts *
read_facts (OtrStmt *stmt)
{
  OtrFacts *facts = otr_catalog_facts_read (stmt, COLUMN_FACTS);
  g_autoptr (GBytes) tags = otr_stmt_dup_blob (stmt, COLUMN_TAGS);

  otr_catalog_facts_read_taken (stmt, COLUMN_TAKEN, facts);
  if (!otr_stmt_is_null (stmt, COLUMN_RATING))
    facts->rating = (gint8) otr_stmt_get_int (stmt, COLUMN_RATING);
  if (tags != NULL)
    facts->tags = otr_catalog_facts_unpack_tags (tags);
  return facts;
}

static OtrPhotoRecord *
read_record (OtrStmt *stmt)
{
  OtrPhotoRecord *record = g_new0 (OtrPhotoRecord, 1);
  g_autofree char *root = otr_stmt_dup_bytes (stmt, 5);
  g_autofree char *relative = otr_stmt_dup_bytes (stmt, 7);

  record->photo_id = otr_stmt_get_int (stmt, 0);
  record->file_id = otr_stmt_get_int (stmt, 1);
  record->content_id = otr_stmt_get_int (stmt, 2);
  record->roll_id = otr_stmt_get_int (stmt, 3);
  record->folder_id = otr_stmt_get_int (stmt, 4);
  record->is_uri = otr_stmt_get_int (stmt, 6) != 0;
  record->folder_path = otr_catalog_join_path (root, record->is_uri, relative);
  record->name = otr_stmt_dup_bytes (stmt, 8);
  record->size = (guint64) otr_stmt_get_int (stmt, 9);
  record->mtime_ns = otr_stmt_get_int (stmt, 10);
  record->state = (OtrFileState) otr_stmt_get_int (stmt, 11);
  if (record->state == OTR_FILE_OK && otr_stmt_get_int (stmt, 12) != 0)
    record->state = OTR_FILE_OFFLINE;
  read_digest (stmt, 13, &record->digest);
  record->facts = read_facts (stmt);
  record->decode_state = record->facts->state;
  return record;
}

/* The set albums of a photo, then its folder. */
static gboolean
read_albums (OtrCatalogReader *reader, OtrPhotoRecord *record, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = g_path_get_basename (record->folder_path);
  g_autoptr (OtrStmt) stmt =
      otr_sql_prepare (reader->sql,
                       "SELECT a.name FROM album_photo m JOIN album a ON a.id = m.album_id WHERE "
                       "m.photo_id = ?1 ORDER BY a.id",
                       error);
  int state;

  if (stmt == NULL)
    return FALSE;
  otr_stmt_bind_int (stmt, 1, record->photo_id);
  while ((state = otr_stmt_step (stmt, error)) > 0)
    g_ptr_array_add (names, otr_stmt_dup_text (stmt, 0));
  g_ptr_array_add (names, g_filename_display_name (folder));
  g_ptr_array_add (names, NULL);
  record->albums = (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
  return state == 0;
}

static gboolean
read_photos (OtrCatalogReader *reader,
             const gint64 *photo_ids,
             gsize n,
             gboolean with_tags,
             GPtrArray *records,
             GError **error)
{
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      reader->sql,
      with_tags ? RECORD_WITH_TAGS " WHERE p.id = ?1 AND p.removed = 0 AND f.lead = 1"
                : RECORD_PLAIN " WHERE p.id = ?1 AND p.removed = 0 AND f.lead = 1",
      error);

  if (stmt == NULL)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    {
      OtrPhotoRecord *record = NULL;
      int state;

      otr_stmt_reset (stmt);
      otr_stmt_bind_int (stmt, 1, photo_ids[i]);
      state = otr_stmt_step (stmt, error);
      if (state < 0)
        return FALSE;
      if (state > 0)
        record = read_record (stmt);
      g_ptr_array_add (records, record);
      if (record != NULL && with_tags && !read_albums (reader, record, error))
        return FALSE;
    }
  return TRUE;
}

static void
record_free (gpointer record)
{
  otr_photo_record_free (record);
}

GPtrArray *
otr_catalog_reader_get_photos (
    OtrCatalogReader *reader, const gint64 *photo_ids, gsize n, gboolean with_tags, GError **error)
{
  g_autoptr (GPtrArray) records = g_ptr_array_new_full ((guint) n, record_free);
  gboolean ok;

  if (!otr_sql_begin_read (reader->sql, error))
    return NULL;
  ok = read_photos (reader, photo_ids, n, with_tags, records, error);
  otr_sql_rollback (reader->sql);
  return ok ? g_steal_pointer (&records) : NULL;
}

static gboolean
walk_files (
    OtrCatalogReader *reader, OtrStmt *stmt, OtrRecordFunc func, gpointer data, GError **error)
{
  int state;

  while ((state = otr_stmt_step (stmt, error)) > 0)
    {
      g_autoptr (OtrPhotoRecord) record = read_record (stmt);

      if (!read_albums (reader, record, error))
        return FALSE;
      if (!func (record, data))
        return TRUE;
    }
  return state == 0;
}

gboolean
otr_catalog_reader_each_file (OtrCatalogReader *reader,
                              const OtrPhotoQuery *query,
                              gboolean with_tags,
                              OtrRecordFunc func,
                              gpointer data,
                              GError **error)
{
  g_auto (OtrCatalogQuery) parts = { NULL };
  g_autoptr (OtrStmt) stmt = NULL;

  g_return_val_if_fail (query != NULL && func != NULL, FALSE);

  otr_catalog_query_init (&parts, query);
  stmt = otr_catalog_query_prepare (
      &parts, reader->sql, with_tags ? RECORD_WITH_TAGS : RECORD_PLAIN, error);
  return stmt != NULL && walk_files (reader, stmt, func, data, error);
}

static OtrPhotoRecord *
find_in_root (OtrCatalogReader *reader, gint64 root_id, const char *below, GError **error)
{
  const char *slash = strrchr (below, '/');
  g_autofree char *folder =
      slash != NULL ? g_strndup (below, (gsize) (slash - below)) : g_strdup ("");
  g_autoptr (OtrPhotoRecord) record = NULL;
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      reader->sql,
      RECORD_WITH_TAGS
      " WHERE d.root_id = ?1 AND d.relative = ?2 AND f.name = ?3 AND p.removed = 0",
      error);

  if (stmt == NULL)
    return NULL;
  otr_stmt_bind_int (stmt, 1, root_id);
  otr_stmt_bind_bytes (stmt, 2, folder);
  otr_stmt_bind_bytes (stmt, 3, slash != NULL ? slash + 1 : below);
  if (otr_stmt_step (stmt, error) <= 0)
    return NULL;
  record = read_record (stmt);
  return read_albums (reader, record, error) ? g_steal_pointer (&record) : NULL;
}

OtrPhotoRecord *
otr_catalog_reader_find_path (OtrCatalogReader *reader, const char *path, GError **error)
{
  g_autoptr (GPtrArray) roots = otr_catalog_reader_roots (reader, error);

  g_return_val_if_fail (path != NULL, NULL);

  for (guint i = 0; roots != NULL && i < roots->len; i++)
    {
      const OtrRoot *root = g_ptr_array_index (roots, i);
      g_autofree char *below = otr_catalog_path_below (path, root->path, root->is_uri);

      if (below != NULL)
        return find_in_root (reader, root->id, below, error);
    }
  return NULL;
}
