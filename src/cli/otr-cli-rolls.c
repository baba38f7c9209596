/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdio.h>

#include "otr-cli-table.h"
#include "otr-cli-text.h"
#include "otr-cli.h"

static char *
time_text (gint64 time_us)
{
  return time_us > 0 ? otr_cli_text_time_ns (time_us * 1000) : NULL;
}

static guint64
count_found (const OtrRoll *roll)
{
  guint64 found = 0;

  for (int i = 0; i < OTR_N_RESULTS; i++)
    found += roll->counts[i];
  return found;
}

static void
print_json (const OtrRoll *roll)
{
  g_autoptr (OtrJson) json = otr_json_new ();
  g_autofree char *started = time_text (roll->started_us);
  g_autofree char *ended = time_text (roll->ended_us);

  otr_json_int (json, "roll", roll->id);
  otr_json_string (json, "started", started);
  otr_json_string (json, "ended", ended);
  otr_json_strings (json, "sources", (const char *const *) roll->sources);
  otr_json_uint (json, "found", count_found (roll));
  for (int i = 0; i < OTR_N_RESULTS; i++)
    otr_json_uint (json, otr_result_to_string ((OtrResult) i), roll->counts[i]);
  otr_json_uint (json, "bytes", roll->bytes);
  otr_json_double (json, "seconds", roll->seconds);
  otr_json_double (json, "seconds_to_catalog", roll->seconds_to_catalog);
  otr_cli_print_json (json);
}

static void
add_row (OtrCliTable *table, const OtrRoll *roll)
{
  g_autoptr (GDateTime) started =
      g_date_time_new_from_unix_local (roll->started_us / G_USEC_PER_SEC);
  char *cells[] = {
    g_strdup_printf ("%" G_GINT64_FORMAT, roll->id),
    started != NULL ? g_date_time_format (started, "%Y-%m-%d %H:%M") : NULL,
    g_strdup_printf ("%" G_GUINT64_FORMAT, count_found (roll)),
    g_strdup_printf ("%" G_GUINT64_FORMAT, roll->counts[OTR_RESULT_IMPORTED]),
    g_strdup_printf ("%" G_GUINT64_FORMAT, roll->counts[OTR_RESULT_FAILED]),
    roll->ended_us > 0 ? otr_cli_text_duration (roll->seconds) : g_strdup ("not ended"),
    roll->sources != NULL ? g_strjoinv (", ", roll->sources) : NULL,
  };

  otr_cli_table_add (table, cells);
}

OtrExit
otr_cli_rolls (OtrCli *cli, char **argv)
{
  static const char *const headings[] = {
    ">ROLL",
    "STARTED",
    ">FOUND",
    ">IMPORTED",
    ">FAILED",
    ">TIME",
    "FROM",
    NULL,
  };
  gboolean json = FALSE;
  g_autoptr (OtrCatalog) catalog = NULL;
  g_autoptr (OtrCatalogReader) reader = NULL;
  g_autoptr (GPtrArray) rolls = NULL;
  g_autoptr (OtrCliTable) table = otr_cli_table_new (headings);
  g_autoptr (GError) error = NULL;
  OtrExit status = OTR_EXIT_DONE;
  const GOptionEntry entries[] = {
    OTR_CLI_OPTION ("json", NONE, &json, "Print one JSON object a roll", NULL),
    G_OPTION_ENTRY_NULL,
  };

  if (!otr_cli_parse (cli, entries, NULL, "A roll is one import; the newest comes first.", argv))
    return OTR_EXIT_USAGE;
  reader = otr_cli_open_reader (cli, &catalog, &status);
  if (reader == NULL)
    return status;
  rolls = otr_catalog_reader_rolls (reader, &error);
  if (rolls == NULL)
    return otr_cli_fail (error, OTR_EXIT_CATALOG);
  for (guint i = 0; i < rolls->len; i++)
    {
      if (json)
        print_json (g_ptr_array_index (rolls, i));
      else
        add_row (table, g_ptr_array_index (rolls, i));
    }
  otr_cli_table_print (table, stdout);
  return OTR_EXIT_DONE;
}
