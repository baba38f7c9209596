/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "otr-fd.h"
#include "otr-path.h"
#include "otr-test.h"

/* Makes folders of 200-byte names until the path has `length` bytes; returns the path. */
static char *
make_deep (const char *dir, gsize length)
{
  GString *path = g_string_new (dir);
  g_autofree char *name = g_strnfill (200, 'n');
  otr_autofd int fd = open (dir, O_PATH | O_DIRECTORY | O_CLOEXEC);

  while (path->len < length)
    {
      int next;

      g_assert_no_errno (mkdirat (fd, name, 0755));
      next = openat (fd, name, O_PATH | O_DIRECTORY | O_CLOEXEC);
      g_assert_no_errno (next);
      otr_fd_close (&fd);
      fd = next;
      g_string_append_printf (path, "/%s", name);
    }
  return g_string_free (path, FALSE);
}

static void
check_write_and_read (const char *path)
{
  otr_autofd int out = otr_path_open (path, O_WRONLY | O_CREAT | O_EXCL, 0644);
  otr_autofd int in = -1;
  char data[8] = { 0 };

  g_assert_no_errno (out);
  g_assert_cmpint (write (out, "photo", 5), ==, 5);
  in = otr_path_open (path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0);
  g_assert_no_errno (in);
  g_assert_cmpint (read (in, data, sizeof data), ==, 5);
  g_assert_cmpstr (data, ==, "photo");
  g_assert_cmpint (fcntl (in, F_GETFD) & FD_CLOEXEC, !=, 0);
}

static void
test_any_length (void)
{
  const gsize lengths[] = { 0, 3800, 4000, 5000, 12000 };

  for (gsize i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      otr_test_autodir char *dir = otr_test_dir_new ();
      g_autofree char *deep = make_deep (dir, lengths[i]);
      g_autofree char *path = g_strconcat (deep, "//a.jpg", NULL);

      check_write_and_read (path);
    }
}

static void
test_parent (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autofree char *path = otr_test_write (dir, "a.jpg", "x", 1);
  const char *name;
  struct stat info;
  otr_autofd int folder = otr_path_open_parent (path, &name);
  otr_autofd int root = -1;

  g_assert_no_errno (folder);
  g_assert_cmpstr (name, ==, "a.jpg");
  g_assert_no_errno (fstatat (folder, name, &info, 0));
  g_assert_cmpint (info.st_size, ==, 1);
  root = otr_path_open_parent ("/", &name);
  g_assert_no_errno (root);
  g_assert_cmpstr (name, ==, ".");
}

static void
test_errors (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autofree char *deep = make_deep (dir, 5000);
  g_autofree char *missing = g_strconcat (deep, "/none.jpg", NULL);
  g_autofree char *endless = g_strnfill (6000, 'x');

  g_assert_cmpint (otr_path_open (missing, O_RDONLY, 0), ==, -1);
  g_assert_cmpint (errno, ==, ENOENT);
  g_assert_cmpint (otr_path_open (endless, O_RDONLY, 0), ==, -1);
  g_assert_cmpint (errno, ==, ENAMETOOLONG);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/path/any-length", test_any_length);
  g_test_add_func ("/path/parent", test_parent);
  g_test_add_func ("/path/errors", test_errors);
  return g_test_run ();
}
