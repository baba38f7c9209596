/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The line above a day's photos: the day, what it holds, and a tick that selects them all.
 * Signal "ticked". CSS node `day-heading`, class `ticked` when the whole day is selected. */
#define OTR_TYPE_DAY_HEADING (otr_day_heading_get_type ())
G_DECLARE_FINAL_TYPE (OtrDayHeading, otr_day_heading, OTR, DAY_HEADING, GtkWidget)

GtkWidget *otr_day_heading_new (void);
/* `place` may be NULL. */
void otr_day_heading_set_day (OtrDayHeading *self, gint32 day, guint n_photos, const char *place);
gint32 otr_day_heading_get_day (OtrDayHeading *self);
void otr_day_heading_set_ticked (OtrDayHeading *self, gboolean ticked);

G_END_DECLS
