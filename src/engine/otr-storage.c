/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells what is behind a path: the mount, then its file system, then its block device. No state;
 * any thread enters, but a dead share may hold it for long. */
#include "config.h"

#include "otr-storage.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include "otr-block-device.h"
#include "otr-mount.h"
#include "otr-storage-private.h"

#define NESTING_MAX 4 /* a loop file on a loop file on ... */
#define SECOND G_GINT64_CONSTANT (1000000000)

/* How a file system behaves. Where `kind` is UNKNOWN its block device decides. */
typedef struct
{
  const char *name;
  OtrStorageKind kind;
  gboolean stable_inodes;
  gboolean shared_mmap;
  gint64 time_step_ns;
} FileSystem;

static const FileSystem file_systems[] = {
  { "ext4", OTR_STORAGE_UNKNOWN, TRUE, TRUE, 1 },
  { "ext3", OTR_STORAGE_UNKNOWN, TRUE, TRUE, SECOND },
  { "ext2", OTR_STORAGE_UNKNOWN, TRUE, TRUE, SECOND },
  { "xfs", OTR_STORAGE_UNKNOWN, TRUE, TRUE, 1 },
  { "btrfs", OTR_STORAGE_UNKNOWN, TRUE, TRUE, 1 },
  { "bcachefs", OTR_STORAGE_UNKNOWN, TRUE, TRUE, 1 },
  { "f2fs", OTR_STORAGE_UNKNOWN, TRUE, TRUE, 1 },
  { "zfs", OTR_STORAGE_UNKNOWN, TRUE, TRUE, 1 },
  { "jfs", OTR_STORAGE_UNKNOWN, TRUE, TRUE, 1 },
  { "ntfs3", OTR_STORAGE_UNKNOWN, TRUE, TRUE, 100 },
  { "hfsplus", OTR_STORAGE_UNKNOWN, TRUE, TRUE, SECOND },
  { "overlay", OTR_STORAGE_UNKNOWN, FALSE, TRUE, 1 },
  { "vfat", OTR_STORAGE_UNKNOWN, FALSE, TRUE, 2 * SECOND },
  { "msdos", OTR_STORAGE_UNKNOWN, FALSE, TRUE, 2 * SECOND },
  { "exfat", OTR_STORAGE_UNKNOWN, FALSE, TRUE, SECOND },
  { "iso9660", OTR_STORAGE_UNKNOWN, FALSE, TRUE, SECOND },
  { "udf", OTR_STORAGE_UNKNOWN, FALSE, TRUE, 1000 },
  /* ntfs-3g, exfat-fuse and others alike: the coarsest of them */
  { "fuseblk", OTR_STORAGE_UNKNOWN, FALSE, TRUE, 2 * SECOND },
  { "tmpfs", OTR_STORAGE_TMPFS, FALSE, TRUE, 1 },
  { "ramfs", OTR_STORAGE_TMPFS, FALSE, TRUE, 1 },
  { "nfs", OTR_STORAGE_NETWORK, TRUE, FALSE, 1 },
  { "nfs4", OTR_STORAGE_NETWORK, TRUE, FALSE, 1 },
  { "cifs", OTR_STORAGE_NETWORK, FALSE, FALSE, 100 },
  { "smb3", OTR_STORAGE_NETWORK, FALSE, FALSE, 100 },
  { "afs", OTR_STORAGE_NETWORK, FALSE, FALSE, SECOND },
  { "ceph", OTR_STORAGE_NETWORK, TRUE, FALSE, 1 },
  { "lustre", OTR_STORAGE_NETWORK, TRUE, FALSE, SECOND },
  { "davfs", OTR_STORAGE_NETWORK, FALSE, FALSE, SECOND },
  { "fuse.sshfs", OTR_STORAGE_NETWORK, FALSE, FALSE, SECOND },
  { "fuse.davfs2", OTR_STORAGE_NETWORK, FALSE, FALSE, SECOND },
  { "fuse.rclone", OTR_STORAGE_NETWORK, FALSE, FALSE, SECOND },
  { "fuse.s3fs", OTR_STORAGE_NETWORK, FALSE, FALSE, SECOND },
  { "fuse.curlftpfs", OTR_STORAGE_NETWORK, FALSE, FALSE, SECOND },
  { "fuse.glusterfs", OTR_STORAGE_NETWORK, FALSE, FALSE, 1 },
  /* shared by the host of a virtual machine: nobody says what is behind */
  { "9p", OTR_STORAGE_UNKNOWN, FALSE, FALSE, 1 },
  { "virtiofs", OTR_STORAGE_UNKNOWN, FALSE, FALSE, 1 },
  { "vboxsf", OTR_STORAGE_UNKNOWN, FALSE, FALSE, SECOND },
};

static const FileSystem any_fuse = { "fuse", OTR_STORAGE_FUSE, FALSE, FALSE, SECOND };
static const FileSystem any_other = { "", OTR_STORAGE_UNKNOWN, FALSE, FALSE, SECOND };

static const char *const kind_names[] = {
  [OTR_STORAGE_UNKNOWN] = "unknown",
  [OTR_STORAGE_HDD] = "hdd",
  [OTR_STORAGE_SATA_SSD] = "sata-ssd",
  [OTR_STORAGE_NVME] = "nvme",
  [OTR_STORAGE_SD] = "sd",
  [OTR_STORAGE_USB] = "usb",
  [OTR_STORAGE_NETWORK] = "network",
  [OTR_STORAGE_FUSE] = "fuse",
  [OTR_STORAGE_TMPFS] = "tmpfs",
};

const char *
otr_storage_kind_to_string (OtrStorageKind kind)
{
  g_return_val_if_fail ((guint) kind < G_N_ELEMENTS (kind_names), "unknown");
  return kind_names[kind];
}

void
otr_storage_free (OtrStorage *storage)
{
  if (storage == NULL)
    return;
  g_free (storage->device);
  g_free (storage->file_system);
  g_free (storage->mount_point);
  g_free (storage->mount_options);
  g_free (storage->volume_id);
  g_free (storage->why);
  g_free (storage);
}

static const FileSystem *
find_file_system (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (file_systems); i++)
    if (g_str_equal (file_systems[i].name, name))
      return &file_systems[i];
  return g_str_equal (name, "fuse") || g_str_has_prefix (name, "fuse.") ? &any_fuse : &any_other;
}

/* /run/user/N/gvfs/SCHEME:...: one FUSE mount for all that GIO reaches. */
static void
look_at_gvfs (OtrStorage *storage, const char *path)
{
  static const char *const shares[] = {
    "afp-volume:",
    "dav:",
    "davs:",
    "ftp:",
    "ftps:",
    "google-drive:",
    "nfs:",
    "onedrive:",
    "sftp:",
    "smb-share:",
  };
  static const char *const cameras[] = { "gphoto2:", "mtp:", "afc:" };
  const char *name = path + strlen (storage->mount_point);
  gsize length;

  while (*name == '/')
    name++;
  length = strcspn (name, "/");
  for (gsize i = 0; i < G_N_ELEMENTS (shares); i++)
    if (g_str_has_prefix (name, shares[i]))
      storage->kind = OTR_STORAGE_NETWORK;
  for (gsize i = 0; i < G_N_ELEMENTS (cameras); i++)
    if (g_str_has_prefix (name, cameras[i]))
      storage->kind = OTR_STORAGE_USB;
  if (length > 0)
    storage->volume_id = g_strndup (name, length);
  storage->why = g_strdup (storage->kind == OTR_STORAGE_NETWORK ? "a network share through GVfs"
                           : storage->kind == OTR_STORAGE_USB   ? "a camera or phone through GVfs"
                                                                : "a place that GVfs mounts");
}

/* The UUID that udev found in the file system of this block device. */
static char *
find_uuid (const char *sys_root, const OtrMount *mount)
{
  g_autofree char *folder = g_strconcat (sys_root, "/dev/disk/by-uuid", NULL);
  g_autofree char *source = g_strconcat (sys_root, mount->source, NULL);
  char *device = realpath (source, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  char *uuid = NULL;

  while (dir != NULL && device != NULL && uuid == NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *link = g_build_filename (folder, name, NULL);
      char *target = realpath (link, NULL);

      if (g_strcmp0 (target, device) == 0)
        uuid = g_strdup (name);
      free (target);
    }
  free (device);
  return uuid;
}

/* Without udev: ext4 and btrfs make the file system id from their UUID; others from the device
 * number, which is no name to remember. */
static char *
find_fsid (const char *sys_root, const OtrMount *mount)
{
  struct statfs info;
  guint32 id[2];

  if (*sys_root != '\0' ||
      (!g_str_has_prefix (mount->file_system,
                          "ext") &&
       !g_str_equal (mount->file_system, "btrfs")) ||
      statfs (mount->mount_point, &info) != 0)
    return NULL;
  G_STATIC_ASSERT (sizeof id == sizeof info.f_fsid);
  memcpy (id, &info.f_fsid, sizeof id);
  return id[0] == 0 && id[1] == 0 ? NULL : g_strdup_printf ("fsid-%08x%08x", id[1], id[0]);
}

static OtrStorage *detect (const char *sys_root, const char *path, guint depth);

/* What is true of the storage below is true here, but for how the upper file system behaves. */
static void
take_from_below (OtrStorage *storage, const char *sys_root, const char *path, guint depth)
{
  g_autoptr (OtrStorage) below = detect (sys_root, path, depth + 1);

  storage->kind = below->kind;
  storage->encrypted = storage->encrypted || below->encrypted;
  g_free (storage->why);
  storage->why = g_strdup_printf ("%s, over %s", storage->file_system, below->why);
  if (storage->device == NULL)
    storage->device = g_steal_pointer (&below->device);
}

static void
look_at_block (OtrStorage *storage, const char *sys_root, const OtrMount *mount, guint depth)
{
  g_auto (OtrBlockDevice) device = { 0 };

  if (!otr_block_device_look (sys_root, mount->major, mount->minor, mount->source, &device))
    {
      storage->why = g_strdup_printf ("%s on %s, which is no device known here",
                                      mount->file_system,
                                      mount->source);
      return;
    }
  storage->kind = device.kind;
  storage->encrypted = device.encrypted;
  storage->device = g_steal_pointer (&device.disk);
  storage->why = g_strdup_printf ("%s%s", device.why, device.encrypted ? ", encrypted" : "");
  storage->volume_id = find_uuid (sys_root, mount);
  if (storage->volume_id == NULL)
    storage->volume_id = find_fsid (sys_root, mount);
  if (device.backing_file != NULL && depth < NESTING_MAX)
    take_from_below (storage, sys_root, device.backing_file, depth);
}

static void
look_at_overlay (OtrStorage *storage, const char *sys_root, const OtrMount *mount, guint depth)
{
  g_autofree char *upper = otr_mount_get_option (mount, "upperdir");
  g_autofree char *lower = otr_mount_get_option (mount, "lowerdir");
  const char *below = upper != NULL ? upper : lower;

  if (below != NULL && *below == '/' && depth < NESTING_MAX)
    {
      g_autofree char *first = g_strndup (below, strcspn (below, ":"));

      take_from_below (storage, sys_root, first, depth);
      return;
    }
  storage->why = g_strdup ("an overlay that does not tell what is below it");
}

static void
look_at_mount (OtrStorage *storage,
               const char *sys_root,
               const OtrMount *mount,
               const char *path,
               guint depth)
{
  const FileSystem *fs = find_file_system (mount->file_system);

  storage->kind = fs->kind;
  storage->stable_inodes = fs->stable_inodes;
  storage->shared_mmap = fs->shared_mmap;
  storage->time_step_ns = fs->time_step_ns;
  storage->file_system = g_strdup (mount->file_system);
  storage->mount_point = g_strdup (mount->mount_point);
  storage->mount_options = g_strdup (mount->options);
  if (g_str_equal (mount->file_system, "fuse.gvfsd-fuse"))
    look_at_gvfs (storage, path);
  else if (g_str_equal (mount->file_system, "fuse.portal"))
    storage->why = g_strdup ("files handed over by the document portal");
  else if (g_str_equal (mount->file_system, "overlay"))
    look_at_overlay (storage, sys_root, mount, depth);
  else if (fs->kind == OTR_STORAGE_UNKNOWN)
    look_at_block (storage, sys_root, mount, depth);
  else
    {
      storage->why = g_strdup_printf ("a %s mount", mount->file_system);
      storage->device = g_strdup (mount->source);
      if (fs->kind == OTR_STORAGE_NETWORK)
        storage->volume_id = g_strdup (mount->source);
    }
}

/* The nearest parent that exists, links resolved. */
static char *
resolve_existing (const char *path)
{
  g_autofree char *name = g_canonicalize_filename (path, NULL);
  char *resolved, *copy;

  while ((resolved = realpath (name, NULL)) == NULL && !g_str_equal (name, "/"))
    {
      char *parent = g_path_get_dirname (name);

      g_free (name);
      name = parent;
    }
  copy = g_strdup (resolved != NULL ? resolved : "/");
  free (resolved);
  return copy;
}

static guint64
mount_id_of (const char *path)
{
  struct statx info;

  if (statx (AT_FDCWD, path, AT_NO_AUTOMOUNT, STATX_MNT_ID, &info) == 0 &&
      (info.stx_mask & STATX_MNT_ID) != 0)
    return info.stx_mnt_id;
  return 0;
}

/* In a chroot the mount of `/` is not listed: the file system itself says whether it lives on
 * another machine or in another process, where shared memory can't be trusted. */
static gboolean
may_share_memory (const char *path)
{
  struct statfs info;

  if (statfs (path, &info) != 0)
    return FALSE;
  switch ((guint32) info.f_type)
    {
    case 0x6969:     /* NFS_SUPER_MAGIC; these from linux/magic.h and statfs(2) */
    case 0xff534d42: /* CIFS_SUPER_MAGIC */
    case 0xfe534d42: /* SMB2_SUPER_MAGIC */
    case 0x517b:     /* SMB_SUPER_MAGIC */
    case 0x00c36400: /* CEPH_SUPER_MAGIC */
    case 0x5346414f: /* AFS_SUPER_MAGIC */
    case 0x01021997: /* V9FS_MAGIC */
    case 0x0bd00bd0: /* Lustre */
    case 0x65735546: /* FUSE_SUPER_MAGIC */
      return FALSE;
    default:
      return TRUE;
    }
}

static OtrStorage *
detect (const char *sys_root, const char *path, guint depth)
{
  gboolean real = *sys_root == '\0';
  g_autofree char *resolved = real ? resolve_existing (path) : g_strdup (path);
  g_autoptr (OtrMount) mount = otr_mount_find (sys_root,
                                               resolved,
                                               real ? mount_id_of (resolved) : 0);
  OtrStorage *storage = g_new0 (OtrStorage, 1);

  if (mount != NULL)
    {
      look_at_mount (storage, sys_root, mount, resolved, depth);
      return storage;
    }
  storage->time_step_ns = any_other.time_step_ns;
  storage->shared_mmap = may_share_memory (resolved);
  storage->why = g_strdup ("no mount of this path is known");
  return storage;
}

OtrStorage *
otr_storage_detect_below (const char *sys_root, const char *path)
{
  return detect (sys_root, path, 0);
}

OtrStorage *
otr_storage_detect (const char *path)
{
  return detect ("", path, 0);
}
