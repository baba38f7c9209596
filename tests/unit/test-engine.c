/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gstdio.h>

#include "otr-engine.h"
#include "otr-error.h"
#include "otr-test.h"

typedef struct
{
  char *dir;
  char *photos;
  char *path;
  OtrEngine *engine;
  GAsyncResult *result; /* of the last call */
  guint n_changed;
} Fixture;

static void
on_result (GObject *object, GAsyncResult *result, gpointer data)
{
  Fixture *fixture = data;

  g_assert_null (fixture->result);
  fixture->result = g_object_ref (result);
}

static GAsyncResult *
wait_for_result (Fixture *fixture)
{
  while (fixture->result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return g_steal_pointer (&fixture->result);
}

static OtrEngine *
open_engine (Fixture *fixture, const char *path, GError **error)
{
  g_autofree char *thumbs = g_build_filename (fixture->dir, "thumbnails.db", NULL);
  g_autoptr (GAsyncResult) result = NULL;

  otr_engine_open_async (
      path, thumbs, OTR_CATALOG_CREATE, OTR_DIGEST_SHA256, NULL, on_result, fixture);
  result = wait_for_result (fixture);
  return otr_engine_open_finish (result, error);
}

static void
on_changed (OtrEngine *engine, Fixture *fixture)
{
  fixture->n_changed++;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->dir = otr_test_dir_new ();
  fixture->photos = otr_test_mkdir (fixture->dir, "photos");
  fixture->path = g_build_filename (fixture->dir, "catalog.db", NULL);
  fixture->engine = open_engine (fixture, fixture->path, &error);
  g_assert_no_error (error);
  g_signal_connect (fixture->engine, "changed", G_CALLBACK (on_changed), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_assert_finalize_object (fixture->engine);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_free (fixture->path);
  g_free (fixture->photos);
  otr_test_dir_remove (fixture->dir);
}

/* The regular look for foreign commits holds the engine for a moment. */
static void
settle (Fixture *fixture)
{
  while (G_OBJECT (fixture->engine)->ref_count > 1)
    g_main_context_iteration (NULL, TRUE);
}

static void
import_photos (Fixture *fixture, guint n)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GFile) folder = g_file_new_for_path (fixture->photos);
  g_autoptr (OtrImportJob) job = NULL;
  g_auto (OtrImportOptions) options = { 0 };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n; i++)
    {
      OtrTestPhoto photo = { .width = 320, .height = 240, .seed = i + 1, .orientation = 6 };
      g_autofree char *name = g_strdup_printf ("%u.jpg", i);

      g_free (otr_test_write_photo (fixture->photos, name, &photo));
    }
  otr_import_options_init (&options);
  job = otr_engine_import (fixture->engine, &folder, 1, &options, &error);
  g_assert_no_error (error);
  g_assert_true (otr_engine_get_import (fixture->engine) == job);
  g_assert_null (otr_engine_import (fixture->engine, &folder, 1, &options, &error));
  g_assert_error (error, OTR_ERROR, OTR_ERROR_BUSY);
  g_signal_connect_swapped (job, "finished", G_CALLBACK (g_main_loop_quit), loop);
  g_main_loop_run (loop);
  g_assert_cmpuint (
      otr_import_job_get_summary (job)->last.counts[OTR_RESULT_IMPORTED], ==, n);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_null (otr_engine_get_import (fixture->engine));
}

static gpointer
read_count (OtrCatalogReader *reader, gpointer data, GCancellable *cancellable, GError **error)
{
  OtrCounts counts;

  if (!otr_catalog_reader_counts (reader, &counts, error))
    return NULL;
  return g_memdup2 (&counts.all, sizeof counts.all);
}

static guint64
count_photos (Fixture *fixture)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree guint64 *count = NULL;
  g_autoptr (GError) error = NULL;

  otr_engine_read_async (
      fixture->engine, read_count, NULL, NULL, g_free, NULL, on_result, fixture);
  result = wait_for_result (fixture);
  count = otr_engine_read_finish (fixture->engine, result, &error);
  g_assert_no_error (error);
  return *count;
}

static void
test_import (Fixture *fixture, gconstpointer data)
{
  g_assert_cmpuint (count_photos (fixture), ==, 0);
  import_photos (fixture, 5);
  g_assert_cmpuint (count_photos (fixture), ==, 5);
  while (fixture->n_changed == 0)
    g_main_context_iteration (NULL, TRUE);
  settle (fixture);
}

/* Another process commits; here another connection does. */
static void
test_foreign_commit (Fixture *fixture, gconstpointer data)
{
  g_autoptr (OtrCatalog) other =
      otr_catalog_open (fixture->path, 0, OTR_DIGEST_SHA256, NULL);
  g_autoptr (OtrCatalogWriter) writer = otr_catalog_writer_new (other, NULL);

  (void) count_photos (fixture); /* the engine has seen the catalog as it is */
  settle (fixture);
  g_assert_cmpuint (fixture->n_changed, ==, 0);
  g_assert_cmpint (otr_catalog_writer_ensure_album (writer, "Foreign", NULL), >, 0);
  while (fixture->n_changed == 0)
    g_main_context_iteration (NULL, TRUE);
  settle (fixture);
}

static gpointer
write_album (OtrCatalogWriter *writer, gpointer data, GError **error)
{
  gint64 id = otr_catalog_writer_ensure_album (writer, data, error);

  return id <= 0 ? NULL : g_memdup2 (&id, sizeof id);
}

static void
test_write (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree gint64 *id = NULL;

  otr_engine_write_async (
      fixture->engine, write_album, g_strdup ("Mine"), g_free, g_free, on_result, fixture);
  result = wait_for_result (fixture);
  id = otr_engine_write_finish (fixture->engine, result, NULL);
  g_assert_cmpint (*id, >, 0);
  g_clear_object (&result);
  settle (fixture);
}

static void
test_cancelled_read (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  otr_engine_read_async (
      fixture->engine, read_count, NULL, NULL, g_free, cancellable, on_result, fixture);
  result = wait_for_result (fixture);
  g_assert_null (otr_engine_read_finish (fixture->engine, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_object (&result);
  settle (fixture);
}

static gpointer
read_first_id (OtrCatalogReader *reader, gpointer data, GCancellable *cancellable, GError **error)
{
  OtrPhotoQuery query = { .view = OTR_VIEW_ALL };
  g_autoptr (GArray) keys = otr_catalog_reader_list (reader, &query, error);

  if (keys == NULL)
    return NULL;
  return g_memdup2 (&g_array_index (keys, OtrPhotoKey, 0).photo_id, sizeof (gint64));
}

static OtrImage *
load_picture (Fixture *fixture, gint64 id, guint max_px, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  otr_engine_load_picture_async (fixture->engine, id, max_px, NULL, on_result, fixture);
  result = wait_for_result (fixture);
  return otr_engine_load_picture_finish (fixture->engine, result, error);
}

static void
test_picture (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree gint64 *id = NULL;
  OtrImage *image;

  import_photos (fixture, 1);
  otr_engine_read_async (
      fixture->engine, read_first_id, NULL, NULL, g_free, NULL, on_result, fixture);
  result = wait_for_result (fixture);
  id = otr_engine_read_finish (fixture->engine, result, NULL);
  g_clear_object (&result);

  image = load_picture (fixture, *id, 65535, &error); /* orientation 6: upright is 240x320 */
  g_assert_no_error (error);
  g_assert_cmpuint (image->width, ==, 240);
  g_assert_cmpuint (image->height, ==, 320);
  g_assert_cmpuint (g_bytes_get_size (image->pixels), ==, 3 * 240 * 320);
  otr_image_free (image);
  image = load_picture (fixture, *id, 100, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (MAX (image->width, image->height), ==, 100);
  otr_image_free (image);
  g_assert_null (load_picture (fixture, *id + 1000, 100, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  settle (fixture);
}

static void
test_foreign_file (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = otr_test_write (fixture->dir, "letter.db", "Dear Sir or Madam", -1);
  g_autoptr (GError) error = NULL;

  g_assert_null (open_engine (fixture, path, &error));
  g_assert_error (error, OTR_ERROR, OTR_ERROR_FOREIGN);
  settle (fixture);
}

static void
on_progress (guint64 photos, guint64 bytes, gpointer data)
{
  g_assert_cmpuint (bytes, >=, photos);
}

static void
test_look_at_folder (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GFile) folder = g_file_new_for_path (fixture->photos);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  OtrFolderFacts *facts;

  g_free (otr_test_write (fixture->photos, "a/1.jpg", "abc", -1));
  g_free (otr_test_write (fixture->photos, "b/2.JPG", "abcd", -1));
  g_free (otr_test_write (fixture->photos, "b/notes.txt", "abcd", -1));
  otr_engine_look_at_folder_async (folder, on_progress, NULL, NULL, on_result, fixture);
  result = wait_for_result (fixture);
  facts = otr_engine_look_at_folder_finish (result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (facts->photos, ==, 2);
  g_assert_cmpuint (facts->bytes, ==, 7);
  g_assert_nonnull (facts->storage);
  otr_folder_facts_free (facts);
  settle (fixture);
}

/* The place of a catalog to be made: neither it nor its folder is there. */
static void
test_look_at_storage (Fixture *fixture, gconstpointer data)
{
  g_autofree char *place = g_build_filename (fixture->dir, "not/there/yet.db", NULL);
  g_autoptr (OtrStorage) expected = otr_storage_detect (fixture->dir);
  g_autoptr (OtrStorage) storage = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  otr_engine_look_at_storage_async (place, NULL, on_result, fixture);
  result = wait_for_result (fixture);
  storage = otr_engine_look_at_storage_finish (result, &error);
  g_assert_no_error (error);
  g_assert_nonnull (storage);
  g_assert_cmpstr (storage->why, ==, expected->why);
  g_assert_cmpint (storage->shared_mmap, ==, expected->shared_mmap);
  settle (fixture);
}

static void
add (const char *path, void (*func) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, NULL, set_up, func, tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/engine/import", test_import);
  add ("/engine/foreign-commit", test_foreign_commit);
  add ("/engine/write", test_write);
  add ("/engine/cancelled-read", test_cancelled_read);
  add ("/engine/picture", test_picture);
  add ("/engine/foreign-file", test_foreign_file);
  add ("/engine/look-at-folder", test_look_at_folder);
  add ("/engine/look-at-storage", test_look_at_storage);
  return g_test_run ();
}
