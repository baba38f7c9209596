/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-pixels.h"

G_BEGIN_DECLS

/* Decodes the JPEG in `source` so that its longest side is at most `max_px`, not turned.
 * `cpu_end_us`: give up at this CPU time of the thread. `out_pixels` stays empty when nothing
 * could be decoded; `out_verdict` says what was wrong. */
void otr_pixels_jpeg_decode (OtrSource *source,
                             guint max_px,
                             guint64 cpu_end_us,
                             OtrPixels *out_pixels,
                             OtrVerdict *out_verdict);

G_END_DECLS
