/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a fuzz target as an ordinary test: over each file of a corpus folder, and over changed and
 * cut copies of it, always the same ones. */
#include "config.h"

#include <string.h>

#include <glib.h>

#include "otr-fuzz.h"

#define ROUNDS 1500u

static guint32 state = 0x9e3779b9u;

static guint32
next_random (void)
{
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

static void
run (const guint8 *data, gsize size)
{
  g_autofree guint8 *copy = g_memdup2 (data, size); /* exact, so that reading beyond is seen */

  LLVMFuzzerTestOneInput (copy != NULL ? copy : (const guint8 *) "", size);
}

static void
run_changed (const guint8 *data, gsize size)
{
  g_autofree guint8 *copy = g_memdup2 (data, size);

  for (guint round = 0; size > 0 && round < ROUNDS; round++)
    {
      gsize length = next_random () % 4 == 0 ? next_random () % size : size;
      guint changes = next_random () % 8;

      memcpy (copy, data, size);
      for (guint i = 0; i < changes; i++)
        copy[next_random () % size] = next_random () % 3 == 0 ? 0xff : (guint8) next_random ();
      run (copy, length);
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (GDir) dir = argc > 1 ? g_dir_open (argv[1], 0, NULL) : NULL;
  const char *name;

  if (dir == NULL)
    {
      g_printerr ("a corpus folder is needed\n");
      return 1;
    }
  run ((const guint8 *) "", 0);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (argv[1], name, NULL);
      g_autofree char *data = NULL;
      gsize size;

      if (!g_file_get_contents (path, &data, &size, NULL))
        continue;
      run ((const guint8 *) data, size);
      run_changed ((const guint8 *) data, size);
    }
  return 0;
}
