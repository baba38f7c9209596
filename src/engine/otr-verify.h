/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-catalog.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Reads a photo again, from the medium when the system lets go of its cached pages, and compares
 * the digest: finds bytes that rotted under an unchanged size and time. */
typedef enum
{
  OTR_VERIFY_SAME,
  OTR_VERIFY_ROTTEN,  /* other bytes under the same size and time */
  OTR_VERIFY_CHANGED, /* size or time differ: somebody wrote it; a rescan will read it */
  OTR_VERIFY_MISSING,
  OTR_VERIFY_UNREADABLE, /* out_reason says why */
} OtrVerifyResult;

/* Any thread; blocks. FALSE only when cancelled. `out_reason` is set for UNREADABLE. */
gboolean otr_verify_file (const OtrPhotoRecord *record,
                          OtrDigestKind kind,
                          GCancellable *cancellable,
                          OtrVerifyResult *out_result,
                          char **out_reason,
                          GError **error);

G_END_DECLS
