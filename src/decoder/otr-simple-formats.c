/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GIF and BMP: sizes, limits, and where a GIF's first picture ends, so that no animation is
 * decoded. */
#include "config.h"

#include "otr-simple-formats.h"

#include "otr-bytes.h"
#include "otr-i18n.h"
#include "otr-limits.h"

#define GIF_HEAD 13u
#define GIF_IMAGE_HEAD 10u
#define BMP_HEAD 26u
#define BMP_CORE_SIZE 12u

static void
check_size (OtrPhoto *photo)
{
  if (photo->width == 0 || photo->height == 0)
    otr_photo_set_state (photo, OTR_DECODE_DAMAGED, N_ ("The picture has an impossible size."));
  else if ((guint64) photo->width * photo->height * 4 > OTR_LIMITS_PIXELS_MEMORY)
    otr_photo_set_state (photo, OTR_DECODE_LIMIT, N_ ("The picture is too large to decode."));
}

static guint64
color_table_size (guint8 flags)
{
  return (flags & 0x80) != 0 ? (guint64) 3 << ((flags & 7) + 1) : 0;
}

/* Behind a chain of sub-blocks; 0 when the file ends before. */
static guint64
skip_blocks (OtrSource *source, guint64 at)
{
  const guint8 *length;

  while ((length = otr_source_peek (source, at, 1)) != NULL)
    {
      at += 1u + *length;
      if (*length == 0)
        return at;
    }
  return 0;
}

/* The end of the first picture; 0 when there is none or it is cut. */
static guint64
find_first_picture (OtrSource *source, guint64 at)
{
  const guint8 *head;

  while (at != 0 && (head = otr_source_peek (source, at, 1)) != NULL)
    {
      if (*head == 0x21)
        at = skip_blocks (source, at + 2);
      else if (*head == 0x2c)
        {
          head = otr_source_peek (source, at, GIF_IMAGE_HEAD);
          return head != NULL ? skip_blocks (source,
                                             at + GIF_IMAGE_HEAD + color_table_size (head[9]) + 1)
                              : 0;
        }
      else
        return 0;
    }
  return 0;
}

void
otr_simple_formats_read_gif (OtrPhoto *photo)
{
  const guint8 *head = otr_source_peek (photo->source, 0, GIF_HEAD);

  photo->facts->mime = otr_facts_known_mime ("image/gif");
  if (head == NULL)
    {
      otr_photo_set_state (photo, OTR_DECODE_DAMAGED, N_ ("The file is truncated."));
      return;
    }
  photo->width = otr_bytes_16 (head + 6, FALSE);
  photo->height = otr_bytes_16 (head + 8, FALSE);
  check_size (photo);
  photo->pixels_end = find_first_picture (photo->source, GIF_HEAD + color_table_size (head[10]));
  if (photo->pixels_end == 0)
    otr_photo_set_state (photo,
                         OTR_DECODE_DAMAGED,
                         N_ ("The file is truncated: pixels are missing."));
}

void
otr_simple_formats_read_bmp (OtrPhoto *photo)
{
  const guint8 *head = otr_source_peek (photo->source, 0, BMP_HEAD);

  photo->facts->mime = otr_facts_known_mime ("image/bmp");
  if (head == NULL)
    {
      otr_photo_set_state (photo, OTR_DECODE_DAMAGED, N_ ("The file is truncated."));
      return;
    }
  if (otr_bytes_32 (head + 14, FALSE) == BMP_CORE_SIZE)
    {
      photo->width = otr_bytes_16 (head + 18, FALSE);
      photo->height = otr_bytes_16 (head + 20, FALSE);
    }
  else
    {
      gint32 height = (gint32) otr_bytes_32 (head + 22, FALSE);

      photo->width = otr_bytes_32 (head + 18, FALSE);
      photo->height = height < 0 ? 0u - (guint32) height : (guint32) height;
    }
  check_size (photo);
}
