/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether the directories of an EXIF block (a TIFF structure) are sound. libexif skips what it
 * can't read and does not tell. */
gboolean otr_exif_check (const guint8 *block, gsize size);

G_END_DECLS
