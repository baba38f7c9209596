/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdio.h>

#include "otr-cli-text.h"
#include "otr-cli.h"
#include "otr-storage.h"
#include "otr-tuning.h"

static const char *
preset_for (const OtrStorage *storage)
{
  OtrTuning tuning;
  OtrTuningEffective effective;

  otr_tuning_init (&tuning);
  otr_tuning_resolve (&tuning, storage, g_get_num_processors (), &effective);
  return otr_preset_to_string (effective.basis);
}

static void
print_json (const char *path, const OtrStorage *storage)
{
  g_autoptr (OtrJson) json = otr_json_new ();

  otr_json_bytes (json, "path", path);
  otr_json_string (json, "kind", otr_storage_kind_to_string (storage->kind));
  otr_json_bool (json, "encrypted", storage->encrypted);
  otr_json_string (json, "device", storage->device);
  otr_json_string (json, "file_system", storage->file_system);
  otr_json_string (json, "mount_point", storage->mount_point);
  otr_json_string (json, "mount_options", storage->mount_options);
  otr_json_string (json, "volume", storage->volume_id);
  otr_json_bool (json, "stable_inodes", storage->stable_inodes);
  otr_json_int (json, "time_step_ns", storage->time_step_ns);
  otr_json_string (json, "preset", preset_for (storage));
  otr_json_string (json, "why", storage->why);
  otr_cli_print_json (json);
}

static void
print_line (const char *label, const char *value)
{
  g_autofree char *shown = otr_cli_text_display (value != NULL ? value : "unknown");

  (void) printf ("%-12s %s\n", label, shown);
}

static void
print_text (const char *path, const OtrStorage *storage)
{
  print_line ("path", path);
  print_line ("kind", otr_storage_kind_to_string (storage->kind));
  print_line ("encrypted", storage->encrypted ? "yes" : "no");
  print_line ("device", storage->device);
  print_line ("file system", storage->file_system);
  print_line ("mounted at", storage->mount_point);
  print_line ("preset", preset_for (storage));
  print_line ("why", storage->why);
}

OtrExit
otr_cli_storage (OtrCli *cli, char **argv)
{
  g_auto (GStrv) paths = NULL;
  gboolean json = FALSE;
  g_autofree char *path = NULL;
  g_autoptr (OtrStorage) storage = NULL;
  const GOptionEntry entries[] = {
    OTR_CLI_OPTION ("json", NONE, &json, "Print one JSON object", NULL),
    OTR_CLI_PATHS (&paths),
    G_OPTION_ENTRY_NULL,
  };

  if (!otr_cli_parse (cli, entries, "PATH", NULL, argv))
    return OTR_EXIT_USAGE;
  if (paths == NULL || paths[1] != NULL)
    return otr_cli_usage (cli, "storage takes one path");
  path = otr_cli_resolve (paths[0]);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return otr_cli_usage (cli, "there is no '%s'", paths[0]);
  storage = otr_storage_detect (path);
  if (json)
    print_json (path, storage);
  else
    print_text (path, storage);
  return OTR_EXIT_DONE;
}
