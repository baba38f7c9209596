/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-photo.h"

G_BEGIN_DECLS

/* Reads photo->exif by libexif into photo->tags and photo->thumbnail, unless the format's reader
 * has found tags already. A block that can't be read leaves a warning. */
void otr_exif_read (OtrPhoto *photo);

G_END_DECLS
