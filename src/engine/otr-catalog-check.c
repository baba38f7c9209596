/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks a catalog over: the database itself, then what its rows promise each other, then the search
 * tables. Repair drops rows that belong to nothing and makes the search tables anew; a damaged
 * database is beyond it (that is salvaged when the catalog is opened). The caller's thread. */
#include "config.h"

#include "otr-catalog-private.h"
#include "otr-error.h"

#define PROBLEMS_SHOWN "100"

/* What must be empty, in one sentence, and what makes it so. The order is that of the repair. */
static const struct
{
  const char *count;
  const char *sentence;
  const char *repair;
} promises[] = {
  { "SELECT count (*) FROM folder WHERE root_id NOT IN (SELECT id FROM root)",
    "folders belong to no root",
    "DELETE FROM folder WHERE root_id NOT IN (SELECT id FROM root)" },
  { "SELECT count (*) FROM folder WHERE parent_id IS NOT NULL AND parent_id NOT IN (SELECT id FROM "
    "folder)",
    "folders have lost the folder above them",
    "UPDATE folder SET parent_id = NULL WHERE parent_id NOT IN (SELECT id FROM folder)" },
  { "SELECT count (*) FROM file WHERE content_id NOT IN (SELECT id FROM content)",
    "files have no content",
    "DELETE FROM file WHERE content_id NOT IN (SELECT id FROM content)" },
  { "SELECT count (*) FROM file WHERE folder_id NOT IN (SELECT id FROM folder)",
    "files belong to no folder",
    "DELETE FROM file WHERE folder_id NOT IN (SELECT id FROM folder)" },
  { "SELECT count (*) FROM file WHERE photo_id NOT IN (SELECT id FROM photo)",
    "files belong to no photo",
    "DELETE FROM file WHERE photo_id NOT IN (SELECT id FROM photo)" },
  { "SELECT count (*) FROM photo WHERE roll_id NOT IN (SELECT id FROM roll)",
    "photos belong to no roll",
    "INSERT OR IGNORE INTO roll (id, started_us, sources) SELECT DISTINCT roll_id, 0, x'' FROM "
    "photo"
    " WHERE roll_id NOT IN (SELECT id FROM roll)" },
  { "SELECT count (*) FROM photo p WHERE NOT EXISTS (SELECT 1 FROM file WHERE photo_id = p.id AND "
    "lead = 1)",
    "photos have no file",
    "DELETE FROM album_photo WHERE photo_id NOT IN (SELECT photo_id FROM file WHERE lead = 1);"
    "DELETE FROM file WHERE photo_id NOT IN (SELECT photo_id FROM file WHERE lead = 1);"
    "DELETE FROM photo WHERE id NOT IN (SELECT photo_id FROM file WHERE lead = 1)" },
  { "SELECT count (*) FROM file f JOIN photo p ON p.id = f.photo_id WHERE f.removed <> p.removed",
    "files and their photos disagree on having been removed",
    "UPDATE file SET removed = (SELECT removed FROM photo WHERE id = file.photo_id)" },
  { "SELECT count (*) FROM content c WHERE NOT EXISTS (SELECT 1 FROM file WHERE content_id = c.id)",
    "contents belong to no file",
    "DELETE FROM content WHERE id NOT IN (SELECT content_id FROM file)" },
  { "SELECT count (*) FROM content_tags WHERE content_id NOT IN (SELECT id FROM content)",
    "sets of tags belong to no content",
    "DELETE FROM content_tags WHERE content_id NOT IN (SELECT id FROM content)" },
  { "SELECT count (*) FROM companion WHERE folder_id NOT IN (SELECT id FROM folder)",
    "companions belong to no folder",
    "DELETE FROM companion WHERE folder_id NOT IN (SELECT id FROM folder)" },
  { "SELECT count (*) FROM album_photo WHERE photo_id NOT IN (SELECT id FROM photo)"
    " OR album_id NOT IN (SELECT id FROM album)",
    "album entries lead nowhere",
    "DELETE FROM album_photo WHERE photo_id NOT IN (SELECT id FROM photo)"
    " OR album_id NOT IN (SELECT id FROM album)" },
  { "SELECT count (*) FROM issue WHERE roll_id NOT IN (SELECT id FROM roll)"
    " OR folder_id NOT IN (SELECT id FROM folder)",
    "issues belong to no roll or folder",
    "DELETE FROM issue WHERE roll_id NOT IN (SELECT id FROM roll)"
    " OR folder_id NOT IN (SELECT id FROM folder)" },
};

static gboolean
check_database (OtrSql *sql, GPtrArray *problems, GError **error)
{
  g_autoptr (OtrStmt) stmt =
      otr_sql_prepare (sql, "PRAGMA integrity_check (" PROBLEMS_SHOWN ")", error);
  int state;

  if (stmt == NULL)
    return FALSE;
  while ((state = otr_stmt_step (stmt, error)) > 0)
    if (g_strcmp0 (otr_stmt_get_text (stmt, 0), "ok") != 0)
      g_ptr_array_add (
          problems, g_strdup_printf ("The database is damaged: %s.", otr_stmt_get_text (stmt, 0)));
  return state == 0;
}

static gboolean
check_promises (OtrSql *sql, gboolean repair, GPtrArray *problems, GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (promises); i++)
    {
      gint64 n;

      if (!otr_sql_query_int (sql, promises[i].count, 0, &n, error))
        return FALSE;
      if (n == 0)
        continue;
      g_ptr_array_add (problems,
                       g_strdup_printf ("%" G_GINT64_FORMAT " %s.", n, promises[i].sentence));
      if (repair && !otr_sql_exec (sql, promises[i].repair, error))
        return FALSE;
    }
  return TRUE;
}

/* FTS5 compares its table with what the view says. */
static gboolean
check_search (OtrSql *sql, const char *text, const char *name, GPtrArray *problems, GError **error)
{
  g_autoptr (GError) local = NULL;

  if (otr_sql_exec (sql, text, &local))
    return TRUE;
  if (!g_error_matches (local, OTR_ERROR, OTR_ERROR_CORRUPT))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  g_ptr_array_add (problems,
                   g_strdup_printf ("The search table of %s does not match the photos.", name));
  return TRUE;
}

static gboolean
check_all (OtrSql *sql, gboolean repair, GPtrArray *problems, GError **error)
{
  if (!check_promises (sql, repair, problems, error) ||
      !check_search (sql,
                     "INSERT INTO search_names (search_names, rank) VALUES ('integrity-check', 1)",
                     "names",
                     problems,
                     error) ||
      !check_search (sql,
                     "INSERT INTO search_words (search_words, rank) VALUES ('integrity-check', 1)",
                     "words",
                     problems,
                     error))
    return FALSE;
  return !repair || problems->len == 0 || otr_search_rebuild (sql, error);
}

gboolean
otr_catalog_check_sql (OtrSql *sql, gboolean repair, GPtrArray *problems, GError **error)
{
  gboolean ok;

  if (!check_database (sql, problems, error))
    return FALSE;
  /* While rows are mended they may contradict each other, and the check of the search tables counts
   * as writing. */
  if (!otr_sql_exec (sql, "PRAGMA foreign_keys = 0", error))
    return FALSE;
  ok = otr_sql_begin (sql, error);
  if (ok)
    {
      ok = check_all (sql, repair, problems, error);
      if (ok && repair)
        ok = otr_sql_commit (sql, error);
      else
        otr_sql_rollback (sql);
    }
  return otr_sql_exec (sql, "PRAGMA foreign_keys = 1", ok ? error : NULL) && ok;
}

GPtrArray *
otr_catalog_check (OtrCatalog *catalog, gboolean repair, GError **error)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) local = NULL;
  g_autoptr (OtrSql) sql =
      otr_sql_open (catalog->path, catalog->on_network ? OTR_SQL_NO_WAL : 0, &local);

  if (sql != NULL && otr_catalog_check_sql (sql, repair, problems, &local))
    return g_steal_pointer (&problems);
  if (g_error_matches (local, OTR_ERROR, OTR_ERROR_CORRUPT))
    g_atomic_int_set (&catalog->suspect, TRUE);
  g_propagate_error (error, g_steal_pointer (&local));
  return NULL;
}
