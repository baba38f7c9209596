/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens paths longer than PATH_MAX by walking folder descriptors. No state; any thread enters. */
#include "config.h"

#include "otr-path.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>

#include "otr-fd.h"

static int
open_retrying (int folder, const char *path, int flags, mode_t mode)
{
  int fd;

  do
    fd = openat (folder, path, flags | O_CLOEXEC, mode);
  while (fd < 0 && errno == EINTR);
  return fd;
}

/* The longest piece of `path` (`length` bytes) that ends before a '/' and fits one call. */
static gsize
piece_length (const char *path, gsize length)
{
  const char *slash;

  if (length < PATH_MAX)
    return length;
  slash = memrchr (path, '/', PATH_MAX - 1);
  return slash != NULL && slash != path ? (gsize) (slash - path) : 0;
}

static int
open_folder (const char *path, gsize length)
{
  otr_autofd int folder = -1;
  int from = AT_FDCWD;

  while (length > 0)
    {
      gsize n = piece_length (path, length);
      g_autofree char *piece = g_strndup (path, n);
      int next;

      if (n == 0)
        {
          errno = ENAMETOOLONG;
          return -1;
        }
      next = open_retrying (from, piece, O_PATH | O_DIRECTORY, 0);
      otr_fd_close (&folder);
      if (next < 0)
        return -1;
      from = folder = next;
      for (path += n, length -= n; length > 0 && *path == '/'; length--)
        path++;
    }
  return otr_fd_steal (&folder);
}

int
otr_path_open_parent (const char *path, const char **out_name)
{
  const char *slash = strrchr (path, '/');
  int folder;

  if (slash == NULL)
    folder = open_retrying (AT_FDCWD, ".", O_PATH | O_DIRECTORY, 0);
  else
    folder = open_folder (path, MAX ((gsize) (slash - path), 1));
  if (folder >= 0)
    *out_name = slash == NULL ? path : slash[1] != '\0' ? slash + 1
                                                        : ".";
  return folder;
}

int
otr_path_open (const char *path, int flags, mode_t mode)
{
  otr_autofd int folder = -1;
  const char *name;

  if (strlen (path) < PATH_MAX)
    return open_retrying (AT_FDCWD, path, flags, mode);
  folder = otr_path_open_parent (path, &name);
  if (folder < 0)
    return -1;
  return open_retrying (folder, name, flags, mode);
}
