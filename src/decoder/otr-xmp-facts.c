/* SPDX-License-Identifier: GPL-3.0-or-later */
/* EXIF's values as XMP writes them: fractions, and angles such as "48,51.3N". */
#include "config.h"

#include "otr-xmp-facts.h"

#include <math.h>

static const char *
find (const OtrXmp *xmp, const char *name)
{
  return g_hash_table_lookup (xmp->named, name);
}

/* A fraction, a number, or the first of several. */
static double
get_number (const OtrXmp *xmp, const char *name, double max)
{
  const char *text = find (xmp, name);
  char *end = NULL;
  double value = text != NULL ? g_ascii_strtod (text, &end) : NAN;

  if (text == NULL || end == text)
    return NAN;
  if (*end == '/')
    value /= g_ascii_strtod (end + 1, NULL);
  return value > 0 && value <= max ? value : NAN;
}

/* Degrees, minutes, perhaps seconds, each behind a comma, and the direction. */
static double
get_angle (const OtrXmp *xmp, const char *name, const char *directions, double max)
{
  const char *text = find (xmp, name);
  double angle = 0, unit = 1;

  while (text != NULL && g_ascii_isdigit (*text))
    {
      char *end;

      angle += g_ascii_strtod (text, &end) / unit;
      unit *= 60;
      text = *end == ',' ? end + 1 : end;
    }
  if (text == NULL || unit == 1 || !(angle <= max))
    return NAN;
  if (*text == directions[0])
    return angle;
  return *text == directions[1] ? -angle : NAN;
}

static void
fill_text (const OtrXmp *xmp, const char *name, char **place)
{
  if (*place == NULL)
    *place = g_strdup (find (xmp, name));
}

static void
fill_number (const OtrXmp *xmp, const char *name, double max, double *place)
{
  if (isnan (*place))
    *place = get_number (xmp, name, max);
}

static void
fill_position (const OtrXmp *xmp, OtrFacts *facts)
{
  double latitude = get_angle (xmp, "exif:GPSLatitude", "NS", 90);
  double longitude = get_angle (xmp, "exif:GPSLongitude", "EW", 180);

  if (!isnan (facts->latitude) || isnan (latitude) || isnan (longitude))
    return;
  facts->latitude = latitude;
  facts->longitude = longitude;
  if (!isnan (facts->altitude))
    return;
  facts->altitude = get_number (xmp, "exif:GPSAltitude", 1e6);
  if (g_strcmp0 (find (xmp, "exif:GPSAltitudeRef"), "1") == 0)
    facts->altitude = -facts->altitude;
}

void
otr_xmp_facts_describe (const OtrXmp *xmp, OtrFacts *facts)
{
  double iso = NAN;

  fill_text (xmp, "tiff:Make", &facts->make);
  fill_text (xmp, "tiff:Model", &facts->model);
  fill_text (xmp, "exifEX:LensModel", &facts->lens);
  fill_number (xmp, "exif:FNumber", 1e4, &facts->f_number);
  fill_number (xmp, "exif:ExposureTime", 1e7, &facts->exposure_time);
  fill_number (xmp, "exif:FocalLength", 1e6, &facts->focal_length);
  fill_number (xmp, "exif:ISOSpeedRatings", 1e8, &iso);
  fill_number (xmp, "exifEX:PhotographicSensitivity", 1e8, &iso);
  if (facts->iso == 0 && !isnan (iso))
    facts->iso = (guint32) iso;
  fill_position (xmp, facts);
}
