/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What an import says about itself: progress, events, what it is held up by, the figures kept with
 * its roll. Counters are atomic; the owner's timer and the writer's thread read them. */

#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "otr-fd.h"
#include "otr-import-private.h"

enum
{
  BY_STORAGE,
  BY_CPU,
  BY_CATALOG
};

static const char *const stage_names[] = {
  [OTR_STAGE_SCAN] = "scan",
  [OTR_STAGE_READ] = "read",
  [OTR_STAGE_DIGEST] = "digest",
  [OTR_STAGE_DECODE] = "decode",
  [OTR_STAGE_WRITE] = "write",
};

const char *
otr_stage_to_string (OtrStage stage)
{
  g_return_val_if_fail ((guint) stage < OTR_N_STAGES, "");
  return stage_names[stage];
}

/* ---- events ---- */

void
otr_import_event_free (gpointer data)
{
  OtrImportEvent *event = data;

  g_free ((char *) event->folder_path);
  g_free ((char *) event->name);
  g_free ((char *) event->reason);
  g_strfreev ((char **) event->warnings);
  g_free (event);
}

void
otr_import_add_event (OtrImport *import, const OtrImportItem *item, gint64 photo_id)
{
  OtrImportEvent *event;

  if (!g_atomic_int_get (&import->want_events))
    return;
  event = g_new0 (OtrImportEvent, 1);
  event->result = item->result;
  event->folder_path = g_strdup (item->folder->path);
  event->name = g_strdup (item->name);
  event->reason = g_strdup (item->reason);
  event->photo_id = photo_id;
  if (item->facts != NULL)
    event->warnings = (const char *const *) g_strdupv (item->facts->warnings);
  otr_auto_lock (&import->lock);
  g_ptr_array_add (import->events, event);
}

/* ---- progress ---- */

static double
fill_of (OtrQueue *queue, double limit)
{
  return CLAMP ((double) otr_queue_get_bytes (queue) / limit, 0.0, 1.0);
}

static void
fill_counters (const OtrImportCounters *counters, OtrImportProgress *progress)
{
  progress->found = OTR_COUNTED (counters->found);
  progress->done = OTR_COUNTED (counters->done);
  progress->found_bytes = OTR_COUNTED (counters->found_bytes);
  progress->done_bytes = OTR_COUNTED (counters->done_bytes);
  progress->bytes_read = OTR_COUNTED (counters->bytes_read);
  progress->bytes_reread = OTR_COUNTED (counters->bytes_reread);
  progress->peak_rss_bytes = OTR_COUNTED (counters->peak_bytes);
  progress->thumbnails_done = OTR_COUNTED (counters->thumbnails_done);
  progress->thumbnails_left = OTR_COUNTED (counters->thumbnails_left);
  for (guint i = 0; i < OTR_N_RESULTS; i++)
    progress->counts[i] = OTR_COUNTED (counters->counts[i]);
}

static double
count_fill (OtrQueue *queue, guint n_threads)
{
  return MIN (1.0, otr_queue_get_length (queue) / (4.0 * MAX (n_threads, 1)));
}

static void
fill_queues (OtrImport *import, OtrImportProgress *progress)
{
  progress->queue_fill[OTR_STAGE_READ] = fill_of (import->planned, OTR_IMPORT_PLANNED_BYTES);
  progress->queue_fill[OTR_STAGE_WRITE] = fill_of (import->results, OTR_IMPORT_RESULTS_BYTES);
  progress->queue_fill[OTR_STAGE_DIGEST] =
      count_fill (import->read_done, progress->tuning.digest_threads);
  progress->queue_fill[OTR_STAGE_DECODE] =
      count_fill (import->digested, progress->tuning.thumbnail_threads);
}

/* Rates and `folder` are the caller's. */
void
otr_import_fill_progress (OtrImport *import, OtrImportProgress *out_progress)
{
  OtrImportProgress progress = { 0 };

  progress.phase = (OtrPhase) g_atomic_int_get (&import->phase);
  progress.scan_done = g_atomic_int_get (&import->scan_done);
  fill_counters (&import->counters, &progress);
  for (guint i = 0; i < OTR_N_STAGES; i++)
    otr_stats_summarise (&import->stats[i], &progress.stages[i]);
  {
    otr_auto_lock (&import->lock);
    progress.tuning = import->effective;
    progress.storage = import->storage_kind;
    if (import->effective.preset == OTR_PRESET_AUTO)
      progress.auto_state = import->auto_state;
    (void) g_strlcpy (progress.auto_note, import->auto_note, sizeof progress.auto_note);
    if (progress.phase == OTR_PHASE_RUNNING && import->paused)
      progress.phase = OTR_PHASE_PAUSED;
  }
  fill_queues (import, &progress);
  progress.seconds = (double) (g_get_monotonic_time () - import->start_us) / G_USEC_PER_SEC;
  progress.seconds_left = -1;
  *out_progress = progress;
}

/* ---- samples ---- */

static guint64
read_kib (const char *status, const char *field)
{
  const char *line = strstr (status, field);

  return line == NULL ? 0 : g_ascii_strtoull (line + strlen (field), NULL, 10) * 1024;
}

/* Anonymous memory, and what is in use of the buffer pool. */
static guint64
own_memory (void)
{
  char text[4096];
  otr_autofd int fd = open ("/proc/self/status", O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read (fd, text, sizeof text - 1);

  if (n <= 0)
    return 0;
  text[n] = '\0';
  return read_kib (text, "\nRssAnon:") + read_kib (text, "\nRssShmem:");
}

/* The stage before which work piles up is the one that holds up the rest. */
static guint
find_brake (OtrImport *import)
{
  OtrTuningEffective tuning = otr_import_get_effective (import);
  guint n_reading;

  {
    otr_auto_lock (&import->lock);
    n_reading = import->n_reading;
  }
  if (otr_queue_get_bytes (import->results) > OTR_IMPORT_RESULTS_BYTES / 2)
    return BY_CATALOG;
  if ((g_atomic_int_get (&import->scan_done) && n_reading == 0 &&
       otr_queue_get_length (import->planned) == 0) ||
      otr_queue_get_length (import->digested) > tuning.thumbnail_threads ||
      otr_queue_get_length (import->read_done) > tuning.digest_threads ||
      otr_buffer_pool_get_used (import->buffers) > otr_buffer_pool_get_size (import->buffers) / 2)
    return BY_CPU;
  return BY_STORAGE;
}

void
otr_import_sample (OtrImport *import)
{
  guint64 bytes = own_memory ();

  if (import->buffers == NULL || import->decoders == NULL)
    return;
  bytes += otr_decoder_pool_get_peak_bytes (import->decoders);
  if (bytes > OTR_COUNTED (import->counters.peak_bytes))
    __atomic_store_n (&import->counters.peak_bytes, bytes, __ATOMIC_RELAXED);
  if (g_atomic_int_get (&import->phase) == OTR_PHASE_RUNNING)
    import->bottlenecks[find_brake (import)]++;
}

/* Too short for samples: then where the time went. */
static guint
busiest (OtrImport *import)
{
  OtrTuningEffective tuning = otr_import_get_effective (import);
  guint64 storage =
      OTR_COUNTED (import->stats[OTR_STAGE_READ].busy_us) / MAX (tuning.preload_threads, 1);
  guint64 cpu =
      OTR_COUNTED (import->stats[OTR_STAGE_DECODE].busy_us) / MAX (tuning.thumbnail_threads, 1);
  guint64 catalog = OTR_COUNTED (import->stats[OTR_STAGE_WRITE].busy_us);

  if (catalog > cpu && catalog > storage)
    return BY_CATALOG;
  return cpu > storage ? BY_CPU : BY_STORAGE;
}

const char *
otr_import_find_bottleneck (OtrImport *import)
{
  static const char *const names[] = { "storage", "cpu", "catalog" };
  const guint64 *samples = import->bottlenecks;
  guint best = BY_STORAGE;

  if (samples[BY_STORAGE] + samples[BY_CPU] + samples[BY_CATALOG] < 3)
    return names[busiest (import)];
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (samples[i] > samples[best])
      best = i;
  return names[best];
}

/* ---- the roll ---- */

static GVariant *
pack_stage (const OtrStats *stats)
{
  OtrStatsSummary summary;

  otr_stats_summarise (stats, &summary);
  return g_variant_new ("(ttddddd)",
                        summary.items,
                        summary.bytes,
                        summary.busy_s,
                        summary.mean_ms,
                        summary.p50_ms,
                        summary.p99_ms,
                        summary.max_ms);
}

static GVariant *
pack_figures (OtrImport *import)
{
  OtrTuningEffective tuning = otr_import_get_effective (import);
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "preset", "s", otr_preset_to_string (tuning.preset));
  g_variant_dict_insert (&dict, "storage", "s", otr_storage_kind_to_string (import->storage_kind));
  g_variant_dict_insert (&dict, "preload-threads", "u", tuning.preload_threads);
  g_variant_dict_insert (&dict, "scout-threads", "u", tuning.scout_threads);
  g_variant_dict_insert (&dict, "thumbnail-threads", "u", tuning.thumbnail_threads);
  g_variant_dict_insert (&dict, "digest-while-preloading", "b", tuning.digest_while_preloading);
  g_variant_dict_insert (&dict, "bytes-read", "t", import->counters.bytes_read);
  g_variant_dict_insert (&dict, "bytes-reread", "t", import->counters.bytes_reread);
  g_variant_dict_insert (&dict, "peak-memory", "t", import->counters.peak_bytes);
  g_variant_dict_insert (&dict, "bottleneck", "s", otr_import_find_bottleneck (import));
  for (guint i = 0; i < OTR_N_STAGES; i++)
    g_variant_dict_insert_value (&dict, stage_names[i], pack_stage (&import->stats[i]));
  return g_variant_ref_sink (g_variant_dict_end (&dict));
}

void
otr_import_fill_roll (OtrImport *import, OtrRoll *roll)
{
  roll->id = import->summary.roll_id;
  roll->ended_us = g_get_real_time ();
  for (guint i = 0; i < OTR_N_RESULTS; i++)
    roll->counts[i] = OTR_COUNTED (import->counters.counts[i]);
  roll->bytes = OTR_COUNTED (import->counters.done_bytes);
  roll->seconds = (double) (g_get_monotonic_time () - import->start_us) / G_USEC_PER_SEC;
  roll->seconds_to_catalog = import->summary.seconds_to_catalog;
  roll->figures = pack_figures (import);
}
