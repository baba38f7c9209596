/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks for what makes an EXIF block partly unreadable: directories or values outside of it, types
 * that don't exist, pointers that are none, directories that lead back to each other. */
#include "config.h"

#include "otr-exif-check.h"

#include "otr-bytes.h"
#include "otr-tag-list.h"

#define HEADER_SIZE 8u
#define ENTRY_SIZE 12u
#define DIRECTORIES_MAX 8u

enum
{
  TAG_EXIF = 0x8769,
  TAG_GPS = 0x8825,
  TAG_MAKER_NOTE = 0x927c,
};

typedef struct
{
  const guint8 *data;
  gsize size;
  gboolean big_endian;
  guint32 seen[DIRECTORIES_MAX];
  guint n_seen;
} Check;

static gboolean
is_seen (const Check *check, guint32 offset)
{
  for (guint i = 0; i < check->n_seen; i++)
    if (check->seen[i] == offset)
      return TRUE;
  return FALSE;
}

static gboolean
is_pointer (guint16 tag)
{
  return tag == TAG_EXIF || tag == TAG_GPS;
}

/* Cameras leave empty entries of type 0; a maker note is cut or moved by software that rewrites a
 * file; where the interoperability directory is, is of no interest. */
static gboolean
is_sound_entry (const Check *check, const guint8 *entry)
{
  guint16 tag = otr_bytes_16 (entry, check->big_endian);
  guint16 type = otr_bytes_16 (entry + 2, check->big_endian);
  guint32 count = otr_bytes_32 (entry + 4, check->big_endian);
  guint64 length = (guint64) count * otr_tag_type_size (type);
  guint64 offset = otr_bytes_32 (entry + 8, check->big_endian);

  if (is_pointer (tag))
    return (type == OTR_TAG_LONG || type == OTR_TAG_IFD) && count == 1;
  if (tag == TAG_MAKER_NOTE)
    return TRUE;
  return type <= OTR_TAG_IFD && (length <= 4 || offset + length <= check->size);
}

static gboolean check_directory (Check *check, guint32 offset, guint chain);

/* Not what follows the thumbnail's directory, unless it leads back: cameras leave garbage there. */
static gboolean
check_next (Check *check, const guint8 *end, guint chain)
{
  guint32 offset;

  if (chain == 0 || check->size - (gsize) (end - check->data) < 4)
    return TRUE;
  offset = otr_bytes_32 (end, check->big_endian);
  if (offset == 0)
    return TRUE;
  return chain == 1 ? !is_seen (check, offset) : check_directory (check, offset, chain - 1);
}

/* `chain`: 2 for the first directory, 1 for the thumbnail's, 0 for those inside. How deep it goes
 * is bounded by how many directories an EXIF block may have. */
static gboolean
check_directory (Check *check, guint32 offset, guint chain)
{
  const guint8 *entry, *end;
  guint n;

  if (offset > check->size - 2 || is_seen (check, offset) || check->n_seen == DIRECTORIES_MAX)
    return FALSE;
  check->seen[check->n_seen++] = offset;
  n = otr_bytes_16 (check->data + offset, check->big_endian);
  if (n * ENTRY_SIZE > check->size - offset - 2)
    return FALSE;
  entry = check->data + offset + 2;
  end = entry + n * ENTRY_SIZE;
  for (; entry < end; entry += ENTRY_SIZE)
    if (!is_sound_entry (check, entry) ||
        (is_pointer (otr_bytes_16 (entry, check->big_endian)) &&
         !check_directory (check, otr_bytes_32 (entry + 8, check->big_endian), 0)))
      return FALSE;
  return check_next (check, end, chain);
}

gboolean
otr_exif_check (const guint8 *block, gsize size)
{
  Check check = { .data = block, .size = size };

  if (size < HEADER_SIZE + 2 || (block[0] != 'I' && block[0] != 'M') || block[0] != block[1])
    return FALSE;
  check.big_endian = block[0] == 'M';
  if (otr_bytes_16 (block + 2, check.big_endian) != 42)
    return FALSE;
  return check_directory (&check, otr_bytes_32 (block + 4, check.big_endian), 2);
}
