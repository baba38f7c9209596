/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include <errno.h>
#include <unistd.h>

/* Descriptors that close themselves at the end of a block (g_autofd is GLib 2.76). */

static inline void
otr_fd_close (int *fd)
{
  int saved = errno;

  if (*fd >= 0)
    (void) close (*fd);
  *fd = -1;
  errno = saved;
}

#define otr_autofd __attribute__ ((cleanup (otr_fd_close)))

static inline int
otr_fd_steal (int *fd)
{
  int stolen = *fd;

  *fd = -1;
  return stolen;
}
