/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-cli-record.h"

#include "otr-cli-text.h"

const char *
otr_cli_record_state (const OtrPhotoRecord *record)
{
  switch (record->state)
    {
    case OTR_FILE_MISSING:
      return "missing";
    case OTR_FILE_OFFLINE:
      return "offline";
    case OTR_FILE_OK:
    default:
      return "ok";
    }
}

gboolean
otr_cli_record_is_damaged (OtrDecodeState state)
{
  return state == OTR_DECODE_DAMAGED || state == OTR_DECODE_LIMIT || state == OTR_DECODE_CRASHED;
}

char *
otr_cli_record_camera (const OtrFacts *facts)
{
  const char *make = facts->make != NULL ? facts->make : "";
  const char *model = facts->model != NULL ? facts->model : "";

  if (*make == '\0' || g_ascii_strncasecmp (model, make, strlen (make)) == 0)
    return g_strdup (model);
  return g_strstrip (g_strdup_printf ("%s %s", make, model));
}

static void
write_place (OtrJson *json, const OtrPhotoRecord *record)
{
  g_autofree char *path = otr_photo_record_get_path (record);

  otr_json_bytes (json, record->is_uri ? "uri" : "path", path);
  if (record->photo_id != 0)
    otr_json_int (json, "photo", record->photo_id);
  else
    otr_json_null (json, "photo");
}

static void
write_file (OtrJson *json, const OtrPhotoRecord *record, OtrDigestKind kind)
{
  g_autofree char *mtime = otr_cli_text_time_ns (record->mtime_ns);
  g_autofree char *digest = record->digest.length > 0 ? otr_digest_to_hex (&record->digest) : NULL;

  otr_json_uint (json, "size", record->size);
  otr_json_string (json, "mtime", mtime);
  otr_json_string (json, "digest", digest);
  otr_json_string (json, "digest_type", otr_digest_kind_to_string (kind));
}

static void
write_count_or_null (OtrJson *json, const char *name, guint64 count)
{
  if (count > 0)
    otr_json_uint (json, name, count);
  else
    otr_json_null (json, name);
}

static void
write_taken (OtrJson *json, const OtrFacts *facts)
{
  gboolean known = facts->taken_ms != OTR_TAKEN_MS_NONE;
  g_autofree char *taken =
      known ? otr_taken_to_string (facts->taken_ms, facts->taken_digits) : NULL;
  g_autofree char *offset = otr_taken_offset_to_string (facts->taken_offset);

  otr_json_string (json, "taken", taken);
  otr_json_string (json, "taken_offset", offset);
  otr_json_string (json, "taken_source", otr_taken_source_to_string (facts->taken_source));
}

static void
write_camera (OtrJson *json, const OtrFacts *facts)
{
  otr_json_string (json, "make", facts->make);
  otr_json_string (json, "model", facts->model);
  otr_json_string (json, "lens", facts->lens);
  otr_json_double (json, "f_number", facts->f_number);
  otr_json_double (json, "exposure_time", facts->exposure_time);
  write_count_or_null (json, "iso", facts->iso);
  otr_json_double (json, "focal_length", facts->focal_length);
  otr_json_double (json, "latitude", facts->latitude);
  otr_json_double (json, "longitude", facts->longitude);
  otr_json_double (json, "altitude", facts->altitude);
}

static void
write_words (OtrJson *json, const OtrFacts *facts)
{
  if (facts->rating == OTR_RATING_NONE)
    otr_json_null (json, "rating");
  else
    otr_json_int (json, "rating", facts->rating);
  otr_json_strings (json, "keywords", (const char *const *) facts->keywords);
  otr_json_string (json, "caption", facts->caption);
}

/* A missing loader is no damage, but must be named: it stands with the warnings. */
static void
write_warnings (OtrJson *json, const OtrFacts *facts)
{
  const char *const *warnings = (const char *const *) facts->warnings;

  otr_json_open_array (json, "warnings");
  for (gsize i = 0; warnings != NULL && warnings[i] != NULL; i++)
    otr_json_string (json, NULL, warnings[i]);
  if (facts->state == OTR_DECODE_NO_LOADER && facts->reason != NULL &&
      (warnings == NULL || !g_strv_contains (warnings, facts->reason)))
    otr_json_string (json, NULL, facts->reason);
  otr_json_close_array (json);
}

static void
write_thumbnail (OtrJson *json, const OtrPhotoRecord *record)
{
  static const char *const sources[] = { NULL, "exif", "preview", "image" };

  if (record->thumbnail_width == 0)
    {
      otr_json_null (json, "thumbnail");
      return;
    }
  otr_json_open_object (json, "thumbnail");
  otr_json_uint (json, "width", record->thumbnail_width);
  otr_json_uint (json, "height", record->thumbnail_height);
  otr_json_string (json, "source", sources[record->thumbnail_source % G_N_ELEMENTS (sources)]);
  otr_json_close_object (json);
}

void
otr_cli_record_write_json (OtrJson *json, const OtrPhotoRecord *record, OtrDigestKind kind)
{
  const OtrFacts *facts = record->facts;

  write_place (json, record);
  write_file (json, record, kind);
  otr_json_string (json, "mime", facts->mime);
  write_count_or_null (json, "width", facts->width);
  write_count_or_null (json, "height", facts->height);
  write_count_or_null (json, "orientation", facts->orientation);
  write_taken (json, facts);
  write_camera (json, facts);
  write_words (json, facts);
  otr_json_string (json, "state", otr_cli_record_state (record));
  otr_json_bool (json, "damaged", otr_cli_record_is_damaged (record->decode_state));
  otr_json_string (json, "reason", facts->state != OTR_DECODE_NO_LOADER ? facts->reason : NULL);
  write_warnings (json, facts);
  otr_json_strings (json, "albums", (const char *const *) record->albums);
  write_count_or_null (json, "roll", (guint64) record->roll_id);
  write_thumbnail (json, record);
}

OtrPhotoRecord *
otr_cli_record_with_thumbnail (const OtrPhotoRecord *record, OtrThumbStore *store)
{
  OtrPhotoRecord *copy = otr_photo_record_copy (record);
  guint width, height;
  OtrImageSource source;

  if (store != NULL &&
      otr_thumb_store_stat (store, &record->digest, record->size, &width, &height, &source))
    {
      copy->thumbnail_width = width;
      copy->thumbnail_height = height;
      copy->thumbnail_source = source;
    }
  return copy;
}
