/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-crc.h"
#include "otr-png.h"
#include "otr-test-bytes.h"

static void
put_chunk (GByteArray *file, const char *name, const void *data, guint size)
{
  guint32 crc = otr_crc_add (0, (const guint8 *) name, 4);

  otr_test_put_be (file, size, 4);
  otr_test_put_text (file, name);
  g_byte_array_append (file, data, size);
  otr_test_put_be (file, otr_crc_add (crc, data, size), 4);
}

static GByteArray *
make_head (guint32 width, guint32 height)
{
  GByteArray *file = g_byte_array_new ();
  g_autoptr (GByteArray) header = g_byte_array_new ();

  g_byte_array_append (file, (const guint8 *) "\x89PNG\r\n\x1a\n", 8);
  otr_test_put_be (header, width, 4);
  otr_test_put_be (header, height, 4);
  g_byte_array_append (header, (const guint8 *) "\10\2\0\0\0", 5);
  put_chunk (file, "IHDR", header->data, header->len);
  return file;
}

static OtrPhoto *
read_file (GByteArray *file)
{
  g_autoptr (OtrSource) source = otr_source_new_memory (file->data, file->len);
  OtrPhoto *photo = otr_photo_new (source);

  otr_png_read (photo);
  photo->source = NULL;
  return photo;
}

static void
test_crc (void)
{
  g_assert_cmphex (otr_crc_add (0, (const guint8 *) "123456789", 9), ==, 0xcbf43926);
  g_assert_cmphex (otr_crc_add (otr_crc_add (0, (const guint8 *) "1234", 4),
                                (const guint8 *) "56789",
                                5),
                   ==,
                   0xcbf43926);
}

static void
test_blocks (void)
{
  static const char text[] = "XML:com.adobe.xmp\0\0\0\0\0<xmp/>";
  static const char profile[] = "Raw profile type exif\0\nexif\n       8\n49492a00\n08000000";
  static const char pixels[] = "not zlib, but that is not looked at here";
  g_autoptr (GByteArray) file = make_head (640, 480);
  g_autoptr (OtrPhoto) photo = NULL;

  put_chunk (file, "iTXt", text, sizeof text - 1);
  put_chunk (file, "tEXt", profile, sizeof profile - 1);
  put_chunk (file, "IDAT", pixels, sizeof pixels);
  put_chunk (file, "IEND", "", 0);
  photo = read_file (file);
  g_assert_cmpint (photo->facts->state, ==, OTR_DECODE_OK);
  g_assert_cmpstr (photo->facts->mime, ==, "image/png");
  g_assert_cmpuint (photo->width, ==, 640);
  g_assert_cmpuint (photo->height, ==, 480);
  g_assert_cmpmem (g_bytes_get_data (photo->xmp, NULL), g_bytes_get_size (photo->xmp), "<xmp/>", 6);
  g_assert_cmpmem (g_bytes_get_data (photo->exif, NULL),
                   g_bytes_get_size (photo->exif),
                   "II*\0\10\0\0\0",
                   8);
}

static void
test_animation (void)
{
  g_autoptr (GByteArray) file = make_head (1, 1);
  g_autoptr (OtrPhoto) photo = NULL;

  put_chunk (file, "acTL", "\0\0\0\2\0\0\0\0", 8);
  put_chunk (file, "IEND", "", 0);
  photo = read_file (file);
  g_assert_cmpstr (photo->facts->mime, ==, "image/apng");
}

static void
test_damage (void)
{
  g_autoptr (GByteArray) file = make_head (640, 480);
  g_autoptr (OtrPhoto) changed = NULL;
  g_autoptr (OtrPhoto) cut = NULL;

  put_chunk (file, "IDAT", "pixels", 6);
  put_chunk (file, "IEND", "", 0);
  file->data[file->len - 18] ^= 1;
  changed = read_file (file);
  g_assert_cmpint (changed->facts->state, ==, OTR_DECODE_DAMAGED);
  g_assert_nonnull (strstr (changed->facts->reason, "checksum"));
  g_byte_array_set_size (file, file->len - 14);
  cut = read_file (file);
  g_assert_cmpint (cut->facts->state, ==, OTR_DECODE_DAMAGED);
  g_assert_nonnull (strstr (cut->facts->reason, "truncated"));
}

static void
assert_state (GByteArray *file, OtrDecodeState state)
{
  g_autoptr (OtrPhoto) photo = read_file (file);

  g_assert_cmpint (photo->facts->state, ==, state);
}

static void
test_hostile (void)
{
  g_autoptr (GByteArray) none = make_head (0, 5);
  g_autoptr (GByteArray) large = make_head (G_MAXINT32, G_MAXINT32);
  g_autoptr (GByteArray) negative = make_head (0x80000001, 1);
  g_autoptr (GByteArray) length = make_head (5, 5);
  g_autoptr (GByteArray) open_text = make_head (5, 5);

  assert_state (none, OTR_DECODE_DAMAGED);
  assert_state (large, OTR_DECODE_LIMIT);
  assert_state (negative, OTR_DECODE_DAMAGED);
  otr_test_put_be (length, G_MAXUINT32, 4);
  otr_test_put_text (length, "eXIf and too little");
  assert_state (length, OTR_DECODE_DAMAGED);
  put_chunk (open_text, "iTXt", "XML:com.adobe.xmp", 17); /* no NUL */
  put_chunk (open_text, "iTXt", "XML:com.adobe.xmp\0\1", 19);
  put_chunk (open_text, "zTXt", "XML:com.adobe.xmp\0\0nonsense", 27);
  put_chunk (open_text, "IEND", "", 0);
  assert_state (open_text, OTR_DECODE_OK);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/png/crc", test_crc);
  g_test_add_func ("/png/blocks", test_blocks);
  g_test_add_func ("/png/animation", test_animation);
  g_test_add_func ("/png/damage", test_damage);
  g_test_add_func ("/png/hostile", test_hostile);
  return g_test_run ();
}
