/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-calendar.h"

#include <glib/gi18n.h>

#include "otr-facts.h"
#include "otr-grid-layout.h"

#define MS_PER_DAY (G_GINT64_CONSTANT (86400000))

gint32
otr_calendar_day_of (gint64 taken_ms)
{
  gint64 day = taken_ms / MS_PER_DAY;

  if (taken_ms == OTR_TAKEN_MS_NONE)
    return OTR_DAY_NONE;
  if (taken_ms % MS_PER_DAY < 0)
    day--;
  return (gint32) CLAMP (day, G_MININT32 + 1, G_MAXINT32);
}

static GDateTime *
date_of (gint64 taken_ms)
{
  gint64 seconds = taken_ms / 1000;

  /* Years 1 to 9999, all that GDateTime knows. */
  return g_date_time_new_from_unix_utc (CLAMP (seconds, -62135596800, 253402300799));
}

static char *
format_day (gint32 day, const char *format)
{
  g_autoptr (GDateTime) date = NULL;

  if (day == OTR_DAY_NONE)
    return g_strdup (_ ("No date"));
  date = date_of (day * MS_PER_DAY);
  return g_date_time_format (date, format);
}

char *
otr_calendar_day (gint32 day)
{
  /* Translators: a day as a heading, as g_date_time_format() takes it: Sunday 24 September 2023 */
  return format_day (day, _ ("%A %-d %B %Y"));
}

char *
otr_calendar_month (gint32 day)
{
  /* Translators: a month, as g_date_time_format() takes it: September 2023 */
  return format_day (day, _ ("%B %Y"));
}

int
otr_calendar_year (gint32 day)
{
  g_autoptr (GDateTime) date = date_of (day * MS_PER_DAY);

  return g_date_time_get_year (date);
}

char *
otr_calendar_time (gint64 taken_ms)
{
  g_autoptr (GDateTime) date = date_of (taken_ms);

  return g_date_time_format (date, "%X");
}
