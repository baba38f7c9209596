/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Named worker threads. Worker `index` is surplus while index >= size; it notices between two items
 * and leaves. If the pool grows again before it is gone, the same thread starts over, so an index
 * is never run twice at once. Only the owner touches `threads`. */
#include "config.h"

#include "otr-pool.h"

#include "otr-sync.h"

#define MAX_THREADS 64

typedef struct
{
  OtrPool *pool;
  guint index;
} Worker;

struct _OtrPool
{
  char *name;
  OtrPoolFunc func;
  gpointer data;
  GThread *threads[MAX_THREADS]; /* owner only */
  Worker workers[MAX_THREADS];   /* constant */
  OtrMutex lock;
  guint size;                 /* guarded by lock, as all below */
  gboolean left[MAX_THREADS]; /* the worker was told that it is surplus */
  gboolean gone[MAX_THREADS]; /* ... and its thread ended, to be joined */
};

OtrPool *
otr_pool_new (const char *name, OtrPoolFunc func, gpointer data)
{
  OtrPool *pool = g_new0 (OtrPool, 1);

  pool->name = g_strndup (name, 15);
  pool->func = func;
  pool->data = data;
  otr_mutex_init (&pool->lock);
  for (guint i = 0; i < MAX_THREADS; i++)
    pool->workers[i] = (Worker){ pool, i };
  return pool;
}

void
otr_pool_free (OtrPool *pool)
{
  if (pool == NULL)
    return;
  otr_pool_join (pool);
  otr_mutex_clear (&pool->lock);
  g_free (pool->name);
  g_free (pool);
}

/* TRUE when the worker left as surplus but is wanted again. */
static gboolean
wanted_again (OtrPool *pool, guint index)
{
  otr_auto_lock (&pool->lock);
  gboolean again = pool->left[index] && index < pool->size;

  pool->gone[index] = pool->left[index] && !again;
  pool->left[index] = FALSE;
  return again;
}

static gpointer
run_worker (gpointer data)
{
  Worker *worker = data;

  do
    worker->pool->func (worker->pool, worker->index, worker->pool->data);
  while (wanted_again (worker->pool, worker->index));
  OTR_SYNC_RELEASE (worker); /* for the join, which ThreadSanitizer can't see either */
  return NULL;
}

static void
join_one (OtrPool *pool, guint index)
{
  if (pool->threads[index] == NULL)
    return;
  g_thread_join (g_steal_pointer (&pool->threads[index]));
  OTR_SYNC_ACQUIRE (&pool->workers[index]);
}

static gboolean
take_gone (OtrPool *pool, guint index)
{
  otr_auto_lock (&pool->lock);
  gboolean gone = pool->gone[index];

  pool->gone[index] = FALSE;
  return gone;
}

static void
set_size (OtrPool *pool, guint size)
{
  otr_auto_lock (&pool->lock);

  pool->size = size;
}

static gboolean
ensure_worker (OtrPool *pool, guint index)
{
  Worker *worker = &pool->workers[index];

  if (take_gone (pool, index))
    join_one (pool, index);
  if (pool->threads[index] != NULL)
    return TRUE;
  OTR_SYNC_RELEASE (worker);
  pool->threads[index] = g_thread_try_new (pool->name, run_worker, worker, NULL);
  return pool->threads[index] != NULL;
}

gboolean
otr_pool_resize (OtrPool *pool, guint n_threads)
{
  guint n = CLAMP (n_threads, 1, MAX_THREADS);

  /* First the size, so that a surplus worker not yet gone stays, and a new one is no surplus. */
  set_size (pool, n);
  for (guint i = 0; i < n; i++)
    if (!ensure_worker (pool, i))
      {
        set_size (pool, i);
        return i > 0;
      }
  return TRUE;
}

guint
otr_pool_get_size (OtrPool *pool)
{
  otr_auto_lock (&pool->lock);

  return pool->size;
}

gboolean
otr_pool_should_leave (OtrPool *pool, guint index)
{
  otr_auto_lock (&pool->lock);

  pool->left[index] = index >= pool->size;
  return pool->left[index];
}

void
otr_pool_join (OtrPool *pool)
{
  for (guint i = 0; i < MAX_THREADS; i++)
    {
      join_one (pool, i);
      (void) take_gone (pool, i);
    }
  set_size (pool, 0);
}
