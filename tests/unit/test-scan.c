/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "otr-fd.h"
#include "otr-path.h"
#include "otr-scan.h"
#include "otr-sync.h"
#include "otr-test.h"

typedef struct
{
  char *dir; /* a root "in" and a place "out" beside it */
  char *root;
  OtrScanRules rules;
} Fixture;

typedef struct
{
  OtrMutex lock;
  GPtrArray *lines;   /* guarded by lock */
  GPtrArray *folders; /* OtrScanFolder */
  guint stop_after;
} Found;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->dir = otr_test_dir_new ();
  f->root = otr_test_mkdir (f->dir, "in");
  f->rules = (OtrScanRules){ 0 };
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  otr_test_dir_remove (f->dir);
  g_free (f->root);
}

static void
add (Fixture *f, const char *name)
{
  g_free (otr_test_write (f->dir, name, "data", 4));
}

static void
add_empty (Fixture *f, const char *name)
{
  g_free (otr_test_write (f->dir, name, "", 0));
}

static void
add_link (Fixture *f, const char *name, const char *target)
{
  g_autofree char *path = g_build_filename (f->dir, name, NULL);

  g_assert_no_errno (symlink (target, path));
}

static char *
describe (const OtrScanFolder *folder, const OtrScanFile *file)
{
  static const char *const kinds[] = { "photo", "video", "sidecar", "skipped", "failed" };

  return g_strdup_printf ("%s/%s %s%s%s%s%s",
                          folder->relative,
                          file->name,
                          kinds[file->kind],
                          file->reason != NULL ? ": " : "",
                          file->reason != NULL ? file->reason : "",
                          file->companion_of != NULL ? " of " : "",
                          file->companion_of != NULL ? file->companion_of : "");
}

static gboolean
on_folder (OtrScanFolder *folder, gpointer data)
{
  Found *found = data;
  otr_auto_lock (&found->lock);

  for (guint i = 0; i < folder->files->len; i++)
    g_ptr_array_add (found->lines, describe (folder, folder->files->pdata[i]));
  g_ptr_array_add (found->folders, folder);
  return found->folders->len != found->stop_after;
}

static void
found_init (Found *found)
{
  *found = (Found){
    .lines = g_ptr_array_new_with_free_func (g_free),
    .folders = g_ptr_array_new_with_free_func ((GDestroyNotify) otr_scan_folder_free),
  };
  otr_mutex_init (&found->lock);
}

static void
found_clear (Found *found)
{
  g_ptr_array_unref (found->lines);
  g_ptr_array_unref (found->folders);
  otr_mutex_clear (&found->lock);
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
scan_file (GFile *root, const OtrScanRules *rules, guint n_scouts, Found *found)
{
  g_autoptr (GError) error = NULL;
  OtrScan *walk = otr_scan_start (root, rules, n_scouts, on_folder, found, NULL);
  gboolean ok = otr_scan_finish (walk, &error);

  g_assert_no_error (error);
  g_assert_true (ok);
  g_ptr_array_sort (found->lines, compare_lines);
}

static void
scan (const char *path, const OtrScanRules *rules, guint n_scouts, Found *found)
{
  g_autoptr (GFile) root = g_file_new_for_path (path);

  scan_file (root, rules, n_scouts, found);
}

/* All lines, in order; the same for every number of scouts. */
static void
check (Fixture *f, const char *const *expected)
{
  static const guint counts[] = { 1, 2, 3, 16 };

  for (gsize i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      Found found;
      guint n = 0;

      found_init (&found);
      scan (f->root, &f->rules, counts[i], &found);
      for (; expected[n] != NULL && n < found.lines->len; n++)
        g_assert_cmpstr (found.lines->pdata[n], ==, expected[n]);
      g_assert_cmpstr (expected[n], ==, NULL);
      g_assert_cmpuint (found.lines->len, ==, n);
      found_clear (&found);
    }
}

#define CHECK(f, ...) check (f, (const char *const[]){ __VA_ARGS__, NULL })

static void
test_tree (Fixture *f, gconstpointer data)
{
  add (f, "in/b.JPG");
  add (f, "in/a.cr2");
  add (f, "in/sub/deep/er/c.png");
  add (f, "in/sub/d.tiff");
  add (f, "in/line\nbreak.jpg");
  add (f, "in/f\xf6lder/\xff.jpg");
  CHECK (f,
         "/a.cr2 photo",
         "/b.JPG photo",
         "/line\nbreak.jpg photo",
         "f\xf6lder/\xff.jpg photo",
         "sub/d.tiff photo",
         "sub/deep/er/c.png photo");
}

static void
test_no_photos (Fixture *f, gconstpointer data)
{
  add (f, "in/clip.mp4");
  add (f, "in/notes.txt");
  add (f, "in/drawing.svg");
  add (f, "in/a.jpg.part");
  add (f, "in/no-extension");
  add (f, "in/Thumbs.db");
  add (f, "in/.DS_Store");
  add (f, "in/._a.jpg");
  add_empty (f, "in/empty.jpg");
  CHECK (f,
         "/.DS_Store skipped: not a photo format",
         "/._a.jpg skipped: not a photo format",
         "/Thumbs.db skipped: not a photo format",
         "/a.jpg.part skipped: not a photo format",
         "/clip.mp4 skipped: video not supported",
         "/drawing.svg skipped: not a photo format",
         "/empty.jpg skipped: empty file",
         "/no-extension skipped: unknown extension",
         "/notes.txt skipped: not a photo format");
}

static void
test_hidden_and_left_out (Fixture *f, gconstpointer data)
{
  const char *const leave_out[] = { "*-small.jpg", "Private", NULL };

  add (f, "in/.hidden.jpg");
  add (f, "in/.jpg");
  add (f, "in/..and more/a.jpg");
  add (f, "in/.folder/a.jpg");
  add (f, "in/.Trash-1000/a.jpg");
  add (f, "in/@eaDir/a.jpg");
  add (f, "in/a-SMALL.jpg");
  add (f, "in/private/a.jpg");
  f->rules.leave_out = leave_out;
  CHECK (f,
         "..and more/a.jpg photo",
         "/.Trash-1000 skipped: a folder of the system",
         "/.folder skipped: hidden folder",
         "/.hidden.jpg skipped: hidden",
         "/.jpg skipped: hidden",
         "/@eaDir skipped: a folder of the system",
         "/a-SMALL.jpg skipped: left out by the rules",
         "/private skipped: left out by the rules");
  f->rules.hidden = TRUE;
  CHECK (f,
         "..and more/a.jpg photo",
         ".folder/a.jpg photo",
         "/.Trash-1000 skipped: a folder of the system",
         "/.hidden.jpg photo",
         "/.jpg photo",
         "/@eaDir skipped: a folder of the system",
         "/a-SMALL.jpg skipped: left out by the rules",
         "/private skipped: left out by the rules");
}

static void
test_companions (Fixture *f, gconstpointer data)
{
  add (f, "in/a.jpg");
  add (f, "in/a.CR2");
  add (f, "in/a.xmp");
  add (f, "in/a.jpg.XMP");
  add (f, "in/b.jpg");
  add (f, "in/b.WAV");
  add (f, "in/b.thm");
  add (f, "in/b.MOV");
  add (f, "in/c.png");
  add (f, "in/c.mov");
  add (f, "in/d.xmp");
  add (f, "in/e.mp4");
  add (f, "in/e.thm");
  add_empty (f, "in/f.jpg");
  add (f, "in/f.xmp");
  CHECK (f,
         "/a.CR2 photo",
         "/a.jpg photo",
         "/a.jpg.XMP sidecar of a.jpg",
         "/a.xmp sidecar of a.CR2",
         "/b.MOV video of b.jpg",
         "/b.WAV sidecar of b.jpg",
         "/b.jpg photo",
         "/b.thm sidecar of b.jpg",
         "/c.mov skipped: video not supported",
         "/c.png photo",
         "/d.xmp skipped: sidecar without photo",
         "/e.mp4 skipped: video not supported",
         "/e.thm skipped: sidecar without photo",
         "/f.jpg skipped: empty file",
         "/f.xmp skipped: sidecar without photo");
}

static void
test_links (Fixture *f, gconstpointer data)
{
  g_autofree char *inside =
      g_strdup_printf ("/to-file.jpg skipped: link to %s/real/a.jpg, which is reached there",
                       f->root);
  g_autofree char *folder =
      g_strdup_printf ("/to-folder skipped: link to %s/real, which is reached there", f->root);
  g_autofree char *here = g_strdup_printf ("/to-here skipped: link to %s, which is reached there",
                                           f->root);

  add (f, "in/real/a.jpg");
  add (f, "out/b.jpg");
  add (f, "inner/c.jpg"); /* a name that begins like the root's */
  add_link (f, "in/to-file.jpg", "real/a.jpg");
  add_link (f, "in/to-folder", "real");
  add_link (f, "in/to-here", ".");
  add_link (f, "in/to-up", "..");
  add_link (f, "in/dangling.jpg", "missing.jpg");
  add_link (f, "in/self.jpg", "self.jpg");
  add_link (f, "in/outside", "../out");
  add_link (f, "in/outside.jpg", "../out/b.jpg");
  add_link (f, "in/inner", "../inner");
  add_link (f, "in/zero.jpg", "/dev/zero");
  CHECK (f,
         "/dangling.jpg skipped: link to nothing",
         "/inner skipped: link leads outside",
         "/outside skipped: link leads outside",
         "/outside.jpg skipped: link leads outside",
         "/self.jpg skipped: link loop, or too long a chain of links",
         inside,
         folder,
         here,
         "/to-up skipped: link leads outside",
         "/zero.jpg skipped: not a regular file: a device",
         "real/a.jpg photo");
  f->rules.follow_links = TRUE;
  /* "to-up" leads to "out" and "inner" again: whichever name comes first has them. */
  CHECK (f,
         "/dangling.jpg skipped: link to nothing",
         "/outside.jpg photo",
         "/self.jpg skipped: link loop, or too long a chain of links",
         inside,
         folder,
         here,
         "/zero.jpg skipped: not a regular file: a device",
         "inner/c.jpg photo",
         "outside/b.jpg photo",
         "real/a.jpg photo");
}

static void
test_links_to_another_root (Fixture *f, gconstpointer data)
{
  g_autofree char *other = otr_test_mkdir (f->dir, "out/other");
  const char *const roots[] = { f->root, other, NULL };
  g_autofree char *reason =
      g_strdup_printf ("/link.jpg skipped: link to %s/b.jpg, which is reached there", other);

  add (f, "out/other/b.jpg");
  add (f, "out/a.jpg");
  add_link (f, "in/link.jpg", "../out/other/b.jpg");
  add_link (f, "in/out", "../out");
  f->rules.roots = roots;
  f->rules.follow_links = TRUE;
  CHECK (f, reason, "out/a.jpg photo");
}

static void
test_special_files (Fixture *f, gconstpointer data)
{
  g_autofree char *fifo = g_build_filename (f->root, "fifo.jpg", NULL);
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  otr_autofd int fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_snprintf (address.sun_path, sizeof address.sun_path, "%s/socket.jpg", f->root);
  g_assert_no_errno (bind (fd, (struct sockaddr *) &address, sizeof address));
  g_assert_no_errno (mkfifo (fifo, 0644));
  add (f, "in/folder.jpg/a.jpg");
  CHECK (f,
         "/fifo.jpg skipped: not a regular file: a named pipe",
         "/socket.jpg skipped: not a regular file: a socket",
         "folder.jpg/a.jpg photo");
}

/* Root reads everything, so the walk is done as nobody. */
static void
test_unreadable_folder (Fixture *f, gconstpointer data)
{
  g_autofree char *closed = otr_test_mkdir (f->root, "closed");
  g_autofree char *list_only = otr_test_mkdir (f->root, "list-only");
  g_autofree char *line = g_strdup_printf ("closed/ failed: %s: Permission denied", closed);
  gboolean is_root = geteuid () == 0;

  add (f, "in/a.jpg");
  add (f, "in/list-only/b.jpg");
  g_assert_no_errno (chmod (closed, 0));
  g_assert_no_errno (chmod (list_only, 0444));
  g_assert_no_errno (chmod (f->dir, 0755));
  if (is_root)
    g_assert_no_errno (seteuid (65534));
  CHECK (f, "/a.jpg photo", line, "list-only/b.jpg failed: Permission denied");
  if (is_root)
    g_assert_no_errno (seteuid (0));
}

static void
test_missing_root (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->root, "none", NULL);
  g_autoptr (GFile) root = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  Found found;

  found_init (&found);
  g_assert_false (
      otr_scan_finish (otr_scan_start (root, &f->rules, 3, on_folder, &found, NULL), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpuint (found.folders->len, ==, 0);
  found_clear (&found);
}

static void
test_single_file (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->root, "b.jpg", NULL);
  const OtrScanFolder *folder;
  Found found;

  add (f, "in/a.jpg");
  add (f, "in/b.jpg");
  add (f, "in/sub/c.jpg");
  found_init (&found);
  scan (path, &f->rules, 2, &found);
  g_assert_cmpuint (found.lines->len, ==, 1);
  g_assert_cmpstr (found.lines->pdata[0], ==, "/b.jpg photo");
  folder = found.folders->pdata[0];
  g_assert_cmpstr (folder->path, ==, f->root);
  g_assert_true (folder->incomplete);
  found_clear (&found);
}

static void
test_what_stat_says (Fixture *f, gconstpointer data)
{
  g_autofree char *path = otr_test_write (f->dir, "in/a.jpg", "12345", 5);
  const struct timespec times[] = { { 1, 0 }, { 1500000000, 123456789 } };
  const OtrScanFile *file;
  struct stat info;
  Found found;

  g_assert_no_errno (utimensat (AT_FDCWD, path, times, 0));
  g_assert_no_errno (stat (path, &info));
  f->rules.disk_order = TRUE;
  found_init (&found);
  scan (f->root, &f->rules, 1, &found);
  file = ((OtrScanFolder *) found.folders->pdata[0])->files->pdata[0];
  g_assert_cmpuint (file->size, ==, 5);
  g_assert_cmpint (file->mtime_ns, ==, info.st_mtim.tv_sec * 1000000000 + info.st_mtim.tv_nsec);
  g_assert_cmpint (file->ctime_ns, ==, info.st_ctim.tv_sec * 1000000000 + info.st_ctim.tv_nsec);
  g_assert_cmpuint (file->place, !=, 0);
  found_clear (&found);
}

static void
test_past_path_max (Fixture *f, gconstpointer data)
{
  g_autofree char *name = g_strnfill (200, 'n');
  g_autoptr (GString) path = g_string_new (f->root);
  const OtrScanFolder *deepest;
  otr_autofd int fd = open (f->root, O_PATH | O_DIRECTORY | O_CLOEXEC);
  otr_autofd int photo = -1;
  Found found;

  while (path->len < 6000)
    {
      int next;

      g_assert_no_errno (mkdirat (fd, name, 0755));
      next = openat (fd, name, O_PATH | O_DIRECTORY | O_CLOEXEC);
      g_assert_no_errno (next);
      otr_fd_close (&fd);
      fd = next;
      g_string_append_printf (path, "/%s", name);
    }
  g_string_append (path, "/a.jpg");
  photo = otr_path_open (path->str, O_WRONLY | O_CREAT, 0644);
  g_assert_cmpint (write (photo, "x", 1), ==, 1);
  found_init (&found);
  scan (f->root, &f->rules, 2, &found);
  g_assert_cmpuint (found.lines->len, ==, 1);
  deepest = found.folders->pdata[found.folders->len - 1];
  g_assert_cmpuint (strlen (deepest->path) + strlen ("/a.jpg"), ==, path->len);
  g_assert_true (g_str_has_suffix (found.lines->pdata[0], "/a.jpg photo"));
  found_clear (&found);
}

static void
test_stop (Fixture *f, gconstpointer data)
{
  Found found;

  for (guint i = 0; i < 50; i++)
    {
      g_autofree char *name = g_strdup_printf ("in/%02u/a.jpg", i);

      add (f, name);
    }
  found_init (&found);
  found.stop_after = 3;
  scan (f->root, &f->rules, 1, &found);
  g_assert_cmpuint (found.folders->len, ==, 3);
  found_clear (&found);
}

static void
test_cancel (Fixture *f, gconstpointer data)
{
  g_autoptr (GFile) root = g_file_new_for_path (f->root);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  OtrScan *walk;
  Found found;

  add (f, "in/a.jpg");
  g_cancellable_cancel (cancellable);
  found_init (&found);
  walk = otr_scan_start (root, &f->rules, 2, on_folder, &found, cancellable);
  g_assert_false (otr_scan_finish (walk, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (found.folders->len, ==, 0);
  found_clear (&found);
}

static void
test_resized (Fixture *f, gconstpointer data)
{
  g_autoptr (GFile) root = g_file_new_for_path (f->root);
  g_autoptr (GError) error = NULL;
  OtrScan *walk;
  Found found;

  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *name = g_strdup_printf ("in/%u/%u/%u.jpg", i % 7, i % 11, i);

      add (f, name);
    }
  found_init (&found);
  walk = otr_scan_start (root, &f->rules, 1, on_folder, &found, NULL);
  for (guint i = 0; i < 50; i++)
    otr_scan_set_scouts (walk, 1 + i * 5 % 16);
  g_assert_true (otr_scan_finish (walk, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (found.lines->len, ==, 300);
  found_clear (&found);
}

/* A GFile without a local path: what is compiled into this program. */
static void
test_through_gio (void)
{
  g_autoptr (GFile) root = g_file_new_for_uri ("resource:///scan");
  g_autoptr (GFile) single = g_file_new_for_uri ("resource:///scan/sub/b.jpg");
  const OtrScanFolder *folder;
  OtrScanRules rules = { 0 };
  Found found;

  found_init (&found);
  scan_file (root, &rules, 3, &found);
  g_assert_cmpuint (found.lines->len, ==, 4);
  g_assert_cmpstr (found.lines->pdata[0], ==, "/a.jpg photo");
  g_assert_cmpstr (found.lines->pdata[1], ==, "/a.xmp sidecar of a.jpg");
  g_assert_cmpstr (found.lines->pdata[2], ==, "sub/b.jpg photo");
  g_assert_cmpstr (found.lines->pdata[3], ==, "sub/notes.txt skipped: not a photo format");
  folder = found.folders->pdata[0];
  g_assert_true (folder->is_uri);
  g_assert_cmpstr (folder->path, ==, "resource:///scan");
  g_assert_cmpuint (((OtrScanFile *) folder->files->pdata[0])->size, >, 0);
  found_clear (&found);

  found_init (&found);
  scan_file (single, &rules, 1, &found);
  g_assert_cmpuint (found.lines->len, ==, 1);
  g_assert_cmpstr (found.lines->pdata[0], ==, "/b.jpg photo");
  found_clear (&found);
}

static void
test_kinds (void)
{
  g_assert_cmpint (otr_scan_kind_of_name ("a.JPEG"), ==, OTR_SCAN_PHOTO);
  g_assert_cmpint (otr_scan_kind_of_name ("a.b.nef"), ==, OTR_SCAN_PHOTO);
  g_assert_cmpint (otr_scan_kind_of_name ("a.MOV"), ==, OTR_SCAN_VIDEO);
  g_assert_cmpint (otr_scan_kind_of_name ("a.jpg.xmp"), ==, OTR_SCAN_SIDECAR);
  g_assert_cmpint (otr_scan_kind_of_name ("a.jpg~"), ==, OTR_SCAN_SKIPPED);
  g_assert_cmpint (otr_scan_kind_of_name ("jpg"), ==, OTR_SCAN_SKIPPED);
  g_assert_cmpint (otr_scan_kind_of_name (""), ==, OTR_SCAN_SKIPPED);
}

#define ADD(name, func) g_test_add ("/scan/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_setenv ("LC_ALL", "C.UTF-8", TRUE);
  g_test_init (&argc, &argv, NULL);
  ADD ("tree", test_tree);
  ADD ("no-photos", test_no_photos);
  ADD ("hidden-and-left-out", test_hidden_and_left_out);
  ADD ("companions", test_companions);
  ADD ("links", test_links);
  ADD ("links-to-another-root", test_links_to_another_root);
  ADD ("special-files", test_special_files);
  ADD ("unreadable-folder", test_unreadable_folder);
  ADD ("missing-root", test_missing_root);
  ADD ("single-file", test_single_file);
  ADD ("what-stat-says", test_what_stat_says);
  ADD ("past-path-max", test_past_path_max);
  ADD ("stop", test_stop);
  ADD ("cancel", test_cancel);
  ADD ("resized", test_resized);
  g_test_add_func ("/scan/through-gio", test_through_gio);
  g_test_add_func ("/scan/kinds", test_kinds);
  return g_test_run ();
}
