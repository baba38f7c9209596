/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-import-job.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The page that shows how fast an import runs and what holds it up. Signal: "back". */
#define OTR_TYPE_ACTIVITY (otr_activity_get_type ())
G_DECLARE_FINAL_TYPE (OtrActivity, otr_activity, OTR, ACTIVITY, GtkWidget)

/* Follows `job` until it has finished. */
void otr_activity_watch (OtrActivity *self, OtrImportJob *job, const char *name);

/* `folded`: fewer columns; `narrow`: also icons for buttons. */
void otr_activity_set_folded (OtrActivity *self, gboolean folded, gboolean narrow);

G_END_DECLS
