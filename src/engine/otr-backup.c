/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rotating copies of the catalog in the folder `backups` beside it. VACUUM INTO makes a compact,
 * whole copy while others read and write. A copy gets its name only when it is complete and
 * durable. The caller's thread. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "otr-catalog-private.h"
#include "otr-error.h"
#include "otr-fd.h"

#define BACKUPS_KEPT 7
#define PREFIX "catalog-"
#define SUFFIX ".db"

static gboolean
sync_path (const char *path, GError **error)
{
  otr_autofd int fd = open (path, O_RDONLY | O_CLOEXEC);

  if (fd >= 0 && fsync (fd) == 0)
    return TRUE;
  otr_error_set_errno (error, errno, path);
  return FALSE;
}

static gboolean
copy_catalog (OtrCatalog *catalog, const char *target, GError **error)
{
  g_autoptr (OtrCatalogReader) reader = otr_catalog_reader_new (catalog, error);
  g_autoptr (OtrStmt) stmt = NULL;

  if (reader == NULL || !otr_sql_exec (reader->sql, "PRAGMA query_only = 0", error))
    return FALSE;
  stmt = otr_sql_prepare (reader->sql, "VACUUM INTO ?1", error);
  if (stmt == NULL)
    return FALSE;
  otr_stmt_bind_text (stmt, 1, target);
  return otr_stmt_run (stmt, error) && sync_path (target, error);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

/* Names hold the date, so their order is their age. */
static gboolean
drop_oldest (const char *folder, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  if (dir == NULL)
    return FALSE;
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, PREFIX) && g_str_has_suffix (name, SUFFIX))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i + BACKUPS_KEPT < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, g_ptr_array_index (names, i), NULL);

      if (unlink (path) != 0 && errno != ENOENT)
        {
          otr_error_set_errno (error, errno, path);
          return FALSE;
        }
    }
  return TRUE;
}

char *
otr_catalog_backup (OtrCatalog *catalog, GError **error)
{
  g_autofree char *parent = g_path_get_dirname (catalog->path);
  g_autofree char *folder = g_build_filename (parent, "backups", NULL);
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *stamp = g_date_time_format (now, "%Y%m%d-%H%M%S-%f");
  g_autofree char *name = g_strconcat (PREFIX, stamp, SUFFIX, NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *partial = g_strconcat (path, ".partial", NULL);

  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      otr_error_set_errno (error, errno, folder);
      return NULL;
    }
  if (!copy_catalog (catalog, partial, error))
    {
      (void) unlink (partial);
      return NULL;
    }
  if (rename (partial, path) != 0)
    {
      otr_error_set_errno (error, errno, path);
      (void) unlink (partial);
      return NULL;
    }
  if (!sync_path (folder, error) || !drop_oldest (folder, error))
    return NULL;
  return g_steal_pointer (&path);
}
