/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person types becomes a safe condition, and the two search tables are kept. Each word must
 * be found somewhere: three letters or more anywhere inside a name or caption (trigrams), or at the
 * start of a word of a name, caption, keyword, camera, folder or album; one or two letters only at
 * the start of a word. A word without any letter or digit ('"', '*') is looked for as it is.
 * Nothing typed is ever FTS syntax. No state of its own; the connection's thread. */
#include "config.h"

#include "otr-catalog-private.h"

#define WORDS_MAX 32

static char *
quote (const char *word, const char *suffix)
{
  GString *quoted = g_string_new ("\"");

  for (const char *c = word; *c != '\0'; c++)
    {
      if (*c == '"')
        g_string_append_c (quoted, '"');
      g_string_append_c (quoted, *c);
    }
  g_string_append_printf (quoted, "\"%s", suffix);
  return g_string_free (quoted, FALSE);
}

static gboolean
has_letter (const char *word)
{
  for (const char *c = word; *c != '\0'; c = g_utf8_next_char (c))
    if (g_unichar_isalnum (g_utf8_get_char (c)) || g_unichar_ismark (g_utf8_get_char (c)))
      return TRUE;
  return FALSE;
}

static int
add_parameter (OtrSearch *search, int first_parameter, char *text)
{
  g_ptr_array_add (search->parameters, text);
  return first_parameter + (int) search->parameters->len - 1;
}

static void
add_word (OtrSearch *search, const char *word, int first)
{
  gboolean letters = has_letter (word);
  const char *glue = " AND (";

  if (letters)
    {
      g_string_append_printf (
          search->sql,
          "%sp.id IN (SELECT rowid FROM search_words WHERE search_words MATCH ?%d)",
          glue,
          add_parameter (search, first, quote (word, "*")));
      glue = " OR ";
    }
  if (g_utf8_strlen (word, -1) >= 3)
    g_string_append_printf (
        search->sql,
        "%sp.id IN (SELECT rowid FROM search_names WHERE search_names MATCH ?%d)",
        glue,
        add_parameter (search, first, quote (word, "")));
  else if (!letters)
    {
      int parameter = add_parameter (search, first, g_strdup (word));

      g_string_append_printf (search->sql,
                              "%sp.id IN (SELECT id FROM search_source WHERE instr (name, ?%d) > 0"
                              " OR instr (coalesce (caption, ''), ?%d) > 0)",
                              glue,
                              parameter,
                              parameter);
    }
  g_string_append_c (search->sql, ')');
}

void
otr_search_init (OtrSearch *search, const char *typed, int first_parameter)
{
  g_autofree char *valid = g_utf8_make_valid (typed != NULL ? typed : "", -1);
  g_autofree char *composed = g_utf8_normalize (valid, -1, G_NORMALIZE_NFC);
  guint n = 0;
  const char *c = composed;

  search->sql = g_string_new (NULL);
  search->parameters = g_ptr_array_new_with_free_func (g_free);
  while (*c != '\0' && n < WORDS_MAX)
    {
      const char *end = c;
      g_autofree char *word = NULL;

      while (*end != '\0' && !g_unichar_isspace (g_utf8_get_char (end)))
        end = g_utf8_next_char (end);
      word = g_strndup (c, (gsize) (end - c));
      if (word[0] != '\0')
        {
          add_word (search, word, first_parameter);
          n++;
        }
      c = *end != '\0' ? g_utf8_next_char (end) : end;
    }
}

void
otr_search_clear (OtrSearch *search)
{
  if (search->sql != NULL)
    g_string_free (search->sql, TRUE);
  search->sql = NULL;
  g_clear_pointer (&search->parameters, g_ptr_array_unref);
}

void
otr_search_bind (const OtrSearch *search, OtrStmt *stmt, int first_parameter)
{
  for (guint i = 0; i < search->parameters->len; i++)
    otr_stmt_bind_text (stmt, first_parameter + (int) i, g_ptr_array_index (search->parameters, i));
}

gboolean
otr_search_remove (OtrSql *sql, gint64 photo_id, GError **error)
{
  return otr_sql_run_int (sql,
                          "INSERT INTO search_names (search_names, rowid, name, caption)"
                          " SELECT 'delete', id, name, caption FROM search_source WHERE id = ?1",
                          photo_id,
                          error) &&
         otr_sql_run_int (
             sql,
             "INSERT INTO search_words (search_words, rowid, name, caption, keywords, camera, "
             "place)"
             " SELECT 'delete', id, name, caption, keywords, camera, place FROM search_source"
             " WHERE id = ?1",
             photo_id,
             error);
}

gboolean
otr_search_add (OtrSql *sql, gint64 first_photo_id, gint64 last_photo_id, GError **error)
{
  return otr_sql_run_ints (
             sql,
             "INSERT INTO search_names (rowid, name, caption)"
             " SELECT id, name, caption FROM search_source WHERE id BETWEEN ?1 AND ?2",
             first_photo_id,
             last_photo_id,
             error) &&
         otr_sql_run_ints (
             sql,
             "INSERT INTO search_words (rowid, name, caption, keywords, camera, place)"
             " SELECT id, name, caption, keywords, camera, place FROM search_source"
             " WHERE id BETWEEN ?1 AND ?2",
             first_photo_id,
             last_photo_id,
             error);
}

gboolean
otr_search_rebuild (OtrSql *sql, GError **error)
{
  return otr_sql_exec (sql,
                       "INSERT INTO search_names (search_names) VALUES ('rebuild');"
                       "INSERT INTO search_words (search_words) VALUES ('rebuild');",
                       error);
}
