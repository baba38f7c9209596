/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-photo.h"

G_BEGIN_DECLS

/* Formats of which only the header counts. */
void otr_simple_formats_read_gif (OtrPhoto *photo);
void otr_simple_formats_read_bmp (OtrPhoto *photo);

G_END_DECLS
