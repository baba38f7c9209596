/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-storage.h"

#include <glib.h>

G_BEGIN_DECLS

/* What sysfs says about a block device, followed through partitions, device mapper and RAID down to
 * the disks. Any thread. */
typedef struct
{
  OtrStorageKind kind;
  gboolean encrypted;
  char *disk;         /* "sda"; NULL when not found */
  char *backing_file; /* of a loop device: what counts is where that file is; NULL */
  char *why;          /* English, without a full stop */
} OtrBlockDevice;

/* By device number, or by `source` ("/dev/sda1") when that number is no block device's (btrfs).
 * FALSE when sysfs knows neither. `sys_root` as otr_mount_find(). */
gboolean otr_block_device_look (const char *sys_root,
                                guint major,
                                guint minor,
                                const char *source,
                                OtrBlockDevice *out_device);
void otr_block_device_clear (OtrBlockDevice *device);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OtrBlockDevice, otr_block_device_clear)

G_END_DECLS
