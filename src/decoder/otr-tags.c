/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The EXIF cache: every tag of a photo as one typed value, within limits. */
#include "config.h"

#include "otr-tags.h"

#include <string.h>

#include "otr-bytes.h"
#include "otr-i18n.h"
#include "otr-text.h"

#define VALUE_MAX 4096u
#define TAGS_MAX 1000u
#define TOTAL_MAX (400u * 1024) /* all of it must fit the answer */

enum
{
  TAG_STRIP_OFFSETS = 0x0111,
  TAG_STRIP_COUNTS = 0x0117,
  TAG_XMP = 0x02bc,
  TAG_IPTC = 0x83bb,
  TAG_PHOTOSHOP = 0x8649,
  TAG_ICC = 0x8773,
  TAG_MAKER_NOTE = 0x927c,
  TAG_TILE_OFFSETS = 0x0144,
  TAG_TILE_COUNTS = 0x0145,
  TAG_DNG_PRIVATE = 0xc634,
};

/* Blocks and tables that are kept elsewhere or say nothing to a reader. */
static gboolean
is_left_out (guint16 tag)
{
  static const guint16 left_out[] = {
    TAG_STRIP_OFFSETS,
    TAG_STRIP_COUNTS,
    TAG_XMP,
    TAG_IPTC,
    TAG_PHOTOSHOP,
    TAG_ICC,
    TAG_MAKER_NOTE,
    TAG_TILE_OFFSETS,
    TAG_TILE_COUNTS,
    TAG_DNG_PRIVATE,
  };

  for (gsize i = 0; i < G_N_ELEMENTS (left_out); i++)
    if (left_out[i] == tag)
      return TRUE;
  return FALSE;
}

static GVariant *
shorts_to_variant (const OtrTag *tag, guint count, const GVariantType *type)
{
  g_autofree guint16 *values = g_new (guint16, count + 1);

  for (guint i = 0; i < count; i++)
    values[i] = otr_bytes_16 (tag->data + 2 * i, tag->big_endian);
  return g_variant_new_fixed_array (type, values, count, sizeof *values);
}

/* Also for RATIONAL, two to a value: an array of such pairs is laid out as an array of longs. */
static GVariant *
longs_to_variant (const OtrTag *tag, guint count, const GVariantType *type, guint per_item)
{
  g_autofree guint32 *values = g_new (guint32, count * per_item + 1);

  for (guint i = 0; i < count * per_item; i++)
    values[i] = otr_bytes_32 (tag->data + 4 * i, tag->big_endian);
  return g_variant_new_fixed_array (type, values, count, sizeof *values * per_item);
}

static GVariant *
reals_to_variant (const OtrTag *tag, guint count)
{
  g_autofree double *values = g_new0 (double, count + 1);

  for (guint i = 0; i < count; i++)
    (void) otr_tag_get_double (tag, i, &values[i]);
  return g_variant_new_fixed_array (G_VARIANT_TYPE_DOUBLE, values, count, sizeof *values);
}

static GVariant *
text_to_variant (const OtrTag *tag)
{
  g_autofree char *text = otr_text_from_lines (tag->data, tag->size, VALUE_MAX);

  return g_variant_new_string (text != NULL ? text : "");
}

/* What is kept as doubles. */
static gboolean
is_real (guint type)
{
  return type == OTR_TAG_FLOAT || type == OTR_TAG_DOUBLE || type == OTR_TAG_LONG8 ||
         type == OTR_TAG_SLONG8 || type == OTR_TAG_IFD8;
}

static gsize
stored_size (const OtrTag *tag)
{
  return is_real (tag->type) ? tag->count * sizeof (double) : tag->size;
}

/* Thousands of numbers (a DNG's colour tables) are nothing that anyone reads. */
static gboolean
is_large_table (const OtrTag *tag)
{
  return tag->type != OTR_TAG_ASCII && stored_size (tag) > VALUE_MAX;
}

static GVariant *
value_to_variant (const OtrTag *tag)
{
  guint count = tag->count;

  switch (tag->type)
    {
    case OTR_TAG_ASCII:
      return text_to_variant (tag);
    case OTR_TAG_SHORT:
      return shorts_to_variant (tag, count, G_VARIANT_TYPE_UINT16);
    case OTR_TAG_SSHORT:
      return shorts_to_variant (tag, count, G_VARIANT_TYPE_INT16);
    case OTR_TAG_LONG:
    case OTR_TAG_IFD:
      return longs_to_variant (tag, count, G_VARIANT_TYPE_UINT32, 1);
    case OTR_TAG_SLONG:
      return longs_to_variant (tag, count, G_VARIANT_TYPE_INT32, 1);
    case OTR_TAG_RATIONAL:
      return longs_to_variant (tag, count, G_VARIANT_TYPE ("(uu)"), 2);
    case OTR_TAG_SRATIONAL:
      return longs_to_variant (tag, count, G_VARIANT_TYPE ("(ii)"), 2);
    default:
      if (is_real (tag->type))
        return reals_to_variant (tag, count);
      return g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, tag->data, count, 1);
    }
}

static GVariant *
binary_tags (OtrPhoto *photo, guint *out_n)
{
  GVariantBuilder builder;
  guint n = photo->tags != NULL ? otr_tag_list_get_length (photo->tags) : 0;
  gsize total = 0;

  *out_n = 0;
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(yqv)"));
  for (guint i = 0; i < n; i++)
    {
      const OtrTag *tag = otr_tag_list_get (photo->tags, i);

      if (is_left_out (tag->tag) || is_large_table (tag))
        continue;
      total += MIN (stored_size (tag), VALUE_MAX);
      if (*out_n == TAGS_MAX || total > TOTAL_MAX)
        {
          otr_photo_warn (photo, N_ ("There are more tags than can be kept."));
          break;
        }
      g_variant_builder_add (&builder, "(yqv)", tag->group, tag->tag, value_to_variant (tag));
      if (tag->size > VALUE_MAX)
        otr_photo_warn (photo, N_ ("A very long text was shortened."));
      (*out_n)++;
    }
  return g_variant_builder_end (&builder);
}

static GVariant *
named_tags (GHashTable *named, guint *out_n)
{
  GVariantBuilder builder;
  GList *names = named != NULL ? g_hash_table_get_keys (named) : NULL;

  *out_n = 0;
  names = g_list_sort (names, (GCompareFunc) strcmp);
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(sv)"));
  for (GList *l = names; l != NULL && *out_n < TAGS_MAX; l = l->next, (*out_n)++)
    g_variant_builder_add (&builder,
                           "(sv)",
                           l->data,
                           g_variant_new_string (g_hash_table_lookup (named, l->data)));
  g_list_free (names);
  return g_variant_builder_end (&builder);
}

GVariant *
otr_tags_to_variant (OtrPhoto *photo, GHashTable *named)
{
  guint n_binary, n_named;
  g_autoptr (GVariant) binary = g_variant_ref_sink (binary_tags (photo, &n_binary));
  g_autoptr (GVariant) names = g_variant_ref_sink (named_tags (named, &n_named));

  if (n_binary + n_named == 0)
    return NULL;
  return g_variant_ref_sink (g_variant_new ("(y@a(yqv)@a(sv))",
                                            OTR_FACTS_TAGS_VERSION,
                                            binary,
                                            names));
}
