/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Times from file names and mtimes. A date in a name is a run of digits (20190501) or three of them
 * (2019-05-01); the time may follow as six digits or three pairs. Pure but for the machine's zone.
 */

#include "config.h"

#include "otr-taken.h"

#include <string.h>

#define YEAR_MIN 1980 /* earlier numbers of this shape are serial numbers, not dates */
#define YEAR_MAX 2099

typedef struct
{
  int year, month, day, hour, minute, second, milliseconds;
  guint digits;
} WallClock;

/* ---- names ---- */

static gsize
count_digits (const char *text)
{
  gsize n = 0;

  while (g_ascii_isdigit (text[n]))
    n++;
  return n;
}

static int
number (const char *text, gsize n)
{
  int value = 0;

  for (gsize i = 0; i < n; i++)
    value = value * 10 + (text[i] - '0');
  return value;
}

static gboolean
set_date (WallClock *clock, const char *year, const char *month, const char *day)
{
  clock->year = number (year, 4);
  clock->month = number (month, 2);
  clock->day = number (day, 2);
  return clock->year >= YEAR_MIN && clock->year <= YEAR_MAX &&
         g_date_valid_dmy ((GDateDay) clock->day, clock->month, (GDateYear) clock->year);
}

static gboolean
set_time (WallClock *clock, const char *hour, const char *minute, const char *second)
{
  int h = number (hour, 2), m = number (minute, 2), s = number (second, 2);

  if (h > 23 || m > 59 || s > 59)
    return FALSE;
  clock->hour = h;
  clock->minute = m;
  clock->second = s;
  return TRUE;
}

static void
set_milliseconds (WallClock *clock, const char *text)
{
  if (count_digits (text) != 3)
    return;
  clock->milliseconds = number (text, 3);
  clock->digits = 3;
}

/* "123300", "123300123", "12-33-00", "12.33.00", after one separator or " at ". */
static void
parse_time (const char *text, WallClock *clock)
{
  gsize n;

  if (g_str_has_prefix (text, " at "))
    text += strlen (" at ");
  else if (*text != '\0' && strchr ("-_ T.", *text) != NULL)
    text++;
  n = count_digits (text);
  if ((n == 6 || n == 9) && set_time (clock, text, text + 2, text + 4))
    set_milliseconds (clock, text + 6);
  else if (n == 2 && strchr ("-._:", text[2]) != NULL && count_digits (text + 3) == 2 &&
           text[5] == text[2] && count_digits (text + 6) == 2)
    (void) set_time (clock, text, text + 3, text + 6);
}

/* `text` is at the start of a run of digits. */
static gboolean
parse_at (const char *text, WallClock *clock)
{
  gsize n = count_digits (text);

  *clock = (WallClock){ 0 };
  if (n == 8 && set_date (clock, text, text + 4, text + 6))
    {
      parse_time (text + 8, clock);
      return TRUE;
    }
  if ((n == 14 || n == 17) && set_date (clock, text, text + 4, text + 6) &&
      set_time (clock, text + 8, text + 10, text + 12))
    {
      set_milliseconds (clock, text + 14);
      return TRUE;
    }
  if (n == 4 && text[4] != '\0' && strchr ("-_.", text[4]) != NULL &&
      count_digits (text + 5) == 2 && text[7] == text[4] && count_digits (text + 8) == 2 &&
      set_date (clock, text, text + 5, text + 8))
    {
      parse_time (text + 10, clock);
      return TRUE;
    }
  return FALSE;
}

static gint64
to_ms (const WallClock *clock)
{
  g_autoptr (GDateTime) time = g_date_time_new_utc (
      clock->year, clock->month, clock->day, clock->hour, clock->minute, clock->second);

  return g_date_time_to_unix (time) * 1000 + clock->milliseconds;
}

gboolean
otr_taken_parse_name (const char *name, gint64 *out_ms, guint *out_digits, gboolean *out_utc)
{
  for (const char *at = name; *at != '\0';)
    {
      gsize n = count_digits (at);
      WallClock clock;

      if (n > 0 && parse_at (at, &clock))
        {
          *out_ms = to_ms (&clock);
          *out_digits = clock.digits;
          *out_utc = g_str_has_prefix (name, "PXL_"); /* Google's camera names by UTC */
          return TRUE;
        }
      at += MAX (n, 1);
    }
  return FALSE;
}

/* ---- zones ---- */

static gint16
local_offset_minutes (gint64 utc_ms)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  gint64 seconds = utc_ms / 1000;
  int interval = g_time_zone_find_interval (zone, G_TIME_TYPE_UNIVERSAL, seconds);

  return interval < 0 ? 0 : (gint16) (g_time_zone_get_offset (zone, interval) / 60);
}

static void
set_from_utc (OtrFacts *facts, gint64 utc_ms, OtrTakenSource source)
{
  facts->taken_offset = local_offset_minutes (utc_ms);
  facts->taken_ms = utc_ms + facts->taken_offset * G_GINT64_CONSTANT (60000);
  facts->taken_source = source;
}

static void
set_from_name (OtrFacts *facts, gint64 ms, guint digits, gboolean utc)
{
  facts->taken_digits = (guint8) digits;
  if (utc)
    {
      set_from_utc (facts, ms, OTR_TAKEN_FILENAME);
      return;
    }
  facts->taken_ms = ms;
  facts->taken_offset = OTR_OFFSET_NONE;
  facts->taken_source = OTR_TAKEN_FILENAME;
}

void
otr_taken_complete (OtrFacts *facts, const char *name, gint64 mtime_ns)
{
  gboolean is_utc = facts->taken_source == OTR_TAKEN_GPS || facts->taken_source == OTR_TAKEN_VIDEO;
  gint64 ms;
  guint digits;
  gboolean utc;

  if (facts->taken_ms != OTR_TAKEN_MS_NONE && facts->taken_source != OTR_TAKEN_NONE)
    {
      if (is_utc && facts->taken_offset == OTR_OFFSET_NONE)
        set_from_utc (facts, facts->taken_ms, facts->taken_source);
      return;
    }
  if (otr_taken_parse_name (name, &ms, &digits, &utc))
    set_from_name (facts, ms, digits, utc);
  else
    {
      facts->taken_digits = 0;
      set_from_utc (facts, mtime_ns / G_GINT64_CONSTANT (1000000000) * 1000, OTR_TAKEN_MTIME);
    }
}
