/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include <gio/gio.h>
#include <jpeglib.h>
#include <libexif/exif-data.h>

#include "otr-sample-album.h"
#include "otr-test.h"

/* What was found in an album. */
typedef struct
{
  guint n_pictures;
  guint n_positions;
  guint orientations[9];
  GHashTable *models;
  GHashTable *days;
  GHashTable *folders;
} Found;

static GHashTable *
names_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static char *
exif_text (ExifData *exif, ExifIfd ifd, ExifTag tag)
{
  const ExifEntry *entry = exif_content_get_entry (exif->ifd[ifd], tag);

  g_assert_nonnull (entry);
  g_assert_cmpint (entry->format, ==, EXIF_FORMAT_ASCII);
  return g_strndup ((const char *) entry->data, entry->size);
}

static void
look_at (Found *found, const char *folder, const char *path)
{
  ExifData *exif = exif_data_new ();
  g_autofree char *data = NULL;
  g_autofree char *taken = NULL;
  const ExifEntry *entry;
  ExifByteOrder order;
  gsize size;
  guint orientation;

  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  g_assert_cmpmem (data, 3, "\xff\xd8\xff", 3);
  exif_data_unset_option (exif, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION);
  exif_data_load_data (exif, (const guint8 *) data, (guint) size);
  order = exif_data_get_byte_order (exif);
  entry = exif_content_get_entry (exif->ifd[EXIF_IFD_0], EXIF_TAG_ORIENTATION);
  g_assert_nonnull (entry);
  orientation = exif_get_short (entry->data, order);
  g_assert_cmpuint (orientation, >=, 1);
  g_assert_cmpuint (orientation, <=, 8);
  found->orientations[orientation]++;
  taken = exif_text (exif, EXIF_IFD_EXIF, EXIF_TAG_DATE_TIME_ORIGINAL);
  g_assert_cmpuint (strlen (taken), ==, 19);
  g_hash_table_add (found->days, g_strndup (taken, 10));
  g_hash_table_add (found->models, exif_text (exif, EXIF_IFD_0, EXIF_TAG_MODEL));
  g_hash_table_add (found->folders, g_strdup (folder));
  entry = exif_content_get_entry (exif->ifd[EXIF_IFD_EXIF], EXIF_TAG_FNUMBER);
  g_assert_nonnull (entry);
  g_assert_cmpuint (exif_get_rational (entry->data, order).denominator, ==, 10);
  found->n_positions += exif->ifd[EXIF_IFD_GPS]->count == 4;
  found->n_pictures++;
  exif_data_unref (exif);
}

static void
look_through (Found *found, const char *album)
{
  g_autoptr (GDir) dir = g_dir_open (album, 0, NULL);
  const char *folder, *name;

  g_assert_nonnull (dir);
  while ((folder = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *below = g_build_filename (album, folder, NULL);
      g_autoptr (GDir) inner = g_dir_open (below, 0, NULL);

      g_assert_nonnull (inner);
      while ((name = g_dir_read_name (inner)) != NULL)
        {
          g_autofree char *path = g_build_filename (below, name, NULL);

          look_at (found, folder, path);
        }
    }
}

/* The average of a block of the stored picture, as red, green and blue. */
static void
average (const char *path, guint left, guint top, guint side, double *out_rgb)
{
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr trouble;
  FILE *file = fopen (path, "rbe");
  g_autofree guint8 *row = NULL;

  g_assert_nonnull (file);
  info.err = jpeg_std_error (&trouble);
  jpeg_create_decompress (&info);
  jpeg_stdio_src (&info, file);
  (void) jpeg_read_header (&info, TRUE);
  (void) jpeg_start_decompress (&info);
  g_assert_cmpuint (info.output_width, ==, 1600);
  row = g_malloc ((gsize) info.output_width * 3);
  out_rgb[0] = out_rgb[1] = out_rgb[2] = 0;
  while (info.output_scanline < top + side)
    {
      (void) jpeg_read_scanlines (&info, &row, 1);
      for (guint i = 0; info.output_scanline > top && i < side * 3; i++)
        out_rgb[i % 3] += row[left * 3 + i] / (double) (side * side);
    }
  jpeg_abort_decompress (&info);
  jpeg_destroy_decompress (&info);
  (void) fclose (file);
}

static void
test_album (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autofree char *album = g_build_filename (dir, "a", "new album", NULL);
  g_autoptr (GError) error = NULL;
  Found found = { .models = names_new (), .days = names_new (), .folders = names_new () };
  guint n = 0;

  g_assert_true (otr_sample_album_make (album, &n, &error));
  g_assert_no_error (error);
  look_through (&found, album);
  g_assert_cmpuint (found.n_pictures, ==, n);
  g_assert_cmpuint (n, >=, 28);
  for (guint i = 1; i <= 8; i++)
    g_assert_cmpuint (found.orientations[i], >, 0);
  g_assert_cmpuint (g_hash_table_size (found.folders), ==, 4);
  g_assert_cmpuint (g_hash_table_size (found.models), >=, 4);
  g_assert_cmpuint (g_hash_table_size (found.days), >=, 10);
  g_assert_cmpuint (found.n_positions, >=, 10);
  g_assert_cmpuint (found.n_positions, <, n);
  g_hash_table_unref (found.models);
  g_hash_table_unref (found.days);
  g_hash_table_unref (found.folders);
}

/* Orientation 6: the dark sea below lies on the right of the stored picture, the light sky on the
 * left. */
static void
test_turned (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autofree char *path = g_build_filename (dir, "Coast", "sail-upright.jpg", NULL);
  double sky[3], sea[3];

  g_assert_true (otr_sample_album_make (dir, NULL, NULL));
  average (path, 8, 500, 64, sky);
  average (path, 1500, 500, 64, sea);
  g_assert_cmpfloat (sky[2], >, sea[2] + 20);
}

static void
test_unwritable (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autofree char *file = otr_test_write (dir, "file", "x", -1);
  g_autoptr (GError) error = NULL;

  g_assert_false (otr_sample_album_make (file, NULL, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, file));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sample-album/pictures-and-exif", test_album);
  g_test_add_func ("/sample-album/stored-turned", test_turned);
  g_test_add_func ("/sample-album/unwritable-is-said", test_unwritable);
  return g_test_run ();
}
