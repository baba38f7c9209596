/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "otr-facts.h"

G_BEGIN_DECLS

/* One moment as a file states it: wall clock, sub-second digits, offset when written. */
typedef struct
{
  gint64 ms; /* wall clock as if UTC, since 1970; OTR_TAKEN_MS_NONE */
  guint8 digits;
  gint16 offset; /* minutes east of UTC; OTR_OFFSET_NONE */
} OtrDate;

/* Reads "2023:07:04 18:20[:30[.987]][+02:00|Z]" with any of - / : . between the parts of the
 * date, a space or T before the time, also "20230704" with "182030+0200". A leap second becomes
 * 59. FALSE for what is blank, zero or no real day. */
gboolean otr_dates_parse (const char *text, OtrDate *out_date);

/* "+05:45", "-0800", "Z" or nothing else; FALSE otherwise. */
gboolean otr_dates_parse_offset (const char *text, gint16 *out_minutes);

/* Adds the digits of a SubSecTime tag. */
void otr_dates_add_subsec (OtrDate *date, const char *digits);

gboolean otr_dates_from_parts (int year, int month, int day, OtrDate *out_date);

G_END_DECLS
