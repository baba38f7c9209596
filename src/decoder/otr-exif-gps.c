/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions. Cameras write degrees as RATIONAL, SRATIONAL or text, in one to three parts, with or
 * without references; a position that may be wrong is worse than none. */
#include "config.h"

#include "otr-exif-gps.h"

#include <math.h>
#include <string.h>

#include "otr-i18n.h"

enum
{
  TAG_LATITUDE_REF = 1,
  TAG_LATITUDE = 2,
  TAG_LONGITUDE_REF = 3,
  TAG_LONGITUDE = 4,
  TAG_ALTITUDE_REF = 5,
  TAG_ALTITUDE = 6,
  TAG_TIME_STAMP = 7,
  TAG_DATE_STAMP = 29,
};

typedef enum
{
  ANGLE_NONE,
  ANGLE_GOOD,
  ANGLE_UNCERTAIN,
  ANGLE_INVALID,
} AngleState;

static const OtrTag *
find (OtrPhoto *photo, guint16 id)
{
  return otr_tag_list_find (photo->tags, OTR_TAG_GROUP_GPS, id);
}

/* Up to three numbers in a text such as "52 31' 12.5" or "52.52". */
static guint
parse_text_parts (const char *text, double parts[3])
{
  guint n = 0;

  for (const char *p = text; n < 3 && *p != '\0';)
    {
      char *end;

      parts[n] = g_ascii_isdigit (*p) ? g_ascii_strtod (p, &end) : NAN;
      if (isnan (parts[n]))
        p++;
      else
        {
          p = end;
          n++;
        }
    }
  return n;
}

/* 0/0 means "not given"; other numbers over 0 are nonsense. */
static gboolean
is_not_given (const OtrTag *tag, guint index)
{
  static const guint8 zeroes[8] = { 0 };

  return (tag->type == OTR_TAG_RATIONAL || tag->type == OTR_TAG_SRATIONAL) && index < tag->count &&
         memcmp (tag->data + 8 * index, zeroes, sizeof zeroes) == 0;
}

/* How many parts there are: seconds, or minutes and seconds, may be left out. 0: nonsense. */
static guint
get_parts (const OtrTag *tag, double parts[3])
{
  guint n = MIN (tag->count, 3u);

  if (tag->type == OTR_TAG_ASCII)
    {
      g_autofree char *text = otr_tag_dup_text (tag, 64);

      return text != NULL ? parse_text_parts (text, parts) : 0;
    }
  while (n > 0 && is_not_given (tag, n - 1))
    n--;
  for (guint i = 0; i < n; i++)
    if (!otr_tag_get_double (tag, i, &parts[i]))
      return 0;
  return n;
}

/* -1, 1, or 0 when the reference says nothing. */
static int
get_sign (const OtrTag *ref, const char *letters)
{
  g_autofree char *text = ref != NULL ? otr_tag_dup_text (ref, 16) : NULL;
  char letter = text != NULL ? g_ascii_toupper (*text) : '\0';

  if (letter == letters[0])
    return 1;
  return letter == letters[1] ? -1 : 0;
}

static AngleState
get_angle (OtrPhoto *photo, guint16 id, const char *letters, double max, double *out_angle)
{
  const OtrTag *tag = find (photo, id);
  double parts[3] = { 0, 0, 0 };
  int sign = get_sign (find (photo, id - 1), letters);

  if (tag == NULL || tag->count == 0 ||
      (is_not_given (tag, 0) && is_not_given (tag, tag->count - 1)))
    return ANGLE_NONE;
  if (get_parts (tag, parts) == 0)
    return ANGLE_INVALID;
  *out_angle = fabs (parts[0]) + parts[1] / 60 + parts[2] / 3600;
  if (parts[1] < 0 || parts[2] < 0 || !(*out_angle <= max))
    return ANGLE_INVALID;
  if (parts[0] < 0)
    *out_angle = -*out_angle; /* a signed number needs no reference */
  else if (sign == 0)
    return ANGLE_UNCERTAIN;
  else
    *out_angle *= sign;
  return ANGLE_GOOD;
}

static double
get_altitude (OtrPhoto *photo)
{
  const OtrTag *tag = find (photo, TAG_ALTITUDE);
  const OtrTag *ref = find (photo, TAG_ALTITUDE_REF);
  double value;
  guint64 below = 0;

  if (tag == NULL || ref == NULL || !otr_tag_get_double (tag, 0, &value) || fabs (value) > 1e6)
    return NAN;
  (void) otr_tag_get_uint (ref, 0, &below);
  return below == 1 ? -fabs (value) : value;
}

void
otr_exif_gps_describe (OtrPhoto *photo)
{
  double latitude = NAN, longitude = NAN;
  AngleState north, east;

  if (photo->tags == NULL)
    return;
  photo->facts->altitude = get_altitude (photo);
  north = get_angle (photo, TAG_LATITUDE, "NS", 90, &latitude);
  east = get_angle (photo, TAG_LONGITUDE, "EW", 180, &longitude);
  if (north == ANGLE_NONE && east == ANGLE_NONE)
    return;
  if (north == ANGLE_GOOD && east == ANGLE_GOOD)
    {
      photo->facts->latitude = latitude;
      photo->facts->longitude = longitude;
    }
  else if (north == ANGLE_INVALID || east == ANGLE_INVALID || north == ANGLE_NONE ||
           east == ANGLE_NONE)
    otr_photo_warn (photo, N_ ("The position is invalid."));
  else
    otr_photo_warn (photo,
                    N_ ("The position is uncertain: "
                        "it does not say north or south, east or west."));
}

static gboolean
add_time (const OtrTag *tag, OtrDate *date)
{
  double parts[3] = { 0, 0, 0 };
  double seconds;

  if (tag == NULL || get_parts (tag, parts) < 3)
    return FALSE;
  if (!(parts[0] >= 0 && parts[0] < 24 && parts[1] >= 0 && parts[1] < 60 && parts[2] >= 0 &&
        parts[2] < 61))
    return FALSE;
  seconds = parts[0] * 3600 + parts[1] * 60 + MIN (parts[2], 59.999);
  date->ms += (gint64) floor (seconds) * 1000;
  return TRUE;
}

gboolean
otr_exif_gps_get_date (OtrPhoto *photo, OtrDate *out_date)
{
  const OtrTag *stamp = photo->tags != NULL ? find (photo, TAG_DATE_STAMP) : NULL;
  g_autofree char *text = stamp != NULL ? otr_tag_dup_text (stamp, 32) : NULL;
  OtrDate date;

  if (text == NULL || !otr_dates_parse (text, &date) ||
      !add_time (find (photo, TAG_TIME_STAMP), &date))
    return FALSE;
  date.offset = 0;
  *out_date = date;
  return TRUE;
}
