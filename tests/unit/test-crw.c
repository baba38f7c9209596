/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "otr-crw.h"
#include "otr-describe.h"
#include "otr-test-bytes.h"

#define HEADER 26u

/* A heap record: where its data are is counted from the heap's beginning. */
static void
put_record (GByteArray *directory, guint tag, guint32 size, guint32 offset)
{
  otr_test_put_le (directory, tag, 2);
  otr_test_put_le (directory, size, 4);
  otr_test_put_le (directory, offset, 4);
}

static GByteArray *
make_file (void)
{
  GByteArray *file = g_byte_array_new ();

  otr_test_put_text (file, "II");
  otr_test_put_le (file, HEADER, 4);
  otr_test_put_text (file, "HEAPCCDR");
  g_byte_array_set_size (file, HEADER);
  return file;
}

/* One heap inside the outer one, with make and model, time, size, and the shot. */
static GByteArray *
make_whole (void)
{
  GByteArray *file = make_file ();
  guint32 inner;

  g_byte_array_append (file, (const guint8 *) "Canon\0EOS X", 12); /* 0 */
  otr_test_put_le (file, 1068485966, 4);                           /* 12 */
  otr_test_put_le (file, 3072, 4);                                 /* 16 */
  otr_test_put_le (file, 2048, 4);
  g_byte_array_set_size (file, HEADER + 24 + 42); /* 24: the shot */
  otr_test_put_le (file, 6 * 32, 2);              /* f/8 */
  otr_test_put_le (file, 6 * 32, 2);              /* 1/64 s */
  inner = file->len - HEADER;
  otr_test_put_le (file, 4, 2);
  put_record (file, 0x080a, 12, 0);
  put_record (file, 0x180e, 4, 12);
  put_record (file, 0x1810, 8, 16);
  put_record (file, 0x102a, 46, 24);
  otr_test_put_le (file, inner, 4);
  inner = file->len - HEADER;
  otr_test_put_le (file, 2, 2);
  put_record (file, 0x300a, inner, 0);
  put_record (file, 0x2007, 5, 0);
  otr_test_put_le (file, inner, 4);
  return file;
}

static OtrPhoto *
read_file (GByteArray *file)
{
  g_autoptr (OtrSource) source = otr_source_new_memory (file->data, file->len);
  OtrPhoto *photo = otr_photo_new (source);

  otr_crw_read (photo);
  otr_describe (photo);
  photo->source = NULL;
  return photo;
}

static void
test_values (void)
{
  g_autoptr (GByteArray) file = make_whole ();
  g_autoptr (OtrPhoto) photo = read_file (file);

  g_assert_cmpstr (photo->facts->mime, ==, "image/x-canon-crw");
  g_assert_cmpstr (photo->facts->make, ==, "Canon");
  g_assert_cmpstr (photo->facts->model, ==, "EOS X");
  g_assert_cmpuint (photo->facts->width, ==, 3072);
  g_assert_cmpuint (photo->facts->height, ==, 2048);
  g_assert_cmpint (photo->facts->taken_ms, ==, G_GINT64_CONSTANT (1068485966000));
  g_assert_cmpint (photo->facts->taken_offset, ==, OTR_OFFSET_NONE);
  g_assert_cmpfloat (photo->facts->f_number, ==, 8);
  g_assert_cmpfloat (photo->facts->exposure_time, ==, 1 / 64.0);
  g_assert_cmpuint (photo->preview.length, ==, 5);
}

/* A heap that contains itself, directories outside, a directory of more than the file has. */
static void
test_hostile (void)
{
  static const guint32 directories[] = { 0, 4, 1000, G_MAXUINT32 };

  for (gsize i = 0; i < G_N_ELEMENTS (directories); i++)
    {
      g_autoptr (GByteArray) file = make_file ();
      g_autoptr (OtrPhoto) photo = NULL;

      otr_test_put_le (file, 0xffff, 2);
      for (guint k = 0; k < 50; k++)
        put_record (file, 0x300a, 2 + 500 + 4, 0);
      otr_test_put_le (file, directories[i], 4);
      photo = read_file (file);
      g_assert_null (photo->facts->make);
      g_assert_cmpuint (photo->facts->width, ==, 0);
    }
}

static void
test_cut (void)
{
  g_autoptr (GByteArray) file = make_whole ();

  for (guint size = 0; size < file->len; size++)
    {
      g_autoptr (GByteArray) cut = g_byte_array_new ();
      g_autoptr (OtrPhoto) photo = NULL;

      g_byte_array_append (cut, file->data, size);
      photo = read_file (cut);
      g_assert_true (photo->facts->is_raw);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/crw/values", test_values);
  g_test_add_func ("/crw/hostile", test_hostile);
  g_test_add_func ("/crw/cut", test_cut);
  return g_test_run ();
}
