/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Multi-Picture Format index (CIPA DC-007) of a JPEG: which further pictures the file holds. */
#include "config.h"

#include "otr-jpeg.h"

#include "otr-bytes.h"

#define ENTRY_SIZE 16u
#define TAG_ENTRIES 0xb002u
#define TYPE_MASK 0xffffffu
#define TYPE_PREVIEW_VGA 0x010001u
#define TYPE_PREVIEW_LARGEST 0x010005u

/* The span of the entry table inside the index; 0 when there is none. */
static gsize
find_entries (const guint8 *index, gsize size, gboolean big_endian, gsize *out_size)
{
  guint32 directory = otr_bytes_32 (index + 4, big_endian);
  guint n;

  if (directory > size || size - directory < 2)
    return 0;
  n = otr_bytes_16 (index + directory, big_endian);
  for (guint i = 0; i < n && size - directory - 2 >= 12u * (i + 1); i++)
    {
      const guint8 *entry = index + directory + 2 + 12u * i;
      guint32 length = otr_bytes_32 (entry + 4, big_endian);
      guint32 offset = otr_bytes_32 (entry + 8, big_endian);

      if (otr_bytes_16 (entry, big_endian) != TAG_ENTRIES)
        continue;
      if (offset > size || length > size - offset)
        return 0;
      *out_size = length;
      return offset;
    }
  return 0;
}

gboolean
otr_jpeg_mpf_find (const guint8 *index, gsize size, guint64 base, OtrSpan *out_preview)
{
  gboolean big_endian;
  gsize entries_size = 0;
  gsize entries;
  OtrSpan best = { 0, 0 };

  if (size < 8 || (index[0] != 'I' && index[0] != 'M'))
    return FALSE;
  big_endian = index[0] == 'M';
  entries = find_entries (index, size, big_endian, &entries_size);
  for (gsize i = 0; entries != 0 && i + ENTRY_SIZE <= entries_size; i += ENTRY_SIZE)
    {
      const guint8 *entry = index + entries + i;
      guint32 type = otr_bytes_32 (entry, big_endian) & TYPE_MASK;
      guint32 length = otr_bytes_32 (entry + 4, big_endian);
      guint32 offset = otr_bytes_32 (entry + 8, big_endian);

      if (type >= TYPE_PREVIEW_VGA && type <= TYPE_PREVIEW_LARGEST && offset != 0 &&
          length > best.length)
        best = (OtrSpan){ base + offset, length };
    }
  *out_preview = best;
  return best.length != 0;
}
