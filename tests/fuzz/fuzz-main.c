/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Feeds a fuzz target every file of the folders or files named, whole, cut, and with some bytes
 * changed: always in the same way. For builds without libFuzzer. */
#include "config.h"

#include <glib.h>

#define MUTATIONS 500

int LLVMFuzzerTestOneInput (const guint8 *bytes, gsize size);

/* From an allocation of exactly that size, so that a sanitizer sees reads past the end. */
static void
feed (const guint8 *bytes, gsize size)
{
  g_autofree guint8 *copy = g_memdup2 (bytes, size);

  (void) LLVMFuzzerTestOneInput (copy, size);
}

static void
feed_mutations (guint8 *bytes, gsize size)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) size);

  for (guint i = 0; i < MUTATIONS; i++)
    {
      g_autofree guint8 *other = g_memdup2 (bytes, size);
      guint changes = (guint) g_rand_int_range (rand, 1, 8);

      for (guint change = 0; change < changes; change++)
        other[g_rand_int_range (rand, 0, (gint32) size)] = (guint8) g_rand_int (rand);
      feed (other, size);
      feed (bytes, (gsize) g_rand_int_range (rand, 0, (gint32) size));
    }
}

static void
feed_file (const char *path)
{
  g_autofree char *bytes = NULL;
  gsize size;

  if (!g_file_get_contents (path, &bytes, &size, NULL) || size > G_MAXINT32)
    return;
  feed ((const guint8 *) bytes, size);
  if (size > 0)
    feed_mutations ((guint8 *) bytes, size);
}

static void
feed_path (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  if (dir == NULL)
    feed_file (path);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      feed_path (child);
    }
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    feed_path (argv[i]);
  return 0;
}
