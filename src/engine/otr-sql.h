/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* A thin coat over one SQLite connection: pragmas, cached statements, errors in our domain. One
 * thread at a time, except otr_sql_interrupt(). */
typedef struct _OtrSql OtrSql;
typedef struct _OtrStmt OtrStmt;

typedef enum
{
  OTR_SQL_CREATE = 1 << 0,     /* make the file when it is missing */
  OTR_SQL_QUERY_ONLY = 1 << 1, /* a reader: nothing can be changed through it */
  OTR_SQL_NO_WAL = 1 << 2,     /* no shared memory (network, direct-io FUSE): rollback journal,
                                  synchronous=EXTRA, and the first process keeps all others out */
  OTR_SQL_RELAXED = 1 << 3,    /* derived data: synchronous=NORMAL */
  OTR_SQL_LEAVE_LOG = 1 << 4,  /* closing changes nothing either: for files that may not be ours */
} OtrSqlFlags;

#define OTR_SQL_BUSY_MS 30000

OtrSql *otr_sql_open (const char *path, OtrSqlFlags flags, GError **error);
void otr_sql_close (OtrSql *sql);
sqlite3 *otr_sql_get_db (OtrSql *sql);

/* Ends what runs on the connection with G_IO_ERROR_CANCELLED. Any thread. */
void otr_sql_interrupt (OtrSql *sql);

/* Sets `error` from the connection's last failure: OTR_ERROR_NO_SPACE, _BUSY, _CORRUPT,
 * G_IO_ERROR_CANCELLED, else a G_IO_ERROR. */
void otr_sql_set_error (OtrSql *sql, GError **error);

/* Runs all statements of `text`, which is never made from data. */
gboolean otr_sql_exec (OtrSql *sql, const char *text, GError **error);

gboolean otr_sql_begin (OtrSql *sql, GError **error);      /* IMMEDIATE: waits for another writer */
gboolean otr_sql_begin_read (OtrSql *sql, GError **error); /* one state for several queries */
gboolean otr_sql_commit (OtrSql *sql, GError **error);     /* rolls back when it fails */
void otr_sql_rollback (OtrSql *sql);

/* A statement out of the connection's cache, ready to bind; g_autoptr gives it back, reset. It must
 * not be asked for again before that. NULL on error. */
OtrStmt *otr_sql_prepare (OtrSql *sql, const char *text, GError **error);
void otr_stmt_release (OtrStmt *stmt);

/* Parameters count from 1, what is bound must outlive the step. NULL strings and NAN become NULL.
 */
void otr_stmt_bind_int (OtrStmt *stmt, int index, gint64 value);
void otr_stmt_bind_double (OtrStmt *stmt, int index, double value);
void otr_stmt_bind_text (OtrStmt *stmt, int index, const char *text);
void
otr_stmt_bind_bytes (OtrStmt *stmt, int index, const char *bytes); /* NUL-terminated, as a BLOB */
void otr_stmt_bind_blob (OtrStmt *stmt, int index, gconstpointer data, gsize size);
void otr_stmt_bind_null (OtrStmt *stmt, int index);

/* 1: a row, 0: the end, -1: failed. */
int otr_stmt_step (OtrStmt *stmt, GError **error);
/* To the end, then reset and ready to bind again. */
gboolean otr_stmt_run (OtrStmt *stmt, GError **error);
/* Keeps the bindings. */
void otr_stmt_reset (OtrStmt *stmt);

/* Columns count from 0. */
gint64 otr_stmt_get_int (OtrStmt *stmt, int column);
double otr_stmt_get_double (OtrStmt *stmt, int column); /* NAN for NULL */
gboolean otr_stmt_is_null (OtrStmt *stmt, int column);
const char *otr_stmt_get_text (OtrStmt *stmt,
                               int column);            /* borrowed until the next step; or NULL */
char *otr_stmt_dup_text (OtrStmt *stmt, int column);   /* NULL for NULL */
char *otr_stmt_dup_bytes (OtrStmt *stmt, int column);  /* a BLOB as NUL-terminated bytes */
GBytes *otr_stmt_dup_blob (OtrStmt *stmt, int column); /* NULL for NULL */

/* Shorthands: run with up to two numbers bound; the first column of the first row, or `fallback`.
 */
gboolean otr_sql_run_int (OtrSql *sql, const char *text, gint64 value, GError **error);
gboolean
otr_sql_run_ints (OtrSql *sql, const char *text, gint64 first, gint64 second, GError **error);
gboolean otr_sql_query_int (
    OtrSql *sql, const char *text, gint64 fallback, gint64 *out_value, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrSql, otr_sql_close)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrStmt, otr_stmt_release)

G_END_DECLS
