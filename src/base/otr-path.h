/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include <sys/types.h>

G_BEGIN_DECLS

/* Paths of any length. The kernel takes at most PATH_MAX (4096) bytes at once, but folders nest
 * deeper than that; these walk there in pieces. Any thread. */

/* Opens the folder that holds `path` (O_PATH) and points `out_name` at the last name, inside
 * `path`; "." for "/" and for a path that ends in '/'. -1 with errno. */
int otr_path_open_parent (const char *path, const char **out_name);

/* As open(2), with O_CLOEXEC always. -1 with errno. Photos: O_RDONLY | O_NOFOLLOW | O_NONBLOCK,
 * then fstat: opening a FIFO without O_NONBLOCK hangs. */
int otr_path_open (const char *path, int flags, mode_t mode);

G_END_DECLS
