/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Migrations: from nothing, from the present version, and by a longer made-up series of steps. */
#include "config.h"

#include <string.h>

#include "otr-catalog-private.h"
#include "otr-error.h"
#include "otr-test.h"

static const char *const first[] = {
  "CREATE TABLE photo (id INTEGER PRIMARY KEY, name TEXT) STRICT;",
  "INSERT INTO photo (name) VALUES ('kept');",
  NULL
};
static const char *const second[] = { "ALTER TABLE photo ADD COLUMN rating INTEGER;", NULL };
static const char *const broken[] = { "CREATE TABLE half (x);", "CREATE TABLE nonsense (;", NULL };

static OtrSql *
open_new (const char *dir, const char *name)
{
  g_autofree char *path = g_build_filename (dir, name, NULL);
  g_autoptr (GError) error = NULL;
  OtrSql *sql = otr_sql_open (path, OTR_SQL_CREATE, &error);

  g_assert_no_error (error);
  return sql;
}

static gint64
query (OtrSql *sql, const char *text)
{
  gint64 value = -1;

  (void) otr_sql_query_int (sql, text, -1, &value, NULL);
  return value;
}

static void
test_from_nothing (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autoptr (OtrSql) sql = open_new (dir, "new.db");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 2; i++) /* the second time there is nothing to do */
    {
      otr_catalog_schema_upgrade (
          sql, otr_catalog_schema_steps, otr_catalog_schema_n_steps, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (query (sql, "PRAGMA user_version"), ==, otr_catalog_schema_n_steps);
      g_assert_cmpint (query (sql, "PRAGMA application_id"), ==, OTR_CATALOG_APPLICATION_ID);
    }
  g_assert_cmpint (query (sql, "PRAGMA foreign_keys"), ==, 1);
  /* Every table of ours is STRICT. */
  g_assert_cmpint (query (sql,
                          "SELECT count (*) FROM pragma_table_list WHERE schema = 'main'"
                          " AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'"),
                   ==,
                   0);
}

static void
test_step_by_step (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autofree char *backup = g_build_filename (dir, "backup.db", NULL);
  g_autoptr (OtrSql) sql = open_new (dir, "old.db");
  g_autoptr (OtrSql) copy = NULL;
  const OtrSchemaStep steps[] = { first, second };
  g_autoptr (GError) error = NULL;

  otr_catalog_schema_upgrade (sql, steps, 1, backup, &error);
  g_assert_no_error (error);
  g_assert_false (g_file_test (backup, G_FILE_TEST_EXISTS)); /* there was nothing to lose */
  otr_catalog_schema_upgrade (sql, steps, 2, backup, &error);
  g_assert_no_error (error);
  g_assert_cmpint (query (sql, "PRAGMA user_version"), ==, 2);
  g_assert_cmpint (query (sql, "SELECT count (rating) FROM photo WHERE name = 'kept'"), ==, 0);
  copy = open_new (dir, "backup.db");
  g_assert_cmpint (query (copy, "PRAGMA user_version"), ==, 1);
  g_assert_cmpint (query (copy, "SELECT count (*) FROM photo"), ==, 1);
}

static void
test_failed_step_changes_nothing (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autofree char *backup = g_build_filename (dir, "backup.db", NULL);
  g_autoptr (OtrSql) sql = open_new (dir, "old.db");
  const OtrSchemaStep steps[] = { first, broken };
  g_autoptr (GError) error = NULL;

  g_assert_true (otr_catalog_schema_upgrade (sql, steps, 1, backup, NULL));
  g_assert_false (otr_catalog_schema_upgrade (sql, steps, 2, backup, &error));
  g_assert_nonnull (error);
  g_assert_cmpint (query (sql, "PRAGMA user_version"), ==, 1);
  g_assert_cmpint (query (sql, "SELECT count (*) FROM sqlite_schema WHERE name = 'half'"), ==, 0);
  g_assert_cmpint (query (sql, "SELECT count (*) FROM photo"), ==, 1);
}

/* What is listed at a million photos is read from indexes alone, in order. */
static void
test_lists_need_no_rows (void)
{
  static const char *const lists[] = {
    "SELECT p.id, p.taken_ms FROM photo p WHERE +p.removed = 0"
    " ORDER BY p.taken_ms DESC, p.name_key DESC, p.removed DESC, p.id DESC",
    "SELECT p.id, p.taken_ms FROM photo p WHERE +p.removed = 0"
    " ORDER BY p.taken_ms ASC NULLS LAST, p.name_key, p.removed, p.id",
    "SELECT folder_id, count (*) FROM file WHERE removed = 0 AND lead = 1 GROUP BY folder_id",
    "SELECT content_id FROM file WHERE removed = 0 GROUP BY content_id HAVING count (*) > 1",
    "SELECT max (roll_id) FROM photo WHERE removed = 0",
  };
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autoptr (OtrSql) sql = open_new (dir, "new.db");

  g_assert_true (otr_catalog_schema_upgrade (
      sql, otr_catalog_schema_steps, otr_catalog_schema_n_steps, NULL, NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autofree char *text = g_strconcat ("EXPLAIN QUERY PLAN ", lists[i], NULL);
      g_autoptr (OtrStmt) stmt = otr_sql_prepare (sql, text, NULL);
      g_autoptr (GString) plan = g_string_new (NULL);

      while (otr_stmt_step (stmt, NULL) > 0)
        g_string_append_printf (plan, "%s; ", otr_stmt_get_text (stmt, 3));
      g_test_message ("%s: %s", lists[i], plan->str);
      g_assert_nonnull (strstr (plan->str, "COVERING INDEX"));
      g_assert_null (strstr (plan->str, "TEMP B-TREE"));
    }
}

static void
test_no_backup_no_upgrade (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autofree char *backup = g_build_filename (dir, "no", "such", "folder.db", NULL);
  g_autoptr (OtrSql) sql = open_new (dir, "old.db");
  const OtrSchemaStep steps[] = { first, second };

  g_assert_true (otr_catalog_schema_upgrade (sql, steps, 1, backup, NULL));
  g_assert_false (otr_catalog_schema_upgrade (sql, steps, 2, backup, NULL));
  g_assert_cmpint (query (sql, "PRAGMA user_version"), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/catalog-schema/from-nothing", test_from_nothing);
  g_test_add_func ("/catalog-schema/step-by-step", test_step_by_step);
  g_test_add_func ("/catalog-schema/failed-step", test_failed_step_changes_nothing);
  g_test_add_func ("/catalog-schema/lists-need-no-rows", test_lists_need_no_rows);
  g_test_add_func ("/catalog-schema/no-backup", test_no_backup_no_upgrade);
  return g_test_run ();
}
