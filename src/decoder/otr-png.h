/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-photo.h"

G_BEGIN_DECLS

/* Walks the chunks of a PNG: size, EXIF, XMP, and whether it is all there (in
 * files of up to 32 MiB by the checksums of the pixels, too). */
void otr_png_read (OtrPhoto *photo);

G_END_DECLS
