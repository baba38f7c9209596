/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-queue.h"

#include "otr-pool.h"

#define N_PRODUCERS 4
#define N_CONSUMERS 3
#define N_ITEMS 5000

static int n_destroyed;

static void
count_destroyed (gpointer item)
{
  g_atomic_int_inc (&n_destroyed);
}

static void
test_first_in_first_out (void)
{
  g_autoptr (OtrQueue) queue = otr_queue_new (G_MAXSIZE, NULL);

  for (guint i = 1; i <= 100; i++)
    g_assert_true (otr_queue_push (queue, GUINT_TO_POINTER (i), i));
  g_assert_cmpuint (otr_queue_get_length (queue), ==, 100);
  g_assert_cmpuint (otr_queue_get_bytes (queue), ==, 5050);
  for (guint i = 1; i <= 100; i++)
    g_assert_cmpuint (GPOINTER_TO_UINT (otr_queue_pop (queue)), ==, i);
  g_assert_null (otr_queue_try_pop (queue));
  g_assert_cmpuint (otr_queue_get_bytes (queue), ==, 0);
}

static void
push_two (OtrPool *pool, guint index, gpointer data)
{
  g_assert_true (otr_queue_push (data, GUINT_TO_POINTER (2), 60));
  g_assert_true (otr_queue_push (data, GUINT_TO_POINTER (3), 1000));
}

/* The worker can't get its second item in before the first two are out: the bound holds. */
static void
test_byte_bound (void)
{
  g_autoptr (OtrQueue) queue = otr_queue_new (100, NULL);
  g_autoptr (OtrPool) pool = otr_pool_new ("test-queue", push_two, queue);

  g_assert_true (otr_queue_push (queue, GUINT_TO_POINTER (1), 60));
  g_assert_true (otr_pool_resize (pool, 1));
  g_assert_cmpuint (otr_queue_get_bytes (queue), ==, 60);
  g_assert_cmpuint (GPOINTER_TO_UINT (otr_queue_pop (queue)), ==, 1);
  g_assert_cmpuint (GPOINTER_TO_UINT (otr_queue_pop (queue)), ==, 2);
  g_assert_cmpuint (GPOINTER_TO_UINT (otr_queue_pop (queue)), ==, 3);
}

static void
test_larger_than_the_bound (void)
{
  g_autoptr (OtrQueue) queue = otr_queue_new (10, NULL);

  g_assert_true (otr_queue_push (queue, "x", 1000));
  g_assert_cmpuint (otr_queue_get_bytes (queue), ==, 1000);
  g_assert_cmpstr (otr_queue_pop (queue), ==, "x");
}

static void
test_close_drains (void)
{
  g_autoptr (OtrQueue) queue = otr_queue_new (100, count_destroyed);

  n_destroyed = 0;
  g_assert_true (otr_queue_push (queue, "a", 1));
  g_assert_true (otr_queue_push (queue, "b", 1));
  otr_queue_close (queue);
  g_assert_false (otr_queue_push (queue, "c", 1));
  g_assert_cmpint (n_destroyed, ==, 1);
  g_assert_cmpstr (otr_queue_pop (queue), ==, "a");
  g_assert_cmpstr (otr_queue_pop (queue), ==, "b");
  g_assert_null (otr_queue_pop (queue));
  g_assert_cmpint (n_destroyed, ==, 1);
}

static void
test_abort_destroys (void)
{
  g_autoptr (OtrQueue) queue = otr_queue_new (100, count_destroyed);

  n_destroyed = 0;
  g_assert_true (otr_queue_push (queue, "a", 1));
  g_assert_true (otr_queue_push (queue, "b", 1));
  otr_queue_abort (queue);
  g_assert_cmpint (n_destroyed, ==, 2);
  g_assert_null (otr_queue_pop (queue));
}

static void
push_refused (OtrPool *pool, guint index, gpointer data)
{
  g_assert_false (otr_queue_push (data, "late", 100));
}

static void
pop_nothing (OtrPool *pool, guint index, gpointer data)
{
  g_assert_null (otr_queue_pop (data));
}

static void
test_close_wakes_waiters (void)
{
  g_autoptr (OtrQueue) full = otr_queue_new (100, count_destroyed);
  g_autoptr (OtrQueue) empty = otr_queue_new (100, NULL);
  g_autoptr (OtrPool) pushers = otr_pool_new ("test-push", push_refused, full);
  g_autoptr (OtrPool) poppers = otr_pool_new ("test-pop", pop_nothing, empty);

  n_destroyed = 0;
  g_assert_true (otr_queue_push (full, "first", 100));
  g_assert_true (otr_pool_resize (pushers, 3));
  g_assert_true (otr_pool_resize (poppers, 3));
  otr_queue_close (full);
  otr_queue_close (empty);
  otr_pool_join (pushers);
  otr_pool_join (poppers);
  g_assert_cmpint (n_destroyed, ==, 3);
}

static void
test_pop_until (void)
{
  g_autoptr (OtrQueue) queue = otr_queue_new (100, NULL);
  gint64 end_us = g_get_monotonic_time () + 2000;

  g_assert_null (otr_queue_pop_until (queue, end_us));
  g_assert_cmpint (g_get_monotonic_time (), >=, end_us);
  g_assert_true (otr_queue_push (queue, "a", 1));
  g_assert_cmpstr (otr_queue_pop_until (queue, 0), ==, "a");
}

typedef struct
{
  OtrQueue *queue;
  int n_left;
  guint n_seen[N_PRODUCERS][N_ITEMS];
  gsize most_bytes[N_CONSUMERS];
} Traffic;

static void
produce (OtrPool *pool, guint index, gpointer data)
{
  Traffic *traffic = data;

  for (guint i = 0; i < N_ITEMS; i++)
    g_assert_true (otr_queue_push (traffic->queue, &traffic->n_seen[index][i], 1 + i % 50));
  if (g_atomic_int_dec_and_test (&traffic->n_left))
    otr_queue_close (traffic->queue);
}

static void
consume (OtrPool *pool, guint index, gpointer data)
{
  Traffic *traffic = data;
  guint *item;

  while ((item = otr_queue_pop (traffic->queue)) != NULL)
    {
      gsize bytes = otr_queue_get_bytes (traffic->queue);

      (*item)++;
      traffic->most_bytes[index] = MAX (traffic->most_bytes[index], bytes);
    }
}

static void
test_traffic (void)
{
  g_autoptr (OtrQueue) queue = otr_queue_new (200, NULL);
  g_autofree Traffic *traffic = g_new0 (Traffic, 1);
  g_autoptr (OtrPool) producers = otr_pool_new ("test-produce", produce, traffic);
  g_autoptr (OtrPool) consumers = otr_pool_new ("test-consume", consume, traffic);

  traffic->queue = queue;
  traffic->n_left = N_PRODUCERS;
  g_assert_true (otr_pool_resize (consumers, N_CONSUMERS));
  g_assert_true (otr_pool_resize (producers, N_PRODUCERS));
  otr_pool_join (producers);
  otr_pool_join (consumers);
  for (guint p = 0; p < N_PRODUCERS; p++)
    for (guint i = 0; i < N_ITEMS; i++)
      g_assert_cmpuint (traffic->n_seen[p][i], ==, 1);
  for (guint c = 0; c < N_CONSUMERS; c++)
    g_assert_cmpuint (traffic->most_bytes[c], <=, 200);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/queue/first-in-first-out", test_first_in_first_out);
  g_test_add_func ("/queue/byte-bound", test_byte_bound);
  g_test_add_func ("/queue/larger-than-the-bound", test_larger_than_the_bound);
  g_test_add_func ("/queue/close-drains", test_close_drains);
  g_test_add_func ("/queue/abort-destroys", test_abort_destroys);
  g_test_add_func ("/queue/close-wakes-waiters", test_close_wakes_waiters);
  g_test_add_func ("/queue/pop-until", test_pop_until);
  g_test_add_func ("/queue/traffic", test_traffic);
  return g_test_run ();
}
