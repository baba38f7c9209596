/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads one local folder by descriptors, so that the length of a path does not matter. One scout
 * thread per folder; no shared state. */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include "otr-fd.h"
#include "otr-i18n.h"
#include "otr-scan-private.h"

#define CHECK_EVERY 256 /* entries between two looks at the cancellable */

typedef struct
{
  char *name;
  guint64 inode;
} Entry;

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_free (entry->name);
  g_free (entry);
}

static int
compare_inodes (gconstpointer a, gconstpointer b)
{
  const Entry *const *entry_a = a;
  const Entry *const *entry_b = b;

  return ((*entry_a)->inode > (*entry_b)->inode) - ((*entry_a)->inode < (*entry_b)->inode);
}

/* In the order of inodes, which is the order on the disk of what stat reads. */
static int
list_entries (DIR *dir, GPtrArray *entries)
{
  struct dirent *found;

  while (errno = 0, (found = readdir (dir)) != NULL)
    {
      Entry *entry;

      if (g_str_equal (found->d_name, ".") || g_str_equal (found->d_name, ".."))
        continue;
      entry = g_new (Entry, 1);
      *entry = (Entry){ g_strdup (found->d_name), found->d_ino };
      g_ptr_array_add (entries, entry);
    }
  if (errno != 0)
    return errno;
  g_ptr_array_sort (entries, compare_inodes);
  return 0;
}

static int
look (int folder, const char *name, int flags, struct statx *out_info)
{
  const guint mask = STATX_TYPE | STATX_MODE | STATX_SIZE | STATX_MTIME | STATX_CTIME | STATX_INO;

  return statx (folder, name, flags | AT_NO_AUTOMOUNT, mask, out_info) == 0 ? 0 : errno;
}

/* Saturated: nanoseconds in 64 bits end in 2262, ext4's times in 2446. */
static gint64
to_ns (struct statx_timestamp time)
{
  const gint64 second = 1000000000;

  return CLAMP (time.tv_sec, G_MININT64 / second + 1, G_MAXINT64 / second - 1) * second +
         time.tv_nsec;
}

/* Where the first bytes of the file lie on the disk; 0 when nobody tells. */
static guint64
find_place (int folder, const char *name)
{
  union
  {
    struct fiemap map;
    guint8 room[sizeof (struct fiemap) + sizeof (struct fiemap_extent)];
  } request = { .map = { .fm_length = FIEMAP_MAX_OFFSET, .fm_extent_count = 1 } };
  const struct fiemap_extent *extent = request.map.fm_extents;
  const guint unknown = FIEMAP_EXTENT_UNKNOWN | FIEMAP_EXTENT_DELALLOC | FIEMAP_EXTENT_DATA_INLINE;
  otr_autofd int fd = openat (folder, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);

  if (fd < 0 || ioctl (fd, FS_IOC_FIEMAP, &request.map) != 0 ||
      request.map.fm_mapped_extents == 0 || (extent->fe_flags & unknown) != 0)
    return 0;
  return extent->fe_physical;
}

static void
fill (OtrScanReading *reading, int folder, OtrScanFile *file, const struct statx *info)
{
  file->size = info->stx_size;
  file->mtime_ns = to_ns (info->stx_mtime);
  file->ctime_ns = to_ns (info->stx_ctime);
  file->inode = reading->stable_inodes ? info->stx_ino : 0;
  otr_scan_rules_judge (file);
  if (reading->rules->disk_order && file->kind == OTR_SCAN_PHOTO)
    file->place = find_place (folder, file->name);
  if (file->place == 0)
    file->place = info->stx_ino;
}

static const char *
describe_special (guint mode)
{
  switch (mode & S_IFMT)
    {
    case S_IFIFO:
      return "not a regular file: a named pipe";
    case S_IFSOCK:
      return "not a regular file: a socket";
    case S_IFCHR:
    case S_IFBLK:
      return "not a regular file: a device";
    default:
      return "not a regular file";
    }
}

static void
skip_link (OtrScanFile *file, int error_code)
{
  if (error_code == ENOENT || error_code == ENOTDIR)
    otr_scan_file_skip (file, N_ ("link to nothing"));
  else if (error_code == ELOOP)
    otr_scan_file_skip (file, N_ ("link loop, or too long a chain of links"));
  else
    otr_scan_file_fail (file, error_code);
}

/* The path behind a descriptor; "" when it can't be told, which then is outside. */
static void
path_of (int fd, char *path, gsize size)
{
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", fd);
  gssize n = readlink (link, path, size - 1);

  path[MAX (n, 0)] = '\0';
}

/* TRUE when the link leads outside and is to be followed: `info` is then of its target. Else
 * `file` has got its reason. */
static gboolean
follow_link (OtrScanReading *reading, int folder, OtrScanFile *file, struct statx *info)
{
  otr_autofd int target = openat (folder, file->name, O_PATH | O_CLOEXEC);
  char path[PATH_MAX];
  const char *root;
  int error_code = target < 0 ? errno : look (target, "", AT_EMPTY_PATH, info);

  if (error_code != 0)
    {
      skip_link (file, error_code);
      return FALSE;
    }
  if (!S_ISREG (info->stx_mode) && !S_ISDIR (info->stx_mode))
    {
      otr_scan_file_skip (file, describe_special (info->stx_mode));
      return FALSE;
    }
  path_of (target, path, sizeof path);
  root = otr_scan_rules_find_root (reading->rules, path);
  if (root != NULL)
    {
      g_autofree char *shown = g_filename_display_name (path);
      g_autofree char *reason = g_strdup_printf ("link to %s, which is reached there", shown);

      otr_scan_file_skip (file, reason);
      return FALSE;
    }
  if (!reading->rules->follow_links)
    otr_scan_file_skip (file, N_ ("link leads outside"));
  return reading->rules->follow_links;
}

static void
look_at (OtrScanReading *reading, int folder, const Entry *entry)
{
  g_autoptr (OtrScanFile) file = otr_scan_file_new (entry->name);
  struct statx info;
  int error_code = look (folder, entry->name, AT_SYMLINK_NOFOLLOW, &info);
  gboolean is_link = error_code == 0 && S_ISLNK (info.stx_mode);
  gboolean is_folder = error_code == 0 && S_ISDIR (info.stx_mode);
  const char *refusal = otr_scan_rules_refuse (reading->rules, entry->name, is_folder);

  if (error_code == ENOENT)
    return; /* it went away meanwhile */
  if (refusal != NULL)
    otr_scan_file_skip (file, refusal);
  else if (error_code != 0)
    otr_scan_file_fail (file, error_code);
  else if (!is_link || follow_link (reading, folder, file, &info))
    {
      if (S_ISDIR (info.stx_mode))
        {
          otr_scan_reading_add_task (reading, entry->name, info.stx_ino, is_link);
          return;
        }
      if (S_ISREG (info.stx_mode))
        fill (reading, folder, file, &info);
      else
        otr_scan_file_skip (file, describe_special (info.stx_mode));
    }
  g_ptr_array_add (reading->folder->files, g_steal_pointer (&file));
}

int
otr_scan_local_read (OtrScanReading *reading, int fd)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (entry_free);
  DIR *dir = fdopendir (fd);
  int error_code;

  if (dir == NULL)
    {
      error_code = errno;
      otr_fd_close (&fd);
      return error_code;
    }
  error_code = list_entries (dir, entries);
  for (guint i = 0; i < entries->len; i++)
    {
      if (i % CHECK_EVERY == 0 && g_cancellable_is_cancelled (reading->cancellable))
        {
          error_code = ECANCELED;
          break;
        }
      look_at (reading, fd, entries->pdata[i]);
    }
  (void) closedir (dir);
  return error_code;
}
