/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-import-job.h"
#include "otr-json.h"

G_BEGIN_DECLS

/* How an import went, for programs and for people. */
void otr_cli_summary_write_tuning (OtrJson *json, const OtrImportProgress *progress);
void otr_cli_summary_write_json (OtrJson *json, const OtrImportSummary *summary);
void otr_cli_summary_print (const OtrImportSummary *summary);

/* Only what a rescan adds to it. */
void otr_cli_summary_write_rescan (OtrJson *json, const OtrImportSummary *summary);

G_END_DECLS
