/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-simple-formats.h"
#include "otr-test-bytes.h"

static OtrPhoto *
read_bytes (void (*reader) (OtrPhoto *), const void *data, gsize size)
{
  g_autofree guint8 *exact = g_memdup2 (data, size);
  g_autoptr (OtrSource) source = otr_source_new_memory (exact, size);
  OtrPhoto *photo = otr_photo_new (source);

  reader (photo);
  photo->source = NULL;
  return photo;
}

/* 3x2, a table of two colours, an extension, two pictures: the second begins at 38. */
static const guint8 gif[] = "GIF89a\3\0\2\0\x80\0\0"
                            "abcdef"
                            "!\xf9\1x\0"
                            ",\0\0\0\0\3\0\2\0\0\2\1x\0"
                            ",\0\0\0\0\3\0\2\0\0\2\1x\0;";

static void
test_gif (void)
{
  g_autoptr (OtrPhoto) photo = read_bytes (otr_simple_formats_read_gif, gif, sizeof gif - 1);

  g_assert_cmpint (photo->facts->state, ==, OTR_DECODE_OK);
  g_assert_cmpuint (photo->width, ==, 3);
  g_assert_cmpuint (photo->height, ==, 2);
  g_assert_cmpuint (photo->pixels_end, ==, 38);
}

static void
test_cut_gif (void)
{
  for (gsize size = 6; size < 38; size++)
    {
      g_autoptr (OtrPhoto) photo = read_bytes (otr_simple_formats_read_gif, gif, size);

      g_assert_cmpint (photo->facts->state, ==, OTR_DECODE_DAMAGED);
    }
}

static OtrPhoto *
read_bmp (guint header, guint32 width, guint32 height)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  guint side = header == 12 ? 2 : 4;

  otr_test_put_text (file, "BM");
  otr_test_put_le (file, 0, 12);
  otr_test_put_le (file, header, 4);
  otr_test_put_le (file, width, side);
  otr_test_put_le (file, height, side);
  otr_test_put_le (file, 0, 8);
  return read_bytes (otr_simple_formats_read_bmp, file->data, file->len);
}

static void
test_bmp (void)
{
  static const struct
  {
    guint header;
    guint32 width;
    guint32 height;
    guint32 expected;
    OtrDecodeState state;
  } files[] = {
    { 12, 640, 480, 480, OTR_DECODE_OK },
    { 40, 640, 480, 480, OTR_DECODE_OK },
    { 40, 640, (guint32) -480, 480, OTR_DECODE_OK }, /* from top to bottom */
    { 40, 640, 0x80000000, 0x80000000, OTR_DECODE_LIMIT },
    { 40, 0, 480, 480, OTR_DECODE_DAMAGED },
    { 40, G_MAXUINT32, 480, 480, OTR_DECODE_LIMIT },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (OtrPhoto) photo = read_bmp (files[i].header, files[i].width, files[i].height);

      g_assert_cmpuint (photo->width, ==, files[i].width);
      g_assert_cmpuint (photo->height, ==, files[i].expected);
      g_assert_cmpint (photo->facts->state, ==, files[i].state);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/simple-formats/gif", test_gif);
  g_test_add_func ("/simple-formats/cut-gif", test_cut_gif);
  g_test_add_func ("/simple-formats/bmp", test_bmp);
  return g_test_run ();
}
