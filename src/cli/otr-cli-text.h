/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Text for people and terminals. Results are freed with g_free. */

/* Bytes that are not UTF-8 become \xHH; all else stays. */
char *otr_cli_text_make_utf8 (const char *bytes);

/* One line that can't command a terminal: also control characters, line breaks and the characters
 * that turn the direction of writing are escaped. */
char *otr_cli_text_display (const char *bytes);

/* "5.2 MB", with MB = 10^6 bytes. */
char *otr_cli_text_size (guint64 bytes);

/* "3.4 s", "2 min 05 s", "1 h 02 min". */
char *otr_cli_text_duration (double seconds);

/* "2024-05-01T10:00:00.123456789Z"; NULL when the year does not fit. */
char *otr_cli_text_time_ns (gint64 time_ns);

G_END_DECLS
