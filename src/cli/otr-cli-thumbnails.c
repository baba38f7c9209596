/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdio.h>

#include "otr-cli-progress.h"
#include "otr-cli.h"
#include "otr-thumb-build.h"

typedef struct
{
  OtrCli *cli;
  OtrThumbClass class;
  gboolean show_progress;
} Build;

/* On the engine's threads. */
static void
on_progress (const OtrThumbBuildProgress *progress, gpointer data)
{
  const Build *build = data;

  if (build->show_progress)
    otr_cli_progress_show_count ("photos", progress->done, progress->total);
}

static OtrExit
run_build (gpointer data)
{
  Build *build = data;
  g_autoptr (OtrCatalog) catalog = NULL;
  g_autoptr (OtrCatalogReader) reader = NULL;
  g_autoptr (OtrThumbStore) store = NULL;
  g_autoptr (GError) error = NULL;
  OtrThumbBuildProgress done = { 0 };
  OtrThumbBuild job = {
    .query = { .view = OTR_VIEW_ALL, .sort = OTR_SORT_TAKEN_NEWEST },
    .class = build->class,
    .progress = on_progress,
    .data = build,
  };
  OtrExit status = OTR_EXIT_DONE;

  reader = otr_cli_open_reader (build->cli, &catalog, &status);
  if (reader == NULL)
    return status;
  store = otr_cli_open_thumbs (build->cli, catalog, &status);
  if (store == NULL)
    return status;
  job.catalog = catalog;
  job.store = store;
  build->show_progress = otr_cli_progress_is_wanted (build->cli->quiet);
  if (!otr_thumb_build (&job, build->cli->cancellable, &done, &error))
    return otr_cli_fail (error, OTR_EXIT_TROUBLE);
  if (build->show_progress)
    otr_cli_progress_erase ();
  otr_cli_note (build->cli,
                "%" G_GUINT64_FORMAT " %s made",
                done.made,
                done.made == 1 ? "thumbnail" : "thumbnails");
  if (done.failed > 0)
    otr_cli_note (build->cli, "%" G_GUINT64_FORMAT " without a picture", done.failed);
  return OTR_EXIT_DONE;
}

static OtrExit
clear_or_check (OtrCli *cli, gboolean clear)
{
  g_autoptr (OtrCatalog) catalog = NULL;
  g_autoptr (OtrCatalogReader) reader = NULL;
  g_autoptr (OtrThumbStore) store = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;
  OtrExit status = OTR_EXIT_DONE;

  reader = otr_cli_open_reader (cli, &catalog, &status);
  if (reader == NULL)
    return status;
  store = otr_cli_open_thumbs (cli, catalog, &status);
  if (store == NULL)
    return status;
  if (clear)
    return otr_thumb_store_clear (store, &error) ? OTR_EXIT_DONE
                                                 : otr_cli_fail (error, OTR_EXIT_CATALOG);
  problems = otr_thumb_store_check (store, &error);
  if (problems == NULL)
    return otr_cli_fail (error, OTR_EXIT_CATALOG);
  for (guint i = 0; i < problems->len; i++)
    (void) printf ("%s\n", (const char *) g_ptr_array_index (problems, i));
  if (problems->len == 0)
    otr_cli_note (cli, "the thumbnails are clean");
  return problems->len == 0 ? OTR_EXIT_DONE : OTR_EXIT_FAILURES;
}

OtrExit
otr_cli_thumbnails (OtrCli *cli, char **argv)
{
  g_auto (GStrv) words = NULL;
  int size = OTR_THUMB_NORMAL;
  Build build = { .cli = cli };
  const GOptionEntry entries[] = {
    OTR_CLI_OPTION ("size", INT, &size, "With build: 256 or 512 pixels", "SIZE"),
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &words, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };

  if (!otr_cli_parse (
          cli, entries, "build|clear|check", "build makes those that are missing.", argv))
    return OTR_EXIT_USAGE;
  if (words == NULL || words[1] != NULL)
    return otr_cli_usage (cli, "thumbnails takes one of build, clear, check");
  if (size != OTR_THUMB_NORMAL && size != OTR_THUMB_LARGE)
    return otr_cli_usage (cli, "--size is 256 or 512");
  build.class = (OtrThumbClass) size;
  if (strcmp (words[0], "build") == 0)
    return otr_cli_work (cli, run_build, &build);
  if (strcmp (words[0], "clear") == 0 || strcmp (words[0], "check") == 0)
    return clear_or_check (cli, strcmp (words[0], "clear") == 0);
  return otr_cli_usage (cli, "thumbnails takes build, clear or check, not '%s'", words[0]);
}
