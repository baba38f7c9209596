/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-cli.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include <glib-unix.h>

#include "otr-cli-text.h"
#include "otr-dispatch.h"
#include "otr-error.h"
#include "otr-pool.h"

void
otr_cli_clear (OtrCli *cli)
{
  g_clear_pointer (&cli->catalog_path, g_free);
  g_clear_pointer (&cli->thumbnails_path, g_free);
  g_clear_object (&cli->cancellable);
}

/* ---- messages ---- */

G_GNUC_PRINTF (1, 0)
static void
say (const char *format, va_list arguments)
{
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  g_autofree char *line = otr_cli_text_display (text);

  (void) fprintf (stderr, "outrider-cli: %s\n", line);
}

void
otr_cli_complain (const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  say (format, arguments);
  va_end (arguments);
}

void
otr_cli_note (const OtrCli *cli, const char *format, ...)
{
  va_list arguments;

  if (cli->quiet)
    return;
  va_start (arguments, format);
  say (format, arguments);
  va_end (arguments);
}

OtrExit
otr_cli_usage (const OtrCli *cli, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  say (format, arguments);
  va_end (arguments);
  if (cli->verb != NULL)
    (void) fprintf (stderr, "Try 'outrider-cli %s --help'.\n", cli->verb);
  else
    (void) fputs ("Try 'outrider-cli --help'.\n", stderr);
  return OTR_EXIT_USAGE;
}

static OtrExit
exit_of (const GError *error, OtrExit fallback)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return OTR_EXIT_CANCELLED;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE))
    return OTR_EXIT_TROUBLE;
  if (error->domain != OTR_ERROR)
    return fallback;
  switch ((OtrError) error->code)
    {
    case OTR_ERROR_BUSY:
    case OTR_ERROR_CORRUPT:
    case OTR_ERROR_TOO_NEW:
    case OTR_ERROR_FOREIGN:
      return OTR_EXIT_CATALOG;
    case OTR_ERROR_NO_SPACE:
    case OTR_ERROR_SOURCE_GONE:
      return OTR_EXIT_TROUBLE;
    case OTR_ERROR_SETTING:
      return OTR_EXIT_USAGE;
    case OTR_ERROR_CHANGED:
    case OTR_ERROR_VERIFY:
    case OTR_ERROR_METADATA:
      return OTR_EXIT_FAILURES;
    default:
      return fallback;
    }
}

OtrExit
otr_cli_fail (const GError *error, OtrExit fallback)
{
  otr_cli_complain ("%s", error->message);
  if (g_error_matches (error, OTR_ERROR, OTR_ERROR_CORRUPT))
    otr_cli_complain ("'outrider-cli check --repair' sets it aside and saves what can be read");
  return exit_of (error, fallback);
}

void
otr_cli_print_json (OtrJson *json)
{
  (void) fputs (otr_json_end (json), stdout);
}

/* ---- options ---- */

static gboolean
on_version (const char *name, const char *value, gpointer data, GError **error)
{
  (void) printf ("outrider-cli %s\n", OTR_VERSION);
  exit (OTR_EXIT_DONE);
}

const GOptionEntry *
otr_cli_global_entries (OtrCli *cli)
{
  static GOptionEntry entries[5];
  const GOptionEntry made[] = {
    { "catalog",
      0,
      0,
      G_OPTION_ARG_FILENAME,
      &cli->catalog_path,
      "Use this catalog; made when missing",
      "FILE" },
    { "thumbnails",
      0,
      0,
      G_OPTION_ARG_FILENAME,
      &cli->thumbnails_path,
      "Keep the thumbnails here",
      "FILE" },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &cli->quiet, "Say only what went wrong", NULL },
    { "version",
      0,
      G_OPTION_FLAG_NO_ARG,
      G_OPTION_ARG_CALLBACK,
      on_version,
      "Print the version and exit",
      NULL },
    G_OPTION_ENTRY_NULL,
  };

  G_STATIC_ASSERT (sizeof made == sizeof entries);
  memcpy (entries, made, sizeof made);
  return entries;
}

gboolean
otr_cli_parse (OtrCli *cli,
               const GOptionEntry *entries,
               const char *arguments,
               const char *description,
               char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (arguments);
  GOptionGroup *global = g_option_group_new (
      "global", "Options of every verb:", "Show options of every verb", NULL, NULL);
  g_autofree char *program = g_strconcat ("outrider-cli ", cli->verb, NULL);
  g_auto (GStrv) rest = g_strdupv (argv);
  g_autoptr (GError) error = NULL;

  g_set_prgname (program);
  if (entries != NULL)
    g_option_context_add_main_entries (context, entries, NULL);
  g_option_group_add_entries (global, otr_cli_global_entries (cli));
  g_option_context_add_group (context, global);
  g_option_context_set_description (context, description);
  if (!g_option_context_parse_strv (context, &rest, &error))
    {
      (void) otr_cli_usage (cli, "%s", error->message);
      return FALSE;
    }
  if (g_strv_length (rest) > 1)
    {
      (void) otr_cli_usage (cli, "'%s' takes no argument '%s'", cli->verb, rest[1]);
      return FALSE;
    }
  return TRUE;
}

/* ---- cancellation ---- */

/* The default action is back before anything is said, so a second signal ends the program at once.
 */
static gboolean
on_signal (gpointer data)
{
  OtrCli *cli = data;

  (void) signal (SIGINT, SIG_DFL);
  (void) signal (SIGTERM, SIG_DFL);
  otr_cli_note (cli, "stopping; once more ends at once");
  g_cancellable_cancel (cli->cancellable);
  return G_SOURCE_REMOVE;
}

void
otr_cli_watch_signals (OtrCli *cli)
{
  (void) g_unix_signal_add (SIGINT, on_signal, cli);
  (void) g_unix_signal_add (SIGTERM, on_signal, cli);
}

typedef struct
{
  OtrCliWork func;
  gpointer data;
  GMainLoop *loop;
  OtrExit status;
} Work;

static void
on_work_done (gpointer data)
{
  g_main_loop_quit (data);
}

static void
run_work (OtrPool *pool, guint index, gpointer data)
{
  Work *work = data;

  work->status = work->func (work->data);
  otr_dispatch (
      NULL, on_work_done, g_main_loop_ref (work->loop), (GDestroyNotify) g_main_loop_unref);
}

OtrExit
otr_cli_work (OtrCli *cli, OtrCliWork func, gpointer data)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Work work = { .func = func, .data = data, .loop = loop };
  g_autoptr (OtrPool) pool = otr_pool_new ("otr-cli-work", run_work, &work);

  otr_cli_watch_signals (cli);
  if (!otr_pool_resize (pool, 1))
    {
      otr_cli_complain ("the system gives no thread");
      return OTR_EXIT_TROUBLE;
    }
  g_main_loop_run (loop);
  otr_pool_join (pool);
  return work.status;
}

/* ---- paths ---- */

GFile *
otr_cli_file_for_argument (const char *argument)
{
  g_autofree char *scheme = g_uri_parse_scheme (argument);

  if (scheme != NULL && strstr (argument, "://") != NULL &&
      !g_file_test (argument, G_FILE_TEST_EXISTS))
    return g_file_new_for_uri (argument);
  return g_file_new_for_path (argument);
}

char *
otr_cli_resolve (const char *argument)
{
  g_autoptr (GFile) file = otr_cli_file_for_argument (argument);
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *folder = NULL;
  g_autofree char *name = NULL;
  char *resolved;

  if (path == NULL)
    return g_file_get_uri (file);
  resolved = realpath (path, NULL);
  if (resolved != NULL)
    return resolved; /* GLib's free is the C library's */
  folder = g_path_get_dirname (path);
  name = g_path_get_basename (path);
  resolved = realpath (folder, NULL);
  if (resolved == NULL)
    return g_steal_pointer (&path);
  g_free (folder);
  folder = resolved;
  return g_build_filename (folder, name, NULL);
}

gboolean
otr_cli_path_is_below (const char *path, const char *folder)
{
  gsize length = strlen (folder);

  while (length > 0 && folder[length - 1] == '/')
    length--;
  return strncmp (path, folder, length) == 0 && (path[length] == '\0' || path[length] == '/');
}
