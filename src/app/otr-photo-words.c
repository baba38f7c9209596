/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-photo-words.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "otr-calendar.h"
#include "otr-photo-item.h"
#include "otr-tag-names.h"
#include "otr-words.h"

/* "5.6", "8": no more digits than are meant. */
static char *
short_number (double value)
{
  double tenths = round (value * 10);

  if (fmod (tenths, 10) == 0)
    return g_strdup_printf ("%.0f", value);
  return g_strdup_printf ("%.1f", value);
}

char *
otr_photo_words_focal_length (const OtrFacts *facts)
{
  g_autofree char *number = NULL;

  if (!(facts->focal_length > 0))
    return NULL;
  number = short_number (facts->focal_length);
  /* Translators: focal length in millimetres */
  return g_strdup_printf (_ ("%s mm"), number);
}

char *
otr_photo_words_aperture (const OtrFacts *facts)
{
  g_autofree char *number = NULL;

  if (!(facts->f_number > 0))
    return NULL;
  number = short_number (facts->f_number);
  return g_strdup_printf ("ƒ/%s", number);
}

char *
otr_photo_words_exposure (const OtrFacts *facts)
{
  double seconds = facts->exposure_time;
  g_autofree char *number = NULL;

  if (!(seconds > 0))
    return NULL;
  if (seconds < 0.3)
    number = g_strdup_printf ("1/%.0f", 1 / seconds);
  else
    number = short_number (seconds);
  /* Translators: exposure time in seconds, as "1/500 s" */
  return g_strdup_printf (_ ("%s s"), number);
}

char *
otr_photo_words_iso (const OtrFacts *facts)
{
  return facts->iso > 0 ? g_strdup_printf ("%u", facts->iso) : NULL;
}

/* Most models name their maker already. */
char *
otr_photo_words_camera (const OtrFacts *facts)
{
  g_autofree char *make = NULL, *model = NULL;
  const char *space;

  if (facts->model == NULL || facts->make == NULL)
    return g_strdup (facts->model != NULL ? facts->model : facts->make);
  make = g_utf8_casefold (facts->make, -1);
  model = g_utf8_casefold (facts->model, -1);
  space = strchr (make, ' ');
  if (strncmp (model, make, space != NULL ? (gsize) (space - make) : strlen (make)) == 0)
    return g_strdup (facts->model);
  return g_strdup_printf ("%s %s", facts->make, facts->model);
}

char *
otr_photo_words_position (const OtrFacts *facts)
{
  if (isnan (facts->latitude) || isnan (facts->longitude))
    return NULL;
  /* Translators: a place on Earth: degrees, N or S, degrees, E or W */
  return g_strdup_printf (_ ("%.5f° %s, %.5f° %s"),
                          fabs (facts->latitude),
                          facts->latitude < 0 ? C_ ("compass", "S") : C_ ("compass", "N"),
                          fabs (facts->longitude),
                          facts->longitude < 0 ? C_ ("compass", "W") : C_ ("compass", "E"));
}

char *
otr_photo_words_size (const OtrPhotoRecord *record)
{
  g_autofree char *bytes = g_format_size (record->size);
  double pixels = (double) record->facts->width * record->facts->height;

  if (pixels == 0)
    return g_steal_pointer (&bytes);
  /* Translators: width × height (megapixels), size of the file */
  return g_strdup_printf (_ ("%u × %u (%.1f MP), %s"),
                          record->facts->width,
                          record->facts->height,
                          pixels / 1e6,
                          bytes);
}

char *
otr_photo_words_digest (const OtrDigest *digest)
{
  g_autofree char *hex = NULL;

  if (digest->length == 0)
    return NULL;
  hex = otr_digest_to_hex (digest);
  return g_strdup_printf ("%s %.4s…%s",
                          digest->length == 16 ? "MD5" : "SHA-256",
                          hex,
                          hex + strlen (hex) - 4);
}

char *
otr_photo_words_when (const OtrPhotoRecord *record)
{
  g_autofree char *folder = otr_words_name (record->folder_path);
  g_autofree char *time = NULL;

  if (record->facts->taken_ms == OTR_TAKEN_MS_NONE)
    return g_steal_pointer (&folder);
  time = otr_calendar_time (record->facts->taken_ms);
  /* Translators: time of day and folder of a photo */
  return g_strdup_printf (_ ("%s · %s"), time, folder);
}

char *
otr_photo_words_failure (const OtrPhotoRecord *record, const GError *error)
{
  if (record != NULL && record->state == OTR_FILE_MISSING)
    return g_strdup (_ ("This photo can’t be shown: the file is missing. Connect its drive, or "
                        "put the file back and import its folder again."));
  if (record != NULL && record->state == OTR_FILE_OFFLINE)
    return g_strdup (_ ("This photo can’t be shown: its drive is not connected. Connect it."));
  if (record != NULL && record->decode_state == OTR_DECODE_NO_LOADER)
    return g_strdup (_ ("This photo can’t be shown: support for its format is not installed."));
  if (record != NULL && otr_photo_record_is_damaged (record))
    return g_strdup (_ ("This photo is damaged and can’t be shown. Look for a complete copy."));
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return g_strdup (_ ("This photo can’t be shown: the file is not in its place any more."));
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    return g_strdup (_ ("This photo can’t be shown: Outrider may not read the file. Change its "
                        "permissions."));
  if (error == NULL)
    return g_strdup (_ ("This photo can’t be shown."));
  /* Translators: %s is a detail, often in English */
  return g_strdup_printf (_ ("This photo can’t be shown: %s"), error->message);
}

char *
otr_photo_words_damage (const OtrPhotoRecord *record)
{
  if (record == NULL || !otr_photo_record_is_damaged (record))
    return NULL;
  return g_strdup (_ ("This photo is damaged: a part of it may be missing. Look for a complete "
                      "copy."));
}

static void
add_row (GPtrArray *rows, char *name, GVariant *boxed)
{
  g_autoptr (GVariant) value = g_variant_get_variant (boxed);

  g_ptr_array_add (rows, name);
  g_ptr_array_add (rows, otr_tag_value_to_string (value));
}

static char *
numbered_name (guint8 group, guint16 tag)
{
  const char *name = otr_tag_name (group, tag);

  return name != NULL ? g_strdup (name) : g_strdup_printf ("0x%04x", tag);
}

GPtrArray *
otr_photo_words_tags (const OtrFacts *facts)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GVariantIter) numbered = NULL;
  g_autoptr (GVariantIter) named = NULL;
  GVariant *value;
  const char *name;
  guint8 version, group;
  guint16 tag;

  if (facts->tags == NULL)
    return rows;
  g_variant_get (facts->tags, "(ya(yqv)a(sv))", &version, &numbered, &named);
  while (g_variant_iter_loop (numbered, "(yq@v)", &group, &tag, &value))
    add_row (rows, numbered_name (group, tag), value);
  while (g_variant_iter_loop (named, "(&s@v)", &name, &value))
    add_row (rows, g_strdup (name), value);
  return rows;
}
