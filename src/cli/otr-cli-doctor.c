/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "otr-cli-decode.h"
#include "otr-cli-text.h"
#include "otr-cli.h"
#include "otr-fd.h"
#include "otr-tuning.h"

/* What this installation can do, found by doing it: a picture of one pixel of each format goes
 * through a real decoder process. For formats with optional loaders a bare header is enough to
 * learn whether the loader is there. */

typedef struct
{
  const char *name;
  const char *base64;
  gboolean only_header;
} Sample;

static const Sample samples[] = {
  { "JPEG",
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4"
    "UG1RV19iZ2hnPk1xeXBkeFxlZ2P/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAf/EABQQAQAAAAAAAAAA"
    "AAAAAAAAAAD/2gAIAQEAAD8AH//Z",
    FALSE },
  { "PNG",
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVQIW2OoAwAAgAB/Tip//wAAAABJRU5ErkJggg==",
    FALSE },
  { "GIF", "R0lGODlhAQABAPAAAH5+fgAAACwAAAAAAQABAAACAkQBADs=", FALSE },
  { "TIFF",
    "SUkqAAgAAAAIAAABAwABAAAAAQAAAAEBAwABAAAAAQAAAAIBAwABAAAACAAAAAMBAwABAAAAAQAAAAYBAwABAAAAAQAA"
    "ABEBBAABAAAAbgAAABYBAwABAAAAAQAAABcBBAABAAAAAQAAAAAAAACA",
    FALSE },
  { "WebP", "UklGRh4AAABXRUJQVlA4TBEAAAAvAAAAAAdQv/rVr/+BiOh/AAA=", FALSE },
  { "HEIC",
    "AAAAGGZ0eXBoZWljAAAAAG1pZjFoZWljAAAAdW1ldGEAAAAAAAAADnBpdG0AAAAAAAEAAAAjaWluZgAAAAAAAQAAABVp"
    "bmZlAgAAAAABAABodmMxAAAAADhpcHJwAAAAHGlwY28AAAAUaXNwZQAAAAAAAAABAAAAAQAAABRpcG1hAAAAAAAAAAEAAQ"
    "EB",
    TRUE },
  { "AVIF",
    "AAAAGGZ0eXBhdmlmAAAAAG1pZjFhdmlmAAAAdW1ldGEAAAAAAAAADnBpdG0AAAAAAAEAAAAjaWluZgAAAAAAAQAAABVp"
    "bmZlAgAAAAABAABhdjAxAAAAADhpcHJwAAAAHGlwY28AAAAUaXNwZQAAAAAAAAABAAAAAQAAABRpcG1hAAAAAAAAAAEAAQ"
    "EB",
    TRUE },
  { "JPEG XL", "/woAEBA=", TRUE },
};

static int
sample_to_fd (const Sample *sample, gsize *out_size)
{
  g_autofree guint8 *bytes = g_base64_decode (sample->base64, out_size);
  otr_autofd int fd = memfd_create ("otr-doctor", MFD_CLOEXEC);

  if (fd < 0 || write (fd, bytes, *out_size) != (gssize) *out_size)
    return -1;
  return otr_fd_steal (&fd);
}

static const char *
verdict (const Sample *sample, const OtrWireAnswer *answer)
{
  if (answer->facts->state == OTR_DECODE_NO_LOADER)
    return "no loader installed: metadata only";
  if (answer->thumbnail.width > 0)
    return "works";
  if (sample->only_header)
    return "a loader is installed";
  return answer->facts->reason != NULL ? answer->facts->reason : "does not work";
}

static char *
try_sample (OtrDecoderPool *pool, const Sample *sample)
{
  gsize size = 0;
  otr_autofd int fd = sample_to_fd (sample, &size);
  g_auto (OtrWireAnswer) answer = { 0 };
  g_autoptr (GError) error = NULL;

  if (fd < 0)
    return g_strdup ("could not be tried");
  if (!otr_cli_decode (pool,
                       fd,
                       size,
                       OTR_WIRE_WANT_FACTS | OTR_WIRE_WANT_THUMBNAIL,
                       OTR_THUMB_NORMAL,
                       NULL,
                       &answer,
                       &error))
    return g_strdup (error->message);
  return g_strdup (verdict (sample, &answer));
}

static void
print_line (const char *label, const char *value)
{
  g_autofree char *shown = otr_cli_text_display (value);

  (void) printf ("%-16s %s\n", label, shown);
}

/* FALSE when the decoder does not run: then no photo can be imported. */
static gboolean
print_decoder (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *program = otr_decoder_find (&error);
  g_autoptr (OtrDecoderPool) pool = NULL;

  print_line ("decoder", program != NULL ? program : error->message);
  if (program == NULL)
    return FALSE;
  print_line ("sandbox", "separate process, no seccomp yet");
  pool = otr_decoder_pool_new (NULL, 1, &error);
  if (pool == NULL)
    {
      print_line ("decoder", error->message);
      return FALSE;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *found = try_sample (pool, &samples[i]);

      print_line (samples[i].name, found);
    }
  return TRUE;
}

static void
print_limits (void)
{
  g_autofree char *memory = otr_cli_text_size (OTR_DECODER_MEMORY_LIMIT);
  g_autofree char *limits = g_strdup_printf ("%d s of CPU, %d s in all and %s for each photo",
                                             OTR_DECODER_CPU_LIMIT_MS / 1000,
                                             OTR_DECODER_WALL_LIMIT_MS / 1000,
                                             memory);
  g_autofree char *cores = g_strdup_printf ("%u", g_get_num_processors ());

  print_line ("limits", limits);
  print_line ("cores", cores);
}

static void
print_places (const OtrCli *cli)
{
  g_autofree char *path =
      cli->catalog_path != NULL ? g_strdup (cli->catalog_path) : otr_catalog_default_path ();
  gboolean there = g_file_test (path, G_FILE_TEST_EXISTS);
  g_autoptr (GError) error = NULL;
  g_autoptr (OtrCatalog) catalog =
      there ? otr_catalog_open (path, OTR_CATALOG_READ_ONLY, OTR_DIGEST_SHA256, &error) : NULL;
  g_autofree char *thumbnails = NULL;

  print_line ("catalog", path);
  if (catalog == NULL)
    {
      print_line ("", there ? error->message : "not made yet");
      return;
    }
  thumbnails = cli->thumbnails_path != NULL ? g_strdup (cli->thumbnails_path)
                                            : otr_catalog_default_thumbnails (catalog);
  print_line ("digest", otr_digest_kind_to_string (otr_catalog_get_digest_kind (catalog)));
  print_line ("thumbnails", thumbnails);
}

OtrExit
otr_cli_doctor (OtrCli *cli, char **argv)
{
  g_autofree char *glib =
      g_strdup_printf ("GLib %u.%u.%u", glib_major_version, glib_minor_version, glib_micro_version);
  g_autofree char *libraries = NULL;

  if (!otr_cli_parse (cli, NULL, NULL, "Exit status 1 when no photo can be decoded.", argv))
    return OTR_EXIT_USAGE;
  libraries = g_strdup_printf (
      "%s, SQLite %s, %s", glib, otr_catalog_library_version (), otr_digest_library_version ());
  print_line ("outrider-cli", OTR_VERSION);
  print_line ("libraries", libraries);
  print_places (cli);
  print_limits ();
  return print_decoder () ? OTR_EXIT_DONE : OTR_EXIT_FAILURES;
}
