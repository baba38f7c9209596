/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The record of what is known of one photo, and its form on the wire. The decoder process
 * serialises it; the engine reads it back as hostile input. No state; any thread. */
#include "config.h"

#include "otr-facts.h"

#include <math.h>
#include <string.h>

#include "otr-error.h"

#define TEXT_MAX 4096u
#define NAME_MAX_BYTES 512u
#define KEYWORDS_MAX 1000u
#define WARNINGS_MAX 100u
#define TAGS_MAX 1000u
#define TAG_GROUP_MAX 4
#define OFFSET_MAX (15 * 60)

/* Only these can come out of the decoder, so a hostile one can't grow the interned strings. */
static const char *const known_mimes[] = {
  "image/jpeg",
  "image/png",
  "image/apng",
  "image/tiff",
  "image/webp",
  "image/gif",
  "image/bmp",
  "image/heic",
  "image/heif",
  "image/avif",
  "image/jxl",
  "application/vnd.adobe.photoshop",
  "image/x-adobe-dng",
  "image/x-canon-cr2",
  "image/x-canon-cr3",
  "image/x-canon-crw",
  "image/x-nikon-nef",
  "image/x-sony-arw",
  "image/x-pentax-pef",
  "image/x-fujifilm-raf",
  "image/x-panasonic-rw2",
  "image/x-olympus-orf",
  "image/x-dcraw",
  "image/jp2",
  "video/mp4",
  "video/quicktime",
  "application/rdf+xml",
};

OtrFacts *
otr_facts_new (void)
{
  OtrFacts *facts = g_new0 (OtrFacts, 1);

  facts->orientation = 1;
  facts->taken_ms = OTR_TAKEN_MS_NONE;
  facts->taken_offset = OTR_OFFSET_NONE;
  facts->f_number = NAN;
  facts->exposure_time = NAN;
  facts->focal_length = NAN;
  facts->latitude = NAN;
  facts->longitude = NAN;
  facts->altitude = NAN;
  facts->rating = OTR_RATING_NONE;
  return facts;
}

OtrFacts *
otr_facts_copy (const OtrFacts *facts)
{
  OtrFacts *copy = g_memdup2 (facts, sizeof *facts);

  copy->reason = g_strdup (facts->reason);
  copy->make = g_strdup (facts->make);
  copy->model = g_strdup (facts->model);
  copy->lens = g_strdup (facts->lens);
  copy->keywords = g_strdupv (facts->keywords);
  copy->caption = g_strdup (facts->caption);
  copy->warnings = g_strdupv (facts->warnings);
  copy->tags = facts->tags != NULL ? g_variant_ref (facts->tags) : NULL;
  return copy;
}

void
otr_facts_free (OtrFacts *facts)
{
  if (facts == NULL)
    return;
  g_free (facts->reason);
  g_free (facts->make);
  g_free (facts->model);
  g_free (facts->lens);
  g_strfreev (facts->keywords);
  g_free (facts->caption);
  g_strfreev (facts->warnings);
  g_clear_pointer (&facts->tags, g_variant_unref);
  g_free (facts);
}

const char *
otr_facts_known_mime (const char *mime)
{
  for (gsize i = 0; i < G_N_ELEMENTS (known_mimes); i++)
    if (strcmp (known_mimes[i], mime) == 0)
      return g_intern_static_string (known_mimes[i]);
  return NULL;
}

static GVariant *
strv_to_variant (char **strv)
{
  static const char *const none[] = { NULL };

  return g_variant_new_strv (strv != NULL ? (const char *const *) strv : none, -1);
}

GVariant *
otr_facts_to_variant (const OtrFacts *facts)
{
  GVariant *variant;

  variant = g_variant_new (
      "(umsmsuuyubxnyumsmsmsddu" /* state .. iso */
      "ddddn@asms@asm@(ya(yqv)a(sv)))",
      (guint32) facts->state,
      facts->reason,
      facts->mime,
      facts->width,
      facts->height,
      facts->orientation,
      facts->duration_ms,
      facts->is_raw,
      facts->taken_ms,
      facts->taken_offset,
      facts->taken_digits,
      (guint32) facts->taken_source,
      facts->make,
      facts->model,
      facts->lens,
      facts->f_number,
      facts->exposure_time,
      facts->iso,
      facts->focal_length,
      facts->latitude,
      facts->longitude,
      facts->altitude,
      (gint16) facts->rating,
      strv_to_variant (facts->keywords),
      facts->caption,
      strv_to_variant (facts->warnings),
      facts->tags);
  return g_variant_ref_sink (variant);
}

static gboolean
text_is_fine (const char *text, gsize max, gboolean lines_allowed)
{
  if (text == NULL)
    return TRUE;
  if (strlen (text) > max)
    return FALSE;
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_iscntrl (c) && !(lines_allowed && (c == '\n' || c == '\t')))
        return FALSE;
    }
  return TRUE;
}

static gboolean
strv_is_fine (char **strv, gsize max_items)
{
  gsize n = strv != NULL ? g_strv_length (strv) : 0;

  if (n > max_items)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (strv[i][0] == '\0' || !text_is_fine (strv[i], TEXT_MAX, FALSE))
      return FALSE;
  return TRUE;
}

/* NAN is "absent"; infinity never is an answer. */
static gboolean
number_is_fine (double value, double min, double max)
{
  return isnan (value) || (value >= min && value <= max);
}

static gboolean
tag_value_is_fine (GVariant *value)
{
  static const char *const types[] = {
    "s", "as", "ay", "aq", "au", "an", "ai", "a(uu)", "a(ii)", "ad"
  };
  const char *type = g_variant_get_type_string (value);

  if (g_variant_get_size (value) > TEXT_MAX + 64)
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    if (strcmp (type, types[i]) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
binary_tags_are_fine (GVariant *list)
{
  gsize n = g_variant_n_children (list);

  if (n > TAGS_MAX)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    {
      guint8 group;
      guint16 tag;
      g_autoptr (GVariant) value = NULL;

      g_variant_get_child (list, i, "(yqv)", &group, &tag, &value);
      if (group > TAG_GROUP_MAX || !tag_value_is_fine (value))
        return FALSE;
    }
  return TRUE;
}

static gboolean
named_tags_are_fine (GVariant *list)
{
  gsize n = g_variant_n_children (list);

  if (n > TAGS_MAX)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    {
      const char *name;
      g_autoptr (GVariant) value = NULL;

      g_variant_get_child (list, i, "(&sv)", &name, &value);
      if (name[0] == '\0' || !text_is_fine (name, NAME_MAX_BYTES, FALSE) ||
          !tag_value_is_fine (value))
        return FALSE;
    }
  return TRUE;
}

static gboolean
tags_are_fine (GVariant *tags)
{
  guint8 version;
  g_autoptr (GVariant) binary = NULL;
  g_autoptr (GVariant) named = NULL;

  if (tags == NULL)
    return TRUE;
  g_variant_get (tags, "(y@a(yqv)@a(sv))", &version, &binary, &named);
  return version == OTR_FACTS_TAGS_VERSION && binary_tags_are_fine (binary) &&
         named_tags_are_fine (named);
}

static gboolean
state_is_fine (const OtrFacts *facts)
{
  if (facts->state > OTR_DECODE_NOT_A_PHOTO)
    return FALSE;
  if (facts->state > OTR_DECODE_PENDING && facts->reason == NULL)
    return FALSE;
  return text_is_fine (facts->reason, TEXT_MAX, FALSE);
}

static gboolean
taken_is_fine (const OtrFacts *facts)
{
  const gint64 year_1 = G_GINT64_CONSTANT (-62135596800000);
  const gint64 year_10000 = G_GINT64_CONSTANT (253402300800000);

  if (facts->taken_source > OTR_TAKEN_MTIME || facts->taken_digits > 3)
    return FALSE;
  if (facts->taken_offset != OTR_OFFSET_NONE && ABS (facts->taken_offset) > OFFSET_MAX)
    return FALSE;
  if (facts->taken_ms == OTR_TAKEN_MS_NONE)
    return facts->taken_source == OTR_TAKEN_NONE;
  return facts->taken_source != OTR_TAKEN_NONE && facts->taken_ms >= year_1 &&
         facts->taken_ms < year_10000;
}

static gboolean
numbers_are_fine (const OtrFacts *facts)
{
  if (facts->orientation < 1 || facts->orientation > 8)
    return FALSE;
  if (facts->width > G_MAXINT32 || facts->height > G_MAXINT32 ||
      (facts->width == 0) != (facts->height == 0))
    return FALSE;
  if (facts->rating != OTR_RATING_NONE && (facts->rating < -1 || facts->rating > 5))
    return FALSE;
  return number_is_fine (facts->f_number, 0, 1e6) &&
         number_is_fine (facts->exposure_time, 0, 1e9) &&
         number_is_fine (facts->focal_length, 0, 1e9);
}

static gboolean
place_is_fine (const OtrFacts *facts)
{
  return isnan (facts->latitude) == isnan (facts->longitude) &&
         number_is_fine (facts->latitude, -90, 90) &&
         number_is_fine (facts->longitude, -180, 180) &&
         number_is_fine (facts->altitude, -1e7, 1e9);
}

static gboolean
texts_are_fine (const OtrFacts *facts)
{
  return text_is_fine (facts->make, NAME_MAX_BYTES, FALSE) &&
         text_is_fine (facts->model, NAME_MAX_BYTES, FALSE) &&
         text_is_fine (facts->lens, NAME_MAX_BYTES, FALSE) &&
         text_is_fine (facts->caption, TEXT_MAX, TRUE) &&
         strv_is_fine (facts->keywords, KEYWORDS_MAX) &&
         strv_is_fine (facts->warnings, WARNINGS_MAX);
}

static void
drop_empty_strv (char ***strv)
{
  if (*strv != NULL && **strv == NULL)
    g_clear_pointer (strv, g_strfreev);
}

/* Owned strings, no judgement yet; returns FALSE only for an unknown mime. */
static gboolean
unpack (GVariant *variant, OtrFacts *facts)
{
  const char *mime = NULL;
  guint32 state, source;
  gint16 rating;

  g_variant_get (variant,
                 "(umsm&suuyubxnyumsmsmsddu"
                 "ddddn^asms^asm@(ya(yqv)a(sv)))",
                 &state,
                 &facts->reason,
                 &mime,
                 &facts->width,
                 &facts->height,
                 &facts->orientation,
                 &facts->duration_ms,
                 &facts->is_raw,
                 &facts->taken_ms,
                 &facts->taken_offset,
                 &facts->taken_digits,
                 &source,
                 &facts->make,
                 &facts->model,
                 &facts->lens,
                 &facts->f_number,
                 &facts->exposure_time,
                 &facts->iso,
                 &facts->focal_length,
                 &facts->latitude,
                 &facts->longitude,
                 &facts->altitude,
                 &rating,
                 &facts->keywords,
                 &facts->caption,
                 &facts->warnings,
                 &facts->tags);
  drop_empty_strv (&facts->keywords);
  drop_empty_strv (&facts->warnings);
  facts->state = state;
  facts->taken_source = source;
  /* Out of range stays out of range: the check comes after the narrowing. */
  facts->rating = rating == OTR_RATING_NONE || (rating >= -1 && rating <= 5) ? (gint8) rating : 100;
  facts->mime = mime != NULL ? otr_facts_known_mime (mime) : NULL;
  return mime == NULL || facts->mime != NULL;
}

OtrFacts *
otr_facts_from_variant (GVariant *variant, GError **error)
{
  g_autoptr (OtrFacts) facts = otr_facts_new ();

  if (!g_variant_is_of_type (variant, OTR_FACTS_TYPE) || !g_variant_is_normal_form (variant))
    {
      g_set_error_literal (error, OTR_ERROR, OTR_ERROR_CORRUPT, "The facts are not well formed");
      return NULL;
    }
  if (!unpack (variant, facts) || !state_is_fine (facts) || !numbers_are_fine (facts) ||
      !taken_is_fine (facts) || !place_is_fine (facts) || !texts_are_fine (facts) ||
      !tags_are_fine (facts->tags))
    {
      g_set_error_literal (error, OTR_ERROR, OTR_ERROR_CORRUPT, "The facts hold impossible values");
      return NULL;
    }
  return g_steal_pointer (&facts);
}

const char *
otr_taken_source_to_string (OtrTakenSource source)
{
  static const char *const names[] = {
    NULL,
    "exif-original",
    "exif-digitized",
    "exif-modified",
    "xmp",
    "iptc",
    "video",
    "gps",
    "filename",
    "mtime",
  };

  return source < G_N_ELEMENTS (names) ? names[source] : NULL;
}

char *
otr_taken_to_string (gint64 taken_ms, guint digits)
{
  static const int units[] = { 1000, 100, 10, 1 };
  gint64 seconds = taken_ms / 1000;
  int ms = (int) (taken_ms % 1000);
  g_autoptr (GDateTime) time = NULL;
  g_autofree char *text = NULL;

  if (ms < 0)
    {
      ms += 1000;
      seconds--;
    }
  time = g_date_time_new_from_unix_utc (seconds);
  if (time == NULL)
    return NULL;
  text = g_strdup_printf ("%04d-%02d-%02dT%02d:%02d:%02d",
                          g_date_time_get_year (time),
                          g_date_time_get_month (time),
                          g_date_time_get_day_of_month (time),
                          g_date_time_get_hour (time),
                          g_date_time_get_minute (time),
                          g_date_time_get_second (time));
  if (digits == 0)
    return g_steal_pointer (&text);
  digits = MIN (digits, 3);
  return g_strdup_printf ("%s.%0*d", text, (int) digits, ms / units[digits]);
}

char *
otr_taken_offset_to_string (gint16 offset_minutes)
{
  int minutes = ABS ((int) offset_minutes);

  if (offset_minutes == OTR_OFFSET_NONE)
    return NULL;
  return g_strdup_printf ("%c%02d:%02d",
                          offset_minutes < 0 ? '-' : '+',
                          minutes / 60,
                          minutes % 60);
}
