/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-photo.h"

G_BEGIN_DECLS

/* Canon's CRW files: what they say in their own structure becomes the EXIF tags that other files
 * say the same with. */
void otr_crw_read (OtrPhoto *photo);

G_END_DECLS
