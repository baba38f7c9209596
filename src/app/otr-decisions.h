/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-import-job.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What Automatic decided during an import: a line each time, with its time. */
#define OTR_TYPE_DECISIONS (otr_decisions_get_type ())
G_DECLARE_FINAL_TYPE (OtrDecisions, otr_decisions, OTR, DECISIONS, GtkWidget)

/* Another import begins; hidden until a line comes. */
void otr_decisions_clear (OtrDecisions *self);
void otr_decisions_follow (OtrDecisions *self, const OtrImportProgress *progress);

G_END_DECLS
