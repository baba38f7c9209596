/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-test.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

char *
otr_test_dir_new (void)
{
  g_autoptr (GError) error = NULL;
  char *dir = g_dir_make_tmp ("otr-test-XXXXXX", &error);

  g_assert_no_error (error);
  return dir;
}

/* By descriptors: tests make paths longer than PATH_MAX. */
static void
remove_tree (int parent, const char *name)
{
  struct dirent *entry;
  DIR *dir;
  int fd;

  if (unlinkat (parent, name, 0) == 0)
    return;
  (void) fchmodat (parent, name, 0700, 0);
  fd = openat (parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0)
    return;
  dir = fdopendir (fd);
  g_assert_nonnull (dir);
  while ((entry = readdir (dir)) != NULL)
    if (!g_str_equal (entry->d_name, ".") && !g_str_equal (entry->d_name, ".."))
      remove_tree (fd, entry->d_name);
  (void) closedir (dir);
  (void) unlinkat (parent, name, AT_REMOVEDIR);
}

void
otr_test_dir_remove (char *dir)
{
  remove_tree (AT_FDCWD, dir);
  g_free (dir);
}

char *
otr_test_write (const char *dir, const char *name, gconstpointer data, gssize size)
{
  g_autofree char *path = g_build_filename (dir, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_no_errno (g_mkdir_with_parents (parent, 0755));
  (void) g_file_set_contents (path, data, size, &error);
  g_assert_no_error (error);
  return g_steal_pointer (&path);
}

char *
otr_test_write_bytes (const char *dir, const char *name, GBytes *bytes)
{
  gsize size;
  gconstpointer data = g_bytes_get_data (bytes, &size);

  return otr_test_write (dir, name, data != NULL ? data : "", (gssize) size);
}

char *
otr_test_mkdir (const char *dir, const char *name)
{
  char *path = g_build_filename (dir, name, NULL);

  g_assert_no_errno (g_mkdir_with_parents (path, 0755));
  return path;
}

char *
otr_test_write_photo (const char *dir, const char *name, const OtrTestPhoto *photo)
{
  g_autoptr (GBytes) bytes = otr_test_jpeg (photo);

  return otr_test_write_bytes (dir, name, bytes);
}

void
otr_test_skip (const char *name, const char *reason)
{
  g_print ("# SKIP %s: %s\n", name, reason);
  g_test_skip (reason);
}

const char *
otr_test_samples (const char *name)
{
  static char *samples;

  if (samples == NULL)
    {
      const char *given = g_getenv ("OUTRIDER_SAMPLES");
      const char *here = g_getenv ("G_TEST_SRCDIR"); /* tests/unit */

      samples = given != NULL
                    ? g_strdup (given)
                    : g_build_filename (here != NULL ? here : ".", "../../../shared/photos", NULL);
    }
  if (g_file_test (samples, G_FILE_TEST_IS_DIR))
    return samples;
  otr_test_skip (name, "the sample photos are not here (OUTRIDER_SAMPLES)");
  return NULL;
}

GThread *
otr_test_thread_new (GThreadFunc func, gpointer data)
{
  return g_thread_new ("otr-test", func, data);
}

guint32
otr_test_seed (void)
{
  static guint32 seed;
  static gboolean chosen;

  if (!chosen)
    {
      const char *given = g_getenv ("OTR_TEST_SEED");

      seed = given != NULL ? (guint32) g_ascii_strtoull (given, NULL, 10) : g_random_int ();
      chosen = TRUE;
      g_print ("# OTR_TEST_SEED=%u\n", seed);
    }
  return seed;
}
