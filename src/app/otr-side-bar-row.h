/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What a row of the side bar shows: icon, name, count. */
#define OTR_TYPE_SIDE_BAR_ROW (otr_side_bar_row_get_type ())
G_DECLARE_FINAL_TYPE (OtrSideBarRow, otr_side_bar_row, OTR, SIDE_BAR_ROW, GtkWidget)

GtkWidget *otr_side_bar_row_new (void);
void otr_side_bar_row_set (
    OtrSideBarRow *self, const char *icon_name, const char *name, guint64 count, gboolean offline);
/* "Animals, 1,204 photos"; transfer full. */
char *otr_side_bar_row_describe (const char *name, guint64 count, gboolean offline);

G_END_DECLS
