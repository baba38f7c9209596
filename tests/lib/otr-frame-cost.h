/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* What the main thread spends on each frame of a realized widget's window, in CPU time: that
 * holds on a busy machine, where wall time does not. */
typedef struct _OtrFrameCost OtrFrameCost;

OtrFrameCost *otr_frame_cost_new (GtkWidget *widget);
void otr_frame_cost_free (OtrFrameCost *cost);
void otr_frame_cost_reset (OtrFrameCost *cost);
/* "frames=60 mean_ms=3.10 p50_ms=2.90 p99_ms=6.00 max_ms=7.00" */
char *otr_frame_cost_to_string (OtrFrameCost *cost);
