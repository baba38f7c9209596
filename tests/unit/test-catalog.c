/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "otr-catalog.h"
#include "otr-error.h"
#include "otr-fd.h"
#include "otr-test-catalog.h"

static void
run_sql (const char *path, const char *text)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, text, NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
}

static void
test_made_and_opened_again (void)
{
  OtrTestCatalog t;
  g_autofree char *id = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (OtrCatalog) reading = NULL;

  otr_test_catalog_init (&t, 0);
  id = g_strdup (otr_catalog_get_id (t.catalog));
  g_assert_true (g_uuid_string_is_valid (id));
  (void) otr_test_catalog_photo (&t, "a", "x.jpg", 1, 1000);
  otr_test_catalog_disconnect (&t);
  reading = otr_catalog_open (t.path, OTR_CATALOG_READ_ONLY, OTR_DIGEST_MD5, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (otr_catalog_get_id (reading), ==, id);
  g_assert_cmpint (otr_catalog_get_digest_kind (reading), ==, OTR_DIGEST_SHA256);
  otr_test_catalog_connect (&t, 0);
  g_assert_cmpstr (otr_catalog_get_id (t.catalog), ==, id);
  g_assert_null (otr_catalog_get_salvage_note (t.catalog));
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ALL, 0, NULL), ==, 1);
  otr_test_catalog_clear (&t);
}

/* A kill or a full disk in its first moments leaves it empty or without identity: a reader that may
 * create finishes it. */
static void
test_broken_off_making (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autofree char *path = otr_test_write (dir, "catalog.db", "", 0);
  OtrCatalogFlags flags = OTR_CATALOG_READ_ONLY | OTR_CATALOG_CREATE;

  for (int round = 0; round < 2; round++)
    {
      g_autoptr (GError) error = NULL;
      OtrCatalog *catalog = otr_catalog_open (path, flags, OTR_DIGEST_MD5, &error);

      g_assert_no_error (error);
      g_assert_true (g_uuid_string_is_valid (otr_catalog_get_id (catalog)));
      g_assert_cmpint (otr_catalog_get_digest_kind (catalog), ==, OTR_DIGEST_MD5);
      otr_catalog_unref (catalog);
      run_sql (path, "DELETE FROM meta");
    }
}

static void
test_missing (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autofree char *path = g_build_filename (dir, "none.db", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (otr_catalog_open (path, OTR_CATALOG_READ_ONLY, OTR_DIGEST_SHA256, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
assert_refused (const char *path, OtrError code)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  gsize size, size_after;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_get_contents (path, &before, &size, NULL));
  g_assert_null (otr_catalog_open (path, OTR_CATALOG_CREATE, OTR_DIGEST_SHA256, &error));
  g_assert_error (error, OTR_ERROR, (int) code);
  g_assert_true (g_file_get_contents (path, &after, &size_after, NULL));
  g_assert_cmpmem (before, size, after, size_after);
}

static void
test_foreign_is_refused_untouched (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autofree char *text = otr_test_write (dir, "diary.txt", "Today it rained.", -1);
  g_autofree char *database = g_build_filename (dir, "other.db", NULL);
  g_autofree char *marked = g_build_filename (dir, "marked.db", NULL);

  run_sql (database, "CREATE TABLE mine (x)");
  run_sql (marked, "PRAGMA application_id = 99; CREATE TABLE mine (x)");
  assert_refused (text, OTR_ERROR_FOREIGN);
  assert_refused (database, OTR_ERROR_FOREIGN);
  assert_refused (marked, OTR_ERROR_FOREIGN);
}

static void
test_newer_is_refused_untouched (void)
{
  OtrTestCatalog t;

  otr_test_catalog_init (&t, 0);
  otr_test_catalog_disconnect (&t);
  run_sql (t.path, "PRAGMA user_version = 1000");
  assert_refused (t.path, OTR_ERROR_TOO_NEW);
  otr_test_catalog_clear (&t);
}

static void
test_import_lock_names_the_pid (void)
{
  OtrTestCatalog t;
  g_autoptr (GError) error = NULL;
  g_autofree char *pid = g_strdup_printf ("pid %d", (int) getpid ());
  int fd;

  otr_test_catalog_init (&t, 0);
  fd = otr_catalog_lock_import (t.catalog, &error);
  g_assert_no_error (error);
  g_assert_cmpint (otr_catalog_lock_import (t.catalog, &error), ==, -1);
  g_assert_error (error, OTR_ERROR, OTR_ERROR_BUSY);
  g_assert_nonnull (strstr (error->message, pid));
  g_clear_error (&error);
  otr_fd_close (&fd);
  fd = otr_catalog_lock_import (t.catalog, &error);
  g_assert_no_error (error);
  otr_fd_close (&fd);
  otr_test_catalog_clear (&t);
}

/* Overwrites pages of the middle, as a bad disk would. */
static void
damage (const char *path, double from, double to)
{
  g_autofree char *data = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  memset (data + (gsize) (from * (double) size), 0xa5, (gsize) ((to - from) * (double) size));
  g_assert_true (g_file_set_contents (path, data, (gssize) size, NULL));
}

static char *
find_aside (const char *dir)
{
  g_autoptr (GDir) entries = g_dir_open (dir, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (entries)) != NULL)
    if (strstr (name, ".corrupt-") != NULL && !g_str_has_suffix (name, "-wal"))
      return g_strdup (name);
  return NULL;
}

static void
mark_as_killed (OtrTestCatalog *t)
{
  g_autofree char *lock = g_strconcat (t->path, "-open.lock", NULL);

  g_assert_true (g_file_set_contents (lock, "1", 1, NULL));
}

static void
test_damaged_is_set_aside_and_salvaged (void)
{
  OtrTestCatalog t;
  g_autofree char *aside = NULL;
  guint n;

  otr_test_catalog_init (&t, 0);
  for (guint i = 0; i < 500; i++)
    {
      g_autofree char *name = g_strdup_printf ("picture-%04u.jpg", i);

      (void) otr_test_catalog_photo (&t, "a", name, i, 1000 + i);
    }
  otr_test_catalog_disconnect (&t);
  damage (t.path, 0.5, 0.55);
  mark_as_killed (&t);
  otr_test_catalog_connect (&t, 0);
  g_assert_nonnull (otr_catalog_get_salvage_note (t.catalog));
  aside = find_aside (t.dir);
  g_assert_nonnull (aside);
  g_assert_nonnull (strstr (otr_catalog_get_salvage_note (t.catalog), aside));
  n = otr_test_catalog_count (&t, OTR_VIEW_ALL, 0, NULL);
  g_test_message ("%u of 500 photos saved", n);
  g_assert_cmpuint (n, >, 100);
  otr_test_catalog_assert_clean (&t);
  otr_test_catalog_clear (&t);
}

/* Not even the schema can be read: still set aside, and said. */
static void
test_lost_schema_is_set_aside (void)
{
  OtrTestCatalog t;
  g_autofree char *aside = NULL;

  otr_test_catalog_init (&t, 0);
  (void) otr_test_catalog_photo (&t, "a", "x.jpg", 1, 1);
  otr_test_catalog_disconnect (&t);
  damage (t.path, 0.001, 1.0);
  otr_test_catalog_connect (&t, 0);
  g_assert_nonnull (otr_catalog_get_salvage_note (t.catalog));
  aside = find_aside (t.dir);
  g_assert_nonnull (aside);
  otr_test_catalog_assert_clean (&t);
  otr_test_catalog_clear (&t);
}

static void
test_killed_but_whole (void)
{
  OtrTestCatalog t;

  otr_test_catalog_init (&t, 0);
  (void) otr_test_catalog_photo (&t, "a", "x.jpg", 1, 1000);
  otr_test_catalog_disconnect (&t);
  mark_as_killed (&t);
  otr_test_catalog_connect (&t, 0);
  g_assert_null (otr_catalog_get_salvage_note (t.catalog));
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ALL, 0, NULL), ==, 1);
  otr_test_catalog_clear (&t);
}

/* The child's life: batches of 20 photos, a byte for each that was committed. */
static void
write_until_killed (const char *path, int progress_fd)
{
  OtrTestCatalog t = { .path = (char *) path };
  g_autofree char *relative = NULL;
  const char *sources[] = { "/photos", NULL };
  g_autoptr (OtrFacts) facts = otr_test_facts (1);

  otr_test_catalog_connect (&t, 0);
  (void) otr_catalog_writer_ensure_root (
      t.writer, "/photos", FALSE, NULL, &t.root, &relative, NULL);
  t.roll = otr_catalog_writer_begin_roll (t.writer, sources, NULL);
  for (guint batch = 0;; batch++)
    {
      OtrCatalogEntry entries[20];
      OtrCatalogAdded added[20];
      char names[20][32];

      for (guint i = 0; i < 20; i++)
        {
          (void) g_snprintf (names[i], sizeof names[i], "%u-%u.jpg", batch, i);
          entries[i] = otr_test_entry ("a/b", names[i], 20 * batch + i, facts);
        }
      if (!otr_catalog_writer_add (t.writer, t.roll, t.root, 0, entries, 20, added, NULL) ||
          write (progress_fd, "x", 1) != 1)
        _exit (1);
    }
}

static void
test_killed_while_writing (void)
{
  OtrTestCatalog t = { .dir = otr_test_dir_new () };
  guint n;

  t.path = g_build_filename (t.dir, "catalog.db", NULL);
  for (guint round = 1; round <= 5; round++)
    {
      int pipe_fds[2];
      char byte;
      pid_t child;

      g_assert_cmpint (pipe (pipe_fds), ==, 0);
      child = fork ();
      g_assert_cmpint (child, >=, 0);
      if (child == 0)
        write_until_killed (t.path, pipe_fds[1]);
      for (guint i = 0; i < 3 * round; i++)
        g_assert_cmpint (read (pipe_fds[0], &byte, 1), ==, 1);
      g_assert_cmpint (kill (child, SIGKILL), ==, 0);
      g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
      otr_fd_close (&pipe_fds[0]);
      otr_fd_close (&pipe_fds[1]);
      otr_test_catalog_connect (&t, 0);
      g_assert_null (otr_catalog_get_salvage_note (t.catalog));
      otr_test_catalog_assert_clean (&t);
      n = otr_test_catalog_count (&t, OTR_VIEW_ALL, 0, NULL);
      g_assert_cmpuint (n, >=, 60 * round);
      g_assert_cmpuint (n % 20, ==, 0);
      otr_test_catalog_disconnect (&t);
    }
  otr_test_catalog_clear (&t);
}

static void
test_without_shared_memory (void)
{
  OtrTestCatalog t;
  g_autofree char *wal = NULL;

  otr_test_catalog_init (&t, OTR_CATALOG_NO_SHARED_MEMORY);
  g_assert_true (otr_catalog_is_on_network (t.catalog));
  (void) otr_test_catalog_photo (&t, "a", "x.jpg", 1, 1000);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ALL, 0, "x.jpg"), ==, 1);
  wal = g_strconcat (t.path, "-wal", NULL);
  g_assert_false (g_file_test (wal, G_FILE_TEST_EXISTS));
  otr_test_catalog_assert_clean (&t);
  otr_test_catalog_disconnect (&t);
  /* And the same file with a log again. */
  otr_test_catalog_connect (&t, 0);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ALL, 0, NULL), ==, 1);
  otr_test_catalog_clear (&t);
}

static void
test_check_finds_and_repairs (void)
{
  OtrTestCatalog t;
  g_autoptr (GPtrArray) problems = NULL;

  otr_test_catalog_init (&t, 0);
  (void) otr_test_catalog_photo (&t, "a", "x.jpg", 1, 1000);
  (void) otr_test_catalog_photo (&t, "a", "y.jpg", 2, 1000);
  otr_test_catalog_disconnect (&t);
  run_sql (t.path,
           "PRAGMA foreign_keys = 0; DELETE FROM content WHERE id = 1;"
           "UPDATE file SET name = CAST ('renamed.jpg' AS BLOB) WHERE id = 2;");
  otr_test_catalog_connect (&t, 0);
  problems = otr_catalog_check (t.catalog, FALSE, NULL);
  for (guint i = 0; i < problems->len; i++)
    g_test_message ("%s", (const char *) g_ptr_array_index (problems, i));
  g_assert_cmpuint (problems->len, >=, 3);
  g_clear_pointer (&problems, g_ptr_array_unref);
  problems = otr_catalog_check (t.catalog, TRUE, NULL);
  g_assert_cmpuint (problems->len, >=, 3);
  otr_test_catalog_assert_clean (&t);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ALL, 0, "renamed"), ==, 1);
  otr_test_catalog_clear (&t);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/catalog/made-and-opened-again", test_made_and_opened_again);
  g_test_add_func ("/catalog/broken-off-making", test_broken_off_making);
  g_test_add_func ("/catalog/missing", test_missing);
  g_test_add_func ("/catalog/foreign", test_foreign_is_refused_untouched);
  g_test_add_func ("/catalog/newer", test_newer_is_refused_untouched);
  g_test_add_func ("/catalog/import-lock", test_import_lock_names_the_pid);
  g_test_add_func ("/catalog/salvage", test_damaged_is_set_aside_and_salvaged);
  g_test_add_func ("/catalog/lost-schema", test_lost_schema_is_set_aside);
  g_test_add_func ("/catalog/killed-but-whole", test_killed_but_whole);
  g_test_add_func ("/catalog/killed-while-writing", test_killed_while_writing);
  g_test_add_func ("/catalog/without-shared-memory", test_without_shared_memory);
  g_test_add_func ("/catalog/check", test_check_finds_and_repairs);
  return g_test_run ();
}
