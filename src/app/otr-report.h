/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-engine.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The page that says what an import did.
 * Signals: "back"; "show-photo" (gint64 id). */
#define OTR_TYPE_REPORT (otr_report_get_type ())
G_DECLARE_FINAL_TYPE (OtrReport, otr_report, OTR, REPORT, GtkWidget)

void otr_report_set_engine (OtrReport *self, OtrEngine *engine);
void otr_report_show_roll (OtrReport *self, gint64 roll_id); /* 0: the latest */
/* How an import of this run ended; `error` (copied) may be NULL. */
void
otr_report_set_error (OtrReport *self, gint64 roll_id, const GError *error, gboolean cancelled);

G_END_DECLS
