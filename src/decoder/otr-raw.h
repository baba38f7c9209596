/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-photo.h"

G_BEGIN_DECLS

/* TIFF, and the RAW formats built like it; they are told apart here. */
void otr_raw_read_tiff (OtrPhoto *photo);

/* Fujifilm's. */
void otr_raw_read_raf (OtrPhoto *photo);

/* Marks the photo as RAW of kind `mime`. Its pixels are those of
 * photo->preview, if they fit. */
void otr_raw_set (OtrPhoto *photo, const char *mime);

G_END_DECLS
