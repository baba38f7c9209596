/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The DC scan. At 1/8 size a block of most components is one sample, which its DC term alone
 * gives, so the AC terms are only passed over, several Huffman symbols a look-up. Colour that is
 * stored at half the resolution gives 2x2 samples a block: each is the mean of a quarter of the
 * block, to which only the DC term and the odd terms of either direction contribute, each with a
 * weight, so such a block is a few weighted sums without any transform. The weights and where they
 * are rounded are libjpeg's, and so are the samples, to the bit.
 *
 * Where the time goes (bench-dc-scan; 100 photos of 4.9 MB, 12-24 MP, 4:2:0, AMD EPYC 3.7 GHz:
 * 15.6 ms, libjpeg 39.4): half is the chain of look-ups in luma, 11 a block of 11.5 bits, 8 cycles
 * each; a fifth is one mispredicted branch where each block ends; colour terms, stuffing and the
 * conversion to RGB take 6 to 10 % each; tables 1 %.
 *
 * Tried and not kept, as they gained 2 % or less: skip tables of 11 and 12 bits (7 and 2 % slower)
 * and 14 (4 % slower: too large for the first-level cache), three look-ups a refill of shorter
 * entries, BMI2 shifts, stuffing taken out eight bytes at a time instead of by memchr(), colours in
 * planes for the vectoriser, tables held in registers over the blocks of a component, a branchless
 * search for long codes. */
#include "config.h"

#include "otr-dc-scan.h"

#include "otr-dc-bits.h"
#include "otr-dc-colours.h"
#include "otr-dc-header.h"

/* What a term is worth, dequantised, in the sum of its kind: one for each of the columns 0, 1, 3,
 * 5 and 7, for the first row, and as many for the rows below. */
typedef struct
{
  gint32 weight;
  guint32 sum;
} Term;

#define N_SUMS 10

/* A block of the MCU. */
typedef struct
{
  const OtrDcHuffman *dc;
  const OtrDcHuffman *ac;
  const Term *terms; /* in zigzag order; NULL for one sample a block */
  gint32 quant;
  guint component;
  guint8 *to;   /* its samples in the first MCU of a row */
  guint step;   /* from one MCU to the next */
  guint stride; /* from one row of samples to the next */
} Block;

typedef struct
{
  guint8 *samples; /* of a row of MCUs */
  gsize stride;
  guint8 *expanded; /* a row with samples repeated; NULL when none are */
  Term *terms;      /* NULL for one sample a block */
} Plane;

struct _OtrDcScan
{
  OtrDcHeader header;
  OtrDcHuffman dc[4];
  OtrDcHuffman ac[4];
  Plane planes[OTR_DC_COMPONENTS_MAX];
  Block blocks[OTR_DC_MCU_BLOCKS_MAX];
  guint n_blocks;
  guint width, height;
  guint mcus_across;
  guint mcus_to_restart;
  guint restarts;
  gint32 last[OTR_DC_COMPONENTS_MAX]; /* DC terms */
  guint row;
  guint8 *pixels;
  OtrDcBits bits;
  gboolean broken;
};

/* The zigzag goes up and to the right in the even diagonals, down and to the left in the others. */
static void
take_next (guint *x, guint *y)
{
  gboolean is_up = (*x + *y) % 2 == 0;
  guint *along = is_up ? x : y, *against = is_up ? y : x;

  if (*along == 7)
    {
      ++*against;
      return;
    }
  ++*along;
  if (*against > 0)
    --*against;
}

/* Four times the mean of the first half of each odd cosine, with 13 binary places; that of the
 * second half is its negative. The even ones have none, but for the first. */
#define ONE 32768
static const gint32 half_means[8] = { ONE, 29692, 0, -10426, 0, 6967, 0, -5906 };

static void
make_terms (Term *terms, const guint16 *quant)
{
  guint x = 0, y = 0;

  for (guint k = 0; k < 64; k++)
    {
      guint32 weight = x == 0 || x % 2 == 1 ? quant[k] * (guint32) half_means[y] : 0;

      terms[k] = (Term){ (gint32) weight, (x + 1) / 2 + (y > 0 ? N_SUMS / 2 : 0) };
      take_next (&x, &y);
    }
}

/* The value that the `size` bits behind the code stand for. */
static inline gint32
get_value (guint64 bits, OtrDcSymbol symbol)
{
  guint size = OTR_DC_SYMBOL_SIZE (symbol);
  guint64 rest = bits << (OTR_DC_SYMBOL_BITS (symbol) - size);
  gint32 value = (gint32) (rest >> 1 >> (63 - size));
  gint32 is_negative = (gint32) ~((gint64) rest >> 63);

  return value - (is_negative & ((1 << size) - 1));
}

static inline OtrDcSymbol
read_symbol (OtrDcReader *reader, const OtrDcHuffman *table)
{
  OtrDcSymbol symbol = table->first[reader->bits >> (64 - OTR_DC_HUFFMAN_BITS)];

  return G_LIKELY (symbol != 0) ? symbol : otr_dc_huffman_find (table, reader->bits);
}

/* TRUE unless there is an impossible code. */
static inline gboolean
read_dc (OtrDcReader *reader, const Block *block, gint32 *last)
{
  OtrDcSymbol symbol;

  otr_dc_reader_refill (reader);
  symbol = read_symbol (reader, block->dc);
  *last = (gint32) ((guint32) *last + (guint32) get_value (reader->bits, symbol));
  otr_dc_reader_pass (reader, OTR_DC_SYMBOL_BITS (symbol));
  return symbol != 0;
}

/* One symbol by itself. Returns the index of the next term, or 0 for an impossible code. */
static inline guint
skip_symbol (OtrDcReader *reader, const OtrDcHuffman *table, guint index)
{
  OtrDcSymbol symbol;

  otr_dc_reader_refill (reader);
  symbol = read_symbol (reader, table);
  otr_dc_reader_pass (reader, OTR_DC_SYMBOL_BITS (symbol));
  return symbol != 0 ? index + OTR_DC_SYMBOL_RUN (symbol) + 1 : 0;
}

static inline OtrDcSkip
skip_some (OtrDcReader *reader, const OtrDcHuffman *table)
{
  OtrDcSkip skip = table->skip[reader->bits >> (64 - OTR_DC_SKIP_BITS)];

  otr_dc_reader_pass (reader, skip);
  return skip;
}

/* Comes with the 25 bits that a DC term leaves at least. */
static inline gboolean
skip_ac (OtrDcReader *reader, const OtrDcHuffman *table)
{
  OtrDcReader before = *reader;
  guint index = 1, from = 1;

  index += skip_some (reader, table) >> 8;
  for (;;)
    {
      while (index < 64)
        {
          otr_dc_reader_refill (reader);
          before = *reader;
          from = index;
          index += skip_some (reader, table) >> 8;
          if (index >= 64)
            break;
          before = *reader;
          from = index;
          index += skip_some (reader, table) >> 8;
        }
      if (G_LIKELY (OTR_DC_SKIP_IS_END (index)))
        return TRUE;
      *reader = before;
      index = skip_symbol (reader, table, from);
      if (index == 0 || index >= 64)
        return index != 0;
    }
}

static inline guint8
clamp (gint value)
{
  return (guint8) CLAMP (value, 0, 255);
}

static inline gint32
round_off (guint32 value, guint places)
{
  return (gint32) (value + (1u << (places - 1))) >> places;
}

/* Two samples beside each other out of the sums of the columns. */
static inline void
store_pair (guint8 *to, const gint32 sums[N_SUMS / 2])
{
  guint32 even = (guint32) sums[0] * ONE, odd = 0;

  for (guint i = 1; i < N_SUMS / 2; i++)
    odd += (guint32) sums[i] * (guint32) half_means[2 * i - 1];
  to[0] = clamp (round_off (even + odd, 20) + 128);
  to[1] = clamp (round_off (even - odd, 20) + 128);
}

/* Rounded between the two directions, as libjpeg does. */
static inline void
store_quarters (guint8 *to, guint stride, const guint32 sums[N_SUMS])
{
  gint32 top[N_SUMS / 2], bottom[N_SUMS / 2];

  for (guint i = 0; i < N_SUMS / 2; i++)
    {
      top[i] = round_off (sums[i] + sums[N_SUMS / 2 + i], 13);
      bottom[i] = round_off (sums[i] - sums[N_SUMS / 2 + i], 13);
    }
  store_pair (to, top);
  store_pair (to + stride, bottom);
}

static inline gboolean
read_quarters (OtrDcReader *reader, const Block *block, gint32 dc, guint mcu)
{
  const Term *terms = block->terms;
  guint32 sums[N_SUMS] = { (guint32) (gint16) dc * (guint32) terms[0].weight };

  for (guint index = 1; index < 64; index++)
    {
      OtrDcSymbol symbol;

      otr_dc_reader_refill (reader);
      symbol = read_symbol (reader, block->ac);
      if (symbol == 0)
        return FALSE;
      index += OTR_DC_SYMBOL_RUN (symbol);
      if (index < 64)
        sums[terms[index].sum] += (guint32) get_value (reader->bits, symbol) *
                                  (guint32) terms[index].weight;
      otr_dc_reader_pass (reader, OTR_DC_SYMBOL_BITS (symbol));
    }
  store_quarters (block->to + (gsize) mcu * block->step, block->stride, sums);
  return TRUE;
}

static inline gboolean
read_mcu (OtrDcReader *reader, const Block *blocks, guint n_blocks, gint32 *last, guint mcu)
{
  for (guint i = 0; i < n_blocks; i++)
    {
      const Block *block = &blocks[i];
      gint32 *dc = &last[block->component];

      if (!read_dc (reader, block, dc))
        return FALSE;
      if (block->terms != NULL)
        {
          if (!read_quarters (reader, block, *dc, mcu))
            return FALSE;
          continue;
        }
      block->to[(gsize) mcu * block->step] =
          clamp ((((gint16) *dc * block->quant + 4) >> 3) + 128);
      if (!skip_ac (reader, block->ac))
        return FALSE;
    }
  return TRUE;
}

static gboolean
restart (OtrDcScan *scan)
{
  if (!otr_dc_bits_restart (&scan->bits, scan->restarts++ % 8))
    return FALSE;
  for (guint i = 0; i < OTR_DC_COMPONENTS_MAX; i++)
    scan->last[i] = 0;
  scan->mcus_to_restart = scan->header.restart_interval;
  return TRUE;
}

/* Up to the end of the row or the next restart. */
static gboolean
read_mcus (OtrDcScan *scan, guint from, guint to)
{
  OtrDcReader reader = scan->bits.reader;

  for (guint mcu = from; mcu < to; mcu++)
    {
      if (G_UNLIKELY (reader.next >= scan->bits.limit))
        {
          scan->bits.reader = reader;
          if (!otr_dc_bits_more (&scan->bits))
            return FALSE;
          reader = scan->bits.reader;
        }
      if (!read_mcu (&reader, scan->blocks, scan->n_blocks, scan->last, mcu))
        return FALSE;
    }
  scan->bits.reader = reader;
  return reader.next < scan->bits.limit || otr_dc_bits_more (&scan->bits);
}

static gboolean
read_mcu_row (OtrDcScan *scan)
{
  gboolean restarts = scan->header.restart_interval != 0;
  guint n;

  for (guint mcu = 0; mcu < scan->mcus_across; mcu += n)
    {
      if (restarts && scan->mcus_to_restart == 0 && !restart (scan))
        return FALSE;
      n = scan->mcus_across - mcu;
      if (restarts)
        n = MIN (n, scan->mcus_to_restart);
      if (!read_mcus (scan, mcu, mcu + n))
        return FALSE;
      scan->mcus_to_restart -= restarts ? n : 0;
    }
  return TRUE;
}

static void
convert_row (OtrDcScan *scan, guint row)
{
  const guint8 *rows[OTR_DC_COMPONENTS_MAX] = { NULL };

  for (guint i = 0; i < scan->header.n_components; i++)
    {
      const OtrDcComponent *component = &scan->header.components[i];
      const Plane *plane = &scan->planes[i];
      const guint8 *samples = plane->samples + row / component->v_expand * plane->stride;

      rows[i] = samples;
      if (plane->expanded == NULL)
        continue;
      otr_dc_colours_expand (samples, plane->expanded, scan->width, component->h_expand);
      rows[i] = plane->expanded;
    }
  otr_dc_colours_convert (scan->header.colours, rows, scan->pixels, scan->width);
}

const guint8 *
otr_dc_scan_read_row (OtrDcScan *scan)
{
  guint row = scan->row % scan->header.max_v;

  if (scan->broken || scan->row == scan->height)
    return NULL;
  if (row == 0 && !read_mcu_row (scan))
    {
      scan->broken = TRUE;
      return NULL;
    }
  convert_row (scan, row);
  scan->row++;
  return scan->pixels;
}

static void
add_blocks (OtrDcScan *scan, guint i)
{
  const OtrDcComponent *component = &scan->header.components[i];
  const Plane *plane = &scan->planes[i];
  guint size = component->size;

  for (guint y = 0; y < component->v; y++)
    for (guint x = 0; x < component->h; x++)
      scan->blocks[scan->n_blocks++] = (Block){
        .dc = &scan->dc[component->dc],
        .ac = &scan->ac[component->ac],
        .terms = plane->terms,
        .quant = scan->header.quant[component->quant][0],
        .component = i,
        .to = plane->samples + y * size * plane->stride + x * size,
        .step = component->h * size,
        .stride = (guint) plane->stride,
      };
}

static void
add_plane (OtrDcScan *scan, guint i)
{
  const OtrDcComponent *component = &scan->header.components[i];
  Plane *plane = &scan->planes[i];

  plane->stride = (gsize) scan->mcus_across * component->h * component->size;
  plane->samples = g_malloc0 (plane->stride * component->v * component->size);
  if (component->h_expand > 1)
    plane->expanded = g_malloc (scan->width);
  if (component->size > 1)
    {
      plane->terms = g_new (Term, 64);
      make_terms (plane->terms, scan->header.quant[component->quant]);
    }
  add_blocks (scan, i);
}

static gboolean
make_tables (OtrDcScan *scan)
{
  guint made[2] = { 0, 0 }, skips = 0;

  for (guint i = 0; i < scan->header.n_components; i++)
    {
      const OtrDcComponent *c = &scan->header.components[i];

      if (!(made[0] & 1u << c->dc) &&
          !otr_dc_huffman_init (&scan->dc[c->dc], &scan->header.huffman[0][c->dc], TRUE))
        return FALSE;
      if (!(made[1] & 1u << c->ac) &&
          !otr_dc_huffman_init (&scan->ac[c->ac], &scan->header.huffman[1][c->ac], FALSE))
        return FALSE;
      if (c->size == 1 && !(skips & 1u << c->ac))
        otr_dc_huffman_make_skip (&scan->ac[c->ac]);
      made[0] |= 1u << c->dc;
      made[1] |= 1u << c->ac;
      skips |= c->size == 1 ? 1u << c->ac : 0;
    }
  return TRUE;
}

OtrDcScan *
otr_dc_scan_new (const guint8 *bytes, gsize size, guint min_px)
{
  g_autoptr (OtrDcScan) scan = g_new0 (OtrDcScan, 1);
  const OtrDcHeader *header = &scan->header;

  if (!otr_dc_header_read (&scan->header, bytes, size) ||
      MAX (header->width, header->height) / 8 < min_px || !make_tables (scan))
    return NULL;
  scan->width = (header->width + 7) / 8;
  scan->height = (header->height + 7) / 8;
  scan->mcus_across = (scan->width + header->max_h - 1) / header->max_h;
  scan->mcus_to_restart = header->restart_interval;
  for (guint i = 0; i < header->n_components; i++)
    add_plane (scan, i);
  scan->pixels = g_malloc ((gsize) scan->width * 4);
  otr_dc_bits_init (&scan->bits, bytes + header->scan_offset, size - header->scan_offset);
  return g_steal_pointer (&scan);
}

void
otr_dc_scan_free (OtrDcScan *scan)
{
  if (scan == NULL)
    return;
  otr_dc_bits_clear (&scan->bits);
  for (guint i = 0; i < OTR_DC_COMPONENTS_MAX; i++)
    {
      g_free (scan->planes[i].samples);
      g_free (scan->planes[i].expanded);
      g_free (scan->planes[i].terms);
    }
  g_free (scan->pixels);
  g_free (scan);
}

guint
otr_dc_scan_get_width (const OtrDcScan *scan)
{
  return scan->width;
}

guint
otr_dc_scan_get_height (const OtrDcScan *scan)
{
  return scan->height;
}

gboolean
otr_dc_scan_is_cmyk (const OtrDcScan *scan)
{
  return scan->header.n_components == 4;
}

gboolean
otr_dc_scan_has_adobe (const OtrDcScan *scan)
{
  return scan->header.adobe >= 0;
}
