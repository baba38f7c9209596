/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-catalog.h"
#include "otr-stats.h"
#include "otr-thumb-store.h"
#include "otr-tuner.h"
#include "otr-tuning.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* One import (or rescan) from start to report. A GObject of the owner's main context: all calls and
 * all signals there. The work happens on the job's own threads, which never see this object. */
#define OTR_TYPE_IMPORT_JOB (otr_import_job_get_type ())
G_DECLARE_FINAL_TYPE (OtrImportJob, otr_import_job, OTR, IMPORT_JOB, GObject)

typedef enum
{
  OTR_IMPORT_ADD,        /* import folders */
  OTR_IMPORT_RESCAN,     /* compare known roots with the disk; new files only counted */
  OTR_IMPORT_RESCAN_ADD, /* ... and imported */
} OtrImportMode;

typedef struct
{
  OtrImportMode mode;
  OtrTuning tuning;
  OtrThumbnails thumbnails;
  OtrThumbClass thumbnail_class;
  gboolean wait_for_thumbnails; /* elastic: finish the rest before "finished" */
  gboolean follow_links;
  gboolean hidden;
  char **leave_out;       /* names or globs; NULL */
  char *album;            /* name of a new or existing set album; NULL: by folder */
  gboolean inline_stages; /* OTR_THREADS=inline: for tests */
} OtrImportOptions;

void otr_import_options_init (OtrImportOptions *options);
void otr_import_options_clear (OtrImportOptions *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OtrImportOptions, otr_import_options_clear)

typedef enum
{
  OTR_STAGE_SCAN,
  OTR_STAGE_READ,
  OTR_STAGE_DIGEST,
  OTR_STAGE_DECODE,
  OTR_STAGE_WRITE,
  OTR_N_STAGES
} OtrStage;

const char *otr_stage_to_string (OtrStage stage);

typedef enum
{
  OTR_PHASE_WAITING,
  OTR_PHASE_RUNNING,
  OTR_PHASE_PAUSED,
  OTR_PHASE_THUMBNAILS, /* all is catalogued, thumbnails follow */
  OTR_PHASE_FINISHED,
} OtrPhase;

typedef struct
{
  OtrPhase phase;
  gboolean scan_done; /* `found` is final */
  guint64 found;
  guint64 done; /* files that reached their result */
  guint64 found_bytes;
  guint64 done_bytes;
  guint64 counts[OTR_N_RESULTS];
  guint64 bytes_read;
  guint64 bytes_reread;
  double seconds;
  double mb_per_s; /* over the last 2 s */
  double photos_per_s;
  double seconds_left;                 /* < 0 unknown */
  char *folder;                        /* present, displayable; borrowed until the next call */
  OtrTuningEffective tuning;           /* present numbers: Automatic changes them */
  char auto_note[OTR_TUNER_NOTE_SIZE]; /* why, in English; "" when they are fixed */
  OtrTunerState auto_state;            /* has a meaning while there is a note */
  OtrStorageKind storage;
  OtrStatsSummary stages[OTR_N_STAGES];
  double queue_fill[OTR_N_STAGES]; /* 0..1 before that stage */
  guint64 peak_rss_bytes;
  guint64 thumbnails_done;
  guint64 thumbnails_left;
} OtrImportProgress;

typedef struct
{
  gint64 roll_id;
  OtrImportProgress last;
  guint64 unchanged, missing, offline, new_files; /* rescan */
  double seconds;
  double seconds_to_catalog;
  double seconds_to_first_thumbnail; /* < 0 none */
  const char *bottleneck;            /* "storage", "cpu" or "catalog" */
  gboolean cancelled;
  GError *error; /* what stopped it early (NO_SPACE, SOURCE_GONE, ...); NULL */
} OtrImportSummary;

/* One result, as it is committed. Strings are borrowed during the signal. */
typedef struct
{
  OtrResult result;
  const char *folder_path; /* absolute bytes or URI */
  const char *name;
  const char *reason;          /* NULL */
  const char *const *warnings; /* NULL */
  gint64 photo_id;
} OtrImportEvent;

/* Signals:
 *   "events" (GPtrArray *events): array of OtrImportEvent, one per batch, at most 10 a second, only
 * when otr_import_job_set_want_events(TRUE); skipped and failed files come here too. "progress": at
 * most 10 a second. "committed": rows became visible to readers; at most 10 a second. "finished":
 * once, last. */

/* `catalog` and `thumbs` are counted. `sources`: GFile; for RESCAN empty means every root. */
OtrImportJob *otr_import_job_new (OtrCatalog *catalog,
                                  OtrThumbStore *thumbs,
                                  GFile *const *sources,
                                  gsize n_sources,
                                  const OtrImportOptions *options);
void otr_import_job_set_want_events (OtrImportJob *self, gboolean want);
void otr_import_job_start (OtrImportJob *self);
void otr_import_job_pause (OtrImportJob *self);
void otr_import_job_resume (OtrImportJob *self);
void otr_import_job_cancel (OtrImportJob *self); /* "finished" follows; what was done is kept */
/* Takes effect at the next file; digest kind, thumbnail class and budget stay. */
void otr_import_job_set_tuning (OtrImportJob *self, const OtrTuning *tuning);
void otr_import_job_get_progress (OtrImportJob *self, OtrImportProgress *out_progress);
/* After "finished"; borrowed. */
const OtrImportSummary *otr_import_job_get_summary (OtrImportJob *self);

G_END_DECLS
