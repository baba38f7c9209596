/* SPDX-License-Identifier: GPL-3.0-or-later */
/* WebP's RIFF chunks. */
#include "config.h"

#include "otr-webp.h"

#include "otr-bytes.h"
#include "otr-i18n.h"
#include "otr-pixels-pixbuf.h"

#define RIFF_HEAD 12u
#define CHUNK_HEAD 8u
#define FRAME_HEAD 10u

static guint32
get_24 (const guint8 *p)
{
  return p[0] | (guint32) p[1] << 8 | (guint32) p[2] << 16;
}

static void
set_size (OtrPhoto *photo, guint32 width, guint32 height)
{
  if (photo->width != 0)
    return;
  photo->width = width;
  photo->height = height;
}

static void
read_frame (OtrPhoto *photo, const guint8 *name, const guint8 *data)
{
  if (otr_bytes_start_with (name, 4, "VP8X", 4))
    set_size (photo, get_24 (data + 4) + 1, get_24 (data + 7) + 1);
  else if (otr_bytes_start_with (name, 4, "VP8L", 4) && data[0] == 0x2f)
    {
      guint32 bits = otr_bytes_32 (data + 1, FALSE);

      set_size (photo, (bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1);
    }
  else if (otr_bytes_start_with (name, 4, "VP8 ", 4) && otr_bytes_start_with (data + 3,
                                                                              3,
                                                                              "\x9d\x01\x2a",
                                                                              3))
    set_size (photo,
              otr_bytes_16 (data + 6, FALSE) & 0x3fff,
              otr_bytes_16 (data + 8, FALSE) & 0x3fff);
}

static void
read_chunk (OtrPhoto *photo, const guint8 *head, guint64 offset, guint32 length)
{
  guint8 name[4];
  const guint8 *data;

  memcpy (name, head, sizeof name);
  if (otr_bytes_start_with (name, 4, "EXIF", 4))
    otr_photo_take_exif (photo, otr_source_copy (photo->source, offset, length));
  else if (otr_bytes_start_with (name, 4, "XMP ", 4))
    otr_photo_take_xmp (photo, otr_source_copy (photo->source, offset, length));
  else
    {
      data = length >= FRAME_HEAD ? otr_source_peek (photo->source, offset, FRAME_HEAD) : NULL;
      if (data != NULL)
        read_frame (photo, name, data);
    }
}

void
otr_webp_read (OtrPhoto *photo)
{
  guint64 length = otr_source_get_length (photo->source);
  guint64 at = RIFF_HEAD;
  const guint8 *head = otr_source_peek (photo->source, 0, RIFF_HEAD);
  guint64 end = head != NULL ? otr_bytes_32 (head + 4, FALSE) + (guint64) CHUNK_HEAD : 0;

  photo->facts->mime = otr_facts_known_mime ("image/webp");
  while (at < MIN (end, length) && (head = otr_source_peek (photo->source, at, CHUNK_HEAD)) != NULL)
    {
      guint32 size = otr_bytes_32 (head + 4, FALSE);

      read_chunk (photo, head, at + CHUNK_HEAD, size);
      at += CHUNK_HEAD + (guint64) size + (size & 1);
    }
  if (photo->width == 0 || photo->height == 0)
    otr_photo_set_state (photo, OTR_DECODE_DAMAGED, N_ ("The WebP has no picture."));
  else if (end > length + 1)
    otr_photo_set_state (photo,
                         OTR_DECODE_DAMAGED,
                         N_ ("The file is truncated: pixels are missing."));
  else if (!otr_pixels_pixbuf_has_loader ("webp"))
    otr_photo_set_state (photo,
                         OTR_DECODE_NO_LOADER,
                         N_ ("WebP pictures need the package webp-pixbuf-loader."));
}
