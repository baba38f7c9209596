/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fill-catalog FILE PHOTOS: makes a catalog of photos that exist nowhere else, a hundred in a
 * folder and a few a day, faster than an import can: to try the program with very many. */
#include "config.h"

#include "otr-test-catalog.h"

#define BATCH 500
#define PHOTOS_PER_FOLDER 100
#define APART_MS G_GINT64_CONSTANT (6000000)

static void
add_batch (OtrTestCatalog *t, guint from, guint n)
{
  OtrCatalogEntry entries[BATCH];
  OtrCatalogAdded added[BATCH];
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) facts = g_ptr_array_new_with_free_func ((GDestroyNotify) otr_facts_free);
  GError *error = NULL;

  for (guint i = from; i < from + n; i++)
    {
      guint folder_number = i / PHOTOS_PER_FOLDER;
      char *name = g_strdup_printf ("DSCF%06u.JPG", i);
      char *folder = g_strdup_printf ("20%02u/album %u", folder_number % 25, folder_number);
      OtrFacts *one = otr_test_facts (i * APART_MS);

      g_ptr_array_add (names, name);
      g_ptr_array_add (names, folder);
      g_ptr_array_add (facts, one);
      entries[i - from] = otr_test_entry (folder, name, i, one);
    }
  otr_catalog_writer_add (t->writer, t->roll, t->root, 0, entries, n, added, &error);
  g_assert_no_error (error);
}

int
main (int argc, char **argv)
{
  OtrTestCatalog t = { 0 };
  guint64 n;

  if (argc != 3 || !g_ascii_string_to_unsigned (argv[2], 10, 1, 10000000, &n, NULL))
    {
      g_printerr ("usage: fill-catalog FILE PHOTOS\n");
      return 2;
    }
  otr_test_catalog_init_at (&t, argv[1], 0);
  for (guint from = 0; from < n; from += BATCH)
    add_batch (&t, from, MIN (BATCH, (guint) n - from));
  otr_test_catalog_disconnect (&t);
  g_free (t.path);
  return 0;
}
