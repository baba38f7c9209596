/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "otr-test.h"
#include "otr-verify.h"

typedef struct
{
  char *dir;
  char *path;
  OtrPhotoRecord record;
} Fixture;

static void
set_mtime (const char *path, gint64 mtime_ns)
{
  struct timespec times[2] = {
    { .tv_nsec = UTIME_OMIT },
    { .tv_sec = mtime_ns / 1000000000, .tv_nsec = mtime_ns % 1000000000 },
  };

  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (OtrDigester) digester = otr_digester_new (OTR_DIGEST_SHA256);

  fixture->dir = otr_test_dir_new ();
  fixture->path = otr_test_write (fixture->dir, "a.jpg", "some bytes", -1);
  set_mtime (fixture->path, 1500000000123456789);
  otr_digester_update (digester, "some bytes", 10);
  otr_digester_finish (digester, &fixture->record.digest);
  fixture->record.folder_path = fixture->dir;
  fixture->record.name = (char *) "a.jpg";
  fixture->record.size = 10;
  fixture->record.mtime_ns = 1500000000123456789;
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_free (fixture->path);
  otr_test_dir_remove (fixture->dir);
}

static void
assert_verdict (const Fixture *fixture, OtrVerifyResult expected)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *reason = NULL;
  OtrVerifyResult result;

  g_assert_true (
      otr_verify_file (&fixture->record, OTR_DIGEST_SHA256, NULL, &result, &reason, &error));
  g_assert_no_error (error);
  g_assert_cmpint (result, ==, expected);
  g_assert_cmpint (reason != NULL, ==, expected == OTR_VERIFY_UNREADABLE);
}

static void
test_same (Fixture *fixture, gconstpointer data)
{
  assert_verdict (fixture, OTR_VERIFY_SAME);
}

static void
test_rotten (Fixture *fixture, gconstpointer data)
{
  g_free (otr_test_write (fixture->dir, "a.jpg", "some bytez", -1));
  set_mtime (fixture->path, fixture->record.mtime_ns);
  assert_verdict (fixture, OTR_VERIFY_ROTTEN);
}

static void
test_changed (Fixture *fixture, gconstpointer data)
{
  g_free (otr_test_write (fixture->dir, "a.jpg", "other words", -1));
  assert_verdict (fixture, OTR_VERIFY_CHANGED);
  g_free (otr_test_write (fixture->dir, "a.jpg", "some bytes", -1));
  set_mtime (fixture->path, fixture->record.mtime_ns + 1);
  assert_verdict (fixture, OTR_VERIFY_CHANGED);
}

static void
test_gone_and_unreadable (Fixture *fixture, gconstpointer data)
{
  g_assert_cmpint (unlink (fixture->path), ==, 0);
  assert_verdict (fixture, OTR_VERIFY_MISSING);
  g_assert_cmpint (mkfifo (fixture->path, 0600), ==, 0);
  assert_verdict (fixture, OTR_VERIFY_CHANGED);
  g_assert_cmpint (unlink (fixture->path), ==, 0);
  g_assert_cmpint (symlink ("a.jpg", fixture->path), ==, 0);
  assert_verdict (fixture, OTR_VERIFY_UNREADABLE);
}

static void
test_cancelled (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *reason = NULL;
  OtrVerifyResult result;

  g_cancellable_cancel (cancellable);
  g_assert_false (
      otr_verify_file (&fixture->record, OTR_DIGEST_SHA256, cancellable, &result, &reason, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

#define ADD(name, test) g_test_add ("/verify/" name, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("same", test_same);
  ADD ("rotten", test_rotten);
  ADD ("changed", test_changed);
  ADD ("gone-and-unreadable", test_gone_and_unreadable);
  ADD ("cancelled", test_cancelled);
  return g_test_run ();
}
