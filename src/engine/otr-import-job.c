/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The owner's side of an import: a GObject of one main context that starts the import's thread,
 * turns its counters into signals ten times a second, and passes commands on. The thread holds the
 * shared struct and never this object; the object holds itself until it has said "finished". */

#include "config.h"

#include "otr-import-job.h"

#include "otr-dispatch.h"
#include "otr-import-private.h"

#define TICK_MS 100
#define N_SAMPLES 21 /* two seconds of ticks */

typedef struct
{
  gint64 time_us;
  guint64 bytes;
  guint64 files;
} Sample;

struct _OtrImportJob
{
  GObject parent_instance;
  OtrImport *import;
  OtrPool *pool;
  GSource *timer;
  Sample samples[N_SAMPLES];
  guint n_samples;
  char *folder; /* lent to who asks for progress */
  gboolean finished;
};

enum
{
  EVENTS,
  PROGRESS,
  COMMITTED,
  FINISHED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OtrImportJob, otr_import_job, G_TYPE_OBJECT)

/* ---- options ---- */

void
otr_import_options_init (OtrImportOptions *options)
{
  *options = (OtrImportOptions){
    .mode = OTR_IMPORT_ADD,
    .thumbnails = OTR_THUMBNAILS_ELASTIC,
    .thumbnail_class = OTR_THUMB_NORMAL,
    .wait_for_thumbnails = TRUE,
  };
  otr_tuning_init (&options->tuning);
}

void
otr_import_options_clear (OtrImportOptions *options)
{
  g_clear_pointer (&options->leave_out, g_strfreev);
  g_clear_pointer (&options->album, g_free);
}

/* ---- ticks ---- */

static void
take_sample (OtrImportJob *self)
{
  Sample sample = { g_get_monotonic_time (),
                    OTR_COUNTED (self->import->counters.done_bytes),
                    OTR_COUNTED (self->import->counters.done) };

  self->samples[self->n_samples++ % N_SAMPLES] = sample;
}

static void
emit_events (OtrImportJob *self)
{
  g_autoptr (GPtrArray) events = NULL;

  {
    otr_auto_lock (&self->import->lock);
    if (self->import->events->len == 0)
      return;
    events = g_steal_pointer (&self->import->events);
    self->import->events = g_ptr_array_new_with_free_func (otr_import_event_free);
  }
  g_signal_emit (self, signals[EVENTS], 0, events);
}

static void
emit_all (OtrImportJob *self)
{
  int n_committed = g_atomic_int_get (&self->import->committed);

  g_atomic_int_add (&self->import->committed, -n_committed);
  take_sample (self);
  emit_events (self);
  if (n_committed > 0)
    g_signal_emit (self, signals[COMMITTED], 0);
  g_signal_emit (self, signals[PROGRESS], 0);
}

static gboolean
on_tick (gpointer data)
{
  g_autoptr (OtrImportJob) self = g_object_ref (data);

  emit_all (self);
  return G_SOURCE_CONTINUE;
}

static void
stop_timer (OtrImportJob *self)
{
  if (self->timer == NULL)
    return;
  g_source_destroy (self->timer);
  g_clear_pointer (&self->timer, g_source_unref);
}

/* ---- the end ---- */

static void
on_ended (gpointer data)
{
  OtrImport *import = data;
  g_autoptr (OtrImportJob) self = g_steal_pointer (&import->job);

  g_clear_pointer (&self->pool, otr_pool_free); /* its thread has nothing left to do */
  stop_timer (self);
  self->finished = TRUE;
  emit_all (self);
  g_signal_emit (self, signals[FINISHED], 0);
}

static void
run (OtrPool *pool, guint index, gpointer data)
{
  OtrImport *import = data;

  otr_import_run (pool, index, import);
  otr_dispatch (import->context, on_ended, otr_import_ref (import), otr_import_unref);
}

/* ---- the object ---- */

static void
otr_import_job_finalize (GObject *object)
{
  OtrImportJob *self = OTR_IMPORT_JOB (object);

  stop_timer (self);
  g_clear_pointer (&self->pool, otr_pool_free);
  g_clear_pointer (&self->import, otr_import_unref);
  g_free (self->folder);
  G_OBJECT_CLASS (otr_import_job_parent_class)->finalize (object);
}

static guint
add_signal (const char *name, guint n_parameters, GType type)
{
  return g_signal_new (name,
                       OTR_TYPE_IMPORT_JOB,
                       G_SIGNAL_RUN_LAST,
                       0,
                       NULL,
                       NULL,
                       NULL,
                       G_TYPE_NONE,
                       n_parameters,
                       type);
}

static void
otr_import_job_class_init (OtrImportJobClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = otr_import_job_finalize;
  signals[EVENTS] = add_signal ("events", 1, G_TYPE_PTR_ARRAY);
  signals[PROGRESS] = add_signal ("progress", 0, G_TYPE_NONE);
  signals[COMMITTED] = add_signal ("committed", 0, G_TYPE_NONE);
  signals[FINISHED] = add_signal ("finished", 0, G_TYPE_NONE);
}

static void
otr_import_job_init (OtrImportJob *self)
{
}

OtrImportJob *
otr_import_job_new (OtrCatalog *catalog,
                    OtrThumbStore *thumbs,
                    GFile *const *sources,
                    gsize n_sources,
                    const OtrImportOptions *options)
{
  OtrImportJob *self = g_object_new (OTR_TYPE_IMPORT_JOB, NULL);

  self->import = otr_import_new (catalog, thumbs, options);
  for (gsize i = 0; i < n_sources; i++)
    {
      OtrImportSource *source = g_new0 (OtrImportSource, 1);

      source->file = g_object_ref (sources[i]);
      g_ptr_array_add (self->import->sources, source);
    }
  return self;
}

void
otr_import_job_set_want_events (OtrImportJob *self, gboolean want)
{
  g_return_if_fail (OTR_IS_IMPORT_JOB (self));
  g_atomic_int_set (&self->import->want_events, want);
}

void
otr_import_job_start (OtrImportJob *self)
{
  g_return_if_fail (OTR_IS_IMPORT_JOB (self) && self->pool == NULL && !self->finished);

  self->import->start_us = g_get_monotonic_time ();
  self->import->job = g_object_ref (self);
  take_sample (self);
  self->timer = g_timeout_source_new (TICK_MS);
  g_source_set_callback (self->timer, on_tick, self, NULL);
  (void) g_source_attach (self->timer, self->import->context);
  self->pool = otr_pool_new ("otr-import", run, self->import);
  if (otr_pool_resize (self->pool, 1))
    return;
  self->import->summary.error =
      g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "No thread could be started");
  otr_dispatch (self->import->context, on_ended, otr_import_ref (self->import), otr_import_unref);
}

void
otr_import_job_pause (OtrImportJob *self)
{
  g_return_if_fail (OTR_IS_IMPORT_JOB (self));
  otr_import_set_paused (self->import, TRUE);
}

void
otr_import_job_resume (OtrImportJob *self)
{
  g_return_if_fail (OTR_IS_IMPORT_JOB (self));
  otr_import_set_paused (self->import, FALSE);
}

void
otr_import_job_cancel (OtrImportJob *self)
{
  g_return_if_fail (OTR_IS_IMPORT_JOB (self));
  if (self->finished)
    return;
  g_atomic_int_set (&self->import->cancelled, TRUE);
  otr_import_fail (
      self->import,
      g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "The import was cancelled"));
}

void
otr_import_job_set_tuning (OtrImportJob *self, const OtrTuning *tuning)
{
  g_return_if_fail (OTR_IS_IMPORT_JOB (self));
  g_return_if_fail (otr_tuning_check (tuning, NULL));
  otr_import_set_tuning (self->import, tuning);
}

/* ---- progress ---- */

static void
fill_rates (OtrImportJob *self, OtrImportProgress *progress)
{
  guint n = MIN (self->n_samples, N_SAMPLES);
  const Sample *first, *last;
  double seconds;

  if (n < 2)
    return;
  first = &self->samples[(self->n_samples - n) % N_SAMPLES];
  last = &self->samples[(self->n_samples - 1) % N_SAMPLES];
  seconds = (double) (last->time_us - first->time_us) / G_USEC_PER_SEC;
  if (seconds <= 0)
    return;
  progress->mb_per_s = (double) (last->bytes - first->bytes) / 1e6 / seconds;
  progress->photos_per_s = (double) (last->files - first->files) / seconds;
}

/* By bytes over the whole time: files differ much in size, and the last two seconds jump. */
static void
fill_seconds_left (OtrImportProgress *progress)
{
  if (!progress->scan_done || progress->done_bytes == 0 || progress->phase != OTR_PHASE_RUNNING)
    return;
  progress->seconds_left = progress->seconds *
                           (double) (progress->found_bytes - progress->done_bytes) /
                           (double) progress->done_bytes;
}

void
otr_import_job_get_progress (OtrImportJob *self, OtrImportProgress *out_progress)
{
  g_return_if_fail (OTR_IS_IMPORT_JOB (self));

  if (self->finished)
    *out_progress = self->import->summary.last;
  else
    {
      otr_import_fill_progress (self->import, out_progress);
      fill_rates (self, out_progress);
      fill_seconds_left (out_progress);
    }
  g_free (self->folder);
  {
    otr_auto_lock (&self->import->lock);
    self->folder = g_strdup (self->import->present_folder);
  }
  out_progress->folder = self->folder;
}

const OtrImportSummary *
otr_import_job_get_summary (OtrImportJob *self)
{
  g_return_val_if_fail (OTR_IS_IMPORT_JOB (self) && self->finished, NULL);
  return &self->import->summary;
}
