/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-cli.h"

/* FALSE: said; *out_exit tells how bad it is. */
static gboolean
remove_one (OtrCli *cli, OtrCatalogWriter *writer, const char *argument, OtrExit *out_exit)
{
  g_autofree char *path = otr_cli_resolve (argument);
  g_autoptr (GError) error = NULL;
  gint64 removal = 0;
  guint64 n = 0;

  if (!otr_catalog_writer_remove_path (writer, path, &removal, &n, &error))
    {
      *out_exit = otr_cli_fail (error, OTR_EXIT_CATALOG);
      return FALSE;
    }
  if (n == 0)
    {
      otr_cli_complain ("%s is not in the catalog", path);
      *out_exit = OTR_EXIT_FAILURES;
      return FALSE;
    }
  otr_cli_note (cli, "%s: %" G_GUINT64_FORMAT " removed from the catalog", path, n);
  return TRUE;
}

OtrExit
otr_cli_remove (OtrCli *cli, char **argv)
{
  g_auto (GStrv) paths = NULL;
  g_autoptr (OtrCatalog) catalog = NULL;
  g_autoptr (OtrCatalogWriter) writer = NULL;
  g_autoptr (GError) error = NULL;
  OtrExit status = OTR_EXIT_DONE;
  const GOptionEntry entries[] = {
    OTR_CLI_PATHS (&paths),
    G_OPTION_ENTRY_NULL,
  };

  if (!otr_cli_parse (cli, entries, "FOLDER|PATH…", "The files themselves stay as they are.", argv))
    return OTR_EXIT_USAGE;
  if (paths == NULL)
    return otr_cli_usage (cli, "remove what?");
  catalog = otr_cli_open_catalog (cli, OTR_CATALOG_CREATE, OTR_DIGEST_SHA256, &status);
  if (catalog == NULL)
    return status;
  writer = otr_catalog_writer_new (catalog, &error);
  if (writer == NULL)
    return otr_cli_fail (error, OTR_EXIT_CATALOG);
  for (gsize i = 0; paths[i] != NULL; i++)
    if (!remove_one (cli, writer, paths[i], &status) && status != OTR_EXIT_FAILURES)
      break;
  return status;
}
