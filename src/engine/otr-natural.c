/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sort keys of names. Pure; any thread. */
#include "config.h"

#include "otr-natural.h"

#include <string.h>

#define KEY_MAX 256

/* Case-folded and composed, so that NFC and NFD names stand together. Other bytes stay. */
static char *
fold (const char *name)
{
  GString *out = g_string_new (NULL);

  while (*name != '\0')
    {
      const char *end;

      (void) g_utf8_validate (name, -1, &end);
      if (end > name)
        {
          g_autofree char *folded = g_utf8_casefold (name, end - name);
          g_autofree char *composed = g_utf8_normalize (folded, -1, G_NORMALIZE_DEFAULT_COMPOSE);

          g_string_append (out, composed != NULL ? composed : folded);
        }
      else
        g_string_append_c (out, *end++);
      name = end;
    }
  return g_string_free (out, FALSE);
}

/* A number becomes '0', how many digits it has, the digits: longer numbers are larger, and numbers
 * still stand among other characters where digits do. */
static const char *
append_number (GByteArray *key, const char *digits)
{
  gsize n;
  guint8 head[2];

  while (*digits == '0')
    digits++;
  n = strspn (digits, "0123456789");
  head[0] = '0';
  head[1] = (guint8) MIN (n, G_MAXUINT8);
  g_byte_array_append (key, head, sizeof head);
  g_byte_array_append (key, (const guint8 *) digits, (guint) n);
  return digits + n;
}

GBytes *
otr_natural_key (const char *name)
{
  g_autofree char *folded = fold (name);
  GByteArray *key = g_byte_array_new ();
  const char *p = folded;

  while (*p != '\0')
    {
      if (g_ascii_isdigit (*p))
        p = append_number (key, p);
      else
        g_byte_array_append (key, (const guint8 *) p++, 1);
    }
  if (key->len > KEY_MAX)
    g_byte_array_set_size (key, KEY_MAX);
  return g_byte_array_free_to_bytes (key);
}
