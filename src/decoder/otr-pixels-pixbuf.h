/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-photo.h"
#include "otr-pixels.h"

G_BEGIN_DECLS

/* Loads GdkPixbuf's modules, which needs files, before the first photo comes. */
void otr_pixels_pixbuf_preload (void);

/* Whether GdkPixbuf has a loader of that name ("webp"). */
gboolean otr_pixels_pixbuf_has_loader (const char *name);

/* Decodes photo->source by the GdkPixbuf loader of its format and no other. As
 * otr_pixels_jpeg_decode(). */
void otr_pixels_pixbuf_decode (OtrPhoto *photo,
                               guint max_px,
                               guint64 cpu_end_us,
                               OtrPixels *out_pixels,
                               OtrVerdict *out_verdict);

G_END_DECLS
