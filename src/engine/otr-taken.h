/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-facts.h"

G_BEGIN_DECLS

/* When the content itself says nothing about its time, the file's name may, and its mtime always
 * does. */

/* The time in a name such as IMG_20190501_123300.jpg; FALSE when there is none. `out_utc`: the
 * maker writes UTC into its names. */
gboolean
otr_taken_parse_name (const char *name, gint64 *out_ms, guint *out_digits, gboolean *out_utc);

/* Completes facts->taken_*: from the name, else from the mtime; a time known only in UTC becomes
 * wall clock by this machine's zone, stored as its offset. Any thread. */
void otr_taken_complete (OtrFacts *facts, const char *name, gint64 mtime_ns);

G_END_DECLS
