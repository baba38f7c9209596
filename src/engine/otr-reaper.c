/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One thread for the whole process that frees what it is given, in order. It is never joined: what
 * it waits for may be a read from a dead disk. */

#include "config.h"

#include "otr-reaper.h"

#include "otr-pool.h"
#include "otr-queue.h"

typedef struct
{
  gpointer object;
  GDestroyNotify free_func;
} Corpse;

static OtrQueue *corpses;

static void
run_reaper (OtrPool *pool, guint index, gpointer data)
{
  Corpse *corpse;

  while ((corpse = otr_queue_pop (corpses)) != NULL)
    {
      corpse->free_func (corpse->object);
      g_free (corpse);
    }
}

void
otr_reaper_free (gpointer object, GDestroyNotify free_func)
{
  static gsize started;
  Corpse *corpse;

  if (object == NULL)
    return;
  if (g_once_init_enter (&started))
    {
      static OtrPool *pool;

      corpses = otr_queue_new (G_MAXSIZE, NULL);
      pool = otr_pool_new ("otr-reaper", run_reaper, NULL);
      (void) otr_pool_resize (pool, 1);
      g_once_init_leave (&started, 1);
    }
  corpse = g_new (Corpse, 1);
  *corpse = (Corpse){ object, free_func };
  (void) otr_queue_push (corpses, corpse, 0);
}
