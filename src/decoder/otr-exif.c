/* SPDX-License-Identifier: GPL-3.0-or-later */
/* EXIF blocks by libexif. It only takes the block apart; values are made from the raw bytes
 * elsewhere, since its own texts are localised and its defaults invent tags. */
#include "config.h"

#include "otr-exif.h"

#include <string.h>

#include <libexif/exif-data.h>

#include "otr-exif-check.h"
#include "otr-i18n.h"

#define PREFIX "Exif\0\0"
#define PREFIX_SIZE 6u
#define THUMBNAIL_MAX (1024u * 1024)

static void
add_content (ExifContent *content, OtrTagGroup group, gboolean big_endian, OtrTagList *tags)
{
  for (guint i = 0; i < content->count; i++)
    {
      ExifEntry *entry = content->entries[i];
      OtrTag head = { .group = group, .tag = (guint16) entry->tag, .big_endian = big_endian };

      head.type = (guint8) entry->format;
      if (entry->data != NULL)
        otr_tag_list_add (tags, &head, entry->data, entry->size);
    }
}

static OtrTagList *
collect_tags (ExifData *data)
{
  static const OtrTagGroup groups[EXIF_IFD_COUNT] = {
    [EXIF_IFD_0] = OTR_TAG_GROUP_IFD0,
    [EXIF_IFD_1] = OTR_TAG_GROUP_IFD1,
    [EXIF_IFD_EXIF] = OTR_TAG_GROUP_EXIF,
    [EXIF_IFD_GPS] = OTR_TAG_GROUP_GPS,
    [EXIF_IFD_INTEROPERABILITY] = OTR_TAG_GROUP_INTEROP,
  };
  OtrTagList *tags = otr_tag_list_new ();
  gboolean big_endian = exif_data_get_byte_order (data) == EXIF_BYTE_ORDER_MOTOROLA;

  for (guint i = 0; i < EXIF_IFD_COUNT; i++)
    add_content (data->ifd[i], groups[i], big_endian, tags);
  return tags;
}

/* libexif wants the prefix that JPEG puts before the block, and works on its own copy. */
static ExifData *
load (GBytes *block)
{
  gsize size;
  const guint8 *bytes = g_bytes_get_data (block, &size);
  g_autofree guint8 *prefixed = g_malloc (size + PREFIX_SIZE);
  ExifData *data = exif_data_new ();

  memcpy (prefixed, PREFIX, PREFIX_SIZE);
  memcpy (prefixed + PREFIX_SIZE, bytes, size);
  exif_data_unset_option (data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION);
  exif_data_unset_option (data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS);
  exif_data_set_option (data, EXIF_DATA_OPTION_DONT_CHANGE_MAKER_NOTE);
  exif_data_load_data (data, prefixed, (guint) (size + PREFIX_SIZE));
  return data;
}

void
otr_exif_read (OtrPhoto *photo)
{
  ExifData *data;
  const guint8 *block;
  gsize size;

  if (photo->exif == NULL || g_bytes_get_size (photo->exif) == 0 || photo->tags != NULL)
    return;
  block = g_bytes_get_data (photo->exif, &size);
  data = load (photo->exif);
  photo->tags = collect_tags (data);
  if (otr_tag_list_get_length (photo->tags) == 0 || !otr_exif_check (block, size))
    otr_photo_warn (photo, N_ ("The EXIF block is partly unreadable."));
  if (data->data != NULL && data->size > 0 && data->size <= THUMBNAIL_MAX)
    photo->thumbnail = g_bytes_new (data->data, data->size);
  exif_data_unref (data);
}
