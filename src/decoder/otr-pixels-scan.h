/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-pixels.h"
#include "otr-source.h"

G_BEGIN_DECLS

/* Decodes a JPEG by the DC scan, where that gives enough pixels for `max_px`: the same picture as
 * otr_pixels_jpeg_decode(), sooner. FALSE leaves nothing behind: then libjpeg must do, which also
 * finds out what is wrong with it, if anything is. */
gboolean otr_pixels_scan_decode (OtrSource *source,
                                 guint max_px,
                                 guint64 cpu_end_us,
                                 OtrPixels *out_pixels);

G_END_DECLS
