/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdio.h>

#include "otr-cli-job.h"
#include "otr-cli-summary.h"

static const char description[] =
    "Without ROOT everything the catalog knows is compared. Only files that seem changed are "
    "read.\n"
    "What is gone while its folder is there becomes missing; a place that is not there is offline.";

static void
print_rescan (const OtrImportSummary *summary)
{
  const guint64 *counts = summary->last.counts;

  (void) printf ("%" G_GUINT64_FORMAT " unchanged, %" G_GUINT64_FORMAT
                 " changed, %" G_GUINT64_FORMAT " moved, %" G_GUINT64_FORMAT
                 " missing, %" G_GUINT64_FORMAT " offline, "
                 "%" G_GUINT64_FORMAT " new\n",
                 summary->unchanged,
                 counts[OTR_RESULT_CHANGED],
                 counts[OTR_RESULT_MOVED],
                 summary->missing,
                 summary->offline,
                 summary->new_files);
}

static OtrExit
run_rescan (OtrCli *cli, char **roots, OtrImportOptions *options, gboolean json)
{
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (OtrCatalog) catalog = NULL;
  OtrCliJob job = {
    .options = options,
    .json = json,
    .write_more = otr_cli_summary_write_rescan,
    .print = print_rescan,
  };
  OtrExit status = OTR_EXIT_DONE;

  for (gsize i = 0; roots != NULL && roots[i] != NULL; i++)
    g_ptr_array_add (sources, otr_cli_file_for_argument (roots[i]));
  catalog = otr_cli_open_catalog (cli, OTR_CATALOG_CREATE, OTR_DIGEST_SHA256, &status);
  if (catalog == NULL)
    return status;
  job.catalog = catalog;
  job.sources = sources;
  return otr_cli_job_run (cli, &job);
}

OtrExit
otr_cli_rescan (OtrCli *cli, char **argv)
{
  g_auto (GStrv) roots = NULL;
  gboolean import_new = FALSE, follow_links = FALSE, hidden = FALSE, json = FALSE;
  const GOptionEntry entries[] = {
    OTR_CLI_OPTION ("import-new", NONE, &import_new, "Also import what is new", NULL),
    OTR_CLI_OPTION (
        "follow-links", NONE, &follow_links, "Also follow links that lead outside", NULL),
    OTR_CLI_OPTION ("hidden", NONE, &hidden, "Also take hidden files and folders", NULL),
    OTR_CLI_OPTION ("json", NONE, &json, "Print one JSON object a line", NULL),
    OTR_CLI_PATHS (&roots),
    G_OPTION_ENTRY_NULL,
  };
  OtrImportOptions options;
  OtrExit status = OTR_EXIT_USAGE;

  otr_import_options_init (&options);
  if (otr_cli_parse (cli, entries, "[ROOT…]", description, argv))
    {
      options.mode = import_new ? OTR_IMPORT_RESCAN_ADD : OTR_IMPORT_RESCAN;
      options.wait_for_thumbnails = TRUE;
      options.follow_links = follow_links;
      options.hidden = hidden;
      status = run_rescan (cli, roots, &options, json);
    }
  otr_import_options_clear (&options);
  return status;
}
