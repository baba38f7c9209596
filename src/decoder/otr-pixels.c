/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plain RGB pictures and turning them upright. */
#include "config.h"

#include "otr-pixels.h"

#include <string.h>

void
otr_pixels_clear (OtrPixels *pixels)
{
  g_clear_pointer (&pixels->data, g_free);
  pixels->width = pixels->height = 0;
}

gboolean
otr_pixels_alloc (OtrPixels *pixels, guint width, guint height)
{
  gsize size;

  if (!g_size_checked_mul (&size, width, height) || !g_size_checked_mul (&size, size, 3))
    return FALSE;
  pixels->data = g_try_malloc0 (size);
  if (pixels->data == NULL)
    return FALSE;
  pixels->width = width;
  pixels->height = height;
  return TRUE;
}

static guint
scale_side (guint side, guint long_side, guint max_px)
{
  guint64 scaled = ((guint64) side * max_px + long_side / 2) / long_side;

  return (guint) MAX (scaled, 1);
}

void
otr_pixels_fit (guint width, guint height, guint max_px, guint *out_width, guint *out_height)
{
  guint long_side = MAX (width, height);

  if (long_side <= max_px)
    {
      *out_width = width;
      *out_height = height;
      return;
    }
  *out_width = scale_side (width, long_side, max_px);
  *out_height = scale_side (height, long_side, max_px);
}

/* Where a pixel goes: first pixel, and the steps along a source row and down a source column. */
typedef struct
{
  gssize first;
  gssize along;
  gssize down;
} Path;

static Path
get_path (gssize width, gssize height, guint orientation)
{
  switch (orientation)
    {
    case 2:
      return (Path){ width - 1, -1, width };
    case 3:
      return (Path){ width * height - 1, -1, -width };
    case 4:
      return (Path){ width * (height - 1), 1, -width };
    case 5:
      return (Path){ 0, height, 1 };
    case 6:
      return (Path){ height - 1, height, -1 };
    case 7:
      return (Path){ width * height - 1, -height, -1 };
    case 8:
      return (Path){ height * (width - 1), -height, 1 };
    default:
      return (Path){ 0, 1, width };
    }
}

void
otr_pixels_turn (const OtrPixels *pixels, guint orientation, guint8 *to)
{
  Path path = get_path (pixels->width, pixels->height, orientation);
  const guint8 *from = pixels->data;

  if (orientation < 2 || orientation > 8)
    {
      memcpy (to, from, (gsize) pixels->width * pixels->height * 3);
      return;
    }
  for (guint y = 0; y < pixels->height; y++)
    {
      guint8 *p = to + (path.first + path.down * (gssize) y) * 3;

      for (guint x = 0; x < pixels->width; x++, from += 3, p += path.along * 3)
        {
          p[0] = from[0];
          p[1] = from[1];
          p[2] = from[2];
        }
    }
}

void
otr_pixels_cmyk_to_rgb (const guint8 *from, guint8 *to, guint n, gboolean inverted)
{
  guint8 flip = inverted ? 0 : 0xff;

  for (guint i = 0; i < n; i++, from += 4, to += 3)
    {
      guint k = from[3] ^ flip;

      for (guint c = 0; c < 3; c++)
        to[c] = (guint8) (((from[c] ^ flip) * k + 127) / 255);
    }
}

void
otr_verdict_clear (OtrVerdict *verdict)
{
  g_clear_pointer (&verdict->reason, g_free);
  verdict->state = OTR_DECODE_OK;
}

void
otr_verdict_set (OtrVerdict *verdict, OtrDecodeState state, const char *reason)
{
  if (verdict->state != OTR_DECODE_OK)
    return;
  verdict->state = state;
  verdict->reason = g_strdup (reason);
}
