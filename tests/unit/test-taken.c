/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-taken.h"

static void
test_names (void)
{
  static const struct
  {
    const char *name;
    const char *taken; /* NULL: no time in it */
  } cases[] = {
    { "IMG_20190501_123300.jpg", "2019-05-01T12:33:00" },
    { "PXL_20210501_123300123.jpg", "2021-05-01T12:33:00.123" },
    { "PXL_20210501_123300123.MP.jpg", "2021-05-01T12:33:00.123" },
    { "IMG-20190501-WA0001.jpg", "2019-05-01T00:00:00" },
    { "Screenshot_2019-05-01-12-33-07.png", "2019-05-01T12:33:07" },
    { "Screenshot_20190501-123307_Maps.jpg", "2019-05-01T12:33:07" },
    { "Screenshot from 2019-05-01 12-33-07.png", "2019-05-01T12:33:07" },
    { "Screen Shot 2019-05-01 at 12.33.07.png", "2019-05-01T12:33:07" },
    { "2019-05-01 12.33.07.jpg", "2019-05-01T12:33:07" },
    { "20190501123307.jpg", "2019-05-01T12:33:07" },
    { "20190501123307999.jpg", "2019-05-01T12:33:07.999" },
    { "20190501_993300.jpg", "2019-05-01T00:00:00" },
    { "signal-2024-02-29-081501.jpeg", "2024-02-29T08:15:01" },
    { "signal-2023-02-29-081501.jpeg", NULL },
    { "DSC01234.JPG", NULL },
    { "IMG_1234.jpg", NULL },
    { "19691231_000000.jpg", NULL },
    { "123456789012.jpg", NULL },
    { "20190501", "2019-05-01T00:00:00" },
    { "2019-05", NULL },
    { "2019-05-0", NULL },
    { "\xff\xfe 20190501\xff", "2019-05-01T00:00:00" },
    { "", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *taken = NULL;
      gboolean utc = FALSE;
      guint digits = 0;
      gint64 ms = 0;

      if (otr_taken_parse_name (cases[i].name, &ms, &digits, &utc))
        taken = otr_taken_to_string (ms, digits);
      g_assert_cmpstr (taken, ==, cases[i].taken);
      g_assert_cmpint (utc, ==, g_str_has_prefix (cases[i].name, "PXL_"));
    }
}

static void
assert_taken (const OtrFacts *facts, const char *taken, const char *offset, const char *source)
{
  g_autofree char *own_taken = otr_taken_to_string (facts->taken_ms, facts->taken_digits);
  g_autofree char *own_offset = otr_taken_offset_to_string (facts->taken_offset);

  g_assert_cmpstr (own_taken, ==, taken);
  g_assert_cmpstr (own_offset, ==, offset);
  g_assert_cmpstr (otr_taken_source_to_string (facts->taken_source), ==, source);
}

/* 2019-07-01T00:00:00 and 2019-01-01T00:00:00 in UTC, ns */
#define SUMMER (G_GINT64_CONSTANT (1561939200) * 1000000000)
#define WINTER (G_GINT64_CONSTANT (1546300800) * 1000000000)

static void
assert_mtime (gint64 mtime_ns, const char *taken, const char *offset)
{
  g_autoptr (OtrFacts) facts = otr_facts_new ();

  otr_taken_complete (facts, "DSC1.JPG", mtime_ns);
  assert_taken (facts, taken, offset, "mtime");
}

static void
test_kolkata (void)
{
  g_assert_true (g_setenv ("TZ", "Asia/Kolkata", TRUE));
  assert_mtime (SUMMER, "2019-07-01T05:30:00", "+05:30");
  assert_mtime (WINTER, "2019-01-01T05:30:00", "+05:30");
}

static void
test_st_johns (void)
{
  g_autoptr (OtrFacts) gps = otr_facts_new ();
  g_autoptr (OtrFacts) pixel = otr_facts_new ();

  g_assert_true (g_setenv ("TZ", "America/St_Johns", TRUE));
  assert_mtime (SUMMER, "2019-06-30T21:30:00", "-02:30");
  assert_mtime (WINTER, "2018-12-31T20:30:00", "-03:30");

  gps->taken_ms = SUMMER / 1000000;
  gps->taken_source = OTR_TAKEN_GPS;
  otr_taken_complete (gps, "IMG_20190501_123300.jpg", WINTER);
  assert_taken (gps, "2019-06-30T21:30:00", "-02:30", "gps");

  otr_taken_complete (pixel, "PXL_20190101_000000500.jpg", SUMMER);
  assert_taken (pixel, "2018-12-31T20:30:00.500", "-03:30", "filename");
}

static void
test_content_wins (void)
{
  g_autoptr (OtrFacts) facts = otr_facts_new ();

  facts->taken_ms = 0;
  facts->taken_source = OTR_TAKEN_EXIF_ORIGINAL;
  otr_taken_complete (facts, "IMG_20190501_123300.jpg", SUMMER);
  assert_taken (facts, "1970-01-01T00:00:00", NULL, "exif-original");
}

static void
test_name_before_mtime (void)
{
  g_autoptr (OtrFacts) facts = otr_facts_new ();

  otr_taken_complete (facts, "IMG_20190501_123300.jpg", SUMMER);
  assert_taken (facts, "2019-05-01T12:33:00", NULL, "filename");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/taken/names", test_names);
  g_test_add_func ("/taken/kolkata", test_kolkata);
  g_test_add_func ("/taken/st-johns", test_st_johns);
  g_test_add_func ("/taken/content-wins", test_content_wins);
  g_test_add_func ("/taken/name-before-mtime", test_name_before_mtime);
  return g_test_run ();
}
