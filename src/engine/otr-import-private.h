/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-decoder-pool.h"
#include "otr-import-job.h"
#include "otr-pool.h"
#include "otr-preload.h"
#include "otr-queue.h"
#include "otr-scan.h"
#include "otr-sync.h"

G_BEGIN_DECLS

/* What the otr-import-*.c files share. Not for others.
 *
 * OtrImport is the plain counted struct that all threads of one import see. Files travel as
 * OtrImportItem, owned by whoever holds them, through these threads:
 *
 *   scouts ─ folders ─► plan ─ planned ─► read ─ read_done ─► digest ─ digested ─► decode ─ results
 * ─► writer
 *
 * Every item that the plan emits reaches the writer, also when the import ends early: each stage
 * passes on what is settled. So nothing is ever waited for that does not come. */

#define OTR_IMPORT_PLANNED_BYTES ((gsize) 4 * 1024 * 1024)
#define OTR_IMPORT_RESULTS_BYTES ((gsize) 8 * 1024 * 1024)

typedef struct
{
  GFile *file;
  char *path; /* absolute bytes, or a URI */
  gboolean is_uri;
  OtrStorage *storage;
  OtrTuningEffective tuning;
  gboolean cheap; /* to read a second time */
  gint64 root_id;
  char *prefix; /* this source below its root, "" for the root itself */
  gboolean single_file;
  gboolean absent; /* RESCAN: a folder that is gone below a root that is there */
} OtrImportSource;

/* One scanned folder, counted: its items hold it. */
typedef struct
{
  const OtrImportSource *source; /* lives as long as the import */
  char *path;
  gboolean is_uri;
  char *relative; /* below the root */
} OtrImportFolder;

typedef enum
{
  OTR_ITEM_NEW,     /* no row of this path */
  OTR_ITEM_SUSPECT, /* has a row, but the file looks different, or may be */
  OTR_ITEM_RETRY,   /* unchanged, but an older decoder failed on it */
} OtrItemKind;

typedef struct
{
  OtrImportFolder *folder;
  OtrItemKind kind;
  char *name;
  OtrPreload look;         /* size, times, inode; bytes once it was read */
  gint64 known_file_id;    /* SUSPECT, RETRY */
  gint64 known_content_id; /* ... */
  char *companion_of;

  gboolean settled; /* nothing is left to do but to write it down */
  gboolean dropped; /* the import ended before it was done */
  OtrResult result;
  char *reason;

  gint64 content_id;  /* known content; 0: not known yet */
  gboolean first;     /* it holds the claim on its content */
  gboolean twin;      /* another item of this import holds it */
  gboolean new_facts; /* known content, decoded again: `facts` replace the old ones */
  gboolean refresh;   /* KNOWN, but its row needs the new stat */
  OtrFacts *facts;
  OtrThumb thumb;
} OtrImportItem;

/* The claim on a content that several items of this import may have: the first is decoded, its
 * twins wait at the writer. */
typedef struct
{
  guint refs;       /* items that hold it; guarded by the import's lock */
  GPtrArray *twins; /* the rest: writer only */
  gboolean done;
  gboolean dropped;
  gboolean undated;  /* the content does not say when it was taken */
  gint64 content_id; /* 0 with `done`: it is no photo, for `reason` */
  char *reason;
} OtrImportClaim;

typedef struct
{
  guint64 found, done, found_bytes, done_bytes, bytes_read, bytes_reread, deferred_bytes;
  guint64 counts[OTR_N_RESULTS];
  guint64 new_files, missing, offline;
  guint64 thumbnails_done, thumbnails_left;
  guint64 peak_bytes;
} OtrImportCounters; /* atomic: use the macros */

#define OTR_COUNT(counter, n) ((void) __atomic_fetch_add (&(counter), (n), __ATOMIC_RELAXED))
#define OTR_COUNTED(counter) __atomic_load_n (&(counter), __ATOMIC_RELAXED)

typedef struct _OtrImport OtrImport;

struct _OtrImport
{
  /* constant after the start */
  OtrCatalog *catalog;
  OtrThumbStore *thumbs; /* NULL: no thumbnails */
  OtrImportOptions options;
  GPtrArray *sources; /* OtrImportSource */
  GPtrArray *roots;   /* OtrRoot */
  GMainContext *context;
  gpointer job; /* OtrImportJob; owner's context only */
  GCancellable *cancellable;
  gboolean inline_stages;
  OtrBufferPool *buffers;
  OtrDecoderPool *decoders;
  OtrQueue *folders, *planned, *read_done, *digested, *results;
  OtrPool *read_pool, *digest_pool, *decode_pool; /* resized by the writer thread only */

  OtrImportCounters counters;
  OtrStats stats[OTR_N_STAGES];
  guint64 emitted;   /* atomic */
  int phase;         /* atomic; OtrPhase */
  int scan_done;     /* atomic */
  int stopped;       /* atomic */
  int cancelled;     /* atomic */
  int want_events;   /* atomic */
  int committed;     /* atomic: batches since the owner last looked */
  int tuning_serial; /* atomic */
  gint64 start_us;

  OtrMutex lock;
  OtrCond gate;
  gboolean paused; /* lock, as all below */
  guint n_reading;
  OtrTuning tuning;
  OtrTuningEffective effective;
  OtrStorageKind storage_kind;
  char auto_note[OTR_TUNER_NOTE_SIZE];
  OtrTunerState auto_state;
  const OtrImportSource *source; /* the present one */
  GError *error;
  GHashTable *claims;      /* digest + length (GBytes) -> OtrImportClaim */
  GHashTable *moved_files; /* file ids that were found at a new place */
  GPtrArray *events;       /* OtrImportEvent, owned strings, not yet delivered */
  char *present_folder;
  guint64 bottlenecks[3];  /* samples: storage, cpu, catalog; the writer's thread only */
  GArray *gone;            /* RESCAN: OtrImportGone, files no longer there; plan, then writer */
  GArray *gone_companions; /* ... their ids, gint64 */

  OtrImportSummary summary; /* written by the writer thread before it reports its end */
};

typedef struct
{
  gint64 file_id;
  guint64 size;
} OtrImportGone;

/* ---- otr-import-shared.c ---- */
OtrImport *
otr_import_new (OtrCatalog *catalog, OtrThumbStore *thumbs, const OtrImportOptions *options);
OtrImport *otr_import_ref (OtrImport *import);
void otr_import_unref (gpointer import);
void otr_import_fail (OtrImport *import, GError *error); /* takes the error; the first one counts */
gboolean otr_import_is_stopped (OtrImport *import);
/* For what is in memory already. Returns at once when the import ends. */
void otr_import_wait_while_paused (OtrImport *import);

/* Waits while paused and until the device admits one more reader. FALSE: the import ends. */
gboolean otr_import_enter_gate (OtrImport *import);
void otr_import_leave_gate (OtrImport *import);
void otr_import_wake_gate (OtrImport *import);
void otr_import_set_folder (OtrImport *import, const char *path);
OtrTuningEffective otr_import_get_effective (OtrImport *import);
void otr_import_use_source (OtrImport *import, OtrImportSource *source);
void otr_import_set_tuning (OtrImport *import, const OtrTuning *tuning);
/* Automatic's choice, from the next file on; nothing happens when it is no longer asked for. */
void otr_import_choose (OtrImport *import, const OtrTunerChoice *choice);
void otr_import_set_auto_note (OtrImport *import, OtrTunerState state, const char *note);
void otr_import_set_paused (OtrImport *import, gboolean paused);

void otr_import_source_free (gpointer source);
/* Its place is not there at all: unplugged, unmounted, removed. Blocks. */
gboolean otr_import_source_is_gone (const OtrImportSource *source);
OtrImportFolder *otr_import_folder_new (const OtrImportSource *source, const OtrScanFolder *folder);
void otr_import_folder_unref (OtrImportFolder *folder);
OtrImportItem *otr_import_item_new (OtrImportFolder *folder, const OtrScanFile *file);
void otr_import_item_free (gpointer item);
char *otr_import_item_get_path (const OtrImportItem *item); /* bytes or URI */
void otr_import_item_settle (OtrImportItem *item, OtrResult result, const char *reason);
void otr_import_item_drop (OtrImportItem *item);
gsize otr_import_item_get_weight (const OtrImportItem *item);

/* Takes the name's or the file's date, for content that has none of its own. */
void otr_import_item_date (OtrImportItem *item);
void otr_import_item_settle_new (OtrImport *import, OtrImportItem *item);

/* The item is the first of this import with its content, or a twin. */
void otr_import_claim_content (OtrImport *import, OtrImportItem *item);
OtrImportClaim *otr_import_get_claim (OtrImport *import, const OtrImportItem *item);
void otr_import_release_claim (OtrImport *import, const OtrImportItem *item);
/* FALSE when another item already took the row of that file along. */
gboolean otr_import_claim_moved (OtrImport *import, gint64 file_id);

/* ---- otr-import-sources.c ---- */
/* Resolves the sources, finds or makes their roots. The writer's thread, before the stages. */
gboolean otr_import_set_up_sources (OtrImport *import, OtrCatalogWriter *catalog, GError **error);

/* ---- otr-import-plan.c ---- */
typedef void (*OtrImportEmit) (OtrImport *import, OtrImportItem *item, gpointer data);
void otr_import_run_walk (OtrPool *pool, guint index, gpointer import);
void otr_import_run_plan (OtrPool *pool, guint index, gpointer import);
/* All of it on the calling thread, one folder after the other in order of their paths. */
void otr_import_plan_inline (OtrImport *import, OtrImportEmit emit, gpointer data);

/* ---- otr-import-stages.c ---- */
void otr_import_run_read (OtrPool *pool, guint index, gpointer import);
void otr_import_run_digest (OtrPool *pool, guint index, gpointer import);
void otr_import_run_decode (OtrPool *pool, guint index, gpointer import);
void otr_import_read_item (OtrImport *import, OtrImportItem *item);
void otr_import_digest_item (OtrImport *import, OtrCatalogReader *reader, OtrImportItem *item);
void otr_import_decode_item (OtrImport *import, OtrImportItem *item);

/* ---- otr-import-writer.c ---- */
typedef struct _OtrImportWriter OtrImportWriter;
OtrImportWriter *otr_import_writer_new (OtrImport *import, GError **error);
void otr_import_writer_free (OtrImportWriter *writer);
OtrCatalogWriter *otr_import_writer_get_catalog (OtrImportWriter *writer);
gboolean otr_import_writer_begin (OtrImportWriter *writer, GError **error);
void otr_import_writer_take (OtrImportWriter *writer, OtrImportItem *item);
gint64 otr_import_writer_get_due (OtrImportWriter *writer); /* monotonic; when a flush is due */
void otr_import_writer_flush (OtrImportWriter *writer);
guint64 otr_import_writer_get_received (OtrImportWriter *writer);
gboolean otr_import_writer_is_empty (OtrImportWriter *writer);
void otr_import_writer_end (OtrImportWriter *writer);

/* ---- otr-import-auto.c ---- */
/* Zero-initialised is ready. The writer thread only. */
typedef struct
{
  OtrTuner *tuner; /* NULL: the numbers are fixed */
  OtrTunerChoice choice;
  OtrStorageKind kind; /* what it was started for */
  double seconds;      /* all below: as of the last tick */
  guint64 files, bytes, found;
} OtrImportAuto;

void otr_import_auto_tick (OtrImportAuto *self, OtrImport *import); /* ten times a second */
void otr_import_auto_clear (OtrImportAuto *self);

/* ---- otr-import-run.c ---- */
/* The life of an import, on one thread, which is also the writer's. */
void otr_import_run (OtrPool *pool, guint index, gpointer import);

/* ---- otr-import-report.c ---- */
void otr_import_fill_progress (OtrImport *import, OtrImportProgress *out_progress);
void otr_import_add_event (OtrImport *import, const OtrImportItem *item, gint64 photo_id);
void otr_import_event_free (gpointer event);
void
otr_import_sample (OtrImport *import); /* now and then, by the writer thread: memory, bottleneck */
const char *otr_import_find_bottleneck (OtrImport *import);
void otr_import_fill_roll (OtrImport *import, OtrRoll *roll);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrImportItem, otr_import_item_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrImportWriter, otr_import_writer_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrImport, otr_import_unref)

G_END_DECLS
