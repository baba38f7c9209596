/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "otr-error.h"
#include "otr-preload.h"
#include "otr-test.h"

#define KIB 1024u
#define SHA_OF_ABC "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

static gboolean
read_path (OtrBufferPool *pool, const char *path, guint64 size, OtrPreload *preload, GError **error)
{
  OtrPreloadRequest request = { path, g_str_has_prefix (path, "file:"), size, TRUE };

  otr_preload_init (preload);
  return otr_preload_read (pool, &request, OTR_DIGEST_SHA256, preload, NULL, error);
}

static void
assert_abc (OtrBufferPool *pool, const char *path, guint64 expected_size)
{
  g_auto (OtrPreload) preload = { .fd = -1 };
  g_autoptr (GError) error = NULL;
  g_autofree char *hex = NULL;

  g_assert_true (read_path (pool, path, expected_size, &preload, &error));
  g_assert_no_error (error);
  g_assert_cmpmem (preload.buffer->data, preload.buffer->size, "abc", 3);
  g_assert_cmpuint (preload.bytes_read, ==, 3);
  g_assert_cmpuint (preload.size, ==, 3);
  g_assert_cmpint (preload.mtime_ns, >, 0);
  hex = otr_digest_to_hex (&preload.digest);
  g_assert_cmpstr (hex, ==, SHA_OF_ABC);
}

static void
test_whole_file (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autoptr (OtrBufferPool) pool = otr_buffer_pool_new (64 * KIB, NULL);
  g_autofree char *path = otr_test_write (dir, "a", "abc", -1);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

  assert_abc (pool, path, 3);
  assert_abc (pool, path, 7); /* it is no longer as the scan saw it */
  assert_abc (pool, uri, 3);  /* through GIO */
  g_assert_cmpuint (otr_buffer_pool_get_used (pool), ==, 0);
}

/* Larger than half of the pool: digested in pieces, then readable by descriptor. */
static void
assert_large (OtrBufferPool *pool, const char *path, gsize size, const char *digest)
{
  g_auto (OtrPreload) preload = { .fd = -1 };
  g_autoptr (GError) error = NULL;
  g_autofree char *hex = NULL;
  char last = 0;

  g_assert_true (read_path (pool, path, size, &preload, &error));
  g_assert_no_error (error);
  g_assert_null (preload.buffer);
  g_assert_cmpint (pread (preload.fd, &last, 1, (off_t) size - 1), ==, 1);
  g_assert_cmpint (last, ==, 'x');
  hex = otr_digest_to_hex (&preload.digest);
  g_assert_cmpstr (hex, ==, digest);
}

static void
test_large_file (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autoptr (OtrBufferPool) pool = otr_buffer_pool_new (64 * KIB, NULL);
  gsize size = 3 * 1024 * KIB + 5;
  g_autofree char *data = g_malloc (size);
  g_autofree char *path = NULL, *uri = NULL, *digest = NULL;

  memset (data, 'x', size);
  digest = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) data, size);
  path = otr_test_write (dir, "large", data, (gssize) size);
  uri = g_filename_to_uri (path, NULL, NULL);
  assert_large (pool, path, size, digest);
  assert_large (pool, uri, size, digest);
}

static void
assert_refused (const char *path, int code)
{
  g_autoptr (OtrBufferPool) pool = otr_buffer_pool_new (64 * KIB, NULL);
  g_auto (OtrPreload) preload = { .fd = -1 };
  g_autoptr (GError) error = NULL;

  g_assert_false (read_path (pool, path, 0, &preload, &error));
  g_assert_error (error, G_IO_ERROR, code);
  g_assert_cmpuint (otr_buffer_pool_get_used (pool), ==, 0);
}

static void
test_not_a_file (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autofree char *fifo = g_build_filename (dir, "fifo", NULL);
  g_autofree char *gone = g_build_filename (dir, "gone", NULL);

  g_assert_no_errno (mkfifo (fifo, 0600));
  assert_refused (fifo, G_IO_ERROR_NOT_REGULAR_FILE);
  assert_refused (dir, G_IO_ERROR_NOT_REGULAR_FILE);
  assert_refused (gone, G_IO_ERROR_NOT_FOUND);
}

static void
test_cancelled (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autoptr (OtrBufferPool) pool = otr_buffer_pool_new (64 * KIB, NULL);
  g_autofree char *path = otr_test_write (dir, "a", "abc", -1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_auto (OtrPreload) preload = { .fd = -1 };
  g_autoptr (GError) error = NULL;
  OtrPreloadRequest request = { path, FALSE, 3, TRUE };

  g_cancellable_cancel (cancellable);
  g_assert_false (
      otr_preload_read (pool, &request, OTR_DIGEST_MD5, &preload, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/preload/whole-file", test_whole_file);
  g_test_add_func ("/preload/large-file", test_large_file);
  g_test_add_func ("/preload/not-a-file", test_not_a_file);
  g_test_add_func ("/preload/cancelled", test_cancelled);
  return g_test_run ();
}
