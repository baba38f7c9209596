/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "otr-cli-decode.h"
#include "otr-cli-record.h"
#include "otr-cli-text.h"
#include "otr-cli.h"
#include "otr-error.h"
#include "otr-fd.h"
#include "otr-scan.h"
#include "otr-taken.h"

#define CHUNK_BYTES (1024 * 1024)

typedef struct
{
  const char *argument;
  gboolean json;
  OtrScanFolder *folder; /* the one file, as the scan saw it */
  OtrPhotoRecord *record;
  OtrResult result;
  char *reason;
} Info;

static void
info_clear (Info *info)
{
  otr_scan_folder_free (info->folder);
  otr_photo_record_free (info->record);
  g_free (info->reason);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Info, info_clear)

/* ---- looking ---- */

static gboolean
on_folder (OtrScanFolder *folder, gpointer data)
{
  Info *info = data;

  otr_scan_folder_free (info->folder);
  info->folder = folder;
  return TRUE;
}

/* The scan decides by kind and name, exactly as in an import. */
static OtrScanFile *
scan_one (Info *info, GError **error)
{
  g_autofree char *path = otr_cli_resolve (info->argument);
  g_autoptr (GFile) file = otr_cli_file_for_argument (path);
  OtrScanRules rules = { .hidden = TRUE };
  OtrScan *scan = otr_scan_start (file, &rules, 1, on_folder, info, NULL);

  if (!otr_scan_finish (scan, error))
    return NULL;
  if (info->folder == NULL || info->folder->files->len != 1)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, "%s is not a file", path);
      return NULL;
    }
  return g_ptr_array_index (info->folder->files, 0);
}

static gboolean
digest_file (int fd, OtrDigest *out_digest, const char *path, GError **error)
{
  g_autoptr (OtrDigester) digester = otr_digester_new (OTR_DIGEST_SHA256);
  g_autofree guint8 *chunk = g_malloc (CHUNK_BYTES);
  off_t offset = 0;
  gssize n;

  while ((n = pread (fd, chunk, CHUNK_BYTES, offset)) != 0)
    {
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          otr_error_set_errno (error, errno, path);
          return FALSE;
        }
      otr_digester_update (digester, chunk, (gsize) n);
      offset += n;
    }
  otr_digester_finish (digester, out_digest);
  return TRUE;
}

static OtrResult
result_of (OtrDecodeState state)
{
  if (state == OTR_DECODE_NOT_A_PHOTO)
    return OTR_RESULT_SKIPPED;
  return otr_cli_record_is_damaged (state) ? OTR_RESULT_DAMAGED : OTR_RESULT_IMPORTED;
}

static gboolean
decode_photo (Info *info, const char *path, GError **error)
{
  g_autoptr (OtrDecoderPool) pool = otr_decoder_pool_new (NULL, 1, error);
  g_auto (OtrWireAnswer) answer = { 0 };
  otr_autofd int fd = -1;
  guint64 size;

  if (pool == NULL)
    return FALSE;
  fd = otr_cli_decode_open (path, &size, error);
  if (fd < 0 || !digest_file (fd, &info->record->digest, path, error))
    return FALSE;
  if (!otr_cli_decode (pool,
                       fd,
                       size,
                       OTR_WIRE_WANT_FACTS | OTR_WIRE_WANT_THUMBNAIL,
                       OTR_THUMB_NORMAL,
                       NULL,
                       &answer,
                       error))
    return FALSE;
  otr_facts_free (info->record->facts);
  info->record->facts = g_steal_pointer (&answer.facts);
  otr_taken_complete (info->record->facts, info->record->name, info->record->mtime_ns);
  info->record->decode_state = info->record->facts->state;
  info->record->thumbnail_width = answer.thumbnail.width;
  info->record->thumbnail_height = answer.thumbnail.height;
  info->record->thumbnail_source = answer.thumbnail.source;
  info->result = result_of (info->record->decode_state);
  info->reason = g_strdup (info->record->facts->reason);
  return TRUE;
}

static gboolean
look (Info *info, GError **error)
{
  OtrScanFile *file = scan_one (info, error);
  g_autofree char *path = NULL;

  if (file == NULL)
    return FALSE;
  info->record = g_new0 (OtrPhotoRecord, 1);
  info->record->folder_path = g_strdup (info->folder->path);
  info->record->is_uri = info->folder->is_uri;
  info->record->name = g_strdup (file->name);
  info->record->size = file->size;
  info->record->mtime_ns = file->mtime_ns;
  info->record->facts = otr_facts_new ();
  info->reason = g_strdup (file->reason);
  switch (file->kind)
    {
    case OTR_SCAN_PHOTO:
      path = otr_photo_record_get_path (info->record);
      return decode_photo (info, path, error);
    case OTR_SCAN_FAILED:
      info->result = OTR_RESULT_FAILED;
      return TRUE;
    case OTR_SCAN_VIDEO:
    case OTR_SCAN_SIDECAR:
      if (file->companion_of != NULL)
        {
          info->result = OTR_RESULT_COMPANION;
          return TRUE;
        }
      G_GNUC_FALLTHROUGH;
    case OTR_SCAN_SKIPPED:
    default:
      info->result = OTR_RESULT_SKIPPED;
      return TRUE;
    }
}

/* ---- telling ---- */

static void
print_json (const Info *info)
{
  g_autoptr (OtrJson) json = otr_json_new ();

  otr_json_string (json, "result", otr_result_to_string (info->result));
  otr_cli_record_write_json (json, info->record, OTR_DIGEST_SHA256);
  otr_cli_print_json (json);
}

static void
print_line (const char *label, const char *value)
{
  g_autofree char *shown = NULL;

  if (value == NULL || *value == '\0')
    return;
  shown = otr_cli_text_display (value);
  (void) printf ("%-12s %s\n", label, shown);
}

static void
print_exposure (const OtrFacts *facts)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (facts->exposure_time > 0 && facts->exposure_time < 0.3)
    g_string_append_printf (text, "1/%.0f s  ", 1 / facts->exposure_time);
  else if (facts->exposure_time > 0)
    g_string_append_printf (text, "%.3g s  ", facts->exposure_time);
  if (facts->f_number > 0)
    g_string_append_printf (text, "f/%.3g  ", facts->f_number);
  if (facts->iso > 0)
    g_string_append_printf (text, "ISO %u  ", facts->iso);
  if (facts->focal_length > 0)
    g_string_append_printf (text, "%.4g mm", facts->focal_length);
  print_line ("exposure", g_strchomp (text->str));
}

static void
print_place (const OtrFacts *facts)
{
  g_autofree char *text = NULL;

  if (isnan (facts->latitude))
    return;
  text = g_strdup_printf ("%.6f, %.6f", facts->latitude, facts->longitude);
  print_line ("position", text);
}

static void
print_text (const Info *info)
{
  const OtrFacts *facts = info->record->facts;
  g_autofree char *path = otr_photo_record_get_path (info->record);
  g_autofree char *size = otr_cli_text_size (info->record->size);
  g_autofree char *camera = otr_cli_record_camera (facts);
  g_autofree char *taken = facts->taken_ms != OTR_TAKEN_MS_NONE
                               ? otr_taken_to_string (facts->taken_ms, facts->taken_digits)
                               : NULL;
  g_autofree char *pixels =
      facts->width > 0 ? g_strdup_printf ("%u × %u", facts->width, facts->height) : NULL;
  g_autofree char *keywords = facts->keywords != NULL ? g_strjoinv (", ", facts->keywords) : NULL;

  print_line ("file", path);
  print_line ("result", otr_result_to_string (info->result));
  print_line (info->result == OTR_RESULT_IMPORTED ? "warning" : "reason", info->reason);
  print_line ("format", facts->mime);
  print_line ("size", size);
  print_line ("pixels", pixels);
  print_line ("taken", taken);
  print_line ("camera", camera);
  print_line ("lens", facts->lens);
  print_exposure (facts);
  print_place (facts);
  print_line ("caption", facts->caption);
  print_line ("keywords", keywords);
  for (gsize i = 0; facts->warnings != NULL && facts->warnings[i] != NULL; i++)
    print_line ("warning", facts->warnings[i]);
}

OtrExit
otr_cli_info (OtrCli *cli, char **argv)
{
  g_auto (GStrv) files = NULL;
  g_auto (Info) info = { 0 };
  g_autoptr (GError) error = NULL;
  const GOptionEntry entries[] = {
    OTR_CLI_OPTION ("json", NONE, &info.json, "Print one JSON object", NULL),
    OTR_CLI_PATHS (&files),
    G_OPTION_ENTRY_NULL,
  };

  if (!otr_cli_parse (cli, entries, "FILE", "No catalog is needed.", argv))
    return OTR_EXIT_USAGE;
  if (files == NULL || files[1] != NULL)
    return otr_cli_usage (cli, "info takes one file");
  info.argument = files[0];
  if (!look (&info, &error))
    return otr_cli_fail (error, OTR_EXIT_FAILURES);
  if (info.json)
    print_json (&info);
  else
    print_text (&info);
  return info.result == OTR_RESULT_FAILED ? OTR_EXIT_FAILURES : OTR_EXIT_DONE;
}
