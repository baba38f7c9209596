/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-json.h"

#include <math.h>

#include "otr-cli-text.h"

struct _OtrJson
{
  GString *text;
  gboolean comma; /* something stands before in the innermost object or array */
};

OtrJson *
otr_json_new (void)
{
  OtrJson *json = g_new0 (OtrJson, 1);

  json->text = g_string_new ("{");
  return json;
}

void
otr_json_free (OtrJson *json)
{
  if (json == NULL)
    return;
  g_string_free (json->text, TRUE);
  g_free (json);
}

static void
append_quoted (GString *text, const char *value)
{
  g_string_append_c (text, '"');
  for (const char *p = value; *p != '\0'; p++)
    {
      if (*p == '"' || *p == '\\')
        g_string_append_printf (text, "\\%c", *p);
      else if (*p == '\n')
        g_string_append (text, "\\n");
      else if (*p == '\t')
        g_string_append (text, "\\t");
      else if ((guchar) *p < 0x20 || *p == 0x7f)
        g_string_append_printf (text, "\\u%04x", (guint) (guchar) *p);
      else
        g_string_append_c (text, *p);
    }
  g_string_append_c (text, '"');
}

static void
begin_value (OtrJson *json, const char *name)
{
  if (json->comma)
    g_string_append_c (json->text, ',');
  json->comma = TRUE;
  if (name == NULL)
    return;
  append_quoted (json->text, name);
  g_string_append_c (json->text, ':');
}

static void
open_bracket (OtrJson *json, const char *name, char bracket)
{
  begin_value (json, name);
  g_string_append_c (json->text, bracket);
  json->comma = FALSE;
}

static void
close_bracket (OtrJson *json, char bracket)
{
  g_string_append_c (json->text, bracket);
  json->comma = TRUE;
}

void
otr_json_open_object (OtrJson *json, const char *name)
{
  open_bracket (json, name, '{');
}

void
otr_json_close_object (OtrJson *json)
{
  close_bracket (json, '}');
}

void
otr_json_open_array (OtrJson *json, const char *name)
{
  open_bracket (json, name, '[');
}

void
otr_json_close_array (OtrJson *json)
{
  close_bracket (json, ']');
}

void
otr_json_null (OtrJson *json, const char *name)
{
  begin_value (json, name);
  g_string_append (json->text, "null");
}

void
otr_json_string (OtrJson *json, const char *name, const char *text)
{
  g_autofree char *valid = NULL;

  if (text == NULL)
    {
      otr_json_null (json, name);
      return;
    }
  valid = otr_cli_text_make_utf8 (text);
  begin_value (json, name);
  append_quoted (json->text, valid);
}

void
otr_json_strings (OtrJson *json, const char *name, const char *const *texts)
{
  otr_json_open_array (json, name);
  for (gsize i = 0; texts != NULL && texts[i] != NULL; i++)
    otr_json_string (json, NULL, texts[i]);
  otr_json_close_array (json);
}

void
otr_json_int (OtrJson *json, const char *name, gint64 number)
{
  begin_value (json, name);
  g_string_append_printf (json->text, "%" G_GINT64_FORMAT, number);
}

void
otr_json_uint (OtrJson *json, const char *name, guint64 number)
{
  begin_value (json, name);
  g_string_append_printf (json->text, "%" G_GUINT64_FORMAT, number);
}

void
otr_json_double (OtrJson *json, const char *name, double number)
{
  static const char *const formats[] = { "%.15g", "%.16g", "%.17g" };
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (number))
    {
      otr_json_null (json, name);
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_ascii_formatd (buffer, sizeof buffer, formats[i], number);
      if (g_ascii_strtod (buffer, NULL) == number)
        break;
    }
  begin_value (json, name);
  g_string_append (json->text, buffer);
}

void
otr_json_bool (OtrJson *json, const char *name, gboolean value)
{
  begin_value (json, name);
  g_string_append (json->text, value ? "true" : "false");
}

void
otr_json_bytes (OtrJson *json, const char *name, const char *bytes)
{
  g_autofree char *base64 = NULL;
  g_autofree char *bytes_name = NULL;

  otr_json_string (json, name, bytes);
  if (bytes == NULL || g_utf8_validate (bytes, -1, NULL))
    return;
  base64 = g_base64_encode ((const guchar *) bytes, strlen (bytes));
  bytes_name = g_strconcat (name, "_bytes", NULL);
  otr_json_string (json, bytes_name, base64);
}

const char *
otr_json_end (OtrJson *json)
{
  g_string_append (json->text, "}\n");
  return json->text->str;
}
