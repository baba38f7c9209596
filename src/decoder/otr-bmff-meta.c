/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The meta box of HEIF: items, where they are, and the properties of the primary one. */
#include "config.h"

#include "otr-bmff-meta.h"

#include <string.h>

#include "otr-bytes.h"

#define XMP_TYPE "application/rdf+xml"

typedef struct
{
  OtrPhoto *photo;
  guint64 at; /* of the meta box's children */
  guint64 end;
  guint32 primary;
  guint32 exif_item; /* 0: none */
  guint32 xmp_item;
} Meta;

/* The whole content of a small box. */
static GBytes *
load_box (Meta *meta, guint64 at, guint64 end, const char *name)
{
  OtrBox box;

  if (!otr_bmff_find_box (meta->photo->source, at, end, name, &box))
    return NULL;
  return otr_source_copy (meta->photo->source, box.offset, box.length);
}

static guint64
get_sized (const guint8 *p, guint size)
{
  guint64 value = 0;

  for (guint i = 0; i < size; i++)
    value = value << 8 | p[i];
  return value;
}

static void
read_primary (Meta *meta)
{
  g_autoptr (GBytes) bytes = load_box (meta, meta->at, meta->end, "pitm");
  gsize size = 0;
  const guint8 *data = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;

  if (size >= 8 && data[0] != 0)
    meta->primary = otr_bytes_32 (data + 4, TRUE);
  else if (size >= 6)
    meta->primary = otr_bytes_16 (data + 4, TRUE);
}

/* One infe box: version, id, protection, type, name, content type. */
static void
read_item_info (Meta *meta, const OtrBox *box)
{
  gsize size = (gsize) MIN (box->length, 256);
  const guint8 *data = otr_source_peek (meta->photo->source, box->offset, size);
  guint id_size, at;
  guint32 id;

  if (data == NULL || size < 12 || data[0] < 2)
    return;
  id_size = data[0] == 2 ? 2 : 4;
  id = (guint32) get_sized (data + 4, id_size);
  at = 4 + id_size + 2;
  if (size < at + 4)
    return;
  if (memcmp (data + at, "Exif", 4) == 0 && meta->exif_item == 0)
    meta->exif_item = id;
  else if (memcmp (data + at, "mime", 4) == 0 && meta->xmp_item == 0 &&
           memmem (data + at, size - at, XMP_TYPE, sizeof XMP_TYPE - 1) != NULL)
    meta->xmp_item = id;
}

static void
read_items (Meta *meta)
{
  OtrBoxes boxes = { .source = meta->photo->source };
  OtrBox list, box;
  const guint8 *head;

  if (!otr_bmff_find_box (meta->photo->source, meta->at, meta->end, "iinf", &list))
    return;
  head = list.length >= 8 ? otr_source_peek (meta->photo->source, list.offset, 8) : NULL;
  if (head == NULL)
    return;
  boxes.at = list.offset + (head[0] == 0 ? 6 : 8);
  boxes.end = list.offset + list.length;
  while (otr_bmff_next_box (&boxes, &box))
    if (strcmp (box.name, "infe") == 0)
      read_item_info (meta, &box);
}

typedef struct
{
  guint version;
  guint offset_size;
  guint length_size;
  guint base_size;
  guint index_size;
} Layout;

/* Where item `id` is, by its first extent; metadata are never split by writers we know. */
static gboolean
parse_location (const guint8 *data, gsize size, guint32 id, OtrSpan *out_span, guint *out_method)
{
  Layout layout;
  gsize at = 8;
  guint32 n;

  if (size < 8)
    return FALSE;
  layout.version = data[0];
  layout.offset_size = data[4] >> 4;
  layout.length_size = data[4] & 15;
  layout.base_size = data[5] >> 4;
  layout.index_size = layout.version > 0 ? data[5] & 15 : 0;
  n = layout.version < 2 ? otr_bytes_16 (data + 6, TRUE) : 0;
  if (layout.version >= 2)
    {
      if (size < 10)
        return FALSE;
      n = otr_bytes_32 (data + 6, TRUE);
      at = 10;
    }
  for (guint32 i = 0; i < n; i++)
    {
      guint id_size = layout.version < 2 ? 2 : 4;
      gsize fixed = id_size + (layout.version > 0 ? 2u : 0u) + 2 + layout.base_size + 2;
      gsize extent = layout.index_size + layout.offset_size + layout.length_size;
      guint32 found;
      guint64 base;
      guint extents;

      if (size - at < fixed)
        return FALSE;
      found = (guint32) get_sized (data + at, id_size);
      *out_method = layout.version > 0 ? data[at + id_size + 1] & 15 : 0;
      base = get_sized (data + at + fixed - 2 - layout.base_size, layout.base_size);
      extents = otr_bytes_16 (data + at + fixed - 2, TRUE);
      at += fixed;
      if (extent * extents > size - at)
        return FALSE;
      if (found == id && extents > 0)
        {
          out_span->offset = base + get_sized (data + at + layout.index_size, layout.offset_size);
          out_span->length = get_sized (data + at + layout.index_size + layout.offset_size,
                                        layout.length_size);
          return TRUE;
        }
      at += extent * extents;
    }
  return FALSE;
}

static GBytes *
load_item (Meta *meta, guint32 id)
{
  g_autoptr (GBytes) table = load_box (meta, meta->at, meta->end, "iloc");
  gsize size = 0;
  const guint8 *data = table != NULL ? g_bytes_get_data (table, &size) : NULL;
  OtrSpan span;
  OtrBox store;
  guint method;

  if (id == 0 || !parse_location (data, size, id, &span, &method))
    return NULL;
  if (method == 1)
    {
      if (!otr_bmff_find_box (meta->photo->source, meta->at, meta->end, "idat", &store) ||
          span.offset > store.length)
        return NULL;
      span.offset += store.offset;
    }
  return otr_source_copy (meta->photo->source, span.offset, span.length);
}

/* An Exif item begins with the distance to the TIFF header. */
static void
take_exif_item (Meta *meta)
{
  g_autoptr (GBytes) bytes = load_item (meta, meta->exif_item);
  gsize size = 0;
  const guint8 *data = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;
  guint32 skip;

  if (size < 8)
    return;
  skip = otr_bytes_32 (data, TRUE);
  if (skip < size - 4)
    otr_photo_take_exif (meta->photo, g_bytes_new (data + 4 + skip, size - 4 - skip));
}

static void
apply_property (Meta *meta, const OtrBox *box)
{
  OtrPhoto *photo = meta->photo;
  const guint8 *data = box->length >= 1 ? otr_source_peek (photo->source,
                                                           box->offset,
                                                           (gsize) MIN (box->length, 12))
                                        : NULL;

  if (data == NULL)
    return;
  if (strcmp (box->name, "ispe") == 0 && box->length >= 12)
    {
      photo->width = otr_bytes_32 (data + 4, TRUE);
      photo->height = otr_bytes_32 (data + 8, TRUE);
    }
  else if (strcmp (box->name, "irot") == 0 && (data[0] & 1) != 0)
    {
      guint32 width = photo->width;

      photo->width = photo->height;
      photo->height = width;
    }
}

static void
apply_property_number (Meta *meta, const OtrBox *list, guint number)
{
  OtrBoxes boxes = { .source = meta->photo->source, .at = list->offset };
  OtrBox box;

  boxes.end = list->offset + list->length;
  while (boxes.n < number && otr_bmff_next_box (&boxes, &box))
    if (boxes.n == number)
      apply_property (meta, &box);
}

/* ipma: for each item the numbers of its properties, in the order in which they apply. */
static void
read_associations (Meta *meta, const OtrBox *list, const guint8 *data, gsize size)
{
  guint id_size, number_size;
  guint32 n;
  gsize at = 8;

  if (size < 8)
    return;
  id_size = data[0] < 1 ? 2 : 4;
  number_size = (data[3] & 1) != 0 ? 2 : 1;
  n = otr_bytes_32 (data + 4, TRUE);
  for (guint32 i = 0; i < n && size - at >= id_size + 1u; i++)
    {
      guint32 id = (guint32) get_sized (data + at, id_size);
      guint count = data[at + id_size];

      at += id_size + 1u;
      if (size - at < (gsize) count * number_size)
        return;
      for (guint k = 0; id == meta->primary && k < count; k++)
        {
          guint number = (guint) get_sized (data + at + k * number_size, number_size);

          apply_property_number (meta, list, number & (number_size == 2 ? 0x7fffu : 0x7fu));
        }
      at += (gsize) count * number_size;
    }
}

static void
read_properties (Meta *meta)
{
  OtrBox properties, list;
  g_autoptr (GBytes) bytes = NULL;
  gsize size = 0;
  const guint8 *data;
  guint64 end;

  if (!otr_bmff_find_box (meta->photo->source, meta->at, meta->end, "iprp", &properties))
    return;
  end = properties.offset + properties.length;
  if (!otr_bmff_find_box (meta->photo->source, properties.offset, end, "ipco", &list))
    return;
  bytes = load_box (meta, properties.offset, end, "ipma");
  data = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;
  read_associations (meta, &list, data, size);
}

void
otr_bmff_read_meta (OtrPhoto *photo, const OtrBox *box)
{
  Meta meta = { .photo = photo, .at = box->offset + 4, .end = box->offset + box->length };

  if (box->length < 4)
    return;
  read_primary (&meta);
  read_items (&meta);
  read_properties (&meta);
  take_exif_item (&meta);
  otr_photo_take_xmp (photo, load_item (&meta, meta.xmp_item));
}
