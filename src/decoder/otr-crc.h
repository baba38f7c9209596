/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The CRC-32 of PNG and zlib, continued from `crc` (0 at first). */
guint32 otr_crc_add (guint32 crc, const guint8 *data, gsize size);

G_END_DECLS
