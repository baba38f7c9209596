/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include <string.h>

/* Numbers in files, at any alignment. */

static inline guint16
otr_bytes_16 (const guint8 *p, gboolean big_endian)
{
  return big_endian ? (guint16) (p[0] << 8 | p[1]) : (guint16) (p[1] << 8 | p[0]);
}

static inline guint32
otr_bytes_32 (const guint8 *p, gboolean big_endian)
{
  guint32 first = otr_bytes_16 (p, big_endian);
  guint32 second = otr_bytes_16 (p + 2, big_endian);

  return big_endian ? first << 16 | second : second << 16 | first;
}

static inline guint64
otr_bytes_64 (const guint8 *p, gboolean big_endian)
{
  guint64 first = otr_bytes_32 (p, big_endian);
  guint64 second = otr_bytes_32 (p + 4, big_endian);

  return big_endian ? first << 32 | second : second << 32 | first;
}

static inline gboolean
otr_bytes_start_with (const guint8 *p, gsize size, const char *magic, gsize magic_size)
{
  return size >= magic_size && memcmp (p, magic, magic_size) == 0;
}
