/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The writing connection and the small writes: rolls, albums, ratings. One thread owns a writer;
 * several writers (the import's, the window's) take turns by SQLite's lock. Every public function
 * is one transaction, so what a reader sees is always whole. */
#include "config.h"

#include "otr-catalog-private.h"
#include "otr-error.h"

OtrCatalogWriter *
otr_catalog_writer_new (OtrCatalog *catalog, GError **error)
{
  g_autoptr (OtrCatalogWriter) writer = g_new0 (OtrCatalogWriter, 1);

  g_return_val_if_fail (catalog != NULL, NULL);

  writer->catalog = otr_catalog_ref (catalog);
  writer->folders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  writer->sql = otr_sql_open (catalog->path, catalog->on_network ? OTR_SQL_NO_WAL : 0, error);
  return writer->sql != NULL ? g_steal_pointer (&writer) : NULL;
}

void
otr_catalog_writer_free (OtrCatalogWriter *writer)
{
  if (writer == NULL)
    return;
  /* Readers in the middle of a query make it partial, which is fine. */
  if (writer->sql != NULL && !writer->catalog->on_network)
    (void) sqlite3_wal_checkpoint_v2 (
        otr_sql_get_db (writer->sql), NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
  otr_sql_close (writer->sql);
  g_hash_table_unref (writer->folders);
  otr_catalog_unref (writer->catalog);
  g_free (writer);
}

gboolean
otr_catalog_writer_begin (OtrCatalogWriter *writer, GError **error)
{
  /* Another writer may have moved folders to a new root since. */
  g_hash_table_remove_all (writer->folders);
  return otr_sql_begin (writer->sql, error);
}

gboolean
otr_catalog_writer_end (OtrCatalogWriter *writer, gboolean ok, GError **error)
{
  if (ok)
    return otr_sql_commit (writer->sql, error);
  otr_sql_rollback (writer->sql);
  return FALSE;
}

static GVariant *
pack_sources (const char *const *sources)
{
  return g_variant_ref_sink (g_variant_new_bytestring_array (sources, -1));
}

gint64
otr_catalog_writer_begin_roll (OtrCatalogWriter *writer, const char *const *sources, GError **error)
{
  g_autoptr (GVariant) packed = pack_sources (sources);
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      writer->sql, "INSERT INTO roll (started_us, sources) VALUES (?1, ?2)", error);

  if (stmt == NULL)
    return -1;
  otr_stmt_bind_int (stmt, 1, g_get_real_time ());
  otr_stmt_bind_blob (stmt, 2, g_variant_get_data (packed), g_variant_get_size (packed));
  if (!otr_stmt_run (stmt, error))
    return -1;
  return sqlite3_last_insert_rowid (otr_sql_get_db (writer->sql));
}

gboolean
otr_catalog_writer_end_roll (OtrCatalogWriter *writer, const OtrRoll *roll, GError **error)
{
  g_autoptr (GBytes) figures =
      roll->figures != NULL ? otr_catalog_facts_pack_tags (roll->figures) : NULL;
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (writer->sql,
                                              "UPDATE roll SET imported = ?1, known = ?2, moved = "
                                              "?3, changed = ?4, duplicate = ?5, companion = ?6,"
                                              " skipped = ?7, damaged = ?8, failed = ?9, bytes = "
                                              "?10, seconds = ?11, seconds_to_catalog = ?12,"
                                              " ended_us = ?13, figures = ?14 WHERE id = ?15",
                                              error);

  if (stmt == NULL)
    return FALSE;
  for (int i = 0; i < OTR_N_RESULTS; i++)
    otr_stmt_bind_int (stmt, i + 1, (gint64) roll->counts[i]);
  otr_stmt_bind_int (stmt, 10, (gint64) roll->bytes);
  otr_stmt_bind_double (stmt, 11, roll->seconds);
  otr_stmt_bind_double (stmt, 12, roll->seconds_to_catalog);
  otr_stmt_bind_int (stmt, 13, roll->ended_us != 0 ? roll->ended_us : g_get_real_time ());
  if (figures != NULL)
    otr_stmt_bind_blob (stmt, 14, g_bytes_get_data (figures, NULL), g_bytes_get_size (figures));
  otr_stmt_bind_int (stmt, 15, roll->id);
  return otr_stmt_run (stmt, error);
}

gint64
otr_catalog_writer_ensure_album (OtrCatalogWriter *writer, const char *name, GError **error)
{
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (writer->sql,
                                              "INSERT INTO album (name) VALUES (?1) ON CONFLICT "
                                              "(name) DO UPDATE SET name = name RETURNING id",
                                              error);
  gint64 id;

  g_return_val_if_fail (name != NULL && name[0] != '\0' && g_utf8_validate (name, -1, NULL), -1);

  if (stmt == NULL)
    return -1;
  otr_stmt_bind_text (stmt, 1, name);
  if (otr_stmt_step (stmt, error) <= 0)
    return -1;
  id = otr_stmt_get_int (stmt, 0);
  /* The row only counts when its statement has come to its end. */
  return otr_stmt_run (stmt, error) ? id : -1;
}

gboolean
otr_catalog_writer_set_rating (OtrCatalogWriter *writer,
                               gint64 photo_id,
                               int rating,
                               GError **error)
{
  if (rating < -1 || rating > 5)
    {
      g_set_error (error, OTR_ERROR, OTR_ERROR_SETTING, "a rating is -1 to 5, not %d", rating);
      return FALSE;
    }
  return otr_sql_run_ints (
      writer->sql, "UPDATE photo SET rating = ?2 WHERE id = ?1", photo_id, rating, error);
}

gboolean
otr_catalog_writer_set_state (
    OtrCatalogWriter *writer, const gint64 *file_ids, gsize n, OtrFileState state, GError **error)
{
  gboolean ok = TRUE;

  g_return_val_if_fail (state != OTR_FILE_OFFLINE, FALSE);

  if (!otr_catalog_writer_begin (writer, error))
    return FALSE;
  for (gsize i = 0; ok && i < n; i++)
    ok = otr_sql_run_ints (
        writer->sql, "UPDATE file SET state = ?2 WHERE id = ?1", file_ids[i], state, error);
  return otr_catalog_writer_end (writer, ok, error);
}

gboolean
otr_catalog_writer_drop_companions (OtrCatalogWriter *writer,
                                    const gint64 *companion_ids,
                                    gsize n,
                                    GError **error)
{
  gboolean ok = TRUE;

  if (!otr_catalog_writer_begin (writer, error))
    return FALSE;
  for (gsize i = 0; ok && i < n; i++)
    ok = otr_sql_run_int (
        writer->sql, "DELETE FROM companion WHERE id = ?1", companion_ids[i], error);
  return otr_catalog_writer_end (writer, ok, error);
}

gboolean
otr_catalog_writer_set_root_offline (OtrCatalogWriter *writer,
                                     gint64 root_id,
                                     gboolean offline,
                                     GError **error)
{
  return otr_sql_run_ints (writer->sql,
                           "UPDATE root SET offline = ?2 WHERE id = ?1 AND offline <> ?2",
                           root_id,
                           offline != FALSE,
                           error);
}
