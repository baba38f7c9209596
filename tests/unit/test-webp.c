/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-test-bytes.h"
#include "otr-webp.h"

/* `size` 0: the right one. */
static OtrPhoto *
read_chunks (GByteArray *chunks, guint32 size)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (OtrSource) source = NULL;
  OtrPhoto *photo;

  otr_test_put_text (file, "RIFF");
  otr_test_put_le (file, size != 0 ? size : chunks->len + 4, 4);
  otr_test_put_text (file, "WEBP");
  g_byte_array_append (file, chunks->data, chunks->len);
  source = otr_source_new_memory (file->data, file->len);
  photo = otr_photo_new (source);
  otr_webp_read (photo);
  photo->source = NULL;
  return photo;
}

static void
put_chunk (GByteArray *out, const char *name, const void *data, guint size)
{
  otr_test_put_text (out, name);
  otr_test_put_le (out, size, 4);
  g_byte_array_append (out, data, size);
  if (size % 2 != 0)
    otr_test_put_le (out, 0, 1);
}

static void
test_extended (void)
{
  static const guint8 head[10] = { 0x0c, 0, 0, 0, 0x7f, 2, 0, 0xdf, 1, 0 };
  g_autoptr (GByteArray) chunks = g_byte_array_new ();
  g_autoptr (OtrPhoto) photo = NULL;

  put_chunk (chunks, "VP8X", head, sizeof head);
  put_chunk (chunks, "odd ", "abc", 3);
  put_chunk (chunks, "EXIF", "Exif\0\0II*\0", 10);
  put_chunk (chunks, "XMP ", "<xmp/>", 6);
  photo = read_chunks (chunks, 0);
  g_assert_cmpuint (photo->width, ==, 640);
  g_assert_cmpuint (photo->height, ==, 480);
  g_assert_cmpmem (g_bytes_get_data (photo->exif, NULL),
                   g_bytes_get_size (photo->exif),
                   "II*\0",
                   4);
  g_assert_cmpuint (g_bytes_get_size (photo->xmp), ==, 6);
}

static void
test_frames (void)
{
  static const guint8 lossy[10] = { 0, 0, 0, 0x9d, 0x01, 0x2a, 0x80, 0x42, 0xe0, 0x81 };
  static const guint8 lossless[10] = { 0x2f, 0x7f, 0xc2, 0x77, 0 };
  g_autoptr (GByteArray) one = g_byte_array_new ();
  g_autoptr (GByteArray) other = g_byte_array_new ();
  g_autoptr (OtrPhoto) photo = NULL;
  g_autoptr (OtrPhoto) second = NULL;

  put_chunk (one, "VP8 ", lossy, sizeof lossy);
  photo = read_chunks (one, 0);
  g_assert_cmpuint (photo->width, ==, 640);
  g_assert_cmpuint (photo->height, ==, 480);
  put_chunk (other, "VP8L", lossless, sizeof lossless);
  second = read_chunks (other, 0);
  g_assert_cmpuint (second->width, ==, 640);
  g_assert_cmpuint (second->height, ==, 480);
}

static void
test_damage (void)
{
  static const guint8 lossless[10] = { 0x2f, 0x7f, 0xc2, 0x77, 0 };
  g_autoptr (GByteArray) chunks = g_byte_array_new ();
  g_autoptr (OtrPhoto) cut = NULL;
  g_autoptr (OtrPhoto) empty = NULL;

  put_chunk (chunks, "VP8L", lossless, sizeof lossless);
  cut = read_chunks (chunks, 5000);
  g_assert_cmpint (cut->facts->state, ==, OTR_DECODE_DAMAGED);
  g_assert_nonnull (strstr (cut->facts->reason, "truncated"));
  memcpy (chunks->data, "what", 4);
  empty = read_chunks (chunks, 0);
  g_assert_cmpint (empty->facts->state, ==, OTR_DECODE_DAMAGED);
  g_assert_nonnull (strstr (empty->facts->reason, "no picture"));
}

static void
test_hostile_sizes (void)
{
  static const guint32 sizes[] = { 0xffffffff, 0xfffffff8, 0x7fffffff, 0 };

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GByteArray) chunks = g_byte_array_new ();
      g_autoptr (OtrPhoto) photo = NULL;

      otr_test_put_text (chunks, "EXIF");
      otr_test_put_le (chunks, sizes[i], 4);
      otr_test_put_le (chunks, 0, 20);
      photo = read_chunks (chunks, G_MAXUINT32);
      g_assert_true (photo->exif == NULL || g_bytes_get_size (photo->exif) == 0);
      g_assert_cmpint (photo->facts->state, ==, OTR_DECODE_DAMAGED);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/webp/extended", test_extended);
  g_test_add_func ("/webp/frames", test_frames);
  g_test_add_func ("/webp/damage", test_damage);
  g_test_add_func ("/webp/hostile-sizes", test_hostile_sizes);
  return g_test_run ();
}
