/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A PNG file of 8-bit RGB pixels (stride 3 * width). NULL with an error when it can't be
 * compressed. */
GBytes *otr_cli_png_encode (const guint8 *rgb, guint width, guint height, GError **error);

G_END_DECLS
