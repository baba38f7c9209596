/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-test-catalog.h"

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (dir != NULL && g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
test_backup_is_a_whole_catalog (void)
{
  OtrTestCatalog t;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  g_autoptr (OtrCatalog) copy = NULL;
  g_autoptr (OtrCatalogReader) reader = NULL;
  OtrCounts counts;

  otr_test_catalog_init (&t, 0);
  (void) otr_test_catalog_photo (&t, "a", "x.jpg", 1, 1000);
  path = otr_catalog_backup (t.catalog, &error);
  g_assert_no_error (error);
  copy = otr_catalog_open (path, OTR_CATALOG_READ_ONLY, OTR_DIGEST_SHA256, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (otr_catalog_get_id (copy), ==, otr_catalog_get_id (t.catalog));
  reader = otr_catalog_reader_new (copy, &error);
  g_assert_no_error (error);
  g_assert_true (otr_catalog_reader_counts (reader, &counts, NULL));
  g_assert_cmpuint (counts.all, ==, 1);
  otr_test_catalog_clear (&t);
}

static void
test_newest_seven_are_kept (void)
{
  OtrTestCatalog t;
  g_autofree char *folder = NULL;
  g_autofree char *first = NULL;
  g_autofree char *last = NULL;

  otr_test_catalog_init (&t, 0);
  folder = g_build_filename (t.dir, "backups", NULL);
  first = otr_catalog_backup (t.catalog, NULL);
  for (guint i = 0; i < 8; i++)
    {
      g_clear_pointer (&last, g_free);
      last = otr_catalog_backup (t.catalog, NULL);
      g_assert_nonnull (last);
    }
  g_assert_cmpuint (count_files (folder), ==, 7);
  g_assert_false (g_file_test (first, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (last, G_FILE_TEST_EXISTS));
  otr_test_catalog_clear (&t);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/backup/whole-catalog", test_backup_is_a_whole_catalog);
  g_test_add_func ("/backup/newest-seven", test_newest_seven_are_kept);
  return g_test_run ();
}
