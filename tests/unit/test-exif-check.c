/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-exif-check.h"
#include "otr-test-bytes.h"
#include "otr-test.h"

#define SHORT 3
#define LONG 4
#define TAG_EXIF 0x8769

static gboolean
check_block (GByteArray *block)
{
  g_autofree guint8 *exact = g_memdup2 (block->data, block->len);

  return otr_exif_check (exact, block->len);
}

/* One directory with one entry, and the offset of the next. */
static gboolean
check_entry (guint tag, guint type, guint32 count, guint32 value, guint32 next)
{
  g_autoptr (GByteArray) block = otr_test_tiff_new (1);

  otr_test_put_entry (block, tag, type, count, value);
  otr_test_put_le (block, next, 4);
  return check_block (block);
}

static void
test_sound (void)
{
  OtrTestPhoto photo = { .make = "Maker",
                         .model = "Model",
                         .orientation = 6,
                         .taken = "2019:05:01 12:33:00",
                         .thumbnail = TRUE };
  g_autoptr (GBytes) block = otr_test_exif (&photo);
  gsize size;
  const guint8 *data = g_bytes_get_data (block, &size);

  g_assert_true (otr_exif_check (data + 6, size - 6));
  g_assert_true (check_entry (0x0112, SHORT, 1, 6, 0));
  g_assert_true (check_entry (0, 0, 0, 0, 0)); /* an empty entry */
}

static void
test_bad_types (void)
{
  g_assert_false (check_entry (0x0112, 20, 1, 6, 0));
  g_assert_false (check_entry (TAG_EXIF, 2, 4, 8, 0));
  g_assert_false (check_entry (TAG_EXIF, LONG, 2, 8, 0));
}

static void
test_outside (void)
{
  g_assert_false (check_entry (0x010f, 2, 10, 20, 0));
  g_assert_false (check_entry (0x010f, 2, G_MAXUINT32, G_MAXUINT32, 0));
  g_assert_false (check_entry (0x9000, 12, 0x20000001, 8, 0)); /* 2^32 + 8 bytes */
  g_assert_false (check_entry (TAG_EXIF, LONG, 1, G_MAXUINT32, 0));
  g_assert_false (check_entry (0x0112, SHORT, 1, 6, G_MAXUINT32 - 1));
  g_assert_true (check_entry (0x927c, 7, 5000, 99, 0)); /* a maker note that was cut */
}

static void
test_loops (void)
{
  g_assert_false (check_entry (TAG_EXIF, LONG, 1, 8, 0));
  g_assert_false (check_entry (0x0112, SHORT, 1, 6, 8));
}

/* Two directories of the chain, the second followed by the first. */
static void
test_long_loop (void)
{
  g_autoptr (GByteArray) block = otr_test_tiff_new (0);

  otr_test_put_le (block, 14, 4);
  otr_test_put_le (block, 0, 2);
  otr_test_put_le (block, 8, 4);
  g_assert_false (check_block (block));
  block->data[16] = 200; /* garbage behind the thumbnail's directory */
  g_assert_true (check_block (block));
}

static void
test_no_header (void)
{
  g_assert_false (otr_exif_check ((const guint8 *) "", 0));
  g_assert_false (otr_exif_check ((const guint8 *) "II*\0\10\0\0\0", 8));
  g_assert_false (otr_exif_check ((const guint8 *) "XX*\0\10\0\0\0\0\0\0\0\0\0", 14));
  g_assert_false (otr_exif_check ((const guint8 *) "II*\0\377\377\377\377\0\0\0\0\0\0", 14));
  g_assert_false (otr_exif_check ((const guint8 *) "MM\0*\0\0\0\10\377\377\0\0\0\0", 14));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/exif-check/sound", test_sound);
  g_test_add_func ("/exif-check/bad-types", test_bad_types);
  g_test_add_func ("/exif-check/outside", test_outside);
  g_test_add_func ("/exif-check/loops", test_loops);
  g_test_add_func ("/exif-check/long-loop", test_long_loop);
  g_test_add_func ("/exif-check/no-header", test_no_header);
  return g_test_run ();
}
