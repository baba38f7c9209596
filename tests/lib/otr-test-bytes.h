/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include <string.h>

G_BEGIN_DECLS

/* Files put together byte by byte. */

/* Numbers of more than eight bytes are filled up with zeros. */
static inline guint8
otr_test_get_byte (guint64 value, guint place)
{
  return place < sizeof value ? (guint8) (value >> (8 * place)) : 0;
}

static inline void
otr_test_put_be (GByteArray *out, guint64 value, guint size)
{
  for (guint i = size; i > 0; i--)
    {
      guint8 byte = otr_test_get_byte (value, i - 1);

      g_byte_array_append (out, &byte, 1);
    }
}

static inline void
otr_test_put_le (GByteArray *out, guint64 value, guint size)
{
  for (guint i = 0; i < size; i++)
    {
      guint8 byte = otr_test_get_byte (value, i);

      g_byte_array_append (out, &byte, 1);
    }
}

/* Without the NUL. */
static inline void
otr_test_put_text (GByteArray *out, const char *text)
{
  g_byte_array_append (out, (const guint8 *) text, (guint) strlen (text));
}

/* A little-endian TIFF directory entry; `value` is the value or its offset. */
static inline void
otr_test_put_entry (GByteArray *out, guint tag, guint type, guint32 count, guint32 value)
{
  otr_test_put_le (out, tag, 2);
  otr_test_put_le (out, type, 2);
  otr_test_put_le (out, count, 4);
  otr_test_put_le (out, value, 4);
}

/* The header of a little-endian TIFF whose first directory follows, with `n` entries. */
static inline GByteArray *
otr_test_tiff_new (guint n)
{
  GByteArray *out = g_byte_array_new ();

  otr_test_put_text (out, "II*");
  otr_test_put_le (out, 0, 1);
  otr_test_put_le (out, 8, 4);
  otr_test_put_le (out, n, 2);
  return out;
}

G_END_DECLS
