/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads one folder through GIO: cameras, phones, shares without a local path. */
#include "config.h"

#include "otr-i18n.h"
#include "otr-scan-private.h"

#define ATTRIBUTES                                                  \
  G_FILE_ATTRIBUTE_STANDARD_NAME "," G_FILE_ATTRIBUTE_STANDARD_TYPE \
                                 "," G_FILE_ATTRIBUTE_STANDARD_SIZE \
                                 "," G_FILE_ATTRIBUTE_TIME_MODIFIED \
                                 "," G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC

static void
fill (OtrScanFile *file, GFileInfo *info)
{
  const gint64 second = 1000000000;
  guint64 seconds = g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED);
  guint32 usec = g_file_info_get_attribute_uint32 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC);

  file->size = g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_STANDARD_SIZE);
  file->mtime_ns = (gint64) MIN (seconds, (guint64) (G_MAXINT64 / second - 1)) * second +
                   (gint64) usec * 1000;
  otr_scan_rules_judge (file);
}

static void
look_at (OtrScanReading *reading, GFileInfo *info)
{
  const char *name = g_file_info_get_name (info);
  GFileType type = g_file_info_get_file_type (info);
  gboolean is_folder = type == G_FILE_TYPE_DIRECTORY || type == G_FILE_TYPE_MOUNTABLE;
  const char *refusal = otr_scan_rules_refuse (reading->rules, name, is_folder);
  g_autoptr (OtrScanFile) file = NULL;

  if (is_folder && refusal == NULL)
    {
      otr_scan_reading_add_task (reading, name, 0, FALSE);
      return;
    }
  file = otr_scan_file_new (name);
  if (refusal != NULL)
    otr_scan_file_skip (file, refusal);
  else if (type == G_FILE_TYPE_REGULAR)
    fill (file, info);
  else if (type == G_FILE_TYPE_SYMBOLIC_LINK || type == G_FILE_TYPE_SHORTCUT)
    otr_scan_file_skip (file, N_ ("a link on a place without local paths is not followed"));
  else
    otr_scan_file_skip (file, N_ ("not a regular file"));
  g_ptr_array_add (reading->folder->files, g_steal_pointer (&file));
}

gboolean
otr_scan_gio_read (OtrScanReading *reading, GFile *file, GError **error)
{
  g_autoptr (GFileEnumerator) children =
      g_file_enumerate_children (file,
                                 ATTRIBUTES,
                                 G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS,
                                 reading->cancellable,
                                 error);

  if (children == NULL)
    return FALSE;
  while (TRUE)
    {
      GFileInfo *info;

      if (!g_file_enumerator_iterate (children, &info, NULL, reading->cancellable, error))
        return FALSE;
      if (info == NULL)
        return TRUE;
      look_at (reading, info);
    }
}
