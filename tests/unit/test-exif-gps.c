/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "otr-exif-gps.h"
#include "otr-test-bytes.h"

enum
{
  LATITUDE_REF = 1,
  LATITUDE = 2,
  LONGITUDE_REF = 3,
  LONGITUDE = 4,
  ALTITUDE_REF = 5,
  ALTITUDE = 6,
  TIME = 7,
  DATE = 29,
};

static void
add (OtrPhoto *photo, guint id, guint type, const void *data, gsize size)
{
  OtrTag head = { .group = OTR_TAG_GROUP_GPS, .type = (guint8) type, .tag = (guint16) id };

  otr_tag_list_add (photo->tags, &head, data, size);
}

static void
add_text (OtrPhoto *photo, guint id, const char *text)
{
  add (photo, id, OTR_TAG_ASCII, text, strlen (text) + 1);
}

/* Three rationals. */
static void
add_parts (OtrPhoto *photo, guint id, const guint32 parts[6])
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  for (guint i = 0; i < 6; i++)
    otr_test_put_le (bytes, parts[i], 4);
  add (photo, id, OTR_TAG_RATIONAL, bytes->data, bytes->len);
}

static OtrPhoto *
new_photo (void)
{
  OtrPhoto *photo = otr_photo_new (NULL);

  photo->tags = otr_tag_list_new ();
  return photo;
}

static OtrPhoto *
describe (const guint32 north[6], const char *n_ref, const guint32 east[6], const char *e_ref)
{
  OtrPhoto *photo = new_photo ();

  add_parts (photo, LATITUDE, north);
  add_parts (photo, LONGITUDE, east);
  if (n_ref != NULL)
    add_text (photo, LATITUDE_REF, n_ref);
  if (e_ref != NULL)
    add_text (photo, LONGITUDE_REF, e_ref);
  otr_exif_gps_describe (photo);
  return photo;
}

static const guint32 some[] = { 52, 1, 30, 1, 36, 1 };
static const guint32 minutes[] = { 10, 1, 3030, 100, 0, 0 }; /* no seconds given */

static void
test_good (void)
{
  g_autoptr (OtrPhoto) photo = describe (some, "S", minutes, "w");

  g_assert_cmpfloat_with_epsilon (photo->facts->latitude, -52.51, 1e-9);
  g_assert_cmpfloat_with_epsilon (photo->facts->longitude, -10.505, 1e-9);
  g_assert_cmpuint (photo->warnings->len, ==, 0);
}

static void
assert_none (OtrPhoto *photo, guint warnings)
{
  g_autoptr (OtrPhoto) owned = photo;

  g_assert_true (isnan (owned->facts->latitude));
  g_assert_true (isnan (owned->facts->longitude));
  g_assert_cmpuint (owned->warnings->len, ==, warnings);
}

static void
test_doubtful (void)
{
  static const guint32 too_far[] = { 91, 1, 0, 1, 0, 1 };
  static const guint32 by_zero[] = { 52, 0, 30, 1, 36, 1 };
  static const guint32 huge[] = { G_MAXUINT32, 1, G_MAXUINT32, 1, G_MAXUINT32, 1 };
  static const guint32 not_given[] = { 0, 0, 0, 0, 0, 0 };

  assert_none (describe (some, NULL, some, "E"), 1);
  assert_none (describe (some, "X", some, "E"), 1);
  assert_none (describe (too_far, "N", some, "E"), 1);
  assert_none (describe (by_zero, "N", some, "E"), 1);
  assert_none (describe (some, "N", huge, "E"), 1);
  assert_none (describe (not_given, "N", not_given, "E"), 0);
}

static void
test_text (void)
{
  g_autoptr (OtrPhoto) photo = new_photo ();

  add_text (photo, LATITUDE, "52 30' 36\"");
  add_text (photo, LATITUDE_REF, "N");
  add_text (photo, LONGITUDE, "13.405");
  add_text (photo, LONGITUDE_REF, "E");
  otr_exif_gps_describe (photo);
  g_assert_cmpfloat_with_epsilon (photo->facts->latitude, 52.51, 1e-9);
  g_assert_cmpfloat_with_epsilon (photo->facts->longitude, 13.405, 1e-9);
}

static void
test_altitude (void)
{
  g_autoptr (OtrPhoto) photo = new_photo ();

  add (photo, ALTITUDE, OTR_TAG_RATIONAL, "\3\0\0\0\2\0\0\0", 8);
  add (photo, ALTITUDE_REF, OTR_TAG_BYTE, "\1", 1);
  otr_exif_gps_describe (photo);
  g_assert_cmpfloat (photo->facts->altitude, ==, -1.5);
}

static gboolean
get_date (const char *day, const guint32 time[6], OtrDate *out_date)
{
  g_autoptr (OtrPhoto) photo = new_photo ();

  add_text (photo, DATE, day);
  add_parts (photo, TIME, time);
  return otr_exif_gps_get_date (photo, out_date);
}

static void
test_date (void)
{
  static const guint32 bad_second[] = { 12, 1, 33, 1, 995, 10 };
  static const guint32 bad_hour[] = { 24, 1, 33, 1, 0, 1 };
  static const guint32 leap[] = { 23, 1, 59, 1, 60, 1 };
  OtrDate date;

  g_assert_true (get_date ("2019:05:01", leap, &date));
  g_assert_cmpint (date.ms % 60000, ==, 59000);
  g_assert_false (get_date ("2019:05:01", bad_hour, &date));
  g_assert_false (get_date ("2019:05:01", bad_second, &date));
  g_assert_false (get_date ("0000:00:00", leap, &date));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/exif-gps/good", test_good);
  g_test_add_func ("/exif-gps/doubtful-is-none", test_doubtful);
  g_test_add_func ("/exif-gps/text", test_text);
  g_test_add_func ("/exif-gps/altitude", test_altitude);
  g_test_add_func ("/exif-gps/date", test_date);
  return g_test_run ();
}
