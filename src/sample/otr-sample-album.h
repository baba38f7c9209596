/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Paints the sample album into `folder` (made when missing; path bytes): landscapes, flowers,
 * cities and nights in four folders below it, with dates, cameras, positions and every orientation,
 * the same ones each time. Files of these names are replaced, others left alone. Takes about three
 * seconds on the calling thread: never the main thread of the window. `out_n` (may be NULL):
 * pictures made. */
gboolean otr_sample_album_make (const char *folder, guint *out_n, GError **error);

G_END_DECLS
