/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gstdio.h>

#include "otr-import-job.h"
#include "otr-test.h"
#include "otr-thumb-build.h"

#define N_PHOTOS 40

typedef struct
{
  char *dir;
  char *photos;
  OtrCatalog *catalog;
  OtrThumbStore *thumbs;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autofree char *catalog = NULL, *thumbs = NULL;
  g_autoptr (GFile) file = NULL;
  g_autoptr (OtrImportJob) job = NULL;
  g_auto (OtrImportOptions) options = { 0 };

  fixture->dir = otr_test_dir_new ();
  fixture->photos = otr_test_mkdir (fixture->dir, "photos");
  catalog = g_build_filename (fixture->dir, "catalog.db", NULL);
  thumbs = g_build_filename (fixture->dir, "thumbnails.db", NULL);
  fixture->catalog = otr_catalog_open (catalog, OTR_CATALOG_CREATE, OTR_DIGEST_MD5, NULL);
  fixture->thumbs = otr_thumb_store_open (thumbs, NULL);
  for (guint i = 0; i < N_PHOTOS; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u.jpg", i);

      g_free (otr_test_write_photo (fixture->photos, name, &(OtrTestPhoto){ .seed = i + 1 }));
    }
  otr_import_options_init (&options);
  options.thumbnails = OTR_THUMBNAILS_LATER;
  file = g_file_new_for_path (fixture->photos);
  job = otr_import_job_new (fixture->catalog, fixture->thumbs, &file, 1, &options);
  g_signal_connect_swapped (job, "finished", G_CALLBACK (g_main_loop_quit), loop);
  otr_import_job_start (job);
  g_main_loop_run (loop);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  otr_thumb_store_unref (fixture->thumbs);
  otr_catalog_unref (fixture->catalog);
  g_free (fixture->photos);
  otr_test_dir_remove (fixture->dir);
}

static void
count_call (const OtrThumbBuildProgress *progress, gpointer data)
{
  g_atomic_int_inc ((int *) data);
}

static OtrThumbBuild
make_build (Fixture *fixture, int *n_calls)
{
  return (OtrThumbBuild){ .catalog = fixture->catalog,
                          .store = fixture->thumbs,
                          .query = { .view = OTR_VIEW_ALL },
                          .class = OTR_THUMB_NORMAL,
                          .n_threads = 3,
                          .progress = count_call,
                          .data = n_calls };
}

static void
test_missing_ones (Fixture *fixture, gconstpointer data)
{
  g_autofree char *gone = g_build_filename (fixture->photos, "7.jpg", NULL);
  int n_calls = 0;
  OtrThumbBuild build = make_build (fixture, &n_calls);
  OtrThumbBuildProgress done;
  g_autoptr (GError) error = NULL;

  g_assert_no_errno (g_unlink (gone));
  g_assert_true (otr_thumb_build (&build, NULL, &done, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (done.total, ==, N_PHOTOS);
  g_assert_cmpuint (done.done, ==, N_PHOTOS);
  g_assert_cmpuint (done.made, ==, N_PHOTOS - 1);
  g_assert_cmpuint (done.failed, ==, 1);
  g_assert_cmpint (n_calls, ==, N_PHOTOS);

  g_assert_true (otr_thumb_build (&build, NULL, &done, &error)); /* nothing is made twice */
  g_assert_cmpuint (done.made, ==, 0);
  g_assert_cmpuint (done.failed, ==, 1);
}

static void
test_cancelled (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  int n_calls = 0;
  OtrThumbBuild build = make_build (fixture, &n_calls);
  OtrThumbBuildProgress done;
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_false (otr_thumb_build (&build, cancellable, &done, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (done.made, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/thumb-build/missing-ones", Fixture, NULL, set_up, test_missing_ones, tear_down);
  g_test_add ("/thumb-build/cancelled", Fixture, NULL, set_up, test_cancelled, tear_down);
  return g_test_run ();
}
