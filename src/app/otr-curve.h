/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Throughput over time; runs left to right in every language. */
#define OTR_TYPE_CURVE (otr_curve_get_type ())
G_DECLARE_FINAL_TYPE (OtrCurve, otr_curve, OTR, CURVE, GtkWidget)

void otr_curve_clear (OtrCurve *self);
/* A value at so many seconds after the beginning; in order of time. */
void otr_curve_add (OtrCurve *self, double seconds, double mb_per_s);
/* From now on so many preload threads read; marked when it differs from before. */
void otr_curve_mark (OtrCurve *self, double seconds, guint threads);

G_END_DECLS
