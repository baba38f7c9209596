/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes text that people can be shown out of whatever bytes a file holds. */
#include "config.h"

#include "otr-text.h"

#include <string.h>

static char *
latin1_to_utf8 (const guint8 *bytes, gsize size)
{
  GString *text = g_string_sized_new (size * 2);

  for (gsize i = 0; i < size; i++)
    g_string_append_unichar (text, bytes[i]);
  return g_string_free (text, FALSE);
}

static void
blank_controls (char *text, gboolean keep_lines)
{
  char *to = text;

  for (const char *p = text; *p != '\0';)
    {
      gunichar c = g_utf8_get_char (p);
      const char *next = g_utf8_next_char (p);

      if (keep_lines && (c == '\n' || c == '\t'))
        *to++ = (char) c;
      else if (g_unichar_iscntrl (c))
        *to++ = ' ';
      else
        {
          memmove (to, p, (gsize) (next - p));
          to += next - p;
        }
      p = next;
    }
  *to = '\0';
}

static char *
make_text (const void *bytes, gsize size, gsize max_bytes, gboolean keep_lines)
{
  g_autofree char *text = NULL;

  size = strnlen (bytes, size);
  if (g_utf8_validate_len (bytes, size, NULL))
    text = g_strndup (bytes, size);
  else
    text = latin1_to_utf8 (bytes, MIN (size, max_bytes));
  blank_controls (text, keep_lines);
  g_strstrip (text);
  if (strlen (text) > max_bytes)
    {
      char *end = g_utf8_find_prev_char (text, text + max_bytes + 1);

      *end = '\0';
      g_strchomp (text);
    }
  return *text != '\0' ? g_steal_pointer (&text) : NULL;
}

char *
otr_text_from_bytes (const void *bytes, gsize size, gsize max_bytes)
{
  return make_text (bytes, size, max_bytes, FALSE);
}

char *
otr_text_from_lines (const void *bytes, gsize size, gsize max_bytes)
{
  return make_text (bytes, size, max_bytes, TRUE);
}
