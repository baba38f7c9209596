/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdio.h>

#include "otr-cli-text.h"
#include "otr-cli.h"

static void
print_json (const OtrDuplicate *duplicate)
{
  g_autoptr (OtrJson) json = otr_json_new ();
  g_autofree char *digest = otr_digest_to_hex (&duplicate->digest);
  gboolean all_utf8 = TRUE;

  otr_json_string (json, "digest", digest);
  otr_json_uint (json, "size", duplicate->size);
  otr_json_open_array (json, "paths");
  for (guint i = 0; i < duplicate->paths->len; i++)
    {
      const char *path = g_ptr_array_index (duplicate->paths, i);

      otr_json_string (json, NULL, path);
      all_utf8 = all_utf8 && g_utf8_validate (path, -1, NULL);
    }
  otr_json_close_array (json);
  if (!all_utf8)
    {
      otr_json_open_array (json, "paths_bytes");
      for (guint i = 0; i < duplicate->paths->len; i++)
        {
          const char *path = g_ptr_array_index (duplicate->paths, i);
          g_autofree char *base64 = g_base64_encode ((const guchar *) path, strlen (path));

          otr_json_string (json, NULL, base64);
        }
      otr_json_close_array (json);
    }
  otr_cli_print_json (json);
}

static void
print_text (const OtrDuplicate *duplicate)
{
  g_autofree char *size = otr_cli_text_size (duplicate->size);

  (void) printf ("%u × %s\n", duplicate->paths->len, size);
  for (guint i = 0; i < duplicate->paths->len; i++)
    {
      g_autofree char *path = otr_cli_text_display (g_ptr_array_index (duplicate->paths, i));

      (void) printf ("  %s\n", path);
    }
}

OtrExit
otr_cli_duplicates (OtrCli *cli, char **argv)
{
  gboolean json = FALSE;
  g_autoptr (OtrCatalog) catalog = NULL;
  g_autoptr (OtrCatalogReader) reader = NULL;
  g_autoptr (GPtrArray) duplicates = NULL;
  g_autoptr (GError) error = NULL;
  OtrExit status = OTR_EXIT_DONE;
  const GOptionEntry entries[] = {
    OTR_CLI_OPTION ("json", NONE, &json, "Print one JSON object a content", NULL),
    G_OPTION_ENTRY_NULL,
  };

  if (!otr_cli_parse (cli, entries, NULL, NULL, argv))
    return OTR_EXIT_USAGE;
  reader = otr_cli_open_reader (cli, &catalog, &status);
  if (reader == NULL)
    return status;
  duplicates = otr_catalog_reader_duplicates (reader, &error);
  if (duplicates == NULL)
    return otr_cli_fail (error, OTR_EXIT_CATALOG);
  for (guint i = 0; i < duplicates->len; i++)
    {
      if (json)
        print_json (g_ptr_array_index (duplicates, i));
      else
        print_text (g_ptr_array_index (duplicates, i));
    }
  return OTR_EXIT_DONE;
}
