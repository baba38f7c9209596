/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include <string.h>

G_BEGIN_DECLS

/* The bits of a JPEG scan. Stuffed zeros are taken out a piece ahead into a small buffer that stays
 * in the cache, so that reading needs no checks: those are made once for each MCU. */

/* More than an MCU can have: 10 blocks of 64 symbols of 31 bits. */
#define OTR_DC_BITS_MCU 2560

/* The part that loops copy into registers. */
typedef struct
{
  guint64 bits; /* the next ones, from the top */
  guint count;  /* of them that count: its lowest 6 bits */
  const guint8 *next;
} OtrDcReader;

typedef struct
{
  OtrDcReader reader;
  const guint8 *limit; /* when reader.next is here or behind, call otr_dc_bits_more() */
  const guint8 *raw;
  const guint8 *raw_end;
  guint8 *clean;
  guint8 *clean_end;
  gboolean ended; /* all up to a marker or the end of the file is clean; zeros follow */
} OtrDcBits;

/* `raw` is borrowed. */
void otr_dc_bits_init (OtrDcBits *bits, const guint8 *raw, gsize size);
void otr_dc_bits_clear (OtrDcBits *bits);

/* Makes sure that an MCU can be read; FALSE when more was read than there is. */
gboolean otr_dc_bits_more (OtrDcBits *bits);

/* Passes the restart marker of this number, 0 to 7; FALSE when it is not what comes next. */
gboolean otr_dc_bits_restart (OtrDcBits *bits, guint number);

/* At least 56 bits from here on. */
static inline void
otr_dc_reader_refill (OtrDcReader *reader)
{
  guint64 bytes;

  memcpy (&bytes, reader->next, sizeof bytes);
  reader->bits |= GUINT64_FROM_BE (bytes) >> (reader->count & 63);
  reader->next += (~reader->count & 63) >> 3;
  reader->count |= 56;
}

/* `n`: only its lowest 6 bits count. */
static inline void
otr_dc_reader_pass (OtrDcReader *reader, guint n)
{
  reader->bits <<= n & 63;
  reader->count -= n;
}

G_END_DECLS
