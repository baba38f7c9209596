/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bounded hand-over queue. One lock guards everything; items are owned by the queue from push to
 * pop and destroyed outside the lock. Any thread enters. */
#include "config.h"

#include "otr-queue.h"

#include "otr-sync.h"

typedef struct
{
  gpointer item;
  gsize size;
} Entry;

struct _OtrQueue
{
  gsize max_bytes;
  GDestroyNotify destroy;
  OtrMutex lock;
  OtrCond room; /* something was popped, a pusher was served, or it closed */
  OtrCond filled;
  GQueue entries;  /* of Entry; guarded by lock, as all below */
  gsize bytes;     /* of all entries */
  guint64 tickets; /* pushers that came so far */
  guint64 served;  /* pushers let in, in order: or small items would starve a large one */
  gboolean closed;
};

OtrQueue *
otr_queue_new (gsize max_bytes, GDestroyNotify destroy)
{
  OtrQueue *queue = g_new0 (OtrQueue, 1);

  queue->max_bytes = max_bytes;
  queue->destroy = destroy;
  otr_mutex_init (&queue->lock);
  otr_cond_init (&queue->room);
  otr_cond_init (&queue->filled);
  g_queue_init (&queue->entries);
  return queue;
}

void
otr_queue_free (OtrQueue *queue)
{
  if (queue == NULL)
    return;
  otr_queue_abort (queue);
  otr_cond_clear (&queue->filled);
  otr_cond_clear (&queue->room);
  otr_mutex_clear (&queue->lock);
  g_free (queue);
}

static void
destroy_item (OtrQueue *queue, gpointer item)
{
  if (queue->destroy != NULL && item != NULL)
    queue->destroy (item);
}

/* Called with the lock held. */
static gboolean
has_room (OtrQueue *queue, gsize size)
{
  if (queue->entries.length == 0)
    return TRUE;
  return queue->bytes <= queue->max_bytes && size <= queue->max_bytes - queue->bytes;
}

static gboolean
push_locked (OtrQueue *queue, Entry *entry)
{
  otr_auto_lock (&queue->lock);
  guint64 ticket = queue->tickets++;

  while (!queue->closed && (ticket != queue->served || !has_room (queue, entry->size)))
    otr_cond_wait (&queue->room, &queue->lock);
  if (queue->closed)
    return FALSE;
  queue->served++;
  queue->bytes += entry->size;
  g_queue_push_tail (&queue->entries, entry);
  otr_cond_signal (&queue->filled);
  otr_cond_broadcast (&queue->room);
  return TRUE;
}

gboolean
otr_queue_push (OtrQueue *queue, gpointer item, gsize size_bytes)
{
  Entry *entry = g_new (Entry, 1);

  g_return_val_if_fail (item != NULL, FALSE);
  entry->item = item;
  entry->size = size_bytes;
  if (push_locked (queue, entry))
    return TRUE;
  destroy_item (queue, item);
  g_free (entry);
  return FALSE;
}

/* `end_us` < 0 waits for ever, 0 does not wait. */
static gpointer
pop (OtrQueue *queue, gint64 end_us)
{
  otr_auto_lock (&queue->lock);
  g_autofree Entry *entry = NULL;

  while (queue->entries.length == 0 && !queue->closed && end_us != 0)
    {
      if (end_us < 0)
        otr_cond_wait (&queue->filled, &queue->lock);
      else if (!otr_cond_wait_until (&queue->filled, &queue->lock, end_us))
        end_us = 0;
    }
  entry = g_queue_pop_head (&queue->entries);
  if (entry == NULL)
    return NULL;
  queue->bytes -= entry->size;
  otr_cond_broadcast (&queue->room);
  return entry->item;
}

gpointer
otr_queue_pop (OtrQueue *queue)
{
  return pop (queue, -1);
}

gpointer
otr_queue_try_pop (OtrQueue *queue)
{
  return pop (queue, 0);
}

gpointer
otr_queue_pop_until (OtrQueue *queue, gint64 end_us)
{
  return pop (queue, MAX (end_us, 0));
}

void
otr_queue_close (OtrQueue *queue)
{
  otr_auto_lock (&queue->lock);

  queue->closed = TRUE;
  otr_cond_broadcast (&queue->room);
  otr_cond_broadcast (&queue->filled);
}

void
otr_queue_abort (OtrQueue *queue)
{
  gpointer item;

  otr_queue_close (queue);
  while ((item = otr_queue_try_pop (queue)) != NULL)
    destroy_item (queue, item);
}

guint
otr_queue_get_length (OtrQueue *queue)
{
  otr_auto_lock (&queue->lock);

  return queue->entries.length;
}

gsize
otr_queue_get_bytes (OtrQueue *queue)
{
  otr_auto_lock (&queue->lock);

  return queue->bytes;
}
