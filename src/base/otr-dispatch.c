/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hands a function over to the thread of a main context. Any thread enters. */
#include "config.h"

#include "otr-dispatch.h"

#include "otr-sync.h"

typedef struct
{
  OtrDispatchFunc func;
  gpointer data;
  GDestroyNotify destroy;
} Dispatch;

static gboolean
on_dispatch (gpointer data)
{
  Dispatch *dispatch = data;

  OTR_SYNC_ACQUIRE (dispatch);
  dispatch->func (dispatch->data);
  return G_SOURCE_REMOVE;
}

static void
dispatch_free (gpointer data)
{
  Dispatch *dispatch = data;

  OTR_SYNC_ACQUIRE (dispatch);
  if (dispatch->destroy != NULL)
    dispatch->destroy (dispatch->data);
  g_free (dispatch);
}

void
otr_dispatch (GMainContext *context, OtrDispatchFunc func, gpointer data, GDestroyNotify destroy)
{
  /* Not g_main_context_invoke(): that runs here and now when nobody iterates the context. */
  g_autoptr (GSource) source = g_idle_source_new ();
  Dispatch *dispatch = g_new (Dispatch, 1);

  *dispatch = (Dispatch){ func, data, destroy };
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_static_name (source, "otr-dispatch");
  g_source_set_callback (source, on_dispatch, dispatch, dispatch_free);
  OTR_SYNC_RELEASE (dispatch);
  (void) g_source_attach (source, context);
}
