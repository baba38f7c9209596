/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-error.h"

#include <errno.h>

#include <gio/gio.h>

G_DEFINE_QUARK (otr_error_quark, otr_error)

void
otr_error_set_errno (GError **error, int errsv, const char *path)
{
  g_autofree char *shown = g_filename_display_name (path);

  if (errsv == ENOSPC || errsv == EDQUOT)
    g_set_error (error, OTR_ERROR, OTR_ERROR_NO_SPACE, "%s: %s", shown, g_strerror (errsv));
  else
    g_set_error (error,
                 G_IO_ERROR,
                 g_io_error_from_errno (errsv),
                 "%s: %s",
                 shown,
                 g_strerror (errsv));
}
