/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-catalog.h"
#include "otr-json.h"
#include "otr-thumb-store.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What all verbs share: the global options, messages, opening the catalog, cancellation. Main
 * thread. */

typedef enum
{
  OTR_EXIT_DONE = 0,
  OTR_EXIT_FAILURES = 1, /* done, but at least one file failed */
  OTR_EXIT_USAGE = 2,
  OTR_EXIT_CATALOG = 3, /* the catalog can't be used */
  OTR_EXIT_CANCELLED = 4,
  OTR_EXIT_TROUBLE = 5, /* the machine: no space, source gone */
} OtrExit;

typedef struct
{
  char *catalog_path;    /* NULL: the default place */
  char *thumbnails_path; /* NULL: the default place */
  gboolean quiet;
  const char *verb;
  GCancellable *cancellable;
} OtrCli;

void otr_cli_clear (OtrCli *cli);

/* One option of a verb; and the paths it takes. */
#define OTR_CLI_OPTION(name, kind, target, help, value)  \
  {                                                      \
    name, 0, 0, G_OPTION_ARG_##kind, target, help, value \
  }
#define OTR_CLI_PATHS(target)                                                 \
  {                                                                           \
    G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, target, NULL, NULL \
  }

/* Parses the verb's options and the global ones. FALSE: said what is wrong, exit with
 * OTR_EXIT_USAGE. */
gboolean otr_cli_parse (OtrCli *cli,
                        const GOptionEntry *entries,
                        const char *arguments,
                        const char *description,
                        char **argv);
const GOptionEntry *otr_cli_global_entries (OtrCli *cli);
OtrExit otr_cli_usage (const OtrCli *cli, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* To stderr, on one line; _note not with --quiet. */
void otr_cli_note (const OtrCli *cli, const char *format, ...) G_GNUC_PRINTF (2, 3);
void otr_cli_complain (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* Says `error` and gives the exit status it means; `fallback` for those without one of their own.
 */
OtrExit otr_cli_fail (const GError *error, OtrExit fallback);

/* Ends the line and writes it to stdout. */
void otr_cli_print_json (OtrJson *json);

/* From now on SIGINT and SIGTERM only cancel cli->cancellable; a second one ends the program. */
void otr_cli_watch_signals (OtrCli *cli);

/* Runs `func` on a thread of its own, while the main loop waits for signals. */
typedef OtrExit (*OtrCliWork) (gpointer data);
OtrExit otr_cli_work (OtrCli *cli, OtrCliWork func, gpointer data);

/* ---- the catalog ---- */

/* Makes it when missing. Readers pass OTR_CATALOG_READ_ONLY. On failure NULL, said, with *out_exit.
 */
OtrCatalog *
otr_cli_open_catalog (OtrCli *cli, OtrCatalogFlags flags, OtrDigestKind kind, OtrExit *out_exit);
OtrCatalogReader *otr_cli_open_reader (OtrCli *cli, OtrCatalog **out_catalog, OtrExit *out_exit);
OtrThumbStore *otr_cli_open_thumbs (OtrCli *cli, OtrCatalog *catalog, OtrExit *out_exit);
/* NULL without a word when there is no store yet or it can't be read. */
OtrThumbStore *otr_cli_open_thumbs_if_there (OtrCli *cli, OtrCatalog *catalog);

/* ---- paths ---- */

/* A URI, or a path of bytes as typed. */
GFile *otr_cli_file_for_argument (const char *argument);
/* Absolute, links in the folders resolved; also for what is not there any more. URIs stay. */
char *otr_cli_resolve (const char *argument);
/* Whether `path` is `folder` or below it. */
gboolean otr_cli_path_is_below (const char *path, const char *folder);

/* The record of a path as typed. NULL when it is not in the catalog or on error: said. */
OtrPhotoRecord *
otr_cli_find_record (OtrCatalogReader *reader, const char *argument, OtrExit *out_exit);

/* ---- verbs: each takes its own arguments (argv[0] is the program) ---- */

OtrExit otr_cli_import (OtrCli *cli, char **argv);
OtrExit otr_cli_rescan (OtrCli *cli, char **argv);
OtrExit otr_cli_list (OtrCli *cli, char **argv);
OtrExit otr_cli_info (OtrCli *cli, char **argv);
OtrExit otr_cli_exif (OtrCli *cli, char **argv);
OtrExit otr_cli_thumbnail (OtrCli *cli, char **argv);
OtrExit otr_cli_thumbnails (OtrCli *cli, char **argv);
OtrExit otr_cli_rolls (OtrCli *cli, char **argv);
OtrExit otr_cli_remove (OtrCli *cli, char **argv);
OtrExit otr_cli_duplicates (OtrCli *cli, char **argv);
OtrExit otr_cli_verify (OtrCli *cli, char **argv);
OtrExit otr_cli_check (OtrCli *cli, char **argv);
OtrExit otr_cli_backup (OtrCli *cli, char **argv);
OtrExit otr_cli_sample (OtrCli *cli, char **argv);
OtrExit otr_cli_storage (OtrCli *cli, char **argv);
OtrExit otr_cli_doctor (OtrCli *cli, char **argv);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OtrCli, otr_cli_clear)

G_END_DECLS
