/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Photoshop's resource blocks, and the header of its files. */
#include "config.h"

#include "otr-photoshop.h"

#include "otr-bytes.h"
#include "otr-i18n.h"

#define HEADER_SIZE 26u

enum
{
  RESOURCE_IPTC = 0x0404,
  RESOURCE_EXIF = 0x0422,
  RESOURCE_XMP = 0x0424,
};

void
otr_photoshop_read_resources (OtrPhoto *photo, const guint8 *data, gsize size)
{
  gsize at = 0;

  /* "8BIM", id, name (length byte, padded to even), length, data (padded to even) */
  while (size - at >= 12 && otr_bytes_start_with (data + at, size - at, "8BIM", 4))
    {
      guint id = otr_bytes_16 (data + at + 4, TRUE);
      gsize name = ((gsize) data[at + 6] + 2) & ~(gsize) 1;
      gsize length;

      if (size - at < 10 + name)
        return;
      length = otr_bytes_32 (data + at + 6 + name, TRUE);
      at += 10 + name;
      if (length > size - at)
        return;
      if (id == RESOURCE_IPTC)
        otr_photo_take_iptc (photo, g_bytes_new (data + at, length));
      else if (id == RESOURCE_EXIF)
        otr_photo_take_exif (photo, g_bytes_new (data + at, length));
      else if (id == RESOURCE_XMP)
        otr_photo_take_xmp (photo, g_bytes_new (data + at, length));
      at += MIN (length + (length & 1), size - at);
    }
}

void
otr_photoshop_read (OtrPhoto *photo)
{
  const guint8 *head = otr_source_peek (photo->source, 0, HEADER_SIZE + 4);
  guint64 at;
  guint32 length;

  photo->facts->mime = otr_facts_known_mime ("application/vnd.adobe.photoshop");
  if (head == NULL)
    {
      otr_photo_set_state (photo, OTR_DECODE_DAMAGED, N_ ("The file is truncated."));
      return;
    }
  otr_photo_set_state (photo,
                       OTR_DECODE_NO_LOADER,
                       N_ ("Photoshop pictures are shown without thumbnail."));
  photo->height = otr_bytes_32 (head + 14, TRUE);
  photo->width = otr_bytes_32 (head + 18, TRUE);
  at = HEADER_SIZE + 4 + (guint64) otr_bytes_32 (head + HEADER_SIZE, TRUE);
  head = otr_source_peek (photo->source, at, 4);
  length = head != NULL ? otr_bytes_32 (head, TRUE) : 0;
  head = length > 0 && length <= OTR_SOURCE_COPY_MAX ? otr_source_peek (photo->source,
                                                                        at + 4,
                                                                        length)
                                                     : NULL;
  if (head != NULL)
    otr_photoshop_read_resources (photo, head, length);
}
