/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Metadata in PNG text chunks. Compressed ones are unpacked up to a limit, and only those whose
 * keyword promises metadata. */
#include "config.h"

#include "otr-png-text.h"

#include <string.h>

#include <gio/gio.h>

#include "otr-photoshop.h"

#define UNPACKED_MAX (4u * 1024 * 1024)
#define RAW_PROFILE "Raw profile type "

/* NULL when it is no zlib stream or too large. */
static GBytes *
unpack (const guint8 *data, gsize size)
{
  g_autoptr (GZlibDecompressor) inflater = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB);
  g_autoptr (GByteArray) unpacked = g_byte_array_new ();
  guint8 piece[16384];
  GConverterResult result = G_CONVERTER_CONVERTED;

  while (result != G_CONVERTER_FINISHED)
    {
      gsize n_read, n_written;

      result = g_converter_convert (G_CONVERTER (inflater),
                                    data,
                                    size,
                                    piece,
                                    sizeof piece,
                                    G_CONVERTER_INPUT_AT_END,
                                    &n_read,
                                    &n_written,
                                    NULL);
      if (result == G_CONVERTER_ERROR || unpacked->len + n_written > UNPACKED_MAX)
        return NULL;
      g_byte_array_append (unpacked, piece, (guint) n_written);
      data += n_read;
      size -= n_read;
    }
  return g_byte_array_free_to_bytes (g_steal_pointer (&unpacked));
}

/* A line feed, the name, the length, then the bytes as hexadecimal digits in lines. */
static GBytes *
parse_raw_profile (const guint8 *data, gsize size)
{
  const guint8 *end = data + size;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  int high = -1;

  for (guint lines = 0; data < end && lines < 3; data++)
    lines += *data == '\n';
  for (; data < end; data++)
    {
      int digit = g_ascii_xdigit_value ((char) *data);
      guint8 byte;

      if (digit < 0)
        continue;
      if (high < 0)
        {
          high = digit;
          continue;
        }
      byte = (guint8) (high << 4 | digit);
      high = -1;
      g_byte_array_append (bytes, &byte, 1);
    }
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

static void
take_raw_profile (OtrPhoto *photo, const char *name, const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = parse_raw_profile (data, size);
  gsize length;
  const guint8 *block = g_bytes_get_data (bytes, &length);

  if (strcmp (name, "exif") == 0 || (strcmp (name, "APP1") == 0 && length > 4 &&
                                     memcmp (block, "Exif", 4) == 0))
    otr_photo_take_exif (photo, g_steal_pointer (&bytes));
  else if (strcmp (name, "xmp") == 0)
    otr_photo_take_xmp (photo, g_steal_pointer (&bytes));
  else if (strcmp (name, "iptc") == 0)
    otr_photoshop_read_resources (photo, block, length);
}

/* The text behind the head of its kind; `out_packed`: it is compressed. */
static const guint8 *
find_text (const char *kind, const guint8 *data, const guint8 *end, gboolean *out_packed)
{
  *out_packed = FALSE;
  if (strcmp (kind, "tEXt") == 0)
    return data;
  if (strcmp (kind, "zTXt") == 0)
    {
      *out_packed = TRUE;
      return data < end ? data + 1 : NULL;
    }
  if (end - data < 2)
    return NULL;
  *out_packed = data[0] != 0;
  data += 2;
  for (guint nuls = 0; nuls < 2; nuls++)
    {
      data = memchr (data, 0, (gsize) (end - data));
      if (data == NULL)
        return NULL;
      data++;
    }
  return data;
}

static gboolean
is_metadata (const char *keyword)
{
  return strcmp (keyword, "XML:com.adobe.xmp") == 0 || g_str_has_prefix (keyword, RAW_PROFILE);
}

void
otr_png_text_read (OtrPhoto *photo, const char *kind, const guint8 *data, gsize size)
{
  const guint8 *end = data + size;
  const guint8 *nul = memchr (data, 0, size);
  const char *keyword = (const char *) data;
  g_autoptr (GBytes) bytes = NULL;
  gboolean packed;

  if (nul == NULL || !is_metadata (keyword))
    return;
  data = find_text (kind, nul + 1, end, &packed);
  if (data == NULL)
    return;
  bytes = packed ? unpack (data, (gsize) (end - data)) : g_bytes_new (data, (gsize) (end - data));
  if (bytes == NULL)
    return;
  if (!g_str_has_prefix (keyword, RAW_PROFILE))
    otr_photo_take_xmp (photo, g_steal_pointer (&bytes));
  else
    {
      data = g_bytes_get_data (bytes, &size);
      take_raw_profile (photo, keyword + strlen (RAW_PROFILE), data, size);
    }
}
