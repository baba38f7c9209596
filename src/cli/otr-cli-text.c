/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-cli-text.h"

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

char *
otr_cli_text_make_utf8 (const char *bytes)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *end = NULL;

  while (!g_utf8_validate (bytes, -1, &end))
    {
      g_string_append_len (text, bytes, end - bytes);
      g_string_append_printf (text, "\\x%02x", (guint) (guchar) *end);
      bytes = end + 1;
    }
  g_string_append (text, bytes);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gboolean
is_safe (gunichar c)
{
  GUnicodeType type = g_unichar_type (c);

  return type != G_UNICODE_CONTROL && type != G_UNICODE_FORMAT &&
         type != G_UNICODE_LINE_SEPARATOR && type != G_UNICODE_PARAGRAPH_SEPARATOR;
}

static void
append_escaped (GString *text, gunichar c)
{
  if (c == '\n')
    g_string_append (text, "\\n");
  else if (c == '\t')
    g_string_append (text, "\\t");
  else if (c < 0x80)
    g_string_append_printf (text, "\\x%02x", c);
  else
    g_string_append_printf (text, c > 0xffff ? "\\U%08x" : "\\u%04x", c);
}

char *
otr_cli_text_display (const char *bytes)
{
  g_autofree char *valid = otr_cli_text_make_utf8 (bytes);
  g_autoptr (GString) text = g_string_new (NULL);

  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (is_safe (c))
        g_string_append_unichar (text, c);
      else
        append_escaped (text, c);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
otr_cli_text_size (guint64 bytes)
{
  static const char *const units[] = { "kB", "MB", "GB", "TB", "PB" };
  double value = bytes / 1000.0;
  gsize unit = 0;

  if (bytes < 1000)
    return g_strdup_printf ("%u B", (guint) bytes);
  while (value >= 999.95 && unit + 1 < G_N_ELEMENTS (units))
    {
      value /= 1000.0;
      unit++;
    }
  return g_strdup_printf ("%.1f %s", value, units[unit]);
}

char *
otr_cli_text_duration (double seconds)
{
  guint64 whole = (guint64) (seconds + 0.5);

  if (seconds < 59.95)
    return g_strdup_printf ("%.1f s", seconds);
  if (whole < 3600)
    return g_strdup_printf ("%u min %02u s", (guint) (whole / 60), (guint) (whole % 60));
  return g_strdup_printf (
      "%" G_GUINT64_FORMAT " h %02u min", whole / 3600, (guint) (whole % 3600 / 60));
}

char *
otr_cli_text_time_ns (gint64 time_ns)
{
  gint64 rest_ns = time_ns % NS_PER_S;
  gint64 whole_s = time_ns / NS_PER_S;
  g_autoptr (GDateTime) time = NULL;

  if (rest_ns < 0)
    {
      rest_ns += NS_PER_S;
      whole_s--;
    }
  time = g_date_time_new_from_unix_utc (whole_s);
  if (time == NULL)
    return NULL;
  return g_strdup_printf ("%04d-%02d-%02dT%02d:%02d:%02d.%09dZ",
                          g_date_time_get_year (time),
                          g_date_time_get_month (time),
                          g_date_time_get_day_of_month (time),
                          g_date_time_get_hour (time),
                          g_date_time_get_minute (time),
                          g_date_time_get_second (time),
                          (int) rest_ns);
}
