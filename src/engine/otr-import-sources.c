/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What an import or a rescan goes through: the given files and folders, or every root. Each becomes
 * a resolved path, its storage and a root of the catalog. A rescan tells a root that is offline
 * (nothing is concluded from that) from a folder that is gone. Runs on the import's own thread,
 * before the stages. */

#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "otr-error.h"
#include "otr-import-private.h"

/* What a source stands for: its resolved folder. A single file is its folder with only that file.
 */
static void
resolve_source (OtrImportSource *source)
{
  g_autofree char *path = g_file_get_path (source->file);
  char *resolved = path == NULL ? NULL : realpath (path, NULL);
  struct stat info;

  source->is_uri = path == NULL;
  if (path == NULL)
    source->path = g_file_get_uri (source->file);
  else
    source->path = g_strdup (resolved != NULL ? resolved : path);
  free (resolved);
  source->single_file =
      !source->is_uri && stat (source->path, &info) == 0 && S_ISREG (info.st_mode);
  if (source->single_file)
    {
      g_autofree char *file = g_steal_pointer (&source->path);

      g_object_unref (source->file);
      source->file = g_file_new_for_path (file);
      source->path = g_path_get_dirname (file);
    }
  source->storage = otr_storage_detect (source->is_uri ? "" : source->path);
  if (source->is_uri)
    source->storage->kind = OTR_STORAGE_NETWORK;
  if (source->is_uri)
    source->storage->stable_inodes = FALSE;
}

static gboolean
is_below (const char *path, const char *root)
{
  gsize length = strlen (root);

  if (!g_str_has_prefix (path, root))
    return FALSE;
  return path[length] == '\0' || path[length] == '/' || (length > 0 && root[length - 1] == '/');
}

/* A folder inside another source comes with that one. */
static gboolean
is_covered (GPtrArray *sources, guint i)
{
  const OtrImportSource *one = g_ptr_array_index (sources, i);

  for (guint j = 0; j < sources->len; j++)
    {
      const OtrImportSource *other = g_ptr_array_index (sources, j);
      gboolean same = g_str_equal (one->path, other->path);

      if (i == j || !is_below (one->path, other->path))
        continue;
      if (one->single_file && other->single_file
              ? g_file_equal (one->file, other->file) && j < i
              : !other->single_file && (!same || one->single_file || j < i))
        return TRUE;
    }
  return FALSE;
}

static void
drop_covered_sources (GPtrArray *sources)
{
  for (guint i = sources->len; i-- > 0;)
    if (is_covered (sources, i))
      g_ptr_array_remove_index (sources, i);
}

/* ---- roots ---- */

static gboolean
load_roots (OtrImport *import, GError **error)
{
  g_autoptr (OtrCatalogReader) reader = otr_catalog_reader_new (import->catalog, error);

  g_clear_pointer (&import->roots, g_ptr_array_unref);
  if (reader != NULL)
    import->roots = otr_catalog_reader_roots (reader, error);
  return import->roots != NULL;
}

static const OtrRoot *
find_covering_root (const OtrImport *import, const OtrImportSource *source)
{
  for (guint i = 0; i < import->roots->len; i++)
    {
      const OtrRoot *root = g_ptr_array_index (import->roots, i);

      if (is_below (source->path, root->path))
        return root;
    }
  return NULL;
}

/* Its path may be there and still be the empty place where another volume was mounted. */
static gboolean
is_present (const OtrRoot *root)
{
  g_autoptr (GFile) file =
      root->is_uri ? g_file_new_for_uri (root->path) : g_file_new_for_path (root->path);
  g_autoptr (OtrStorage) storage = NULL;

  if (!g_file_query_exists (file, NULL))
    return FALSE;
  if (root->is_uri || root->volume_id == NULL)
    return TRUE;
  storage = otr_storage_detect (root->path);
  return storage->volume_id == NULL || g_str_equal (storage->volume_id, root->volume_id);
}

static gboolean
count_offline (OtrImport *import, const OtrRoot *root, GError **error)
{
  g_autoptr (OtrCatalogReader) reader = otr_catalog_reader_new (import->catalog, error);
  g_autoptr (GPtrArray) folders = NULL;

  if (reader != NULL)
    folders = otr_catalog_reader_folders_below (reader, root->id, "", error);
  for (guint i = 0; folders != NULL && i < folders->len; i++)
    {
      g_autoptr (GHashTable) files =
          otr_catalog_reader_known_folder (reader, root->id, g_ptr_array_index (folders, i), error);

      if (files == NULL)
        return FALSE;
      OTR_COUNT (import->counters.offline, g_hash_table_size (files));
    }
  return folders != NULL;
}

static void
add_source (OtrImport *import, const OtrRoot *root)
{
  OtrImportSource *source = g_new0 (OtrImportSource, 1);

  source->file = root->is_uri ? g_file_new_for_uri (root->path) : g_file_new_for_path (root->path);
  resolve_source (source);
  g_ptr_array_add (import->sources, source);
}

static gboolean
set_offline (OtrImport *import, OtrCatalogWriter *catalog, const OtrRoot *root, GError **error)
{
  return otr_catalog_writer_set_root_offline (catalog, root->id, TRUE, error) &&
         count_offline (import, root, error);
}

static gboolean
use_all_roots (OtrImport *import, OtrCatalogWriter *catalog, GError **error)
{
  for (guint i = 0; i < import->roots->len; i++)
    {
      const OtrRoot *root = g_ptr_array_index (import->roots, i);

      if (is_present (root))
        add_source (import, root);
      else if (!set_offline (import, catalog, root, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- checks ---- */

static gboolean
refuse (const OtrImportSource *source, int code, const char *why, GError **error)
{
  g_autofree char *shown = g_filename_display_name (source->path);

  g_set_error (error, OTR_ERROR, code, "%s: %s", shown, why);
  return FALSE;
}

/* `*out_keep` FALSE: its root is offline, and has been noted so. */
static gboolean
check_rescan (OtrImport *import,
              OtrCatalogWriter *catalog,
              OtrImportSource *source,
              gboolean *out_keep,
              GError **error)
{
  const OtrRoot *root = find_covering_root (import, source);

  if (root == NULL)
    return refuse (source, OTR_ERROR_SOURCE_GONE, "nothing of it is in the catalog", error);
  *out_keep = is_present (root);
  if (!*out_keep)
    return set_offline (import, catalog, root, error);
  source->absent = otr_import_source_is_gone (source);
  return TRUE;
}

static gboolean
check_sources (OtrImport *import, OtrCatalogWriter *catalog, GError **error)
{
  for (guint i = import->sources->len; i-- > 0;)
    {
      OtrImportSource *source = g_ptr_array_index (import->sources, i);
      gboolean keep = TRUE;

      resolve_source (source);
      if (import->options.mode == OTR_IMPORT_ADD && otr_import_source_is_gone (source))
        return refuse (source, OTR_ERROR_SOURCE_GONE, "there is no such file or folder", error);
      if (import->options.mode != OTR_IMPORT_ADD &&
          !check_rescan (import, catalog, source, &keep, error))
        return FALSE;
      if (!keep)
        g_ptr_array_remove_index (import->sources, i);
    }
  return TRUE;
}

static gboolean
ensure_root (OtrImport *import, OtrCatalogWriter *catalog, OtrImportSource *source, GError **error)
{
  OtrStorageKind kind = source->storage->kind;

  source->cheap = kind == OTR_STORAGE_NVME || kind == OTR_STORAGE_TMPFS ||
                  import->options.tuning.preset == OTR_PRESET_NVME;
  return otr_catalog_writer_ensure_root (catalog,
                                         source->path,
                                         source->is_uri,
                                         source->storage->volume_id,
                                         &source->root_id,
                                         &source->prefix,
                                         error) &&
         otr_catalog_writer_set_root_offline (catalog, source->root_id, FALSE, error);
}

gboolean
otr_import_set_up_sources (OtrImport *import, OtrCatalogWriter *catalog, GError **error)
{
  gboolean everything = import->sources->len == 0 && import->options.mode != OTR_IMPORT_ADD;

  if (!load_roots (import, error))
    return FALSE;
  if (everything ? !use_all_roots (import, catalog, error)
                 : !check_sources (import, catalog, error))
    return FALSE;
  drop_covered_sources (import->sources);
  for (guint i = 0; i < import->sources->len; i++)
    if (!ensure_root (import, catalog, g_ptr_array_index (import->sources, i), error))
      return FALSE;
  return load_roots (import, error);
}
