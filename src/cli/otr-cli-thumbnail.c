/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-cli-png.h"
#include "otr-cli.h"

/* The store's pixels are B G R A, always opaque. */
static guint8 *
bgra_to_rgb (GBytes *pixels, gsize n_pixels)
{
  const guint8 *from = g_bytes_get_data (pixels, NULL);
  guint8 *rgb = g_malloc (n_pixels * 3);

  for (gsize i = 0; i < n_pixels; i++)
    {
      rgb[3 * i] = from[4 * i + 2];
      rgb[3 * i + 1] = from[4 * i + 1];
      rgb[3 * i + 2] = from[4 * i];
    }
  return rgb;
}

static GBytes *
thumb_to_png (const OtrThumb *thumb, GError **error)
{
  guint width, height;
  g_autoptr (GBytes) pixels =
      otr_thumb_decode (thumb->encoded, thumb->width, thumb->height, FALSE, &width, &height, error);
  g_autofree guint8 *rgb = NULL;

  if (pixels == NULL)
    return NULL;
  rgb = bgra_to_rgb (pixels, (gsize) width * height);
  return otr_cli_png_encode (rgb, width, height, error);
}

static gboolean
write_thumbnail (OtrThumbStore *store,
                 const OtrPhotoRecord *record,
                 OtrThumbClass class,
                 const char *output,
                 GError **error)
{
  OtrThumb thumb = { 0 };
  g_autoptr (GBytes) png = NULL;

  if (!otr_thumb_store_get (store, &record->digest, record->size, class, &thumb, error))
    {
      if (error != NULL && *error == NULL)
        g_set_error (
            error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "no thumbnail is stored of this photo");
      return FALSE;
    }
  png = thumb_to_png (&thumb, error);
  otr_thumb_clear (&thumb);
  return png != NULL &&
         g_file_set_contents (
             output, g_bytes_get_data (png, NULL), (gssize) g_bytes_get_size (png), error);
}

static OtrExit
run_thumbnail (OtrCli *cli, const char *path, OtrThumbClass class, const char *output)
{
  g_autoptr (OtrCatalog) catalog = NULL;
  g_autoptr (OtrCatalogReader) reader = NULL;
  g_autoptr (OtrThumbStore) store = NULL;
  g_autoptr (OtrPhotoRecord) record = NULL;
  g_autoptr (GError) error = NULL;
  OtrExit status = OTR_EXIT_DONE;

  reader = otr_cli_open_reader (cli, &catalog, &status);
  if (reader == NULL)
    return status;
  record = otr_cli_find_record (reader, path, &status);
  if (record == NULL)
    return status;
  store = otr_cli_open_thumbs (cli, catalog, &status);
  if (store == NULL)
    return status;
  if (!write_thumbnail (store, record, class, output, &error))
    return otr_cli_fail (error, OTR_EXIT_FAILURES);
  return OTR_EXIT_DONE;
}

OtrExit
otr_cli_thumbnail (OtrCli *cli, char **argv)
{
  g_auto (GStrv) paths = NULL;
  g_autofree char *output = NULL;
  int size = OTR_THUMB_LARGE;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Write the picture here", "FILE.png" },
    OTR_CLI_OPTION ("size", INT, &size, "256 or 512 (default: the largest there is)", "SIZE"),
    OTR_CLI_PATHS (&paths),
    G_OPTION_ENTRY_NULL,
  };

  if (!otr_cli_parse (
          cli, entries, "PATH --output FILE.png", "The photo itself is not read.", argv))
    return OTR_EXIT_USAGE;
  if (paths == NULL || paths[1] != NULL)
    return otr_cli_usage (cli, "thumbnail takes one path");
  if (output == NULL)
    return otr_cli_usage (cli, "thumbnail needs --output FILE.png");
  if (size != OTR_THUMB_NORMAL && size != OTR_THUMB_LARGE)
    return otr_cli_usage (cli, "--size is 256 or 512");
  return run_thumbnail (cli, paths[0], (OtrThumbClass) size, output);
}
