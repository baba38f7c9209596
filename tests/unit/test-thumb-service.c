/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gstdio.h>

#include "otr-import-job.h"
#include "otr-test.h"
#include "otr-thumb-service.h"

#define N_PHOTOS 12

typedef struct
{
  char *dir;
  char *photos;
  OtrCatalog *catalog;
  OtrThumbStore *thumbs;
  OtrThumbService *service;
  gint64 ids[N_PHOTOS];
  guint n_previews[N_PHOTOS];
  guint n_thumbnails[N_PHOTOS];
  guint n_none[N_PHOTOS];
  guint n_final;
  guint width; /* of the last answer */
  guint height;
  guint32 corner; /* its first pixel, BGRA */
} Fixture;

static guint
index_of (Fixture *fixture, gint64 id)
{
  for (guint i = 0; i < N_PHOTOS; i++)
    if (fixture->ids[i] == id)
      return i;
  g_assert_not_reached ();
}

static void
on_thumb (const OtrThumbWanted *wanted,
          OtrThumbStage stage,
          GBytes *pixels,
          guint width,
          guint height,
          gpointer data)
{
  Fixture *fixture = data;
  guint i = index_of (fixture, wanted->photo_id);

  fixture->n_final += stage != OTR_THUMB_STAGE_PREVIEW;
  if (stage == OTR_THUMB_STAGE_NONE)
    {
      g_assert_null (pixels);
      fixture->n_none[i]++;
      return;
    }
  g_assert_cmpuint (g_bytes_get_size (pixels), ==, (gsize) 4 * width * height);
  fixture->width = width;
  fixture->height = height;
  fixture->corner = *(const guint32 *) g_bytes_get_data (pixels, NULL);
  if (stage == OTR_THUMB_STAGE_PREVIEW)
    {
      g_assert_cmpuint (fixture->n_thumbnails[i], ==, 0);
      fixture->n_previews[i]++;
    }
  else
    fixture->n_thumbnails[i]++;
}

static void
import_photos (Fixture *fixture)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GFile) file = g_file_new_for_path (fixture->photos);
  g_autoptr (OtrImportJob) job = NULL;
  g_auto (OtrImportOptions) options = { 0 };

  otr_import_options_init (&options);
  options.thumbnails = OTR_THUMBNAILS_LATER;
  job = otr_import_job_new (fixture->catalog, fixture->thumbs, &file, 1, &options);
  g_signal_connect_swapped (job, "finished", G_CALLBACK (g_main_loop_quit), loop);
  otr_import_job_start (job);
  g_main_loop_run (loop);
  g_assert_no_error (otr_import_job_get_summary (job)->error);
}

static void
list_ids (Fixture *fixture)
{
  g_autoptr (OtrCatalogReader) reader = otr_catalog_reader_new (fixture->catalog, NULL);
  OtrPhotoQuery query = { .view = OTR_VIEW_ALL, .sort = OTR_SORT_NAME };
  g_autoptr (GArray) keys = otr_catalog_reader_list (reader, &query, NULL);

  g_assert_cmpuint (keys->len, ==, N_PHOTOS);
  for (guint i = 0; i < N_PHOTOS; i++)
    fixture->ids[i] = g_array_index (keys, OtrPhotoKey, i).photo_id;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *catalog = NULL, *thumbs = NULL;

  fixture->dir = otr_test_dir_new ();
  fixture->photos = otr_test_mkdir (fixture->dir, "photos");
  catalog = g_build_filename (fixture->dir, "catalog.db", NULL);
  thumbs = g_build_filename (fixture->dir, "thumbnails.db", NULL);
  fixture->catalog = otr_catalog_open (catalog, OTR_CATALOG_CREATE, OTR_DIGEST_SHA256, NULL);
  fixture->thumbs = otr_thumb_store_open (thumbs, NULL);
  for (guint i = 0; i < N_PHOTOS; i++)
    {
      OtrTestPhoto photo = { .width = 640, .height = 480, .seed = i + 1, .thumbnail = i == 0 };
      g_autofree char *name = g_strdup_printf ("%02u.jpg", i);

      g_free (otr_test_write_photo (fixture->photos, name, &photo));
    }
  import_photos (fixture);
  list_ids (fixture);
  fixture->service = otr_thumb_service_new (
      fixture->catalog, fixture->thumbs, 2, OTR_THUMB_NORMAL, on_thumb, fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  otr_thumb_service_free (fixture->service);
  otr_thumb_store_unref (fixture->thumbs);
  otr_catalog_unref (fixture->catalog);
  g_free (fixture->photos);
  otr_test_dir_remove (fixture->dir);
}

static void
want (Fixture *fixture, guint first, guint n, guint side, gboolean cover)
{
  OtrThumbWanted wanted[N_PHOTOS];

  for (guint i = 0; i < n; i++)
    wanted[i] = (OtrThumbWanted){ fixture->ids[first + i], side, side, cover };
  otr_thumb_service_set_wanted (fixture->service, wanted, n);
}

static void
wait_for_final (Fixture *fixture, guint n)
{
  while (fixture->n_final < n)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_preview_then_thumbnail (Fixture *fixture, gconstpointer data)
{
  OtrImageSource source;
  guint width, height;
  OtrPhotoRecord *photo;
  g_autoptr (OtrCatalogReader) reader = otr_catalog_reader_new (fixture->catalog, NULL);
  g_autoptr (GPtrArray) photos =
      otr_catalog_reader_get_photos (reader, fixture->ids, 1, FALSE, NULL);

  want (fixture, 0, 1, 120, FALSE);
  wait_for_final (fixture, 1);
  g_assert_cmpuint (fixture->n_previews[0], ==, 1);
  g_assert_cmpuint (fixture->n_thumbnails[0], ==, 1);
  g_assert_cmpuint (fixture->width, ==, 120);
  g_assert_cmpuint (fixture->height, ==, 90);
  photo = g_ptr_array_index (photos, 0);
  g_assert_true (otr_thumb_store_stat (
      fixture->thumbs, &photo->digest, photo->size, &width, &height, &source));
  g_assert_cmpuint (width, ==, 256);

  want (fixture, 0, 1, 100, TRUE); /* another size, from the store: no preview again */
  wait_for_final (fixture, 2);
  g_assert_cmpuint (fixture->n_previews[0], ==, 1);
  g_assert_cmpuint (fixture->width, ==, 100);
  g_assert_cmpuint (fixture->height, ==, 100);
  /* top left is red: BGRA, blue first in memory */
  g_assert_cmpuint ((fixture->corner >> 16) & 0xff, >, 0xd0);
  g_assert_cmpuint (fixture->corner & 0xff, <, 0x40);
  g_assert_cmpuint (fixture->corner >> 24, ==, 0xff);
}

static void
test_whole_list (Fixture *fixture, gconstpointer data)
{
  want (fixture, 0, N_PHOTOS, 64, TRUE);
  otr_thumb_service_set_threads (fixture->service, 1);
  otr_thumb_service_set_threads (fixture->service, 3);
  /* stated again in each frame, as the grid does */
  want (fixture, 0, N_PHOTOS, 64, TRUE);
  wait_for_final (fixture, N_PHOTOS);
  for (guint i = 0; i < N_PHOTOS; i++)
    g_assert_cmpuint (fixture->n_thumbnails[i], ==, 1);
}

static void
test_dropped (Fixture *fixture, gconstpointer data)
{
  guint n_served = 0;

  otr_thumb_service_set_threads (fixture->service, 1);
  want (fixture, 0, 11, 64, TRUE);
  want (fixture, 11, 1, 64, TRUE);
  wait_for_final (fixture, 1);
  while (fixture->n_thumbnails[11] == 0)
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < 11; i++)
    n_served += fixture->n_thumbnails[i];
  g_assert_cmpuint (n_served, <, 11);
}

static void
test_no_picture (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->photos, "03.jpg", NULL);

  g_assert_no_errno (g_unlink (path));
  want (fixture, 3, 1, 64, TRUE);
  wait_for_final (fixture, 1);
  g_assert_cmpuint (fixture->n_none[3], ==, 1);
}

static void
test_freed_while_busy (Fixture *fixture, gconstpointer data)
{
  want (fixture, 0, N_PHOTOS, 64, TRUE);
  g_clear_pointer (&fixture->service, otr_thumb_service_free);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_cmpuint (fixture->n_final, ==, 0);
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
  add ("/thumb-service/preview-then-thumbnail", test_preview_then_thumbnail);
  add ("/thumb-service/whole-list", test_whole_list);
  add ("/thumb-service/dropped", test_dropped);
  add ("/thumb-service/no-picture", test_no_picture);
  add ("/thumb-service/freed-while-busy", test_freed_while_busy);
  return g_test_run ();
}
