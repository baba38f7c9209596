/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Text of a file as UTF-8 (what is not UTF-8 is taken as Latin-1), up to the first NUL, trimmed,
 * control characters made spaces. At most `max_bytes`. NULL when nothing is left. */
char *otr_text_from_bytes (const void *bytes, gsize size, gsize max_bytes);

/* The same, but line feeds and tabs stay. */
char *otr_text_from_lines (const void *bytes, gsize size, gsize max_bytes);

G_END_DECLS
