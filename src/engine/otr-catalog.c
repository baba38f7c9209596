/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens, makes, upgrades and if need be salvages a catalog. An OtrCatalog is immutable once opened
 * and counted atomically, so any thread may hold it; connections hang on it and belong to one
 * thread each.
 *
 * FILE-open.lock beside the catalog is held shared (flock) by each process that may write. Who gets
 * it alone looks after the file: it checks it when the last user did not say good-bye (the mark in
 * the lock file), and purges what was removed for good. FILE-import.lock is the importing process'.
 */
#include "config.h"

#include "otr-catalog.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "otr-catalog-private.h"
#include "otr-error.h"
#include "otr-fd.h"
#include "otr-storage.h"

#define HEADER_SIZE 100
#define HEADER_USER_VERSION 60
#define HEADER_APPLICATION_ID 68
#define MARK_OPEN '1'
#define MARK_CLOSED '0'

char *
otr_catalog_default_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "outrider", "catalog.db", NULL);
}

char *
otr_catalog_default_thumbnails (const OtrCatalog *catalog)
{
  return g_build_filename (g_get_user_cache_dir (), "outrider", catalog->id, "thumbnails.db", NULL);
}

static guint32
read_be32 (const guint8 *bytes)
{
  return (guint32) bytes[0] << 24 | (guint32) bytes[1] << 16 | (guint32) bytes[2] << 8 | bytes[3];
}

/* Refuses what is certainly not ours before SQLite touches it. A header without our mark may be
 * behind its log: `*out_unsure`. */
static gboolean
check_header (const char *path, gboolean *out_exists, gboolean *out_unsure, GError **error)
{
  guint8 header[HEADER_SIZE] = { 0 };
  otr_autofd int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat info;
  gssize size;
  guint32 application;

  if (fd < 0 && errno == ENOENT)
    {
      *out_exists = FALSE;
      return TRUE;
    }
  if (fd < 0 || fstat (fd, &info) != 0)
    {
      otr_error_set_errno (error, errno, path);
      return FALSE;
    }
  size = S_ISREG (info.st_mode) ? pread (fd, header, sizeof header, 0) : -1;
  application = read_be32 (header + HEADER_APPLICATION_ID);
  if (size != 0 && (size < HEADER_SIZE || memcmp (header, "SQLite format 3", 16) != 0 ||
                    (application != 0 && application != OTR_CATALOG_APPLICATION_ID)))
    {
      g_set_error (error, OTR_ERROR, OTR_ERROR_FOREIGN, "the file is not an Outrider catalog");
      return FALSE;
    }
  if (application != 0 && read_be32 (header + HEADER_USER_VERSION) > otr_catalog_schema_n_steps)
    {
      g_set_error (error, OTR_ERROR, OTR_ERROR_TOO_NEW, "the catalog was made by a newer Outrider");
      return FALSE;
    }
  *out_exists = TRUE;
  *out_unsure = application == 0;
  return TRUE;
}

/* Asks SQLite, by a connection that leaves the file as it is: even choosing the journal mode would
 * change a foreign database. */
static gboolean
check_unmarked (const char *path, GError **error)
{
  g_autoptr (OtrSql) sql = otr_sql_open (path, OTR_SQL_QUERY_ONLY | OTR_SQL_LEAVE_LOG, error);
  OtrSchemaState state;
  int version;

  return sql != NULL &&
         otr_catalog_schema_look (sql, otr_catalog_schema_n_steps, &state, &version, error);
}

static int
open_lock_file (const char *path, const char *suffix, GError **error)
{
  g_autofree char *name = g_strconcat (path, suffix, NULL);
  int fd = open (name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

  if (fd < 0)
    otr_error_set_errno (error, errno, name);
  return fd;
}

static char
read_mark (int fd)
{
  char mark = MARK_CLOSED;

  return pread (fd, &mark, 1, 0) == 1 ? mark : MARK_CLOSED;
}

static gboolean
write_mark (OtrCatalog *catalog, char mark, GError **error)
{
  if (read_mark (catalog->open_fd) == mark)
    return TRUE;
  if (pwrite (catalog->open_fd, &mark, 1, 0) == 1 && fdatasync (catalog->open_fd) == 0)
    return TRUE;
  otr_error_set_errno (error, errno, catalog->path);
  return FALSE;
}

static OtrSqlFlags
get_sql_flags (const OtrCatalog *catalog)
{
  return catalog->on_network ? OTR_SQL_NO_WAL : 0;
}

static gboolean
quick_check (OtrSql *sql, GError **error)
{
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (sql, "PRAGMA quick_check (1)", error);

  if (stmt == NULL || otr_stmt_step (stmt, error) < 0)
    return FALSE;
  if (g_strcmp0 (otr_stmt_get_text (stmt, 0), "ok") == 0)
    return TRUE;
  g_set_error (error,
               OTR_ERROR,
               OTR_ERROR_CORRUPT,
               "the catalog is damaged: %s",
               otr_stmt_get_text (stmt, 0));
  return FALSE;
}

/* Only in a new catalog, and in one whose salvage lost them. */
static gboolean
ensure_identity (OtrSql *sql, OtrDigestKind digest_kind, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autofree char *id = otr_catalog_schema_get_meta (sql, "id", &local);
  g_autofree char *fresh = g_uuid_string_random ();

  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (id != NULL)
    return TRUE;
  if (!otr_sql_begin (sql, error))
    return FALSE;
  if (!otr_catalog_schema_set_meta (
          sql, "digest", otr_digest_kind_to_string (digest_kind), error) ||
      !otr_catalog_schema_set_meta (sql, "id", fresh, error))
    {
      otr_sql_rollback (sql);
      return FALSE;
    }
  return otr_sql_commit (sql, error);
}

static gboolean
read_identity (OtrCatalog *catalog, OtrSql *sql, GError **error)
{
  g_autofree char *digest = NULL;
  g_autoptr (GError) local = NULL;

  catalog->id = otr_catalog_schema_get_meta (sql, "id", &local);
  if (catalog->id != NULL)
    digest = otr_catalog_schema_get_meta (sql, "digest", &local);
  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (g_uuid_string_is_valid (catalog->id != NULL ? catalog->id : "") &&
      otr_digest_kind_from_string (digest, &catalog->digest_kind))
    return TRUE;
  g_set_error (error, OTR_ERROR, OTR_ERROR_CORRUPT, "the catalog does not say its identity");
  return FALSE;
}

static char *
make_upgrade_name (const char *path)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *stamp = g_date_time_format (now, "%Y%m%d-%H%M%S");

  return g_strconcat (path, ".before-upgrade-", stamp, NULL);
}

/* One pass over an existing or new file: everything that can find it unusable. */
static gboolean
look_inside (OtrCatalog *catalog, gboolean unclean, GError **error)
{
  gboolean create = (catalog->flags & OTR_CATALOG_CREATE) != 0;
  g_autoptr (OtrSql) sql =
      otr_sql_open (catalog->path, get_sql_flags (catalog) | (create ? OTR_SQL_CREATE : 0), error);
  g_autofree char *backup = make_upgrade_name (catalog->path);
  OtrSchemaState state;
  int version;

  if (sql == NULL ||
      !otr_catalog_schema_look (sql, otr_catalog_schema_n_steps, &state, &version, error))
    return FALSE;
  if (state == OTR_SCHEMA_EMPTY && !create)
    {
      g_set_error (error, OTR_ERROR, OTR_ERROR_FOREIGN, "the file is empty, not a catalog");
      return FALSE;
    }
  if (unclean && !quick_check (sql, error))
    return FALSE;
  if (!otr_catalog_schema_upgrade (
          sql, otr_catalog_schema_steps, otr_catalog_schema_n_steps, backup, error))
    return FALSE;
  return ensure_identity (sql, catalog->digest_kind, error) && read_identity (catalog, sql, error);
}

static gboolean
look_or_salvage (OtrCatalog *catalog, gboolean alone, gboolean unclean, GError **error)
{
  g_autoptr (GError) local = NULL;

  if (look_inside (catalog, unclean, &local))
    return TRUE;
  if (alone && g_error_matches (local, OTR_ERROR, OTR_ERROR_CORRUPT))
    {
      catalog->salvage_note = otr_catalog_salvage (catalog->path, get_sql_flags (catalog), error);
      g_clear_pointer (&catalog->id, g_free);
      return catalog->salvage_note != NULL && look_inside (catalog, FALSE, error);
    }
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static gboolean
purge_removed (OtrCatalog *catalog, GError **error)
{
  g_autoptr (OtrCatalogWriter) writer = otr_catalog_writer_new (catalog, error);

  return writer != NULL && otr_catalog_writer_purge (writer, error);
}

static gboolean
open_for_writing (OtrCatalog *catalog, GError **error)
{
  gboolean alone, unclean;

  catalog->open_fd = open_lock_file (catalog->path, "-open.lock", error);
  if (catalog->open_fd < 0)
    return FALSE;
  alone = flock (catalog->open_fd, LOCK_EX | LOCK_NB) == 0;
  if (!alone)
    (void) flock (catalog->open_fd, LOCK_SH);
  unclean = alone && read_mark (catalog->open_fd) == MARK_OPEN;
  if (!look_or_salvage (catalog, alone, unclean, error))
    return FALSE;
  if (!write_mark (catalog, MARK_OPEN, error))
    return FALSE;
  if (alone && !purge_removed (catalog, error))
    return FALSE;
  if (alone)
    (void) flock (catalog->open_fd, LOCK_SH);
  return TRUE;
}

static gboolean
open_for_reading (OtrCatalog *catalog, GError **error)
{
  g_autoptr (OtrSql) sql =
      otr_sql_open (catalog->path, get_sql_flags (catalog) | OTR_SQL_QUERY_ONLY, error);
  g_autoptr (GError) local = NULL;
  OtrSchemaState state;
  int version;

  if (sql == NULL ||
      !otr_catalog_schema_look (sql, otr_catalog_schema_n_steps, &state, &version, error))
    return FALSE;
  /* An older one is brought up to date first. */
  if (state == OTR_SCHEMA_EMPTY || version < (int) otr_catalog_schema_n_steps)
    {
      g_clear_pointer (&sql, otr_sql_close);
      return look_inside (catalog, FALSE, error);
    }
  if (read_identity (catalog, sql, &local))
    return TRUE;
  if ((catalog->flags & OTR_CATALOG_CREATE) == 0)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  /* Its making may have been broken off just before. */
  g_clear_pointer (&catalog->id, g_free);
  g_clear_pointer (&sql, otr_sql_close);
  return look_inside (catalog, FALSE, error);
}

static gboolean
prepare_place (const OtrCatalog *catalog, GError **error)
{
  gboolean exists = FALSE;
  gboolean unsure = FALSE;
  g_autofree char *folder = g_path_get_dirname (catalog->path);

  if (!check_header (catalog->path, &exists, &unsure, error))
    return FALSE;
  if (exists)
    return !unsure || check_unmarked (catalog->path, error);
  if ((catalog->flags & OTR_CATALOG_CREATE) == 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "there is no catalog");
      return FALSE;
    }
  if (g_mkdir_with_parents (folder, 0700) == 0)
    return TRUE;
  otr_error_set_errno (error, errno, folder);
  return FALSE;
}

static void
detect_network (OtrCatalog *catalog)
{
  g_autoptr (OtrStorage) storage = otr_storage_detect (catalog->path);

  catalog->on_network =
      !storage->shared_mmap || (catalog->flags & OTR_CATALOG_NO_SHARED_MEMORY) != 0;
}

OtrCatalog *
otr_catalog_open (const char *path,
                  OtrCatalogFlags flags,
                  OtrDigestKind digest_kind,
                  GError **error)
{
  g_autoptr (OtrCatalog) catalog = g_atomic_rc_box_new0 (OtrCatalog);
  gboolean opened;

  g_return_val_if_fail (path != NULL, NULL);

  catalog->path = g_canonicalize_filename (path, NULL);
  catalog->flags = flags;
  catalog->digest_kind = digest_kind;
  catalog->open_fd = -1;
  opened = prepare_place (catalog, error);
  if (opened)
    {
      detect_network (catalog);
      opened = (flags & OTR_CATALOG_READ_ONLY) != 0 ? open_for_reading (catalog, error)
                                                    : open_for_writing (catalog, error);
    }
  if (opened)
    return g_steal_pointer (&catalog);
  g_prefix_error (error, "%s: ", path);
  return NULL;
}

OtrCatalog *
otr_catalog_ref (OtrCatalog *catalog)
{
  return g_atomic_rc_box_acquire (catalog);
}

static void
catalog_clear (gpointer data)
{
  OtrCatalog *catalog = data;

  /* The last one out says that all is well, if it is. */
  if (catalog->id != NULL && catalog->open_fd >= 0 && !g_atomic_int_get (&catalog->suspect) &&
      flock (catalog->open_fd, LOCK_EX | LOCK_NB) == 0)
    (void) write_mark (catalog, MARK_CLOSED, NULL);
  otr_fd_close (&catalog->open_fd);
  g_free (catalog->path);
  g_free (catalog->id);
  g_free (catalog->salvage_note);
}

void
otr_catalog_unref (OtrCatalog *catalog)
{
  if (catalog != NULL)
    g_atomic_rc_box_release_full (catalog, catalog_clear);
}

const char *
otr_catalog_get_path (const OtrCatalog *catalog)
{
  return catalog->path;
}

const char *
otr_catalog_get_id (const OtrCatalog *catalog)
{
  return catalog->id;
}

OtrDigestKind
otr_catalog_get_digest_kind (const OtrCatalog *catalog)
{
  return catalog->digest_kind;
}

gboolean
otr_catalog_is_on_network (const OtrCatalog *catalog)
{
  return catalog->on_network;
}

const char *
otr_catalog_library_version (void)
{
  return sqlite3_libversion ();
}

const char *
otr_catalog_get_salvage_note (const OtrCatalog *catalog)
{
  return catalog->salvage_note;
}

static void
set_busy_error (int fd, GError **error)
{
  char text[32] = "";
  gssize size = pread (fd, text, sizeof text - 1, 0);
  guint64 pid = 0;

  text[MAX (size, 0)] = '\0';
  g_strchomp (text);
  if (g_ascii_string_to_unsigned (text, 10, 1, G_MAXINT, &pid, NULL))
    g_set_error (error,
                 OTR_ERROR,
                 OTR_ERROR_BUSY,
                 "another process (pid %" G_GUINT64_FORMAT ") is importing into this catalog",
                 pid);
  else
    g_set_error (
        error, OTR_ERROR, OTR_ERROR_BUSY, "another process is importing into this catalog");
}

int
otr_catalog_lock_import (OtrCatalog *catalog, GError **error)
{
  otr_autofd int fd = open_lock_file (catalog->path, "-import.lock", error);
  g_autofree char *pid = g_strdup_printf ("%d\n", (int) getpid ());

  if (fd < 0)
    return -1;
  if (flock (fd, LOCK_EX | LOCK_NB) != 0)
    {
      if (errno == EWOULDBLOCK)
        set_busy_error (fd, error);
      else
        otr_error_set_errno (error, errno, catalog->path);
      return -1;
    }
  if (ftruncate (fd, 0) != 0 || pwrite (fd, pid, strlen (pid), 0) < 0)
    {
      otr_error_set_errno (error, errno, catalog->path);
      return -1;
    }
  return otr_fd_steal (&fd);
}
