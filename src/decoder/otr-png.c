/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PNG chunks. */
#include "config.h"

#include "otr-png.h"

#include <string.h>

#include "otr-bytes.h"
#include "otr-crc.h"
#include "otr-i18n.h"
#include "otr-limits.h"
#include "otr-png-text.h"

#define SIGNATURE_SIZE 8u
#define HEAD_SIZE 8u /* length and name */
#define SIDE_MAX G_MAXINT32
#define CHECKED_MAX (32u * 1024 * 1024) /* larger files are not in memory: no second read */

static void
read_header (OtrPhoto *photo, const guint8 *data)
{
  guint64 bytes;

  photo->width = otr_bytes_32 (data, TRUE);
  photo->height = otr_bytes_32 (data + 4, TRUE);
  if (photo->width == 0 || photo->height == 0 || photo->width > SIDE_MAX ||
      photo->height > SIDE_MAX)
    {
      photo->width = photo->height = 0;
      otr_photo_set_state (photo, OTR_DECODE_DAMAGED, N_ ("The PNG has an impossible size."));
      return;
    }
  bytes = (guint64) photo->width * photo->height;
  if (bytes > OTR_LIMITS_PIXELS_MEMORY / 4)
    otr_photo_set_state (photo, OTR_DECODE_LIMIT, N_ ("The picture is too large to decode."));
}

static void
read_text (OtrPhoto *photo, const char *name, guint64 offset, guint32 length)
{
  g_autoptr (GBytes) chunk = otr_source_copy (photo->source, offset, length);
  gsize size = 0;
  const guint8 *data = chunk != NULL ? g_bytes_get_data (chunk, &size) : NULL;

  if (size > 0)
    otr_png_text_read (photo, name, data, size);
}

/* The loader would find it, too, but what is wrong with a photo must not depend on whether pixels
 * were asked for. It costs a tenth of decoding. FALSE also for a chunk that is cut. */
static gboolean
is_intact (OtrPhoto *photo, const char *name, guint64 offset, guint32 length)
{
  guint32 crc = otr_crc_add (0, (const guint8 *) name, 4);
  guint64 end = offset + length;
  const guint8 *bytes;

  for (gsize size; offset < end; offset += size)
    {
      bytes = otr_source_chunk (photo->source, offset, &size);
      if (bytes == NULL)
        return FALSE;
      size = (gsize) MIN (size, end - offset);
      crc = otr_crc_add (crc, bytes, size);
    }
  bytes = otr_source_peek (photo->source, end, 4);
  return bytes != NULL && otr_bytes_32 (bytes, TRUE) == crc;
}

static void
read_chunk (OtrPhoto *photo, const char *name, guint64 offset, guint32 length)
{
  const guint8 *data;

  if (strcmp (name, "IHDR") == 0 && length >= 13 && photo->width == 0)
    {
      data = otr_source_peek (photo->source, offset, 13);
      if (data != NULL)
        read_header (photo, data);
    }
  else if (strcmp (name, "eXIf") == 0)
    otr_photo_take_exif (photo, otr_source_copy (photo->source, offset, length));
  else if (strcmp (name, "iTXt") == 0 || strcmp (name, "tEXt") == 0 || strcmp (name, "zTXt") == 0)
    read_text (photo, name, offset, length);
  else if (strcmp (name, "acTL") == 0)
    photo->facts->mime = otr_facts_known_mime ("image/apng");
}

void
otr_png_read (OtrPhoto *photo)
{
  guint64 at = SIGNATURE_SIZE;
  gboolean ended = FALSE, intact = TRUE;
  gboolean is_checked = otr_source_get_length (photo->source) <= CHECKED_MAX;
  const guint8 *head;

  photo->facts->mime = otr_facts_known_mime ("image/png");
  while (!ended && (head = otr_source_peek (photo->source, at, HEAD_SIZE)) != NULL)
    {
      guint32 length = otr_bytes_32 (head, TRUE);
      char name[5] = { 0 };

      memcpy (name, head + 4, 4);
      ended = strcmp (name, "IEND") == 0;
      read_chunk (photo, name, at + HEAD_SIZE, length);
      if (is_checked && intact && strcmp (name, "IDAT") == 0)
        intact = is_intact (photo, name, at + HEAD_SIZE, length);
      at += HEAD_SIZE + (guint64) length + 4;
    }
  if (photo->width == 0)
    otr_photo_set_state (photo, OTR_DECODE_DAMAGED, N_ ("The PNG has no header."));
  else if (!ended)
    otr_photo_set_state (photo,
                         OTR_DECODE_DAMAGED,
                         N_ ("The file is truncated: pixels are missing."));
  else if (!intact)
    otr_photo_set_state (photo,
                         OTR_DECODE_DAMAGED,
                         N_ ("The PNG is damaged: a checksum is wrong."));
}
