/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Automatic: looks at how an import runs and says which settings to try next. Pure: it has no
 * thread and no clock of its own, what it knows is what it is fed. One thread at a time. */
typedef struct _OtrTuner OtrTuner;

#define OTR_TUNER_NOTE_SIZE 128

typedef struct
{
  guint preload_threads;
  guint scout_threads;
  gboolean digest_while_preloading;
} OtrTunerChoice;

typedef struct
{
  OtrTunerChoice choice;  /* what the preset of the detected storage says */
  gboolean unsure;        /* what is behind the path is not known */
  gboolean single_reader; /* it is known to lose by more than one reader */
} OtrTunerStart;

/* What happened since the last sample, about ten of them a second. */
typedef struct
{
  double seconds;
  guint64 files; /* read to their end */
  guint64 bytes; /* read, also of files not yet at their end */
  guint64 found; /* by the scouts */
  gboolean scanning;
  guint n_planned;   /* files that wait for a reader, now */
  double later_fill; /* 0..1: the fullest queue behind the readers; below 1/4 that stage starves */
  double done_part;  /* 0..1 of the bytes found so far, since the start */
} OtrTunerSample;

typedef enum
{
  OTR_TUNER_MEASURING,
  OTR_TUNER_TRYING,
  OTR_TUNER_STORAGE,   /* settled: nothing that was tried is faster */
  OTR_TUNER_PROCESSOR, /* settled: the later stages have enough to do */
} OtrTunerState;

OtrTuner *otr_tuner_new (const OtrTunerStart *start);
void otr_tuner_free (OtrTuner *tuner);

/* TRUE: the choice changed, use it from the next file on. */
gboolean
otr_tuner_feed (OtrTuner *tuner, const OtrTunerSample *sample, OtrTunerChoice *out_choice);

OtrTunerState otr_tuner_get_state (const OtrTuner *tuner);

/* One sentence in English: what it does and why. */
const char *otr_tuner_get_note (const OtrTuner *tuner);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrTuner, otr_tuner_free)

G_END_DECLS
