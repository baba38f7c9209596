/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-cli-summary.h"

#include <math.h>
#include <stdio.h>

#include "otr-cli-text.h"

#define MB 1e6

void
otr_cli_summary_write_tuning (OtrJson *json, const OtrImportProgress *progress)
{
  const OtrTuningEffective *tuning = &progress->tuning;

  otr_json_open_object (json, "tuning");
  otr_json_string (json, "preset", otr_preset_to_string (tuning->preset));
  otr_json_string (json, "basis", otr_preset_to_string (tuning->basis));
  otr_json_bool (json, "preload", tuning->preload);
  otr_json_uint (json, "preload_threads", tuning->preload_threads);
  otr_json_uint (json, "scout_threads", tuning->scout_threads);
  otr_json_uint (json, "thumbnail_threads", tuning->thumbnail_threads);
  otr_json_uint (json, "digest_threads", tuning->digest_threads);
  otr_json_bool (json, "digest_while_preloading", tuning->digest_while_preloading);
  if (*progress->auto_note != '\0')
    otr_json_string (json, "why", progress->auto_note);
  otr_json_close_object (json);
}

static void
write_stages (OtrJson *json, const OtrStatsSummary *stages)
{
  otr_json_open_object (json, "stages");
  for (int i = 0; i < OTR_N_STAGES; i++)
    {
      otr_json_open_object (json, otr_stage_to_string ((OtrStage) i));
      otr_json_uint (json, "items", stages[i].items);
      otr_json_uint (json, "bytes", stages[i].bytes);
      otr_json_double (json, "busy_s", stages[i].busy_s);
      otr_json_double (json, "mean_ms", stages[i].mean_ms);
      otr_json_double (json, "p50_ms", stages[i].p50_ms);
      otr_json_double (json, "p99_ms", stages[i].p99_ms);
      otr_json_double (json, "max_ms", stages[i].max_ms);
      otr_json_close_object (json);
    }
  otr_json_close_object (json);
}

/* Files that are in the catalog after it. */
static guint64
count_photos (const OtrImportProgress *last)
{
  return last->counts[OTR_RESULT_IMPORTED] + last->counts[OTR_RESULT_KNOWN] +
         last->counts[OTR_RESULT_MOVED] + last->counts[OTR_RESULT_CHANGED] +
         last->counts[OTR_RESULT_DUPLICATE] + last->counts[OTR_RESULT_DAMAGED];
}

static double
rate (double amount, double seconds)
{
  return seconds > 0 ? amount / seconds : 0;
}

static double
seconds_or_null (double seconds)
{
  return seconds >= 0 ? seconds : NAN;
}

void
otr_cli_summary_write_json (OtrJson *json, const OtrImportSummary *summary)
{
  const OtrImportProgress *last = &summary->last;

  if (summary->roll_id != 0)
    otr_json_int (json, "roll", summary->roll_id);
  else
    otr_json_null (json, "roll");
  otr_json_uint (json, "found", last->found);
  for (int i = 0; i < OTR_N_RESULTS; i++)
    otr_json_uint (json, otr_result_to_string ((OtrResult) i), last->counts[i]);
  otr_json_uint (json, "bytes", last->done_bytes);
  otr_json_double (json, "seconds", summary->seconds);
  otr_json_double (json, "seconds_to_catalog", summary->seconds_to_catalog);
  otr_json_double (
      json, "seconds_to_first_thumbnail", seconds_or_null (summary->seconds_to_first_thumbnail));
  otr_json_double (
      json, "mb_per_s", rate ((double) last->done_bytes / MB, summary->seconds_to_catalog));
  otr_json_double (
      json, "photos_per_s", rate ((double) count_photos (last), summary->seconds_to_catalog));
  otr_cli_summary_write_tuning (json, last);
  write_stages (json, last->stages);
  otr_json_uint (json, "bytes_read", last->bytes_read);
  otr_json_uint (json, "bytes_reread", last->bytes_reread);
  otr_json_double (json, "peak_rss_mb", (double) last->peak_rss_bytes / MB);
  otr_json_string (json, "bottleneck", summary->bottleneck);
  otr_json_bool (json, "cancelled", summary->cancelled);
  otr_json_string (json, "error", summary->error != NULL ? summary->error->message : NULL);
}

void
otr_cli_summary_write_rescan (OtrJson *json, const OtrImportSummary *summary)
{
  otr_json_uint (json, "unchanged", summary->unchanged);
  otr_json_uint (json, "missing", summary->missing);
  otr_json_uint (json, "offline", summary->offline);
  otr_json_uint (json, "new", summary->new_files);
}

static void
print_counts (const guint64 *counts)
{
  static const char *const labels[OTR_N_RESULTS] = {
    "imported",
    "already known",
    "moved",
    "changed",
    "duplicates",
    "companions",
    "skipped",
    "damaged",
    "failed",
  };
  const char *separator = "";

  for (int i = 0; i < OTR_N_RESULTS; i++)
    {
      if (counts[i] == 0 && i != OTR_RESULT_IMPORTED)
        continue;
      (void) printf ("%s%" G_GUINT64_FORMAT " %s", separator, counts[i], labels[i]);
      separator = ", ";
    }
  (void) printf ("\n");
}

void
otr_cli_summary_print (const OtrImportSummary *summary)
{
  const OtrImportProgress *last = &summary->last;
  g_autofree char *bytes = otr_cli_text_size (last->done_bytes);
  g_autofree char *total = otr_cli_text_duration (summary->seconds);
  g_autofree char *to_catalog = otr_cli_text_duration (summary->seconds_to_catalog);

  print_counts (last->counts);
  (void) printf ("%" G_GUINT64_FORMAT " %s, %s, catalogued in %s",
                 last->found,
                 last->found == 1 ? "file" : "files",
                 bytes,
                 to_catalog);
  if (last->bytes_read > 0)
    (void) printf (" (%.0f MB/s, %.0f photos/s)",
                   rate ((double) last->done_bytes / MB, summary->seconds_to_catalog),
                   rate ((double) count_photos (last), summary->seconds_to_catalog));
  (void) printf (", all done in %s\n", total);
}
