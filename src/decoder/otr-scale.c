/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Area scaling in fixed point. Rows are first summed with their share of the target row (one
 * plain loop over bytes, which the compiler vectorises), and each finished sum is then narrowed.
 * Shares along one direction always add up to exactly 65536, so a flat area keeps its value. */
#include "config.h"

#include "otr-scale.h"

#include <string.h>

#define ONE 65536u

struct _OtrScale
{
  OtrPixels *to;
  guint width;
  guint height;
  guint source_row;
  guint target_row;
  guint32 *sums;    /* of one target row, before narrowing; at most 255 * ONE */
  guint32 *weights; /* of each source pixel in the target pixel where it begins ... */
  guint32 *rests;   /* ... and in the next one */
};

/* The share of source cell `i` in target cell `j`, both of `n` source and `m` target cells:
 * cells are laid on a common line of n * m units. */
static guint32
get_share (guint64 i, guint64 j, guint64 n, guint64 m)
{
  guint64 from = MAX (i * m, j * n), to = MIN ((i + 1) * m, (j + 1) * n);

  if (from >= to)
    return 0;
  return (guint32) ((to - j * n) * ONE / n - (from - j * n) * ONE / n);
}

OtrScale *
otr_scale_new (guint width, guint height, OtrPixels *to, guint to_width, guint to_height)
{
  OtrScale *scale;

  g_return_val_if_fail (to_width <= width && to_height <= height && to_width > 0 && to_height > 0,
                        NULL);
  if (!otr_pixels_alloc (to, to_width, to_height))
    return NULL;
  scale = g_new0 (OtrScale, 1);
  scale->to = to;
  scale->width = width;
  scale->height = height;
  scale->sums = g_new0 (guint32, (gsize) width * 3);
  scale->weights = g_new (guint32, width);
  scale->rests = g_new (guint32, width);
  for (guint x = 0; x < width; x++)
    {
      guint64 target = (guint64) x * to_width / width;

      scale->weights[x] = get_share (x, target, width, to_width);
      scale->rests[x] = get_share (x, target + 1, width, to_width);
    }
  return scale;
}

void
otr_scale_free (OtrScale *scale)
{
  if (scale == NULL)
    return;
  g_free (scale->sums);
  g_free (scale->weights);
  g_free (scale->rests);
  g_free (scale);
}

static void
add_row (guint32 *restrict sums, const guint8 *restrict row, gsize n, guint32 share)
{
  for (gsize i = 0; i < n; i++)
    sums[i] += row[i] * share;
}

static inline void
add_pixel (guint32 total[3], const guint32 *sum, guint32 weight)
{
  for (guint c = 0; c < 3; c++)
    total[c] += (sum[c] >> 8) * weight;
}

static void
narrow (OtrScale *scale, guint8 *to)
{
  const guint32 half = 1u << 23;
  guint32 total[3] = { half, half, half };
  const guint32 *sum = scale->sums;
  guint64 covered = 0;
  guint64 full = scale->width;

  for (guint x = 0; x < scale->width; x++, sum += 3)
    {
      add_pixel (total, sum, scale->weights[x]);
      covered += scale->to->width;
      if (covered < full)
        continue;
      for (guint c = 0; c < 3; c++)
        {
          *to++ = (guint8) (total[c] >> 24);
          total[c] = half;
        }
      covered -= full;
      if (covered > 0)
        add_pixel (total, sum, scale->rests[x]);
    }
}

static void
finish_row (OtrScale *scale)
{
  narrow (scale, scale->to->data + (gsize) scale->target_row * scale->to->width * 3);
  memset (scale->sums, 0, sizeof *scale->sums * scale->width * 3);
  scale->target_row++;
}

void
otr_scale_push (OtrScale *scale, const guint8 *row)
{
  gsize n = (gsize) scale->width * 3;
  guint height = scale->height, to_height = scale->to->height;
  guint64 end;
  guint32 share;

  if (scale->source_row >= height)
    return;
  end = (guint64) (scale->source_row + 1) * to_height;
  share = get_share (scale->source_row, scale->target_row, height, to_height);
  add_row (scale->sums, row, n, share);
  if (end >= (guint64) (scale->target_row + 1) * height)
    {
      finish_row (scale);
      share = get_share (scale->source_row, scale->target_row, height, to_height);
      if (share > 0 && scale->target_row < to_height)
        add_row (scale->sums, row, n, share);
    }
  scale->source_row++;
}
