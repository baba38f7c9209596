/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "otr-xmp-facts.h"

/* Names and values in turn, NULL at the end. */
static OtrFacts *
describe (OtrFacts *facts, const char *const *pairs)
{
  g_auto (OtrXmp) xmp = { 0 };

  otr_xmp_init (&xmp);
  for (; pairs[0] != NULL; pairs += 2)
    g_hash_table_insert (xmp.named, g_strdup (pairs[0]), g_strdup (pairs[1]));
  otr_xmp_facts_describe (&xmp, facts);
  return facts;
}

static const char *const all[] = {
  "tiff:Make",
  "Maker",
  "tiff:Model",
  "Model",
  "exifEX:LensModel",
  "Lens",
  "exif:FNumber",
  "28/10",
  "exif:ExposureTime",
  "1/250",
  "exif:FocalLength",
  "50/1",
  "exif:ISOSpeedRatings",
  "200; 400",
  "exif:GPSLatitude",
  "48,51.3N",
  "exif:GPSLongitude",
  "2,17,42W",
  "exif:GPSAltitude",
  "35/2",
  "exif:GPSAltitudeRef",
  "1",
  NULL,
};

static void
test_values (void)
{
  g_autoptr (OtrFacts) facts = describe (otr_facts_new (), all);

  g_assert_cmpstr (facts->make, ==, "Maker");
  g_assert_cmpstr (facts->model, ==, "Model");
  g_assert_cmpstr (facts->lens, ==, "Lens");
  g_assert_cmpfloat (facts->f_number, ==, 2.8);
  g_assert_cmpfloat (facts->exposure_time, ==, 0.004);
  g_assert_cmpfloat (facts->focal_length, ==, 50);
  g_assert_cmpuint (facts->iso, ==, 200);
  g_assert_cmpfloat_with_epsilon (facts->latitude, 48.855, 1e-9);
  g_assert_cmpfloat_with_epsilon (facts->longitude, -2.295, 1e-9);
  g_assert_cmpfloat (facts->altitude, ==, -17.5);
}

static void
test_exif_wins (void)
{
  g_autoptr (OtrFacts) facts = otr_facts_new ();

  facts->make = g_strdup ("Other");
  facts->iso = 64;
  facts->f_number = 4;
  facts->latitude = facts->longitude = 1;
  (void) describe (facts, all);
  g_assert_cmpstr (facts->make, ==, "Other");
  g_assert_cmpuint (facts->iso, ==, 64);
  g_assert_cmpfloat (facts->f_number, ==, 4);
  g_assert_cmpfloat (facts->latitude, ==, 1);
  g_assert_true (isnan (facts->altitude)); /* not of another position */
}

static void
test_nonsense (void)
{
  static const char *const wrong[][3] = { { "exif:FNumber", "1/0", NULL },
                                          { "exif:FNumber", "f/8", NULL },
                                          { "exif:FNumber", "nan", NULL },
                                          { "exif:FNumber", "0/10", NULL } };
  static const char *const places[] = { "91,0N", "48,51.3", "48,51.3E", "N", "", "1e999,0N" };

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (OtrFacts) facts = describe (otr_facts_new (), wrong[i]);

      g_assert_true (isnan (facts->f_number));
    }
  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      const char *const pairs[] = {
        "exif:GPSLatitude", places[i], "exif:GPSLongitude", "2,0E", NULL
      };
      g_autoptr (OtrFacts) facts = describe (otr_facts_new (), pairs);

      g_assert_true (isnan (facts->latitude));
      g_assert_true (isnan (facts->longitude));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/xmp-facts/values", test_values);
  g_test_add_func ("/xmp-facts/exif-wins", test_exif_wins);
  g_test_add_func ("/xmp-facts/nonsense", test_nonsense);
  return g_test_run ();
}
