/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Eight bytes a step by eight tables: four times as fast as one byte a step. */
#include "config.h"

#include "otr-crc.h"

#include "otr-bytes.h"

#define STEP 8u

static guint32 tables[STEP][256];

static void
make_tables (void)
{
  for (guint32 i = 0; i < 256; i++)
    {
      guint32 crc = i;

      for (guint bit = 0; bit < 8; bit++)
        crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320u : 0);
      tables[0][i] = crc;
    }
  for (guint i = 1; i < STEP; i++)
    for (guint k = 0; k < 256; k++)
      tables[i][k] = tables[i - 1][k] >> 8 ^ tables[0][tables[i - 1][k] & 0xff];
}

guint32
otr_crc_add (guint32 crc, const guint8 *data, gsize size)
{
  if (tables[0][1] == 0)
    make_tables ();
  crc = ~crc;
  for (; size >= STEP; size -= STEP, data += STEP)
    {
      guint32 low = crc ^ otr_bytes_32 (data, FALSE);
      guint32 high = otr_bytes_32 (data + 4, FALSE);

      crc = 0;
      for (guint i = 0; i < 4; i++, low >>= 8, high >>= 8)
        crc ^= tables[7 - i][low & 0xff] ^ tables[3 - i][high & 0xff];
    }
  for (; size > 0; size--, data++)
    crc = crc >> 8 ^ tables[0][(crc ^ *data) & 0xff];
  return ~crc;
}
