/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include <gio/gio.h>

#include "otr-error.h"
#include "otr-sql.h"
#include "otr-test.h"

static OtrSql *
open_in (const char *dir, OtrSqlFlags flags)
{
  g_autofree char *path = g_build_filename (dir, "test.db", NULL);
  g_autoptr (GError) error = NULL;
  OtrSql *sql = otr_sql_open (path, flags, &error);

  g_assert_no_error (error);
  return sql;
}

static void
exec (OtrSql *sql, const char *text)
{
  g_autoptr (GError) error = NULL;

  otr_sql_exec (sql, text, &error);
  g_assert_no_error (error);
}

static void
test_values (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autoptr (OtrSql) sql = open_in (dir, OTR_SQL_CREATE);
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (sql, "SELECT ?1, ?2, ?3, ?4, ?5, ?6", NULL);
  g_autofree char *bytes = NULL;
  g_autoptr (GBytes) empty = NULL;

  otr_stmt_bind_int (stmt, 1, G_MININT64);
  otr_stmt_bind_double (stmt, 2, NAN);
  otr_stmt_bind_text (stmt, 3, "ä");
  otr_stmt_bind_bytes (stmt, 4, "\xff\xfe");
  otr_stmt_bind_blob (stmt, 5, NULL, 0);
  g_assert_cmpint (otr_stmt_step (stmt, NULL), ==, 1);
  g_assert_cmpint (otr_stmt_get_int (stmt, 0), ==, G_MININT64);
  g_assert_true (otr_stmt_is_null (stmt, 1));
  g_assert_true (isnan (otr_stmt_get_double (stmt, 1)));
  g_assert_cmpstr (otr_stmt_get_text (stmt, 2), ==, "ä");
  bytes = otr_stmt_dup_bytes (stmt, 3);
  g_assert_cmpstr (bytes, ==, "\xff\xfe");
  empty = otr_stmt_dup_blob (stmt, 4);
  g_assert_nonnull (empty);
  g_assert_cmpuint (g_bytes_get_size (empty), ==, 0);
  g_assert_null (otr_stmt_dup_text (stmt, 5));
  g_assert_cmpint (otr_stmt_step (stmt, NULL), ==, 0);
}

static void
test_disk_full (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autoptr (OtrSql) sql = open_in (dir, OTR_SQL_CREATE);
  g_autoptr (GError) error = NULL;
  gint64 n = -1;

  exec (sql, "CREATE TABLE t (x); PRAGMA max_page_count = 20;");
  g_assert_true (otr_sql_begin (sql, NULL));
  g_assert_false (otr_sql_exec (sql, "INSERT INTO t VALUES (zeroblob (1000000))", &error));
  g_assert_error (error, OTR_ERROR, OTR_ERROR_NO_SPACE);
  otr_sql_rollback (sql);
  g_assert_true (otr_sql_query_int (sql, "SELECT count (*) FROM t", -1, &n, NULL));
  g_assert_cmpint (n, ==, 0);
}

static void
test_busy (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autoptr (OtrSql) one = open_in (dir, OTR_SQL_CREATE);
  g_autoptr (OtrSql) two = open_in (dir, 0);
  g_autoptr (GError) error = NULL;

  exec (one, "CREATE TABLE t (x)");
  g_assert_true (otr_sql_begin (one, NULL));
  (void) sqlite3_busy_timeout (otr_sql_get_db (two), 0);
  g_assert_false (otr_sql_begin (two, &error));
  g_assert_error (error, OTR_ERROR, OTR_ERROR_BUSY);
  otr_sql_rollback (one);
  g_assert_true (otr_sql_begin (two, NULL));
  otr_sql_rollback (two);
}

static void
test_not_a_database (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autofree char *path =
      otr_test_write (dir, "test.db", "this is certainly no database at all", -1);
  g_autofree char *none = g_build_filename (dir, "none.db", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (otr_sql_open (path, 0, &error));
  g_assert_error (error, OTR_ERROR, OTR_ERROR_CORRUPT);
  g_clear_error (&error);
  g_assert_null (otr_sql_open (none, 0, &error));
  g_assert_nonnull (error);
}

static void
test_query_only (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autoptr (OtrSql) sql = open_in (dir, OTR_SQL_CREATE);
  g_autoptr (OtrSql) reader = NULL;
  g_autoptr (GError) error = NULL;

  exec (sql, "CREATE TABLE t (x)");
  reader = open_in (dir, OTR_SQL_QUERY_ONLY);
  g_assert_false (otr_sql_exec (reader, "INSERT INTO t VALUES (1)", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_READ_ONLY);
}

static int
interrupt_it (gpointer sql)
{
  otr_sql_interrupt (sql);
  return 0;
}

static void
test_interrupt (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autoptr (OtrSql) sql = open_in (dir, OTR_SQL_CREATE);
  g_autoptr (GError) error = NULL;
  gint64 n;

  sqlite3_progress_handler (otr_sql_get_db (sql), 1000, interrupt_it, sql);
  g_assert_false (otr_sql_query_int (
      sql,
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000000)"
      " SELECT count (*) FROM n",
      0,
      &n,
      &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql/values", test_values);
  g_test_add_func ("/sql/disk-full", test_disk_full);
  g_test_add_func ("/sql/busy", test_busy);
  g_test_add_func ("/sql/not-a-database", test_not_a_database);
  g_test_add_func ("/sql/query-only", test_query_only);
  g_test_add_func ("/sql/interrupt", test_interrupt);
  return g_test_run ();
}
