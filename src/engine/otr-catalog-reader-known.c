/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an import asks before it reads anything: what is known of a folder, of a content. The
 * reader's thread only. */
#include "config.h"

#include "otr-catalog-private.h"

static void
known_file_free (gpointer file)
{
  otr_known_file_free (file);
}

static gboolean
read_known (OtrCatalogReader *reader,
            const char *text,
            gint64 root_id,
            const char *relative,
            GHashTable *known,
            GError **error)
{
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (reader->sql, text, error);
  int state;

  if (stmt == NULL)
    return FALSE;
  otr_stmt_bind_int (stmt, 1, root_id);
  otr_stmt_bind_bytes (stmt, 2, relative);
  while ((state = otr_stmt_step (stmt, error)) > 0)
    {
      OtrKnownFile *file = g_new0 (OtrKnownFile, 1);

      file->file_id = otr_stmt_get_int (stmt, 0);
      file->name = otr_stmt_dup_bytes (stmt, 1);
      file->size = (guint64) otr_stmt_get_int (stmt, 2);
      file->mtime_ns = otr_stmt_get_int (stmt, 3);
      file->ctime_ns = otr_stmt_get_int (stmt, 4);
      file->inode = (guint64) otr_stmt_get_int (stmt, 5);
      file->read_ns = otr_stmt_get_int (stmt, 6);
      file->content_id = otr_stmt_get_int (stmt, 7);
      file->state = (OtrFileState) otr_stmt_get_int (stmt, 8);
      file->decode_state = (OtrDecodeState) otr_stmt_get_int (stmt, 9);
      file->decoder_version = (int) otr_stmt_get_int (stmt, 10);
      file->is_companion = file->content_id == 0;
      g_hash_table_replace (known, file->name, file);
    }
  return state == 0;
}

GHashTable *
otr_catalog_reader_known_folder (OtrCatalogReader *reader,
                                 gint64 root_id,
                                 const char *relative,
                                 GError **error)
{
  g_autoptr (GHashTable) known =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, known_file_free);

  if (!read_known (
          reader,
          "SELECT f.id, f.name, f.size, f.mtime_ns, f.ctime_ns, f.inode, f.read_ns, f.content_id, "
          "f.state,"
          " c.decode_state, c.decoder_version FROM folder d JOIN file f ON f.folder_id = d.id"
          " JOIN content c ON c.id = f.content_id"
          " WHERE d.root_id = ?1 AND d.relative = ?2 AND f.removed = 0",
          root_id,
          relative,
          known,
          error) ||
      !read_known (
          reader,
          "SELECT m.id, m.name, m.size, m.mtime_ns, m.ctime_ns, m.inode, m.read_ns, 0, 0, 0, 0"
          " FROM folder d JOIN companion m ON m.folder_id = d.id"
          " JOIN file f ON f.folder_id = d.id AND f.name = m.companion_of AND f.removed = 0"
          " WHERE d.root_id = ?1 AND d.relative = ?2",
          root_id,
          relative,
          known,
          error))
    return NULL;
  return g_steal_pointer (&known);
}

GPtrArray *
otr_catalog_reader_folders_below (OtrCatalogReader *reader,
                                  gint64 root_id,
                                  const char *relative,
                                  GError **error)
{
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      reader->sql,
      "WITH RECURSIVE below (id) AS (SELECT id FROM folder WHERE root_id = ?1 AND relative = ?2"
      " UNION ALL SELECT f.id FROM folder f JOIN below b ON f.parent_id = b.id)"
      " SELECT relative FROM folder WHERE id IN (SELECT id FROM below) ORDER BY relative",
      error);
  int state;

  if (stmt == NULL)
    return NULL;
  otr_stmt_bind_int (stmt, 1, root_id);
  otr_stmt_bind_bytes (stmt, 2, relative);
  while ((state = otr_stmt_step (stmt, error)) > 0)
    g_ptr_array_add (folders, otr_stmt_dup_bytes (stmt, 0));
  return state == 0 ? g_steal_pointer (&folders) : NULL;
}

gint64
otr_catalog_reader_find_content (OtrCatalogReader *reader,
                                 const OtrDigest *digest,
                                 guint64 length,
                                 OtrDecodeState *out_state,
                                 int *out_decoder_version,
                                 GError **error)
{
  /* What belongs to removed files alone is as good as new. */
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      reader->sql,
      "SELECT id, decode_state, decoder_version FROM content WHERE digest = ?1 AND length = ?2"
      " AND EXISTS (SELECT 1 FROM file WHERE content_id = content.id AND removed = 0)",
      error);
  int state;

  if (stmt == NULL)
    return -1;
  otr_stmt_bind_blob (stmt, 1, digest->bytes, digest->length);
  otr_stmt_bind_int (stmt, 2, (gint64) length);
  state = otr_stmt_step (stmt, error);
  if (state <= 0)
    return state;
  *out_state = (OtrDecodeState) otr_stmt_get_int (stmt, 1);
  *out_decoder_version = (int) otr_stmt_get_int (stmt, 2);
  return otr_stmt_get_int (stmt, 0);
}

static void
content_file_free (gpointer file)
{
  otr_content_file_free (file);
}

GPtrArray *
otr_catalog_reader_content_files (OtrCatalogReader *reader, gint64 content_id, GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (content_file_free);
  g_autoptr (OtrStmt) stmt =
      otr_sql_prepare (reader->sql,
                       "SELECT f.id, f.photo_id, d.root_id, d.relative, f.name, f.state FROM file f"
                       " JOIN folder d ON d.id = f.folder_id WHERE f.content_id = ?1 AND f.removed "
                       "= 0 ORDER BY f.id",
                       error);
  int state;

  if (stmt == NULL)
    return NULL;
  otr_stmt_bind_int (stmt, 1, content_id);
  while ((state = otr_stmt_step (stmt, error)) > 0)
    {
      OtrContentFile *file = g_new0 (OtrContentFile, 1);

      file->file_id = otr_stmt_get_int (stmt, 0);
      file->photo_id = otr_stmt_get_int (stmt, 1);
      file->root_id = otr_stmt_get_int (stmt, 2);
      file->relative = otr_stmt_dup_bytes (stmt, 3);
      file->name = otr_stmt_dup_bytes (stmt, 4);
      file->state = (OtrFileState) otr_stmt_get_int (stmt, 5);
      g_ptr_array_add (files, file);
    }
  return state == 0 ? g_steal_pointer (&files) : NULL;
}
