/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a name means: photo, clip, sidecar, or left out. Pure; any thread enters. */
#include "config.h"

#include <fnmatch.h>
#include <string.h>

#include "otr-i18n.h"
#include "otr-scan-private.h"

#define STEM_SIDECAR 1 /* belongs to the photo of the same stem only: a.thm, a.wav */
#define NAME_SIDECAR 2 /* or to the photo whose whole name it extends: a.jpg.xmp */

typedef struct
{
  const char *extension;
  OtrScanKind kind;
  guint rank; /* PHOTO: the lowest of one stem is the one a stem's sidecar belongs to */
} Extension;

#define RAW(name)           \
  {                         \
    name, OTR_SCAN_PHOTO, 0 \
  }
#define PHOTO(name)         \
  {                         \
    name, OTR_SCAN_PHOTO, 1 \
  }
#define VIDEO(name)         \
  {                         \
    name, OTR_SCAN_VIDEO, 0 \
  }

static const Extension extensions[] = {
  PHOTO ("jpg"),
  PHOTO ("jpeg"),
  PHOTO ("jpe"),
  PHOTO ("jfif"),
  PHOTO ("mpo"),
  PHOTO ("png"),
  PHOTO ("apng"),
  PHOTO ("tif"),
  PHOTO ("tiff"),
  PHOTO ("gif"),
  PHOTO ("webp"),
  PHOTO ("bmp"),
  PHOTO ("heic"),
  PHOTO ("heif"),
  PHOTO ("hif"),
  PHOTO ("avif"),
  PHOTO ("jxl"),
  PHOTO ("psd"),
  RAW ("cr2"),
  RAW ("cr3"),
  RAW ("crw"),
  RAW ("nef"),
  RAW ("nrw"),
  RAW ("arw"),
  RAW ("srf"),
  RAW ("sr2"),
  RAW ("dng"),
  RAW ("raf"),
  RAW ("orf"),
  RAW ("rw2"),
  RAW ("pef"),
  RAW ("mrw"),
  RAW ("x3f"),
  RAW ("3fr"),
  RAW ("iiq"),
  RAW ("erf"),
  RAW ("kdc"),
  RAW ("mef"),
  RAW ("mos"),
  RAW ("raw"),
  RAW ("rwl"),
  RAW ("srw"),
  VIDEO ("mov"),
  VIDEO ("mp4"),
  VIDEO ("m4v"),
  VIDEO ("avi"),
  VIDEO ("mts"),
  VIDEO ("m2ts"),
  VIDEO ("mpg"),
  VIDEO ("mpeg"),
  VIDEO ("3gp"),
  VIDEO ("mkv"),
  VIDEO ("webm"),
  VIDEO ("wmv"),
  { "thm", OTR_SCAN_SIDECAR, STEM_SIDECAR },
  { "wav", OTR_SCAN_SIDECAR, STEM_SIDECAR },
  { "xmp", OTR_SCAN_SIDECAR, NAME_SIDECAR },
};

/* What systems keep in every volume or folder: copies and remains, never a person's photos. */
static const char *const system_folders[] = {
  "@eaDir",
  "#recycle",
  "#snapshot",
  "$RECYCLE.BIN",
  "RECYCLER",
  "System Volume Information",
  "lost+found",
  ".Trash",
  ".Trashes",
  ".Trash-*",
  ".thumbnails",
  ".snapshots",
};

static const char *
find_dot (const char *name)
{
  const char *dot = strrchr (name, '.');

  return dot != NULL ? dot : name + strlen (name);
}

static const Extension *
find_extension (const char *name)
{
  const char *dot = find_dot (name);

  for (gsize i = 0; *dot == '.' && i < G_N_ELEMENTS (extensions); i++)
    if (g_ascii_strcasecmp (dot + 1, extensions[i].extension) == 0)
      return &extensions[i];
  return NULL;
}

OtrScanKind
otr_scan_kind_of_name (const char *name)
{
  const Extension *extension = find_extension (name);

  /* "._a.jpg" is what macOS leaves beside a.jpg on foreign volumes: attributes, no picture. */
  if (extension == NULL || g_str_has_prefix (name, "._"))
    return OTR_SCAN_SKIPPED;
  return extension->kind;
}

OtrScanRules *
otr_scan_rules_copy (const OtrScanRules *rules, const char *default_root)
{
  const char *const root[] = { default_root, NULL };
  const char *const *roots = rules->roots != NULL && *rules->roots != NULL ? rules->roots : root;
  OtrScanRules *copy = g_memdup2 (rules, sizeof *rules);

  copy->roots = (const char *const *) g_strdupv ((char **) roots);
  copy->leave_out = (const char *const *) g_strdupv ((char **) rules->leave_out);
  return copy;
}

void
otr_scan_rules_free (OtrScanRules *rules)
{
  if (rules == NULL)
    return;
  g_strfreev ((char **) rules->roots);
  g_strfreev ((char **) rules->leave_out);
  g_free (rules);
}

static gboolean
matches (const char *pattern, const char *name)
{
  return fnmatch (pattern, name, FNM_CASEFOLD) == 0;
}

/* Two dots hide nothing: that is how some write "..and more". */
static gboolean
is_hidden (const char *name)
{
  return name[0] == '.' && name[1] != '.';
}

const char *
otr_scan_rules_refuse (const OtrScanRules *rules, const char *name, gboolean is_folder)
{
  for (const char *const *p = rules->leave_out; p != NULL && *p != NULL; p++)
    if (matches (*p, name))
      return "left out by the rules";
  for (gsize i = 0; is_folder && i < G_N_ELEMENTS (system_folders); i++)
    if (matches (system_folders[i], name))
      return "a folder of the system";
  if (rules->hidden || !is_hidden (name))
    return NULL;
  if (!is_folder && otr_scan_kind_of_name (name) == OTR_SCAN_SKIPPED)
    return "not a photo format";
  return is_folder ? "hidden folder" : "hidden";
}

const char *
otr_scan_rules_find_root (const OtrScanRules *rules, const char *path)
{
  for (const char *const *root = rules->roots; *root != NULL; root++)
    {
      gsize n = strlen (*root);

      if (n > 0 && (*root)[n - 1] == '/')
        n--;
      if (strncmp (*root, path, n) == 0 && (path[n] == '/' || path[n] == '\0'))
        return *root;
    }
  return NULL;
}

void
otr_scan_rules_judge (OtrScanFile *file)
{
  file->kind = otr_scan_kind_of_name (file->name);
  if (file->kind == OTR_SCAN_SKIPPED)
    otr_scan_file_skip (file,
                        *find_dot (file->name) == '.' ? N_ ("not a photo format")
                                                      : N_ ("unknown extension"));
  else if (file->size == 0)
    otr_scan_file_skip (file, N_ ("empty file"));
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  const OtrScanFile *const *file_a = a;
  const OtrScanFile *const *file_b = b;

  return strcmp ((*file_a)->name, (*file_b)->name);
}

/* By whole name and by stem; of one stem the RAW file leads, then the first name. */
static void
index_photos (GPtrArray *files, GHashTable *by_name, GHashTable *by_stem)
{
  for (guint i = 0; i < files->len; i++)
    {
      OtrScanFile *file = files->pdata[i];
      g_autofree char *stem = g_strndup (file->name, (gsize) (find_dot (file->name) - file->name));
      const OtrScanFile *known = g_hash_table_lookup (by_stem, stem);

      if (file->kind != OTR_SCAN_PHOTO)
        continue;
      g_hash_table_insert (by_name, file->name, file);
      if (known == NULL || find_extension (file->name)->rank < find_extension (known->name)->rank)
        g_hash_table_insert (by_stem, g_steal_pointer (&stem), file);
    }
}

/* A clip of a Live Photo. */
static gboolean
may_have_clip (const char *photo, const char *clip)
{
  static const char *const photos[] = { "jpg", "jpeg", "heic", "heif", NULL };
  static const char *const clips[] = { "mov", "mp4", NULL };

  return g_strv_contains (photos, find_extension (photo)->extension) &&
         g_strv_contains (clips, find_extension (clip)->extension);
}

static void
pair_one (OtrScanFile *file, GHashTable *by_name, GHashTable *by_stem)
{
  g_autofree char *stem = g_strndup (file->name, (gsize) (find_dot (file->name) - file->name));
  const OtrScanFile *photo = NULL;

  if (file->kind == OTR_SCAN_SIDECAR && find_extension (file->name)->rank == NAME_SIDECAR)
    photo = g_hash_table_lookup (by_name, stem);
  if (photo == NULL)
    photo = g_hash_table_lookup (by_stem, stem);
  if (file->kind == OTR_SCAN_VIDEO && photo != NULL && !may_have_clip (photo->name, file->name))
    photo = NULL;
  if (photo != NULL)
    file->companion_of = g_strdup (photo->name);
  else
    otr_scan_file_skip (file,
                        file->kind == OTR_SCAN_VIDEO ? N_ ("video not supported")
                                                     : N_ ("sidecar without photo"));
}

void
otr_scan_rules_pair (GPtrArray *files)
{
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) by_stem = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_ptr_array_sort (files, compare_names);
  index_photos (files, by_name, by_stem);
  for (guint i = 0; i < files->len; i++)
    {
      OtrScanFile *file = files->pdata[i];

      if (file->kind == OTR_SCAN_VIDEO || file->kind == OTR_SCAN_SIDECAR)
        pair_one (file, by_name, by_stem);
    }
}
