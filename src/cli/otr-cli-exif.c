/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdio.h>

#include "otr-cli-table.h"
#include "otr-cli.h"
#include "otr-tag-names.h"

/* All cached tags of one photo, as JSON or as a table. */
typedef struct
{
  OtrJson *json;
  OtrCliTable *table;
} Output;

static void
add_tag (const Output *out, const char *group, int number, const char *name, const char *value)
{
  char *cells[] = {
    g_strdup (group),
    number >= 0 ? g_strdup_printf ("0x%04x", (guint) number) : NULL,
    g_strdup (name),
    g_strdup (value),
  };

  otr_json_open_object (out->json, NULL);
  otr_json_string (out->json, "group", group);
  if (number >= 0)
    otr_json_int (out->json, "tag", number);
  else
    otr_json_null (out->json, "tag");
  otr_json_string (out->json, "name", name);
  otr_json_string (out->json, "value", value);
  otr_json_close_object (out->json);
  otr_cli_table_add (out->table, cells);
}

static void
add_all (const Output *out, GVariant *tags)
{
  guint8 version, group;
  guint16 number;
  const char *name;
  GVariant *value;
  g_autoptr (GVariantIter) numbered = NULL;
  g_autoptr (GVariantIter) named = NULL;

  g_variant_get (tags, "(ya(yqv)a(sv))", &version, &numbered, &named);
  while (g_variant_iter_next (numbered, "(yqv)", &group, &number, &value))
    {
      g_autofree char *text = otr_tag_value_to_string (value);

      add_tag (out, otr_tag_group_name (group), number, otr_tag_name (group, number), text);
      g_variant_unref (value);
    }
  while (g_variant_iter_next (named, "(&sv)", &name, &value))
    {
      g_autofree char *text = otr_tag_value_to_string (value);

      add_tag (out, "", -1, name, text);
      g_variant_unref (value);
    }
}

static OtrExit
print_tags (const OtrPhotoRecord *record, gboolean as_json)
{
  static const char *const headings[] = { "GROUP", "TAG", "NAME", "VALUE", NULL };
  g_autoptr (OtrJson) json = otr_json_new ();
  g_autoptr (OtrCliTable) table = otr_cli_table_new (headings);
  g_autofree char *path = otr_photo_record_get_path (record);
  Output out = { .json = json, .table = table };

  otr_json_bytes (json, record->is_uri ? "uri" : "path", path);
  otr_json_open_array (json, "tags");
  if (record->facts->tags != NULL)
    add_all (&out, record->facts->tags);
  otr_json_close_array (json);
  if (as_json)
    otr_cli_print_json (json);
  else
    otr_cli_table_print (table, stdout);
  return OTR_EXIT_DONE;
}

OtrExit
otr_cli_exif (OtrCli *cli, char **argv)
{
  g_auto (GStrv) paths = NULL;
  gboolean json = FALSE;
  g_autoptr (OtrCatalog) catalog = NULL;
  g_autoptr (OtrCatalogReader) reader = NULL;
  g_autoptr (OtrPhotoRecord) record = NULL;
  OtrExit status = OTR_EXIT_DONE;
  const GOptionEntry entries[] = {
    OTR_CLI_OPTION ("json", NONE, &json, "Print one JSON object", NULL),
    OTR_CLI_PATHS (&paths),
    G_OPTION_ENTRY_NULL,
  };

  if (!otr_cli_parse (cli, entries, "PATH", "The file itself is not read.", argv))
    return OTR_EXIT_USAGE;
  if (paths == NULL || paths[1] != NULL)
    return otr_cli_usage (cli, "exif takes one path");
  reader = otr_cli_open_reader (cli, &catalog, &status);
  if (reader == NULL)
    return status;
  record = otr_cli_find_record (reader, paths[0], &status);
  if (record == NULL)
    return status;
  return print_tags (record, json);
}
