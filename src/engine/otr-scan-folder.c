/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The records of a walk: files, folders, folders still to be read. Plain data; no state. */
#include "config.h"

#include "otr-scan-private.h"

OtrScanFile *
otr_scan_file_new (const char *name)
{
  OtrScanFile *file = g_new0 (OtrScanFile, 1);

  file->name = g_strdup (name);
  return file;
}

void
otr_scan_file_free (OtrScanFile *file)
{
  if (file == NULL)
    return;
  g_free (file->name);
  g_free (file->reason);
  g_free (file->companion_of);
  g_free (file);
}

void
otr_scan_file_skip (OtrScanFile *file, const char *reason)
{
  file->kind = OTR_SCAN_SKIPPED;
  g_free (file->reason);
  file->reason = g_strdup (reason);
}

void
otr_scan_file_fail (OtrScanFile *file, int error_code)
{
  otr_scan_file_skip (file, g_strerror (error_code));
  file->kind = OTR_SCAN_FAILED;
  file->error_code = error_code;
}

OtrScanFolder *
otr_scan_folder_new (const OtrScanTask *task, gboolean is_uri)
{
  OtrScanFolder *folder = g_new0 (OtrScanFolder, 1);

  folder->path = g_strdup (task->location);
  folder->relative = g_strdup (task->relative);
  folder->is_uri = is_uri;
  folder->files = g_ptr_array_new_with_free_func ((GDestroyNotify) otr_scan_file_free);
  return folder;
}

void
otr_scan_folder_free (OtrScanFolder *folder)
{
  if (folder == NULL)
    return;
  g_free (folder->path);
  g_free (folder->relative);
  g_ptr_array_unref (folder->files);
  g_free (folder);
}

void
otr_scan_task_free (OtrScanTask *task)
{
  if (task == NULL)
    return;
  g_free (task->location);
  g_free (task->relative);
  g_free (task);
}

static char *
join_location (const OtrScanFolder *folder, const char *name)
{
  g_autoptr (GFile) parent = NULL;
  g_autoptr (GFile) child = NULL;

  if (!folder->is_uri)
    return g_strconcat (folder->path, g_str_has_suffix (folder->path, "/") ? "" : "/", name, NULL);
  parent = g_file_new_for_uri (folder->path);
  child = g_file_get_child (parent, name);
  return g_file_get_uri (child);
}

void
otr_scan_reading_add_task (OtrScanReading *reading,
                           const char *name,
                           guint64 inode,
                           gboolean by_link)
{
  const char *above = reading->folder->relative;
  OtrScanTask *task = g_new (OtrScanTask, 1);

  *task = (OtrScanTask){
    .location = join_location (reading->folder, name),
    .relative = g_strconcat (above, *above != '\0' ? "/" : "", name, NULL),
    .inode = inode,
    .by_link = by_link,
  };
  g_ptr_array_add (reading->tasks, task);
}
