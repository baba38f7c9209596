/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One SQLite connection with its statement cache. The owner's thread calls everything but
 * otr_sql_interrupt(). A statement is out of the cache between prepare and release and is reset on
 * release, so no read transaction outlives the call that needed it. */
#include "config.h"

#include "otr-sql.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include <gio/gio.h>

#include "otr-error.h"

#define CACHE_KIB 32768
#define WAL_PAGES_BETWEEN_CHECKPOINTS 4000
#define WAL_BYTES_KEPT (64 * 1024 * 1024)

struct _OtrSql
{
  sqlite3 *db;
  char *path;
  GHashTable *statements; /* text -> OtrStmt */
};

struct _OtrStmt
{
  OtrSql *sql;
  sqlite3_stmt *stmt;
  gboolean in_use;
};

static void
stmt_free (gpointer data)
{
  OtrStmt *stmt = data;

  (void) sqlite3_finalize (stmt->stmt);
  g_free (stmt);
}

static gboolean
set_pragmas (OtrSql *sql, OtrSqlFlags flags, GError **error)
{
  const char *journal = (flags & OTR_SQL_NO_WAL) != 0 ? "DELETE" : "WAL";
  const char *synchronous = (flags & OTR_SQL_RELAXED) != 0  ? "NORMAL"
                            : (flags & OTR_SQL_NO_WAL) != 0 ? "EXTRA"
                                                            : "FULL";
  g_autofree char *text = NULL;

  if ((flags & OTR_SQL_QUERY_ONLY) != 0)
    return otr_sql_exec (sql, "PRAGMA query_only = 1; PRAGMA temp_store = MEMORY;", error);
  text = g_strdup_printf (
      "PRAGMA foreign_keys = 1; PRAGMA temp_store = MEMORY; PRAGMA journal_mode = %s;"
      "PRAGMA synchronous = %s; PRAGMA cache_size = -%d;"
      "PRAGMA wal_autocheckpoint = %d; PRAGMA journal_size_limit = %d;",
      journal,
      synchronous,
      CACHE_KIB,
      WAL_PAGES_BETWEEN_CHECKPOINTS,
      WAL_BYTES_KEPT);
  return otr_sql_exec (sql, text, error);
}

static gboolean
open_db (OtrSql *sql, const char *name, int open_flags, OtrSqlFlags flags, GError **error)
{
  /* unix-excl keeps other processes out by one lock and arbitrates between our own connections in
   * memory, which a plain EXCLUSIVE locking mode can't: it would let in a single connection. */
  const char *vfs = (flags & OTR_SQL_NO_WAL) != 0 ? "unix-excl" : NULL;

  if (sqlite3_open_v2 (name, &sql->db, open_flags | SQLITE_OPEN_NOMUTEX, vfs) != SQLITE_OK)
    {
      otr_sql_set_error (sql, error);
      return FALSE;
    }
  (void) sqlite3_extended_result_codes (sql->db, 1);
  (void) sqlite3_busy_timeout (sql->db, OTR_SQL_BUSY_MS);
  /* A catalog can come from anywhere: its schema must not run surprises. */
  (void) sqlite3_db_config (sql->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  (void) sqlite3_db_config (sql->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  if ((flags & OTR_SQL_LEAVE_LOG) != 0)
    (void) sqlite3_db_config (sql->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
  return TRUE;
}

/* A WAL database in a folder where nothing may be written can't even be read, for want of shared
 * memory. Without a log beside it nobody has it open, so it can be taken for unchanging. */
static gboolean
needs_immutable (OtrSql *sql)
{
  g_autofree char *log = g_strconcat (sql->path, "-wal", NULL);
  int code;

  if (sqlite3_exec (sql->db, "PRAGMA schema_version", NULL, NULL, NULL) == SQLITE_OK)
    return FALSE;
  code = sqlite3_errcode (sql->db) & 0xff;
  return (code == SQLITE_READONLY || code == SQLITE_CANTOPEN) &&
         !g_file_test (log, G_FILE_TEST_EXISTS);
}

static gboolean
reopen_immutable (OtrSql *sql, GError **error)
{
  g_autofree char *absolute = g_canonicalize_filename (sql->path, NULL);
  g_autofree char *escaped = g_uri_escape_string (absolute, "/", FALSE);
  g_autofree char *uri = g_strdup_printf ("file:%s?immutable=1", escaped);

  (void) sqlite3_close (sql->db);
  sql->db = NULL;
  return open_db (sql, uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, 0, error);
}

OtrSql *
otr_sql_open (const char *path, OtrSqlFlags flags, GError **error)
{
  g_autoptr (OtrSql) sql = g_new0 (OtrSql, 1);
  gboolean create = (flags & OTR_SQL_CREATE) != 0;

  g_return_val_if_fail (path != NULL, NULL);

  sql->path = g_strdup (path);
  sql->statements = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, stmt_free);
  if (!open_db (sql, path, SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0), flags, error))
    return NULL;
  if ((flags & OTR_SQL_QUERY_ONLY) != 0 && needs_immutable (sql) && !reopen_immutable (sql, error))
    return NULL;
  if (!set_pragmas (sql, flags, error))
    return NULL;
  return g_steal_pointer (&sql);
}

void
otr_sql_close (OtrSql *sql)
{
  if (sql == NULL)
    return;
  g_clear_pointer (&sql->statements, g_hash_table_unref);
  (void) sqlite3_close (sql->db);
  g_free (sql->path);
  g_free (sql);
}

sqlite3 *
otr_sql_get_db (OtrSql *sql)
{
  return sql->db;
}

void
otr_sql_interrupt (OtrSql *sql)
{
  sqlite3_interrupt (sql->db);
}

static int
io_code (int sql_code, int errsv)
{
  switch (sql_code)
    {
    case SQLITE_INTERRUPT:
      return G_IO_ERROR_CANCELLED;
    case SQLITE_READONLY:
      return G_IO_ERROR_READ_ONLY;
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return G_IO_ERROR_PERMISSION_DENIED;
    default:
      return errsv != 0 ? (int) g_io_error_from_errno (errsv) : G_IO_ERROR_FAILED;
    }
}

void
otr_sql_set_error (OtrSql *sql, GError **error)
{
  int code = sqlite3_errcode (sql->db) & 0xff;
  int errsv = code == SQLITE_IOERR || code == SQLITE_CANTOPEN ? sqlite3_system_errno (sql->db) : 0;
  const char *message = sqlite3_errmsg (sql->db);
  g_autofree char *shown = g_filename_display_name (sql->path);

  if (code == SQLITE_FULL || errsv == ENOSPC || errsv == EDQUOT)
    g_set_error (error, OTR_ERROR, OTR_ERROR_NO_SPACE, "%s: %s", shown, g_strerror (ENOSPC));
  else if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
    g_set_error (error, OTR_ERROR, OTR_ERROR_BUSY, "%s is in use by another program", shown);
  else if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB)
    g_set_error (error, OTR_ERROR, OTR_ERROR_CORRUPT, "%s is damaged: %s", shown, message);
  else if (errsv != 0)
    g_set_error (error, G_IO_ERROR, io_code (code, errsv), "%s: %s", shown, g_strerror (errsv));
  else
    g_set_error (error, G_IO_ERROR, io_code (code, 0), "%s: %s", shown, message);
}

gboolean
otr_sql_exec (OtrSql *sql, const char *text, GError **error)
{
  if (sqlite3_exec (sql->db, text, NULL, NULL, NULL) == SQLITE_OK)
    return TRUE;
  otr_sql_set_error (sql, error);
  return FALSE;
}

static gboolean
run_text (OtrSql *sql, const char *text, GError **error)
{
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (sql, text, error);

  return stmt != NULL && otr_stmt_run (stmt, error);
}

gboolean
otr_sql_begin (OtrSql *sql, GError **error)
{
  return run_text (sql, "BEGIN IMMEDIATE", error);
}

gboolean
otr_sql_begin_read (OtrSql *sql, GError **error)
{
  return run_text (sql, "BEGIN", error);
}

gboolean
otr_sql_commit (OtrSql *sql, GError **error)
{
  if (run_text (sql, "COMMIT", error))
    return TRUE;
  otr_sql_rollback (sql);
  return FALSE;
}

void
otr_sql_rollback (OtrSql *sql)
{
  /* SQLite may have rolled back already (disk full, I/O error). */
  if (sqlite3_get_autocommit (sql->db) == 0)
    (void) run_text (sql, "ROLLBACK", NULL);
}

OtrStmt *
otr_sql_prepare (OtrSql *sql, const char *text, GError **error)
{
  OtrStmt *stmt = g_hash_table_lookup (sql->statements, text);

  if (stmt == NULL)
    {
      sqlite3_stmt *prepared = NULL;

      if (sqlite3_prepare_v3 (sql->db, text, -1, SQLITE_PREPARE_PERSISTENT, &prepared, NULL) !=
          SQLITE_OK)
        {
          otr_sql_set_error (sql, error);
          return NULL;
        }
      stmt = g_new0 (OtrStmt, 1);
      stmt->sql = sql;
      stmt->stmt = prepared;
      g_hash_table_insert (sql->statements, g_strdup (text), stmt);
    }
  g_assert (!stmt->in_use);
  stmt->in_use = TRUE;
  return stmt;
}

void
otr_stmt_release (OtrStmt *stmt)
{
  if (stmt == NULL)
    return;
  (void) sqlite3_reset (stmt->stmt);
  (void) sqlite3_clear_bindings (stmt->stmt);
  stmt->in_use = FALSE;
}

void
otr_stmt_bind_int (OtrStmt *stmt, int index, gint64 value)
{
  int code = sqlite3_bind_int64 (stmt->stmt, index, value);

  g_assert (code == SQLITE_OK);
}

void
otr_stmt_bind_double (OtrStmt *stmt, int index, double value)
{
  int code = isfinite (value) ? sqlite3_bind_double (stmt->stmt, index, value)
                              : sqlite3_bind_null (stmt->stmt, index);

  g_assert (code == SQLITE_OK);
}

void
otr_stmt_bind_text (OtrStmt *stmt, int index, const char *text)
{
  int code = sqlite3_bind_text (stmt->stmt, index, text, -1, SQLITE_STATIC);

  g_assert (code == SQLITE_OK);
}

void
otr_stmt_bind_bytes (OtrStmt *stmt, int index, const char *bytes)
{
  if (bytes == NULL)
    otr_stmt_bind_null (stmt, index);
  else
    otr_stmt_bind_blob (stmt, index, bytes, strlen (bytes));
}

void
otr_stmt_bind_blob (OtrStmt *stmt, int index, gconstpointer data, gsize size)
{
  /* An empty BLOB must not become NULL. */
  int code = sqlite3_bind_blob64 (stmt->stmt, index, size > 0 ? data : "", size, SQLITE_STATIC);

  g_assert (code == SQLITE_OK);
}

void
otr_stmt_bind_null (OtrStmt *stmt, int index)
{
  int code = sqlite3_bind_null (stmt->stmt, index);

  g_assert (code == SQLITE_OK);
}

int
otr_stmt_step (OtrStmt *stmt, GError **error)
{
  switch (sqlite3_step (stmt->stmt))
    {
    case SQLITE_ROW:
      return 1;
    case SQLITE_DONE:
      return 0;
    default:
      otr_sql_set_error (stmt->sql, error);
      return -1;
    }
}

gboolean
otr_stmt_run (OtrStmt *stmt, GError **error)
{
  int state;

  do
    state = otr_stmt_step (stmt, error);
  while (state > 0);
  (void) sqlite3_reset (stmt->stmt);
  return state == 0;
}

void
otr_stmt_reset (OtrStmt *stmt)
{
  (void) sqlite3_reset (stmt->stmt);
}

gint64
otr_stmt_get_int (OtrStmt *stmt, int column)
{
  return sqlite3_column_int64 (stmt->stmt, column);
}

double
otr_stmt_get_double (OtrStmt *stmt, int column)
{
  return otr_stmt_is_null (stmt, column) ? NAN : sqlite3_column_double (stmt->stmt, column);
}

gboolean
otr_stmt_is_null (OtrStmt *stmt, int column)
{
  return sqlite3_column_type (stmt->stmt, column) == SQLITE_NULL;
}

const char *
otr_stmt_get_text (OtrStmt *stmt, int column)
{
  return (const char *) sqlite3_column_text (stmt->stmt, column);
}

char *
otr_stmt_dup_text (OtrStmt *stmt, int column)
{
  return g_strdup (otr_stmt_get_text (stmt, column));
}

char *
otr_stmt_dup_bytes (OtrStmt *stmt, int column)
{
  const char *data = sqlite3_column_blob (stmt->stmt, column);
  int size = sqlite3_column_bytes (stmt->stmt, column);

  if (otr_stmt_is_null (stmt, column))
    return NULL;
  return size > 0 ? g_strndup (data, (gsize) size) : g_strdup ("");
}

GBytes *
otr_stmt_dup_blob (OtrStmt *stmt, int column)
{
  gconstpointer data = sqlite3_column_blob (stmt->stmt, column);
  int size = sqlite3_column_bytes (stmt->stmt, column);

  return otr_stmt_is_null (stmt, column) ? NULL : g_bytes_new (data, (gsize) size);
}

gboolean
otr_sql_run_int (OtrSql *sql, const char *text, gint64 value, GError **error)
{
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (sql, text, error);

  if (stmt == NULL)
    return FALSE;
  otr_stmt_bind_int (stmt, 1, value);
  return otr_stmt_run (stmt, error);
}

gboolean
otr_sql_run_ints (OtrSql *sql, const char *text, gint64 first, gint64 second, GError **error)
{
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (sql, text, error);

  if (stmt == NULL)
    return FALSE;
  otr_stmt_bind_int (stmt, 1, first);
  otr_stmt_bind_int (stmt, 2, second);
  return otr_stmt_run (stmt, error);
}

gboolean
otr_sql_query_int (
    OtrSql *sql, const char *text, gint64 fallback, gint64 *out_value, GError **error)
{
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (sql, text, error);
  int state = stmt != NULL ? otr_stmt_step (stmt, error) : -1;

  if (state < 0)
    return FALSE;
  *out_value = state == 0 || otr_stmt_is_null (stmt, 0) ? fallback : otr_stmt_get_int (stmt, 0);
  return TRUE;
}
