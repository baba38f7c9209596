/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One line of /proc/self/mountinfo. Any thread. */
typedef struct
{
  guint64 id;
  guint major;
  guint minor;
  char *mount_point;
  char *file_system;
  char *source;
  char *options; /* of the mount and of its super block */
} OtrMount;

/* The mount that `path` (absolute, no links) is on: the one with `id`, or when that is 0 or
 * unknown, the last one on the longest mount point above it. `sys_root` is "" but in tests,
 * which make their own /proc and /sys. NULL when there is none. */
OtrMount *otr_mount_find (const char *sys_root, const char *path, guint64 id);
void otr_mount_free (OtrMount *mount);

/* The value of `name=value` among the options; NULL. */
char *otr_mount_get_option (const OtrMount *mount, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrMount, otr_mount_free)

G_END_DECLS
