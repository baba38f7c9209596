/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-cli.h"
#include "otr-import-job.h"

G_BEGIN_DECLS

/* Runs an import or a rescan to its end on the main loop, with events, progress and signals; opens
 * the thumbnail store for it.
 * `write_more` adds to the summary object; NULL. */
typedef struct
{
  OtrCatalog *catalog;
  GPtrArray *sources; /* GFile */
  OtrImportOptions *options;
  gboolean json;
  void (*write_more) (OtrJson *json, const OtrImportSummary *summary);
  void (*print) (const OtrImportSummary *summary);
} OtrCliJob;

OtrExit otr_cli_job_run (OtrCli *cli, const OtrCliJob *job);

/* The folders named on the command line. FALSE: one is not there, said. */
gboolean otr_cli_job_collect_sources (OtrCli *cli, char **folders, GPtrArray **out_sources);

G_END_DECLS
