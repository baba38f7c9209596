/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts to and from the columns of `content` and `photo`. Pure functions over a statement. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "otr-catalog-private.h"

char *
otr_catalog_facts_join (const char *const *strings)
{
  GString *text;

  if (strings == NULL || strings[0] == NULL)
    return NULL;
  text = g_string_new (NULL);
  for (gsize i = 0; strings[i] != NULL; i++)
    {
      gsize start = text->len;

      g_string_append (text, strings[i]);
      for (gsize at = start; at < text->len; at++)
        if (text->str[at] == '\n')
          text->str[at] = ' ';
      g_string_append_c (text, '\n');
    }
  g_string_truncate (text, text->len - 1);
  return g_string_free (text, FALSE);
}

char **
otr_catalog_facts_split (const char *text)
{
  return text != NULL ? g_strsplit (text, "\n", -1) : NULL;
}

void
otr_catalog_facts_text_clear (OtrCatalogFactsText *text)
{
  g_clear_pointer (&text->keywords, g_free);
  g_clear_pointer (&text->warnings, g_free);
}

static void
bind_int_or_null (OtrStmt *stmt, int index, gint64 value, gint64 none)
{
  if (value == none)
    otr_stmt_bind_null (stmt, index);
  else
    otr_stmt_bind_int (stmt, index, value);
}

static gint64
get_int_or (OtrStmt *stmt, int column, gint64 none)
{
  return otr_stmt_is_null (stmt, column) ? none : otr_stmt_get_int (stmt, column);
}

void
otr_catalog_facts_bind_taken (OtrStmt *stmt, int first, const OtrFacts *facts)
{
  if (facts == NULL || facts->taken_ms == OTR_TAKEN_MS_NONE)
    {
      for (int i = 0; i < 4; i++)
        otr_stmt_bind_null (stmt, first + i);
      return;
    }
  otr_stmt_bind_int (stmt, first, facts->taken_ms);
  bind_int_or_null (stmt, first + 1, facts->taken_offset, OTR_OFFSET_NONE);
  otr_stmt_bind_int (stmt, first + 2, facts->taken_digits);
  otr_stmt_bind_int (stmt, first + 3, facts->taken_source);
}

void
otr_catalog_facts_read_taken (OtrStmt *stmt, int first, OtrFacts *facts)
{
  facts->taken_ms = get_int_or (stmt, first, OTR_TAKEN_MS_NONE);
  facts->taken_offset = (gint16) get_int_or (stmt, first + 1, OTR_OFFSET_NONE);
  facts->taken_digits = (guint8) otr_stmt_get_int (stmt, first + 2);
  facts->taken_source = (OtrTakenSource) otr_stmt_get_int (stmt, first + 3);
}

void
otr_catalog_facts_bind (OtrStmt *stmt, int first, const OtrFacts *facts, OtrCatalogFactsText *text)
{
  /* A date from the name or the file system belongs to one photo, not to the bytes. */
  gboolean own_date = facts->taken_source <= OTR_TAKEN_GPS;
  int i = first;

  text->keywords = otr_catalog_facts_join ((const char *const *) facts->keywords);
  text->warnings = otr_catalog_facts_join ((const char *const *) facts->warnings);
  otr_stmt_bind_int (stmt, i++, facts->state);
  otr_stmt_bind_int (stmt, i++, OTR_DECODER_VERSION);
  otr_stmt_bind_text (stmt, i++, facts->reason);
  otr_stmt_bind_text (stmt, i++, facts->mime);
  otr_stmt_bind_int (stmt, i++, facts->width);
  otr_stmt_bind_int (stmt, i++, facts->height);
  otr_stmt_bind_int (stmt, i++, facts->orientation);
  otr_stmt_bind_int (stmt, i++, facts->duration_ms);
  otr_stmt_bind_int (stmt, i++, facts->is_raw != FALSE);
  otr_stmt_bind_text (stmt, i++, facts->make);
  otr_stmt_bind_text (stmt, i++, facts->model);
  otr_stmt_bind_text (stmt, i++, facts->lens);
  otr_stmt_bind_double (stmt, i++, facts->f_number);
  otr_stmt_bind_double (stmt, i++, facts->exposure_time);
  bind_int_or_null (stmt, i++, facts->iso, 0);
  otr_stmt_bind_double (stmt, i++, facts->focal_length);
  otr_stmt_bind_double (stmt, i++, facts->latitude);
  otr_stmt_bind_double (stmt, i++, facts->longitude);
  otr_stmt_bind_double (stmt, i++, facts->altitude);
  bind_int_or_null (stmt, i++, facts->rating, OTR_RATING_NONE);
  otr_stmt_bind_text (stmt, i++, text->keywords);
  otr_stmt_bind_text (stmt, i++, facts->caption);
  otr_stmt_bind_text (stmt, i++, text->warnings);
  otr_catalog_facts_bind_taken (stmt, i, own_date ? facts : NULL);
}

OtrFacts *
otr_catalog_facts_read (OtrStmt *stmt, int first)
{
  OtrFacts *facts = otr_facts_new ();
  int i = first;

  facts->state = (OtrDecodeState) otr_stmt_get_int (stmt, i++);
  i++; /* decoder_version */
  facts->reason = otr_stmt_dup_text (stmt, i++);
  facts->mime = g_intern_string (otr_stmt_get_text (stmt, i++));
  facts->width = (guint32) otr_stmt_get_int (stmt, i++);
  facts->height = (guint32) otr_stmt_get_int (stmt, i++);
  facts->orientation = (guint8) otr_stmt_get_int (stmt, i++);
  facts->duration_ms = (guint32) otr_stmt_get_int (stmt, i++);
  facts->is_raw = otr_stmt_get_int (stmt, i++) != 0;
  facts->make = otr_stmt_dup_text (stmt, i++);
  facts->model = otr_stmt_dup_text (stmt, i++);
  facts->lens = otr_stmt_dup_text (stmt, i++);
  facts->f_number = otr_stmt_get_double (stmt, i++);
  facts->exposure_time = otr_stmt_get_double (stmt, i++);
  facts->iso = (guint32) otr_stmt_get_int (stmt, i++);
  facts->focal_length = otr_stmt_get_double (stmt, i++);
  facts->latitude = otr_stmt_get_double (stmt, i++);
  facts->longitude = otr_stmt_get_double (stmt, i++);
  facts->altitude = otr_stmt_get_double (stmt, i++);
  facts->rating = (gint8) get_int_or (stmt, i++, OTR_RATING_NONE);
  facts->keywords = otr_catalog_facts_split (otr_stmt_get_text (stmt, i++));
  facts->caption = otr_stmt_dup_text (stmt, i++);
  facts->warnings = otr_catalog_facts_split (otr_stmt_get_text (stmt, i++));
  otr_catalog_facts_read_taken (stmt, i, facts);
  return facts;
}

GBytes *
otr_catalog_facts_pack_tags (GVariant *tags)
{
#if G_BYTE_ORDER == G_BIG_ENDIAN
  g_autoptr (GVariant) swapped = g_variant_byteswap (tags);

  return g_variant_get_data_as_bytes (swapped);
#else
  return g_variant_get_data_as_bytes (tags);
#endif
}

GVariant *
otr_catalog_facts_unpack_tags (GBytes *bytes)
{
  g_autoptr (GVariant) raw =
      g_variant_ref_sink (g_variant_new_from_bytes (OTR_FACTS_TAGS_TYPE, bytes, FALSE));
#if G_BYTE_ORDER == G_BIG_ENDIAN
  return g_variant_byteswap (raw);
#else
  return g_variant_get_normal_form (raw);
#endif
}
