/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A set of named worker threads: start, resize, join. The only place that makes threads.
 * The owner thread calls everything except otr_pool_should_leave(). */
typedef struct _OtrPool OtrPool;

/* One worker's life. Runs until its source of work is closed, or otr_pool_should_leave(). */
typedef void (*OtrPoolFunc) (OtrPool *pool, guint index, gpointer data);

/* `name`: at most 15 characters. `data` is borrowed and must outlive the join. */
OtrPool *otr_pool_new (const char *name, OtrPoolFunc func, gpointer data);

/* Joins; call only when the workers have been told to end (their queue is closed). */
void otr_pool_free (OtrPool *pool);

/* Starts or grows to `n_threads` (1..64) at once, or lets the surplus leave at their next item.
 * FALSE when the system gave no thread at all; with at least one it goes on (stages degrade). */
gboolean otr_pool_resize (OtrPool *pool, guint n_threads);

guint otr_pool_get_size (OtrPool *pool);

/* Worker `index` asks between two items whether it is surplus. */
gboolean otr_pool_should_leave (OtrPool *pool, guint index);

/* Waits until every worker returned. */
void otr_pool_join (OtrPool *pool);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrPool, otr_pool_free)

G_END_DECLS
