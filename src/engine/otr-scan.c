/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks a tree: scouts share a list of folders, each reads one folder at a time and hands it over.
 * The owner starts, resizes and finishes; scout threads run everything else.
 *
 * What is found never depends on the number of scouts: real folders form a tree, so each is met
 * once; folders reached by links that lead outside wait until all others are done and are then
 * walked one after the other, in the order of their names, cut where a folder was met before. */
#include "config.h"

#include "otr-scan.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "otr-error.h"
#include "otr-fd.h"
#include "otr-path.h"
#include "otr-pool.h"
#include "otr-scan-private.h"
#include "otr-sync.h"

typedef struct
{
  guint64 device;
  guint64 inode;
} FolderId;

struct _OtrScan
{
  GFile *root;
  gboolean is_local;
  OtrScanRules *rules; /* constant once the root is resolved */
  OtrScanFunc func;
  gpointer data;
  GCancellable *cancellable;
  char *only_name; /* the root is this single file of its folder; set before others start */
  OtrPool *pool;
  guint64 n_found; /* atomic */

  OtrMutex lock;
  OtrCond changed;
  GPtrArray *tasks;    /* a stack of OtrScanTask; guarded by lock, as all below */
  GPtrArray *by_links; /* OtrScanTask, for when all others are done */
  GHashTable *met;     /* FolderId; only when links are followed */
  GHashTable *stable;  /* device number -> whether its inodes are stable */
  gboolean in_links;
  guint n_active;
  guint n_nudges;
  gboolean stopped;
  GError *error;
};

static guint
folder_id_hash (gconstpointer data)
{
  const FolderId *id = data;

  return g_int64_hash (&id->inode) ^ g_int64_hash (&id->device);
}

static gboolean
folder_id_equal (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (FolderId)) == 0;
}

/* Takes the error; the first one counts. */
static void
stop (OtrScan *scan, GError *error)
{
  otr_auto_lock (&scan->lock);

  scan->stopped = TRUE;
  if (scan->error == NULL)
    scan->error = error;
  else
    g_clear_error (&error);
  otr_cond_broadcast (&scan->changed);
}

/* Whether the folder is met for the first time; TRUE while links play no part. */
static gboolean
meet (OtrScan *scan, const struct stat *info, gboolean *out_in_links)
{
  otr_auto_lock (&scan->lock);
  FolderId *id;

  *out_in_links = scan->in_links;
  if (!scan->rules->follow_links)
    return TRUE;
  id = g_new (FolderId, 1);
  *id = (FolderId){ info->st_dev, info->st_ino };
  return g_hash_table_add (scan->met, id);
}

static gboolean
find_stable (OtrScan *scan, gpointer device, gboolean *out_stable)
{
  otr_auto_lock (&scan->lock);
  gpointer value;
  gboolean known = g_hash_table_lookup_extended (scan->stable, device, NULL, &value);

  if (known)
    *out_stable = GPOINTER_TO_INT (value);
  return known;
}

/* Asked once for each device that the walk comes to. */
static gboolean
has_stable_inodes (OtrScan *scan, const char *path, const struct stat *info)
{
  gpointer device = GSIZE_TO_POINTER (info->st_dev);
  g_autoptr (OtrStorage) storage = NULL;
  gboolean stable;

  if (find_stable (scan, device, &stable))
    return stable;
  storage = otr_storage_detect (path);
  {
    otr_auto_lock (&scan->lock);

    g_hash_table_insert (scan->stable, device, GINT_TO_POINTER (storage->stable_inodes));
  }
  return storage->stable_inodes;
}

/* A followed link may lead to where the walk has been, or above a root: what lies there is reached
 * without the link. */
static gboolean
is_reached_otherwise (OtrScan *scan, int fd, const struct stat *info)
{
  g_autofree char *link = NULL;
  g_autofree char *path = NULL;
  gboolean in_links;
  gboolean first = meet (scan, info, &in_links);

  if (!in_links || !first)
    return in_links;
  link = g_strdup_printf ("/proc/self/fd/%d", fd);
  path = g_file_read_link (link, NULL);
  return path != NULL && otr_scan_rules_find_root (scan->rules, path) != NULL;
}

/* The errno of trouble with the folder; 0 when read, or when it is not to be read: then
 * `reading` has no folder. */
static int
read_local (OtrScan *scan, OtrScanReading *reading, const OtrScanTask *task)
{
  int flags = O_RDONLY | O_DIRECTORY | O_NONBLOCK | (task->by_link ? 0 : O_NOFOLLOW);
  otr_autofd int fd = otr_path_open (task->location, flags, 0);
  struct stat info;

  if (fd < 0 || fstat (fd, &info) != 0)
    return errno;
  if (is_reached_otherwise (scan, fd, &info))
    {
      g_clear_pointer (&reading->folder, otr_scan_folder_free);
      return 0;
    }
  reading->stable_inodes = has_stable_inodes (scan, task->location, &info);
  return otr_scan_local_read (reading, otr_fd_steal (&fd));
}

static gboolean
read_folder (OtrScan *scan, OtrScanReading *reading, const OtrScanTask *task, GError **error)
{
  g_autoptr (GFile) file = NULL;
  int error_code;

  if (!scan->is_local)
    {
      file = g_file_new_for_uri (task->location);
      return otr_scan_gio_read (reading, file, error);
    }
  error_code = read_local (scan, reading, task);
  if (error_code != 0)
    otr_error_set_errno (error, error_code, task->location);
  return error_code == 0;
}

static int
errno_of (const GError *error)
{
  static const int codes[] = { EACCES, ENOENT, ENOTDIR, EIO, ENODEV, ESTALE, ENOTCONN, ETIMEDOUT };

  for (gsize i = 0; i < G_N_ELEMENTS (codes); i++)
    if (g_error_matches (error, G_IO_ERROR, (int) g_io_error_from_errno (codes[i])))
      return codes[i];
  return EIO;
}

static void
keep_only (OtrScanFolder *folder, const char *name)
{
  for (guint i = folder->files->len; i-- > 0;)
    if (!g_str_equal (((OtrScanFile *) folder->files->pdata[i])->name, name))
      g_ptr_array_remove_index (folder->files, i);
  folder->incomplete = TRUE;
}

static void
hand_over (OtrScan *scan, OtrScanFolder *folder)
{
  otr_scan_rules_pair (folder->files);
  (void) __atomic_fetch_add (&scan->n_found, folder->files->len, __ATOMIC_RELAXED);
  if (!scan->func (folder, scan->data))
    stop (scan, NULL);
}

static void
note_failure (OtrScanReading *reading, const GError *error)
{
  OtrScanFile *file = otr_scan_file_new ("");

  otr_scan_file_skip (file, error->message);
  file->kind = OTR_SCAN_FAILED;
  file->error_code = errno_of (error);
  g_ptr_array_add (reading->folder->files, file);
  reading->folder->incomplete = TRUE;
}

static int
compare_for_stack (gconstpointer a, gconstpointer b)
{
  const OtrScanTask *const *task_a = a;
  const OtrScanTask *const *task_b = b;

  if ((*task_a)->inode != (*task_b)->inode)
    return (*task_a)->inode < (*task_b)->inode ? 1 : -1;
  return strcmp ((*task_b)->relative, (*task_a)->relative);
}

/* One folder. Gives the folders in it, the one to be read first at the end. */
static GPtrArray *
work_on (OtrScan *scan, const OtrScanTask *task)
{
  g_autoptr (GPtrArray) tasks = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  OtrScanReading reading = {
    .rules = scan->rules,
    .cancellable = scan->cancellable,
    .folder = otr_scan_folder_new (task, !scan->is_local),
    .tasks = tasks,
  };
  gboolean complete = read_folder (scan, &reading, task, &error);

  if (g_cancellable_is_cancelled (scan->cancellable) ||
      (!complete && *task->relative == '\0' && reading.folder->files->len == 0))
    {
      otr_scan_folder_free (reading.folder);
      stop (scan, g_steal_pointer (&error));
      return g_steal_pointer (&tasks);
    }
  if (!complete)
    note_failure (&reading, error);
  if (scan->only_name != NULL)
    {
      keep_only (reading.folder, scan->only_name);
      g_ptr_array_foreach (tasks, (GFunc) otr_scan_task_free, NULL);
      g_ptr_array_set_size (tasks, 0);
    }
  g_ptr_array_sort (tasks, compare_for_stack);
  if (reading.folder != NULL)
    hand_over (scan, reading.folder);
  return g_steal_pointer (&tasks);
}

static OtrScanTask *
new_root_task (char *location)
{
  OtrScanTask *task = g_new0 (OtrScanTask, 1);

  task->location = location;
  task->relative = g_strdup ("");
  return task;
}

static char *
resolve_local_root (OtrScan *scan)
{
  const char *path = g_file_peek_path (scan->root);
  char *resolved = realpath (path, NULL);
  g_autofree char *copy = g_strdup (resolved != NULL ? resolved : path);
  struct stat info;

  free (resolved);
  if (stat (copy, &info) != 0 || S_ISDIR (info.st_mode))
    return g_steal_pointer (&copy);
  scan->only_name = g_path_get_basename (copy);
  return g_path_get_dirname (copy);
}

static char *
resolve_gio_root (OtrScan *scan)
{
  g_autoptr (GFile) parent = g_file_get_parent (scan->root);

  if (parent == NULL ||
      g_file_query_file_type (scan->root, G_FILE_QUERY_INFO_NONE, scan->cancellable) !=
          G_FILE_TYPE_REGULAR)
    return g_file_get_uri (scan->root);
  scan->only_name = g_file_get_basename (scan->root);
  return g_file_get_uri (parent);
}

/* On the first scout, because it blocks. The others wait for folders meanwhile. */
static OtrScanTask *
resolve_root (OtrScan *scan)
{
  char *location = scan->is_local ? resolve_local_root (scan) : resolve_gio_root (scan);
  OtrScanRules *rules = otr_scan_rules_copy (scan->rules, location);

  otr_scan_rules_free (scan->rules);
  scan->rules = rules;
  return new_root_task (location);
}

static gboolean
has_smaller_name (const OtrScanTask *a, const OtrScanTask *b)
{
  return strcmp (a->relative, b->relative) < 0;
}

/* Called with the lock held, when nothing else is left. */
static OtrScanTask *
take_by_link (OtrScan *scan)
{
  guint first = 0;

  if (scan->by_links->len == 0)
    return NULL;
  for (guint i = 1; i < scan->by_links->len; i++)
    if (has_smaller_name (scan->by_links->pdata[i], scan->by_links->pdata[first]))
      first = i;
  scan->in_links = TRUE;
  return g_ptr_array_steal_index (scan->by_links, first);
}

typedef enum
{
  TAKEN_FOLDER,
  TAKEN_NUDGE, /* the number of scouts changed */
  TAKEN_END,
} Taken;

static Taken
take_task (OtrScan *scan, guint *seen_nudges, OtrScanTask **out_task)
{
  otr_auto_lock (&scan->lock);

  while (!scan->stopped)
    {
      OtrScanTask *task = NULL;

      if (*seen_nudges != scan->n_nudges)
        {
          *seen_nudges = scan->n_nudges;
          return TAKEN_NUDGE;
        }
      if (scan->tasks->len > 0)
        task = g_ptr_array_steal_index (scan->tasks, scan->tasks->len - 1);
      else if (scan->n_active == 0)
        task = take_by_link (scan);
      if (task != NULL)
        {
          scan->n_active++;
          *out_task = task;
          return TAKEN_FOLDER;
        }
      if (scan->n_active == 0)
        break;
      otr_cond_wait (&scan->changed, &scan->lock);
    }
  otr_cond_broadcast (&scan->changed);
  return TAKEN_END;
}

/* Takes the new tasks. */
static void
give_back (OtrScan *scan, GPtrArray *tasks)
{
  otr_auto_lock (&scan->lock);

  for (guint i = 0; i < tasks->len; i++)
    {
      OtrScanTask *task = tasks->pdata[i];

      g_ptr_array_add (task->by_link ? scan->by_links : scan->tasks, task);
    }
  scan->n_active--;
  otr_cond_broadcast (&scan->changed);
}

static void
run_scout (OtrPool *pool, guint index, gpointer data)
{
  OtrScan *scan = data;
  guint seen_nudges = 0;

  while (!otr_pool_should_leave (pool, index))
    {
      g_autoptr (OtrScanTask) task = NULL;
      g_autoptr (GPtrArray) found = NULL;
      Taken taken = take_task (scan, &seen_nudges, &task);

      if (taken == TAKEN_END)
        return;
      if (taken == TAKEN_NUDGE)
        continue;
      if (task->location == NULL)
        {
          found = g_ptr_array_new ();
          g_ptr_array_add (found, resolve_root (scan));
        }
      else
        found = work_on (scan, task);
      give_back (scan, found);
    }
}

OtrScan *
otr_scan_start (GFile *root,
                const OtrScanRules *rules,
                guint n_scouts,
                OtrScanFunc func,
                gpointer data,
                GCancellable *cancellable)
{
  OtrScan *scan = g_new0 (OtrScan, 1);

  scan->root = g_object_ref (root);
  scan->is_local = g_file_is_native (root);
  scan->rules = otr_scan_rules_copy (rules, NULL);
  scan->func = func;
  scan->data = data;
  scan->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  scan->tasks = g_ptr_array_new_with_free_func ((GDestroyNotify) otr_scan_task_free);
  scan->by_links = g_ptr_array_new_with_free_func ((GDestroyNotify) otr_scan_task_free);
  scan->met = g_hash_table_new_full (folder_id_hash, folder_id_equal, g_free, NULL);
  scan->stable = g_hash_table_new (NULL, NULL);
  otr_mutex_init (&scan->lock);
  otr_cond_init (&scan->changed);
  g_ptr_array_add (scan->tasks, new_root_task (NULL));
  scan->pool = otr_pool_new ("otr-scout", run_scout, scan);
  otr_scan_set_scouts (scan, n_scouts);
  return scan;
}

void
otr_scan_set_scouts (OtrScan *scan, guint n_scouts)
{
  if (!otr_pool_resize (scan->pool, n_scouts))
    stop (scan, g_error_new (G_IO_ERROR, G_IO_ERROR_FAILED, "no scout thread could be started"));
  otr_auto_lock (&scan->lock);
  scan->n_nudges++;
  otr_cond_broadcast (&scan->changed);
}

guint64
otr_scan_get_found (OtrScan *scan)
{
  return __atomic_load_n (&scan->n_found, __ATOMIC_RELAXED);
}

gboolean
otr_scan_wait_until (OtrScan *scan, gint64 end_us)
{
  gboolean in_time = TRUE;
  otr_auto_lock (&scan->lock);

  while (in_time && !scan->stopped &&
         (scan->tasks->len > 0 || scan->by_links->len > 0 || scan->n_active > 0))
    in_time = otr_cond_wait_until (&scan->changed, &scan->lock, end_us);
  return in_time;
}

static void
scan_free (OtrScan *scan)
{
  otr_pool_free (scan->pool);
  g_clear_error (&scan->error);
  g_hash_table_unref (scan->stable);
  g_hash_table_unref (scan->met);
  g_ptr_array_unref (scan->by_links);
  g_ptr_array_unref (scan->tasks);
  otr_cond_clear (&scan->changed);
  otr_mutex_clear (&scan->lock);
  g_clear_object (&scan->cancellable);
  g_free (scan->only_name);
  otr_scan_rules_free (scan->rules);
  g_object_unref (scan->root);
  g_free (scan);
}

gboolean
otr_scan_finish (OtrScan *scan, GError **error)
{
  gboolean ok = FALSE;

  otr_pool_join (scan->pool);
  if (g_cancellable_set_error_if_cancelled (scan->cancellable, error))
    ok = FALSE;
  else if (scan->error != NULL)
    g_propagate_error (error, g_steal_pointer (&scan->error));
  else
    ok = TRUE;
  scan_free (scan);
  return ok;
}
