/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JPEG XL's size header: a few fields of bits, lowest first. */
#include "config.h"

#include "otr-jxl.h"

#define HEAD_MAX 16u

typedef struct
{
  const guint8 *bytes;
  guint bit;
} Bits;

static guint32
take_bits (Bits *bits, guint n)
{
  guint32 value = 0;

  for (guint i = 0; i < n; i++, bits->bit++)
    value |= (guint32) (bits->bytes[bits->bit / 8] >> (bits->bit % 8) & 1) << i;
  return value;
}

static guint32
take_side (Bits *bits, gboolean small)
{
  static const guint8 widths[] = { 9, 13, 18, 30 };

  if (small)
    return (take_bits (bits, 5) + 1) * 8;
  return take_bits (bits, widths[take_bits (bits, 2)]) + 1;
}

void
otr_jxl_read_stream (OtrPhoto *photo, guint64 offset, guint64 length)
{
  static const guint8 ratios[][2] = { { 1, 1 },
                                      { 12, 10 },
                                      { 4, 3 },
                                      { 3, 2 },
                                      { 16, 9 },
                                      { 5, 4 },
                                      { 2, 1 } };
  const guint8 *head = length >= HEAD_MAX
                           ? otr_source_peek (photo->source, offset, HEAD_MAX)
                           : NULL;
  Bits bits = { head, 16 };
  gboolean small;
  guint ratio;

  if (head == NULL || head[0] != 0xff || head[1] != 0x0a || photo->width != 0)
    return;
  small = take_bits (&bits, 1) != 0;
  photo->height = take_side (&bits, small);
  ratio = take_bits (&bits, 3);
  if (ratio == 0)
    photo->width = take_side (&bits, small);
  else
    photo->width =
        (guint32) ((guint64) photo->height * ratios[ratio - 1][0] / ratios[ratio - 1][1]);
}
