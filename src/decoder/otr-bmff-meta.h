/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-bmff.h"

G_BEGIN_DECLS

/* The `meta` box of a HEIF picture: size, turning, EXIF, XMP of the primary item. */
void otr_bmff_read_meta (OtrPhoto *photo, const OtrBox *meta);

G_END_DECLS
