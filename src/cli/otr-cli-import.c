/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-cli-job.h"
#include "otr-cli-summary.h"
#include "otr-error.h"

typedef struct
{
  char **folders;
  char *preset;
  int preload_threads;
  int scout_threads;
  int thumbnail_threads;
  gboolean no_preload;
  char *digest_while_preloading;
  char **thumbnails; /* WHEN or FILE, as often as it is given */
  int thumbnail_size;
  char *digest;
  char *album;
  gboolean no_wait;
  gboolean follow_links;
  gboolean hidden;
  char **leave_out;
  gboolean json;
} Arguments;

static void
arguments_clear (Arguments *arguments)
{
  g_strfreev (arguments->folders);
  g_strfreev (arguments->leave_out);
  g_free (arguments->preset);
  g_free (arguments->digest_while_preloading);
  g_strfreev (arguments->thumbnails);
  g_free (arguments->digest);
  g_free (arguments->album);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Arguments, arguments_clear)

static const char description[] =
    "Nothing below FOLDER is written. A preset fits the threads to a kind of storage; giving\n"
    "a count keeps the preset's others (1 to 64; 0 chooses). With --thumbnails=now every\n"
    "thumbnail is made before the import ends; elastic, the default, never lets the import\n"
    "wait for them and makes the rest before it exits; later makes none. Ctrl+C stops\n"
    "cleanly and keeps what was done.";

static gboolean
parse (OtrCli *cli, Arguments *a, char **argv)
{
  const GOptionEntry entries[] = {
    OTR_CLI_OPTION (
        "preset", STRING, &a->preset, "auto, hdd, sata-ssd, nvme, network, custom", "PRESET"),
    OTR_CLI_OPTION (
        "preload-threads", INT, &a->preload_threads, "Photos read at once; 0 chooses", "N"),
    OTR_CLI_OPTION ("scout-threads", INT, &a->scout_threads, "Folders looked through at once", "N"),
    OTR_CLI_OPTION ("thumbnail-threads", INT, &a->thumbnail_threads, "Decoder processes", "N"),
    OTR_CLI_OPTION ("no-preload", NONE, &a->no_preload, "Do not read photos ahead", NULL),
    OTR_CLI_OPTION ("digest-while-preloading",
                    STRING,
                    &a->digest_while_preloading,
                    "yes, no or auto",
                    "CHOICE"),
    OTR_CLI_OPTION ("thumbnails",
                    FILENAME_ARRAY,
                    &a->thumbnails,
                    "now, elastic or later; or their file",
                    "WHEN"),
    OTR_CLI_OPTION ("thumbnail-size", INT, &a->thumbnail_size, "256 or 512 pixels", "SIZE"),
    OTR_CLI_OPTION ("no-wait", NONE, &a->no_wait, "Exit without the thumbnails left over", NULL),
    OTR_CLI_OPTION ("digest", STRING, &a->digest, "sha256 or md5, for a new catalog", "KIND"),
    OTR_CLI_OPTION ("album", STRING, &a->album, "Also put them into this album", "NAME"),
    OTR_CLI_OPTION (
        "follow-links", NONE, &a->follow_links, "Also follow links that lead out", NULL),
    OTR_CLI_OPTION ("hidden", NONE, &a->hidden, "Also take hidden files", NULL),
    OTR_CLI_OPTION ("leave-out",
                    STRING_ARRAY,
                    &a->leave_out,
                    "Leave out names like this one; repeatable",
                    "NAME"),
    OTR_CLI_OPTION ("json", NONE, &a->json, "Print one JSON object a line", NULL),
    OTR_CLI_PATHS (&a->folders),
    G_OPTION_ENTRY_NULL,
  };

  return otr_cli_parse (cli, entries, "FOLDER…", description, argv);
}

/* The place of `text` in `words`; the default when it was not given, -1 when it is none of them. */
static int
find_word (const char *text, const char *const *words, int fallback)
{
  if (text == NULL)
    return fallback;
  for (int i = 0; words[i] != NULL; i++)
    if (strcmp (words[i], text) == 0)
      return i;
  return -1;
}

static gboolean
fill_tuning (OtrCli *cli, const Arguments *a, OtrTuning *tuning)
{
  static const char *const choices[] = { "auto", "no", "yes", NULL }; /* as OtrChoice */
  g_autoptr (GError) error = NULL;
  int choice = find_word (a->digest_while_preloading, choices, OTR_CHOICE_AUTO);

  if (a->preset != NULL && !otr_preset_from_string (a->preset, &tuning->preset))
    {
      (void) otr_cli_usage (cli, "there is no preset '%s'", a->preset);
      return FALSE;
    }
  if (choice < 0)
    {
      (void) otr_cli_usage (cli, "--digest-while-preloading is yes, no or auto");
      return FALSE;
    }
  if (a->preload_threads < 0 || a->scout_threads < 0 || a->thumbnail_threads < 0)
    {
      (void) otr_cli_usage (cli, "a number of threads is 1 to %d, or 0", OTR_THREADS_MAX);
      return FALSE;
    }
  tuning->preload = !a->no_preload;
  tuning->preload_threads = (guint) a->preload_threads;
  tuning->scout_threads = (guint) a->scout_threads;
  tuning->thumbnail_threads = (guint) a->thumbnail_threads;
  tuning->digest_while_preloading = (OtrChoice) choice;
  if (!otr_tuning_check (tuning, &error))
    {
      (void) otr_cli_usage (cli, "%s", error->message);
      return FALSE;
    }
  return TRUE;
}

/* --thumbnails stands for two things: with one of its three words for when they are made, with
 * anything like a path for the file they are kept in. */
static gboolean
sort_out_thumbnails (OtrCli *cli, const Arguments *a, OtrThumbnails *out_when)
{
  static const char *const times[] = { "elastic", "now", "later", NULL }; /* as OtrThumbnails */

  *out_when = OTR_THUMBNAILS_ELASTIC;
  for (gsize i = 0; a->thumbnails != NULL && a->thumbnails[i] != NULL; i++)
    {
      const char *value = a->thumbnails[i];
      int when = find_word (value, times, -1);

      if (when >= 0)
        *out_when = (OtrThumbnails) when;
      else if (strpbrk (value, "./") != NULL)
        {
          g_free (cli->thumbnails_path);
          cli->thumbnails_path = g_strdup (value);
        }
      else
        {
          (void) otr_cli_usage (cli, "--thumbnails is now, elastic or later");
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
fill_options (OtrCli *cli, Arguments *a, OtrImportOptions *options)
{
  if (!sort_out_thumbnails (cli, a, &options->thumbnails))
    return FALSE;
  if (a->thumbnail_size != OTR_THUMB_NORMAL && a->thumbnail_size != OTR_THUMB_LARGE)
    {
      (void) otr_cli_usage (cli, "--thumbnail-size is 256 or 512");
      return FALSE;
    }
  if (a->album != NULL && *a->album == '\0')
    {
      (void) otr_cli_usage (cli, "an album needs a name");
      return FALSE;
    }
  options->mode = OTR_IMPORT_ADD;
  options->thumbnail_class = (OtrThumbClass) a->thumbnail_size;
  options->wait_for_thumbnails = !a->no_wait;
  options->follow_links = a->follow_links;
  options->hidden = a->hidden;
  options->leave_out = g_steal_pointer (&a->leave_out);
  options->album = g_steal_pointer (&a->album);
  options->inline_stages = g_strcmp0 (g_getenv ("OTR_THREADS"), "inline") == 0;
  return fill_tuning (cli, a, &options->tuning);
}

static OtrCatalog *
open_catalog (OtrCli *cli, const Arguments *a, OtrExit *out_exit)
{
  OtrDigestKind kind = OTR_DIGEST_SHA256;
  g_autoptr (OtrCatalog) catalog = NULL;

  if (a->digest != NULL && !otr_digest_kind_from_string (a->digest, &kind))
    {
      *out_exit = otr_cli_usage (cli, "--digest is sha256 or md5");
      return NULL;
    }
  catalog = otr_cli_open_catalog (cli, OTR_CATALOG_CREATE, kind, out_exit);
  if (catalog != NULL && a->digest != NULL && otr_catalog_get_digest_kind (catalog) != kind)
    {
      *out_exit = otr_cli_usage (cli,
                                 "the catalog was made with %s; that can't be changed",
                                 otr_digest_kind_to_string (otr_catalog_get_digest_kind (catalog)));
      return NULL;
    }
  return g_steal_pointer (&catalog);
}

static OtrExit
run_import (OtrCli *cli, const Arguments *a, OtrImportOptions *options)
{
  g_autoptr (GPtrArray) sources = NULL;
  g_autoptr (OtrCatalog) catalog = NULL;
  OtrCliJob job = { .options = options, .json = a->json, .print = otr_cli_summary_print };
  OtrExit status = OTR_EXIT_DONE;

  if (!otr_cli_job_collect_sources (cli, a->folders, &sources))
    return OTR_EXIT_USAGE;
  catalog = open_catalog (cli, a, &status);
  if (catalog == NULL)
    return status;
  job.catalog = catalog;
  job.sources = sources;
  return otr_cli_job_run (cli, &job);
}

OtrExit
otr_cli_import (OtrCli *cli, char **argv)
{
  g_auto (Arguments) a = { .thumbnail_size = OTR_THUMB_NORMAL };
  OtrImportOptions options;
  OtrExit status = OTR_EXIT_USAGE;

  otr_import_options_init (&options);
  if (!parse (cli, &a, argv))
    status = OTR_EXIT_USAGE;
  else if (a.folders == NULL)
    status = otr_cli_usage (cli, "import which folder?");
  else if (fill_options (cli, &a, &options))
    status = run_import (cli, &a, &options);
  otr_import_options_clear (&options);
  return status;
}
