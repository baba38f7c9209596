/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-raw.h"
#include "otr-test-bytes.h"
#include "otr-tiff.h"

#define SHORT 3
#define LONG 4

static OtrPhoto *
read_file (GByteArray *file)
{
  g_autofree guint8 *exact = g_memdup2 (file->data, file->len);
  g_autoptr (OtrSource) source = otr_source_new_memory (exact, file->len);
  OtrPhoto *photo = otr_photo_new (source);

  otr_raw_read_tiff (photo);
  photo->source = NULL;
  return photo;
}

static void
test_directories (void)
{
  g_autoptr (GByteArray) file = otr_test_tiff_new (5);
  g_autoptr (OtrPhoto) photo = NULL;
  const OtrTag *tag;

  otr_test_put_entry (file, 0x0100, SHORT, 1, 640);
  otr_test_put_entry (file, 0x0101, LONG, 1, 480);
  otr_test_put_entry (file, 0x010f, 2, 4, 0x00636261);
  otr_test_put_entry (file, 0x02bc, 1, 6, 92); /* XMP */
  otr_test_put_entry (file, 0x8769, LONG, 1, 74);
  otr_test_put_le (file, 0, 4);
  otr_test_put_le (file, 1, 2); /* at 74: the Exif directory */
  otr_test_put_entry (file, 0x8827, SHORT, 1, 200);
  otr_test_put_le (file, 0, 4);
  otr_test_put_text (file, "<xmp/>");
  photo = read_file (file);
  g_assert_cmpint (photo->facts->state, ==, OTR_DECODE_OK);
  g_assert_cmpstr (photo->facts->mime, ==, "image/tiff");
  g_assert_cmpuint (photo->width, ==, 640);
  g_assert_cmpuint (photo->height, ==, 480);
  g_assert_cmpmem (g_bytes_get_data (photo->xmp, NULL), 6, "<xmp/>", 6);
  tag = otr_tag_list_find (photo->tags, OTR_TAG_GROUP_EXIF, 0x8827);
  g_assert_nonnull (tag);
  g_assert_cmpuint (tag->data[0], ==, 200);
  g_assert_nonnull (otr_tag_list_find (photo->tags, OTR_TAG_GROUP_IFD0, 0x010f));
}

static void
test_big (void)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (OtrPhoto) photo = NULL;

  g_byte_array_append (file, (const guint8 *) "MM\0+\0\10\0\0", 8);
  otr_test_put_be (file, 16, 8);
  otr_test_put_be (file, 2, 8);
  for (guint i = 0; i < 2; i++)
    {
      otr_test_put_be (file, 0x0100 + i, 2);
      otr_test_put_be (file, SHORT, 2);
      otr_test_put_be (file, 1, 8);
      otr_test_put_be (file, 100 + i, 2);
      otr_test_put_be (file, 0, 6);
    }
  otr_test_put_be (file, 0, 8);
  photo = read_file (file);
  g_assert_cmpuint (photo->width, ==, 100);
  g_assert_cmpuint (photo->height, ==, 101);
}

/* The entry stands beside a size, so that there is a picture; the directory follows itself. */
static OtrPhoto *
read_with_entry (guint tag, guint type, guint32 count, guint32 value)
{
  g_autoptr (GByteArray) file = otr_test_tiff_new (3);

  otr_test_put_entry (file, 0x0100, SHORT, 1, 8);
  otr_test_put_entry (file, 0x0101, SHORT, 1, 9);
  otr_test_put_entry (file, tag, type, count, value);
  otr_test_put_le (file, 8, 4);
  return read_file (file);
}

static void
test_loops (void)
{
  static const guint pointers[] = { 0x8769, 0x8825, 0xa005, 0x014a };

  for (gsize i = 0; i < G_N_ELEMENTS (pointers); i++)
    {
      g_autoptr (OtrPhoto) photo = read_with_entry (pointers[i], LONG, 1, 8);

      g_assert_cmpint (photo->facts->state, ==, OTR_DECODE_OK);
      g_assert_cmpuint (otr_tag_list_get_length (photo->tags), ==, 2);
    }
}

static void
test_outside (void)
{
  static const struct
  {
    guint type;
    guint32 count;
    guint32 value;
  } entries[] = {
    { 2, 100, 20 },
    { 2, G_MAXUINT32, 8 },
    { 12, 0x20000001, 8 }, /* 2^32 + 8 bytes */
    { LONG, 2, G_MAXUINT32 },
    { 99, 1, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      g_autoptr (OtrPhoto) photo =
          read_with_entry (0x010f, entries[i].type, entries[i].count, entries[i].value);

      g_assert_null (otr_tag_list_find (photo->tags, OTR_TAG_GROUP_IFD0, 0x010f));
      g_assert_cmpuint (photo->warnings->len, ==, 1);
      g_assert_cmpuint (photo->height, ==, 9);
    }
}

static void
test_hostile_heads (void)
{
  static const char *const heads[] = { "II*\0\377\377\377\377", "II+\0\10\0\0\0\377\377\377\377" };

  for (gsize i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      g_autoptr (GByteArray) file = g_byte_array_new ();
      g_autoptr (OtrPhoto) photo = NULL;

      g_byte_array_append (file, (const guint8 *) heads[i], i == 0 ? 8 : 12);
      otr_test_put_le (file, G_MAXUINT64, 8);
      photo = read_file (file);
      g_assert_cmpint (photo->facts->state, ==, OTR_DECODE_DAMAGED);
    }
}

static void
test_limits (void)
{
  g_autoptr (GByteArray) file = otr_test_tiff_new (2);
  g_autoptr (GByteArray) reals = otr_test_tiff_new (3);
  g_autoptr (OtrPhoto) large = NULL;
  g_autoptr (OtrPhoto) photo = NULL;

  otr_test_put_entry (file, 0x0100, LONG, 1, G_MAXUINT32);
  otr_test_put_entry (file, 0x0101, LONG, 1, G_MAXUINT32);
  large = read_file (file);
  g_assert_cmpint (large->facts->state, ==, OTR_DECODE_LIMIT);
  otr_test_put_entry (reals, 0x0100, SHORT, 1, 8);
  otr_test_put_entry (reals, 0x0101, SHORT, 1, 8);
  otr_test_put_entry (reals, 0x0153, SHORT, 1, 3);
  photo = read_file (reals);
  g_assert_cmpint (photo->facts->state, ==, OTR_DECODE_DAMAGED);
}

static void
test_raw (void)
{
  g_autoptr (OtrPhoto) photo = read_with_entry (0xc612, 1, 4, 0x00000401);

  g_assert_true (photo->facts->is_raw);
  g_assert_cmpstr (photo->facts->mime, ==, "image/x-adobe-dng");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tiff/directories", test_directories);
  g_test_add_func ("/tiff/big", test_big);
  g_test_add_func ("/tiff/loops", test_loops);
  g_test_add_func ("/tiff/outside", test_outside);
  g_test_add_func ("/tiff/hostile-heads", test_hostile_heads);
  g_test_add_func ("/tiff/limits", test_limits);
  g_test_add_func ("/tiff/raw", test_raw);
  return g_test_run ();
}
