/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Raw directory entries and the numbers and texts in them. */
#include "config.h"

#include "otr-tag-list.h"

#include <math.h>
#include <string.h>

#include "otr-bytes.h"
#include "otr-text.h"

struct _OtrTagList
{
  GPtrArray *tags;
};

OtrTagList *
otr_tag_list_new (void)
{
  OtrTagList *list = g_new0 (OtrTagList, 1);

  list->tags = g_ptr_array_new_with_free_func (g_free);
  return list;
}

void
otr_tag_list_free (OtrTagList *list)
{
  if (list == NULL)
    return;
  g_ptr_array_unref (list->tags);
  g_free (list);
}

guint
otr_tag_type_size (guint type)
{
  static const guint8 sizes[] = { 0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8 };

  return type < G_N_ELEMENTS (sizes) ? sizes[type] : 0;
}

void
otr_tag_list_add (OtrTagList *list, const OtrTag *head, const guint8 *data, gsize size)
{
  guint unit = otr_tag_type_size (head->type);
  OtrTag *tag;

  if (unit == 0 || size > G_MAXUINT32 / 2 ||
      otr_tag_list_find (list, head->group, head->tag) != NULL)
    return;
  tag = g_malloc (sizeof *tag + size);
  *tag = *head;
  tag->size = (guint32) size;
  tag->count = (guint32) (size / unit);
  if (size > 0)
    memcpy (tag->data, data, size);
  g_ptr_array_add (list->tags, tag);
}

guint
otr_tag_list_get_length (OtrTagList *list)
{
  return list->tags->len;
}

const OtrTag *
otr_tag_list_get (OtrTagList *list, guint index)
{
  return g_ptr_array_index (list->tags, index);
}

const OtrTag *
otr_tag_list_find (OtrTagList *list, OtrTagGroup group, guint16 tag)
{
  for (guint i = 0; i < list->tags->len; i++)
    {
      const OtrTag *found = g_ptr_array_index (list->tags, i);

      if (found->group == group && found->tag == tag)
        return found;
    }
  return NULL;
}

static gboolean
get_text_number (const OtrTag *tag, double *out_value)
{
  g_autofree char *text = otr_tag_dup_text (tag, 64);
  char *end;

  if (text == NULL)
    return FALSE;
  *out_value = g_ascii_strtod (text, &end);
  return end != text && isfinite (*out_value);
}

static gboolean
get_ratio (double numerator, double denominator, double *out_value)
{
  if (denominator == 0)
    return FALSE;
  *out_value = numerator / denominator;
  return TRUE;
}

static double
get_float (const guint8 *p, gboolean big)
{
  guint32 bits = otr_bytes_32 (p, big);
  float value;

  memcpy (&value, &bits, sizeof value);
  return (double) value;
}

static double
get_real (const guint8 *p, gboolean big)
{
  guint64 bits = otr_bytes_64 (p, big);
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

static double
get_integer (const guint8 *p, guint type, gboolean big)
{
  switch (type)
    {
    case OTR_TAG_SBYTE:
      return (gint8) *p;
    case OTR_TAG_SHORT:
      return otr_bytes_16 (p, big);
    case OTR_TAG_SSHORT:
      return (gint16) otr_bytes_16 (p, big);
    case OTR_TAG_LONG:
    case OTR_TAG_IFD:
      return otr_bytes_32 (p, big);
    case OTR_TAG_SLONG:
      return (gint32) otr_bytes_32 (p, big);
    case OTR_TAG_LONG8:
    case OTR_TAG_IFD8:
      return (double) otr_bytes_64 (p, big);
    case OTR_TAG_SLONG8:
      return (double) (gint64) otr_bytes_64 (p, big);
    default:
      return *p;
    }
}

gboolean
otr_tag_get_double (const OtrTag *tag, guint index, double *out_value)
{
  gboolean big = tag->big_endian;
  const guint8 *p;

  if (tag->type == OTR_TAG_ASCII)
    return index == 0 && get_text_number (tag, out_value);
  if (index >= tag->count)
    return FALSE;
  p = tag->data + (gsize) index * otr_tag_type_size (tag->type);
  switch (tag->type)
    {
    case OTR_TAG_RATIONAL:
      return get_ratio (otr_bytes_32 (p, big), otr_bytes_32 (p + 4, big), out_value);
    case OTR_TAG_SRATIONAL:
      return get_ratio ((gint32) otr_bytes_32 (p, big),
                        (gint32) otr_bytes_32 (p + 4, big),
                        out_value);
    case OTR_TAG_FLOAT:
      *out_value = get_float (p, big);
      return isfinite (*out_value);
    case OTR_TAG_DOUBLE:
      *out_value = get_real (p, big);
      return isfinite (*out_value);
    default:
      *out_value = get_integer (p, tag->type, big);
      return TRUE;
    }
}

gboolean
otr_tag_get_uint (const OtrTag *tag, guint index, guint64 *out_value)
{
  double value;

  if (!otr_tag_get_double (tag, index, &value) || value < 0 ||
      value > (double) (G_GUINT64_CONSTANT (1) << 53))
    return FALSE;
  *out_value = (guint64) value;
  return TRUE;
}

char *
otr_tag_dup_text (const OtrTag *tag, gsize max_bytes)
{
  if (otr_tag_type_size (tag->type) != 1)
    return NULL;
  return otr_text_from_bytes (tag->data, tag->size, max_bytes);
}
