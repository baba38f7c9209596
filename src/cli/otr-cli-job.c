/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-cli-job.h"

#include <stdio.h>

#include "otr-cli-progress.h"
#include "otr-cli-summary.h"
#include "otr-cli-text.h"

#define PROGRESS_EVERY_US (500 * 1000)

typedef struct
{
  OtrCli *cli;
  const OtrCliJob *job;
  GMainLoop *loop;
  gboolean show_progress;
  gint64 next_progress_us;
} Run;

/* ---- events ---- */

static char *
event_path (const OtrImportEvent *event)
{
  if (event->name == NULL || *event->name == '\0')
    return g_strdup (event->folder_path);
  return g_build_filename (event->folder_path, event->name, NULL);
}

/* A file that was not refused has no reason to be: what is said of it (no loader) is a warning. */
static gboolean
is_refused (OtrResult result)
{
  return result == OTR_RESULT_SKIPPED || result == OTR_RESULT_DAMAGED ||
         result == OTR_RESULT_FAILED;
}

static void
print_event_json (const OtrImportEvent *event)
{
  g_autoptr (OtrJson) json = otr_json_new ();
  g_autofree char *path = event_path (event);
  gboolean refused = is_refused (event->result);

  otr_json_string (json, "event", "file");
  otr_json_bytes (json, g_path_is_absolute (path) ? "path" : "uri", path);
  otr_json_string (json, "result", otr_result_to_string (event->result));
  otr_json_string (json, "reason", refused ? event->reason : NULL);
  otr_json_open_array (json, "warnings");
  for (gsize i = 0; event->warnings != NULL && event->warnings[i] != NULL; i++)
    otr_json_string (json, NULL, event->warnings[i]);
  if (!refused && event->reason != NULL)
    otr_json_string (json, NULL, event->reason);
  otr_json_close_array (json);
  otr_cli_print_json (json);
}

/* People are told what went wrong or was left out; what went well is in the summary. */
static void
say_event (const Run *run, const OtrImportEvent *event)
{
  gboolean is_wrong = event->result == OTR_RESULT_FAILED || event->result == OTR_RESULT_DAMAGED;
  g_autofree char *path = NULL;

  if (!is_wrong && (event->result != OTR_RESULT_SKIPPED || run->cli->quiet))
    return;
  path = event_path (event);
  if (run->show_progress)
    otr_cli_progress_erase ();
  otr_cli_complain ("%s: %s: %s",
                    path,
                    otr_result_to_string (event->result),
                    event->reason != NULL ? event->reason : "no reason known");
}

static void
on_events (OtrImportJob *import, GPtrArray *events, gpointer data)
{
  Run *run = data;

  for (guint i = 0; i < events->len; i++)
    {
      if (run->job->json)
        print_event_json (g_ptr_array_index (events, i));
      else
        say_event (run, g_ptr_array_index (events, i));
    }
  (void) fflush (stdout);
}

/* ---- progress ---- */

static void
print_progress_json (const OtrImportProgress *progress)
{
  g_autoptr (OtrJson) json = otr_json_new ();

  otr_json_string (json, "event", "progress");
  otr_json_uint (json, "found", progress->found);
  otr_json_uint (json, "done", progress->done);
  otr_json_bool (json, "scan_done", progress->scan_done);
  otr_json_uint (json, "bytes", progress->done_bytes);
  otr_json_double (json, "seconds", progress->seconds);
  otr_json_double (json, "mb_per_s", progress->mb_per_s);
  otr_json_double (json, "photos_per_s", progress->photos_per_s);
  if (progress->seconds_left >= 0)
    otr_json_double (json, "seconds_left", progress->seconds_left);
  else
    otr_json_null (json, "seconds_left");
  otr_json_uint (json, "thumbnails_done", progress->thumbnails_done);
  otr_json_uint (json, "thumbnails_left", progress->thumbnails_left);
  otr_json_string (json, "folder", progress->folder);
  otr_cli_summary_write_tuning (json, progress);
  otr_cli_print_json (json);
  (void) fflush (stdout);
}

static void
on_progress (OtrImportJob *import, gpointer data)
{
  Run *run = data;
  OtrImportProgress progress;
  gint64 now_us = g_get_monotonic_time ();

  if (!run->show_progress && !run->job->json)
    return;
  otr_import_job_get_progress (import, &progress);
  if (run->show_progress)
    otr_cli_progress_show_import (&progress);
  if (!run->job->json || now_us < run->next_progress_us)
    return;
  run->next_progress_us = now_us + PROGRESS_EVERY_US;
  print_progress_json (&progress);
}

/* ---- start and end ---- */

static void
print_start_json (OtrImportJob *import, const OtrCliJob *job)
{
  g_autoptr (OtrJson) json = otr_json_new ();

  otr_json_string (json, "event", "start");
  otr_json_bytes (json, "catalog", otr_catalog_get_path (job->catalog));
  otr_json_string (
      json, "digest_type", otr_digest_kind_to_string (otr_catalog_get_digest_kind (job->catalog)));
  otr_json_open_array (json, "sources");
  for (guint i = 0; i < job->sources->len; i++)
    {
      g_autofree char *name = g_file_get_parse_name (g_ptr_array_index (job->sources, i));

      otr_json_string (json, NULL, name);
    }
  otr_json_close_array (json);
  otr_cli_print_json (json);
  (void) fflush (stdout);
}

static void
print_summary_json (const OtrCliJob *job, const OtrImportSummary *summary)
{
  g_autoptr (OtrJson) json = otr_json_new ();

  otr_json_string (json, "event", "summary");
  otr_cli_summary_write_json (json, summary);
  if (job->write_more != NULL)
    job->write_more (json, summary);
  otr_cli_print_json (json);
}

static OtrExit
report (const Run *run, const OtrImportSummary *summary)
{
  if (run->show_progress)
    otr_cli_progress_erase ();
  if (run->job->json)
    print_summary_json (run->job, summary);
  else if (!run->cli->quiet)
    run->job->print (summary);
  if (summary->error != NULL)
    return otr_cli_fail (summary->error, OTR_EXIT_TROUBLE);
  if (summary->cancelled)
    return OTR_EXIT_CANCELLED;
  return summary->last.counts[OTR_RESULT_FAILED] > 0 ? OTR_EXIT_FAILURES : OTR_EXIT_DONE;
}

static void
on_finished (OtrImportJob *import, gpointer data)
{
  Run *run = data;

  g_main_loop_quit (run->loop);
}

static void
on_cancelled (GCancellable *cancellable, gpointer data)
{
  otr_import_job_cancel (data);
}

OtrExit
otr_cli_job_run (OtrCli *cli, const OtrCliJob *job)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (OtrImportJob) import = NULL;
  gulong cancelled;
  Run run = { .cli = cli, .job = job, .loop = loop };
  OtrExit status = OTR_EXIT_DONE;
  g_autoptr (OtrThumbStore) thumbs = otr_cli_open_thumbs (cli, job->catalog, &status);

  if (thumbs == NULL)
    return status;
  run.show_progress = otr_cli_progress_is_wanted (cli->quiet);
  import = otr_import_job_new (
      job->catalog, thumbs, (GFile **) job->sources->pdata, job->sources->len, job->options);
  otr_import_job_set_want_events (import, TRUE);
  g_signal_connect (import, "events", G_CALLBACK (on_events), &run);
  g_signal_connect (import, "progress", G_CALLBACK (on_progress), &run);
  g_signal_connect (import, "finished", G_CALLBACK (on_finished), &run);
  cancelled = g_cancellable_connect (cli->cancellable, G_CALLBACK (on_cancelled), import, NULL);
  otr_cli_watch_signals (cli);
  if (job->json)
    print_start_json (import, job);
  otr_import_job_start (import);
  g_main_loop_run (loop);
  g_cancellable_disconnect (cli->cancellable, cancelled);
  status = report (&run, otr_import_job_get_summary (import));
  g_signal_handlers_disconnect_by_data (import, &run);
  return status;
}

gboolean
otr_cli_job_collect_sources (OtrCli *cli, char **folders, GPtrArray **out_sources)
{
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func (g_object_unref);

  for (gsize i = 0; folders != NULL && folders[i] != NULL; i++)
    {
      GFile *file = otr_cli_file_for_argument (folders[i]);

      g_ptr_array_add (sources, file);
      if (g_file_is_native (file) && !g_file_query_exists (file, NULL))
        {
          (void) otr_cli_usage (cli, "there is no '%s'", folders[i]);
          return FALSE;
        }
    }
  *out_sources = g_steal_pointer (&sources);
  return TRUE;
}
