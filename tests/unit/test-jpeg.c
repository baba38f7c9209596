/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-jpeg.h"
#include "otr-test-bytes.h"

static GByteArray *
make_head (void)
{
  GByteArray *file = g_byte_array_new ();

  otr_test_put_be (file, 0xffd8, 2);
  return file;
}

static void
put_segment (GByteArray *file, guint marker, const void *data, guint size)
{
  otr_test_put_be (file, 0xff00 | marker, 2);
  otr_test_put_be (file, size + 2, 2);
  g_byte_array_append (file, data, size);
}

/* A grey picture of two rows of four blocks, and what would be its pixels. */
static void
put_picture (GByteArray *file, guint marker, const void *pixels, guint size)
{
  put_segment (file, marker, "\10\0\20\0\40\1\1\x11\0", 9);
  put_segment (file, 0xda, "\1\1\0\0\77\0", 6);
  g_byte_array_append (file, pixels, size);
}

static OtrPhoto *
read_file (GByteArray *file)
{
  g_autofree guint8 *exact = g_memdup2 (file->data, file->len);
  g_autoptr (OtrSource) source = otr_source_new_memory (exact, file->len);
  OtrPhoto *photo = otr_photo_new (source);

  otr_jpeg_read (photo);
  photo->source = NULL;
  return photo;
}

/* libexif alone gives up at segments that it does not know. */
static void
test_blocks (void)
{
  static const char iptc[] = "Photoshop 3.0\0"
                             "8BIM\4\4\0\0\0\0\0\4IPTC";
  static const char xmp[] = "http://ns.adobe.com/xap/1.0/\0<xmp/>";
  g_autoptr (GByteArray) file = make_head ();
  g_autoptr (OtrPhoto) photo = NULL;

  put_segment (file, 0xe7, "vendor", 6);
  put_segment (file, 0xe1, xmp, sizeof xmp - 1);
  put_segment (file, 0xe1, "Exif\0\0II*\0", 10);
  put_segment (file, 0xe1, "Exif\0\0MM\0*", 10); /* the first one counts */
  put_segment (file, 0xed, iptc, sizeof iptc - 1);
  put_picture (file, 0xc0, "pixels\xff\0more\xff\xff\xd9", 15);
  photo = read_file (file);
  g_assert_cmpint (photo->facts->state, ==, OTR_DECODE_OK);
  g_assert_cmpuint (photo->width, ==, 32);
  g_assert_cmpuint (photo->height, ==, 16);
  g_assert_cmpmem (g_bytes_get_data (photo->exif, NULL), 4, "II*\0", 4);
  g_assert_cmpmem (g_bytes_get_data (photo->xmp, NULL), 6, "<xmp/>", 6);
  g_assert_cmpmem (g_bytes_get_data (photo->iptc, NULL), 4, "IPTC", 4);
  g_assert_true (photo->jpeg.ended);
  g_assert_false (photo->jpeg.whole_in_memory);
}

static void
put_extended (GByteArray *file, guint32 whole, guint32 offset, const char *text)
{
  g_autoptr (GByteArray) segment = g_byte_array_new ();

  otr_test_put_text (segment, "http://ns.adobe.com/xmp/extension/");
  otr_test_put_be (segment, 0, 1);
  otr_test_put_text (segment, "0123456789abcdef0123456789abcdef");
  otr_test_put_be (segment, whole, 4);
  otr_test_put_be (segment, offset, 4);
  otr_test_put_text (segment, text);
  put_segment (file, 0xe1, segment->data, segment->len);
}

static void
test_extended_xmp (void)
{
  g_autoptr (GByteArray) file = make_head ();
  g_autoptr (OtrPhoto) photo = NULL;

  put_extended (file, 8, 4, "efgh");
  put_extended (file, 8, 0, "abcd");
  put_extended (file, 8, 6, "beyond");
  put_extended (file, 8, G_MAXUINT32, "x");
  put_extended (file, G_MAXUINT32, 0, "other");
  put_picture (file, 0xc0, "\xff\xd9", 2);
  photo = read_file (file);
  g_assert_cmpmem (g_bytes_get_data (photo->extended_xmp, NULL),
                   g_bytes_get_size (photo->extended_xmp),
                   "abcdefgh",
                   8);
}

static void
assert_state (GByteArray *file, OtrDecodeState state, const char *word)
{
  g_autoptr (OtrPhoto) photo = read_file (file);

  g_assert_cmpint (photo->facts->state, ==, state);
  if (word != NULL)
    g_assert_nonnull (strstr (photo->facts->reason, word));
}

/* Restart markers say how many pixels there are: here one every four of eight blocks. */
static void
test_restarts (void)
{
  g_autoptr (GByteArray) whole = make_head ();
  g_autoptr (GByteArray) gap = make_head ();

  put_segment (whole, 0xdd, "\0\4", 2);
  put_picture (whole, 0xc0, "a\xff\xd0z\xff\xd9", 6);
  assert_state (whole, OTR_DECODE_OK, NULL);
  put_segment (gap, 0xdd, "\0\4", 2);
  put_picture (gap, 0xc0, "az\xff\xd9", 4);
  assert_state (gap, OTR_DECODE_DAMAGED, "truncated");
}

static void
test_kinds (void)
{
  g_autoptr (GByteArray) progressive = make_head ();
  g_autoptr (GByteArray) lossless = make_head ();
  g_autoptr (GByteArray) deep = make_head ();
  g_autoptr (OtrPhoto) photo = NULL;

  put_picture (progressive, 0xc2, "\xff\xd9", 2);
  photo = read_file (progressive);
  g_assert_cmpint (photo->facts->state, ==, OTR_DECODE_OK);
  g_assert_true (photo->jpeg.whole_in_memory);
  put_picture (lossless, 0xc3, "\xff\xd9", 2);
  assert_state (lossless, OTR_DECODE_DAMAGED, "Lossless");
  put_segment (deep, 0xc1, "\14\0\20\0\40\1\1\x11\0", 9);
  put_picture (deep, 0xc1, "\xff\xd9", 2);
  assert_state (deep, OTR_DECODE_DAMAGED, "12-bit");
}

static void
test_limits (void)
{
  g_autoptr (GByteArray) scans = make_head ();
  g_autoptr (GByteArray) large = make_head ();

  put_picture (scans, 0xc2, "", 0);
  for (guint i = 0; i < 600; i++)
    put_segment (scans, 0xda, "\1\1\0\0\77\0", 6);
  otr_test_put_be (scans, 0xffd9, 2);
  assert_state (scans, OTR_DECODE_LIMIT, "scans");
  put_segment (large, 0xc2, "\10\xff\xff\xff\xff\3\1\x11\0\2\x11\0\3\x11\0", 15);
  put_segment (large, 0xda, "\1\1\0\0\77\0", 6);
  otr_test_put_be (large, 0xffd9, 2);
  assert_state (large, OTR_DECODE_LIMIT, "too large");
}

static void
test_damage (void)
{
  static const guint8 components[] = "\10\0\20\0\40\11\1\x11\0";
  g_autoptr (GByteArray) file = make_head ();
  g_autoptr (GByteArray) size_one = make_head ();
  g_autoptr (GByteArray) frame = make_head ();

  assert_state (file, OTR_DECODE_DAMAGED, "truncated");
  put_segment (file, 0xe1, "Exif\0\0II*\0", 10);
  assert_state (file, OTR_DECODE_DAMAGED, "truncated");
  otr_test_put_be (file, 0xffe1ffff, 4); /* longer than the file */
  assert_state (file, OTR_DECODE_DAMAGED, "truncated");
  otr_test_put_be (size_one, 0xffe10001, 4);
  otr_test_put_be (size_one, 0, 8);
  assert_state (size_one, OTR_DECODE_DAMAGED, "structure");
  put_segment (frame, 0xc0, components, sizeof components - 1);
  assert_state (frame, OTR_DECODE_DAMAGED, "structure");
}

/* A second picture whose place wraps around or is far outside is none. */
static void
test_hostile_mpf (void)
{
  static const guint32 places[][2] = { { G_MAXUINT32, 100 }, { 100, G_MAXUINT32 }, { 0, 0 } };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autoptr (GByteArray) file = make_head ();
      g_autoptr (GByteArray) mpf = otr_test_tiff_new (1);
      g_autoptr (OtrPhoto) photo = NULL;

      g_byte_array_prepend (mpf, (const guint8 *) "MPF\0", 4);
      otr_test_put_entry (mpf, 0xb002, 7, 32, 26);
      otr_test_put_le (mpf, 0, 4);
      otr_test_put_le (mpf, 0, 16);
      otr_test_put_le (mpf, 0, 4);
      otr_test_put_le (mpf, places[i][0], 4);
      otr_test_put_le (mpf, places[i][1], 4);
      otr_test_put_le (mpf, 0, 4);
      put_segment (file, 0xe2, mpf->data, mpf->len);
      put_picture (file, 0xc0, "\xff\xd9", 2);
      photo = read_file (file);
      g_assert_cmpint (photo->facts->state, ==, OTR_DECODE_OK);
      g_assert_cmpuint (photo->preview.length, ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/jpeg/blocks", test_blocks);
  g_test_add_func ("/jpeg/extended-xmp", test_extended_xmp);
  g_test_add_func ("/jpeg/restarts", test_restarts);
  g_test_add_func ("/jpeg/kinds", test_kinds);
  g_test_add_func ("/jpeg/limits", test_limits);
  g_test_add_func ("/jpeg/damage", test_damage);
  g_test_add_func ("/jpeg/hostile-mpf", test_hostile_mpf);
  return g_test_run ();
}
