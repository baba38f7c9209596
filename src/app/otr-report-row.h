/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-engine.h"
#include "otr-report-item.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* One file of the report: picture, name, folder, reason, and a button.
 * Signal "show-photo" (gint64). */
#define OTR_TYPE_REPORT_ROW (otr_report_row_get_type ())
G_DECLARE_FINAL_TYPE (OtrReportRow, otr_report_row, OTR, REPORT_ROW, GtkWidget)

GtkWidget *otr_report_row_new (OtrEngine *engine, const OtrRoll *roll, OtrReportItem *item);
/* Name, folder and reason in one; transfer full. */
char *otr_report_row_describe (const OtrRoll *roll, OtrReportItem *item);

G_END_DECLS
