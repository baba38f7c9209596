/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CIFF: heaps of records; the directory of a heap is at its end, and some records are heaps. */
#include "config.h"

#include "otr-crw.h"

#include <math.h>
#include <string.h>

#include "otr-bytes.h"
#include "otr-raw.h"

#define HEADER_SIZE 14u
#define ENTRY_SIZE 10u
#define DEPTH_MAX 5u
#define ENTRIES_MAX 500u
#define RECORD_MAX 256u /* what is read of one */

/* Tag bits: where the value is, what type it has. */
#define IN_ENTRY 0x4000u
#define TYPE_MASK 0x3800u
#define TYPE_HEAP_1 0x2800u
#define TYPE_HEAP_2 0x3000u

enum
{
  CRW_MAKE_MODEL = 0x080a,
  CRW_FOCAL_LENGTH = 0x1029,
  CRW_SHOT = 0x102a,
  CRW_SETTINGS = 0x102d,
  CRW_TIME = 0x180e,
  CRW_IMAGE = 0x1810,
  CRW_JPEG = 0x2007,
};

enum
{
  TAG_MAKE = 0x010f,
  TAG_MODEL = 0x0110,
  TAG_EXPOSURE_TIME = 0x829a,
  TAG_F_NUMBER = 0x829d,
  TAG_DATE_TIME_ORIGINAL = 0x9003,
  TAG_FOCAL_LENGTH = 0x920a,
};

typedef struct
{
  OtrPhoto *photo;
  gboolean big_endian;
  guint entries;
  guint focal_length; /* in units of 1/focal_units mm */
  guint focal_units;
} Reader;

static void
add_text (OtrPhoto *photo, OtrTagGroup group, guint16 id, const char *text)
{
  OtrTag head = { .group = (guint8) group, .type = OTR_TAG_ASCII, .tag = id };

  otr_tag_list_add (photo->tags, &head, (const guint8 *) text, strlen (text));
}

static void
add_number (OtrPhoto *photo, guint16 id, double value)
{
  OtrTag head = { .group = OTR_TAG_GROUP_EXIF, .type = OTR_TAG_DOUBLE, .tag = id };

  head.big_endian = G_BYTE_ORDER == G_BIG_ENDIAN;
  otr_tag_list_add (photo->tags, &head, (const guint8 *) &value, sizeof value);
}

/* Two texts, each with its NUL. */
static void
read_make_model (Reader *reader, const guint8 *data, gsize size)
{
  g_autofree char *make = g_strndup ((const char *) data, size);
  gsize at = strlen (make) + 1;
  g_autofree char *model = at < size ? g_strndup ((const char *) data + at, size - at) : NULL;

  add_text (reader->photo, OTR_TAG_GROUP_IFD0, TAG_MAKE, make);
  if (model != NULL)
    add_text (reader->photo, OTR_TAG_GROUP_IFD0, TAG_MODEL, model);
}

/* Seconds since 1970 by the camera's clock, whatever zone it was set to. */
static void
read_time (Reader *reader, const guint8 *data, gsize size)
{
  guint32 seconds = size >= 4 ? otr_bytes_32 (data, reader->big_endian) : 0;
  g_autoptr (GDateTime) time = seconds != 0 ? g_date_time_new_from_unix_utc (seconds) : NULL;
  g_autofree char *text = time != NULL ? g_date_time_format (time, "%Y:%m:%d %H:%M:%S") : NULL;

  if (text != NULL)
    add_text (reader->photo, OTR_TAG_GROUP_EXIF, TAG_DATE_TIME_ORIGINAL, text);
}

static void
read_image (Reader *reader, const guint8 *data, gsize size)
{
  if (size < 8)
    return;
  reader->photo->width = otr_bytes_32 (data, reader->big_endian);
  reader->photo->height = otr_bytes_32 (data + 4, reader->big_endian);
}

/* Canon's exposure values count in steps of 1/32, except that 12 and 20 mean thirds. */
static double
get_exposure_value (guint16 bits)
{
  int value = (gint16) bits;
  int sign = value < 0 ? -1 : 1;
  int steps = abs (value) & 0x1f;
  double fraction = steps;

  if (steps == 12)
    fraction = 32 / 3.0;
  else if (steps == 20)
    fraction = 64 / 3.0;
  return sign * ((abs (value) & ~0x1f) + fraction) / 32;
}

static void
read_shot (Reader *reader, const guint8 *data, gsize size)
{
  guint16 aperture, time;

  if (size < 46)
    return;
  aperture = otr_bytes_16 (data + 42, reader->big_endian);
  time = otr_bytes_16 (data + 44, reader->big_endian);
  if (aperture != 0)
    add_number (reader->photo, TAG_F_NUMBER, exp2 (get_exposure_value (aperture) / 2));
  if (time != 0)
    add_number (reader->photo, TAG_EXPOSURE_TIME, exp2 (-get_exposure_value (time)));
}

static void
read_focal_length (Reader *reader, const guint8 *data, gsize size)
{
  if (size >= 4)
    reader->focal_length = otr_bytes_16 (data + 2, reader->big_endian);
}

static void
read_settings (Reader *reader, const guint8 *data, gsize size)
{
  if (size >= 52)
    reader->focal_units = otr_bytes_16 (data + 50, reader->big_endian);
}

static void
read_record (Reader *reader, guint tag, guint64 offset, guint32 size)
{
  static const struct
  {
    guint tag;
    void (*read) (Reader *, const guint8 *, gsize);
  } readers[] = {
    { CRW_MAKE_MODEL, read_make_model },
    { CRW_TIME, read_time },
    { CRW_IMAGE, read_image },
    { CRW_SHOT, read_shot },
    { CRW_FOCAL_LENGTH, read_focal_length },
    { CRW_SETTINGS, read_settings },
  };

  if (tag == CRW_JPEG)
    reader->photo->preview = (OtrSpan){ offset, size };
  for (gsize i = 0; i < G_N_ELEMENTS (readers); i++)
    if (readers[i].tag == tag)
      {
        gsize length = MIN (size, RECORD_MAX);
        const guint8 *data = otr_source_peek (reader->photo->source, offset, length);

        if (data != NULL)
          readers[i].read (reader, data, length);
      }
}

/* One heap. How deep and how much is bounded: a heap may claim to be inside itself. */
static void
read_heap (Reader *reader, guint64 start, guint64 size, guint depth)
{
  OtrSource *source = reader->photo->source;
  const guint8 *p = size >= 6 && depth < DEPTH_MAX ? otr_source_peek (source, start + size - 4, 4)
                                                   : NULL;
  guint64 at = p != NULL ? start + otr_bytes_32 (p, reader->big_endian) : 0;
  guint n = 0;

  p = at != 0 ? otr_source_peek (source, at, 2) : NULL;
  if (p != NULL)
    n = otr_bytes_16 (p, reader->big_endian);
  for (at += 2; n > 0 && reader->entries < ENTRIES_MAX; n--, at += ENTRY_SIZE)
    {
      guint tag;
      guint32 length, offset;

      p = otr_source_peek (source, at, ENTRY_SIZE);
      if (p == NULL)
        return;
      reader->entries++;
      tag = otr_bytes_16 (p, reader->big_endian);
      length = otr_bytes_32 (p + 2, reader->big_endian);
      offset = otr_bytes_32 (p + 6, reader->big_endian);
      if ((tag & IN_ENTRY) != 0)
        read_record (reader, tag & 0x3fff, at + 2, 8);
      else if ((tag & TYPE_MASK) == TYPE_HEAP_1 || (tag & TYPE_MASK) == TYPE_HEAP_2)
        read_heap (reader, start + offset, length, depth + 1);
      else
        read_record (reader, tag, start + offset, length);
    }
}

void
otr_crw_read (OtrPhoto *photo)
{
  Reader reader = { .photo = photo };
  guint64 length = otr_source_get_length (photo->source);
  const guint8 *head = otr_source_peek (photo->source, 0, HEADER_SIZE);
  guint32 start = 0;

  otr_raw_set (photo, "image/x-canon-crw");
  photo->tags = otr_tag_list_new ();
  if (head != NULL)
    {
      reader.big_endian = head[0] == 'M';
      start = otr_bytes_32 (head + 2, reader.big_endian);
    }
  if (start >= HEADER_SIZE && start < length)
    read_heap (&reader, start, length - start, 0);
  if (reader.focal_length != 0)
    add_number (photo,
                TAG_FOCAL_LENGTH,
                (double) reader.focal_length / MAX (reader.focal_units, 1));
}
