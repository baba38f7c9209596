/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdio.h>

#include "otr-cli.h"
#include "otr-error.h"

/* Verbs about the catalog itself: check and backup. */

static void
print_problems (GPtrArray *problems)
{
  for (guint i = 0; i < problems->len; i++)
    (void) printf ("%s\n", (const char *) g_ptr_array_index (problems, i));
}

/* A database that is broken itself is beyond mending: opened once more, it is salvaged. */
static GPtrArray *
check_catalog (OtrCli *cli, gboolean repair, OtrExit *out_exit)
{
  OtrCatalogFlags flags = repair ? OTR_CATALOG_CREATE : OTR_CATALOG_READ_ONLY;

  for (gboolean again = repair;; again = FALSE)
    {
      g_autoptr (OtrCatalog) catalog =
          otr_cli_open_catalog (cli, flags, OTR_DIGEST_SHA256, out_exit);
      g_autoptr (GError) error = NULL;
      GPtrArray *problems;

      if (catalog == NULL)
        return NULL;
      if (otr_catalog_is_on_network (catalog))
        otr_cli_note (
            cli, "the catalog is on a network file system: slower, and for one program at a time");
      problems = otr_catalog_check (catalog, repair, &error);
      if (problems != NULL)
        return problems;
      if (again && g_error_matches (error, OTR_ERROR, OTR_ERROR_CORRUPT))
        continue;
      *out_exit = otr_cli_fail (error, OTR_EXIT_CATALOG);
      return NULL;
    }
}

OtrExit
otr_cli_check (OtrCli *cli, char **argv)
{
  gboolean repair = FALSE;
  g_autoptr (GPtrArray) problems = NULL;
  OtrExit status = OTR_EXIT_DONE;
  const GOptionEntry entries[] = {
    OTR_CLI_OPTION ("repair", NONE, &repair, "Also put right what can be", NULL),
    G_OPTION_ENTRY_NULL,
  };

  if (!otr_cli_parse (cli, entries, NULL, "Exit status 1 when something is wrong.", argv))
    return OTR_EXIT_USAGE;
  problems = check_catalog (cli, repair, &status);
  if (problems == NULL)
    return status;
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
