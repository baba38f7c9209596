/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-cli.h"

OtrCatalog *
otr_cli_open_catalog (OtrCli *cli, OtrCatalogFlags flags, OtrDigestKind kind, OtrExit *out_exit)
{
  g_autofree char *path =
      cli->catalog_path != NULL ? g_strdup (cli->catalog_path) : otr_catalog_default_path ();
  g_autoptr (GError) error = NULL;
  OtrCatalog *catalog;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    flags &= ~OTR_CATALOG_READ_ONLY;
  catalog = otr_catalog_open (path, flags | OTR_CATALOG_CREATE, kind, &error);
  if (catalog == NULL)
    {
      *out_exit = otr_cli_fail (error, OTR_EXIT_CATALOG);
      return NULL;
    }
  if (otr_catalog_get_salvage_note (catalog) != NULL)
    otr_cli_complain ("%s", otr_catalog_get_salvage_note (catalog));
  return catalog;
}

OtrCatalogReader *
otr_cli_open_reader (OtrCli *cli, OtrCatalog **out_catalog, OtrExit *out_exit)
{
  g_autoptr (OtrCatalog) catalog =
      otr_cli_open_catalog (cli, OTR_CATALOG_READ_ONLY, OTR_DIGEST_SHA256, out_exit);
  g_autoptr (GError) error = NULL;
  OtrCatalogReader *reader;

  if (catalog == NULL)
    return NULL;
  reader = otr_catalog_reader_new (catalog, &error);
  if (reader == NULL)
    {
      *out_exit = otr_cli_fail (error, OTR_EXIT_CATALOG);
      return NULL;
    }
  *out_catalog = g_steal_pointer (&catalog);
  return reader;
}

static char *
thumbnails_path (const OtrCli *cli, const OtrCatalog *catalog)
{
  if (cli->thumbnails_path != NULL)
    return g_strdup (cli->thumbnails_path);
  return otr_catalog_default_thumbnails (catalog);
}

OtrThumbStore *
otr_cli_open_thumbs (OtrCli *cli, OtrCatalog *catalog, OtrExit *out_exit)
{
  g_autofree char *path = thumbnails_path (cli, catalog);
  g_autoptr (GError) error = NULL;
  OtrThumbStore *store = otr_thumb_store_open (path, &error);

  if (store == NULL)
    *out_exit = otr_cli_fail (error, OTR_EXIT_CATALOG);
  return store;
}

OtrThumbStore *
otr_cli_open_thumbs_if_there (OtrCli *cli, OtrCatalog *catalog)
{
  g_autofree char *path = thumbnails_path (cli, catalog);

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return NULL;
  return otr_thumb_store_open (path, NULL);
}

OtrPhotoRecord *
otr_cli_find_record (OtrCatalogReader *reader, const char *argument, OtrExit *out_exit)
{
  g_autofree char *path = otr_cli_resolve (argument);
  g_autoptr (OtrPhotoRecord) found = NULL;
  g_autoptr (GError) error = NULL;

  found = otr_catalog_reader_find_path (reader, path, &error);
  if (error != NULL)
    {
      *out_exit = otr_cli_fail (error, OTR_EXIT_CATALOG);
      return NULL;
    }
  if (found == NULL)
    {
      otr_cli_complain ("%s is not in the catalog", path);
      *out_exit = OTR_EXIT_FAILURES;
      return NULL;
    }
  return g_steal_pointer (&found);
}
