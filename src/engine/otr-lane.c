/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A thread with a queue of calls. The task of a call is only a token here: the lane's thread stores
 * the outcome beside it, and the owner's context completes and frees it. */

#include "config.h"

#include "otr-lane.h"

#include "otr-dispatch.h"
#include "otr-pool.h"
#include "otr-queue.h"
#include "otr-reaper.h"

typedef struct
{
  OtrLaneCall call;
  GTask *task;               /* owner's context */
  GCancellable *cancellable; /* NULL */
  GMainContext *context;
  gpointer result;
  GError *error;
} Request;

struct _OtrLane
{
  OtrQueue *requests;
  OtrPool *pool;
  gpointer data;
  GDestroyNotify data_free;
};

static void
request_free (gpointer data)
{
  Request *request = data;

  if (request->result != NULL && request->call.result_destroy != NULL)
    request->call.result_destroy (request->result);
  g_clear_error (&request->error);
  if (request->call.data_destroy != NULL)
    request->call.data_destroy (request->call.data);
  g_clear_object (&request->cancellable);
  g_clear_object (&request->task);
  g_main_context_unref (request->context);
  g_free (request);
}

static void
complete (gpointer data)
{
  Request *request = data;

  if (request->error != NULL)
    g_task_return_error (request->task, g_steal_pointer (&request->error));
  else
    g_task_return_pointer (
        request->task, g_steal_pointer (&request->result), request->call.result_destroy);
}

static void
run_lane (OtrPool *pool, guint index, gpointer data)
{
  OtrLane *lane = data;
  Request *request;

  while ((request = otr_queue_pop (lane->requests)) != NULL)
    {
      GMainContext *context = g_main_context_ref (request->context);

      if (!g_cancellable_set_error_if_cancelled (request->cancellable, &request->error))
        request->result = request->call.func (
            lane->data, request->call.data, request->cancellable, &request->error);
      otr_dispatch (context, complete, request, request_free);
      g_main_context_unref (context);
    }
  if (lane->data_free != NULL)
    lane->data_free (lane->data);
}

OtrLane *
otr_lane_new (const char *name, gpointer lane_data, GDestroyNotify lane_data_free)
{
  OtrLane *lane = g_new0 (OtrLane, 1);

  lane->data = lane_data;
  lane->data_free = lane_data_free;
  lane->requests = otr_queue_new (G_MAXSIZE, request_free);
  lane->pool = otr_pool_new (name, run_lane, lane);
  (void) otr_pool_resize (lane->pool, 1);
  return lane;
}

void
otr_lane_run (OtrLane *lane, const OtrLaneCall *call, GTask *task)
{
  Request *request = g_new0 (Request, 1);
  GCancellable *cancellable = g_task_get_cancellable (task);

  request->call = *call;
  request->task = task;
  request->context = g_main_context_ref (g_task_get_context (task));
  request->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  (void) otr_queue_push (lane->requests, request, 0);
}

static void
reap_lane (gpointer data)
{
  OtrLane *lane = data;

  otr_pool_free (lane->pool);
  otr_queue_free (lane->requests);
  g_free (lane);
}

void
otr_lane_free (OtrLane *lane)
{
  if (lane == NULL)
    return;
  otr_queue_close (lane->requests);
  otr_reaper_free (lane, reap_lane);
}
