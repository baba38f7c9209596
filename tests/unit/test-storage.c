/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <unistd.h>

#include "otr-storage-private.h"
#include "otr-test.h"

typedef struct
{
  char *root;
  GString *mounts;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->root = otr_test_dir_new ();
  f->mounts = g_string_new (NULL);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  otr_test_dir_remove (f->root);
  g_string_free (f->mounts, TRUE);
}

static void
add_file (Fixture *f, const char *folder, const char *name, const char *text)
{
  g_autofree char *relative = g_strconcat (folder, "/", name, NULL);

  g_free (otr_test_write (f->root, relative, text, -1));
}

static void
add_link (Fixture *f, const char *folder, const char *name, const char *target)
{
  g_autofree char *dir = otr_test_mkdir (f->root, folder);
  g_autofree char *link = g_build_filename (dir, name, NULL);
  g_autofree char *full = g_build_filename (f->root, target, NULL);

  g_assert_no_errno (symlink (full, link));
}

/* A device with its numbers, in sysfs as the kernel lays it out; `folder` below /sys/devices. */
static char *
add_device (Fixture *f, const char *number, const char *folder)
{
  g_autofree char *name = g_path_get_basename (folder);
  char *device = g_build_filename ("sys/devices", folder, NULL);

  g_free (otr_test_mkdir (f->root, device));
  add_link (f, "sys/dev/block", number, device);
  add_link (f, "sys/class/block", name, device);
  return device;
}

static void
add_disk (Fixture *f, const char *number, const char *folder, const char *rotational)
{
  g_autofree char *device = add_device (f, number, folder);

  add_file (f, device, "queue/rotational", rotational);
}

static void
add_partition (Fixture *f, const char *number, const char *folder)
{
  g_autofree char *device = add_device (f, number, folder);

  add_file (f, device, "partition", "1\n");
}

static void
add_mapped (Fixture *f, const char *number, const char *name, const char *uuid, const char *below)
{
  g_autofree char *folder = g_build_filename ("virtual/block", name, NULL);
  g_autofree char *device = add_device (f, number, folder);
  g_autofree char *slaves = g_build_filename (device, "slaves", NULL);
  g_autofree char *below_name = g_path_get_basename (below);
  g_autofree char *target = g_build_filename ("sys/devices", below, NULL);

  add_file (f, device, "dm/uuid", uuid);
  add_link (f, slaves, below_name, target);
}

static void
add_mount (Fixture *f, const char *number, const char *where, const char *what)
{
  g_string_append_printf (f->mounts,
                          "%u 1 %s / %s rw,relatime shared:1 - %s\n",
                          (guint) f->mounts->len + 10,
                          number,
                          where,
                          what);
}

static OtrStorage *
detect (Fixture *f, const char *path)
{
  g_free (otr_test_write (f->root, "proc/self/mountinfo", f->mounts->str, -1));
  return otr_storage_detect_below (f->root, path);
}

static void
check_kind (Fixture *f, const char *path, OtrStorageKind kind, const char *device)
{
  g_autoptr (OtrStorage) storage = detect (f, path);

  g_assert_cmpstr (otr_storage_kind_to_string (storage->kind),
                   ==,
                   otr_storage_kind_to_string (kind));
  g_assert_cmpstr (storage->device, ==, device);
  g_assert_nonnull (storage->why);
}

#define SATA "pci0000:00/0000:00:17.0/ata1/host0/target0:0:0/0:0:0:0/block/"
#define USB "pci0000:00/0000:00:14.0/usb2/2-1/2-1:1.0/host6/target6:0:0/6:0:0:0/block/"

static void
test_disks (Fixture *f, gconstpointer data)
{
  add_disk (f, "8:0", SATA "sda", "1\n");
  add_partition (f, "8:1", SATA "sda/sda1");
  add_disk (f, "8:16", SATA "sdb", "0\n");
  add_disk (f, "259:0", "pci0000:00/0000:01:00.0/nvme/nvme0/nvme0n1", "0\n");
  add_partition (f, "259:1", "pci0000:00/0000:01:00.0/nvme/nvme0/nvme0n1/nvme0n1p1");
  add_disk (f, "8:32", USB "sdc", "0\n");
  add_partition (f, "8:33", USB "sdc/sdc1");
  add_disk (f, "254:0", "pci0000:00/0000:00:02.0/virtio1/block/vda", "1\n");
  add_mount (f, "259:1", "/", "ext4 /dev/nvme0n1p1 rw");
  add_mount (f, "8:1", "/data", "xfs /dev/sda1 rw");
  add_mount (f, "8:16", "/data/fast", "ext4 /dev/sdb rw");
  add_mount (f, "8:33", "/media/my\\040stick", "vfat /dev/sdc1 rw");
  add_mount (f, "254:0", "/vm", "ext4 /dev/vda rw");
  check_kind (f, "/home/ann/Pictures", OTR_STORAGE_NVME, "nvme0n1");
  check_kind (f, "/database", OTR_STORAGE_NVME, "nvme0n1");
  check_kind (f, "/data", OTR_STORAGE_HDD, "sda");
  check_kind (f, "/data/photos", OTR_STORAGE_HDD, "sda");
  check_kind (f, "/data/fast/photos", OTR_STORAGE_SATA_SSD, "sdb");
  check_kind (f, "/media/my stick/DCIM", OTR_STORAGE_USB, "sdc");
  check_kind (f, "/vm", OTR_STORAGE_UNKNOWN, "vda");
}

static void
test_cards (Fixture *f, gconstpointer data)
{
  add_disk (f, "179:0", "platform/mmc_host/mmc0/mmc0:aaaa/block/mmcblk0", "0\n");
  add_file (f,
            "sys/devices/platform/mmc_host/mmc0/mmc0:aaaa/block/mmcblk0/device",
            "type",
            "SD\n");
  add_disk (f, "179:8", "platform/mmc_host/mmc1/mmc1:0001/block/mmcblk1", "0\n");
  add_file (f,
            "sys/devices/platform/mmc_host/mmc1/mmc1:0001/block/mmcblk1/device",
            "type",
            "MMC\n");
  add_mount (f, "179:0", "/card", "exfat /dev/mmcblk0 rw");
  add_mount (f, "179:8", "/inside", "f2fs /dev/mmcblk1 rw");
  check_kind (f, "/card/DCIM", OTR_STORAGE_SD, "mmcblk0");
  check_kind (f, "/inside", OTR_STORAGE_SATA_SSD, "mmcblk1");
}

static void
test_chain (Fixture *f, gconstpointer data)
{
  g_autoptr (OtrStorage) crypt = NULL;
  g_autoptr (OtrStorage) plain = NULL;
  g_autoptr (OtrStorage) btrfs = NULL;

  add_disk (f, "8:0", SATA "sda", "1\n");
  add_partition (f, "8:2", SATA "sda/sda2");
  add_mapped (f, "253:0", "dm-0", "CRYPT-LUKS2-1234-root\n", SATA "sda/sda2");
  add_mapped (f, "253:1", "dm-1", "LVM-abcd\n", "virtual/block/dm-0");
  add_mapped (f, "253:2", "dm-2", "LVM-efgh\n", SATA "sda/sda2");
  add_file (f, "sys/devices/virtual/block/dm-1", "dm/name", "vg-home\n");
  add_mount (f, "253:1", "/home", "ext4 /dev/mapper/vg-home rw");
  add_mount (f, "253:2", "/plain", "ext4 /dev/mapper/vg-plain rw");
  add_mount (f, "0:45", "/btrfs", "btrfs /dev/mapper/vg-home rw,subvol=/@home");
  crypt = detect (f, "/home/ann");
  g_assert_cmpint (crypt->kind, ==, OTR_STORAGE_HDD);
  g_assert_true (crypt->encrypted);
  g_assert_cmpstr (crypt->device, ==, "sda");
  g_assert_cmpstr (crypt->why, ==, "sda: a disk that rotates, encrypted");
  plain = detect (f, "/plain");
  g_assert_cmpint (plain->kind, ==, OTR_STORAGE_HDD);
  g_assert_false (plain->encrypted);
  btrfs = detect (f, "/btrfs/x");
  g_assert_cmpint (btrfs->kind, ==, OTR_STORAGE_HDD);
  g_assert_true (btrfs->encrypted);
}

static void
test_raid_is_as_slow_as_its_disk (Fixture *f, gconstpointer data)
{
  g_autoptr (OtrStorage) storage = NULL;

  add_disk (f, "8:0", SATA "sda", "0\n");
  add_disk (f, "8:16", SATA "sdb", "1\n");
  add_mapped (f, "9:0", "md0", "", SATA "sda");
  add_link (f, "sys/devices/virtual/block/md0/slaves", "sdb", "sys/devices/" SATA "sdb");
  add_mount (f, "9:0", "/raid", "ext4 /dev/md0 rw");
  storage = detect (f, "/raid");
  g_assert_cmpint (storage->kind, ==, OTR_STORAGE_HDD);
  g_assert_cmpstr (storage->device, ==, "sdb");
}

static void
test_loop_and_overlay (Fixture *f, gconstpointer data)
{
  add_disk (f, "8:0", SATA "sda", "1\n");
  add_disk (f, "7:0", "virtual/block/loop0", "0\n");
  add_file (f, "sys/devices/virtual/block/loop0", "loop/backing_file", "/data/image.iso\n");
  add_mount (f, "8:0", "/data", "ext4 /dev/sda rw");
  add_mount (f, "7:0", "/iso", "iso9660 /dev/loop0 ro");
  add_mount (f, "0:50", "/over", "overlay overlay rw,lowerdir=/x:/y,upperdir=/data/up,workdir=/w");
  add_mount (f, "0:51", "/blind", "overlay overlay rw");
  check_kind (f, "/iso", OTR_STORAGE_HDD, "loop0");
  check_kind (f, "/over/photos", OTR_STORAGE_HDD, "sda");
  check_kind (f, "/blind", OTR_STORAGE_UNKNOWN, NULL);
}

static void
test_loop_on_itself_ends (Fixture *f, gconstpointer data)
{
  add_disk (f, "7:0", "virtual/block/loop0", "0\n");
  add_file (f, "sys/devices/virtual/block/loop0", "loop/backing_file", "/iso/inner.iso\n");
  add_mount (f, "7:0", "/iso", "iso9660 /dev/loop0 ro");
  check_kind (f, "/iso", OTR_STORAGE_SATA_SSD, "loop0");
}

static void
test_without_block_device (Fixture *f, gconstpointer data)
{
  add_mount (f, "0:40", "/tmp", "tmpfs tmpfs rw");
  add_mount (f, "0:41", "/nas", "nfs4 nas:/photos rw,vers=4.2");
  add_mount (f, "0:42", "/share", "cifs //nas/photos rw");
  add_mount (f, "0:43", "/ssh", "fuse.sshfs ann@host:/home rw");
  add_mount (f, "0:44", "/run/user/1000/gvfs", "fuse.gvfsd-fuse gvfsd-fuse rw");
  add_mount (f, "0:45", "/run/user/1000/doc", "fuse.portal portal rw");
  add_mount (f, "0:46", "/odd", "fuse.bindfs /x rw");
  add_mount (f, "0:47", "/host", "9p share rw");
  check_kind (f, "/tmp/a", OTR_STORAGE_TMPFS, "tmpfs");
  check_kind (f, "/nas/a", OTR_STORAGE_NETWORK, "nas:/photos");
  check_kind (f, "/share", OTR_STORAGE_NETWORK, "//nas/photos");
  check_kind (f, "/ssh", OTR_STORAGE_NETWORK, "ann@host:/home");
  check_kind (f, "/run/user/1000/gvfs/smb-share:server=nas,share=p/x", OTR_STORAGE_NETWORK, NULL);
  check_kind (f, "/run/user/1000/gvfs/gphoto2:host=Canon/DCIM", OTR_STORAGE_USB, NULL);
  check_kind (f, "/run/user/1000/gvfs", OTR_STORAGE_FUSE, NULL);
  check_kind (f, "/run/user/1000/doc/1234/x", OTR_STORAGE_FUSE, NULL);
  check_kind (f, "/odd", OTR_STORAGE_FUSE, "/x");
  check_kind (f, "/host", OTR_STORAGE_UNKNOWN, NULL);
  check_kind (f, "/elsewhere", OTR_STORAGE_UNKNOWN, NULL);
}

static void
test_behaviour (Fixture *f, gconstpointer data)
{
  g_autoptr (OtrStorage) fat = NULL;
  g_autoptr (OtrStorage) nfs = NULL;
  g_autoptr (OtrStorage) ext4 = NULL;

  add_disk (f, "8:0", SATA "sda", "0\n");
  add_disk (f, "8:16", SATA "sdb", "0\n");
  add_file (f, "dev", "sda", "");
  add_file (f, "dev", "sdb", "");
  add_link (f, "dev/disk/by-uuid", "1234-ABCD", "dev/sda");
  add_link (f, "dev/disk/by-uuid", "6c0e-ext4", "dev/sdb");
  add_mount (f, "8:0", "/fat", "vfat /dev/sda rw");
  add_mount (f, "8:16", "/ext4", "ext4 /dev/sdb rw,errors=remount-ro");
  add_mount (f, "0:41", "/nas", "nfs4 nas:/photos rw");
  fat = detect (f, "/fat");
  g_assert_cmpint (fat->time_step_ns, ==, 2000000000);
  g_assert_false (fat->stable_inodes);
  g_assert_cmpstr (fat->volume_id, ==, "1234-ABCD");
  ext4 = detect (f, "/ext4/a/b");
  g_assert_cmpint (ext4->time_step_ns, ==, 1);
  g_assert_true (ext4->stable_inodes);
  g_assert_true (ext4->shared_mmap);
  g_assert_cmpstr (ext4->volume_id, ==, "6c0e-ext4");
  g_assert_cmpstr (ext4->mount_point, ==, "/ext4");
  g_assert_cmpstr (ext4->mount_options, ==, "rw,relatime,rw,errors=remount-ro");
  nfs = detect (f, "/nas");
  g_assert_false (nfs->shared_mmap);
  g_assert_cmpstr (nfs->volume_id, ==, "nas:/photos");
}

static void
test_over_mounted (Fixture *f, gconstpointer data)
{
  add_mount (f, "0:40", "/media", "nfs4 nas:/old rw");
  add_mount (f, "0:41", "/media", "tmpfs tmpfs rw");
  check_kind (f, "/media/x", OTR_STORAGE_TMPFS, "tmpfs");
}

static void
test_broken_mountinfo (Fixture *f, gconstpointer data)
{
  g_string_append (f->mounts,
                   "\n1 2\nx y z a b c - d\n1 1 0:1 / / rw - ext4\n9 1 a:b / / rw - x y z\n");
  check_kind (f, "/", OTR_STORAGE_UNKNOWN, NULL);
}

/* As in a chroot, where the mount of "/" is not listed. */
static void
test_no_mount_known (Fixture *f, gconstpointer data)
{
  g_autoptr (OtrStorage) storage = detect (f, "/proc");

  g_assert_null (storage->mount_point);
  g_assert_true (storage->shared_mmap);
}

static void
test_this_machine (void)
{
  g_autoptr (OtrStorage) shm = otr_storage_detect ("/dev/shm/none/such");
  g_autoptr (OtrStorage) here = otr_storage_detect (".");

  g_assert_nonnull (here->why);
  g_assert_nonnull (here->mount_point);
  g_assert_cmpint (here->time_step_ns, >=, 1);
  if (g_file_test ("/dev/shm", G_FILE_TEST_IS_DIR))
    g_assert_cmpstr (otr_storage_kind_to_string (shm->kind), ==, "tmpfs");
}

#define ADD(name, func) g_test_add ("/storage/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("disks", test_disks);
  ADD ("cards", test_cards);
  ADD ("chain", test_chain);
  ADD ("raid-is-as-slow-as-its-disk", test_raid_is_as_slow_as_its_disk);
  ADD ("loop-and-overlay", test_loop_and_overlay);
  ADD ("loop-on-itself-ends", test_loop_on_itself_ends);
  ADD ("without-block-device", test_without_block_device);
  ADD ("behaviour", test_behaviour);
  ADD ("over-mounted", test_over_mounted);
  ADD ("broken-mountinfo", test_broken_mountinfo);
  ADD ("no-mount-known", test_no_mount_known);
  g_test_add_func ("/storage/this-machine", test_this_machine);
  return g_test_run ();
}
