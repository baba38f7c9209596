/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "otr-buffer-pool.h"
#include "otr-test.h"

#define KIB 1024u

static void
test_decoders_cannot_write (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OtrBufferPool) pool = otr_buffer_pool_new (64 * KIB, &error);
  g_autoptr (OtrBuffer) buffer = NULL;
  const guint8 *seen;
  int fd;

  g_assert_no_error (error);
  buffer = otr_buffer_pool_claim (pool, 5000);
  memset (buffer->data, 'x', buffer->size);
  fd = otr_buffer_pool_get_fd (pool);
  g_assert_true (mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) == MAP_FAILED);
  g_assert_cmpint (ftruncate (fd, 0), ==, -1);
  g_assert_cmpint (pwrite (fd, "y", 1, 0), ==, -1);
  seen = mmap (NULL, 64 * KIB, PROT_READ, MAP_SHARED, fd, 0);
  g_assert_true (seen != MAP_FAILED);
  g_assert_cmpint (seen[buffer->offset + 4999], ==, 'x');
  (void) munmap ((gpointer) seen, 64 * KIB);
}

static void
test_space_comes_back (void)
{
  g_autoptr (OtrBufferPool) pool = otr_buffer_pool_new (64 * KIB, NULL);
  OtrBuffer *held[16];

  g_assert_cmpuint (otr_buffer_pool_get_largest (pool), ==, 32 * KIB);
  for (guint round = 0; round < 3; round++)
    {
      for (guint i = 0; i < 16; i++)
        held[i] = otr_buffer_pool_claim (pool, 4 * KIB - i);
      g_assert_cmpuint (otr_buffer_pool_get_used (pool), ==, 64 * KIB);
      for (guint i = 0; i < 16; i++) /* out of order: 0 5 10 15 4 9 ... */
        otr_buffer_pool_release (held[i * 5 % 16]);
      g_assert_cmpuint (otr_buffer_pool_get_used (pool), ==, 0);
      otr_buffer_pool_release (otr_buffer_pool_claim (pool, 32 * KIB));
    }
}

static void
test_empty_file (void)
{
  g_autoptr (OtrBufferPool) pool = otr_buffer_pool_new (64 * KIB, NULL);
  g_autoptr (OtrBuffer) buffer = otr_buffer_pool_claim (pool, 0);

  g_assert_nonnull (buffer);
  g_assert_cmpuint (buffer->size, ==, 0);
}

typedef struct
{
  OtrBufferPool *pool;
  gsize size;
  OtrBuffer *got;
} Claim;

static gpointer
claim_thread (gpointer data)
{
  Claim *claim = data;

  claim->got = otr_buffer_pool_claim (claim->pool, claim->size);
  return NULL;
}

static void
test_waits_for_room_and_closes (void)
{
  g_autoptr (OtrBufferPool) pool = otr_buffer_pool_new (64 * KIB, NULL);
  OtrBuffer *first = otr_buffer_pool_claim (pool, 32 * KIB);
  OtrBuffer *second = otr_buffer_pool_claim (pool, 32 * KIB);
  Claim claim = { pool, 32 * KIB, NULL };
  GThread *thread = otr_test_thread_new (claim_thread, &claim);

  otr_buffer_pool_release (first);
  g_thread_join (thread);
  first = claim.got;
  g_assert_nonnull (first);

  thread = otr_test_thread_new (claim_thread, &claim);
  otr_buffer_pool_close (pool);
  g_thread_join (thread);
  g_assert_null (claim.got);
  otr_buffer_pool_release (first);
  otr_buffer_pool_release (second);
  g_assert_null (otr_buffer_pool_claim (pool, 1));
}

#define N_WORKERS 4
#define N_ROUNDS 500

static gpointer
worker_thread (gpointer data)
{
  OtrBufferPool *pool = data;
  guint seed = (guint) GPOINTER_TO_SIZE (g_thread_self ());

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      gsize size = (seed = seed * 1103515245u + 12345u) % (32 * KIB);
      g_autoptr (OtrBuffer) buffer = otr_buffer_pool_claim (pool, size);
      guint8 mark = (guint8) (seed >> 16);

      memset (buffer->data, mark, size);
      for (gsize at = 0; at < size; at += 997)
        g_assert_cmpint (buffer->data[at], ==, mark);
    }
  return NULL;
}

static void
test_buffers_never_overlap (void)
{
  g_autoptr (OtrBufferPool) pool = otr_buffer_pool_new (64 * KIB, NULL);
  GThread *threads[N_WORKERS];

  for (guint i = 0; i < N_WORKERS; i++)
    threads[i] = otr_test_thread_new (worker_thread, pool);
  for (guint i = 0; i < N_WORKERS; i++)
    g_thread_join (threads[i]);
  g_assert_cmpuint (otr_buffer_pool_get_used (pool), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/buffer-pool/decoders-cannot-write", test_decoders_cannot_write);
  g_test_add_func ("/buffer-pool/space-comes-back", test_space_comes_back);
  g_test_add_func ("/buffer-pool/empty-file", test_empty_file);
  g_test_add_func ("/buffer-pool/waits-for-room-and-closes", test_waits_for_room_and_closes);
  g_test_add_func ("/buffer-pool/buffers-never-overlap", test_buffers_never_overlap);
  return g_test_run ();
}
