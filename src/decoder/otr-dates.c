/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dates of cameras and programs: many spellings, one meaning. */
#include "config.h"

#include "otr-dates.h"

#include <string.h>

#define DAY_MS (G_GINT64_CONSTANT (86400000))
#define OFFSET_MAX (15 * 60)

/* Days since 1970 of a date in the proleptic Gregorian calendar. */
static gint64
days_from_civil (int year, int month, int day)
{
  int y = month <= 2 ? year - 1 : year;
  int era = y / 400;
  int year_of_era = y % 400;
  int day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  int day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;

  return (gint64) era * 146097 + day_of_era - 719468;
}

gboolean
otr_dates_from_parts (int year, int month, int day, OtrDate *out_date)
{
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31)
    return FALSE;
  if (!g_date_valid_dmy ((GDateDay) day, (GDateMonth) month, (GDateYear) year))
    return FALSE;
  out_date->ms = days_from_civil (year, month, day) * DAY_MS;
  out_date->digits = 0;
  out_date->offset = OTR_OFFSET_NONE;
  return TRUE;
}

/* Between `min` and `max` digits at `*at`; -1 when there are fewer. */
static int
take_number (const char **at, guint min, guint max)
{
  const char *p = *at;
  int value = 0;
  guint n = 0;

  while (n < max && g_ascii_isdigit (p[n]))
    value = value * 10 + (p[n++] - '0');
  if (n < min)
    return -1;
  *at = p + n;
  return value;
}

static gboolean
take_one_of (const char **at, const char *set)
{
  if (**at == '\0' || strchr (set, **at) == NULL)
    return FALSE;
  (*at)++;
  return TRUE;
}

static void
take_fraction (const char **at, OtrDate *date)
{
  static const int units[] = { 100, 10, 1 };

  date->digits = 0;
  for (; g_ascii_isdigit (**at); (*at)++)
    if (date->digits < G_N_ELEMENTS (units))
      date->ms += (**at - '0') * units[date->digits++];
}

gboolean
otr_dates_parse_offset (const char *text, gint16 *out_minutes)
{
  const char *p = text;
  int sign, hours, minutes;

  if (strcmp (text, "Z") == 0)
    {
      *out_minutes = 0;
      return TRUE;
    }
  if (*p != '+' && *p != '-')
    return FALSE;
  sign = *p++ == '-' ? -1 : 1;
  hours = take_number (&p, 1, 2);
  (void) take_one_of (&p, ":");
  minutes = *p == '\0' ? 0 : take_number (&p, 2, 2);
  if (hours < 0 || minutes < 0 || minutes > 59 || *p != '\0' || hours * 60 + minutes > OFFSET_MAX)
    return FALSE;
  *out_minutes = (gint16) (sign * (hours * 60 + minutes));
  return TRUE;
}

static gboolean
take_time (const char **at, OtrDate *date)
{
  int hour = take_number (at, 1, 2);
  int minute, second = 0;

  (void) take_one_of (at, ":.");
  minute = take_number (at, 2, 2);
  if (take_one_of (at, ":.") || g_ascii_isdigit (**at))
    second = take_number (at, 1, 2);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60)
    return FALSE;
  date->ms += ((gint64) hour * 3600 + minute * 60 + MIN (second, 59)) * 1000;
  if (take_one_of (at, ".,"))
    take_fraction (at, date);
  return TRUE;
}

gboolean
otr_dates_parse (const char *text, OtrDate *out_date)
{
  g_autofree char *copy = g_strstrip (g_strdup (text));
  const char *p = copy;
  OtrDate date;
  int year = take_number (&p, 4, 4);
  int month, day;

  (void) take_one_of (&p, ":-/.");
  month = take_number (&p, 1, 2);
  (void) take_one_of (&p, ":-/.");
  day = take_number (&p, 1, 2);
  if (!otr_dates_from_parts (year, month, day, &date))
    return FALSE;
  while (take_one_of (&p, " T"))
    ;
  if (*p != '\0' && !take_time (&p, &date))
    return FALSE;
  while (take_one_of (&p, " "))
    ;
  if (*p != '\0')
    (void) otr_dates_parse_offset (p, &date.offset);
  *out_date = date;
  return TRUE;
}

void
otr_dates_add_subsec (OtrDate *date, const char *digits)
{
  const char *p = digits;

  if (date->digits == 0)
    take_fraction (&p, date);
}
