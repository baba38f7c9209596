/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-cli-decode.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "otr-error.h"
#include "otr-fd.h"
#include "otr-path.h"

int
otr_cli_decode_open (const char *path, guint64 *out_size, GError **error)
{
  otr_autofd int fd = otr_path_open (path, O_RDONLY | O_NONBLOCK, 0);
  struct stat st;

  if (fd < 0 || fstat (fd, &st) != 0)
    {
      otr_error_set_errno (error, errno, path);
      return -1;
    }
  if (!S_ISREG (st.st_mode))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, "%s: not a regular file", path);
      return -1;
    }
  *out_size = (guint64) st.st_size;
  return otr_fd_steal (&fd);
}

gboolean
otr_cli_decode (OtrDecoderPool *pool,
                int fd,
                guint64 size,
                guint32 want,
                guint max_px,
                GCancellable *cancellable,
                OtrWireAnswer *out_answer,
                GError **error)
{
  OtrWireJob job = { .want = want, .max_px = max_px, .length = size, .has_source_fd = 1 };

  return otr_decoder_run (pool, &job, fd, -1, cancellable, out_answer, error);
}
