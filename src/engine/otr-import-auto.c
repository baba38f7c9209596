/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Automatic, in an import: feeds the tuner with what the counters say and passes its choices on, by
 * the way that a person's changes go. It goes on from what it has learnt when the import comes to
 * another folder of the same kind of storage, and stands back when the numbers are given by hand.
 */

#include "config.h"

#include "otr-import-private.h"

static void
stop (OtrImportAuto *self, OtrImport *import)
{
  if (self->tuner == NULL)
    return;
  g_clear_pointer (&self->tuner, otr_tuner_free);
  otr_import_set_auto_note (import, OTR_TUNER_MEASURING, "");
}

static OtrTunerChoice
choice_of (const OtrTuningEffective *tuning)
{
  return (OtrTunerChoice){
    tuning->preload_threads,
    tuning->scout_threads,
    tuning->digest_while_preloading,
  };
}

static gboolean
is_same (const OtrTunerChoice *a, const OtrTunerChoice *b)
{
  return a->preload_threads == b->preload_threads && a->scout_threads == b->scout_threads &&
         a->digest_while_preloading == b->digest_while_preloading;
}

static void
start (OtrImportAuto *self, OtrImport *import, const OtrImportProgress *progress)
{
  OtrTunerStart from = {
    .choice = choice_of (&progress->tuning),
    .unsure = progress->storage == OTR_STORAGE_FUSE || progress->storage == OTR_STORAGE_UNKNOWN,
    .single_reader = progress->tuning.admission == 1,
  };

  stop (self, import);
  self->tuner = otr_tuner_new (&from);
  self->choice = from.choice;
  self->kind = progress->storage;
}

static OtrTunerSample
take_sample (OtrImportAuto *self, OtrImport *import, const OtrImportProgress *progress)
{
  guint64 files = progress->stages[OTR_STAGE_READ].items;
  const double *fill = progress->queue_fill;
  OtrTunerSample sample = {
    .seconds = progress->seconds - self->seconds,
    .files = files - self->files,
    .bytes = progress->bytes_read - self->bytes,
    .found = progress->found - self->found,
    .scanning = !progress->scan_done,
    .n_planned = otr_queue_get_length (import->planned),
    .later_fill =
        MAX (MAX (fill[OTR_STAGE_DIGEST], fill[OTR_STAGE_DECODE]), fill[OTR_STAGE_WRITE]),
    .done_part = (double) progress->done_bytes / (double) MAX (progress->found_bytes, 1),
  };

  self->seconds = progress->seconds;
  self->files = files;
  self->bytes = progress->bytes_read;
  self->found = progress->found;
  return sample;
}

void
otr_import_auto_tick (OtrImportAuto *self, OtrImport *import)
{
  OtrImportProgress progress;
  OtrTunerChoice present;
  OtrTunerSample sample;

  otr_import_fill_progress (import, &progress);
  sample = take_sample (self, import, &progress);
  present = choice_of (&progress.tuning);
  if (progress.tuning.preset != OTR_PRESET_AUTO || !progress.tuning.preload)
    stop (self, import);
  else if (self->tuner == NULL || self->kind != progress.storage)
    start (self, import, &progress);
  if (self->tuner == NULL || progress.phase != OTR_PHASE_RUNNING)
    return;
  if (otr_tuner_feed (self->tuner, &sample, &self->choice) || !is_same (&self->choice, &present))
    otr_import_choose (import, &self->choice);
  otr_import_set_auto_note (
      import, otr_tuner_get_state (self->tuner), otr_tuner_get_note (self->tuner));
}

void
otr_import_auto_clear (OtrImportAuto *self)
{
  g_clear_pointer (&self->tuner, otr_tuner_free);
}
