/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "otr-error.h"
#include "otr-import-job.h"
#include "otr-test.h"

typedef struct
{
  char *dir;
  char *photos;
  OtrCatalog *catalog;
  OtrThumbStore *thumbs;
  OtrImportOptions options;
  OtrImportProgress last;   /* of the last run */
  OtrImportSummary summary; /* ... without its error */
  GError *error;
  GPtrArray *events;      /* "result name" */
  gboolean rescan_folder; /* else a rescan is one of everything */
} Fixture;

/* ---- fixture ---- */

static void
open_catalog (Fixture *fixture, const char *name)
{
  g_autofree char *catalog = g_build_filename (fixture->dir, name, "catalog.db", NULL);
  g_autofree char *thumbs = g_build_filename (fixture->dir, name, "thumbnails.db", NULL);
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&fixture->catalog, otr_catalog_unref);
  g_clear_pointer (&fixture->thumbs, otr_thumb_store_unref);
  fixture->catalog = otr_catalog_open (catalog, OTR_CATALOG_CREATE, OTR_DIGEST_SHA256, &error);
  g_assert_no_error (error);
  fixture->thumbs = otr_thumb_store_open (thumbs, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->dir = otr_test_dir_new ();
  fixture->photos = otr_test_mkdir (fixture->dir, "photos");
  otr_import_options_init (&fixture->options);
  fixture->options.thumbnails = OTR_THUMBNAILS_NOW;
  fixture->events = g_ptr_array_new_with_free_func (g_free);
  open_catalog (fixture, "catalog");
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_ptr_array_unref (fixture->events);
  g_clear_error (&fixture->error);
  otr_catalog_unref (fixture->catalog);
  otr_thumb_store_unref (fixture->thumbs);
  otr_import_options_clear (&fixture->options);
  g_free (fixture->photos);
  otr_test_dir_remove (fixture->dir);
}

/* A photo that nobody wrote a moment ago: else it would stay suspect. */
static void
make_old (const char *path)
{
  struct timespec times[2] = { { 1500000000, 0 }, { 1500000000, 0 } };

  g_assert_no_errno (utimensat (AT_FDCWD, path, times, 0));
}

static void
add_photo (Fixture *fixture, const char *name, guint seed)
{
  OtrTestPhoto photo = { .seed = seed, .taken = "2019:05:01 12:33:00", .make = "Outrider" };
  g_autofree char *path = otr_test_write_photo (fixture->photos, name, &photo);

  make_old (path);
}

static void
add_file (Fixture *fixture, const char *name, gconstpointer data, gssize size)
{
  g_autofree char *path = otr_test_write (fixture->photos, name, data, size);

  make_old (path);
}

static void
on_events (OtrImportJob *job, GPtrArray *events, Fixture *fixture)
{
  for (guint i = 0; i < events->len; i++)
    {
      const OtrImportEvent *event = g_ptr_array_index (events, i);

      g_ptr_array_add (
          fixture->events,
          g_strdup_printf ("%s %s", otr_result_to_string (event->result), event->name));
    }
}

static OtrImportJob *
new_job (Fixture *fixture, GMainLoop *loop)
{
  g_autoptr (GFile) file = g_file_new_for_path (fixture->photos);
  gboolean everything = fixture->options.mode != OTR_IMPORT_ADD && !fixture->rescan_folder;
  OtrImportJob *job = otr_import_job_new (
      fixture->catalog, fixture->thumbs, &file, everything ? 0 : 1, &fixture->options);

  g_ptr_array_set_size (fixture->events, 0);
  otr_import_job_set_want_events (job, TRUE);
  g_signal_connect (job, "events", G_CALLBACK (on_events), fixture);
  g_signal_connect_swapped (job, "finished", G_CALLBACK (g_main_loop_quit), loop);
  return job;
}

static void
keep_summary (Fixture *fixture, OtrImportJob *job)
{
  const OtrImportSummary *summary = otr_import_job_get_summary (job);

  fixture->last = summary->last;
  fixture->summary = *summary;
  g_clear_error (&fixture->error);
  if (summary->error != NULL)
    fixture->error = g_error_copy (summary->error);
}

static void
run (Fixture *fixture)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (OtrImportJob) job = new_job (fixture, loop);

  otr_import_job_start (job);
  g_main_loop_run (loop);
  keep_summary (fixture, job);
}

static void
run_well (Fixture *fixture)
{
  run (fixture);
  g_assert_no_error (fixture->error);
}

typedef struct
{
  OtrResult result;
  guint64 n;
} Count;

static void
assert_counts (Fixture *fixture, const Count *counts, gsize n)
{
  guint64 expected[OTR_N_RESULTS] = { 0 };
  guint64 sum = 0;

  for (gsize i = 0; i < n; i++)
    expected[counts[i].result] = counts[i].n;
  for (guint i = 0; i < OTR_N_RESULTS; i++)
    {
      if (fixture->last.counts[i] != expected[i])
        g_test_message ("%s: %" G_GUINT64_FORMAT,
                        otr_result_to_string ((OtrResult) i),
                        fixture->last.counts[i]);
      g_assert_cmpuint (fixture->last.counts[i], ==, expected[i]);
      sum += expected[i];
    }
  g_assert_cmpuint (fixture->last.found, ==, sum);
  g_assert_cmpuint (fixture->last.done, ==, sum);
  g_assert_cmpuint (fixture->events->len, ==, sum);
}

#define assert_results(fixture, ...) \
  assert_counts (                    \
      fixture, (const Count[]){ __VA_ARGS__ }, G_N_ELEMENTS (((const Count[]){ __VA_ARGS__ })))

static gboolean
has_event (Fixture *fixture, const char *event)
{
  return g_ptr_array_find_with_equal_func (fixture->events, event, g_str_equal, NULL);
}

/* ---- what the catalog holds ---- */

static gboolean
add_line (const OtrPhotoRecord *record, gpointer data)
{
  GPtrArray *lines = data;
  g_autofree char *digest = otr_digest_to_hex (&record->digest);

  g_ptr_array_add (lines,
                   g_strdup_printf ("%s/%s %s %" G_GINT64_FORMAT " %s %d %d",
                                    record->folder_path,
                                    record->name,
                                    digest,
                                    record->facts->taken_ms,
                                    otr_taken_source_to_string (record->facts->taken_source),
                                    record->state,
                                    record->decode_state));
  return TRUE;
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static char *
dump_catalog (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OtrCatalogReader) reader = otr_catalog_reader_new (fixture->catalog, &error);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  OtrPhotoQuery query = { .view = OTR_VIEW_ALL };

  g_assert_no_error (error);
  g_assert_true (otr_catalog_reader_each_file (reader, &query, FALSE, add_line, lines, &error));
  g_assert_no_error (error);
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

static guint
count_thumbnails (Fixture *fixture)
{
  g_autoptr (OtrCatalogReader) reader = otr_catalog_reader_new (fixture->catalog, NULL);
  OtrPhotoQuery query = { .view = OTR_VIEW_ALL };
  g_autoptr (GArray) keys = otr_catalog_reader_list (reader, &query, NULL);
  guint n = 0;

  for (guint i = 0; i < keys->len; i++)
    {
      gint64 id = g_array_index (keys, OtrPhotoKey, i).photo_id;
      g_autoptr (GPtrArray) photos = otr_catalog_reader_get_photos (reader, &id, 1, FALSE, NULL);
      const OtrPhotoRecord *photo = g_ptr_array_index (photos, 0);
      OtrImageSource source;
      guint width, height;

      n += otr_thumb_store_stat (
          fixture->thumbs, &photo->digest, photo->size, &width, &height, &source);
    }
  return n;
}

/* ---- trees ---- */

/* 12 photos, 3 copies, 1 truncated, 1 text, 1 sidecar, 1 lonely sidecar. */
static void
make_tree (Fixture *fixture)
{
  g_autoptr (GBytes) whole = otr_test_jpeg (&(OtrTestPhoto){ .width = 400, .height = 300 });

  for (guint i = 0; i < 12; i++)
    {
      g_autofree char *name = g_strdup_printf ("day %u/IMG_%04u.jpg", i / 4, i);

      add_photo (fixture, name, i + 1);
    }
  add_photo (fixture, "copies/one.jpg", 1);
  add_photo (fixture, "copies/two.jpg", 2);
  add_photo (fixture, "copies/one again.jpg", 1);
  add_file (fixture, "odd/cut.jpg", g_bytes_get_data (whole, NULL), 2000);
  add_file (fixture, "odd/text.jpg", "this is no photo", -1);
  add_file (fixture, "day 0/IMG_0000.jpg.xmp", "<x/>", -1);
  add_file (fixture, "odd/lonely.xmp", "<x/>", -1);
}

static void
assert_tree_imported (Fixture *fixture)
{
  assert_results (fixture,
                  { OTR_RESULT_IMPORTED, 12 },
                  { OTR_RESULT_DUPLICATE, 3 },
                  { OTR_RESULT_DAMAGED, 1 },
                  { OTR_RESULT_SKIPPED, 2 },
                  { OTR_RESULT_COMPANION, 1 });
}

static void
test_results (Fixture *fixture, gconstpointer data)
{
  make_tree (fixture);
  run_well (fixture);
  assert_tree_imported (fixture);
  g_assert_true (has_event (fixture, "damaged cut.jpg"));
  g_assert_true (has_event (fixture, "skipped text.jpg"));
  g_assert_true (has_event (fixture, "companion IMG_0000.jpg.xmp"));
  g_assert_cmpuint (fixture->last.bytes_read, <=, fixture->last.found_bytes * 105 / 100);
  g_assert_cmpuint (count_thumbnails (fixture), >=, 15);
  g_assert_cmpint (fixture->summary.roll_id, >, 0);
  g_assert_cmpfloat (fixture->summary.seconds_to_first_thumbnail, >, 0);
}

static void
test_second_time (Fixture *fixture, gconstpointer data)
{
  g_autofree char *first = NULL, *second = NULL;

  make_tree (fixture);
  run_well (fixture);
  first = dump_catalog (fixture);
  run_well (fixture);
  assert_results (
      fixture, { OTR_RESULT_KNOWN, 16 }, { OTR_RESULT_SKIPPED, 2 }, { OTR_RESULT_COMPANION, 1 });
  g_assert_cmpuint (fixture->last.bytes_read, ==, strlen ("this is no photo"));
  second = dump_catalog (fixture);
  g_assert_cmpstr (first, ==, second);
}

static void
test_changed_and_moved (Fixture *fixture, gconstpointer data)
{
  g_autofree char *from = g_build_filename (fixture->photos, "a/2.jpg", NULL);
  g_autofree char *to = g_build_filename (fixture->photos, "b/new.jpg", NULL);
  g_autofree char *touched = g_build_filename (fixture->photos, "a/3.jpg", NULL);

  add_photo (fixture, "a/1.jpg", 1);
  add_photo (fixture, "a/2.jpg", 2);
  add_photo (fixture, "a/3.jpg", 3);
  add_photo (fixture, "b/4.jpg", 4);
  run_well (fixture);

  add_photo (fixture, "a/1.jpg", 1001);
  g_assert_no_errno (g_rename (from, to));
  g_assert_no_errno (utimensat (AT_FDCWD, touched, NULL, 0));
  run_well (fixture);
  assert_results (
      fixture, { OTR_RESULT_CHANGED, 1 }, { OTR_RESULT_MOVED, 1 }, { OTR_RESULT_KNOWN, 2 });
  g_assert_true (has_event (fixture, "changed 1.jpg"));
  g_assert_true (has_event (fixture, "moved new.jpg"));
}

/* The undated, too: their time is their name's. */
static void
add_undated_copies (Fixture *fixture)
{
  static const char *const names[] = { "IMG_20190501_120000.jpg",
                                       "x.jpg",
                                       "IMG_20180501_120000.jpg" };
  g_autoptr (GBytes) bytes = otr_test_jpeg (&(OtrTestPhoto){ .seed = 77 });

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    add_file (fixture, names[i], g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes));
}

static void
test_thread_counts (Fixture *fixture, gconstpointer data)
{
  static const guint counts[] = { 0, 1, 2, 3, 16 }; /* 0: inline */
  g_autofree char *expected = NULL;

  make_tree (fixture);
  add_undated_copies (fixture);
  for (gsize i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autofree char *name = g_strdup_printf ("with-%u", counts[i]);
      g_autofree char *content = NULL;

      open_catalog (fixture, name);
      fixture->options.inline_stages = counts[i] == 0;
      fixture->options.tuning.preload_threads = counts[i];
      fixture->options.tuning.scout_threads = counts[i];
      fixture->options.tuning.thumbnail_threads = counts[i];
      fixture->options.tuning.digest_while_preloading =
          counts[i] % 2 == 1 ? OTR_CHOICE_YES : OTR_CHOICE_NO;
      fixture->options.tuning.preload = counts[i] != 2;
      run_well (fixture);
      assert_results (fixture,
                      { OTR_RESULT_IMPORTED, 13 },
                      { OTR_RESULT_DUPLICATE, 5 },
                      { OTR_RESULT_DAMAGED, 1 },
                      { OTR_RESULT_SKIPPED, 2 },
                      { OTR_RESULT_COMPANION, 1 });
      content = dump_catalog (fixture);
      if (expected == NULL)
        expected = g_steal_pointer (&content);
      else
        g_assert_cmpstr (content, ==, expected);
    }
}

/* ---- commands while it runs ---- */

static void
make_many (Fixture *fixture, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u/%u.jpg", i % 7, i);

      add_photo (fixture, name, i + 1);
    }
}

static void
retune (OtrImportJob *job, gpointer data)
{
  static guint n;
  OtrTuning tuning;

  otr_tuning_init (&tuning);
  tuning.preload_threads = 1 + n % 5;
  tuning.thumbnail_threads = 1 + n % 3;
  tuning.scout_threads = 1 + n % 4;
  n++;
  otr_import_job_set_tuning (job, &tuning);
}

static gboolean
retune_idle (gpointer job)
{
  retune (job, NULL);
  return G_SOURCE_CONTINUE;
}

static void
test_retune (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (OtrImportJob) job = NULL;
  guint source;

  make_many (fixture, 150);
  job = new_job (fixture, loop);
  g_signal_connect (job, "progress", G_CALLBACK (retune), NULL);
  source = g_timeout_add (3, retune_idle, job);
  otr_import_job_start (job);
  g_main_loop_run (loop);
  (void) g_source_remove (source);
  keep_summary (fixture, job);
  g_assert_no_error (fixture->error);
  assert_results (fixture, { OTR_RESULT_IMPORTED, 150 });
}

/* Automatic says what it does; numbers given by hand end it. */
static void
look_at_note (OtrImportJob *job, gpointer data)
{
  gboolean *seen = data;
  OtrImportProgress progress;

  otr_import_job_get_progress (job, &progress);
  if (progress.phase != OTR_PHASE_RUNNING || (!*seen && *progress.auto_note == '\0'))
    return;
  if (!*seen)
    {
      g_assert_cmpint (progress.tuning.preset, ==, OTR_PRESET_AUTO);
      retune (job, NULL);
      otr_import_job_get_progress (job, &progress);
    }
  *seen = TRUE;
  g_assert_cmpint (progress.tuning.preset, ==, OTR_PRESET_CUSTOM);
  g_assert_cmpstr (progress.auto_note, ==, "");
}

static void
test_automatic (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (OtrImportJob) job = NULL;
  gboolean seen = FALSE;

  make_many (fixture, 400);
  job = new_job (fixture, loop);
  g_signal_connect (job, "progress", G_CALLBACK (look_at_note), &seen);
  otr_import_job_start (job);
  g_main_loop_run (loop);
  keep_summary (fixture, job);
  g_assert_no_error (fixture->error);
  g_assert_true (seen || fixture->summary.seconds_to_catalog < 0.3);
  assert_results (fixture, { OTR_RESULT_IMPORTED, 400 });
}

static gboolean
resume (gpointer job)
{
  OtrImportProgress progress;

  otr_import_job_get_progress (job, &progress);
  g_assert_cmpint (progress.phase, ==, OTR_PHASE_PAUSED);
  g_assert_cmpuint (progress.done, ==, 0);
  otr_import_job_resume (job);
  return G_SOURCE_REMOVE;
}

static void
resume_when_scanned (OtrImportJob *job, gpointer data)
{
  OtrImportProgress progress;

  otr_import_job_get_progress (job, &progress);
  if (progress.scan_done && progress.phase == OTR_PHASE_PAUSED)
    (void) resume (job);
}

static void
test_pause (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (OtrImportJob) job = NULL;

  make_many (fixture, 20);
  job = new_job (fixture, loop);
  g_signal_connect (job, "progress", G_CALLBACK (resume_when_scanned), NULL);
  otr_import_job_pause (job);
  otr_import_job_start (job);
  g_main_loop_run (loop);
  keep_summary (fixture, job);
  assert_results (fixture, { OTR_RESULT_IMPORTED, 20 });
}

typedef struct
{
  gboolean paused;
  guint64 decoded_before;
  guint64 decoded;
  guint64 done;
  guint n_same;
  gboolean then_cancel;
} Pause;

/* Pauses it when the first are done, continues it when nothing has moved for a while. */
static void
pause_in_the_midst (OtrImportJob *job, gpointer data)
{
  Pause *pause = data;
  OtrImportProgress progress;

  otr_import_job_get_progress (job, &progress);
  if (!pause->paused && progress.done > 0)
    {
      pause->paused = TRUE;
      otr_import_job_pause (job);
      otr_import_job_get_progress (job, &progress);
      pause->decoded_before = progress.stages[OTR_STAGE_DECODE].items;
    }
  if (progress.phase != OTR_PHASE_PAUSED || pause->n_same >= 3)
    return;
  pause->n_same = progress.done == pause->done ? pause->n_same + 1 : 0;
  pause->done = progress.done;
  pause->decoded = progress.stages[OTR_STAGE_DECODE].items;
  if (pause->n_same >= 3 && pause->then_cancel)
    otr_import_job_cancel (job);
  else if (pause->n_same >= 3)
    otr_import_job_resume (job);
}

static void
test_pause_stops_what_is_read_already (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (OtrImportJob) job = NULL;
  Pause pause = { 0 };

  make_many (fixture, 1000);
  job = new_job (fixture, loop);
  g_signal_connect (job, "progress", G_CALLBACK (pause_in_the_midst), &pause);
  otr_import_job_start (job);
  g_main_loop_run (loop);
  keep_summary (fixture, job);
  /* Each decoding thread ends the one it has begun. */
  g_assert_cmpuint (
      pause.decoded, <=, pause.decoded_before + fixture->last.tuning.thumbnail_threads);
  assert_results (fixture, { OTR_RESULT_IMPORTED, 1000 });
}

/* What lies in the buffers is given up, too. */
static void
test_cancel_drops_what_is_read_already (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (OtrImportJob) job = NULL;
  Pause pause = { .then_cancel = TRUE };

  make_many (fixture, 1000);
  job = new_job (fixture, loop);
  g_signal_connect (job, "progress", G_CALLBACK (pause_in_the_midst), &pause);
  otr_import_job_start (job);
  g_main_loop_run (loop);
  keep_summary (fixture, job);
  g_assert_true (pause.paused);
  g_assert_true (fixture->summary.cancelled);
  g_assert_cmpuint (fixture->last.stages[OTR_STAGE_DECODE].items, ==, pause.decoded);
}

static void
cancel_on_first (OtrImportJob *job, gpointer data)
{
  otr_import_job_cancel (job);
}

static void
test_cancel (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (OtrImportJob) job = NULL;
  guint64 before;

  make_many (fixture, 400);
  job = new_job (fixture, loop);
  g_signal_connect (job, "committed", G_CALLBACK (cancel_on_first), NULL);
  otr_import_job_start (job);
  g_main_loop_run (loop);
  keep_summary (fixture, job);
  g_assert_no_error (fixture->error);
  before = fixture->last.counts[OTR_RESULT_IMPORTED];
  g_assert_cmpuint (before, >, 0);
  g_assert_true (fixture->summary.cancelled || before == 400);

  run_well (fixture); /* the next one finishes it, without doing anything twice */
  assert_results (fixture, { OTR_RESULT_KNOWN, before }, { OTR_RESULT_IMPORTED, 400 - before });
}

/* ---- rescan ---- */

static void
test_rescan (Fixture *fixture, gconstpointer data)
{
  g_autofree char *gone = g_build_filename (fixture->photos, "a/1.jpg", NULL);
  g_autofree char *from = g_build_filename (fixture->photos, "a/2.jpg", NULL);
  g_autofree char *to = g_build_filename (fixture->photos, "b/2.jpg", NULL);
  g_autofree char *away = g_build_filename (fixture->dir, "away", NULL);

  for (guint i = 1; i <= 5; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s/%u.jpg", i < 4 ? "a" : "b", i);

      add_photo (fixture, name, i);
    }
  run_well (fixture);
  g_assert_no_errno (g_unlink (gone));
  g_assert_no_errno (g_rename (from, to));
  add_photo (fixture, "c/new.jpg", 12345);

  fixture->options.mode = OTR_IMPORT_RESCAN;
  run_well (fixture);
  g_assert_cmpuint (fixture->summary.unchanged, ==, 3);
  g_assert_cmpuint (fixture->summary.missing, ==, 1);
  g_assert_cmpuint (fixture->summary.new_files, ==, 1);
  g_assert_cmpuint (fixture->last.counts[OTR_RESULT_MOVED], ==, 1);

  fixture->options.mode = OTR_IMPORT_RESCAN_ADD;
  run_well (fixture);
  g_assert_cmpuint (fixture->last.counts[OTR_RESULT_IMPORTED], ==, 1);
  g_assert_cmpuint (fixture->last.counts[OTR_RESULT_KNOWN], ==, 4);

  g_assert_no_errno (g_rename (fixture->photos, away));
  run_well (fixture);
  g_assert_cmpuint (fixture->summary.offline, ==, 6);
  g_assert_cmpuint (fixture->summary.missing, ==, 0);
}

static void
test_rescan_folder (Fixture *fixture, gconstpointer data)
{
  g_autofree char *one = g_build_filename (fixture->photos, "a/1.jpg", NULL);
  g_autofree char *folder = g_build_filename (fixture->photos, "a", NULL);

  add_photo (fixture, "a/1.jpg", 1);
  add_photo (fixture, "b/2.jpg", 2);
  run_well (fixture);
  g_assert_no_errno (g_unlink (one));
  g_assert_no_errno (g_rmdir (folder));

  fixture->options.mode = OTR_IMPORT_RESCAN;
  fixture->rescan_folder = TRUE; /* a folder that is gone, below a root that is there */
  g_free (fixture->photos);
  fixture->photos = g_steal_pointer (&folder);
  run_well (fixture);
  g_assert_cmpuint (fixture->summary.missing, ==, 1);
  g_assert_cmpuint (fixture->last.found, ==, 0);

  g_free (fixture->photos);
  fixture->photos = g_strdup (fixture->dir); /* nothing of it was ever imported */
  run (fixture);
  g_assert_error (fixture->error, OTR_ERROR, OTR_ERROR_SOURCE_GONE);
}

static void
test_single_file (Fixture *fixture, gconstpointer data)
{
  g_autofree char *file = g_build_filename (fixture->photos, "a/1.jpg", NULL);

  add_photo (fixture, "a/1.jpg", 1);
  add_photo (fixture, "a/2.jpg", 2);
  g_free (fixture->photos);
  fixture->photos = g_steal_pointer (&file);
  run_well (fixture);
  assert_results (fixture, { OTR_RESULT_IMPORTED, 1 });
  run_well (fixture);
  assert_results (fixture, { OTR_RESULT_KNOWN, 1 });
}

/* ---- trouble ---- */

static void
test_no_source (Fixture *fixture, gconstpointer data)
{
  g_assert_no_errno (g_rmdir (fixture->photos));
  run (fixture);
  g_assert_error (fixture->error, OTR_ERROR, OTR_ERROR_SOURCE_GONE);
}

static void
test_no_decoder (Fixture *fixture, gconstpointer data)
{
  g_autofree char *decoder = g_strdup (g_getenv ("OUTRIDER_DECODER"));

  add_photo (fixture, "1.jpg", 1);
  g_assert_true (g_setenv ("OUTRIDER_DECODER", "/nonexistent/decoder", TRUE));
  run (fixture);
  g_assert_error (fixture->error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  if (decoder != NULL)
    g_assert_true (g_setenv ("OUTRIDER_DECODER", decoder, TRUE));
  else
    g_unsetenv ("OUTRIDER_DECODER");
  run_well (fixture);
  assert_results (fixture, { OTR_RESULT_IMPORTED, 1 });
}

static void
test_busy (Fixture *fixture, gconstpointer data)
{
  int lock = otr_catalog_lock_import (fixture->catalog, NULL);

  g_assert_cmpint (lock, >=, 0);
  run (fixture);
  g_assert_error (fixture->error, OTR_ERROR, OTR_ERROR_BUSY);
  (void) close (lock);
}

static void
test_elastic (Fixture *fixture, gconstpointer data)
{
  make_many (fixture, 100);
  fixture->options.thumbnails = OTR_THUMBNAILS_ELASTIC;
  run_well (fixture);
  assert_results (fixture, { OTR_RESULT_IMPORTED, 100 });
  g_assert_cmpuint (count_thumbnails (fixture), ==, 100);
  g_assert_cmpuint (fixture->last.bytes_read, <=, fixture->last.found_bytes * 130 / 100);
  g_assert_cmpuint (
      fixture->last.bytes_read, ==, fixture->last.found_bytes + fixture->last.bytes_reread);
}

static void
test_later (Fixture *fixture, gconstpointer data)
{
  make_many (fixture, 5);
  fixture->options.thumbnails = OTR_THUMBNAILS_LATER;
  run_well (fixture);
  assert_results (fixture, { OTR_RESULT_IMPORTED, 5 });
  g_assert_cmpuint (count_thumbnails (fixture), ==, 0);
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
  add ("/import-job/results", test_results);
  add ("/import-job/second-time", test_second_time);
  add ("/import-job/changed-and-moved", test_changed_and_moved);
  add ("/import-job/thread-counts", test_thread_counts);
  add ("/import-job/retune", test_retune);
  add ("/import-job/automatic", test_automatic);
  add ("/import-job/pause", test_pause);
  add ("/import-job/pause-stops-what-is-read-already", test_pause_stops_what_is_read_already);
  add ("/import-job/cancel-drops-what-is-read-already", test_cancel_drops_what_is_read_already);
  add ("/import-job/cancel", test_cancel);
  add ("/import-job/rescan", test_rescan);
  add ("/import-job/rescan-folder", test_rescan_folder);
  add ("/import-job/single-file", test_single_file);
  add ("/import-job/no-source", test_no_source);
  add ("/import-job/no-decoder", test_no_decoder);
  add ("/import-job/busy", test_busy);
  add ("/import-job/elastic", test_elastic);
  add ("/import-job/later", test_later);
  return g_test_run ();
}
