/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <locale.h>
#include <stdio.h>
#include <unistd.h>

#include "otr-cli.h"

typedef struct
{
  const char *name;
  const char *arguments;
  const char *summary;
  OtrExit (*run) (OtrCli *cli, char **argv);
} Verb;

static const Verb verbs[] = {
  { "import",
    "FOLDER…",
    "Add the photos of folders to the catalog, where they are",
    otr_cli_import },
  { "rescan", "[ROOT…]", "Compare what is known with the disk", otr_cli_rescan },
  { "list", "", "List the photos of the catalog", otr_cli_list },
  { "info", "FILE", "Say what an import would make of one file", otr_cli_info },
  { "exif", "PATH", "Show all tags kept of a photo", otr_cli_exif },
  { "thumbnail", "PATH", "Write the stored thumbnail of a photo as PNG", otr_cli_thumbnail },
  { "thumbnails", "build|clear|check", "Make, drop or check all thumbnails", otr_cli_thumbnails },
  { "rolls", "", "List the imports so far", otr_cli_rolls },
  { "remove", "FOLDER|PATH…", "Forget photos; the files stay untouched", otr_cli_remove },
  { "duplicates", "", "List content that is there more than once", otr_cli_duplicates },
  { "verify", "[ROOT…]", "Read the photos again and compare digests", otr_cli_verify },
  { "check", "", "Check the catalog itself", otr_cli_check },
  { "backup", "", "Copy the catalog into its backups folder", otr_cli_backup },
  { "sample", "FOLDER", "Paint a small album to try things with", otr_cli_sample },
  { "storage", "PATH", "Say what kind of storage is behind a path", otr_cli_storage },
  { "doctor", "", "Say what this installation can do", otr_cli_doctor },
};

static char *
describe_verbs (void)
{
  g_autoptr (GString) text = g_string_new ("Verbs:\n");

  for (gsize i = 0; i < G_N_ELEMENTS (verbs); i++)
    {
      g_autofree char *usage = g_strdup_printf ("%s %s", verbs[i].name, verbs[i].arguments);
      int padding = MAX (2, 31 - (int) g_utf8_strlen (usage, -1));

      g_string_append_printf (text, "  %s%*s%s\n", usage, padding, "", verbs[i].summary);
    }
  g_string_append (
      text,
      "\n'outrider-cli VERB --help' explains a verb.\n\n"
      "Exit status: 0 done; 1 done, but a file failed; 2 wrong usage; 3 the catalog can't be\n"
      "used; 4 cancelled; 5 stopped early by trouble of the machine (no space, source gone).");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static const Verb *
find_verb (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (verbs); i++)
    if (strcmp (verbs[i].name, name) == 0)
      return &verbs[i];
  return NULL;
}

/* The options before the verb; *out_rest begins with the program's name and then has the verb. */
static gboolean
parse_global (OtrCli *cli, char **argv, char ***out_rest)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("VERB [ARGUMENT…]");
  g_auto (GStrv) rest = g_strdupv (argv);
  g_autofree char *description = describe_verbs ();
  g_autoptr (GError) error = NULL;

  g_option_context_set_strict_posix (context, TRUE);
  g_option_context_set_summary (context, "Imports photos into a catalog without a display.");
  g_option_context_set_description (context, description);
  g_option_context_add_main_entries (context, otr_cli_global_entries (cli), NULL);
  if (!g_option_context_parse_strv (context, &rest, &error))
    {
      (void) otr_cli_usage (cli, "%s", error->message);
      return FALSE;
    }
  *out_rest = g_steal_pointer (&rest);
  return TRUE;
}

static OtrExit
run_verb (OtrCli *cli, char **rest)
{
  g_autoptr (GStrvBuilder) arguments = g_strv_builder_new ();
  g_auto (GStrv) argv = NULL;
  const Verb *verb;

  if (rest[1] != NULL && strcmp (rest[1], "--") == 0)
    rest++;
  if (rest[1] == NULL)
    return otr_cli_usage (cli, "which verb? For example 'outrider-cli import FOLDER'");
  verb = find_verb (rest[1]);
  if (verb == NULL)
    return otr_cli_usage (cli, "there is no verb '%s'", rest[1]);
  g_strv_builder_add (arguments, "outrider-cli");
  g_strv_builder_addv (arguments, (const char **) rest + 2);
  argv = g_strv_builder_end (arguments);
  cli->verb = verb->name;
  return verb->run (cli, argv);
}

/* What was printed must have arrived: a full disk behind a redirection is trouble, not success. */
static OtrExit
finish_output (OtrExit status)
{
  if (fflush (stdout) == 0 && ferror (stdout) == 0)
    return status;
  otr_cli_complain ("the output can't be written");
  return status == OTR_EXIT_DONE ? OTR_EXIT_TROUBLE : status;
}

int
main (int argc, char **argv)
{
  g_auto (OtrCli) cli = { .cancellable = g_cancellable_new () };
  g_auto (GStrv) rest = NULL;

  (void) setlocale (LC_ALL, "");
  g_set_prgname ("outrider-cli");
  if (argc < 1 || !parse_global (&cli, argv, &rest))
    return OTR_EXIT_USAGE;
  return finish_output (run_verb (&cli, rest));
}
