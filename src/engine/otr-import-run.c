/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The life of an import, on one thread that is also the catalog's writer: look at the sources,
 * start the stages, write what comes out of them until every planned file has come, end the stages,
 * make the thumbnails that were left, close the roll. The other threads are joined here; a file on
 * a dead disk can hold up this thread, never the owner. */

#include "config.h"

#include "otr-error.h"
#include "otr-fd.h"
#include "otr-import-private.h"
#include "otr-thumb-build.h"

#define TICK_US (100 * 1000)

typedef struct
{
  OtrImport *import;
  OtrImportWriter *writer;
  OtrPool *walk_pool;
  OtrPool *plan_pool;
  OtrImportAuto automatic;
  int tuning_serial;
} Run;

/* ---- stages ---- */

static gboolean
resize (OtrPool *pool, guint n, GError **error)
{
  if (otr_pool_resize (pool, n))
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "No thread could be started");
  return FALSE;
}

static gboolean
apply_tuning (Run *run, GError **error)
{
  OtrImport *import = run->import;
  OtrTuningEffective tuning = otr_import_get_effective (import);

  otr_decoder_pool_set_max (import->decoders, MAX (tuning.thumbnail_threads, 1));
  return resize (import->read_pool, MAX (tuning.preload_threads, 1), error) &&
         resize (import->digest_pool, MAX (tuning.digest_threads, 1), error) &&
         resize (import->decode_pool, MAX (tuning.thumbnail_threads, 1), error);
}

static gboolean
start_stages (Run *run, GError **error)
{
  OtrImport *import = run->import;

  import->read_pool = otr_pool_new ("otr-preload", otr_import_run_read, import);
  import->digest_pool = otr_pool_new ("otr-digest", otr_import_run_digest, import);
  import->decode_pool = otr_pool_new ("otr-decode", otr_import_run_decode, import);
  run->plan_pool = otr_pool_new ("otr-plan", otr_import_run_plan, import);
  run->walk_pool = otr_pool_new ("otr-walk", otr_import_run_walk, import);
  return apply_tuning (run, error) && resize (run->plan_pool, 1, error) &&
         resize (run->walk_pool, 1, error);
}

static void
end_stages (Run *run)
{
  OtrImport *import = run->import;

  otr_queue_close (import->folders);
  otr_queue_close (import->planned);
  otr_queue_close (import->read_done);
  otr_queue_close (import->digested);
  g_clear_pointer (&run->walk_pool, otr_pool_free);
  g_clear_pointer (&run->plan_pool, otr_pool_free);
  g_clear_pointer (&import->read_pool, otr_pool_free);
  g_clear_pointer (&import->digest_pool, otr_pool_free);
  g_clear_pointer (&import->decode_pool, otr_pool_free);
}

static void
follow_tuning (Run *run)
{
  OtrImport *import = run->import;
  int serial = g_atomic_int_get (&import->tuning_serial);
  g_autoptr (GError) error = NULL;

  if (serial == run->tuning_serial)
    return;
  run->tuning_serial = serial;
  if (!apply_tuning (run, &error))
    otr_import_fail (import, g_steal_pointer (&error));
}

/* ---- writing until all is written ---- */

static gboolean
is_complete (Run *run)
{
  OtrImport *import = run->import;

  return g_atomic_int_get (&import->scan_done) &&
         otr_import_writer_get_received (run->writer) == OTR_COUNTED (import->emitted);
}

static void
write_results (Run *run)
{
  OtrImport *import = run->import;
  gint64 tick_us = g_get_monotonic_time () + TICK_US;

  while (!is_complete (run) || !otr_import_writer_is_empty (run->writer))
    {
      gint64 due_us = MIN (otr_import_writer_get_due (run->writer), tick_us);
      OtrImportItem *item = otr_queue_pop_until (import->results, due_us);
      gint64 now_us = g_get_monotonic_time ();

      if (item != NULL)
        otr_import_writer_take (run->writer, item);
      if (is_complete (run) || now_us >= otr_import_writer_get_due (run->writer))
        otr_import_writer_flush (run->writer);
      if (now_us < tick_us)
        continue;
      tick_us = now_us + TICK_US;
      otr_import_sample (import);
      otr_import_auto_tick (&run->automatic, import);
      follow_tuning (run);
    }
}

static gboolean
run_threads (Run *run, GError **error)
{
  gboolean started = start_stages (run, error);

  if (started)
    write_results (run);
  else
    otr_queue_abort (run->import->results);
  end_stages (run);
  return started;
}

/* ---- inline ---- */

typedef struct
{
  Run *run;
  OtrCatalogReader *reader;
} Inline;

static void
process_inline (OtrImport *import, OtrImportItem *item, gpointer data)
{
  Inline *self = data;

  otr_import_read_item (import, item);
  otr_import_digest_item (import, self->reader, item);
  otr_import_decode_item (import, item);
  otr_import_writer_take (self->run->writer, item);
}

static gboolean
run_inline (Run *run, GError **error)
{
  g_autoptr (OtrCatalogReader) reader = otr_catalog_reader_new (run->import->catalog, error);
  Inline self = { run, reader };

  if (reader == NULL)
    return FALSE;
  otr_import_plan_inline (run->import, process_inline, &self);
  while (!otr_import_writer_is_empty (run->writer))
    otr_import_writer_flush (run->writer);
  return TRUE;
}

/* ---- thumbnails that were left ---- */

static void
on_thumbnail (const OtrThumbBuildProgress *progress, gpointer data)
{
  OtrImport *import = data;
  guint64 left = OTR_COUNTED (progress->total) - OTR_COUNTED (progress->done);

  __atomic_store_n (&import->counters.thumbnails_left, left, __ATOMIC_RELAXED);
}

static void
make_left_thumbnails (Run *run)
{
  OtrImport *import = run->import;
  g_autoptr (GError) error = NULL;
  OtrThumbBuildProgress made = { 0 };
  OtrThumbBuild build = {
    .catalog = import->catalog,
    .store = import->thumbs,
    .query = { .view = OTR_VIEW_ROLL, .id = import->summary.roll_id },
    .class = import->options.thumbnail_class,
    .decoders = import->decoders,
    .n_threads = otr_import_get_effective (import).thumbnail_threads,
    .progress = on_thumbnail,
    .data = import,
  };

  if (OTR_COUNTED (import->counters.thumbnails_left) == 0 || !import->options.wait_for_thumbnails ||
      otr_import_is_stopped (import))
    return;
  g_atomic_int_set (&import->phase, OTR_PHASE_THUMBNAILS);
  if (!otr_thumb_build (&build, import->cancellable, &made, &error) &&
      !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    otr_import_fail (import, g_steal_pointer (&error));
  OTR_COUNT (import->counters.thumbnails_done, made.made);
  OTR_COUNT (import->counters.bytes_read, made.bytes_read);
  OTR_COUNT (import->counters.bytes_reread, made.bytes_read);
}

/* ---- from start to end ---- */

static double
seconds_since (gint64 start_us)
{
  return (double) (g_get_monotonic_time () - start_us) / G_USEC_PER_SEC;
}

static gboolean
set_up (Run *run, GError **error)
{
  OtrImport *import = run->import;
  OtrTuningEffective tuning;

  if (!otr_tuning_check (&import->options.tuning, error))
    return FALSE;
  run->writer = otr_import_writer_new (import, error);
  if (run->writer == NULL ||
      !otr_import_set_up_sources (import, otr_import_writer_get_catalog (run->writer), error) ||
      !otr_import_writer_begin (run->writer, error))
    return FALSE;
  if (import->sources->len > 0)
    otr_import_use_source (import, g_ptr_array_index (import->sources, 0));
  tuning = otr_import_get_effective (import);
  import->buffers = otr_buffer_pool_new (MAX (tuning.budget_bytes, OTR_BUDGET_MIN), error);
  if (import->buffers != NULL)
    import->decoders =
        otr_decoder_pool_new (import->buffers, MAX (tuning.thumbnail_threads, 1), error);
  return import->decoders != NULL;
}

static void
close_roll (Run *run)
{
  OtrImport *import = run->import;
  g_autoptr (GError) error = NULL;
  OtrRoll roll = { 0 };

  if (run->writer == NULL || import->summary.roll_id == 0)
    return;
  otr_import_fill_roll (import, &roll);
  if (!otr_catalog_writer_end_roll (otr_import_writer_get_catalog (run->writer), &roll, &error))
    otr_import_fail (import, g_steal_pointer (&error));
  g_clear_pointer (&roll.figures, g_variant_unref);
}

static void
fill_summary (OtrImport *import)
{
  OtrImportSummary *summary = &import->summary;

  summary->seconds = seconds_since (import->start_us);
  summary->unchanged = OTR_COUNTED (import->counters.counts[OTR_RESULT_KNOWN]);
  summary->missing = OTR_COUNTED (import->counters.missing);
  summary->offline = OTR_COUNTED (import->counters.offline);
  summary->new_files = OTR_COUNTED (import->counters.new_files);
  summary->bottleneck = otr_import_find_bottleneck (import);
  summary->cancelled = g_atomic_int_get (&import->cancelled);
  otr_import_fill_progress (import, &summary->last);
  summary->last.mb_per_s =
      (double) summary->last.done_bytes / 1e6 / MAX (summary->seconds_to_catalog, 1e-6);
  summary->last.photos_per_s =
      (double) summary->last.done / MAX (summary->seconds_to_catalog, 1e-6);
  if (import->error != NULL && !g_error_matches (import->error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    summary->error = g_error_copy (import->error);
}

void
otr_import_run (OtrPool *pool, guint index, gpointer data)
{
  OtrImport *import = data;
  Run run = { .import = import };
  GError *error = NULL;
  otr_autofd int lock_fd = otr_catalog_lock_import (import->catalog, &error);

  g_atomic_int_set (&import->phase, OTR_PHASE_RUNNING);
  if (lock_fd < 0 || !set_up (&run, &error) ||
      !(import->inline_stages ? run_inline (&run, &error) : run_threads (&run, &error)))
    otr_import_fail (import, error);
  else
    otr_import_writer_end (run.writer);
  import->summary.seconds_to_catalog = seconds_since (import->start_us);
  otr_import_sample (import);
  if (import->decoders != NULL)
    make_left_thumbnails (&run);
  otr_import_sample (import);
  g_clear_pointer (&import->decoders, otr_decoder_pool_free);
  g_clear_pointer (&import->buffers, otr_buffer_pool_free);
  close_roll (&run);
  g_clear_pointer (&run.writer, otr_import_writer_free);
  otr_import_auto_clear (&run.automatic);
  g_atomic_int_set (&import->phase, OTR_PHASE_FINISHED);
  fill_summary (import);
}
