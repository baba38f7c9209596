/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-error.h"
#include "otr-test-catalog.h"

static void
test_batch_is_stored (void)
{
  OtrTestCatalog t;
  g_autoptr (OtrPhotoRecord) record = NULL;
  g_autofree char *path = NULL;
  gint64 id;

  otr_test_catalog_init (&t, 0);
  id = otr_test_catalog_photo (&t, "2019/May", "DSC1234.JPG", 1, 1556713980000);
  record = otr_test_catalog_record (&t, id);
  path = otr_photo_record_get_path (record);
  g_assert_cmpstr (path, ==, "/photos/2019/May/DSC1234.JPG");
  g_assert_cmpint (record->facts->taken_ms, ==, 1556713980000);
  g_assert_cmpuint (record->facts->width, ==, 640);
  g_assert_cmpuint (record->size, ==, 1001);
  g_assert_cmpint (record->roll_id, ==, t.roll);
  g_assert_cmpint (record->state, ==, OTR_FILE_OK);
  g_assert_cmpstr (record->albums[0], ==, "May");
  otr_test_catalog_assert_clean (&t);
  otr_test_catalog_clear (&t);
}

/* Every field comes back as it went in. */
static void
test_facts_round_trip (void)
{
  OtrTestCatalog t;
  g_autoptr (OtrFacts) facts = otr_test_facts (-5000);
  const char *keywords[] = { "Zoë", "two words", NULL };
  const char *warnings[] = { "The position is uncertain.", NULL };
  OtrCatalogEntry entry;
  g_autoptr (OtrPhotoRecord) record = NULL;
  const OtrFacts *got;

  otr_test_catalog_init (&t, 0);
  facts->taken_offset = -345;
  facts->taken_digits = 2;
  facts->make = g_strdup ("NIKON");
  facts->lens = g_strdup ("50 mm");
  facts->f_number = 2.8;
  facts->iso = 400;
  facts->latitude = -33.5;
  facts->longitude = 151.25;
  facts->rating = -1;
  facts->keywords = g_strdupv ((char **) keywords);
  facts->warnings = g_strdupv ((char **) warnings);
  facts->caption = g_strdup ("line one\nline two");
  facts->tags = g_variant_ref_sink (
      g_variant_new_parsed ("(byte 1, [(byte 0, uint16 271, <'NIKON'>)], [('Title', <'x'>)])"));
  entry = otr_test_entry ("", "a.jpg", 1, facts);
  record = otr_test_catalog_record (&t, otr_test_catalog_add (&t, &entry).photo_id);
  got = record->facts;
  g_assert_cmpint (got->taken_ms, ==, -5000);
  g_assert_cmpint (got->taken_offset, ==, -345);
  g_assert_cmpuint (got->taken_digits, ==, 2);
  g_assert_cmpstr (got->make, ==, "NIKON");
  g_assert_null (got->model);
  g_assert_cmpfloat (got->f_number, ==, 2.8);
  g_assert_true (got->exposure_time != got->exposure_time);
  g_assert_cmpuint (got->iso, ==, 400);
  g_assert_cmpfloat (got->latitude, ==, -33.5);
  g_assert_cmpint (got->rating, ==, -1);
  g_assert_cmpstrv (got->keywords, (char **) keywords);
  g_assert_cmpstrv (got->warnings, (char **) warnings);
  g_assert_cmpstr (got->caption, ==, "line one\nline two");
  g_assert_cmpvariant (got->tags, facts->tags);
  otr_test_catalog_assert_clean (&t);
  otr_test_catalog_clear (&t);
}

static void
test_second_copy_is_a_photo_of_its_own (void)
{
  OtrTestCatalog t;
  OtrCounts counts;
  gint64 first, second;

  otr_test_catalog_init (&t, 0);
  first = otr_test_catalog_photo (&t, "a", "x.jpg", 1, 1000);
  {
    OtrCatalogEntry entry = otr_test_entry ("b", "x.jpg", 1, NULL);
    g_autoptr (OtrPhotoRecord) record = otr_test_catalog_record (&t, first);
    OtrCatalogAdded added;

    entry.result = OTR_RESULT_DUPLICATE;
    entry.content_id = record->content_id;
    added = otr_test_catalog_add (&t, &entry);
    g_assert_cmpint (added.result, ==, OTR_RESULT_DUPLICATE);
    second = added.photo_id;
  }
  g_assert_cmpint (first, !=, second);
  {
    g_autoptr (OtrPhotoRecord) record = otr_test_catalog_record (&t, second);

    g_assert_cmpint (record->facts->taken_ms, ==, 1000);
  }
  g_assert_true (otr_catalog_reader_counts (t.reader, &counts, NULL));
  g_assert_cmpuint (counts.all, ==, 2);
  g_assert_cmpuint (counts.duplicates, ==, 2);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_DUPLICATES, 0, NULL), ==, 2);
  otr_test_catalog_clear (&t);
}

/* The job may not know yet that a batch holds the same bytes twice. */
static void
test_imported_twice_becomes_duplicate (void)
{
  OtrTestCatalog t;
  g_autoptr (OtrFacts) facts = otr_test_facts (1);
  OtrCatalogEntry entries[2] = { otr_test_entry ("a", "1.jpg", 9, facts),
                                 otr_test_entry ("b", "1.jpg", 9, facts) };
  OtrCatalogAdded added[2];

  otr_test_catalog_init (&t, 0);
  g_assert_true (otr_catalog_writer_add (t.writer, t.roll, t.root, 0, entries, 2, added, NULL));
  g_assert_cmpint (added[0].result, ==, OTR_RESULT_IMPORTED);
  g_assert_cmpint (added[1].result, ==, OTR_RESULT_DUPLICATE);
  g_assert_cmpint (added[0].content_id, ==, added[1].content_id);
  /* And the same file again is known. */
  g_assert_true (otr_catalog_writer_add (t.writer, t.roll, t.root, 0, entries, 2, added, NULL));
  g_assert_cmpint (added[0].result, ==, OTR_RESULT_KNOWN);
  g_assert_cmpint (added[1].result, ==, OTR_RESULT_KNOWN);
  otr_test_catalog_assert_clean (&t);
  otr_test_catalog_clear (&t);
}

static void
test_changed_keeps_the_photo (void)
{
  OtrTestCatalog t;
  g_autoptr (OtrFacts) facts = otr_test_facts (2000);
  OtrCatalogEntry entry = otr_test_entry ("a", "x.jpg", 2, facts);
  OtrCatalogAdded added;
  g_autoptr (OtrPhotoRecord) record = NULL;
  gint64 id;

  otr_test_catalog_init (&t, 0);
  id = otr_test_catalog_photo (&t, "a", "x.jpg", 1, 1000);
  g_assert_true (otr_catalog_writer_set_rating (t.writer, id, 4, NULL));
  record = otr_test_catalog_record (&t, id);
  entry.result = OTR_RESULT_CHANGED;
  entry.file_id = record->file_id;
  facts->model = g_strdup ("X100");
  added = otr_test_catalog_add (&t, &entry);
  g_assert_cmpint (added.photo_id, ==, id);
  g_assert_cmpint (added.file_id, ==, record->file_id);
  g_assert_cmpint (added.content_id, !=, record->content_id);
  g_clear_pointer (&record, otr_photo_record_free);
  record = otr_test_catalog_record (&t, id);
  g_assert_cmpint (record->facts->rating, ==, 4);
  g_assert_cmpint (record->facts->taken_ms, ==, 2000);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ALL, 0, "x100"), ==, 1);
  otr_test_catalog_assert_clean (&t);
  otr_test_catalog_clear (&t);
}

static void
test_moved_keeps_the_photo (void)
{
  OtrTestCatalog t;
  OtrCatalogEntry entry = otr_test_entry ("new/place", "y.jpg", 1, NULL);
  g_autoptr (OtrPhotoRecord) record = NULL;
  gint64 id;

  otr_test_catalog_init (&t, 0);
  id = otr_test_catalog_photo (&t, "old", "x.jpg", 1, 1000);
  record = otr_test_catalog_record (&t, id);
  entry.result = OTR_RESULT_MOVED;
  entry.file_id = record->file_id;
  entry.content_id = record->content_id;
  g_assert_cmpint (otr_test_catalog_add (&t, &entry).photo_id, ==, id);
  g_clear_pointer (&record, otr_photo_record_free);
  record = otr_test_catalog_record (&t, id);
  g_assert_cmpstr (record->folder_path, ==, "/photos/new/place");
  g_assert_cmpstr (record->name, ==, "y.jpg");
  g_assert_cmpint (record->facts->taken_ms, ==, 1000);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ALL, 0, "old"), ==, 0);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ALL, 0, "place"), ==, 1);
  otr_test_catalog_assert_clean (&t);
  otr_test_catalog_clear (&t);
}

/* A sidecar may come before its photo, and is known the second time. */
static void
test_companion (void)
{
  OtrTestCatalog t;
  OtrCatalogEntry entry = otr_test_entry ("a", "x.xmp", 5, NULL);
  g_autoptr (GHashTable) known = NULL;
  const OtrKnownFile *file;

  otr_test_catalog_init (&t, 0);
  entry.result = OTR_RESULT_COMPANION;
  entry.companion_of = "x.jpg";
  (void) otr_test_catalog_add (&t, &entry);
  known = otr_catalog_reader_known_folder (t.reader, t.root, "a", NULL);
  g_assert_cmpuint (g_hash_table_size (known), ==, 0);
  (void) otr_test_catalog_photo (&t, "a", "x.jpg", 1, 1000);
  g_clear_pointer (&known, g_hash_table_unref);
  known = otr_catalog_reader_known_folder (t.reader, t.root, "a", NULL);
  g_assert_cmpuint (g_hash_table_size (known), ==, 2);
  file = g_hash_table_lookup (known, "x.xmp");
  g_assert_true (file->is_companion);
  g_assert_cmpuint (file->size, ==, 1005);
  file = g_hash_table_lookup (known, "x.jpg");
  g_assert_false (file->is_companion);
  g_assert_cmpuint (file->inode, ==, 8);
  otr_test_catalog_clear (&t);
}

static void
test_removal_and_undo (void)
{
  OtrTestCatalog t;
  gint64 removal, ids[3];
  guint64 n;
  OtrCounts counts;

  otr_test_catalog_init (&t, 0);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("file%u.jpg", i);

      ids[i] = otr_test_catalog_photo (&t, i < 2 ? "a/b" : "c", name, i + 1, 1000 + i);
    }
  g_assert_true (otr_catalog_writer_remove_path (t.writer, "/photos/a/", &removal, &n, NULL));
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ALL, 0, NULL), ==, 1);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ALL, 0, "file"), ==, 1);
  g_assert_true (otr_catalog_reader_counts (t.reader, &counts, NULL));
  g_assert_cmpuint (counts.all, ==, 1);
  otr_test_catalog_assert_clean (&t);
  g_assert_true (otr_catalog_writer_restore (t.writer, removal, NULL));
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ALL, 0, "file"), ==, 3);
  otr_test_catalog_assert_clean (&t);
  g_assert_true (otr_catalog_writer_remove_photos (t.writer, ids, 1, &removal, NULL));
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ALL, 0, NULL), ==, 2);
  g_assert_true (
      otr_catalog_writer_remove_path (t.writer, "/photos/c/file2.jpg", &removal, &n, NULL));
  g_assert_cmpuint (n, ==, 1);
  g_assert_true (otr_catalog_writer_remove_path (t.writer, "/elsewhere", &removal, &n, NULL));
  g_assert_cmpuint (n, ==, 0);
  otr_test_catalog_assert_clean (&t);
  otr_test_catalog_clear (&t);
}

static void
test_removed_comes_back_by_import (void)
{
  OtrTestCatalog t;
  g_autoptr (OtrFacts) facts = otr_test_facts (1);
  OtrCatalogEntry entry = otr_test_entry ("a", "x.jpg", 1, facts);
  OtrCatalogAdded first, again;
  OtrDecodeState state;
  gint64 removal;
  int version;

  otr_test_catalog_init (&t, 0);
  first = otr_test_catalog_add (&t, &entry);
  g_assert_cmpint (
      otr_catalog_reader_find_content (t.reader, &entry.digest, entry.size, &state, &version, NULL),
      ==,
      first.content_id);
  g_assert_true (otr_catalog_writer_remove_photos (t.writer, &first.photo_id, 1, &removal, NULL));
  g_assert_cmpint (
      otr_catalog_reader_find_content (t.reader, &entry.digest, entry.size, &state, &version, NULL),
      ==,
      0);
  again = otr_test_catalog_add (&t, &entry);
  g_assert_cmpint (again.result, ==, OTR_RESULT_IMPORTED);
  g_assert_cmpint (again.file_id, ==, first.file_id);
  g_assert_cmpint (again.photo_id, ==, first.photo_id);
  /* Undo of the old removal has nothing left to do. */
  g_assert_true (otr_catalog_writer_restore (t.writer, removal, NULL));
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ALL, 0, "x.jpg"), ==, 1);
  otr_test_catalog_assert_clean (&t);
  otr_test_catalog_clear (&t);
}

static void
test_removed_is_purged_at_next_open (void)
{
  OtrTestCatalog t;
  gint64 removal, id;

  otr_test_catalog_init (&t, 0);
  id = otr_test_catalog_photo (&t, "a", "x.jpg", 1, 1000);
  (void) otr_test_catalog_photo (&t, "a", "y.jpg", 2, 1000);
  g_assert_true (otr_catalog_writer_remove_photos (t.writer, &id, 1, &removal, NULL));
  otr_test_catalog_disconnect (&t);
  otr_test_catalog_connect (&t, 0);
  g_assert_true (otr_catalog_writer_restore (t.writer, removal, NULL));
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ALL, 0, NULL), ==, 1);
  otr_test_catalog_assert_clean (&t);
  otr_test_catalog_clear (&t);
}

static void
test_new_parent_takes_roots_over (void)
{
  OtrTestCatalog t;
  g_autofree char *relative = NULL;
  g_autoptr (GPtrArray) roots = NULL;
  g_autoptr (OtrPhotoRecord) record = NULL;
  gint64 id, root;

  otr_test_catalog_init (&t, 0);
  id = otr_test_catalog_photo (&t, "2019/May", "x.jpg", 1, 1000);
  g_assert_true (otr_catalog_writer_ensure_root (
      t.writer, "/photos/2019/", FALSE, NULL, &root, &relative, NULL));
  g_assert_cmpint (root, ==, t.root);
  g_assert_cmpstr (relative, ==, "2019");
  g_clear_pointer (&relative, g_free);
  g_assert_true (
      otr_catalog_writer_ensure_root (t.writer, "/", FALSE, NULL, &root, &relative, NULL));
  g_assert_cmpint (root, !=, t.root);
  g_assert_cmpstr (relative, ==, "");
  roots = otr_catalog_reader_roots (t.reader, NULL);
  g_assert_cmpuint (roots->len, ==, 1);
  record = otr_test_catalog_record (&t, id);
  g_assert_cmpstr (record->folder_path, ==, "/photos/2019/May");
  otr_test_catalog_assert_clean (&t);
  otr_test_catalog_clear (&t);
}

static void
test_names_are_bytes (void)
{
  OtrTestCatalog t;
  g_autoptr (OtrPhotoRecord) found = NULL;
  gint64 id;

  otr_test_catalog_init (&t, 0);
  id = otr_test_catalog_photo (&t,
                               "b\xe4"
                               "d",
                               "caf\xe9.jpg",
                               1,
                               1000);
  found = otr_catalog_reader_find_path (t.reader,
                                        "/photos/b\xe4"
                                        "d/caf\xe9.jpg",
                                        NULL);
  g_assert_nonnull (found);
  g_assert_cmpint (found->photo_id, ==, id);
  g_assert_cmpstr (found->name, ==, "caf\xe9.jpg");
  otr_test_catalog_assert_clean (&t);
  otr_test_catalog_clear (&t);
}

static void
test_issues_and_counts_of_a_killed_roll (void)
{
  OtrTestCatalog t;
  g_autoptr (OtrFacts) facts = otr_test_facts (1);
  OtrCatalogEntry entries[3] = { otr_test_entry ("a", "readme.txt", 1, NULL),
                                 otr_test_entry ("a", "x.jpg", 2, facts),
                                 otr_test_entry ("a", "good.jpg", 3, facts) };
  OtrCatalogAdded added[3];
  g_autoptr (GPtrArray) issues = NULL;
  g_autoptr (GPtrArray) rolls = NULL;
  const OtrIssue *issue;
  const OtrRoll *roll;

  otr_test_catalog_init (&t, 0);
  entries[0].result = OTR_RESULT_SKIPPED;
  entries[0].reason = "not a photo format";
  entries[1].result = OTR_RESULT_DAMAGED;
  entries[1].reason = "truncated";
  g_assert_true (otr_catalog_writer_add (t.writer, t.roll, t.root, 0, entries, 3, added, NULL));
  issues = otr_catalog_reader_issues (t.reader, t.roll, NULL);
  g_assert_cmpuint (issues->len, ==, 2);
  issue = g_ptr_array_index (issues, 0);
  g_assert_cmpstr (issue->folder_path, ==, "/photos/a");
  g_assert_cmpstr (issue->name, ==, "readme.txt");
  g_assert_cmpint (issue->result, ==, OTR_RESULT_SKIPPED);
  g_assert_cmpstr (issue->reason, ==, "not a photo format");
  issue = g_ptr_array_index (issues, 1);
  g_assert_cmpint (issue->photo_id, ==, added[1].photo_id);
  rolls = otr_catalog_reader_rolls (t.reader, NULL);
  roll = g_ptr_array_index (rolls, 0);
  g_assert_cmpint (roll->ended_us, ==, 0);
  g_assert_cmpuint (roll->counts[OTR_RESULT_IMPORTED], ==, 1);
  g_assert_cmpuint (roll->counts[OTR_RESULT_DAMAGED], ==, 1);
  g_assert_cmpuint (roll->counts[OTR_RESULT_SKIPPED], ==, 1);
  g_assert_cmpstr (roll->sources[0], ==, "/photos");
  otr_test_catalog_clear (&t);
}

static void
test_later_facts (void)
{
  OtrTestCatalog t;
  g_autoptr (OtrFacts) facts = otr_test_facts (1000);
  OtrCatalogEntry entry = otr_test_entry ("a", "x.jpg", 1, facts);
  OtrCatalogAdded added;
  g_autoptr (OtrPhotoRecord) record = NULL;

  otr_test_catalog_init (&t, 0);
  facts->state = OTR_DECODE_PENDING;
  added = otr_test_catalog_add (&t, &entry);
  facts->state = OTR_DECODE_DAMAGED;
  facts->reason = g_strdup ("truncated");
  facts->caption = g_strdup ("Straße");
  g_assert_true (otr_catalog_writer_set_facts (t.writer, added.content_id, facts, NULL));
  record = otr_test_catalog_record (&t, added.photo_id);
  g_assert_cmpint (record->decode_state, ==, OTR_DECODE_DAMAGED);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_DAMAGED, 0, NULL), ==, 1);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ALL, 0, "straße"), ==, 1);
  otr_test_catalog_assert_clean (&t);
  otr_test_catalog_clear (&t);
}

static void
test_set_albums (void)
{
  OtrTestCatalog t;
  g_autoptr (OtrFacts) facts = otr_test_facts (1000);
  OtrCatalogEntry entry = otr_test_entry ("a", "x.jpg", 1, facts);
  OtrCatalogAdded added;
  g_autoptr (OtrPhotoRecord) record = NULL;
  gint64 album;

  otr_test_catalog_init (&t, 0);
  album = otr_catalog_writer_ensure_album (t.writer, "Holiday", NULL);
  g_assert_cmpint (album, >, 0);
  g_assert_cmpint (otr_catalog_writer_ensure_album (t.writer, "Holiday", NULL), ==, album);
  g_assert_true (otr_catalog_writer_add (t.writer, t.roll, t.root, album, &entry, 1, &added, NULL));
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ALBUM, album, NULL), ==, 1);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ALL, 0, "holiday"), ==, 1);
  record = otr_test_catalog_record (&t, added.photo_id);
  g_assert_cmpstr (record->albums[0], ==, "Holiday");
  g_assert_cmpstr (record->albums[1], ==, "a");
  otr_test_catalog_assert_clean (&t);
  otr_test_catalog_clear (&t);
}

static void
test_failed_batch_leaves_nothing (void)
{
  OtrTestCatalog t;
  g_autoptr (OtrFacts) facts = otr_test_facts (1000);
  OtrCatalogEntry entries[2] = { otr_test_entry ("a", "x.jpg", 1, facts),
                                 otr_test_entry ("b", "y.jpg", 2, NULL) };
  OtrCatalogAdded added[2];
  g_autoptr (GError) error = NULL;

  otr_test_catalog_init (&t, 0);
  entries[1].result = OTR_RESULT_DUPLICATE;
  entries[1].content_id = 12345; /* there is no such content */
  g_assert_false (otr_catalog_writer_add (t.writer, t.roll, t.root, 0, entries, 2, added, &error));
  g_assert_nonnull (error);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ALL, 0, NULL), ==, 0);
  (void) otr_test_catalog_add (&t, &entries[0]);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ALL, 0, NULL), ==, 1);
  otr_test_catalog_assert_clean (&t);
  otr_test_catalog_clear (&t);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/catalog-writer/batch-is-stored", test_batch_is_stored);
  g_test_add_func ("/catalog-writer/facts-round-trip", test_facts_round_trip);
  g_test_add_func ("/catalog-writer/second-copy-is-a-photo",
                   test_second_copy_is_a_photo_of_its_own);
  g_test_add_func ("/catalog-writer/imported-twice", test_imported_twice_becomes_duplicate);
  g_test_add_func ("/catalog-writer/changed", test_changed_keeps_the_photo);
  g_test_add_func ("/catalog-writer/moved", test_moved_keeps_the_photo);
  g_test_add_func ("/catalog-writer/companion", test_companion);
  g_test_add_func ("/catalog-writer/removal-and-undo", test_removal_and_undo);
  g_test_add_func ("/catalog-writer/removed-comes-back", test_removed_comes_back_by_import);
  g_test_add_func ("/catalog-writer/removed-is-purged", test_removed_is_purged_at_next_open);
  g_test_add_func ("/catalog-writer/parent-takes-roots-over", test_new_parent_takes_roots_over);
  g_test_add_func ("/catalog-writer/names-are-bytes", test_names_are_bytes);
  g_test_add_func ("/catalog-writer/issues", test_issues_and_counts_of_a_killed_roll);
  g_test_add_func ("/catalog-writer/later-facts", test_later_facts);
  g_test_add_func ("/catalog-writer/set-albums", test_set_albums);
  g_test_add_func ("/catalog-writer/failed-batch", test_failed_batch_leaves_nothing);
  return g_test_run ();
}
