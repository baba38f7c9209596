/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads sysfs. No state; any thread enters. */
#include "config.h"

#include "otr-block-device.h"

#include <stdlib.h>
#include <string.h>

#define CHAIN_MAX 8 /* LUKS on LVM on RAID on partitions is 5 */

void
otr_block_device_clear (OtrBlockDevice *device)
{
  g_clear_pointer (&device->disk, g_free);
  g_clear_pointer (&device->backing_file, g_free);
  g_clear_pointer (&device->why, g_free);
}

/* Without the line break; NULL when there is no such attribute. */
static char *
read_attribute (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return NULL;
  return g_strchomp (text);
}

static gboolean
attribute_is (const char *folder, const char *name, const char *value)
{
  g_autofree char *text = read_attribute (folder, name);

  return g_strcmp0 (text, value) == 0;
}

static char *
resolve (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  char *resolved = realpath (path, NULL);
  char *copy = g_strdup (resolved);

  free (resolved);
  return copy;
}

/* /dev/mapper/NAME: the kernel's own name is dm-N. */
static char *
find_mapped (const char *class_folder, const char *name)
{
  g_autoptr (GDir) dir = g_dir_open (class_folder, 0, NULL);
  const char *entry;

  while (dir != NULL && (entry = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *folder = g_build_filename (class_folder, entry, NULL);

      if (attribute_is (folder, "dm/name", name))
        return resolve (class_folder, entry);
    }
  return NULL;
}

/* The sysfs folder of the device. */
static char *
find_folder (const char *sys_root, guint major, guint minor, const char *source)
{
  g_autofree char *number = g_strdup_printf ("%u:%u", major, minor);
  g_autofree char *numbers = g_strconcat (sys_root, "/sys/dev/block", NULL);
  g_autofree char *names = g_strconcat (sys_root, "/sys/class/block", NULL);
  g_autofree char *first = NULL;
  char *folder = resolve (numbers, number);

  if (folder != NULL || source == NULL || !g_str_has_prefix (source, "/dev/"))
    return folder;
  first = g_strndup (source, strcspn (source, ":")); /* bcachefs lists all its devices */
  if (g_str_has_prefix (first, "/dev/mapper/"))
    return find_mapped (names, first + strlen ("/dev/mapper/"));
  return resolve (names, first + strlen ("/dev/"));
}

static void
conclude (OtrBlockDevice *device, OtrStorageKind kind, const char *why)
{
  device->kind = kind;
  device->why = g_strdup_printf ("%s: %s", device->disk, why);
}

/* A disk itself. Virtual ones are not believed: virtio says "rotational" whatever is behind. */
static void
look_at_disk (const char *folder, OtrBlockDevice *device)
{
  const char *name = device->disk;
  gboolean rotates = attribute_is (folder, "queue/rotational", "1");

  if (g_str_has_prefix (name, "nvme"))
    conclude (device, OTR_STORAGE_NVME, "an NVMe device");
  else if (g_str_has_prefix (name, "zram") || g_str_has_prefix (name, "ram"))
    conclude (device, OTR_STORAGE_TMPFS, "in memory");
  else if (g_str_has_prefix (name, "nbd") || g_str_has_prefix (name, "rbd") ||
           strstr (folder, "/session") != NULL)
    conclude (device, OTR_STORAGE_NETWORK, "a disk over the network");
  else if (g_str_has_prefix (name, "mmcblk") && attribute_is (folder, "device/type", "SD"))
    conclude (device, OTR_STORAGE_SD, "an SD card");
  else if (g_str_has_prefix (name, "mmcblk"))
    conclude (device, OTR_STORAGE_SATA_SSD, "built-in flash memory");
  else if (strstr (folder, "/usb") != NULL)
    conclude (device, OTR_STORAGE_USB, rotates ? "a USB disk that rotates" : "a USB device");
  else if (strstr (folder, "/virtio") != NULL || strstr (folder, "/vbd-") != NULL)
    conclude (device,
              rotates ? OTR_STORAGE_UNKNOWN : OTR_STORAGE_SATA_SSD,
              rotates ? "a virtual disk, which does not tell what is behind it"
                      : "a virtual disk that does not rotate");
  else if (rotates || g_str_has_prefix (name, "sr"))
    conclude (device, OTR_STORAGE_HDD, "a disk that rotates");
  else if (attribute_is (folder, "queue/rotational", "0"))
    conclude (device, OTR_STORAGE_SATA_SSD, "a disk that does not rotate");
  else
    conclude (device, OTR_STORAGE_UNKNOWN, "a device that does not tell what it is");
}

static void look_at (const char *folder, guint depth, OtrBlockDevice *device);

/* Device mapper and RAID: the disks below. Of several the slowest kind counts, which is a rotating
 * one. FALSE when there are none. */
static gboolean
look_below (const char *folder, guint depth, OtrBlockDevice *device)
{
  g_autofree char *slaves = g_build_filename (folder, "slaves", NULL);
  g_autofree char *uuid = read_attribute (folder, "dm/uuid");
  g_autoptr (GDir) dir = g_dir_open (slaves, 0, NULL);
  const char *entry;
  gboolean found = FALSE;

  while (dir != NULL && (entry = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *below = resolve (slaves, entry);
      g_auto (OtrBlockDevice) one = { 0 };

      if (below == NULL)
        continue;
      look_at (below, depth + 1, &one);
      one.encrypted = one.encrypted || device->encrypted;
      if (!found || one.kind == OTR_STORAGE_HDD)
        {
          otr_block_device_clear (device);
          *device = one;
          one = (OtrBlockDevice){ 0 };
        }
      found = TRUE;
    }
  device->encrypted = device->encrypted || (uuid != NULL && g_str_has_prefix (uuid, "CRYPT-"));
  return found;
}

static void
look_at (const char *folder, guint depth, OtrBlockDevice *device)
{
  g_autofree char *partition = read_attribute (folder, "partition");
  g_autofree char *disk_folder =
      partition != NULL ? g_path_get_dirname (folder) : g_strdup (folder);

  if (depth < CHAIN_MAX && look_below (disk_folder, depth, device))
    return;
  device->disk = g_path_get_basename (disk_folder);
  device->backing_file = read_attribute (disk_folder, "loop/backing_file");
  look_at_disk (disk_folder, device);
}

gboolean
otr_block_device_look (const char *sys_root,
                       guint major,
                       guint minor,
                       const char *source,
                       OtrBlockDevice *out_device)
{
  g_autofree char *folder = find_folder (sys_root, major, minor, source);

  if (folder == NULL)
    return FALSE;
  *out_device = (OtrBlockDevice){ 0 };
  look_at (folder, 0, out_device);
  return TRUE;
}
