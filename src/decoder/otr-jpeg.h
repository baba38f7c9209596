/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-photo.h"

G_BEGIN_DECLS

/* Walks the markers of photo->source: size, metadata blocks, MPF preview, and whether the
 * picture is all there. The whole file is walked, the pixels are not decoded. */
void otr_jpeg_read (OtrPhoto *photo);

/* The largest preview that an MPF index (without "MPF\0", at `base` in the file) lists. */
gboolean otr_jpeg_mpf_find (const guint8 *index, gsize size, guint64 base, OtrSpan *out_preview);

G_END_DECLS
