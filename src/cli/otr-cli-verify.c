/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdio.h>

#include "otr-cli-progress.h"
#include "otr-cli-text.h"
#include "otr-cli.h"
#include "otr-verify.h"

#define N_RESULTS (OTR_VERIFY_UNREADABLE + 1)

static const char *const words[N_RESULTS] = {
  "same", "rotten", "changed", "missing", "unreadable"
};

typedef struct
{
  OtrCli *cli;
  GPtrArray *roots;     /* resolved; empty: everything */
  gboolean *root_known; /* one for each root: a photo of it is in the catalog */
  gboolean json;
  gboolean show_progress;
  OtrDigestKind kind;
  guint64 done;
  guint64 total;
  guint64 counts[N_RESULTS];
} Verification;

static gboolean
is_wanted (const Verification *verification, const OtrPhotoRecord *record, const char *path)
{
  gboolean wanted = verification->roots->len == 0;

  for (guint i = 0; i < verification->roots->len; i++)
    if (otr_cli_path_is_below (path, g_ptr_array_index (verification->roots, i)))
      wanted = verification->root_known[i] = TRUE;
  return wanted && record->state != OTR_FILE_OFFLINE;
}

static gboolean
all_known (const Verification *verification)
{
  gboolean all = TRUE;

  for (guint i = 0; i < verification->roots->len; i++)
    if (!verification->root_known[i])
      {
        g_autofree char *shown = otr_cli_text_display (g_ptr_array_index (verification->roots, i));

        otr_cli_complain ("%s is not in the catalog", shown);
        all = FALSE;
      }
  return all;
}

static void
tell (const Verification *verification,
      const char *path,
      OtrVerifyResult result,
      const char *reason)
{
  if (verification->json)
    {
      g_autoptr (OtrJson) json = otr_json_new ();

      otr_json_string (json, "event", "file");
      otr_json_bytes (json, "path", path);
      otr_json_string (json, "result", words[result]);
      otr_json_string (json, "reason", reason);
      otr_cli_print_json (json);
    }
  else if (result != OTR_VERIFY_SAME)
    {
      g_autofree char *shown = otr_cli_text_display (path);

      (void) printf ("%s\t%s\n", words[result], shown);
      if (reason != NULL)
        otr_cli_complain ("%s", reason);
    }
}

static gboolean
on_record (const OtrPhotoRecord *record, gpointer data)
{
  Verification *verification = data;
  g_autofree char *path = otr_photo_record_get_path (record);
  g_autofree char *reason = NULL;
  OtrVerifyResult result = OTR_VERIFY_SAME;

  if (!is_wanted (verification, record, path))
    return TRUE;
  if (!otr_verify_file (
          record, verification->kind, verification->cli->cancellable, &result, &reason, NULL))
    return FALSE;
  verification->counts[result]++;
  verification->done++;
  if (verification->show_progress)
    otr_cli_progress_show_count ("verified", verification->done, verification->total);
  tell (verification, path, result, reason);
  return TRUE;
}

static OtrExit
report (const Verification *verification)
{
  const guint64 *counts = verification->counts;

  if (verification->show_progress)
    otr_cli_progress_erase ();
  if (verification->json)
    {
      g_autoptr (OtrJson) json = otr_json_new ();

      otr_json_string (json, "event", "summary");
      for (int i = 0; i < N_RESULTS; i++)
        otr_json_uint (json, words[i], counts[i]);
      otr_cli_print_json (json);
    }
  else
    otr_cli_note (verification->cli,
                  "%" G_GUINT64_FORMAT " the same, %" G_GUINT64_FORMAT " rotten, %" G_GUINT64_FORMAT
                  " changed, %" G_GUINT64_FORMAT " missing, %" G_GUINT64_FORMAT " unreadable",
                  counts[OTR_VERIFY_SAME],
                  counts[OTR_VERIFY_ROTTEN],
                  counts[OTR_VERIFY_CHANGED],
                  counts[OTR_VERIFY_MISSING],
                  counts[OTR_VERIFY_UNREADABLE]);
  if (g_cancellable_is_cancelled (verification->cli->cancellable))
    return OTR_EXIT_CANCELLED;
  if (!all_known (verification))
    return OTR_EXIT_FAILURES;
  return counts[OTR_VERIFY_SAME] == verification->done ? OTR_EXIT_DONE : OTR_EXIT_FAILURES;
}

static OtrExit
run_verify (gpointer data)
{
  Verification *verification = data;
  OtrPhotoQuery query = { .view = OTR_VIEW_ALL, .sort = OTR_SORT_NAME };
  g_autoptr (OtrCatalog) catalog = NULL;
  g_autoptr (OtrCatalogReader) reader = NULL;
  g_autoptr (GError) error = NULL;
  OtrCounts counts = { 0 };
  OtrExit status = OTR_EXIT_DONE;

  reader = otr_cli_open_reader (verification->cli, &catalog, &status);
  if (reader == NULL)
    return status;
  if (!otr_catalog_reader_counts (reader, &counts, &error))
    return otr_cli_fail (error, OTR_EXIT_CATALOG);
  verification->total = counts.all;
  verification->kind = otr_catalog_get_digest_kind (catalog);
  verification->show_progress = otr_cli_progress_is_wanted (verification->cli->quiet);
  if (!otr_catalog_reader_each_file (reader, &query, FALSE, on_record, verification, &error))
    return otr_cli_fail (error, OTR_EXIT_CATALOG);
  return report (verification);
}

OtrExit
otr_cli_verify (OtrCli *cli, char **argv)
{
  g_auto (GStrv) roots = NULL;
  g_autoptr (GPtrArray) resolved = g_ptr_array_new_with_free_func (g_free);
  g_autofree gboolean *known = NULL;
  Verification verification = { .cli = cli, .roots = resolved };
  const GOptionEntry entries[] = {
    OTR_CLI_OPTION ("json", NONE, &verification.json, "Print one JSON object a file", NULL),
    OTR_CLI_PATHS (&roots),
    G_OPTION_ENTRY_NULL,
  };

  if (!otr_cli_parse (cli,
                      entries,
                      "[ROOT…]",
                      "Prints what differs: rotten means other bytes under the same size and time.",
                      argv))
    return OTR_EXIT_USAGE;
  for (gsize i = 0; roots != NULL && roots[i] != NULL; i++)
    g_ptr_array_add (resolved, otr_cli_resolve (roots[i]));
  known = g_new0 (gboolean, resolved->len);
  verification.root_known = known;
  return otr_cli_work (cli, run_verify, &verification);
}
