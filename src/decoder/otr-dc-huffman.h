/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Huffman tables of a JPEG for the DC scan: one that gives a symbol with its value bits, and for
 * AC terms nobody wants one that passes several symbols a look-up. */

#define OTR_DC_HUFFMAN_BITS 10 /* codes up to this length by one look-up */
#define OTR_DC_SKIP_BITS 13

/* A table as the file states it. */
typedef struct
{
  gboolean present;
  guint8 counts[17]; /* of codes with 1 to 16 bits */
  guint8 symbols[256];
} OtrDcHuffmanSpec;

/* A symbol with its value bits, in one word: bits of code and value together, bits of the value,
 * AC terms that are zero before it. 0: no such code. */
typedef guint32 OtrDcSymbol;

#define OTR_DC_SYMBOL(bits, size, run) ((guint32) ((bits) | (size) << 8 | (run) << 16))
#define OTR_DC_SYMBOL_BITS(symbol) ((symbol) &0xff)
#define OTR_DC_SYMBOL_SIZE(symbol) ((symbol) >> 8 & 0xff)
#define OTR_DC_SYMBOL_RUN(symbol) ((symbol) >> 16)
#define OTR_DC_RUN_END 64 /* the rest of the block is zero */

/* Several AC symbols: all their bits, and all their terms << 8. Added to the index of the next
 * term (1 to 63) that gives: up to 63, the block goes on; 64, it is full; 128 to 191, its end was
 * coded; anything else, the entry goes past the end of the block or there is none: the symbol
 * must be taken alone. */
typedef guint16 OtrDcSkip;

#define OTR_DC_SKIP_BITS_MAX 25u /* of one entry */
#define OTR_DC_SKIP_IS_END(index) ((index) == 64 || (index) >> 6 == 2)

typedef struct
{
  guint32 ends[18];   /* first code, aligned to 16 bits, that is longer than so many bits */
  gint32 offsets[17]; /* from a code of so many bits to its symbol */
  guint8 symbols[256];
  gboolean is_dc;
  OtrDcSymbol first[1 << OTR_DC_HUFFMAN_BITS];
  OtrDcSkip skip[1 << OTR_DC_SKIP_BITS]; /* only after otr_dc_huffman_make_skip() */
} OtrDcHuffman;

/* FALSE for a table that is not possible. */
gboolean otr_dc_huffman_init (OtrDcHuffman *table, const OtrDcHuffmanSpec *spec, gboolean is_dc);
void otr_dc_huffman_make_skip (OtrDcHuffman *table);

/* The symbol whose code `bits` (its highest ones) begins with, for codes of any length. */
OtrDcSymbol otr_dc_huffman_find (const OtrDcHuffman *table, guint64 bits);

G_END_DECLS
