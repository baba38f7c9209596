/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdio.h>

#include "otr-cli.h"

/* Verbs about the catalog itself: check and backup. */

static void
print_problems (GPtrArray *problems)
{
  for (guint i = 0; i < problems->len; i++)
    (void) printf ("%s\n", (const char *) g_ptr_array_index (problems, i));
}

OtrExit
otr_cli_check (OtrCli *cli, char **argv)
{
  gboolean repair = FALSE;
  g_autoptr (OtrCatalog) catalog = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;
  OtrExit status = OTR_EXIT_DONE;
  const GOptionEntry entries[] = {
    OTR_CLI_OPTION ("repair", NONE, &repair, "Also put right what can be", NULL),
    G_OPTION_ENTRY_NULL,
  };

  if (!otr_cli_parse (cli, entries, NULL, "Exit status 1 when something is wrong.", argv))
    return OTR_EXIT_USAGE;
  catalog = otr_cli_open_catalog (
      cli, repair ? OTR_CATALOG_CREATE : OTR_CATALOG_READ_ONLY, OTR_DIGEST_SHA256, &status);
  if (catalog == NULL)
    return status;
  if (otr_catalog_is_on_network (catalog))
    otr_cli_note (cli,
                  "the catalog is on a network file system: slower, and for one program at a time");
  problems = otr_catalog_check (catalog, repair, &error);
  if (problems == NULL)
    return otr_cli_fail (error, OTR_EXIT_CATALOG);
  print_problems (problems);
  if (problems->len == 0)
    otr_cli_note (cli, "the catalog is clean");
  return problems->len == 0 ? OTR_EXIT_DONE : OTR_EXIT_FAILURES;
}

OtrExit
otr_cli_backup (OtrCli *cli, char **argv)
{
  g_autoptr (OtrCatalog) catalog = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  OtrExit status = OTR_EXIT_DONE;

  if (!otr_cli_parse (
          cli, NULL, NULL, "Prints the name of the copy. The newest seven are kept.", argv))
    return OTR_EXIT_USAGE;
  catalog = otr_cli_open_catalog (cli, OTR_CATALOG_CREATE, OTR_DIGEST_SHA256, &status);
  if (catalog == NULL)
    return status;
  path = otr_catalog_backup (catalog, &error);
  if (path == NULL)
    return otr_cli_fail (error, OTR_EXIT_CATALOG);
  (void) printf ("%s\n", path);
  return OTR_EXIT_DONE;
}
