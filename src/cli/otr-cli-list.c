/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdio.h>

#include "otr-cli-record.h"
#include "otr-cli-table.h"
#include "otr-cli-text.h"
#include "otr-cli.h"

typedef struct
{
  OtrCli *cli;
  OtrCatalog *catalog;
  OtrThumbStore *thumbs; /* NULL: none yet */
  char *folder;          /* NULL: all */
  const char *state;     /* NULL: all */
  gboolean json;
  OtrPhotoQuery query;
  OtrCliTable *table;
} Listing;

static gboolean
is_wanted (const Listing *listing, const OtrPhotoRecord *record)
{
  if (listing->state != NULL && strcmp (listing->state, otr_cli_record_state (record)) != 0)
    return FALSE;
  return listing->folder == NULL || otr_cli_path_is_below (record->folder_path, listing->folder);
}

static void
print_json (const Listing *listing, const OtrPhotoRecord *record)
{
  g_autoptr (OtrPhotoRecord) full = otr_cli_record_with_thumbnail (record, listing->thumbs);
  g_autoptr (OtrJson) json = otr_json_new ();

  otr_cli_record_write_json (json, full, otr_catalog_get_digest_kind (listing->catalog));
  otr_cli_print_json (json);
}

static void
add_row (const Listing *listing, const OtrPhotoRecord *record)
{
  const OtrFacts *facts = record->facts;
  gboolean damaged = otr_cli_record_is_damaged (record->decode_state);
  gboolean dated = facts->taken_ms != OTR_TAKEN_MS_NONE;
  char *cells[] = {
    dated ? otr_taken_to_string (facts->taken_ms, 0) : NULL,
    otr_cli_text_size (record->size),
    facts->width > 0 ? g_strdup_printf ("%u×%u", facts->width, facts->height) : NULL,
    otr_cli_record_camera (facts),
    g_strdup (damaged ? "damaged" : otr_cli_record_state (record)),
    otr_photo_record_get_path (record),
  };

  otr_cli_table_add (listing->table, cells);
}

static gboolean
on_record (const OtrPhotoRecord *record, gpointer data)
{
  Listing *listing = data;

  if (!is_wanted (listing, record))
    return TRUE;
  if (listing->json)
    print_json (listing, record);
  else
    add_row (listing, record);
  return !g_cancellable_is_cancelled (listing->cli->cancellable);
}

static OtrExit
run_list (gpointer data)
{
  static const char *const headings[] = {
    "TAKEN",
    ">SIZE",
    ">PIXELS",
    "CAMERA",
    "STATE",
    "PATH",
    NULL,
  };
  Listing *listing = data;
  g_autoptr (OtrCatalog) catalog = NULL;
  g_autoptr (OtrCatalogReader) reader = NULL;
  g_autoptr (OtrThumbStore) thumbs = NULL;
  g_autoptr (OtrCliTable) table = otr_cli_table_new (headings);
  g_autoptr (GError) error = NULL;
  OtrExit status = OTR_EXIT_DONE;

  reader = otr_cli_open_reader (listing->cli, &catalog, &status);
  if (reader == NULL)
    return status;
  thumbs = otr_cli_open_thumbs_if_there (listing->cli, catalog);
  listing->catalog = catalog;
  listing->thumbs = thumbs;
  listing->table = table;
  if (!otr_catalog_reader_each_file (reader, &listing->query, TRUE, on_record, listing, &error))
    return otr_cli_fail (error, OTR_EXIT_CATALOG);
  otr_cli_table_print (table, stdout);
  return g_cancellable_is_cancelled (listing->cli->cancellable) ? OTR_EXIT_CANCELLED
                                                                : OTR_EXIT_DONE;
}

static gboolean
check_words (OtrCli *cli, const char *state, const char *sort, OtrSort *out_sort)
{
  static const char *const states[] = { "ok", "missing", "offline", NULL };

  if (state != NULL && !g_strv_contains (states, state))
    {
      (void) otr_cli_usage (cli, "--state is ok, missing or offline");
      return FALSE;
    }
  if (sort == NULL || strcmp (sort, "taken") == 0)
    *out_sort = OTR_SORT_TAKEN_OLDEST;
  else if (strcmp (sort, "added") == 0)
    *out_sort = OTR_SORT_ADDED;
  else if (strcmp (sort, "name") == 0)
    *out_sort = OTR_SORT_NAME;
  else
    {
      (void) otr_cli_usage (cli, "--sort is taken, added or name");
      return FALSE;
    }
  return TRUE;
}

OtrExit
otr_cli_list (OtrCli *cli, char **argv)
{
  g_autofree char *folder = NULL;
  g_autofree char *resolved = NULL;
  g_autofree char *state = NULL;
  g_autofree char *sort = NULL;
  Listing listing = { .cli = cli, .query = { .view = OTR_VIEW_ALL } };
  OtrExit status;
  const GOptionEntry entries[] = {
    OTR_CLI_OPTION ("json", NONE, &listing.json, "Print one JSON object a file", NULL),
    OTR_CLI_OPTION ("folder", FILENAME, &folder, "Only what is below this folder", "FOLDER"),
    OTR_CLI_OPTION ("state", STRING, &state, "Only ok, missing or offline files", "STATE"),
    OTR_CLI_OPTION (
        "search", STRING, &listing.query.search, "Only what matches these words", "TEXT"),
    OTR_CLI_OPTION ("sort", STRING, &sort, "By taken (default), added or name", "ORDER"),
    G_OPTION_ENTRY_NULL,
  };

  if (!otr_cli_parse (cli, entries, NULL, NULL, argv) ||
      !check_words (cli, state, sort, &listing.query.sort))
    return OTR_EXIT_USAGE;
  resolved = folder != NULL ? otr_cli_resolve (folder) : NULL;
  listing.folder = resolved;
  listing.state = state;
  status = otr_cli_work (cli, run_list, &listing);
  otr_photo_query_clear (&listing.query);
  return status;
}
