/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What EXIF tags say about the shot. A value that is absent or senseless stays absent. */
#include "config.h"

#include "otr-exif-facts.h"

#include <math.h>

#include "otr-i18n.h"

#define NAME_MAX_BYTES 256u
#define CAPTION_MAX 4096u

enum
{
  TAG_PANASONIC_ISO = 0x0017, /* in the first directory of an RW2 */
  TAG_DESCRIPTION = 0x010e,
  TAG_MAKE = 0x010f,
  TAG_MODEL = 0x0110,
  TAG_ORIENTATION = 0x0112,
  TAG_DATE_TIME = 0x0132,
  TAG_RATING = 0x4746,
  TAG_EXPOSURE_TIME = 0x829a,
  TAG_F_NUMBER = 0x829d,
  TAG_ISO = 0x8827,
  TAG_SENSITIVITY_FIRST = 0x8831,
  TAG_SENSITIVITY_LAST = 0x8835,
  TAG_DATE_TIME_ORIGINAL = 0x9003,
  TAG_DATE_TIME_DIGITIZED = 0x9004,
  TAG_OFFSET_TIME = 0x9010,
  TAG_OFFSET_TIME_ORIGINAL = 0x9011,
  TAG_OFFSET_TIME_DIGITIZED = 0x9012,
  TAG_FOCAL_LENGTH = 0x920a,
  TAG_SUBSEC = 0x9290,
  TAG_SUBSEC_ORIGINAL = 0x9291,
  TAG_SUBSEC_DIGITIZED = 0x9292,
  TAG_LENS_MODEL = 0xa434,
};

static char *
get_text (OtrPhoto *photo, OtrTagGroup group, guint16 id, gsize max_bytes)
{
  const OtrTag *tag = otr_tag_list_find (photo->tags, group, id);

  return tag != NULL ? otr_tag_dup_text (tag, max_bytes) : NULL;
}

static double
get_number (OtrPhoto *photo, OtrTagGroup group, guint16 id, double max)
{
  const OtrTag *tag = otr_tag_list_find (photo->tags, group, id);
  double value;

  if (tag == NULL || !otr_tag_get_double (tag, 0, &value) || value < 0 || value > max)
    return NAN;
  return value;
}

static guint8
get_orientation (OtrPhoto *photo)
{
  double value = get_number (photo, OTR_TAG_GROUP_IFD0, TAG_ORIENTATION, 8);

  return value >= 1 ? (guint8) value : 1;
}

/* A 16-bit ISO is full at 65535; the sensitivity tags of Exif 2.3 then hold the number. */
static guint32
get_iso (OtrPhoto *photo)
{
  double value = get_number (photo, OTR_TAG_GROUP_EXIF, TAG_ISO, 1e8);

  for (guint16 id = TAG_SENSITIVITY_FIRST;
       (isnan (value) || value == 65535) && id <= TAG_SENSITIVITY_LAST;
       id++)
    {
      double other = get_number (photo, OTR_TAG_GROUP_EXIF, id, 1e8);

      if (other > 0)
        value = other;
    }
  if (isnan (value) && g_strcmp0 (photo->facts->mime, "image/x-panasonic-rw2") == 0)
    value = get_number (photo, OTR_TAG_GROUP_IFD0, TAG_PANASONIC_ISO, 1e8);
  return isnan (value) ? 0 : (guint32) value;
}

static gint8
get_rating (OtrPhoto *photo)
{
  double value = get_number (photo, OTR_TAG_GROUP_IFD0, TAG_RATING, 5);

  return isnan (value) ? OTR_RATING_NONE : (gint8) value;
}

void
otr_exif_facts_describe (OtrPhoto *photo)
{
  OtrFacts *facts = photo->facts;

  if (photo->tags == NULL)
    return;
  facts->orientation = get_orientation (photo);
  facts->make = get_text (photo, OTR_TAG_GROUP_IFD0, TAG_MAKE, NAME_MAX_BYTES);
  facts->model = get_text (photo, OTR_TAG_GROUP_IFD0, TAG_MODEL, NAME_MAX_BYTES);
  facts->lens = get_text (photo, OTR_TAG_GROUP_EXIF, TAG_LENS_MODEL, NAME_MAX_BYTES);
  facts->caption = get_text (photo, OTR_TAG_GROUP_IFD0, TAG_DESCRIPTION, CAPTION_MAX);
  facts->f_number = get_number (photo, OTR_TAG_GROUP_EXIF, TAG_F_NUMBER, 1e4);
  facts->exposure_time = get_number (photo, OTR_TAG_GROUP_EXIF, TAG_EXPOSURE_TIME, 1e7);
  facts->focal_length = get_number (photo, OTR_TAG_GROUP_EXIF, TAG_FOCAL_LENGTH, 1e6);
  facts->iso = get_iso (photo);
  facts->rating = get_rating (photo);
}

typedef struct
{
  OtrTakenSource source;
  OtrTagGroup group;
  guint16 date;
  guint16 subsec;
  guint16 offset;
} DateTags;

static const DateTags date_tags[] = {
  { OTR_TAKEN_EXIF_ORIGINAL,
    OTR_TAG_GROUP_EXIF,
    TAG_DATE_TIME_ORIGINAL,
    TAG_SUBSEC_ORIGINAL,
    TAG_OFFSET_TIME_ORIGINAL },
  { OTR_TAKEN_EXIF_DIGITIZED,
    OTR_TAG_GROUP_EXIF,
    TAG_DATE_TIME_DIGITIZED,
    TAG_SUBSEC_DIGITIZED,
    TAG_OFFSET_TIME_DIGITIZED },
  { OTR_TAKEN_EXIF_MODIFIED, OTR_TAG_GROUP_IFD0, TAG_DATE_TIME, TAG_SUBSEC, TAG_OFFSET_TIME },
};

static void
add_details (OtrPhoto *photo, const DateTags *tags, OtrDate *date)
{
  g_autofree char *subsec = get_text (photo, OTR_TAG_GROUP_EXIF, tags->subsec, 32);
  g_autofree char *offset = get_text (photo, OTR_TAG_GROUP_EXIF, tags->offset, 32);

  if (subsec != NULL)
    otr_dates_add_subsec (date, subsec);
  if (offset != NULL)
    (void) otr_dates_parse_offset (offset, &date->offset);
}

/* Some writers put the date of the shot into the first directory. */
static const OtrTag *
find_date (OtrPhoto *photo, const DateTags *tags)
{
  const OtrTag *tag = otr_tag_list_find (photo->tags, tags->group, tags->date);

  return tag != NULL ? tag : otr_tag_list_find (photo->tags, OTR_TAG_GROUP_IFD0, tags->date);
}

gboolean
otr_exif_facts_get_date (OtrPhoto *photo, OtrTakenSource source, OtrDate *out_date)
{
  for (gsize i = 0; i < G_N_ELEMENTS (date_tags); i++)
    {
      const OtrTag *tag;
      g_autofree char *text = NULL;

      if (date_tags[i].source != source || photo->tags == NULL)
        continue;
      tag = find_date (photo, &date_tags[i]);
      text = tag != NULL ? otr_tag_dup_text (tag, 64) : NULL;
      if (text != NULL && otr_dates_parse (text, out_date))
        {
          add_details (photo, &date_tags[i], out_date);
          return TRUE;
        }
      if (tag != NULL && source == OTR_TAKEN_EXIF_ORIGINAL)
        otr_photo_warn (photo, N_ ("The date is invalid."));
    }
  return FALSE;
}
