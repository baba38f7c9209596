/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-cli-png.h"

/* Thumbnails leave the program as PNG, which every tool reads. Writing one takes only a zlib stream
 * and three chunks; GIO brings the zlib, so no image library is needed here. */

static guint32
crc32_of (const guint8 *data, gsize size)
{
  guint32 crc = 0xffffffffu;

  for (gsize i = 0; i < size; i++)
    {
      crc ^= data[i];
      for (int bit = 0; bit < 8; bit++)
        crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320u : 0);
    }
  return ~crc;
}

static void
append_u32 (GByteArray *out, guint32 value)
{
  guint32 big = GUINT32_TO_BE (value);

  g_byte_array_append (out, (const guint8 *) &big, sizeof big);
}

static void
append_chunk (GByteArray *out, const char *type, gconstpointer data, gsize size)
{
  guint start;

  append_u32 (out, (guint32) size);
  start = out->len;
  g_byte_array_append (out, (const guint8 *) type, 4);
  if (size > 0)
    g_byte_array_append (out, data, (guint) size);
  append_u32 (out, crc32_of (out->data + start, size + 4));
}

/* Each row begins with its filter: 1, the difference to the pixel on the left. */
static GBytes *
filter_rows (const guint8 *rgb, guint width, guint height)
{
  gsize stride = (gsize) width * 3;
  guint8 *rows = g_malloc ((stride + 1) * height);

  for (guint y = 0; y < height; y++)
    {
      const guint8 *from = rgb + y * stride;
      guint8 *to = rows + y * (stride + 1);

      *to++ = 1;
      for (gsize x = 0; x < stride; x++)
        to[x] = (guint8) (from[x] - (x >= 3 ? from[x - 3] : 0));
    }
  return g_bytes_new_take (rows, (stride + 1) * height);
}

static GBytes *
deflate_bytes (GBytes *plain, GError **error)
{
  g_autoptr (GZlibCompressor) zlib = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB, 6);
  g_autoptr (GInputStream) source = g_memory_input_stream_new_from_bytes (plain);
  g_autoptr (GInputStream) packed = g_converter_input_stream_new (source, G_CONVERTER (zlib));
  g_autoptr (GOutputStream) sink = g_memory_output_stream_new_resizable ();

  if (g_output_stream_splice (sink, packed, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, error) < 0)
    return NULL;
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (sink));
}

GBytes *
otr_cli_png_encode (const guint8 *rgb, guint width, guint height, GError **error)
{
  static const guint8 signature[] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };
  g_autoptr (GByteArray) out = g_byte_array_new ();
  g_autoptr (GByteArray) header = g_byte_array_new ();
  g_autoptr (GBytes) rows = NULL;
  g_autoptr (GBytes) packed = NULL;

  g_return_val_if_fail (width > 0 && height > 0 && width <= 16384 && height <= 16384, NULL);

  rows = filter_rows (rgb, width, height);
  packed = deflate_bytes (rows, error);
  if (packed == NULL)
    return NULL;
  append_u32 (header, width);
  append_u32 (header, height);
  g_byte_array_append (header, (const guint8[]){ 8, 2, 0, 0, 0 }, 5); /* 8 bits, RGB */
  g_byte_array_append (out, signature, sizeof signature);
  append_chunk (out, "IHDR", header->data, header->len);
  append_chunk (out, "IDAT", g_bytes_get_data (packed, NULL), g_bytes_get_size (packed));
  append_chunk (out, "IEND", NULL, 0);
  return g_byte_array_free_to_bytes (g_steal_pointer (&out));
}
