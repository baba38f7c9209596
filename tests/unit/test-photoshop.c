/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-photoshop.h"
#include "otr-test-bytes.h"

static void
put_resource (GByteArray *block, guint id, const char *name, const char *data)
{
  otr_test_put_text (block, "8BIM");
  otr_test_put_be (block, id, 2);
  otr_test_put_be (block, strlen (name), 1);
  otr_test_put_text (block, name);
  if (strlen (name) % 2 == 0)
    otr_test_put_be (block, 0, 1);
  otr_test_put_be (block, strlen (data), 4);
  otr_test_put_text (block, data);
  if (strlen (data) % 2 != 0)
    otr_test_put_be (block, 0, 1);
}

static GByteArray *
make_block (void)
{
  GByteArray *block = g_byte_array_new ();

  put_resource (block, 0x03ed, "a name", "odd");
  put_resource (block, 0x0404, "", "IPTC!");
  put_resource (block, 0x0422, "odd", "MM*");
  put_resource (block, 0x0424, "", "<xmp/>");
  return block;
}

static void
test_resources (void)
{
  g_autoptr (GByteArray) block = make_block ();
  g_autoptr (OtrPhoto) photo = otr_photo_new (NULL);

  otr_photoshop_read_resources (photo, block->data, block->len);
  g_assert_cmpmem (g_bytes_get_data (photo->iptc, NULL), 5, "IPTC!", 5);
  g_assert_cmpuint (g_bytes_get_size (photo->iptc), ==, 5);
  g_assert_cmpuint (g_bytes_get_size (photo->exif), ==, 3);
  g_assert_cmpmem (g_bytes_get_data (photo->xmp, NULL), 6, "<xmp/>", 6);
}

static void
test_cut (void)
{
  g_autoptr (GByteArray) block = make_block ();

  for (guint size = 0; size < block->len; size++)
    {
      g_autofree guint8 *exact = g_memdup2 (block->data, size);
      g_autoptr (OtrPhoto) photo = otr_photo_new (NULL);

      otr_photoshop_read_resources (photo, exact, size);
      g_assert_null (photo->xmp);
    }
}

static void
test_too_long (void)
{
  static const guint8 block[] = "8BIM\4\4\0\0\xff\xff\xff\xff"
                                "abcd";
  g_autoptr (OtrPhoto) photo = otr_photo_new (NULL);

  otr_photoshop_read_resources (photo, block, sizeof block - 1);
  g_assert_null (photo->iptc);
}

static OtrPhoto *
read_file (GByteArray *file)
{
  g_autoptr (OtrSource) source = otr_source_new_memory (file->data, file->len);
  OtrPhoto *photo = otr_photo_new (source);

  otr_photoshop_read (photo);
  photo->source = NULL;
  return photo;
}

static void
test_file (void)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (GByteArray) block = make_block ();
  g_autoptr (OtrPhoto) photo = NULL;
  g_autoptr (OtrPhoto) hostile = NULL;

  g_byte_array_append (file, (const guint8 *) "8BPS\0\1\0\0\0\0\0\0\0\3", 14);
  otr_test_put_be (file, 480, 4);
  otr_test_put_be (file, 640, 4);
  otr_test_put_be (file, 0, 4);
  otr_test_put_be (file, 2, 4); /* colour data */
  otr_test_put_be (file, 0, 2);
  otr_test_put_be (file, block->len, 4);
  g_byte_array_append (file, block->data, block->len);
  photo = read_file (file);
  g_assert_cmpint (photo->facts->state, ==, OTR_DECODE_NO_LOADER);
  g_assert_cmpuint (photo->width, ==, 640);
  g_assert_cmpuint (photo->height, ==, 480);
  g_assert_nonnull (photo->xmp);
  memset (file->data + 26, 0xff, 4);
  hostile = read_file (file);
  g_assert_null (hostile->xmp);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/photoshop/resources", test_resources);
  g_test_add_func ("/photoshop/cut", test_cut);
  g_test_add_func ("/photoshop/too-long", test_too_long);
  g_test_add_func ("/photoshop/file", test_file);
  return g_test_run ();
}
