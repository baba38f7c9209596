/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-source.h"
#include "otr-wire.h"

G_BEGIN_DECLS

/* Where the answer goes. */
typedef struct
{
  guint8 *output;  /* OTR_WIRE_OUTPUT_SIZE bytes */
  guint8 *picture; /* job->picture_capacity bytes, NULL when no picture is wanted */
} OtrDecodeTarget;

/* Does one job whose request has been checked. Never fails: what can't be read is told in the
 * facts. */
void otr_decode (OtrSource *source,
                 const OtrWireJob *job,
                 const OtrDecodeTarget *target,
                 OtrWireResult *out_result);

G_END_DECLS
