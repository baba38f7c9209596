/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-photo.h"

G_BEGIN_DECLS

/* Photoshop's image resources (8BIM), as JPEG, TIFF and PSD carry them: IPTC, XMP, EXIF. */
void otr_photoshop_read_resources (OtrPhoto *photo, const guint8 *data, gsize size);

/* A whole PSD file. */
void otr_photoshop_read (OtrPhoto *photo);

G_END_DECLS
