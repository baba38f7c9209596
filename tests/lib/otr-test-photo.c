/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Photos made in code: a baseline JPEG with an EXIF block built tag by tag. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include "otr-test.h"

#define TYPE_ASCII 2
#define TYPE_SHORT 3
#define TYPE_LONG 4

typedef struct
{
  guint16 tag;
  guint16 type;
  guint32 value;
  const char *text; /* TYPE_ASCII */
} Tag;

static void
put_16 (GByteArray *out, guint value)
{
  guint8 bytes[] = { value & 0xff, value >> 8 };

  g_byte_array_append (out, bytes, sizeof bytes);
}

static void
put_32 (GByteArray *out, guint32 value)
{
  put_16 (out, value & 0xffff);
  put_16 (out, value >> 16);
}

static guint32
text_size (const Tag *tag)
{
  return tag->text != NULL ? (guint32) strlen (tag->text) + 1 : 0;
}

/* Directory and the texts behind it; texts of up to 4 bytes stand in the directory itself. */
static guint32
directory_size (const Tag *tags, guint n)
{
  guint32 size = 2 + 12 * n + 4;

  for (guint i = 0; i < n; i++)
    if (text_size (&tags[i]) > 4)
      size += (text_size (&tags[i]) + 1) & ~1u;
  return size;
}

static void
put_directory (GByteArray *out, guint32 start, const Tag *tags, guint n, guint32 next)
{
  g_autoptr (GByteArray) texts = g_byte_array_new ();
  guint32 texts_start = start + 2 + 12 * n + 4;

  put_16 (out, n);
  for (guint i = 0; i < n; i++)
    {
      guint32 size = text_size (&tags[i]);

      put_16 (out, tags[i].tag);
      put_16 (out, tags[i].type);
      put_32 (out, size != 0 ? size : 1);
      if (size == 0)
        put_32 (out, tags[i].value);
      else if (size <= 4)
        {
          guint8 inside[4] = { 0 };

          memcpy (inside, tags[i].text, size);
          g_byte_array_append (out, inside, 4);
        }
      else
        {
          put_32 (out, texts_start + texts->len);
          g_byte_array_append (texts, (const guint8 *) tags[i].text, size);
          if (texts->len % 2 != 0)
            g_byte_array_append (texts, (const guint8 *) "", 1);
        }
    }
  put_32 (out, next);
  g_byte_array_append (out, texts->data, texts->len);
}

static void
put_tiff (GByteArray *out,
          const Tag *main_tags,
          guint n_main,
          const OtrTestPhoto *photo,
          GBytes *thumbnail)
{
  Tag exif_tags[] = { { 0x9003, TYPE_ASCII, 0, photo->taken } };
  Tag thumb_tags[] = { { 0x0103, TYPE_SHORT, 6, NULL },
                       { 0x0201, TYPE_LONG, 0, NULL },
                       { 0x0202, TYPE_LONG, 0, NULL } };
  guint32 exif_start = 8 + directory_size (main_tags, n_main);
  guint32 exif_size = photo->taken != NULL ? directory_size (exif_tags, 1) : 0;
  guint32 thumb_start = exif_start + exif_size;
  guint n_last = photo->taken != NULL ? n_main - 1 : n_main;
  g_autofree Tag *tags = g_memdup2 (main_tags, n_main * sizeof (Tag));

  if (photo->taken != NULL)
    tags[n_last] = (Tag){ 0x8769, TYPE_LONG, exif_start, NULL };
  g_byte_array_append (out, (const guint8 *) "II*\0\10\0\0\0", 8);
  put_directory (out, 8, tags, n_main, thumbnail != NULL ? thumb_start : 0);
  if (photo->taken != NULL)
    put_directory (out, exif_start, exif_tags, 1, 0);
  if (thumbnail == NULL)
    return;
  thumb_tags[1].value = thumb_start + directory_size (thumb_tags, 3);
  thumb_tags[2].value = (guint32) g_bytes_get_size (thumbnail);
  put_directory (out, thumb_start, thumb_tags, 3, 0);
  g_byte_array_append (out,
                       g_bytes_get_data (thumbnail, NULL),
                       (guint) g_bytes_get_size (thumbnail));
}

GBytes *
otr_test_exif (const OtrTestPhoto *photo)
{
  GByteArray *out;
  g_autoptr (GBytes) thumbnail = NULL;
  Tag tags[4];
  guint n = 0;

  if (photo->make != NULL)
    tags[n++] = (Tag){ 0x010f, TYPE_ASCII, 0, photo->make };
  if (photo->model != NULL)
    tags[n++] = (Tag){ 0x0110, TYPE_ASCII, 0, photo->model };
  if (photo->orientation != 0)
    tags[n++] = (Tag){ 0x0112, TYPE_SHORT, photo->orientation, NULL };
  if (photo->taken != NULL)
    tags[n++] = (Tag){ 0x8769, TYPE_LONG, 0, NULL };
  if (n == 0 && !photo->thumbnail)
    return NULL;
  if (photo->thumbnail)
    thumbnail = otr_test_jpeg (&(OtrTestPhoto){ .width = 160, .height = 120 });
  out = g_byte_array_new ();
  g_byte_array_append (out, (const guint8 *) "Exif\0\0", 6);
  {
    g_autoptr (GByteArray) tiff = g_byte_array_new ();

    put_tiff (tiff, tags, n, photo, thumbnail);
    g_byte_array_append (out, tiff->data, tiff->len);
  }
  return g_byte_array_free_to_bytes (out);
}

static void
draw_row (guint8 *row, guint width, gboolean upper)
{
  static const guint8 colours[2][2][3] = { { { 0, 0, 255 }, { 255, 255, 0 } },
                                           { { 255, 0, 0 }, { 0, 255, 0 } } };

  for (guint x = 0; x < width; x++)
    memcpy (row + 3 * x, colours[upper][x >= (width + 1) / 2], 3);
}

static void
write_rows (struct jpeg_compress_struct *jpeg, const guint8 *pixels)
{
  g_autofree guint8 *row = g_malloc (3 * jpeg->image_width);

  while (jpeg->next_scanline < jpeg->image_height)
    {
      guint y = jpeg->next_scanline;

      if (pixels != NULL)
        memcpy (row, pixels + (gsize) 3 * jpeg->image_width * y, 3 * jpeg->image_width);
      else
        draw_row (row, jpeg->image_width, y < (jpeg->image_height + 1) / 2);
      (void) jpeg_write_scanlines (jpeg, &row, 1);
    }
}

GBytes *
otr_test_jpeg (const OtrTestPhoto *photo)
{
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  g_autoptr (GBytes) exif = otr_test_exif (photo);
  g_autofree char *comment = g_strdup_printf ("seed %u", photo->seed);
  unsigned char *data = NULL;
  unsigned long size = 0;

  jpeg.err = jpeg_std_error (&errors);
  jpeg_create_compress (&jpeg);
  jpeg_mem_dest (&jpeg, &data, &size);
  jpeg.image_width = photo->width != 0 ? photo->width : 64;
  jpeg.image_height = photo->height != 0 ? photo->height : 48;
  jpeg.input_components = 3;
  jpeg.in_color_space = JCS_RGB;
  jpeg_set_defaults (&jpeg);
  jpeg_set_quality (&jpeg, photo->quality != 0 ? (int) photo->quality : 90, TRUE);
  jpeg.write_JFIF_header = exif == NULL;
  jpeg_start_compress (&jpeg, TRUE);
  if (exif != NULL)
    jpeg_write_marker (&jpeg,
                       JPEG_APP0 + 1,
                       g_bytes_get_data (exif, NULL),
                       (unsigned int) g_bytes_get_size (exif));
  if (photo->seed != 0)
    jpeg_write_marker (&jpeg, JPEG_COM, (const JOCTET *) comment, (unsigned int) strlen (comment));
  write_rows (&jpeg, photo->pixels);
  jpeg_finish_compress (&jpeg);
  jpeg_destroy_compress (&jpeg);
  return g_bytes_new_with_free_func (data, size, free, data);
}
