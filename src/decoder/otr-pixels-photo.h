/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-photo.h"
#include "otr-pixels.h"
#include "otr-wire.h"

G_BEGIN_DECLS

/* Finds by decoding what the structure alone can't tell, so that the state of a photo does not
 * depend on which pictures were asked for: whether a JPEG without end marker is truncated. */
void otr_pixels_photo_check (OtrPhoto *photo, guint64 cpu_end_us);

/* The small embedded picture, if it shows the same as the photo. Not turned. */
gboolean otr_pixels_photo_get_preview (OtrPhoto *photo, guint64 cpu_end_us, OtrPixels *out_pixels);

/* The cheapest picture that is large enough, scaled. Trouble goes to the photo's state. Not
 * turned. */
OtrImageSource otr_pixels_photo_get_thumbnail (OtrPhoto *photo,
                                               guint max_px,
                                               guint64 cpu_end_us,
                                               OtrPixels *out_pixels);

/* As the thumbnail, but from the photo's own pixels where there is a loader for them. */
OtrImageSource otr_pixels_photo_get_picture (OtrPhoto *photo,
                                             guint max_px,
                                             guint64 cpu_end_us,
                                             OtrPixels *out_pixels);

G_END_DECLS
