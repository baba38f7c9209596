/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Removal from the catalog, with Undo. Rows keep the number of their removal and leave every list,
 * count and search; restore brings them back; who next opens the catalog alone forgets them. Files
 * on disk are never touched. The writer's thread only. */
#include "config.h"

#include <string.h>

#include "otr-catalog-private.h"
#include "otr-error.h"

/* The photos of a removal wait in a temporary table, however many there are. */
static gboolean
prepare_list (OtrCatalogWriter *writer, gint64 *out_removal, GError **error)
{
  return otr_sql_exec (writer->sql,
                       "CREATE TEMP TABLE IF NOT EXISTS going (id INTEGER PRIMARY KEY);"
                       "DELETE FROM temp.going;",
                       error) &&
         otr_sql_query_int (writer->sql,
                            "SELECT 1 + coalesce ((SELECT CAST (value AS INTEGER) FROM meta"
                            " WHERE key = 'last-removal'), 0)",
                            1,
                            out_removal,
                            error);
}

static gboolean
remove_listed (OtrCatalogWriter *writer, gint64 removal, guint64 *out_n, GError **error)
{
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, removal);
  gint64 n;

  if (!otr_sql_query_int (writer->sql, "SELECT count(*) FROM temp.going", 0, &n, error))
    return FALSE;
  *out_n = (guint64) n;
  return otr_sql_exec (
             writer->sql,
             "INSERT INTO search_names (search_names, rowid, name, caption)"
             " SELECT 'delete', id, name, caption FROM search_source"
             " WHERE id IN (SELECT id FROM temp.going);"
             "INSERT INTO search_words (search_words, rowid, name, caption, keywords, camera, "
             "place)"
             " SELECT 'delete', id, name, caption, keywords, camera, place FROM search_source"
             " WHERE id IN (SELECT id FROM temp.going);",
             error) &&
         otr_sql_run_int (writer->sql,
                          "UPDATE photo SET removed = ?1 WHERE id IN (SELECT id FROM temp.going)",
                          removal,
                          error) &&
         otr_sql_run_int (
             writer->sql,
             "UPDATE file SET removed = ?1 WHERE photo_id IN (SELECT id FROM temp.going)",
             removal,
             error) &&
         otr_catalog_schema_set_meta (writer->sql, "last-removal", number, error);
}

static gboolean
list_photos (OtrCatalogWriter *writer, const gint64 *photo_ids, gsize n, GError **error)
{
  for (gsize i = 0; i < n; i++)
    if (!otr_sql_run_int (
            writer->sql,
            "INSERT OR IGNORE INTO temp.going SELECT id FROM photo WHERE id = ?1 AND removed = 0",
            photo_ids[i],
            error))
      return FALSE;
  return TRUE;
}

gboolean
otr_catalog_writer_remove_photos (
    OtrCatalogWriter *writer, const gint64 *photo_ids, gsize n, gint64 *out_removal, GError **error)
{
  gint64 removal = 0;
  guint64 removed;
  gboolean ok;

  if (!otr_catalog_writer_begin (writer, error))
    return FALSE;
  ok = prepare_list (writer, &removal, error) && list_photos (writer, photo_ids, n, error) &&
       remove_listed (writer, removal, &removed, error);
  if (!otr_catalog_writer_end (writer, ok, error))
    return FALSE;
  *out_removal = removal;
  return TRUE;
}

/* A folder with all below it. */
static gboolean
list_folder (OtrCatalogWriter *writer, gint64 root_id, const char *relative, GError **error)
{
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      writer->sql,
      "WITH RECURSIVE below (id) AS (SELECT id FROM folder WHERE root_id = ?1 AND relative = ?2"
      " UNION ALL SELECT f.id FROM folder f JOIN below b ON f.parent_id = b.id)"
      " INSERT OR IGNORE INTO temp.going SELECT photo_id FROM file"
      " WHERE folder_id IN (SELECT id FROM below) AND removed = 0",
      error);

  if (stmt == NULL)
    return FALSE;
  otr_stmt_bind_int (stmt, 1, root_id);
  otr_stmt_bind_bytes (stmt, 2, relative);
  return otr_stmt_run (stmt, error);
}

static gboolean
list_file (OtrCatalogWriter *writer, gint64 root_id, const char *relative, GError **error)
{
  const char *slash = strrchr (relative, '/');
  g_autofree char *folder =
      slash != NULL ? g_strndup (relative, (gsize) (slash - relative)) : g_strdup ("");
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      writer->sql,
      "INSERT OR IGNORE INTO temp.going SELECT f.photo_id FROM file f JOIN folder d ON d.id = "
      "f.folder_id"
      " WHERE d.root_id = ?1 AND d.relative = ?2 AND f.name = ?3 AND f.removed = 0",
      error);

  if (stmt == NULL)
    return FALSE;
  otr_stmt_bind_int (stmt, 1, root_id);
  otr_stmt_bind_bytes (stmt, 2, folder);
  otr_stmt_bind_bytes (stmt, 3, slash != NULL ? slash + 1 : relative);
  return otr_stmt_run (stmt, error);
}

typedef struct
{
  gint64 root_id;
  char *relative; /* NULL: the whole root */
} Place;

static void
place_clear (gpointer data)
{
  g_free (((Place *) data)->relative);
}

/* Where `path` can be: in the root that holds it, or it holds whole roots. */
static GArray *
find_places (OtrCatalogWriter *writer, const char *path, GError **error)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));
  g_autoptr (OtrStmt) stmt =
      otr_sql_prepare (writer->sql, "SELECT id, path, is_uri FROM root", error);
  int state;

  g_array_set_clear_func (places, place_clear);
  if (stmt == NULL)
    return NULL;
  while ((state = otr_stmt_step (stmt, error)) > 0)
    {
      g_autofree char *root = otr_stmt_dup_bytes (stmt, 1);
      gboolean is_uri = otr_stmt_get_int (stmt, 2) != 0;
      g_autofree char *below = otr_catalog_path_below (path, root, is_uri);
      g_autofree char *above = otr_catalog_path_below (root, path, is_uri);
      Place place = { .root_id = otr_stmt_get_int (stmt, 0) };

      if (below == NULL && above == NULL)
        continue;
      place.relative = below != NULL ? g_steal_pointer (&below) : g_strdup ("");
      g_array_append_val (places, place);
    }
  return state == 0 ? g_steal_pointer (&places) : NULL;
}

static gboolean
list_path (OtrCatalogWriter *writer, const char *path, GError **error)
{
  g_autofree char *clean = otr_catalog_clean_path (path);
  g_autoptr (GArray) places = find_places (writer, clean, error);

  if (places == NULL)
    return FALSE;
  for (guint i = 0; i < places->len; i++)
    {
      const Place *place = &g_array_index (places, Place, i);

      if (!list_folder (writer, place->root_id, place->relative, error) ||
          !list_file (writer, place->root_id, place->relative, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
otr_catalog_writer_remove_path (
    OtrCatalogWriter *writer, const char *path, gint64 *out_removal, guint64 *out_n, GError **error)
{
  gint64 removal = 0;
  guint64 n = 0;
  gboolean ok;

  if (!otr_catalog_writer_begin (writer, error))
    return FALSE;
  ok = prepare_list (writer, &removal, error) && list_path (writer, path, error) &&
       remove_listed (writer, removal, &n, error);
  if (!otr_catalog_writer_end (writer, ok, error))
    return FALSE;
  *out_removal = removal;
  *out_n = n;
  return TRUE;
}

static gboolean
restore (OtrCatalogWriter *writer, gint64 removal, GError **error)
{
  return otr_sql_exec (writer->sql,
                       "CREATE TEMP TABLE IF NOT EXISTS going (id INTEGER PRIMARY KEY);"
                       "DELETE FROM temp.going;",
                       error) &&
         otr_sql_run_int (writer->sql,
                          "INSERT INTO temp.going SELECT id FROM photo WHERE removed = ?1",
                          removal,
                          error) &&
         otr_sql_run_int (writer->sql,
                          "UPDATE file SET removed = 0 WHERE removed = ?1"
                          " AND photo_id IN (SELECT id FROM temp.going)",
                          removal,
                          error) &&
         otr_sql_run_int (
             writer->sql, "UPDATE photo SET removed = 0 WHERE removed = ?1", removal, error) &&
         otr_sql_exec (
             writer->sql,
             "INSERT INTO search_names (rowid, name, caption)"
             " SELECT id, name, caption FROM search_source WHERE id IN (SELECT id FROM temp.going);"
             "INSERT INTO search_words (rowid, name, caption, keywords, camera, place)"
             " SELECT id, name, caption, keywords, camera, place FROM search_source"
             " WHERE id IN (SELECT id FROM temp.going);",
             error);
}

gboolean
otr_catalog_writer_restore (OtrCatalogWriter *writer, gint64 removal, GError **error)
{
  g_return_val_if_fail (removal > 0, FALSE);

  return otr_catalog_writer_begin (writer, error) &&
         otr_catalog_writer_end (writer, restore (writer, removal, error), error);
}

static gboolean
purge (OtrCatalogWriter *writer, GError **error)
{
  return otr_sql_exec (
      writer->sql,
      "DELETE FROM album_photo WHERE photo_id IN (SELECT id FROM photo WHERE removed <> 0);"
      "DELETE FROM companion WHERE EXISTS (SELECT 1 FROM file f WHERE f.folder_id = "
      "companion.folder_id"
      "  AND f.name = companion.companion_of AND f.removed <> 0);"
      "CREATE TEMP TABLE IF NOT EXISTS going (id INTEGER PRIMARY KEY); DELETE FROM temp.going;"
      "INSERT OR IGNORE INTO temp.going SELECT content_id FROM file"
      "  WHERE photo_id IN (SELECT id FROM photo WHERE removed <> 0);"
      "DELETE FROM file WHERE photo_id IN (SELECT id FROM photo WHERE removed <> 0);"
      "DELETE FROM photo WHERE removed <> 0;"
      "DELETE FROM content WHERE id IN (SELECT id FROM temp.going)"
      "  AND NOT EXISTS (SELECT 1 FROM file WHERE content_id = content.id);",
      error);
}

gboolean
otr_catalog_writer_purge (OtrCatalogWriter *writer, GError **error)
{
  gint64 n;

  if (!otr_sql_query_int (
          writer->sql, "SELECT count(*) FROM photo WHERE removed <> 0", 0, &n, error))
    return FALSE;
  return n == 0 || (otr_catalog_writer_begin (writer, error) &&
                    otr_catalog_writer_end (writer, purge (writer, error), error));
}
