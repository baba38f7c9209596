/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The project's one error domain. A code exists only if some caller acts differently on it;
 * cancellation is always G_IO_ERROR_CANCELLED and other I/O trouble keeps its G_IO_ERROR code. */
#define OTR_ERROR (otr_error_quark ())

typedef enum
{
  OTR_ERROR_BUSY,        /* another process is importing into this catalog */
  OTR_ERROR_CORRUPT,     /* a database or an answer is damaged */
  OTR_ERROR_TOO_NEW,     /* the catalog was made by a newer Outrider */
  OTR_ERROR_FOREIGN,     /* a file is there, but it is not an Outrider catalog */
  OTR_ERROR_NO_SPACE,    /* the disk is full (ENOSPC, EDQUOT, SQLITE_FULL) */
  OTR_ERROR_SOURCE_GONE, /* the device or share with the photos went away */
  OTR_ERROR_CHANGED,     /* a file changed while it was being read */
  OTR_ERROR_VERIFY,      /* what was read again differs from what was read before */
  OTR_ERROR_METADATA,    /* photo metadata can't be understood */
  OTR_ERROR_SETTING,     /* a setting or option is out of range or contradicts the catalog */
} OtrError;

GQuark otr_error_quark (void);

/* Sets `error` from an errno value as "<path>: <strerror>". ENOSPC and EDQUOT become
 * OTR_ERROR_NO_SPACE, everything else the matching G_IO_ERROR. `path` is bytes; it is made
 * displayable here. Any thread. */
void otr_error_set_errno (GError **error, int errsv, const char *path);

G_END_DECLS
