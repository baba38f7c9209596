/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads /proc/self/mountinfo. No state; any thread enters. */
#include "config.h"

#include "otr-mount.h"

#include <string.h>

void
otr_mount_free (OtrMount *mount)
{
  if (mount == NULL)
    return;
  g_free (mount->mount_point);
  g_free (mount->file_system);
  g_free (mount->source);
  g_free (mount->options);
  g_free (mount);
}

static gboolean
parse_device (const char *text, OtrMount *mount)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 2);
  guint64 major, minor;

  if (g_strv_length (parts) != 2 ||
      !g_ascii_string_to_unsigned (parts[0], 10, 0, G_MAXUINT, &major, NULL) ||
      !g_ascii_string_to_unsigned (parts[1], 10, 0, G_MAXUINT, &minor, NULL))
    return FALSE;
  mount->major = (guint) major;
  mount->minor = (guint) minor;
  return TRUE;
}

/* id parent major:minor root mount-point options [more]... - type source super-options; blanks in
 * names are octal escapes. */
static OtrMount *
parse_line (const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  g_autoptr (OtrMount) mount = g_new0 (OtrMount, 1);
  guint n = g_strv_length (words);
  guint dash = 6;

  while (dash < n && !g_str_equal (words[dash], "-"))
    dash++;
  if (dash + 2 >= n ||
      !g_ascii_string_to_unsigned (words[0], 10, 0, G_MAXUINT64, &mount->id, NULL) ||
      !parse_device (words[2], mount))
    return NULL;
  mount->mount_point = g_strcompress (words[4]);
  mount->file_system = g_strdup (words[dash + 1]);
  mount->source = g_strcompress (words[dash + 2]);
  mount->options = g_strjoin (",", words[5], words[dash + 3], NULL);
  return g_steal_pointer (&mount);
}

static gboolean
is_above (const char *mount_point, const char *path)
{
  gsize n = strlen (mount_point);

  if (n > 0 && mount_point[n - 1] == '/')
    n--;
  return strncmp (mount_point, path, n) == 0 && (path[n] == '/' || path[n] == '\0');
}

OtrMount *
otr_mount_find (const char *sys_root, const char *path, guint64 id)
{
  g_autofree char *name = g_strconcat (sys_root, "/proc/self/mountinfo", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (OtrMount) best = NULL;

  if (!g_file_get_contents (name, &text, NULL, NULL))
    return NULL;
  lines = g_strsplit (text, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    {
      g_autoptr (OtrMount) mount = parse_line (*line);

      if (mount == NULL)
        continue;
      if (id != 0 && mount->id == id)
        return g_steal_pointer (&mount);
      if (is_above (mount->mount_point, path) &&
          (best == NULL || strlen (mount->mount_point) >= strlen (best->mount_point)))
        {
          g_clear_pointer (&best, otr_mount_free);
          best = g_steal_pointer (&mount);
        }
    }
  return g_steal_pointer (&best);
}

char *
otr_mount_get_option (const OtrMount *mount, const char *name)
{
  g_auto (GStrv) options = g_strsplit (mount->options, ",", -1);
  gsize n = strlen (name);

  for (char **option = options; *option != NULL; option++)
    if (strncmp (*option, name, n) == 0 && (*option)[n] == '=')
      return g_strcompress (*option + n + 1);
  return NULL;
}
