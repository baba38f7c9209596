/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A locale-independent sort key for a file name (bytes): case-folded, digit runs compared as
 * numbers. memcmp order of keys is the order of names. At most 256 bytes. Any thread. */
GBytes *otr_natural_key (const char *name);

G_END_DECLS
