/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-decoder-pool.h"

G_BEGIN_DECLS

/* Opens a photo for reading without ever hanging or following a link; -1 with an error. */
int otr_cli_decode_open (const char *path, guint64 *out_size, GError **error);

/* One decoder job on an open file of `size` bytes. */
gboolean otr_cli_decode (OtrDecoderPool *pool,
                         int fd,
                         guint64 size,
                         guint32 want,
                         guint max_px,
                         GCancellable *cancellable,
                         OtrWireAnswer *out_answer,
                         GError **error);

G_END_DECLS
