/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colours as libjpeg converts them, to the bit: 16 binary places, the factors of JFIF. */
#include "config.h"

#include "otr-dc-colours.h"

#include <string.h>

#define HALF 32768
#define CR_TO_R 91881  /* 1.402 */
#define CB_TO_G -22554 /* -0.34414 */
#define CR_TO_G -46802 /* -0.71414 */
#define CB_TO_B 116130 /* 1.772 */

static inline guint8
clamp (gint value)
{
  return (guint8) CLAMP (value, 0, 255);
}

static void
convert_ycc (const guint8 *const rows[], guint8 *restrict to, guint n)
{
  const guint8 *restrict y = rows[0], *restrict b = rows[1], *restrict r = rows[2];

  for (guint i = 0; i < n; i++)
    {
      gint cb = b[i] - 128, cr = r[i] - 128;

      to[3 * i] = clamp (y[i] + ((CR_TO_R * cr + HALF) >> 16));
      to[3 * i + 1] = clamp (y[i] + ((CB_TO_G * cb + CR_TO_G * cr + HALF) >> 16));
      to[3 * i + 2] = clamp (y[i] + ((CB_TO_B * cb + HALF) >> 16));
    }
}

static void
convert_ycck (const guint8 *const rows[], guint8 *restrict to, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      gint y = rows[0][i], cb = rows[1][i] - 128, cr = rows[2][i] - 128;

      to[4 * i] = clamp (255 - (y + ((CR_TO_R * cr + HALF) >> 16)));
      to[4 * i + 1] = clamp (255 - (y + ((CB_TO_G * cb + CR_TO_G * cr + HALF) >> 16)));
      to[4 * i + 2] = clamp (255 - (y + ((CB_TO_B * cb + HALF) >> 16)));
      to[4 * i + 3] = rows[3][i];
    }
}

static void
interleave (const guint8 *const rows[], guint channels, guint8 *to, guint n)
{
  for (guint i = 0; i < n; i++)
    for (guint c = 0; c < channels; c++)
      *to++ = rows[c][i];
}

void
otr_dc_colours_convert (OtrDcColours colours,
                        const guint8 *const rows[OTR_DC_COMPONENTS_MAX],
                        guint8 *to,
                        guint n)
{
  const guint8 *grey[] = { rows[0], rows[0], rows[0] };

  switch (colours)
    {
    case OTR_DC_GREY:
      interleave (grey, 3, to, n);
      break;
    case OTR_DC_RGB:
      interleave (rows, 3, to, n);
      break;
    case OTR_DC_YCC:
      convert_ycc (rows, to, n);
      break;
    case OTR_DC_CMYK:
      interleave (rows, 4, to, n);
      break;
    case OTR_DC_YCCK:
      convert_ycck (rows, to, n);
      break;
    default:
      g_assert_not_reached ();
    }
}

void
otr_dc_colours_expand (const guint8 *from, guint8 *to, guint n, guint times)
{
  for (guint i = 0; i < n; i += times)
    memset (to + i, *from++, MIN (times, n - i));
}
