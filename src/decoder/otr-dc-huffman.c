/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See otr-dc-huffman.h. Tables are made anew for each photo, in less than 0.1 ms each. */
#include "config.h"

#include "otr-dc-huffman.h"

#include <string.h>

#define NO_SKIP ((OtrDcSkip) (255 << 8))

static OtrDcSymbol
describe (gboolean is_dc, guint length, guint8 symbol)
{
  guint size = symbol & 15, run = symbol >> 4;

  if (is_dc)
    return OTR_DC_SYMBOL (length + symbol, symbol, 0);
  if (size == 0 && run != 15)
    return OTR_DC_SYMBOL (length, 0, OTR_DC_RUN_END);
  return OTR_DC_SYMBOL (length + size, size, run);
}

OtrDcSymbol
otr_dc_huffman_find (const OtrDcHuffman *table, guint64 bits)
{
  guint32 code = (guint32) (bits >> 48);

  for (guint length = 1; length <= 16; length++)
    if (code < table->ends[length])
      {
        gint32 at = (gint32) (code >> (16 - length)) + table->offsets[length];

        return describe (table->is_dc, length, table->symbols[at & 255]);
      }
  return 0;
}

static gboolean
has_valid_symbols (const OtrDcHuffmanSpec *spec, guint n, gboolean is_dc)
{
  for (guint i = 0; is_dc && i < n; i++)
    if (spec->symbols[i] > 15)
      return FALSE;
  return TRUE;
}

gboolean
otr_dc_huffman_init (OtrDcHuffman *table, const OtrDcHuffmanSpec *spec, gboolean is_dc)
{
  guint32 code = 0;
  guint n = 0;

  table->is_dc = is_dc;
  for (guint length = 1; length <= 16; length++)
    {
      table->offsets[length] = (gint32) n - (gint32) code;
      n += spec->counts[length];
      code += spec->counts[length];
      /* A code of ones only is not allowed, so there is always one left. */
      if (code > (1u << length) - (spec->counts[length] > 0))
        return FALSE;
      table->ends[length] = code << (16 - length);
      code <<= 1;
    }
  if (n > 256 || !has_valid_symbols (spec, n, is_dc))
    return FALSE;
  memcpy (table->symbols, spec->symbols, sizeof table->symbols);
  for (guint i = 0; i < G_N_ELEMENTS (table->first); i++)
    {
      OtrDcSymbol symbol = otr_dc_huffman_find (table, (guint64) i << (64 - OTR_DC_HUFFMAN_BITS));
      guint length = OTR_DC_SYMBOL_BITS (symbol) - OTR_DC_SYMBOL_SIZE (symbol);

      table->first[i] = length <= OTR_DC_HUFFMAN_BITS ? symbol : 0;
    }
  return TRUE;
}

/* What can be passed for certain when only OTR_DC_SKIP_BITS bits are known. The value bits of the
 * last symbol need not be among them. */
static OtrDcSkip
make_one_skip (const OtrDcHuffman *table, guint known)
{
  guint64 bits = (guint64) known << (64 - OTR_DC_SKIP_BITS);
  guint used = 0, terms = 0;

  while (used < OTR_DC_SKIP_BITS)
    {
      OtrDcSymbol symbol = otr_dc_huffman_find (table, bits << used);
      guint all = OTR_DC_SYMBOL_BITS (symbol), run = OTR_DC_SYMBOL_RUN (symbol);
      guint length = all - OTR_DC_SYMBOL_SIZE (symbol);

      if (symbol == 0 || used + length > OTR_DC_SKIP_BITS || used + all > OTR_DC_SKIP_BITS_MAX)
        break;
      if (run == OTR_DC_RUN_END)
        return (OtrDcSkip) ((used + all) | (128 + terms) << 8);
      if (terms + run + 1 > 63)
        break;
      used += all;
      terms += run + 1;
    }
  return used > 0 ? (OtrDcSkip) (used | terms << 8) : NO_SKIP;
}

void
otr_dc_huffman_make_skip (OtrDcHuffman *table)
{
  for (guint i = 0; i < G_N_ELEMENTS (table->skip); i++)
    table->skip[i] = make_one_skip (table, i);
}
