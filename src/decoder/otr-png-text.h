/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-photo.h"

G_BEGIN_DECLS

/* A text chunk of kind "tEXt", "zTXt" or "iTXt" that may hold XMP, or EXIF, IPTC or XMP as
 * ImageMagick writes them ("Raw profile type ..."). */
void otr_png_text_read (OtrPhoto *photo, const char *kind, const guint8 *data, gsize size);

G_END_DECLS
