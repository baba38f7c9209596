/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small reader of XMP: properties of rdf:Description, as attributes, text, or lists, by GLib's
 * markup parser, which knows no entities of a document's own. Structures are left out. */
#include "config.h"

#include "otr-xmp.h"

#include <string.h>

#include "otr-facts.h"
#include "otr-text.h"

#define VALUE_MAX 1024u
#define CAPTION_MAX 4096u
#define KEYWORD_MAX 256u
#define LIST_MAX 1000u
#define NAMED_MAX 200u
#define DEPTH_MAX 64u

typedef struct
{
  OtrXmp *xmp;
  GHashTable *prefixes; /* as the document names them, to ours */
  guint depth;
  guint description; /* depth of the rdf:Description, 0 outside */
  guint property;    /* depth of the property, 0 outside */
  guint item;        /* depth of the rdf:li, 0 outside */
  char *name;        /* of the property, with our prefix */
  GPtrArray *items;
  GString *text;
  GHashTable *dates; /* name to text */
} Reader;

static const struct
{
  const char *uri;
  const char *prefix;
} namespaces[] = {
  { "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "rdf" },
  { "http://purl.org/dc/elements/1.1/", "dc" },
  { "http://ns.adobe.com/xap/1.0/", "xmp" },
  { "http://ns.adobe.com/exif/1.0/", "exif" },
  { "http://cipa.jp/exif/1.0/", "exifEX" },
  { "http://ns.adobe.com/tiff/1.0/", "tiff" },
  { "http://ns.adobe.com/photoshop/1.0/", "photoshop" },
  { "http://ns.adobe.com/lightroom/1.0/", "lr" },
};

/* In the order of trust. */
static const char *const date_names[] = {
  "exif:DateTimeOriginal",
  "xmp:CreateDate",
  "photoshop:DateCreated",
  NULL,
};

void
otr_xmp_init (OtrXmp *xmp)
{
  memset (xmp, 0, sizeof *xmp);
  xmp->rating = OTR_RATING_NONE;
  xmp->keywords = g_ptr_array_new_with_free_func (g_free);
  xmp->named = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

void
otr_xmp_clear (OtrXmp *xmp)
{
  g_clear_pointer (&xmp->keywords, g_ptr_array_unref);
  g_clear_pointer (&xmp->caption, g_free);
  g_clear_pointer (&xmp->named, g_hash_table_unref);
}

static void
learn_prefixes (Reader *reader, const char **names, const char **values)
{
  for (; *names != NULL; names++, values++)
    for (gsize i = 0; g_str_has_prefix (*names, "xmlns:") && i < G_N_ELEMENTS (namespaces); i++)
      if (strcmp (namespaces[i].uri, *values) == 0)
        g_hash_table_insert (reader->prefixes,
                             g_strdup (*names + 6),
                             (gpointer) namespaces[i].prefix);
}

/* The name with the prefix that we use for its namespace. */
static char *
canonical_name (Reader *reader, const char *name)
{
  const char *colon = strchr (name, ':');
  g_autofree char *prefix = colon != NULL ? g_strndup (name, (gsize) (colon - name)) : NULL;
  const char *known = prefix != NULL ? g_hash_table_lookup (reader->prefixes, prefix) : NULL;

  return known != NULL ? g_strconcat (known, colon, NULL) : g_strdup (name);
}

static void
set_rating (OtrXmp *xmp, const char *text)
{
  char *end;
  double value = g_ascii_strtod (text, &end);

  if (end != text && value >= -1 && value <= 5 && xmp->rating == OTR_RATING_NONE)
    xmp->rating = (gint8) (value < 0 ? -1 : value);
}

static void
add_keywords (OtrXmp *xmp, GPtrArray *items)
{
  for (guint i = 0; i < items->len && xmp->keywords->len < LIST_MAX; i++)
    {
      const char *item = g_ptr_array_index (items, i);
      char *keyword = otr_text_from_bytes (item, strlen (item), KEYWORD_MAX);

      if (keyword != NULL)
        g_ptr_array_add (xmp->keywords, keyword);
    }
}

static void
remember (Reader *reader, const char *name, GPtrArray *items)
{
  OtrXmp *xmp = reader->xmp;
  g_autoptr (GString) joined = g_string_new (NULL);
  char *text;

  for (guint i = 0; i < items->len && joined->len < VALUE_MAX; i++)
    g_string_append_printf (joined,
                            "%s%s",
                            i > 0 ? "; " : "",
                            (const char *) g_ptr_array_index (items, i));
  text = otr_text_from_lines (joined->str, joined->len, VALUE_MAX);
  if (text == NULL || strlen (name) > 128 || g_hash_table_size (xmp->named) >= NAMED_MAX ||
      g_hash_table_contains (xmp->named, name))
    g_free (text);
  else
    g_hash_table_insert (xmp->named, g_strdup (name), text);
}

static void
add_property (Reader *reader, const char *name, GPtrArray *items)
{
  OtrXmp *xmp = reader->xmp;
  const char *first;

  if (items->len == 0)
    return;
  first = g_ptr_array_index (items, 0);
  if (strcmp (name, "xmp:Rating") == 0)
    set_rating (xmp, first);
  else if (strcmp (name, "dc:subject") == 0)
    add_keywords (xmp, items);
  else if (strcmp (name, "dc:description") == 0 && xmp->caption == NULL)
    xmp->caption = otr_text_from_lines (first, strlen (first), CAPTION_MAX);
  else if (g_strv_contains (date_names, name))
    g_hash_table_insert (reader->dates, g_strdup (name), g_strdup (first));
  remember (reader, name, items);
}

static void
add_attributes (Reader *reader, const char **names, const char **values)
{
  for (; *names != NULL; names++, values++)
    {
      g_autofree char *name = canonical_name (reader, *names);
      g_autoptr (GPtrArray) items = g_ptr_array_new ();

      if (g_str_has_prefix (name, "rdf:") || g_str_has_prefix (name, "xml"))
        continue;
      g_ptr_array_add (items, (gpointer) *values);
      add_property (reader, name, items);
    }
}

static void
on_start (GMarkupParseContext *context,
          const char *element,
          const char **names,
          const char **values,
          gpointer data,
          GError **error)
{
  Reader *reader = data;
  g_autofree char *name = NULL;

  reader->depth++;
  if (reader->depth > DEPTH_MAX)
    {
      g_set_error_literal (error,
                           G_MARKUP_ERROR,
                           G_MARKUP_ERROR_INVALID_CONTENT,
                           "nested too deeply");
      return;
    }
  learn_prefixes (reader, names, values);
  name = canonical_name (reader, element);
  if (reader->description == 0)
    {
      if (strcmp (name, "rdf:Description") != 0)
        return;
      reader->description = reader->depth;
      add_attributes (reader, names, values);
    }
  else if (reader->property == 0)
    {
      reader->property = reader->depth;
      g_clear_pointer (&reader->name, g_free);
      reader->name = g_steal_pointer (&name);
      g_ptr_array_set_size (reader->items, 0);
      g_string_truncate (reader->text, 0);
    }
  else if (strcmp (name, "rdf:li") == 0 && reader->item == 0 &&
           reader->depth == reader->property + 2)
    {
      reader->item = reader->depth;
      g_string_truncate (reader->text, 0);
    }
}

static void
add_item (Reader *reader)
{
  g_autofree char *text = g_strstrip (g_strdup (reader->text->str));

  g_string_truncate (reader->text, 0);
  if (*text != '\0' && reader->items->len < LIST_MAX)
    g_ptr_array_add (reader->items, g_steal_pointer (&text));
}

static void
on_end (GMarkupParseContext *context, const char *element, gpointer data, GError **error)
{
  Reader *reader = data;

  if (reader->item == reader->depth && reader->item != 0)
    {
      add_item (reader);
      reader->item = 0;
    }
  else if (reader->property == reader->depth && reader->property != 0)
    {
      if (reader->items->len == 0)
        add_item (reader);
      add_property (reader, reader->name, reader->items);
      reader->property = 0;
    }
  else if (reader->description == reader->depth)
    reader->description = 0;
  reader->depth--;
}

/* Text counts directly in the property or directly in an item of its list. */
static void
on_text (GMarkupParseContext *context, const char *text, gsize size, gpointer data, GError **error)
{
  Reader *reader = data;

  if (reader->property == 0 || reader->text->len + size > 64 * 1024)
    return;
  if (reader->depth == reader->item || (reader->item == 0 && reader->depth == reader->property))
    g_string_append_len (reader->text, text, (gssize) size);
}

static void
choose_date (Reader *reader)
{
  for (gsize i = 0; date_names[i] != NULL && !reader->xmp->has_date; i++)
    {
      const char *text = g_hash_table_lookup (reader->dates, date_names[i]);

      if (text != NULL)
        reader->xmp->has_date = otr_dates_parse (text, &reader->xmp->date);
    }
}

static gboolean
run_parser (Reader *reader, const char *text, gsize size)
{
  static const GMarkupParser parser = { on_start, on_end, on_text, NULL, NULL };
  GMarkupParseContext *context =
      g_markup_parse_context_new (&parser, G_MARKUP_TREAT_CDATA_AS_TEXT, reader, NULL);
  gboolean good = g_markup_parse_context_parse (context, text, (gssize) size, NULL) &&
                  g_markup_parse_context_end_parse (context, NULL);

  g_markup_parse_context_free (context);
  return good;
}

gboolean
otr_xmp_parse (OtrXmp *xmp, const guint8 *data, gsize size)
{
  Reader reader = { .xmp = xmp };
  const char *text = (const char *) data;
  gboolean good;

  while (size > 0 && (text[size - 1] == '\0' || g_ascii_isspace (text[size - 1])))
    size--;
  if (size >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    {
      text += 3;
      size -= 3;
    }
  reader.prefixes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  reader.dates = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  reader.items = g_ptr_array_new_with_free_func (g_free);
  reader.text = g_string_new (NULL);
  good = run_parser (&reader, text, size);
  choose_date (&reader);
  g_free (reader.name);
  g_string_free (reader.text, TRUE);
  g_ptr_array_unref (reader.items);
  g_hash_table_unref (reader.dates);
  g_hash_table_unref (reader.prefixes);
  return good;
}
