/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include "otr-test-catalog.h"

static void
assert_order (OtrTestCatalog *t, OtrSort sort, const gint64 *ids, guint n)
{
  g_autoptr (GArray) keys = otr_test_catalog_list (t, OTR_VIEW_ALL, 0, NULL, sort);

  g_assert_cmpuint (keys->len, ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (g_array_index (keys, OtrPhotoKey, i).photo_id, ==, ids[i]);
}

static void
test_orders (void)
{
  OtrTestCatalog t;
  gint64 none, late, early, img10, img9;

  otr_test_catalog_init (&t, 0);
  none = otr_test_catalog_photo (&t, "", "aaa.jpg", 1, OTR_TAKEN_MS_NONE);
  late = otr_test_catalog_photo (&t, "", "b.jpg", 2, 5000);
  early = otr_test_catalog_photo (&t, "", "c.jpg", 3, -5000);
  img10 = otr_test_catalog_photo (&t, "", "IMG10.jpg", 4, 1000);
  img9 = otr_test_catalog_photo (&t, "", "img9.jpg", 5, 1000);
  assert_order (&t, OTR_SORT_TAKEN_NEWEST, (gint64[]){ late, img10, img9, early, none }, 5);
  assert_order (&t, OTR_SORT_TAKEN_OLDEST, (gint64[]){ early, img9, img10, late, none }, 5);
  assert_order (&t, OTR_SORT_NAME, (gint64[]){ none, late, early, img9, img10 }, 5);
  assert_order (&t, OTR_SORT_ADDED, (gint64[]){ img9, img10, early, late, none }, 5);
  otr_test_catalog_clear (&t);
}

static const OtrAlbumRow *
find_row (GPtrArray *rows, const char *path)
{
  for (guint i = 0; i < rows->len; i++)
    {
      const OtrAlbumRow *row = g_ptr_array_index (rows, i);

      if (g_strcmp0 (row->path, path) == 0)
        return row;
    }
  return NULL;
}

static void
test_tree (void)
{
  OtrTestCatalog t;
  g_autoptr (GPtrArray) rows = NULL;
  const OtrAlbumRow *root, *year, *may;

  otr_test_catalog_init (&t, 0);
  (void) otr_test_catalog_photo (&t, "2019/Trip 10", "x.jpg", 1, 1);
  (void) otr_test_catalog_photo (&t, "2019/Trip 9", "x.jpg", 2, 1);
  (void) otr_test_catalog_photo (&t, "2019/Trip 9", "y.jpg", 3, 1);
  (void) otr_test_catalog_photo (&t, "", "top.jpg", 4, 1);
  g_assert_cmpint (otr_catalog_writer_ensure_album (t.writer, "Empty yet", NULL), >, 0);
  rows = otr_catalog_reader_albums (t.reader, NULL);
  g_assert_cmpuint (rows->len, ==, 5);
  root = g_ptr_array_index (rows, 0);
  g_assert_cmpstr (root->name, ==, "photos");
  g_assert_cmpint (root->parent_id, ==, 0);
  g_assert_cmpuint (root->count, ==, 4);
  /* A folder without photos of its own is there for those below it. */
  year = g_ptr_array_index (rows, 1);
  g_assert_cmpstr (year->path, ==, "/photos/2019");
  g_assert_cmpint (year->parent_id, ==, root->id);
  g_assert_cmpuint (year->count, ==, 3);
  may = g_ptr_array_index (rows, 2);
  g_assert_cmpstr (may->name, ==, "Trip 9");
  g_assert_cmpuint (may->count, ==, 2);
  g_assert_cmpstr (((const OtrAlbumRow *) g_ptr_array_index (rows, 3))->name, ==, "Trip 10");
  g_assert_cmpint (((const OtrAlbumRow *) g_ptr_array_index (rows, 4))->view, ==, OTR_VIEW_ALBUM);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_FOLDER, root->id, NULL), ==, 4);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_FOLDER, year->id, NULL), ==, 3);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_FOLDER, may->id, NULL), ==, 2);
  otr_test_catalog_clear (&t);
}

/* A folder whose photos were all removed is no album. */
static void
test_tree_after_removal (void)
{
  OtrTestCatalog t;
  g_autoptr (GPtrArray) rows = NULL;
  gint64 removal;
  guint64 n;

  otr_test_catalog_init (&t, 0);
  (void) otr_test_catalog_photo (&t, "a/b", "x.jpg", 1, 1);
  (void) otr_test_catalog_photo (&t, "c", "x.jpg", 2, 1);
  g_assert_true (otr_catalog_writer_remove_path (t.writer, "/photos/a", &removal, &n, NULL));
  rows = otr_catalog_reader_albums (t.reader, NULL);
  g_assert_null (find_row (rows, "/photos/a"));
  g_assert_null (find_row (rows, "/photos/a/b"));
  g_assert_cmpuint (find_row (rows, "/photos")->count, ==, 1);
  otr_test_catalog_clear (&t);
}

static void
test_views_and_counts (void)
{
  OtrTestCatalog t;
  const char *sources[] = { "/photos", NULL };
  g_autoptr (OtrFacts) facts = otr_test_facts (1);
  OtrCatalogEntry entry = otr_test_entry ("", "bad.jpg", 8, facts);
  g_autoptr (OtrPhotoRecord) record = NULL;
  OtrCounts counts;
  gint64 first, roll;

  otr_test_catalog_init (&t, 0);
  first = otr_test_catalog_photo (&t, "", "x.jpg", 1, 1);
  record = otr_test_catalog_record (&t, first);
  roll = t.roll;
  t.roll = otr_catalog_writer_begin_roll (t.writer, sources, NULL);
  entry.result = OTR_RESULT_DAMAGED;
  facts->state = OTR_DECODE_LIMIT;
  (void) otr_test_catalog_add (&t, &entry);
  /* A roll that imported nothing does not count and is not the latest. */
  g_assert_cmpint (otr_catalog_writer_begin_roll (t.writer, sources, NULL), >, 0);
  g_assert_true (
      otr_catalog_writer_set_state (t.writer, &record->file_id, 1, OTR_FILE_MISSING, NULL));
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ROLL, roll, NULL), ==, 1);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ROLL, 0, NULL), ==, 1);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ROLL, 0, "bad"), ==, 1);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_DAMAGED, 0, NULL), ==, 1);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_MISSING, 0, NULL), ==, 1);
  g_assert_true (otr_catalog_reader_counts (t.reader, &counts, NULL));
  g_assert_cmpuint (counts.all, ==, 2);
  g_assert_cmpuint (counts.rolls, ==, 2);
  g_assert_cmpuint (counts.damaged, ==, 1);
  g_assert_cmpuint (counts.missing, ==, 1);
  g_assert_cmpuint (counts.duplicates, ==, 0);
  otr_test_catalog_clear (&t);
}

static void
test_offline_root (void)
{
  OtrTestCatalog t;
  g_autoptr (OtrPhotoRecord) record = NULL;
  gint64 id;

  otr_test_catalog_init (&t, 0);
  id = otr_test_catalog_photo (&t, "", "x.jpg", 1, 1);
  g_assert_true (otr_catalog_writer_set_root_offline (t.writer, t.root, TRUE, NULL));
  record = otr_test_catalog_record (&t, id);
  g_assert_cmpint (record->state, ==, OTR_FILE_OFFLINE);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_MISSING, 0, NULL), ==, 0);
  otr_test_catalog_clear (&t);
}

static void
test_gone_photos_are_null (void)
{
  OtrTestCatalog t;
  g_autoptr (GPtrArray) records = NULL;
  gint64 ids[3] = { 0 };

  otr_test_catalog_init (&t, 0);
  ids[2] = otr_test_catalog_photo (&t, "", "x.jpg", 1, 1);
  ids[0] = 77777;
  records = otr_catalog_reader_get_photos (t.reader, ids, 3, FALSE, NULL);
  g_assert_cmpuint (records->len, ==, 3);
  g_assert_null (g_ptr_array_index (records, 0));
  g_assert_null (g_ptr_array_index (records, 1));
  g_assert_cmpint (((OtrPhotoRecord *) g_ptr_array_index (records, 2))->photo_id, ==, ids[2]);
  otr_test_catalog_clear (&t);
}

static gboolean
collect_path (const OtrPhotoRecord *record, gpointer data)
{
  g_ptr_array_add (data, otr_photo_record_get_path (record));
  return TRUE;
}

static gboolean
stop_at_once (const OtrPhotoRecord *record, gpointer data)
{
  (*(guint *) data)++;
  return FALSE;
}

static void
test_each_file_and_duplicates (void)
{
  OtrTestCatalog t;
  OtrPhotoQuery query = { .view = OTR_VIEW_DUPLICATES, .sort = OTR_SORT_NAME };
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) duplicates = NULL;
  const OtrDuplicate *duplicate;
  guint n = 0;

  otr_test_catalog_init (&t, 0);
  (void) otr_test_catalog_photo (&t, "a", "1.jpg", 1, 1);
  (void) otr_test_catalog_photo (&t, "b", "2.jpg", 1, 1);
  (void) otr_test_catalog_photo (&t, "c", "3.jpg", 3, 1);
  g_assert_true (otr_catalog_reader_each_file (t.reader, &query, FALSE, collect_path, paths, NULL));
  g_assert_cmpuint (paths->len, ==, 2);
  g_assert_cmpstr (g_ptr_array_index (paths, 0), ==, "/photos/a/1.jpg");
  g_assert_cmpstr (g_ptr_array_index (paths, 1), ==, "/photos/b/2.jpg");
  g_assert_true (otr_catalog_reader_each_file (t.reader, &query, TRUE, stop_at_once, &n, NULL));
  g_assert_cmpuint (n, ==, 1);
  duplicates = otr_catalog_reader_duplicates (t.reader, NULL);
  g_assert_cmpuint (duplicates->len, ==, 1);
  duplicate = g_ptr_array_index (duplicates, 0);
  g_assert_cmpuint (duplicate->paths->len, ==, 2);
  g_assert_cmpuint (duplicate->size, ==, 1001);
  g_assert_cmpstr (g_ptr_array_index (duplicate->paths, 1), ==, "/photos/b/2.jpg");
  otr_test_catalog_clear (&t);
}

static void
test_version_sees_commits (void)
{
  OtrTestCatalog t;
  gint64 before;

  otr_test_catalog_init (&t, 0);
  before = otr_catalog_reader_get_version (t.reader);
  g_assert_cmpint (otr_catalog_reader_get_version (t.reader), ==, before);
  (void) otr_test_catalog_photo (&t, "", "x.jpg", 1, 1);
  g_assert_cmpint (otr_catalog_reader_get_version (t.reader), !=, before);
  otr_test_catalog_clear (&t);
}

static void
test_folders_below (void)
{
  OtrTestCatalog t;
  g_autoptr (GPtrArray) folders = NULL;
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (OtrPhotoRecord) record = NULL;

  otr_test_catalog_init (&t, 0);
  (void) otr_test_catalog_photo (&t, "a/b/c", "x.jpg", 1, 1);
  record = otr_catalog_reader_find_path (t.reader, "/photos/a/b/c/x.jpg", NULL);
  folders = otr_catalog_reader_folders_below (t.reader, t.root, "a", NULL);
  g_assert_cmpuint (folders->len, ==, 3);
  g_assert_cmpstr (g_ptr_array_index (folders, 0), ==, "a");
  g_assert_cmpstr (g_ptr_array_index (folders, 2), ==, "a/b/c");
  files = otr_catalog_reader_content_files (t.reader, record->content_id, NULL);
  g_assert_cmpuint (files->len, ==, 1);
  g_assert_cmpstr (((OtrContentFile *) g_ptr_array_index (files, 0))->relative, ==, "a/b/c");
  g_assert_null (otr_catalog_reader_find_path (t.reader, "/photosx/a", NULL));
  otr_test_catalog_clear (&t);
}

/* A source without a local path: names are bytes in the catalog and escaped in the URI. */
static void
test_uri (void)
{
  OtrTestCatalog t;
  g_autofree char *relative = NULL;
  g_autofree char *path = NULL;
  g_autoptr (OtrPhotoRecord) record = NULL;
  g_autoptr (OtrPhotoRecord) found = NULL;
  gint64 id;

  otr_test_catalog_init (&t, 0);
  g_assert_true (otr_catalog_writer_ensure_root (
      t.writer, "mtp://phone/DCIM", TRUE, NULL, &t.root, &relative, NULL));
  id = otr_test_catalog_photo (&t, "My trip", "a b.jpg", 1, 1);
  record = otr_test_catalog_record (&t, id);
  path = otr_photo_record_get_path (record);
  g_assert_cmpstr (path, ==, "mtp://phone/DCIM/My%20trip/a%20b.jpg");
  found = otr_catalog_reader_find_path (t.reader, path, NULL);
  g_assert_nonnull (found);
  g_assert_cmpint (found->photo_id, ==, id);
  otr_test_catalog_clear (&t);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/catalog-reader/orders", test_orders);
  g_test_add_func ("/catalog-reader/tree", test_tree);
  g_test_add_func ("/catalog-reader/tree-after-removal", test_tree_after_removal);
  g_test_add_func ("/catalog-reader/views-and-counts", test_views_and_counts);
  g_test_add_func ("/catalog-reader/offline-root", test_offline_root);
  g_test_add_func ("/catalog-reader/gone-photos", test_gone_photos_are_null);
  g_test_add_func ("/catalog-reader/each-file", test_each_file_and_duplicates);
  g_test_add_func ("/catalog-reader/version", test_version_sees_commits);
  g_test_add_func ("/catalog-reader/folders-below", test_folders_below);
  g_test_add_func ("/catalog-reader/uri", test_uri);
  return g_test_run ();
}
