/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TIFF directories, as TIFF, RAW formats and CR3 use them. libexif sees none of these. */
#include "config.h"

#include "otr-tiff.h"

#include <string.h>

#include "otr-bytes.h"
#include "otr-i18n.h"
#include "otr-photoshop.h"

#define DIRECTORIES_MAX 32u
#define ENTRIES_MAX 2000u
#define VALUE_MAX (64u * 1024)

enum
{
  TAG_SUBFILE_TYPE = 0x00fe,
  TAG_WIDTH = 0x0100,
  TAG_HEIGHT = 0x0101,
  TAG_COMPRESSION = 0x0103,
  TAG_PHOTOMETRIC = 0x0106,
  TAG_STRIP_OFFSETS = 0x0111,
  TAG_STRIP_COUNTS = 0x0117,
  TAG_SUB_DIRECTORIES = 0x014a,
  TAG_JPEG_OFFSET = 0x0201,
  TAG_JPEG_LENGTH = 0x0202,
  TAG_XMP = 0x02bc,
  TAG_IPTC = 0x83bb,
  TAG_PHOTOSHOP = 0x8649,
  TAG_EXIF = 0x8769,
  TAG_GPS = 0x8825,
  TAG_INTEROP = 0xa005,
};

typedef struct
{
  OtrPhoto *photo;
  OtrSource *source;
  GArray *images;
  gboolean big_endian;
  gboolean big; /* BigTIFF: 8-byte offsets */
  guint64 seen[DIRECTORIES_MAX];
  guint n_seen;
} Reader;

typedef struct
{
  guint64 offset; /* of the value in the file */
  guint64 length;
  OtrTag head; /* last, as room for data would follow it */
} Entry;

static void read_directory (Reader *reader, guint64 offset, int group);

static guint64
get_offset (const Reader *reader, const guint8 *p)
{
  return reader->big ? otr_bytes_64 (p, reader->big_endian) : otr_bytes_32 (p, reader->big_endian);
}

/* Tag, type, count, then the value itself when it fits, else where it is. */
static gboolean
read_entry (const Reader *reader, guint64 at, int group, Entry *out_entry)
{
  guint word = reader->big ? 8 : 4;
  const guint8 *p = otr_source_peek (reader->source, at, 4 + 2 * word);
  guint64 count;

  if (p == NULL)
    return FALSE;
  memset (out_entry, 0, sizeof *out_entry);
  out_entry->head.group = (guint8) MAX (group, 0);
  out_entry->head.tag = otr_bytes_16 (p, reader->big_endian);
  out_entry->head.type = (guint8) MIN (otr_bytes_16 (p + 2, reader->big_endian), 255);
  out_entry->head.big_endian = reader->big_endian;
  count = get_offset (reader, p + 4);
  if (!g_uint64_checked_mul (&out_entry->length, count, otr_tag_type_size (out_entry->head.type)))
    out_entry->length = G_MAXUINT64;
  out_entry->offset = out_entry->length <= word ? at + 4 + word : get_offset (reader, p + 4 + word);
  return TRUE;
}

/* A list of numbers, and of the larger values only the beginning, is enough for what it is used
 * for. */
static OtrTag *
load_tag (const Reader *reader, const Entry *entry)
{
  gsize size = (gsize) MIN (entry->length, VALUE_MAX);
  guint unit = otr_tag_type_size (entry->head.type);
  const guint8 *data = unit != 0 ? otr_source_peek (reader->source, entry->offset, size) : NULL;
  OtrTag *tag;

  if (data == NULL)
    return NULL;
  tag = g_malloc (sizeof *tag + size);
  *tag = entry->head;
  tag->size = (guint32) size;
  tag->count = (guint32) (size / unit);
  memcpy (tag->data, data, size);
  return tag;
}

static guint32
get_number (const OtrTag *tag)
{
  guint64 value = 0;

  return otr_tag_get_uint (tag, 0, &value) && value <= G_MAXUINT32 ? (guint32) value : 0;
}

static void
note_image (const OtrTag *tag, OtrTiffImage *image)
{
  guint32 value = get_number (tag);

  if (tag->tag == TAG_SUBFILE_TYPE)
    image->subfile_type = value;
  else if (tag->tag == TAG_WIDTH)
    image->width = value;
  else if (tag->tag == TAG_HEIGHT)
    image->height = value;
  else if (tag->tag == TAG_COMPRESSION)
    image->compression = value;
  else if (tag->tag == TAG_PHOTOMETRIC)
    image->photometric = value;
  else if (tag->tag == TAG_JPEG_OFFSET || (tag->tag == TAG_STRIP_OFFSETS && tag->count == 1 &&
                                           image->jpeg.offset == 0))
    image->jpeg.offset = value;
  else if (tag->tag == TAG_JPEG_LENGTH || (tag->tag == TAG_STRIP_COUNTS && tag->count == 1 &&
                                           image->jpeg.length == 0))
    image->jpeg.length = value;
}

static int
group_behind (guint16 tag)
{
  if (tag == TAG_EXIF)
    return OTR_TAG_GROUP_EXIF;
  return tag == TAG_GPS ? OTR_TAG_GROUP_GPS : OTR_TAG_GROUP_INTEROP;
}

static void
follow (Reader *reader, const OtrTag *tag)
{
  guint64 offset;

  if (tag->tag == TAG_SUB_DIRECTORIES)
    for (guint i = 0; otr_tag_get_uint (tag, i, &offset); i++)
      read_directory (reader, offset, -1);
  else if (otr_tag_get_uint (tag, 0, &offset))
    read_directory (reader, offset, group_behind (tag->tag));
}

/* Blocks that have readers of their own. */
static gboolean
take_block (Reader *reader, const Entry *entry)
{
  g_autoptr (GBytes) bytes = NULL;
  gsize size;
  const guint8 *data;

  if (entry->head.tag != TAG_XMP && entry->head.tag != TAG_IPTC && entry->head.tag != TAG_PHOTOSHOP)
    return FALSE;
  bytes = otr_source_copy (reader->source, entry->offset, entry->length);
  if (bytes == NULL)
    return TRUE;
  if (entry->head.tag == TAG_XMP)
    otr_photo_take_xmp (reader->photo, g_steal_pointer (&bytes));
  else if (entry->head.tag == TAG_IPTC)
    otr_photo_take_iptc (reader->photo, g_steal_pointer (&bytes));
  else
    {
      data = g_bytes_get_data (bytes, &size);
      otr_photoshop_read_resources (reader->photo, data, size);
    }
  return TRUE;
}

static void
use_entry (Reader *reader, const Entry *entry, int group, OtrTiffImage *image)
{
  g_autofree OtrTag *tag = NULL;

  if (take_block (reader, entry))
    return;
  tag = load_tag (reader, entry);
  if (tag == NULL)
    {
      otr_photo_warn (reader->photo, N_ ("Some tags are unreadable."));
      return;
    }
  if (group <= OTR_TAG_GROUP_IFD1)
    note_image (tag, image);
  if (tag->tag == TAG_EXIF || tag->tag == TAG_GPS || tag->tag == TAG_INTEROP ||
      tag->tag == TAG_SUB_DIRECTORIES)
    follow (reader, tag);
  else if (group >= 0)
    otr_tag_list_add (reader->photo->tags, tag, tag->data, tag->size);
}

static gboolean
is_new (Reader *reader, guint64 offset)
{
  for (guint i = 0; i < reader->n_seen; i++)
    if (reader->seen[i] == offset)
      return FALSE;
  if (reader->n_seen == DIRECTORIES_MAX)
    return FALSE;
  reader->seen[reader->n_seen++] = offset;
  return TRUE;
}

/* Entries of one directory; returns where the offset of the next one is, 0 at a broken end. */
static guint64
read_entries (Reader *reader, guint64 offset, int group, OtrTiffImage *image)
{
  guint entry_size = reader->big ? 20 : 12;
  guint count_size = reader->big ? 8 : 2;
  const guint8 *p = otr_source_peek (reader->source, offset, count_size);
  guint64 n;

  if (p == NULL)
    return 0;
  n = reader->big ? otr_bytes_64 (p, reader->big_endian) : otr_bytes_16 (p, reader->big_endian);
  if (n > ENTRIES_MAX)
    return 0;
  for (guint64 i = 0; i < n; i++)
    {
      Entry entry;

      if (!read_entry (reader, offset + count_size + i * entry_size, group, &entry))
        return 0;
      use_entry (reader, &entry, group, image);
    }
  return offset + count_size + n * entry_size;
}

/* `group` -1: a directory inside the picture's own, whose tags are not the photo's. */
static void
read_directory (Reader *reader, guint64 offset, int group)
{
  OtrTiffImage image = { 0 };
  guint64 next = 0;
  const guint8 *p;

  if (offset == 0 || !is_new (reader, offset))
    return;
  next = read_entries (reader, offset, group, &image);
  if (group <= OTR_TAG_GROUP_IFD1 && reader->images != NULL && image.width != 0 &&
      image.height != 0)
    g_array_append_val (reader->images, image);
  else if (group <= OTR_TAG_GROUP_IFD1 && reader->images != NULL && image.jpeg.length != 0)
    g_array_append_val (reader->images, image);
  if (group < 0 || group > OTR_TAG_GROUP_IFD1)
    return;
  p = next != 0 ? otr_source_peek (reader->source, next, reader->big ? 8 : 4) : NULL;
  if (p != NULL)
    read_directory (reader,
                    get_offset (reader, p),
                    group == OTR_TAG_GROUP_IFD0 ? OTR_TAG_GROUP_IFD1 : -1);
}

gboolean
otr_tiff_read (OtrPhoto *photo, OtrSource *source, OtrTagGroup group, GArray *images)
{
  Reader reader = { .photo = photo, .source = source, .images = images };
  const guint8 *head = otr_source_peek (source, 0, 16);
  guint before;

  if (head == NULL)
    head = otr_source_peek (source, 0, 8);
  if (head == NULL || (head[0] != 'I' && head[0] != 'M') || head[0] != head[1])
    return FALSE;
  reader.big_endian = head[0] == 'M';
  reader.big = otr_bytes_16 (head + 2, reader.big_endian) == 43;
  if (reader.big && otr_source_get_length (source) < 16)
    return FALSE;
  if (photo->tags == NULL)
    photo->tags = otr_tag_list_new ();
  before = otr_tag_list_get_length (photo->tags);
  read_directory (&reader, get_offset (&reader, head + (reader.big ? 8 : 4)), (int) group);
  return otr_tag_list_get_length (photo->tags) > before;
}
