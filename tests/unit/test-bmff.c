/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-bmff.h"
#include "otr-test-bytes.h"

static void
put_box (GByteArray *out, const char *name, const GByteArray *content)
{
  otr_test_put_be (out, content->len + 8, 4);
  otr_test_put_text (out, name);
  g_byte_array_append (out, content->data, content->len);
}

static void
put_bytes (GByteArray *out, const char *name, const void *data, guint size)
{
  g_autoptr (GByteArray) content = g_byte_array_new ();

  g_byte_array_append (content, data, size);
  put_box (out, name, content);
}

static GByteArray *
make_head (const char *brand)
{
  GByteArray *file = g_byte_array_new ();
  g_autofree char *content = g_strconcat (brand, "____mif1", NULL);

  put_bytes (file, "ftyp", content, 12);
  return file;
}

static void
put_properties (GByteArray *meta, guint turn)
{
  g_autoptr (GByteArray) list = g_byte_array_new ();
  g_autoptr (GByteArray) properties = g_byte_array_new ();
  guint8 rotation = (guint8) turn;

  put_bytes (list, "ispe", "\0\0\0\0\0\0\2\x80\0\0\1\xe0", 12);
  put_bytes (list, "irot", &rotation, 1);
  put_box (properties, "ipco", list);
  put_bytes (properties, "ipma", "\0\0\0\0\0\0\0\1\0\1\2\1\x82", 13); /* item 1: both */
  put_box (meta, "iprp", properties);
}

/* Picture 1, and its EXIF as item 2, `offset` and `length` of which are in idat. */
static GByteArray *
make_meta (guint turn, guint32 offset, guint32 length)
{
  GByteArray *meta = g_byte_array_new ();
  g_autoptr (GByteArray) items = g_byte_array_new ();
  g_autoptr (GByteArray) places = g_byte_array_new ();

  otr_test_put_be (meta, 0, 4);
  put_bytes (meta, "pitm", "\0\0\0\0\0\1", 6);
  otr_test_put_be (items, 0, 4);
  otr_test_put_be (items, 1, 2);
  put_bytes (items, "infe", "\2\0\0\0\0\2\0\0Exif\0", 13);
  put_box (meta, "iinf", items);
  g_byte_array_append (places, (const guint8 *) "\1\0\0\0\x44\0\0\1\0\2\0\1\0\0\0\1", 16);
  otr_test_put_be (places, offset, 4);
  otr_test_put_be (places, length, 4);
  put_box (meta, "iloc", places);
  put_properties (meta, turn);
  put_bytes (meta, "idat", "\0\0\0\0II*\0\10\0\0\0", 12);
  return meta;
}

static OtrPhoto *
read_file (GByteArray *file)
{
  g_autofree guint8 *exact = g_memdup2 (file->data, file->len);
  g_autoptr (OtrSource) source = otr_source_new_memory (exact, file->len);
  OtrPhoto *photo = otr_photo_new (source);

  otr_bmff_read (photo);
  photo->source = NULL;
  return photo;
}

static OtrPhoto *
read_meta (guint turn, guint32 offset, guint32 length)
{
  g_autoptr (GByteArray) file = make_head ("heic");
  g_autoptr (GByteArray) meta = make_meta (turn, offset, length);

  put_box (file, "meta", meta);
  return read_file (file);
}

static void
test_heic (void)
{
  g_autoptr (OtrPhoto) photo = read_meta (0, 0, 12);
  g_autoptr (OtrPhoto) turned = read_meta (1, 0, 12);

  g_assert_cmpstr (photo->facts->mime, ==, "image/heic");
  g_assert_cmpuint (photo->width, ==, 640);
  g_assert_cmpuint (photo->height, ==, 480);
  g_assert_cmpmem (g_bytes_get_data (photo->exif, NULL),
                   g_bytes_get_size (photo->exif),
                   "II*\0\10\0\0\0",
                   8);
  g_assert_cmpuint (turned->width, ==, 480);
  g_assert_cmpuint (turned->height, ==, 640);
  g_assert_true (turned->upright_size && turned->turned_by_loader);
}

static void
test_outside (void)
{
  static const guint32 places[][2] = { { G_MAXUINT32, 12 },
                                       { 0, G_MAXUINT32 },
                                       { 13, 12 },
                                       { 0, 3 } };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autoptr (OtrPhoto) photo = read_meta (0, places[i][0], places[i][1]);

      g_assert_null (photo->exif);
      g_assert_cmpuint (photo->width, ==, 640);
    }
}

/* Every cut is told, and nothing is read behind the end. */
static void
test_cut (void)
{
  g_autoptr (GByteArray) file = make_head ("avif");
  g_autoptr (GByteArray) meta = make_meta (0, 0, 12);

  put_box (file, "meta", meta);
  for (guint size = file->len - 1; size > 24; size--)
    {
      g_autoptr (OtrPhoto) photo = NULL;

      g_byte_array_set_size (file, size);
      photo = read_file (file);
      g_assert_cmpint (photo->facts->state, ==, OTR_DECODE_DAMAGED);
    }
}

static void
test_hostile_boxes (void)
{
  static const guint64 sizes[] = { 15, 16, G_MAXUINT64, G_MAXUINT64 - 20, 1ull << 63, 0 };

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GByteArray) file = make_head ("heic");
      g_autoptr (OtrPhoto) photo = NULL;

      otr_test_put_be (file, 1, 4);
      otr_test_put_text (file, "meta");
      otr_test_put_be (file, sizes[i], 8);
      otr_test_put_be (file, 0, 40);
      photo = read_file (file);
      g_assert_cmpint (photo->facts->state, ==, OTR_DECODE_DAMAGED);
    }
}

static void
test_video (void)
{
  g_autoptr (GByteArray) file = make_head ("isom");
  g_autoptr (OtrPhoto) photo = read_file (file);

  g_assert_cmpint (photo->facts->state, ==, OTR_DECODE_NOT_A_PHOTO);
  g_assert_cmpstr (photo->facts->mime, ==, "video/mp4");
}

/* The bare stream of JPEG XL: a small square of 8 * (4 + 1). */
static void
test_jxl (void)
{
  static const guint8 bytes[16] = { 0xff, 0x0a, 1 | 4 << 1 | 1 << 6 };
  g_autoptr (OtrSource) source = otr_source_new_memory (bytes, sizeof bytes);
  g_autoptr (OtrPhoto) photo = otr_photo_new (source);

  otr_bmff_read_jxl (photo);
  g_assert_cmpuint (photo->width, ==, 40);
  g_assert_cmpuint (photo->height, ==, 40);
  g_assert_cmpint (photo->facts->state, ==, OTR_DECODE_NO_LOADER);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bmff/heic", test_heic);
  g_test_add_func ("/bmff/outside", test_outside);
  g_test_add_func ("/bmff/cut", test_cut);
  g_test_add_func ("/bmff/hostile-boxes", test_hostile_boxes);
  g_test_add_func ("/bmff/video", test_video);
  g_test_add_func ("/bmff/jxl", test_jxl);
  return g_test_run ();
}
