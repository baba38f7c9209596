/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-dates.h"

static void
assert_date (const char *text, const char *wanted, guint digits, int offset)
{
  OtrDate date;
  g_autofree char *found = NULL;

  g_assert_true (otr_dates_parse (text, &date));
  found = otr_taken_to_string (date.ms, date.digits);
  g_assert_cmpstr (found, ==, wanted);
  g_assert_cmpuint (date.digits, ==, digits);
  g_assert_cmpint (date.offset, ==, offset);
}

static void
test_spellings (void)
{
  assert_date ("2023:07:04 18:20:30", "2023-07-04T18:20:30", 0, OTR_OFFSET_NONE);
  assert_date ("2023-07-04T18:20:30", "2023-07-04T18:20:30", 0, OTR_OFFSET_NONE);
  assert_date ("2023/07/04 18:20", "2023-07-04T18:20:00", 0, OTR_OFFSET_NONE);
  assert_date ("2022-03-04T05:06:07.987654+05:45", "2022-03-04T05:06:07.987", 3, 345);
  assert_date ("20230704T182030-0800", "2023-07-04T18:20:30", 0, -480);
  assert_date ("2016:12:31 23:59:60", "2016-12-31T23:59:59", 0, OTR_OFFSET_NONE);
  assert_date ("1919:05:04 05:59:26", "1919-05-04T05:59:26", 0, OTR_OFFSET_NONE);
  assert_date ("2038:01:20 03:14:08Z", "2038-01-20T03:14:08", 0, 0);
  assert_date ("2000-02-29", "2000-02-29T00:00:00", 0, OTR_OFFSET_NONE);
}

static void
test_no_dates (void)
{
  static const char *const texts[] = {
    "",
    "    :  :     :  :  ",
    "0000:00:00 00:00:00",
    "2023:02:30 12:00:00",
    "2023:13:01 12:00:00",
    "1900:02:29 00:00:00",
    "2023:07:04 25:00:00",
    "2017:08:21 15:08:70",
    "yesterday",
  };
  OtrDate date;

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_false (otr_dates_parse (texts[i], &date));
}

static void
test_offsets (void)
{
  gint16 minutes = 1;

  g_assert_true (otr_dates_parse_offset ("+05:45", &minutes));
  g_assert_cmpint (minutes, ==, 345);
  g_assert_true (otr_dates_parse_offset ("-0930", &minutes));
  g_assert_cmpint (minutes, ==, -570);
  g_assert_true (otr_dates_parse_offset ("Z", &minutes));
  g_assert_cmpint (minutes, ==, 0);
  g_assert_false (otr_dates_parse_offset ("+25:00", &minutes));
  g_assert_false (otr_dates_parse_offset ("5", &minutes));
  g_assert_false (otr_dates_parse_offset ("+05:99", &minutes));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dates/spellings", test_spellings);
  g_test_add_func ("/dates/no-dates", test_no_dates);
  g_test_add_func ("/dates/offsets", test_offsets);
  return g_test_run ();
}
