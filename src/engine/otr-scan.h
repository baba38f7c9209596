/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-tuning.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Walks folders with several scouts and stats what is in them. Nothing is opened but folders (FIFOs
 * hang, devices act). One folder is one item: its files come together, sorted by name, so that the
 * plan can compare a folder with the catalog at once. */

typedef enum
{
  OTR_SCAN_PHOTO,   /* a name that may be a photo; the content decides later */
  OTR_SCAN_VIDEO,   /* a clip: companion when a photo of the same stem is beside it, else skipped */
  OTR_SCAN_SIDECAR, /* .xmp, .thm, .wav: companion of a photo of its stem or name, else skipped */
  OTR_SCAN_SKIPPED, /* `reason` says why: not a photo format, link leads outside, not a regular
                       file, left out by the rules */
  OTR_SCAN_FAILED,  /* can't be looked at; `error_code` is an errno */
} OtrScanKind;

typedef struct
{
  OtrScanKind kind;
  char *name;   /* bytes, below the folder; "" when the folder itself FAILED */
  char *reason; /* English sentence for SKIPPED and FAILED */
  int error_code;
  guint64 size;
  gint64 mtime_ns;
  gint64 ctime_ns;
  guint64 inode;      /* 0 when not stable or unknown */
  guint64 place;      /* physical offset (FIEMAP) when asked for, else the inode: reading order */
  char *companion_of; /* name of the photo a sidecar or clip belongs to; NULL */
} OtrScanFile;

typedef struct
{
  char *path; /* absolute local path (bytes), or a URI when `is_uri` */
  gboolean is_uri;
  char *relative;      /* bytes below the scanned root, "" for the root itself, '/'-separated */
  GPtrArray *files;    /* OtrScanFile, owned */
  gboolean incomplete; /* not read to its end: conclude no missing files from it */
} OtrScanFolder;

typedef struct
{
  gboolean follow_links;
  gboolean hidden;              /* also names that begin with a dot */
  const char *const *leave_out; /* names or globs of files and folders; NULL */
  gboolean disk_order;          /* fetch the physical place of each file */
  const char *const *roots;     /* absolute, resolved: a link below these is not "outside" */
} OtrScanRules;

/* Called on a scout thread; takes the folder. FALSE stops the walk. */
typedef gboolean (*OtrScanFunc) (OtrScanFolder *folder, gpointer data);

typedef struct _OtrScan OtrScan;

/* Starts `n_scouts` workers on `root` (a local folder, or any GFile GIO can enumerate; a single
 * file is scanned as its folder with only that file, and then `incomplete`). `rules` is copied; its
 * roots default to `root`. A photo that came by a link (follow_links) must be opened without
 * O_NOFOLLOW. */
OtrScan *otr_scan_start (GFile *root,
                         const OtrScanRules *rules,
                         guint n_scouts,
                         OtrScanFunc func,
                         gpointer data,
                         GCancellable *cancellable);
void otr_scan_set_scouts (OtrScan *scan, guint n_scouts); /* any time, from the starting thread */
guint64 otr_scan_get_found (OtrScan *scan);               /* files so far, any thread */
/* Waits for its end; FALSE when `end_us` (monotonic) passed first. Any thread. */
gboolean otr_scan_wait_until (OtrScan *scan, gint64 end_us);
/* Joins and frees. FALSE with the error when the root itself can't be read, or cancelled. */
gboolean otr_scan_finish (OtrScan *scan, GError **error);

void otr_scan_file_free (OtrScanFile *file);
void otr_scan_folder_free (OtrScanFolder *folder);

/* By name only: which kind would this be? Used by scan and by the CLI's info. */
OtrScanKind otr_scan_kind_of_name (const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrScanFile, otr_scan_file_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrScanFolder, otr_scan_folder_free)

G_END_DECLS
