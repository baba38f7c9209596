/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JPEG's segments. libexif gives up at segments it does not know, and libjpeg is not asked
 * before its limits are known, so the walk is our own. */
#include "config.h"

#include "otr-jpeg.h"

#include <string.h>

#include "otr-bytes.h"
#include "otr-i18n.h"
#include "otr-limits.h"
#include "otr-photoshop.h"

#define SCANS_MAX 500u
#define EXTENDED_XMP_MAX (8u * 1024 * 1024)
#define EXTENDED_XMP_HEAD 75u /* name with NUL, GUID, whole length, offset */

enum
{
  MARKER_TEM = 0x01,
  MARKER_SOF0 = 0xc0,
  MARKER_DHT = 0xc4,
  MARKER_JPG = 0xc8,
  MARKER_DAC = 0xcc,
  MARKER_SOF15 = 0xcf,
  MARKER_RST0 = 0xd0,
  MARKER_RST7 = 0xd7,
  MARKER_SOI = 0xd8,
  MARKER_EOI = 0xd9,
  MARKER_SOS = 0xda,
  MARKER_DNL = 0xdc,
  MARKER_DRI = 0xdd,
  MARKER_APP1 = 0xe1,
  MARKER_APP2 = 0xe2,
  MARKER_APP13 = 0xed,
};

typedef struct
{
  OtrPhoto *photo;
  guint64 position;
  guint64 end; /* of the first picture: where the MPF pictures begin, or the file's end */
  gboolean damaged;
  guint restart_interval;
  guint64 restarts;
  guint64 mcus;
  guint8 *extended_xmp;
  gsize extended_length;
} Walk;

static gboolean
is_frame (guint8 marker)
{
  return marker >= MARKER_SOF0 && marker <= MARKER_SOF15 && marker != MARKER_DHT &&
         marker != MARKER_JPG && marker != MARKER_DAC;
}

static gboolean
stands_alone (guint8 marker)
{
  return marker == MARKER_TEM || (marker >= MARKER_RST0 && marker <= MARKER_SOI);
}

/* Leaves `position` behind the next marker. FALSE at the end. Bytes before it are skipped, as every
 * decoder does; `in_scan`: zero bytes after 0xff and restart markers belong to the pixels. */
static gboolean
next_marker (Walk *walk, gboolean in_scan, guint8 *out_marker)
{
  gboolean after_ff = FALSE;

  while (walk->position < walk->end)
    {
      gsize length;
      const guint8 *bytes = otr_source_chunk (walk->photo->source, walk->position, &length);
      const guint8 *p = bytes;
      const guint8 *stop;

      if (bytes == NULL)
        return FALSE;
      stop = bytes + MIN (length, walk->end - walk->position);
      while (p < stop)
        {
          if (!after_ff)
            {
              p = memchr (p, 0xff, (gsize) (stop - p));
              if (p == NULL)
                break;
              after_ff = TRUE;
              p++;
              continue;
            }
          after_ff = *p == 0xff;
          p++;
          if (after_ff || p[-1] == 0)
            continue;
          if (in_scan && p[-1] >= MARKER_RST0 && p[-1] <= MARKER_RST7)
            {
              walk->restarts++;
              continue;
            }
          *out_marker = p[-1];
          walk->position += (guint64) (p - bytes);
          return TRUE;
        }
      walk->position += (guint64) (stop - bytes);
    }
  return FALSE;
}

static guint64
divide_up (guint64 value, guint64 unit)
{
  return (value + unit - 1) / unit;
}

/* Blocks of all components, as libjpeg would keep them in memory, and the number of MCUs. */
static void
measure_frame (Walk *walk, const guint8 *components)
{
  OtrJpegFrame *frame = &walk->photo->jpeg;
  guint max_h = 1, max_v = 1;

  for (guint i = 0; i < frame->components; i++)
    {
      max_h = MAX (max_h, components[3 * i + 1] >> 4);
      max_v = MAX (max_v, components[3 * i + 1] & 15);
    }
  walk->mcus = divide_up (walk->photo->width, 8 * max_h) * divide_up (walk->photo->height,
                                                                      8 * max_v);
  if (frame->components == 1)
    walk->mcus = divide_up (walk->photo->width, 8) * divide_up (walk->photo->height, 8);
  frame->coefficient_bytes = 0;
  for (guint i = 0; i < frame->components; i++)
    {
      guint sampling = (components[3 * i + 1] >> 4) * (components[3 * i + 1] & 15);

      frame->coefficient_bytes += walk->mcus * sampling * 128;
    }
}

static void
read_frame (Walk *walk, guint8 marker, const guint8 *data, gsize size)
{
  OtrPhoto *photo = walk->photo;
  OtrJpegFrame *frame = &photo->jpeg;

  if (frame->components != 0)
    return;
  if (size < 6 || size < 6u + 3u * data[5] || data[5] == 0 || data[5] > 4)
    {
      walk->damaged = TRUE;
      return;
    }
  frame->precision = data[0];
  frame->components = data[5];
  frame->lossless = (marker & 3) == 3;
  frame->whole_in_memory = (marker & 3) == 2;
  photo->height = otr_bytes_16 (data + 1, TRUE);
  photo->width = otr_bytes_16 (data + 3, TRUE);
  measure_frame (walk, data + 6);
}

/* A large XMP packet continues in segments that each say where their part belongs. */
static void
add_extended_xmp (Walk *walk, const guint8 *data, gsize size)
{
  guint32 whole, offset;

  if (size < EXTENDED_XMP_HEAD)
    return;
  whole = otr_bytes_32 (data + 67, TRUE);
  offset = otr_bytes_32 (data + 71, TRUE);
  data += EXTENDED_XMP_HEAD;
  size -= EXTENDED_XMP_HEAD;
  if (walk->extended_xmp == NULL && whole > 0 && whole <= EXTENDED_XMP_MAX)
    {
      walk->extended_xmp = g_malloc0 (whole);
      walk->extended_length = whole;
    }
  if (whole == walk->extended_length && offset <= whole && size <= whole - offset)
    memcpy (walk->extended_xmp + offset, data, size);
}

#define STARTS_WITH(data, size, text) otr_bytes_start_with (data, size, text, sizeof (text) - 1)

static void
read_app1 (Walk *walk, const guint8 *data, gsize size)
{
  static const char xmp[] = "http://ns.adobe.com/xap/1.0/";

  if (STARTS_WITH (data, size, "Exif\0"))
    otr_photo_take_exif (walk->photo, g_bytes_new (data, size));
  else if (otr_bytes_start_with (data, size, xmp, sizeof xmp))
    otr_photo_take_xmp (walk->photo, g_bytes_new (data + sizeof xmp, size - sizeof xmp));
  else if (STARTS_WITH (data, size, "http://ns.adobe.com/xmp/extension/\0"))
    add_extended_xmp (walk, data, size);
}

static void
read_app2 (Walk *walk, const guint8 *data, gsize size, guint64 offset)
{
  OtrSpan preview;

  if (!STARTS_WITH (data, size, "MPF\0") ||
      !otr_jpeg_mpf_find (data + 4, size - 4, offset + 4, &preview))
    return;
  if (preview.offset < otr_source_get_length (walk->photo->source))
    {
      walk->photo->preview = preview;
      walk->end = preview.offset;
    }
}

static void
read_segment (Walk *walk, guint8 marker, const guint8 *data, gsize size)
{
  if (is_frame (marker))
    read_frame (walk, marker, data, size);
  else if (marker == MARKER_APP1)
    read_app1 (walk, data, size);
  else if (marker == MARKER_APP2)
    read_app2 (walk, data, size, walk->position + 2);
  else if (marker == MARKER_APP13 && STARTS_WITH (data, size, "Photoshop 3.0\0"))
    otr_photoshop_read_resources (walk->photo, data + 14, size - 14);
  else if (marker == MARKER_DRI && size >= 2)
    walk->restart_interval = otr_bytes_16 (data, TRUE);
  else if (marker == MARKER_DNL && size >= 2 && walk->photo->height == 0)
    walk->photo->height = otr_bytes_16 (data, TRUE);
  else if (marker == MARKER_SOS)
    {
      walk->photo->jpeg.scans++;
      if (size >= 1 && data[0] < walk->photo->jpeg.components)
        walk->photo->jpeg.whole_in_memory = TRUE;
    }
}

/* One marker with what belongs to it. FALSE at the end of the picture or of the file. */
static gboolean
step (Walk *walk, gboolean *in_scan)
{
  const guint8 *head;
  guint8 marker;
  guint size;

  if (!next_marker (walk, *in_scan, &marker))
    return FALSE;
  *in_scan = FALSE;
  if (marker == MARKER_EOI)
    {
      walk->photo->jpeg.ended = TRUE;
      return FALSE;
    }
  if (stands_alone (marker))
    return TRUE;
  head = otr_source_peek (walk->photo->source, walk->position, 2);
  size = head != NULL ? otr_bytes_16 (head, TRUE) : 0;
  head = size >= 2 ? otr_source_peek (walk->photo->source, walk->position, size) : NULL;
  if (head == NULL)
    {
      walk->damaged = size == 1;
      walk->position = walk->end;
      return FALSE;
    }
  read_segment (walk, marker, head + 2, size - 2);
  walk->position += size;
  *in_scan = marker == MARKER_SOS;
  return !walk->damaged;
}

/* FALSE when a restart marker that must be there is not: pixels are missing inside. */
static gboolean
has_all_restarts (Walk *walk)
{
  const OtrJpegFrame *frame = &walk->photo->jpeg;

  if (walk->restart_interval == 0 || frame->scans != 1 || frame->whole_in_memory || walk->mcus == 0)
    return TRUE;
  return walk->restarts + 1 >= divide_up (walk->mcus, walk->restart_interval);
}

static void
judge (Walk *walk)
{
  OtrPhoto *photo = walk->photo;

  if (photo->jpeg.components == 0 && !photo->jpeg.ended && !walk->damaged)
    otr_photo_set_state (photo,
                         OTR_DECODE_DAMAGED,
                         N_ ("The file is truncated: it holds no pixels."));
  else if (photo->jpeg.components == 0 || walk->damaged || photo->width == 0 || photo->height == 0)
    otr_photo_set_state (photo, OTR_DECODE_DAMAGED, N_ ("The JPEG structure is damaged."));
  else if (photo->jpeg.scans == 0)
    otr_photo_set_state (photo,
                         OTR_DECODE_DAMAGED,
                         N_ ("The file is truncated: it holds no pixels."));
  else if (photo->jpeg.lossless)
    otr_photo_set_state (photo, OTR_DECODE_DAMAGED, N_ ("Lossless JPEG is not supported."));
  else if (photo->jpeg.precision != 8)
    {
      g_autofree char *reason = g_strdup_printf ("%u-bit JPEG is not supported.",
                                                 photo->jpeg.precision);

      otr_photo_set_state (photo, OTR_DECODE_DAMAGED, reason);
    }
  else if (photo->jpeg.whole_in_memory && photo->jpeg.coefficient_bytes > OTR_LIMITS_PIXELS_MEMORY)
    otr_photo_set_state (photo, OTR_DECODE_LIMIT, N_ ("The picture is too large to decode."));
  else if (photo->jpeg.scans > SCANS_MAX)
    otr_photo_set_state (photo,
                         OTR_DECODE_LIMIT,
                         N_ ("Decoding took too long: it has too many scans."));
  else if (!has_all_restarts (walk))
    otr_photo_set_state (photo,
                         OTR_DECODE_DAMAGED,
                         N_ ("The file is truncated: pixels are missing."));
}

void
otr_jpeg_read (OtrPhoto *photo)
{
  Walk walk = { .photo = photo, .position = 2, .end = otr_source_get_length (photo->source) };
  gboolean in_scan = FALSE;

  photo->facts->mime = otr_facts_known_mime ("image/jpeg");
  while (step (&walk, &in_scan))
    ;
  if (photo->width == 0 || photo->height == 0)
    photo->width = photo->height = 0;
  if (walk.extended_xmp != NULL)
    photo->extended_xmp = g_bytes_new_take (walk.extended_xmp, walk.extended_length);
  judge (&walk);
}
