/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Roots and the folders below them. A root inside another is one root: a new one that holds older
 * ones takes their folders over, and no file row changes. The writer's thread only. */
#include "config.h"

#include <string.h>

#include "otr-catalog-private.h"

/* What a person reads of a root: the last part of its path. */
static char *
get_root_words (OtrCatalogWriter *writer, gint64 root_id, GError **error)
{
  g_autoptr (OtrStmt) stmt =
      otr_sql_prepare (writer->sql, "SELECT path FROM root WHERE id = ?1", error);
  g_autofree char *path = NULL;
  g_autofree char *name = NULL;

  if (stmt == NULL)
    return NULL;
  otr_stmt_bind_int (stmt, 1, root_id);
  if (otr_stmt_step (stmt, error) < 0)
    return NULL;
  path = otr_stmt_dup_bytes (stmt, 0);
  name = g_path_get_basename (path != NULL ? path : "");
  return g_filename_display_name (name);
}

static gboolean
find_folder (
    OtrCatalogWriter *writer, gint64 root_id, const char *relative, gint64 *out_id, GError **error)
{
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      writer->sql, "SELECT id FROM folder WHERE root_id = ?1 AND relative = ?2", error);
  int state;

  if (stmt == NULL)
    return FALSE;
  otr_stmt_bind_int (stmt, 1, root_id);
  otr_stmt_bind_bytes (stmt, 2, relative);
  state = otr_stmt_step (stmt, error);
  if (state >= 0)
    *out_id = state > 0 ? otr_stmt_get_int (stmt, 0) : 0;
  return state >= 0;
}

static gboolean
insert_folder (OtrCatalogWriter *writer,
               gint64 root_id,
               gint64 parent_id,
               const char *relative,
               GError **error)
{
  const char *slash = strrchr (relative, '/');
  g_autofree char *name = g_filename_display_name (slash != NULL ? slash + 1 : relative);
  g_autofree char *root_words =
      relative[0] == '\0' ? get_root_words (writer, root_id, error) : NULL;
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      writer->sql,
      "INSERT INTO folder (root_id, parent_id, relative, words) VALUES (?1, ?2, ?3,"
      " coalesce ((SELECT words || '/' FROM folder WHERE id = ?2), '') || ?4)",
      error);

  if (stmt == NULL || (relative[0] == '\0' && root_words == NULL))
    return FALSE;
  otr_stmt_bind_int (stmt, 1, root_id);
  if (parent_id != 0)
    otr_stmt_bind_int (stmt, 2, parent_id);
  otr_stmt_bind_bytes (stmt, 3, relative);
  otr_stmt_bind_text (stmt, 4, root_words != NULL ? root_words : name);
  return otr_stmt_run (stmt, error);
}

/* One level; the one above is there. */
static gboolean
ensure_level (OtrCatalogWriter *writer,
              gint64 root_id,
              gint64 parent_id,
              const char *relative,
              gint64 *out_id,
              GError **error)
{
  if (!find_folder (writer, root_id, relative, out_id, error))
    return FALSE;
  if (*out_id != 0)
    return TRUE;
  if (!insert_folder (writer, root_id, parent_id, relative, error))
    return FALSE;
  *out_id = sqlite3_last_insert_rowid (otr_sql_get_db (writer->sql));
  return TRUE;
}

static gboolean
ensure_chain (
    OtrCatalogWriter *writer, gint64 root_id, const char *relative, gint64 *out_id, GError **error)
{
  gsize length = 0;
  gboolean ok = ensure_level (writer, root_id, 0, "", out_id, error);

  while (ok && relative[length] != '\0')
    {
      g_autofree char *part = NULL;

      length += relative[length] == '/' ? 1 : 0;
      length += strcspn (relative + length, "/");
      part = g_strndup (relative, length);
      ok = ensure_level (writer, root_id, *out_id, part, out_id, error);
    }
  return ok;
}

gboolean
otr_catalog_writer_ensure_folder (OtrCatalogWriter *writer,
                                  gint64 root_id,
                                  const char *relative,
                                  gint64 *out_folder_id,
                                  GError **error)
{
  g_autofree char *key = g_strdup_printf ("%" G_GINT64_FORMAT "/%s", root_id, relative);
  const gint64 *cached = g_hash_table_lookup (writer->folders, key);
  gint64 id = 0;

  if (cached != NULL)
    {
      *out_folder_id = *cached;
      return TRUE;
    }
  if (!find_folder (writer, root_id, relative, &id, error) ||
      (id == 0 && !ensure_chain (writer, root_id, relative, &id, error)))
    return FALSE;
  g_hash_table_insert (writer->folders, g_steal_pointer (&key), g_memdup2 (&id, sizeof id));
  *out_folder_id = id;
  return TRUE;
}

typedef struct
{
  gint64 id;
  char *below; /* part of its path below the new root */
} InnerRoot;

static void
inner_root_free (gpointer data)
{
  InnerRoot *inner = data;

  g_free (inner->below);
  g_free (inner);
}

/* The covering root and the part below it, or the roots inside `path`. */
static gboolean
look_at_roots (OtrCatalogWriter *writer,
               const char *path,
               gint64 *out_root_id,
               char **out_relative,
               GPtrArray *inner,
               GError **error)
{
  g_autoptr (OtrStmt) stmt =
      otr_sql_prepare (writer->sql, "SELECT id, path, is_uri FROM root", error);
  int state = stmt != NULL ? otr_stmt_step (stmt, error) : -1;

  for (*out_root_id = 0; state > 0; state = otr_stmt_step (stmt, error))
    {
      g_autofree char *root = otr_stmt_dup_bytes (stmt, 1);
      gboolean is_uri = otr_stmt_get_int (stmt, 2) != 0;
      g_autofree char *below = otr_catalog_path_below (path, root, is_uri);
      g_autofree char *above = otr_catalog_path_below (root, path, is_uri);

      if (below != NULL)
        {
          *out_root_id = otr_stmt_get_int (stmt, 0);
          *out_relative = g_steal_pointer (&below);
          return TRUE;
        }
      if (above != NULL)
        {
          InnerRoot *found = g_new0 (InnerRoot, 1);

          found->id = otr_stmt_get_int (stmt, 0);
          found->below = g_steal_pointer (&above);
          g_ptr_array_add (inner, found);
        }
    }
  return state == 0;
}

static gboolean
insert_root (OtrCatalogWriter *writer,
             const char *path,
             gboolean is_uri,
             const char *volume_id,
             gint64 *out_root_id,
             GError **error)
{
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      writer->sql, "INSERT INTO root (path, is_uri, volume_id) VALUES (?1, ?2, ?3)", error);

  if (stmt == NULL)
    return FALSE;
  otr_stmt_bind_bytes (stmt, 1, path);
  otr_stmt_bind_int (stmt, 2, is_uri != FALSE);
  otr_stmt_bind_text (stmt, 3, volume_id);
  if (!otr_stmt_run (stmt, error))
    return FALSE;
  *out_root_id = sqlite3_last_insert_rowid (otr_sql_get_db (writer->sql));
  return TRUE;
}

/* Hangs the folders of `inner` below the folders of the new root. */
static gboolean
take_over (OtrCatalogWriter *writer, gint64 root_id, const InnerRoot *inner, GError **error)
{
  const char *slash = strrchr (inner->below, '/');
  g_autofree char *above =
      slash != NULL ? g_strndup (inner->below, (gsize) (slash - inner->below)) : g_strdup ("");
  gint64 parent_id;
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      writer->sql,
      "UPDATE folder SET root_id = ?1, parent_id = coalesce (parent_id, ?2),"
      " relative = CAST (CASE WHEN relative = x'' THEN ?3 ELSE ?3 || '/' || relative END AS BLOB),"
      " words = (SELECT words FROM folder WHERE id = ?2) || '/' || words WHERE root_id = ?4",
      error);

  if (stmt == NULL || !otr_catalog_writer_ensure_folder (writer, root_id, above, &parent_id, error))
    return FALSE;
  otr_stmt_bind_int (stmt, 1, root_id);
  otr_stmt_bind_int (stmt, 2, parent_id);
  otr_stmt_bind_bytes (stmt, 3, inner->below);
  otr_stmt_bind_int (stmt, 4, inner->id);
  return otr_stmt_run (stmt, error) &&
         otr_sql_run_int (writer->sql, "DELETE FROM root WHERE id = ?1", inner->id, error);
}

static gboolean
ensure_root (OtrCatalogWriter *writer,
             const char *path,
             gboolean is_uri,
             const char *volume_id,
             gint64 *out_root_id,
             char **out_relative,
             GError **error)
{
  g_autoptr (GPtrArray) inner = g_ptr_array_new_with_free_func (inner_root_free);

  if (!look_at_roots (writer, path, out_root_id, out_relative, inner, error))
    return FALSE;
  if (*out_root_id != 0)
    return TRUE;
  if (!insert_root (writer, path, is_uri, volume_id, out_root_id, error))
    return FALSE;
  *out_relative = g_strdup ("");
  for (guint i = 0; i < inner->len; i++)
    if (!take_over (writer, *out_root_id, g_ptr_array_index (inner, i), error))
      return FALSE;
  /* The folders' words became longer. */
  return inner->len == 0 || otr_search_rebuild (writer->sql, error);
}

gboolean
otr_catalog_writer_ensure_root (OtrCatalogWriter *writer,
                                const char *path,
                                gboolean is_uri,
                                const char *volume_id,
                                gint64 *out_root_id,
                                char **out_relative,
                                GError **error)
{
  gint64 root_id = 0;
  g_autofree char *relative = NULL;
  g_autofree char *clean = otr_catalog_clean_path (path);
  gboolean ok;

  if (!otr_catalog_writer_begin (writer, error))
    return FALSE;
  ok = ensure_root (writer, clean, is_uri, volume_id, &root_id, &relative, error);
  if (!otr_catalog_writer_end (writer, ok, error))
    return FALSE;
  *out_root_id = root_id;
  *out_relative = g_steal_pointer (&relative);
  return TRUE;
}
