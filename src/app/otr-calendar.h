/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Dates in the reader's words. All results are freed with g_free(). */

/* Days since 1970 of a wall clock in ms (which may be negative); OTR_DAY_NONE for
 * OTR_TAKEN_MS_NONE. */
gint32 otr_calendar_day_of (gint64 taken_ms);

char *otr_calendar_day (gint32 day);       /* "Sunday 24 September 2023"; OTR_DAY_NONE: "No date" */
char *otr_calendar_month (gint32 day);     /* "September 2023" */
int otr_calendar_year (gint32 day);        /* 2023 */
char *otr_calendar_time (gint64 taken_ms); /* "16:15:15" */

G_END_DECLS
