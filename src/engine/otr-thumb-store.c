/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The thumbnail store: derived data in a database of its own. Any thread: each call borrows a
 * connection and gives it back; the lock guards only the list of idle ones and is never held during
 * SQL. When the file turns out damaged it is unlinked and begun anew; connections to the old one
 * (older generation) are closed when they come back. A file that is not a thumbnail store is never
 * touched. */
#include "config.h"

#include "otr-thumb-store.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gio/gio.h>

#include "otr-error.h"
#include "otr-sql.h"
#include "otr-storage.h"
#include "otr-sync.h"

#define APPLICATION_ID 0x4f747274 /* "Otrt" */
#define STORE_VERSION 1

struct _OtrThumbStore
{
  char *path;
  OtrSqlFlags flags;
  OtrMutex lock;
  GPtrArray *idle;  /* OtrSql, all of this generation; guarded by lock */
  guint generation; /* guarded by lock */
};

typedef struct
{
  OtrSql *sql;
  guint generation;
} Loan;

void
otr_thumb_clear (OtrThumb *thumb)
{
  g_clear_pointer (&thumb->encoded, g_bytes_unref);
}

/* ---- the file ---- */

static gboolean
create_tables (OtrSql *sql, GError **error)
{
  g_autofree char *text = g_strdup_printf (
      "DROP TABLE IF EXISTS thumb;"
      /* The picture last, in a row with an id: its size and source are read without it. */
      "CREATE TABLE thumb (id INTEGER PRIMARY KEY, digest BLOB NOT NULL, length INTEGER NOT NULL,"
      " class INTEGER NOT NULL, decoder_version INTEGER NOT NULL, width INTEGER NOT NULL,"
      " height INTEGER NOT NULL, source INTEGER NOT NULL, encoded BLOB NOT NULL,"
      " UNIQUE (digest, length, class)) STRICT;"
      "PRAGMA application_id = %d; PRAGMA user_version = %d;",
      APPLICATION_ID,
      STORE_VERSION);

  return otr_sql_exec (sql, text, error);
}

static gboolean
check_tables (OtrSql *sql, gboolean *out_current, GError **error)
{
  gint64 application, version, tables;

  if (!otr_sql_query_int (sql, "PRAGMA application_id", 0, &application, error) ||
      !otr_sql_query_int (sql, "PRAGMA user_version", 0, &version, error) ||
      !otr_sql_query_int (sql, "SELECT count(*) FROM sqlite_schema", 0, &tables, error))
    return FALSE;
  if (application != APPLICATION_ID && (application != 0 || tables != 0))
    {
      g_set_error (
          error, OTR_ERROR, OTR_ERROR_FOREIGN, "the file is a database, but not a thumbnail store");
      return FALSE;
    }
  *out_current = application == APPLICATION_ID && version == STORE_VERSION;
  return TRUE;
}

/* Another version's thumbnails are not worth a migration. */
static gboolean
prepare_tables (OtrSql *sql, GError **error)
{
  gboolean current;

  if (!check_tables (sql, &current, error))
    return FALSE;
  if (current)
    return TRUE;
  if (!otr_sql_begin (sql, error))
    return FALSE;
  if (check_tables (sql, &current, error) && (current || create_tables (sql, error)))
    return otr_sql_commit (sql, error);
  otr_sql_rollback (sql);
  return FALSE;
}

static OtrSql *
connect_to (OtrThumbStore *store, GError **error)
{
  g_autoptr (OtrSql) sql = otr_sql_open (store->path, store->flags | OTR_SQL_CREATE, error);

  return sql != NULL && prepare_tables (sql, error) ? g_steal_pointer (&sql) : NULL;
}

static void
unlink_files (const char *path)
{
  static const char *const suffixes[] = { "", "-wal", "-shm", "-journal" };

  for (gsize i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *name = g_strconcat (path, suffixes[i], NULL);

      (void) unlink (name);
    }
}

/* Is what cannot be opened one of ours, so that it may be thrown away? */
static gboolean
is_ours (const char *path)
{
  static const guint8 mark[] = { 0x4f, 0x74, 0x72, 0x74 };
  guint8 header[100] = { 0 };
  FILE *file = fopen (path, "re");
  gsize size;

  if (file == NULL)
    return FALSE;
  size = fread (header, 1, sizeof header, file);
  (void) fclose (file);
  return size == sizeof header && memcmp (header + 68, mark, sizeof mark) == 0;
}

/* ---- connections ---- */

static gboolean
borrow (OtrThumbStore *store, Loan *loan, GError **error)
{
  {
    otr_auto_lock (&store->lock);
    loan->generation = store->generation;
    loan->sql = store->idle->len > 0
                    ? g_ptr_array_steal_index_fast (store->idle, store->idle->len - 1)
                    : NULL;
  }
  if (loan->sql == NULL)
    loan->sql = connect_to (store, error);
  return loan->sql != NULL;
}

static void
give_back (OtrThumbStore *store, Loan *loan)
{
  {
    otr_auto_lock (&store->lock);
    if (loan->generation == store->generation)
      g_ptr_array_add (store->idle, g_steal_pointer (&loan->sql));
  }
  g_clear_pointer (&loan->sql, otr_sql_close);
}

/* Whoever finds the damage first throws the file away. */
static void
begin_anew (OtrThumbStore *store, guint generation)
{
  g_autoptr (GPtrArray) idle = NULL;

  {
    otr_auto_lock (&store->lock);
    if (store->generation == generation)
      {
        store->generation++;
        idle = g_steal_pointer (&store->idle);
        store->idle = g_ptr_array_new_with_free_func ((GDestroyNotify) otr_sql_close);
      }
  }
  if (idle != NULL)
    unlink_files (store->path);
}

typedef gboolean (*StoreFunc) (OtrSql *sql, gpointer data, GError **error);

/* Runs `func` on a borrowed connection, once more on a new file when the old one is damaged. */
static gboolean
run (OtrThumbStore *store, StoreFunc func, gpointer data, GError **error)
{
  for (guint attempt = 0;; attempt++)
    {
      g_autoptr (GError) local = NULL;
      Loan loan = { NULL };
      gboolean ok = borrow (store, &loan, &local) && func (loan.sql, data, &local);

      if (!ok && attempt == 0 && g_error_matches (local, OTR_ERROR, OTR_ERROR_CORRUPT) &&
          is_ours (store->path))
        begin_anew (store, loan.generation);
      if (loan.sql != NULL)
        give_back (store, &loan);
      if (ok)
        return TRUE;
      if (attempt > 0 || !g_error_matches (local, OTR_ERROR, OTR_ERROR_CORRUPT))
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
    }
}

static gboolean
do_nothing (OtrSql *sql, gpointer data, GError **error)
{
  return TRUE;
}

static gboolean
check_file (const char *path, GError **error)
{
  struct stat info;
  g_autofree char *folder = g_path_get_dirname (path);

  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      otr_error_set_errno (error, errno, folder);
      return FALSE;
    }
  if (stat (path, &info) != 0 || info.st_size == 0)
    return TRUE;
  if (S_ISREG (info.st_mode))
    {
      char magic[16] = "";
      FILE *file = fopen (path, "re");
      gsize size = file != NULL ? fread (magic, 1, sizeof magic, file) : 0;

      if (file != NULL)
        (void) fclose (file);
      if (file == NULL || (size == sizeof magic && memcmp (magic, "SQLite format 3", 16) == 0))
        return TRUE; /* what can't be opened is told by SQLite */
    }
  g_set_error (error, OTR_ERROR, OTR_ERROR_FOREIGN, "%s: the file is not a thumbnail store", path);
  return FALSE;
}

OtrThumbStore *
otr_thumb_store_open (const char *path, GError **error)
{
  g_autoptr (OtrThumbStore) store = NULL;
  g_autoptr (OtrStorage) storage = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  if (!check_file (path, error))
    return NULL;
  storage = otr_storage_detect (path);
  store = g_atomic_rc_box_new0 (OtrThumbStore);
  store->path = g_canonicalize_filename (path, NULL);
  store->flags = OTR_SQL_RELAXED | (storage->shared_mmap ? 0 : OTR_SQL_NO_WAL);
  store->idle = g_ptr_array_new_with_free_func ((GDestroyNotify) otr_sql_close);
  otr_mutex_init (&store->lock);
  if (!run (store, do_nothing, NULL, error))
    return NULL;
  return g_steal_pointer (&store);
}

OtrThumbStore *
otr_thumb_store_ref (OtrThumbStore *store)
{
  return g_atomic_rc_box_acquire (store);
}

static void
store_clear (gpointer data)
{
  OtrThumbStore *store = data;

  g_ptr_array_unref (store->idle);
  otr_mutex_clear (&store->lock);
  g_free (store->path);
}

void
otr_thumb_store_unref (OtrThumbStore *store)
{
  if (store != NULL)
    g_atomic_rc_box_release_full (store, store_clear);
}

/* ---- thumbnails ---- */

typedef struct
{
  const OtrThumbPut *puts;
  gsize n;
} PutCall;

static gboolean
put_one (OtrStmt *stmt, const OtrThumbPut *put, GError **error)
{
  gsize size;
  gconstpointer data = g_bytes_get_data (put->thumb.encoded, &size);

  otr_stmt_bind_blob (stmt, 1, put->digest.bytes, put->digest.length);
  otr_stmt_bind_int (stmt, 2, (gint64) put->length);
  otr_stmt_bind_int (stmt, 3, put->class);
  otr_stmt_bind_int (stmt, 4, OTR_DECODER_VERSION);
  otr_stmt_bind_int (stmt, 5, put->thumb.width);
  otr_stmt_bind_int (stmt, 6, put->thumb.height);
  otr_stmt_bind_int (stmt, 7, put->thumb.source);
  otr_stmt_bind_blob (stmt, 8, data, size);
  return otr_stmt_run (stmt, error);
}

static gboolean
put_all (OtrSql *sql, const PutCall *call, GError **error)
{
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      sql,
      "INSERT OR REPLACE INTO thumb (digest, length, class, decoder_version, width, height,"
      " source, encoded) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
      error);

  if (stmt == NULL)
    return FALSE;
  for (gsize i = 0; i < call->n; i++)
    if (!put_one (stmt, &call->puts[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
run_put (OtrSql *sql, gpointer data, GError **error)
{
  if (!otr_sql_begin (sql, error))
    return FALSE;
  if (put_all (sql, data, error))
    return otr_sql_commit (sql, error);
  otr_sql_rollback (sql);
  return FALSE;
}

gboolean
otr_thumb_store_put (OtrThumbStore *store, const OtrThumbPut *puts, gsize n, GError **error)
{
  PutCall call = { puts, n };

  return n == 0 || run (store, run_put, &call, error);
}

typedef struct
{
  const OtrDigest *digest;
  guint64 length;
  OtrThumbClass class;
  gboolean with_picture;
  OtrThumb *out_thumb;
  gboolean found;
} GetCall;

/* The wanted class or the next smaller one; a large one answers for a normal one too, rather than
 * nothing. */
static gboolean
run_get (OtrSql *sql, gpointer data, GError **error)
{
  GetCall *call = data;
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      sql,
      call->with_picture
          ? "SELECT width, height, source, encoded FROM thumb WHERE digest = ?1 AND length = ?2"
            " AND decoder_version = ?4 ORDER BY class = ?3 DESC, class LIMIT 1"
          : "SELECT width, height, source FROM thumb WHERE digest = ?1 AND length = ?2"
            " AND decoder_version = ?4 ORDER BY class = ?3 DESC, class LIMIT 1",
      error);
  int state;

  if (stmt == NULL)
    return FALSE;
  otr_stmt_bind_blob (stmt, 1, call->digest->bytes, call->digest->length);
  otr_stmt_bind_int (stmt, 2, (gint64) call->length);
  otr_stmt_bind_int (stmt, 3, call->class);
  otr_stmt_bind_int (stmt, 4, OTR_DECODER_VERSION);
  state = otr_stmt_step (stmt, error);
  call->found = state > 0;
  if (state <= 0)
    return state == 0;
  call->out_thumb->width = (guint) otr_stmt_get_int (stmt, 0);
  call->out_thumb->height = (guint) otr_stmt_get_int (stmt, 1);
  call->out_thumb->source = (OtrImageSource) otr_stmt_get_int (stmt, 2);
  call->out_thumb->encoded = call->with_picture ? otr_stmt_dup_blob (stmt, 3) : NULL;
  return TRUE;
}

gboolean
otr_thumb_store_get (OtrThumbStore *store,
                     const OtrDigest *digest,
                     guint64 length,
                     OtrThumbClass class,
                     OtrThumb *out_thumb,
                     GError **error)
{
  GetCall call = { digest, length, class, TRUE, out_thumb, FALSE };

  return run (store, run_get, &call, error) && call.found;
}

gboolean
otr_thumb_store_stat (OtrThumbStore *store,
                      const OtrDigest *digest,
                      guint64 length,
                      guint *out_width,
                      guint *out_height,
                      OtrImageSource *out_source)
{
  OtrThumb thumb = { 0 };
  GetCall call = { digest, length, OTR_THUMB_LARGE, FALSE, &thumb, FALSE };

  if (!run (store, run_get, &call, NULL) || !call.found)
    return FALSE;
  *out_width = thumb.width;
  *out_height = thumb.height;
  *out_source = thumb.source;
  return TRUE;
}

static gboolean
run_clear (OtrSql *sql, gpointer data, GError **error)
{
  return otr_sql_exec (sql, "DELETE FROM thumb; VACUUM;", error);
}

gboolean
otr_thumb_store_clear (OtrThumbStore *store, GError **error)
{
  return run (store, run_clear, NULL, error);
}

static gboolean
check_pictures (OtrSql *sql, GPtrArray *problems, GError **error)
{
  gint64 n;

  /* Every one begins and ends as a JPEG does. */
  if (!otr_sql_query_int (
          sql,
          "SELECT count (*) FROM thumb WHERE width < 1 OR height < 1"
          " OR substr (encoded, 1, 2) <> x'ffd8' OR substr (encoded, -2) <> x'ffd9'",
          0,
          &n,
          error))
    return FALSE;
  if (n > 0)
    g_ptr_array_add (problems,
                     g_strdup_printf ("%" G_GINT64_FORMAT " thumbnails are no pictures.", n));
  return TRUE;
}

static gboolean
run_check (OtrSql *sql, gpointer data, GError **error)
{
  GPtrArray *problems = data;
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (sql, "PRAGMA integrity_check", error);
  int state;

  if (stmt == NULL)
    return FALSE;
  while ((state = otr_stmt_step (stmt, error)) > 0)
    if (g_strcmp0 (otr_stmt_get_text (stmt, 0), "ok") != 0)
      g_ptr_array_add (
          problems,
          g_strdup_printf ("The thumbnail store is damaged: %s.", otr_stmt_get_text (stmt, 0)));
  return state == 0 && (problems->len > 0 || check_pictures (sql, problems, error));
}

GPtrArray *
otr_thumb_store_check (OtrThumbStore *store, GError **error)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);

  return run (store, run_check, problems, error) ? g_steal_pointer (&problems) : NULL;
}
