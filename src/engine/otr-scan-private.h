/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-scan.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* A folder that waits to be read. */
typedef struct
{
  char *location; /* local path (bytes) or URI */
  char *relative; /* below the root */
  guint64 inode;
  gboolean by_link; /* reached by a link that leads outside */
} OtrScanTask;

void otr_scan_task_free (OtrScanTask *task);

/* One folder being read: filled by the reader, on one scout thread. */
typedef struct
{
  const OtrScanRules *rules;
  GCancellable *cancellable;
  gboolean stable_inodes;
  OtrScanFolder *folder;
  GPtrArray *tasks; /* OtrScanTask: the folders in it */
} OtrScanReading;

/* Reads everything in the folder. Trouble with the folder itself is returned as an errno (0: none);
 * what was read until then stays. `fd` is consumed. */
int otr_scan_local_read (OtrScanReading *reading, int fd);

/* The same through GIO. FALSE with `error` when the folder can't be read to its end. */
gboolean otr_scan_gio_read (OtrScanReading *reading, GFile *file, GError **error);

OtrScanFile *otr_scan_file_new (const char *name);
OtrScanFolder *otr_scan_folder_new (const OtrScanTask *task, gboolean is_uri);
void otr_scan_file_skip (OtrScanFile *file, const char *reason);
void otr_scan_file_fail (OtrScanFile *file, int error_code);
void otr_scan_reading_add_task (OtrScanReading *reading,
                                const char *name,
                                guint64 inode,
                                gboolean by_link);

/* Rules: by name and size alone. */
OtrScanRules *otr_scan_rules_copy (const OtrScanRules *rules, const char *default_root);
void otr_scan_rules_free (OtrScanRules *rules);

/* Why this name is left out; NULL when it isn't. */
const char *otr_scan_rules_refuse (const OtrScanRules *rules, const char *name, gboolean is_folder);

/* The root that holds `path` (resolved); NULL when it leads outside. */
const char *otr_scan_rules_find_root (const OtrScanRules *rules, const char *path);

/* Sets the kind of a regular file whose size is known. */
void otr_scan_rules_judge (OtrScanFile *file);

/* Sorts by name; then sidecars and clips find their photo, or are skipped. */
void otr_scan_rules_pair (GPtrArray *files);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrScanTask, otr_scan_task_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrScanRules, otr_scan_rules_free)

G_END_DECLS
