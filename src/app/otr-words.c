/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-words.h"

#include <math.h>

#include <glib/gi18n.h>

#include "otr-error.h"

char *
otr_words_count (guint64 n)
{
  return g_strdup_printf ("%'" G_GUINT64_FORMAT, n);
}

char *
otr_words_photos (guint64 n)
{
  g_autofree char *count = otr_words_count (n);

  /* Translators: %s is a number, already written with separators. */
  return g_strdup_printf (ngettext ("%s photo", "%s photos", (gulong) n), count);
}

char *
otr_words_rate (double mb_per_s)
{
  /* Translators: megabytes (of 10⁶ bytes) a second. */
  if (mb_per_s < 10)
    return g_strdup_printf (_ ("%.1f MB/s"), mb_per_s);
  return g_strdup_printf (_ ("%.0f MB/s"), mb_per_s);
}

char *
otr_words_duration (double seconds)
{
  guint total = (guint) MAX (0, lround (seconds));

  if (seconds < 10)
    return g_strdup_printf (_ ("%.1f s"), MAX (0, seconds));
  if (total < 60)
    return g_strdup_printf (_ ("%u s"), total);
  if (total < 3600)
    return g_strdup_printf (_ ("%u min %u s"), total / 60, total % 60);
  return g_strdup_printf (_ ("%u h %u min"), total / 3600, total / 60 % 60);
}

char *
otr_words_clock (double seconds)
{
  guint total = (guint) MAX (0, seconds);

  if (total < 3600)
    return g_strdup_printf ("%u:%02u", total / 60, total % 60);
  return g_strdup_printf ("%u:%02u:%02u", total / 3600, total / 60 % 60, total % 60);
}

char *
otr_words_time_left (double seconds)
{
  gulong minutes;
  gulong hours;

  if (!(seconds >= 0))
    return NULL;
  if (seconds < 45)
    return g_strdup (_ ("less than a minute left"));
  minutes = (gulong) lround (seconds / 60);
  if (minutes < 100)
    return g_strdup_printf (ngettext ("about %lu minute left", "about %lu minutes left", minutes),
                            minutes);
  hours = (gulong) lround (seconds / 3600);
  return g_strdup_printf (ngettext ("about %lu hour left", "about %lu hours left", hours), hours);
}

char *
otr_words_date_time (gint64 real_us)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (real_us / G_USEC_PER_SEC);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_local (utc) : NULL;

  if (local == NULL)
    return g_strdup ("");
  /* Translators: day, month, year and time of an import, in the form of strftime(3). */
  return g_date_time_format (local, _ ("%-d %B %Y, %H:%M"));
}

static GFile *
file_of (const char *path_or_uri)
{
  return g_path_is_absolute (path_or_uri) ? g_file_new_for_path (path_or_uri)
                                          : g_file_new_for_uri (path_or_uri);
}

char *
otr_words_place (const char *path_or_uri)
{
  g_autoptr (GFile) file = file_of (path_or_uri);
  g_autoptr (GFile) home = g_file_new_for_path (g_get_home_dir ());
  g_autofree char *below = g_file_get_relative_path (home, file);
  g_autofree char *name = NULL;

  if (below == NULL)
    return g_file_get_parse_name (file);
  name = g_filename_display_name (below);
  return g_strconcat ("~/", name, NULL);
}

char *
otr_words_name (const char *path_or_uri)
{
  g_autoptr (GFile) file = file_of (path_or_uri);
  g_autofree char *base = g_file_get_basename (file);

  return base != NULL ? g_filename_display_name (base) : g_file_get_parse_name (file);
}

const char *
otr_words_on_storage (OtrStorageKind kind)
{
  switch (kind)
    {
    case OTR_STORAGE_HDD:
      return _ ("on a hard disk");
    case OTR_STORAGE_SATA_SSD:
      return _ ("on a SATA SSD");
    case OTR_STORAGE_NVME:
      return _ ("on an NVMe drive");
    case OTR_STORAGE_SD:
      return _ ("on a memory card");
    case OTR_STORAGE_USB:
      return _ ("on a USB drive");
    case OTR_STORAGE_NETWORK:
      return _ ("on the network");
    case OTR_STORAGE_FUSE:
      return _ ("on a file system of another program");
    case OTR_STORAGE_TMPFS:
      return _ ("in memory");
    case OTR_STORAGE_UNKNOWN:
    default:
      return _ ("on storage of an unknown kind");
    }
}

char *
otr_words_is_on (const char *name, const OtrStorage *storage)
{
  if (storage->file_system == NULL)
    /* Translators: a folder's name, then for example "on a hard disk". */
    return g_strdup_printf (_ ("%s is %s."), name, otr_words_on_storage (storage->kind));
  /* Translators: a folder's name, then for example "on a hard disk", then the file system's. */
  return g_strdup_printf (
      _ ("%s is %s (%s)."), name, otr_words_on_storage (storage->kind), storage->file_system);
}

const char *
otr_words_preset (OtrPreset preset)
{
  switch (preset)
    {
    case OTR_PRESET_HDD:
      return _ ("Hard disk");
    case OTR_PRESET_SATA_SSD:
      return _ ("SATA SSD");
    case OTR_PRESET_NVME:
      return _ ("NVMe");
    case OTR_PRESET_NETWORK:
      return _ ("Network");
    case OTR_PRESET_CUSTOM:
      return _ ("Custom");
    case OTR_PRESET_AUTO:
    default:
      return _ ("Automatic");
    }
}

static const char *
sentence_of (const GError *error)
{
  if (g_error_matches (error, OTR_ERROR, OTR_ERROR_BUSY))
    return _ ("Another Outrider is importing into this catalog. Wait until it has finished.");
  if (g_error_matches (error, OTR_ERROR, OTR_ERROR_CORRUPT))
    return _ ("This catalog is damaged and could not be repaired. Restore it from the backups "
              "beside it.");
  if (g_error_matches (error, OTR_ERROR, OTR_ERROR_TOO_NEW))
    return _ ("This catalog was made by a newer Outrider. Update Outrider to open it.");
  if (g_error_matches (error, OTR_ERROR, OTR_ERROR_FOREIGN))
    return _ ("This file is not an Outrider catalog. It was left as it is. Choose another name.");
  if (g_error_matches (error, OTR_ERROR, OTR_ERROR_NO_SPACE))
    return _ ("The disk with the catalog is full. Free some space, then continue.");
  if (g_error_matches (error, OTR_ERROR, OTR_ERROR_SOURCE_GONE))
    return _ ("The drive with the photos was disconnected. Connect it, then continue.");
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED) ||
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_READ_ONLY))
    return _ (
        "Outrider can’t write to this folder. Choose another place, or change its permissions.");
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return _ ("The file or folder is not there. If it is on a drive, connect the drive.");
  return NULL;
}

char *
otr_words_error (const GError *error)
{
  const char *sentence = sentence_of (error);

  if (sentence != NULL)
    return g_strdup (sentence);
  /* Translators: %s is a detail, often in English. */
  return g_strdup_printf (_ ("Something went wrong: %s"), error->message);
}

/* "The picture can't be decoded: DETAIL": the detail is not in the translations. */
static char *
translate_reason (const char *reason)
{
  const char *detail = strstr (reason, ": ");
  const char *whole = gettext (reason);
  g_autofree char *start = NULL;

  if (whole != reason || detail == NULL)
    return g_strdup (whole);
  start = g_strndup (reason, (gsize) (detail - reason));
  return g_strconcat (gettext (start), detail, NULL);
}

char *
otr_words_reason (const char *reason)
{
  g_autofree char *text = NULL;
  char first[8] = { 0 };

  if (reason == NULL || *reason == '\0')
    return g_strdup ("");
  text = translate_reason (reason);
  (void) g_unichar_to_utf8 (g_unichar_toupper (g_utf8_get_char (text)), first);
  return g_strconcat (first, g_utf8_next_char (text), NULL);
}
