/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The records that readers hand out, and what is done with their paths. No state; any thread. */
#include "config.h"

#include <string.h>

#include "otr-catalog-private.h"

static const char *const result_names[OTR_N_RESULTS] = {
  [OTR_RESULT_IMPORTED] = "imported",
  [OTR_RESULT_KNOWN] = "known",
  [OTR_RESULT_MOVED] = "moved",
  [OTR_RESULT_CHANGED] = "changed",
  [OTR_RESULT_DUPLICATE] = "duplicate",
  [OTR_RESULT_COMPANION] = "companion",
  [OTR_RESULT_SKIPPED] = "skipped",
  [OTR_RESULT_DAMAGED] = "damaged",
  [OTR_RESULT_FAILED] = "failed",
};

const char *
otr_result_to_string (OtrResult result)
{
  g_return_val_if_fail ((guint) result < OTR_N_RESULTS, NULL);
  return result_names[result];
}

char *
otr_catalog_join_path (const char *base, gboolean is_uri, const char *relative)
{
  g_autofree char *escaped =
      is_uri ? g_uri_escape_string (relative, "/!$&'()*+,;=:@", FALSE) : NULL;

  if (relative[0] == '\0')
    return g_strdup (base);
  return g_strconcat (
      base, g_str_has_suffix (base, "/") ? "" : "/", is_uri ? escaped : relative, NULL);
}

static const char *
skip_base (const char *path, const char *base)
{
  gsize length = strlen (base);

  if (strncmp (path, base, length) != 0)
    return NULL;
  if (path[length] == '\0')
    return path + length;
  if (path[length] == '/')
    return path + length + 1;
  return length > 0 && base[length - 1] == '/' ? path + length : NULL;
}

char *
otr_catalog_path_below (const char *path, const char *base, gboolean is_uri)
{
  const char *below = skip_base (path, base);

  if (below == NULL)
    return NULL;
  return is_uri ? g_uri_unescape_string (below, NULL) : g_strdup (below);
}

char *
otr_catalog_clean_path (const char *path)
{
  char *clean = g_strdup (path);
  gsize length = strlen (clean);

  while (length > 1 && clean[length - 1] == '/' && !g_str_has_suffix (clean, "://"))
    clean[--length] = '\0';
  return clean;
}

OtrPhotoRecord *
otr_photo_record_copy (const OtrPhotoRecord *record)
{
  OtrPhotoRecord *copy = g_memdup2 (record, sizeof *record);

  copy->folder_path = g_strdup (record->folder_path);
  copy->name = g_strdup (record->name);
  copy->facts = record->facts != NULL ? otr_facts_copy (record->facts) : NULL;
  copy->albums = g_strdupv (record->albums);
  return copy;
}

void
otr_photo_record_free (OtrPhotoRecord *record)
{
  if (record == NULL)
    return;
  g_free (record->folder_path);
  g_free (record->name);
  otr_facts_free (record->facts);
  g_strfreev (record->albums);
  g_free (record);
}

char *
otr_photo_record_get_path (const OtrPhotoRecord *record)
{
  return otr_catalog_join_path (record->folder_path, record->is_uri, record->name);
}

void
otr_root_free (OtrRoot *root)
{
  if (root == NULL)
    return;
  g_free (root->path);
  g_free (root->volume_id);
  g_free (root->marker);
  g_free (root);
}

void
otr_known_file_free (OtrKnownFile *file)
{
  if (file == NULL)
    return;
  g_free (file->name);
  g_free (file);
}

void
otr_content_file_free (OtrContentFile *file)
{
  if (file == NULL)
    return;
  g_free (file->relative);
  g_free (file->name);
  g_free (file);
}

void
otr_album_row_free (OtrAlbumRow *row)
{
  if (row == NULL)
    return;
  g_free (row->name);
  g_free (row->path);
  g_free (row);
}

void
otr_issue_free (OtrIssue *issue)
{
  if (issue == NULL)
    return;
  g_free (issue->folder_path);
  g_free (issue->name);
  g_free (issue->reason);
  g_strfreev (issue->warnings);
  g_free (issue);
}

void
otr_roll_free (OtrRoll *roll)
{
  if (roll == NULL)
    return;
  g_strfreev (roll->sources);
  g_clear_pointer (&roll->figures, g_variant_unref);
  g_free (roll);
}

void
otr_duplicate_free (OtrDuplicate *duplicate)
{
  if (duplicate == NULL)
    return;
  g_ptr_array_unref (duplicate->paths);
  g_free (duplicate);
}

void
otr_photo_query_clear (OtrPhotoQuery *query)
{
  g_clear_pointer (&query->search, g_free);
}
