/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-photo.h"

G_BEGIN_DECLS

/* Walks the RIFF chunks of a WebP: size, EXIF, XMP, and whether it is all there. */
void otr_webp_read (OtrPhoto *photo);

G_END_DECLS
