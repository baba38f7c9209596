/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What is behind a path, from sysfs, /proc/self/mountinfo and statfs. Blocking; any thread but
 * main. */
typedef enum
{
  OTR_STORAGE_UNKNOWN,
  OTR_STORAGE_HDD,
  OTR_STORAGE_SATA_SSD,
  OTR_STORAGE_NVME,
  OTR_STORAGE_SD,
  OTR_STORAGE_USB,
  OTR_STORAGE_NETWORK,
  OTR_STORAGE_FUSE,
  OTR_STORAGE_TMPFS,
} OtrStorageKind;

typedef struct
{
  OtrStorageKind kind;
  gboolean encrypted;     /* dm-crypt on the way */
  gboolean stable_inodes; /* inode numbers survive a remount */
  gboolean shared_mmap;   /* WAL can work (not on network and direct-io FUSE) */
  gint64 time_step_ns;    /* mtime precision: 1 on ext4, 2 s on FAT, 1 s on exFAT */
  char *device;           /* "nvme0n1", "sda", "server:/export"; NULL */
  char *file_system;      /* "ext4" */
  char *mount_point;
  char *mount_options;
  char *volume_id; /* file system UUID, or a stable name of the share; NULL when none is known */
  char *why;       /* one English sentence: how the kind was found */
} OtrStorage;

/* `path` need not exist: the nearest existing parent counts. Never fails: UNKNOWN and why. */
OtrStorage *otr_storage_detect (const char *path);
void otr_storage_free (OtrStorage *storage);

const char *otr_storage_kind_to_string (OtrStorageKind kind); /* as in `storage --json` */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrStorage, otr_storage_free)

G_END_DECLS
