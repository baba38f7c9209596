/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "otr-fd.h"
#include "otr-source.h"
#include "otr-test.h"

#define SIZE 200000u

static guint8 *
make_bytes (void)
{
  guint8 *bytes = g_malloc (SIZE);

  for (guint i = 0; i < SIZE; i++)
    bytes[i] = (guint8) (i * 31 + i / 251);
  return bytes;
}

static void
check_source (OtrSource *source, const guint8 *bytes)
{
  static const guint64 places[] = { 0, 70000, 65535, 3, SIZE - 5, 131072 };
  g_autoptr (GBytes) copy = otr_source_copy (source, 1000, 100000);
  gsize length = 0;

  g_assert_cmpuint (otr_source_get_length (source), ==, SIZE);
  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      const guint8 *found = otr_source_peek (source, places[i], 5);

      g_assert_nonnull (found);
      g_assert_cmpmem (found, 5, bytes + places[i], 5);
    }
  g_assert_cmpmem (g_bytes_get_data (copy, NULL), 100000, bytes + 1000, 100000);
  for (guint64 at = 0; at < SIZE; at += length)
    {
      const guint8 *found = otr_source_chunk (source, at, &length);

      g_assert_nonnull (found);
      g_assert_cmpmem (found, length, bytes + at, length);
    }
  g_assert_false (otr_source_has_failed (source));
}

static void
check_outside (OtrSource *source)
{
  gsize length;

  g_assert_null (otr_source_peek (source, SIZE - 4, 5));
  g_assert_null (otr_source_peek (source, G_MAXUINT64 - 1, 5));
  g_assert_null (otr_source_peek (source, 5, G_MAXSIZE));
  g_assert_null (otr_source_chunk (source, SIZE, &length));
  g_assert_null (otr_source_copy (source, 0, G_MAXUINT64));
  g_assert_null (otr_source_copy (source, G_MAXUINT64, 1));
  g_assert_null (otr_source_new_part (source, 10, SIZE - 9));
  g_assert_null (otr_source_new_part (source, G_MAXUINT64, 2));
  g_assert_null (otr_source_new_part (source, 2, G_MAXUINT64));
}

static void
test_memory (void)
{
  g_autofree guint8 *bytes = make_bytes ();
  g_autoptr (OtrSource) source = otr_source_new_memory (bytes, SIZE);

  check_source (source, bytes);
  check_outside (source);
}

static void
test_descriptor (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autofree guint8 *bytes = make_bytes ();
  g_autofree char *path = otr_test_write (dir, "file", bytes, SIZE);
  otr_autofd int fd = open (path, O_RDONLY | O_CLOEXEC);
  g_autoptr (OtrSource) source = otr_source_new_fd (fd, SIZE);

  check_source (source, bytes);
  check_outside (source);
}

static void
test_part (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autofree guint8 *bytes = make_bytes ();
  g_autofree char *path = otr_test_write (dir, "file", bytes, SIZE);
  otr_autofd int fd = open (path, O_RDONLY | O_CLOEXEC);
  g_autoptr (OtrSource) whole = otr_source_new_fd (fd, SIZE);
  g_autoptr (OtrSource) part = otr_source_new_part (whole, 1000, 100);
  g_autoptr (OtrSource) inner = otr_source_new_part (part, 50, 10);

  g_assert_cmpuint (otr_source_get_length (inner), ==, 10);
  g_assert_cmpmem (otr_source_peek (inner, 2, 8), 8, bytes + 1052, 8);
  g_assert_null (otr_source_peek (inner, 3, 8));
}

static void
test_shrunk (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autofree guint8 *bytes = make_bytes ();
  g_autofree char *path = otr_test_write (dir, "file", bytes, SIZE);
  otr_autofd int fd = open (path, O_RDWR | O_CLOEXEC);
  g_autoptr (OtrSource) source = otr_source_new_fd (fd, SIZE);

  g_assert_cmpint (ftruncate (fd, 100), ==, 0);
  g_assert_nonnull (otr_source_peek (source, 50, 50));
  g_assert_null (otr_source_peek (source, 150, 5));
  g_assert_true (otr_source_has_failed (source));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/memory", test_memory);
  g_test_add_func ("/source/descriptor", test_descriptor);
  g_test_add_func ("/source/part-of-a-part", test_part);
  g_test_add_func ("/source/file-that-shrank", test_shrunk);
  return g_test_run ();
}
