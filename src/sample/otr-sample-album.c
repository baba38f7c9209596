/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which pictures there are, and how one becomes a file: painted upright, stored turned as its
 * orientation says, so that a program that heeds the tag shows it upright again. */
#include "config.h"

#include "otr-sample-album.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <glib.h>
#include <jpeglib.h>

#include "otr-error.h"
#include "otr-sample-exif.h"
#include "otr-sample-scenes.h"

#define LONG_SIDE 1600
#define SHORT_SIDE 1067
#define QUALITY 90

typedef struct
{
  const char *make;
  const char *model;
  const char *lens;
  guint f_tenths;
  guint focal_mm;
} Camera;

typedef struct
{
  const char *folder;
  const char *name;
  OtrSampleScene paint;
  guint mood;
  guint orientation; /* 5 to 8: upright pictures */
  guint camera;
  const char *taken;
  double latitude; /* 0: none */
  double longitude;
} Picture;

static const Camera cameras[] = {
  { "Northlight", "Meridian X2", "Meridian 24-70mm F4", 80, 35 },
  { "Northlight", "Pocket 7", "Pocket 28mm F2.8", 56, 28 },
  { "Harrow Optical", "Field 45", "Harrow 85mm F1.8", 20, 85 },
  { "Tern", "Tern Phone 3", "Tern back camera 5mm F1.9", 19, 5 },
};

#define MOUNTAINS "Mountains"
#define COAST "Coast"
#define WOODS "Woods and Meadows"
#define CITY "City and Sky"

static const Picture pictures[] = {
  { MOUNTAINS,
    "first-light",
    otr_sample_scenes_mountains,
    0,
    1,
    0,
    "2025:09:12 06:41:08",
    46.57,
    8.01 },
  { MOUNTAINS,
    "high-noon",
    otr_sample_scenes_mountains,
    1,
    1,
    0,
    "2025:09:12 12:20:31",
    46.58,
    8.03 },
  { MOUNTAINS,
    "the-far-ridge",
    otr_sample_scenes_mountains,
    2,
    3,
    0,
    "2025:09:12 19:52:44",
    46.58,
    8.03 },
  { MOUNTAINS, "moonrise", otr_sample_scenes_mountains, 3, 6, 1, "2025:09:12 22:10:05", 0, 0 },
  { MOUNTAINS, "new-snow", otr_sample_scenes_mountains, 4, 8, 1, "2025:12:28 10:14:19", 46.6, 7.9 },
  { MOUNTAINS,
    "lake-at-dawn",
    otr_sample_scenes_lake,
    0,
    1,
    0,
    "2025:09:13 06:58:27",
    46.68,
    7.85 },
  { MOUNTAINS, "mirror", otr_sample_scenes_lake, 1, 2, 0, "2025:09:13 11:03:50", 46.68, 7.86 },
  { MOUNTAINS, "evening-shore", otr_sample_scenes_lake, 2, 1, 1, "2025:09:13 19:37:12", 0, 0 },
  { COAST, "red-sail", otr_sample_scenes_sea, 1, 1, 3, "2025:06:21 14:05:33", 54.32, 10.14 },
  { COAST, "sun-goes-down", otr_sample_scenes_sea, 0, 1, 3, "2025:06:21 21:48:02", 54.33, 10.15 },
  { COAST, "moon-path", otr_sample_scenes_sea, 2, 8, 1, "2025:06:22 00:31:40", 0, 0 },
  { COAST, "grey-morning", otr_sample_scenes_sea, 3, 1, 3, "2025:06:22 07:12:55", 54.3, 10.2 },
  { COAST, "sail-upright", otr_sample_scenes_sea, 1, 6, 3, "2025:06:22 13:26:16", 54.3, 10.21 },
  { COAST, "white-dunes", otr_sample_scenes_dunes, 0, 4, 1, "2025:06:23 12:02:01", -24.75, 15.29 },
  { COAST, "dunes-in-fire", otr_sample_scenes_dunes, 1, 1, 1, "2025:06:23 18:44:37", -24.75, 15.3 },
  { COAST, "blue-dunes", otr_sample_scenes_dunes, 2, 6, 1, "2025:06:23 23:15:09", 0, 0 },
  { WOODS, "morning-mist", otr_sample_scenes_forest, 0, 1, 2, "2025:10:04 07:33:21", 48.6, 8.2 },
  { WOODS, "october", otr_sample_scenes_forest, 1, 6, 2, "2025:10:04 17:51:46", 48.61, 8.21 },
  { WOODS, "under-snow", otr_sample_scenes_forest, 2, 1, 1, "2025:12:29 11:40:58", 0, 0 },
  { WOODS, "blue-hour", otr_sample_scenes_forest, 3, 5, 2, "2025:10:05 19:22:13", 48.6, 8.22 },
  { WOODS, "daisies", otr_sample_scenes_flowers, 0, 1, 2, "2025:05:17 10:09:30", 0, 0 },
  { WOODS, "poppies", otr_sample_scenes_flowers, 1, 8, 2, "2025:05:17 10:31:04", 0, 0 },
  { WOODS, "sunflowers", otr_sample_scenes_flowers, 2, 1, 3, "2025:08:02 16:17:25", 47.4, 0.69 },
  { WOODS, "asters", otr_sample_scenes_flowers, 3, 1, 2, "2025:09:07 15:45:48", 0, 0 },
  { WOODS, "pink-cosmos", otr_sample_scenes_flowers, 4, 7, 2, "2025:09:07 15:58:11", 0, 0 },
  { CITY, "skyline-at-dusk", otr_sample_scenes_city, 0, 1, 3, "2025:11:08 17:02:34", 53.54, 9.98 },
  { CITY, "late-lights", otr_sample_scenes_city, 1, 1, 3, "2025:11:08 22:47:20", 53.54, 9.99 },
  { CITY, "early-tram", otr_sample_scenes_city, 2, 8, 3, "2025:11:09 08:05:57", 53.55, 9.99 },
  { CITY,
    "balloons-at-noon",
    otr_sample_scenes_balloons,
    0,
    1,
    0,
    "2025:07:19 11:24:03",
    38.64,
    34.83 },
  { CITY,
    "balloons-at-dawn",
    otr_sample_scenes_balloons,
    1,
    6,
    0,
    "2025:07:20 05:38:42",
    38.64,
    34.83 },
  { CITY,
    "balloon-valley",
    otr_sample_scenes_balloons,
    2,
    1,
    0,
    "2025:07:20 06:55:18",
    38.65,
    34.84 },
  { CITY, "milky-way", otr_sample_scenes_night, 0, 1, 1, "2025:08:13 01:13:29", 0, 0 },
  { CITY,
    "northern-lights",
    otr_sample_scenes_night,
    1,
    3,
    1,
    "2025:12:30 23:20:06",
    69.65,
    18.96 },
};

/* Our own pixels can only fail to be written when memory runs out. */
static void
on_jpeg_error (j_common_ptr info)
{
  g_error ("libjpeg can't write a sample picture");
}

/* Where the stored pixel (x, y) lies in the upright picture, for each orientation. */
static const guint8 *
upright_pixel (const guint8 *rgb, int width, int height, guint orientation, int x, int y)
{
  int u = orientation >= 5 ? y : x, v = orientation >= 5 ? x : y;

  if (orientation == 2 || orientation == 3 || orientation == 7 || orientation == 6)
    u = width - 1 - u;
  if (orientation == 3 || orientation == 4 || orientation == 7 || orientation == 8)
    v = height - 1 - v;
  return rgb + ((gsize) v * width + u) * 3;
}

static void
write_rows (struct jpeg_compress_struct *info, const guint8 *rgb, guint orientation)
{
  int stored_width = (int) info->image_width, stored_height = (int) info->image_height;
  int width = orientation >= 5 ? stored_height : stored_width;
  int height = orientation >= 5 ? stored_width : stored_height;
  g_autofree guint8 *row = g_malloc ((gsize) stored_width * 3);
  int x, y;

  for (y = 0; y < stored_height; y++)
    {
      for (x = 0; x < stored_width; x++)
        {
          const guint8 *from = upright_pixel (rgb, width, height, orientation, x, y);

          row[3 * x] = from[0];
          row[3 * x + 1] = from[1];
          row[3 * x + 2] = from[2];
        }
      (void) jpeg_write_scanlines (info, &row, 1);
    }
}

static GBytes *
encode (const guint8 *rgb, guint orientation, const GByteArray *exif)
{
  struct jpeg_compress_struct info;
  struct jpeg_error_mgr trouble;
  unsigned char *data = NULL;
  unsigned long size = 0;

  info.err = jpeg_std_error (&trouble);
  trouble.error_exit = on_jpeg_error;
  jpeg_create_compress (&info);
  jpeg_mem_dest (&info, &data, &size);
  /* stored pixels always lie on their side: an upright picture is a turned one */
  info.image_width = LONG_SIDE;
  info.image_height = SHORT_SIDE;
  info.input_components = 3;
  info.in_color_space = JCS_RGB;
  jpeg_set_defaults (&info);
  jpeg_set_quality (&info, QUALITY, TRUE);
  info.write_JFIF_header = FALSE;
  jpeg_start_compress (&info, TRUE);
  jpeg_write_marker (&info, JPEG_APP0 + 1, exif->data, exif->len);
  write_rows (&info, rgb, orientation);
  jpeg_finish_compress (&info);
  jpeg_destroy_compress (&info);
  return g_bytes_new_with_free_func (data, size, free, data);
}

static GBytes *
make_picture (const Picture *picture, guint index)
{
  const Camera *camera = &cameras[picture->camera];
  gboolean upright = picture->orientation >= 5;
  gboolean summer = picture->taken[5] == '0' && picture->taken[6] > '3';
  gboolean night = picture->paint == otr_sample_scenes_night;
  OtrSampleShot shot = {
    .make = camera->make,
    .model = camera->model,
    .lens = camera->lens,
    .taken = picture->taken,
    .offset = summer ? "+02:00" : "+01:00",
    .orientation = picture->orientation,
    .speed = night ? 1 : 125 << index % 4,
    .f_tenths = camera->f_tenths,
    .iso = night ? 3200 : 100 << index % 3,
    .focal_mm = camera->focal_mm,
    .latitude = picture->latitude == 0 ? NAN : picture->latitude,
    .longitude = picture->longitude,
  };
  g_autoptr (GByteArray) exif = otr_sample_exif_new (&shot);
  g_autoptr (OtrSampleCanvas) canvas = otr_sample_canvas_new (upright ? SHORT_SIDE : LONG_SIDE,
                                                              upright ? LONG_SIDE : SHORT_SIDE,
                                                              101 + index);
  g_autofree guint8 *rgb = NULL;

  picture->paint (canvas, picture->mood);
  rgb = otr_sample_canvas_to_rgb (canvas);
  return encode (rgb, picture->orientation, exif);
}

static gboolean
write_picture (const char *folder, guint index, GError **error)
{
  const Picture *picture = &pictures[index];
  g_autofree char *below = g_build_filename (folder, picture->folder, NULL);
  g_autofree char *name = g_strconcat (picture->name, ".jpg", NULL);
  g_autofree char *path = g_build_filename (below, name, NULL);
  g_autoptr (GBytes) bytes = NULL;
  gconstpointer data;
  gsize size;

  if (g_mkdir_with_parents (below, 0777) != 0)
    {
      otr_error_set_errno (error, errno, below);
      return FALSE;
    }
  bytes = make_picture (picture, index);
  data = g_bytes_get_data (bytes, &size);
  return g_file_set_contents (path, data, (gssize) size, error);
}

gboolean
otr_sample_album_make (const char *folder, guint *out_n, GError **error)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (pictures); i++)
    if (!write_picture (folder, i, error))
      return FALSE;
  if (out_n != NULL)
    *out_n = i;
  return TRUE;
}
