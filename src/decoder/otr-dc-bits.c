/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See otr-dc-bits.h. */
#include "config.h"

#include "otr-dc-bits.h"

#define CLEAN_SIZE (16u * 1024)
#define PADDING (OTR_DC_BITS_MCU + 64)

void
otr_dc_bits_init (OtrDcBits *bits, const guint8 *raw, gsize size)
{
  bits->raw = raw;
  bits->raw_end = raw + size;
  bits->clean = g_malloc (CLEAN_SIZE + PADDING);
  bits->clean_end = bits->clean;
  bits->limit = bits->clean;
  bits->reader = (OtrDcReader){ .next = bits->clean };
  bits->ended = FALSE;
}

void
otr_dc_bits_clear (OtrDcBits *bits)
{
  g_clear_pointer (&bits->clean, g_free);
}

/* At a byte FF: a stuffed zero makes it data, more of them are fill bytes, else a marker. */
static gboolean
pass_ff (OtrDcBits *bits)
{
  const guint8 *at = bits->raw;

  while (at < bits->raw_end && *at == 0xff)
    at++;
  if (at == bits->raw_end || *at != 0)
    return FALSE;
  *bits->clean_end++ = 0xff;
  bits->raw = at + 1;
  return TRUE;
}

static void
fill (OtrDcBits *bits)
{
  gsize rest = (gsize) (bits->clean_end - bits->reader.next);

  memmove (bits->clean, bits->reader.next, rest);
  bits->reader.next = bits->clean;
  bits->clean_end = bits->clean + rest;
  while (!bits->ended && bits->clean_end < bits->clean + CLEAN_SIZE)
    {
      gsize room = (gsize) (bits->clean + CLEAN_SIZE - bits->clean_end);
      gsize n = MIN (room, (gsize) (bits->raw_end - bits->raw));
      const guint8 *ff = memchr (bits->raw, 0xff, n);

      if (ff != NULL)
        n = (gsize) (ff - bits->raw);
      memcpy (bits->clean_end, bits->raw, n);
      bits->clean_end += n;
      bits->raw += n;
      if (bits->raw == bits->raw_end || (ff != NULL && !pass_ff (bits)))
        bits->ended = TRUE;
    }
  bits->limit = bits->clean_end - MIN (bits->clean_end - bits->clean, OTR_DC_BITS_MCU);
  if (bits->ended)
    memset (bits->clean_end, 0, PADDING);
}

gboolean
otr_dc_bits_more (OtrDcBits *bits)
{
  if (!bits->ended)
    {
      fill (bits);
      return TRUE;
    }
  return (bits->clean_end - bits->reader.next) * 8 + (gssize) (bits->reader.count & 63) >= 0;
}

/* Data before the marker that nobody asked for is passed, as libjpeg does. */
gboolean
otr_dc_bits_restart (OtrDcBits *bits, guint number)
{
  const guint8 *at;

  if (!otr_dc_bits_more (bits))
    return FALSE;
  at = bits->raw;
  while (bits->raw_end - at >= 2 && (at[0] != 0xff || at[1] == 0 || at[1] == 0xff))
    at++;
  if (bits->raw_end - at < 2 || at[1] != 0xd0 + number)
    return FALSE;
  bits->raw = at + 2;
  bits->clean_end = bits->clean;
  bits->limit = bits->clean;
  bits->reader = (OtrDcReader){ .next = bits->clean };
  bits->ended = FALSE;
  return TRUE;
}
