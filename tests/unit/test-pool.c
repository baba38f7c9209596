/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-pool.h"

#include "otr-queue.h"
#include "otr-sync.h"

typedef struct
{
  OtrQueue *work;
  OtrMutex lock;
  OtrCond changed;
  guint n_inside; /* guarded by lock */
  guint n_most;
  gboolean inside[64];
  guint n_done;
} Shared;

static void
shared_init (Shared *shared)
{
  *shared = (Shared){ .work = otr_queue_new (G_MAXSIZE, NULL) };
  otr_mutex_init (&shared->lock);
  otr_cond_init (&shared->changed);
}

static void
shared_clear (Shared *shared)
{
  otr_queue_free (shared->work);
  otr_cond_clear (&shared->changed);
  otr_mutex_clear (&shared->lock);
}

static void
enter (Shared *shared, guint index)
{
  otr_auto_lock (&shared->lock);

  g_assert_false (shared->inside[index]);
  shared->inside[index] = TRUE;
  shared->n_inside++;
  shared->n_most = MAX (shared->n_most, shared->n_inside);
  otr_cond_broadcast (&shared->changed);
}

static void
leave (Shared *shared, guint index)
{
  otr_auto_lock (&shared->lock);

  shared->inside[index] = FALSE;
  shared->n_inside--;
  otr_cond_broadcast (&shared->changed);
}

static void
count_done (Shared *shared)
{
  otr_auto_lock (&shared->lock);

  shared->n_done++;
}

static void
wait_inside (Shared *shared, guint n)
{
  otr_auto_lock (&shared->lock);

  while (shared->n_inside != n)
    otr_cond_wait (&shared->changed, &shared->lock);
}

static void
work (OtrPool *pool, guint index, gpointer data)
{
  Shared *shared = data;

  enter (shared, index);
  while (!otr_pool_should_leave (pool, index) && otr_queue_pop (shared->work) != NULL)
    count_done (shared);
  leave (shared, index);
}

static void
push_items (Shared *shared, guint n)
{
  for (guint i = 0; i < n; i++)
    g_assert_true (otr_queue_push (shared->work, "item", 1));
}

static void
test_start_and_join (void)
{
  Shared shared;

  shared_init (&shared);
  {
    g_autoptr (OtrPool) pool = otr_pool_new ("test-pool", work, &shared);

    g_assert_true (otr_pool_resize (pool, 3));
    g_assert_cmpuint (otr_pool_get_size (pool), ==, 3);
    wait_inside (&shared, 3);
    push_items (&shared, 1000);
    otr_queue_close (shared.work);
    otr_pool_join (pool);
    g_assert_cmpuint (otr_pool_get_size (pool), ==, 0);
  }
  g_assert_cmpuint (shared.n_done, ==, 1000);
  g_assert_cmpuint (shared.n_inside, ==, 0);
  shared_clear (&shared);
}

static void
test_grow_and_shrink (void)
{
  Shared shared;

  shared_init (&shared);
  {
    g_autoptr (OtrPool) pool = otr_pool_new ("test-pool", work, &shared);

    g_assert_true (otr_pool_resize (pool, 2));
    wait_inside (&shared, 2);
    g_assert_true (otr_pool_resize (pool, 16));
    wait_inside (&shared, 16);
    g_assert_true (otr_pool_resize (pool, 1));
    g_assert_cmpuint (otr_pool_get_size (pool), ==, 1);
    /* Every surplus worker leaves after its item; the one that stays may take many. */
    while (otr_queue_get_length (shared.work) == 0)
      {
        guint n_inside;

        push_items (&shared, 16);
        while (otr_queue_get_length (shared.work) != 0)
          g_thread_yield ();
        otr_mutex_lock (&shared.lock);
        n_inside = shared.n_inside;
        otr_mutex_unlock (&shared.lock);
        if (n_inside == 1)
          break;
      }
    wait_inside (&shared, 1);
    g_assert_true (otr_pool_resize (pool, 4));
    wait_inside (&shared, 4);
    otr_queue_close (shared.work);
  }
  g_assert_cmpuint (shared.n_most, ==, 16);
  shared_clear (&shared);
}

/* Resized at every moment: no index runs twice at once (see enter), all work is done. */
static void
test_resize_storm (void)
{
  Shared shared;

  shared_init (&shared);
  {
    g_autoptr (OtrPool) pool = otr_pool_new ("test-pool", work, &shared);

    for (guint i = 0; i < 500; i++)
      {
        g_assert_true (otr_pool_resize (pool, 1 + i * 7 % 16));
        push_items (&shared, 20);
      }
    otr_queue_close (shared.work);
  }
  g_assert_cmpuint (shared.n_done, ==, 10000);
  g_assert_cmpuint (shared.n_inside, ==, 0);
  shared_clear (&shared);
}

static void
test_clamped (void)
{
  Shared shared;

  shared_init (&shared);
  {
    g_autoptr (OtrPool) pool = otr_pool_new ("test-pool", work, &shared);

    g_assert_true (otr_pool_resize (pool, 0));
    g_assert_cmpuint (otr_pool_get_size (pool), ==, 1);
    g_assert_true (otr_pool_resize (pool, 1000));
    g_assert_cmpuint (otr_pool_get_size (pool), ==, 64);
    otr_queue_close (shared.work);
  }
  shared_clear (&shared);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pool/start-and-join", test_start_and_join);
  g_test_add_func ("/pool/grow-and-shrink", test_grow_and_shrink);
  g_test_add_func ("/pool/resize-storm", test_resize_storm);
  g_test_add_func ("/pool/clamped", test_clamped);
  return g_test_run ();
}
