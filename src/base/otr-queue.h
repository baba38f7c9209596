/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A first-in-first-out hand-over between threads, bounded by bytes, closed to stop, never polled.
 * Any thread may call any function except _free. */
typedef struct _OtrQueue OtrQueue;

/* At most `max_bytes` wait inside; a single larger item is let in when the queue is empty.
 * G_MAXSIZE: unbounded. `destroy` frees items that nobody popped. */
OtrQueue *otr_queue_new (gsize max_bytes, GDestroyNotify destroy);
void otr_queue_free (OtrQueue *queue);

/* Waits for room. FALSE when the queue is closed. The item is consumed either way. */
gboolean otr_queue_push (OtrQueue *queue, gpointer item, gsize size_bytes);

/* Waits for an item. NULL when the queue is closed and empty. */
gpointer otr_queue_pop (OtrQueue *queue);

/* As otr_queue_pop(), but NULL at once when nothing is waiting. */
gpointer otr_queue_try_pop (OtrQueue *queue);

/* As otr_queue_pop(), but NULL also when `end_us` (monotonic) has passed. */
gpointer otr_queue_pop_until (OtrQueue *queue, gint64 end_us);

/* No more pushes; pops drain what is inside, then return NULL. Wakes all waiters. */
void otr_queue_close (OtrQueue *queue);

/* As close, and what is inside is destroyed. */
void otr_queue_abort (OtrQueue *queue);

guint otr_queue_get_length (OtrQueue *queue);
gsize otr_queue_get_bytes (OtrQueue *queue);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrQueue, otr_queue_free)

G_END_DECLS
