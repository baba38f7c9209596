/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-photo.h"
#include "otr-pixels.h"

G_BEGIN_DECLS

/* HEIC and AVIF by libheif, when it is built in. Loads its plugins; call before limits are set. */
void otr_pixels_heif_preload (void);

/* Whether pictures of this kind ("image/heic", "image/avif") can be decoded. */
gboolean otr_pixels_heif_has_decoder (const char *mime);

/* Bytes that decoding a picture of this size takes at most. */
guint64 otr_pixels_heif_get_memory (guint32 width, guint32 height);

/* The picture comes upright: libheif applies the file's own turning, mirroring and cropping. */
void otr_pixels_heif_decode (OtrPhoto *photo,
                             guint max_px,
                             OtrPixels *out_pixels,
                             OtrVerdict *out_verdict);

G_END_DECLS
