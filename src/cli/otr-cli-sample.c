/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-cli.h"

#include "otr-sample-album.h"

OtrExit
otr_cli_sample (OtrCli *cli, char **argv)
{
  g_auto (GStrv) folders = NULL;
  g_autoptr (GError) error = NULL;
  guint n = 0;
  const GOptionEntry entries[] = {
    OTR_CLI_PATHS (&folders),
    G_OPTION_ENTRY_NULL,
  };

  if (!otr_cli_parse (
          cli, entries, "FOLDER", "Pictures of the same names are replaced, others left.", argv))
    return OTR_EXIT_USAGE;
  if (folders == NULL || folders[1] != NULL)
    return otr_cli_usage (cli, "sample takes one folder");
  if (!otr_sample_album_make (folders[0], &n, &error))
    return otr_cli_fail (error, OTR_EXIT_TROUBLE);
  otr_cli_note (cli, "%u sample pictures in %s", n, folders[0]);
  return OTR_EXIT_DONE;
}
