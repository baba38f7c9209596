/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A damaged catalog: its files are renamed, never deleted, and every row that can still be read is
 * copied into a new one. A damaged page ends a scan, so each table is read from both ends. Called
 * with the catalog locked for this process alone. */
#include "config.h"

#include <errno.h>
#include <stdio.h>

#include "otr-catalog-private.h"
#include "otr-error.h"

/* Parents before children; the order makes scans from the far end possible. */
static const struct
{
  const char *name;
  const char *order;
} tables[] = {
  { "meta", "key" },
  { "root", "id" },
  { "folder", "id" },
  { "content", "id" },
  { "content_tags", "content_id" },
  { "roll", "id" },
  { "photo", "id" },
  { "file", "id" },
  { "companion", "id" },
  { "issue", "id" },
  { "album", "id" },
  { "album_photo", "album_id" },
};

static gboolean
rename_part (const char *path, const char *aside, const char *suffix, GError **error)
{
  g_autofree char *from = g_strconcat (path, suffix, NULL);
  g_autofree char *to = g_strconcat (aside, suffix, NULL);

  if (rename (from, to) == 0 || (errno == ENOENT && suffix[0] != '\0'))
    return TRUE;
  otr_error_set_errno (error, errno, from);
  return FALSE;
}

static char *
set_aside (const char *path, GError **error)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *stamp = g_date_time_format (now, "%Y%m%d-%H%M%S");
  g_autofree char *aside = g_strconcat (path, ".corrupt-", stamp, NULL);

  for (guint i = 2; g_file_test (aside, G_FILE_TEST_EXISTS); i++)
    {
      g_free (aside);
      aside = g_strdup_printf ("%s.corrupt-%s-%u", path, stamp, i);
    }
  /* The log holds the newest rows and goes with its database. */
  if (!rename_part (path, aside, "-wal", error) || !rename_part (path, aside, "-journal", error) ||
      !rename_part (path, aside, "-shm", error) || !rename_part (path, aside, "", error))
    return NULL;
  return g_steal_pointer (&aside);
}

/* Whatever does not fit (a torn row, a second one of its kind) is left out. */
static void
copy_rows (sqlite3 *from, sqlite3 *to, const char *select, const char *insert, gint64 *n)
{
  sqlite3_stmt *source = NULL, *target = NULL;

  if (sqlite3_prepare_v2 (from, select, -1, &source, NULL) == SQLITE_OK &&
      sqlite3_prepare_v2 (to, insert, -1, &target, NULL) == SQLITE_OK &&
      sqlite3_column_count (source) == sqlite3_bind_parameter_count (target))
    while (sqlite3_step (source) == SQLITE_ROW)
      {
        for (int i = 0; i < sqlite3_column_count (source); i++)
          (void) sqlite3_bind_value (target, i + 1, sqlite3_column_value (source, i));
        if (sqlite3_step (target) == SQLITE_DONE)
          *n += sqlite3_changes (to);
        (void) sqlite3_reset (target);
      }
  (void) sqlite3_finalize (source);
  (void) sqlite3_finalize (target);
}

static char *
make_insert (sqlite3 *to, const char *table)
{
  g_autofree char *look = g_strdup_printf ("SELECT * FROM %s", table);
  GString *text = g_string_new (NULL);
  sqlite3_stmt *stmt = NULL;

  g_string_printf (text, "INSERT OR IGNORE INTO %s VALUES (", table);
  if (sqlite3_prepare_v2 (to, look, -1, &stmt, NULL) == SQLITE_OK)
    for (int i = 0; i < sqlite3_column_count (stmt); i++)
      g_string_append (text, i > 0 ? ", ?" : "?");
  (void) sqlite3_finalize (stmt);
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

static gint64
copy_table (OtrSql *from, OtrSql *to, const char *table, const char *order)
{
  g_autofree char *insert = make_insert (otr_sql_get_db (to), table);
  g_autofree char *forward = g_strdup_printf ("SELECT * FROM %s ORDER BY %s", table, order);
  g_autofree char *backward = g_strdup_printf ("SELECT * FROM %s ORDER BY %s DESC", table, order);
  gint64 n = 0;

  copy_rows (otr_sql_get_db (from), otr_sql_get_db (to), forward, insert, &n);
  copy_rows (otr_sql_get_db (from), otr_sql_get_db (to), backward, insert, &n);
  return n;
}

/* The damaged one decides which version the copy has; the upgrade follows when it is opened. */
static guint
get_old_version (OtrSql *from)
{
  gint64 version = 0;

  if (!otr_sql_query_int (from, "PRAGMA user_version", 0, &version, NULL) || version < 1 ||
      version > otr_catalog_schema_n_steps)
    return otr_catalog_schema_n_steps;
  return (guint) version;
}

static gboolean
copy_readable (const char *aside, OtrSqlFlags flags, OtrSql *to, GError **error)
{
  /* Without any readable row there is still a good, empty catalog and the file set aside. */
  g_autoptr (OtrSql) from = otr_sql_open (aside, flags | OTR_SQL_QUERY_ONLY, NULL);
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  guint version = from != NULL ? get_old_version (from) : otr_catalog_schema_n_steps;

  if (!otr_catalog_schema_upgrade (to, otr_catalog_schema_steps, version, NULL, error) ||
      !otr_sql_exec (to, "PRAGMA foreign_keys = 0", error) || !otr_sql_begin (to, error))
    return FALSE;
  for (gsize i = 0; from != NULL && i < G_N_ELEMENTS (tables); i++)
    (void) copy_table (from, to, tables[i].name, tables[i].order);
  return otr_sql_commit (to, error) && otr_catalog_check_sql (to, TRUE, problems, error) &&
         otr_search_rebuild (to, error);
}

char *
otr_catalog_salvage (const char *path, OtrSqlFlags flags, GError **error)
{
  g_autofree char *aside = set_aside (path, error);
  g_autofree char *shown = NULL;
  g_autoptr (OtrSql) to = NULL;
  gint64 n = 0;

  if (aside == NULL)
    return NULL;
  to = otr_sql_open (path, flags | OTR_SQL_CREATE, error);
  if (to == NULL || !copy_readable (aside, flags, to, error) ||
      !otr_sql_query_int (to, "SELECT count (*) FROM photo WHERE removed = 0", 0, &n, error))
    return NULL;
  shown = g_filename_display_name (aside);
  return g_strdup_printf (
      "The catalog was damaged. It was set aside as %s, and a new one was made from the "
      "%" G_GINT64_FORMAT " photos that could still be read. Importing the same folders "
      "again brings back the rest; an older copy may be in the folder “backups” beside it.",
      shown,
      n);
}
