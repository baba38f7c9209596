/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* One thread that runs functions in order, each with the lane's own data (a connection, a decoder),
 * and returns their results to the owner's context through a GTask. Owner's context only. */
typedef struct _OtrLane OtrLane;

/* On the lane's thread. Returns what the task gives, or NULL with `error`. */
typedef gpointer (*OtrLaneFunc) (gpointer lane_data,
                                 gpointer data,
                                 GCancellable *cancellable,
                                 GError **error);

typedef struct
{
  OtrLaneFunc func;
  gpointer data;
  GDestroyNotify data_destroy;   /* in the owner's context */
  GDestroyNotify result_destroy; /* of a result that nobody took */
} OtrLaneCall;

/* `name`: at most 15 characters. `lane_data` is freed on the lane's thread at its end. */
OtrLane *otr_lane_new (const char *name, gpointer lane_data, GDestroyNotify lane_data_free);

/* Takes the task. A call that was cancelled before its turn is not run. */
void otr_lane_run (OtrLane *lane, const OtrLaneCall *call, GTask *task);

/* Returns at once; what was asked for is still run. */
void otr_lane_free (OtrLane *lane);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrLane, otr_lane_free)

G_END_DECLS
