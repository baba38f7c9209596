/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-calendar.h"
#include "otr-facts.h"
#include "otr-grid-layout.h"

#define DAY G_GINT64_CONSTANT (86400000)

static void
test_days (void)
{
  g_assert_cmpint (otr_calendar_day_of (0), ==, 0);
  g_assert_cmpint (otr_calendar_day_of (DAY - 1), ==, 0);
  g_assert_cmpint (otr_calendar_day_of (DAY), ==, 1);
  g_assert_cmpint (otr_calendar_day_of (-1), ==, -1);
  g_assert_cmpint (otr_calendar_day_of (-DAY), ==, -1);
  g_assert_cmpint (otr_calendar_day_of (-DAY - 1), ==, -2);
  g_assert_cmpint (otr_calendar_day_of (OTR_TAKEN_MS_NONE), ==, OTR_DAY_NONE);
  g_assert_cmpint (otr_calendar_day_of (OTR_TAKEN_MS_NONE + 1), >, OTR_DAY_NONE);
}

static void
test_texts (void)
{
  g_autofree char *day = otr_calendar_day (19624);
  g_autofree char *month = otr_calendar_month (19624);
  g_autofree char *old = otr_calendar_day (-25567);
  g_autofree char *none = otr_calendar_day (OTR_DAY_NONE);
  g_autofree char *time = otr_calendar_time (19624 * DAY + (16 * 3600 + 15 * 60 + 15) * 1000);
  g_autofree char *absurd = otr_calendar_day (G_MAXINT32);

  g_assert_cmpstr (day, ==, "Sunday 24 September 2023");
  g_assert_cmpstr (month, ==, "September 2023");
  g_assert_cmpstr (old, ==, "Monday 1 January 1900");
  g_assert_cmpstr (none, ==, "No date");
  g_assert_cmpstr (time, ==, "16:15:15");
  g_assert_nonnull (absurd);
  g_assert_cmpint (otr_calendar_year (19624), ==, 2023);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/calendar/days", test_days);
  g_test_add_func ("/calendar/texts", test_texts);
  return g_test_run ();
}
