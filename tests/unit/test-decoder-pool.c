/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "otr-decoder-pool.h"
#include "otr-fd.h"
#include "otr-test.h"

typedef struct
{
  OtrBufferPool *buffers;
  OtrDecoderPool *pool;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (g_setenv ("OUTRIDER_DECODER", g_getenv ("OTR_FAKE_DECODER"), TRUE));
  fixture->buffers = otr_buffer_pool_new (1024 * 1024, &error);
  g_assert_no_error (error);
  fixture->pool = otr_decoder_pool_new (fixture->buffers, 2, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  otr_decoder_pool_free (fixture->pool);
  otr_buffer_pool_free (fixture->buffers);
}

/* A photo that makes the fake decoder do as `byte` says. */
static OtrFacts *
decode (Fixture *fixture, char byte, GCancellable *cancellable, GError **error)
{
  g_autoptr (OtrBuffer) buffer = otr_buffer_pool_claim (fixture->buffers, 100);
  OtrWireJob job = { .want = OTR_WIRE_WANT_FACTS, .offset = buffer->offset, .length = 100 };
  g_auto (OtrWireAnswer) answer = { 0 };

  memset (buffer->data, byte, buffer->size);
  if (!otr_decoder_run (fixture->pool, &job, -1, -1, cancellable, &answer, error))
    return NULL;
  return g_steal_pointer (&answer.facts);
}

static void
assert_decodes (Fixture *fixture, char byte, OtrDecodeState state)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OtrFacts) facts = decode (fixture, byte, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (facts);
  g_assert_cmpint (facts->state, ==, state);
  if (state == OTR_DECODE_OK)
    g_assert_cmpuint (facts->width, ==, (guint) byte);
  else
    g_assert_nonnull (facts->reason);
}

static void
test_answers (Fixture *fixture, gconstpointer data)
{
  for (char byte = 'A'; byte <= 'Z'; byte++)
    assert_decodes (fixture, byte, OTR_DECODE_OK);
  g_assert_cmpuint (otr_decoder_pool_get_peak_bytes (fixture->pool), >, 10000);
}

static void
test_descriptor (Fixture *fixture, gconstpointer data)
{
  otr_autofd int fd = memfd_create ("photo", MFD_CLOEXEC);
  OtrWireJob job = { .want = OTR_WIRE_WANT_FACTS, .length = 1 };
  g_auto (OtrWireAnswer) answer = { 0 };

  g_assert_cmpint (write (fd, "Q", 1), ==, 1);
  g_assert_true (otr_decoder_run (fixture->pool, &job, fd, -1, NULL, &answer, NULL));
  g_assert_cmpuint (answer.facts->width, ==, 'Q');
}

static void
test_one_bad_photo_costs_one_process (Fixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < 3; i++)
    {
      assert_decodes (fixture, 'c', OTR_DECODE_CRASHED);
      assert_decodes (fixture, 'X', OTR_DECODE_OK);
      assert_decodes (fixture, 'g', OTR_DECODE_CRASHED);
      assert_decodes (fixture, 'Y', OTR_DECODE_OK);
    }
}

static void
test_endless_loop (Fixture *fixture, gconstpointer data)
{
  otr_decoder_pool_set_cpu_limit (fixture->pool, 100);
  assert_decodes (fixture, 'l', OTR_DECODE_LIMIT);
  assert_decodes (fixture, 'X', OTR_DECODE_OK);
}

static void
test_memory (Fixture *fixture, gconstpointer data)
{
  assert_decodes (fixture, 'm', OTR_DECODE_LIMIT);
  assert_decodes (fixture, 'X', OTR_DECODE_OK);
  g_assert_cmpuint (otr_decoder_pool_get_peak_bytes (fixture->pool), >, OTR_DECODER_MEMORY_LIMIT);
}

static gpointer
cancel_thread (gpointer data)
{
  g_cancellable_cancel (data);
  return NULL;
}

static void
test_cancel (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  GThread *thread = otr_test_thread_new (cancel_thread, cancellable);

  g_assert_null (decode (fixture, 'l', cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_thread_join (thread);
  assert_decodes (fixture, 'X', OTR_DECODE_OK);
}

static gpointer
decode_thread (gpointer data)
{
  Fixture *fixture = data;

  for (guint i = 0; i < 60; i++)
    {
      char byte = "ABcDgE"[i % 6];

      assert_decodes (fixture, byte, g_ascii_isupper (byte) ? OTR_DECODE_OK : OTR_DECODE_CRASHED);
    }
  return NULL;
}

static void
test_many_threads (Fixture *fixture, gconstpointer data)
{
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = otr_test_thread_new (decode_thread, fixture);
  otr_decoder_pool_set_max (fixture->pool, 1);
  otr_decoder_pool_set_max (fixture->pool, 3);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

static void
test_no_program (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (g_setenv ("OUTRIDER_DECODER", "/nonexistent/decoder", TRUE));
  g_assert_null (otr_decoder_pool_new (NULL, 1, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_true (g_setenv ("OUTRIDER_DECODER", "/bin/false", TRUE));
  g_assert_null (otr_decoder_pool_new (NULL, 1, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
}

static void
add (const char *path, void (*func) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, NULL, set_up, func, tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/decoder-pool/answers", test_answers);
  add ("/decoder-pool/descriptor", test_descriptor);
  add ("/decoder-pool/one-bad-photo-costs-one-process", test_one_bad_photo_costs_one_process);
  add ("/decoder-pool/endless-loop", test_endless_loop);
  add ("/decoder-pool/memory", test_memory);
  add ("/decoder-pool/cancel", test_cancel);
  add ("/decoder-pool/many-threads", test_many_threads);
  g_test_add_func ("/decoder-pool/no-program", test_no_program);
  return g_test_run ();
}
