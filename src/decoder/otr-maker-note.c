/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maker notes are directories like EXIF's own behind a magic text, or plain records. Only values
 * whose place does not depend on where the note lies in the file are read: software that rewrites
 * files moves notes. */
#include "config.h"

#include "otr-maker-note.h"

#include <string.h>

#include "otr-bytes.h"
#include "otr-text.h"

#define TAG_MAKE 0x010f
#define TAG_MAKER_NOTE 0x927c
#define ENTRY_SIZE 12u
#define LENS_MAX 256u
#define ISO_MIN 10u /* smaller numbers are codes */

#define KODAK_ISO 0x68u /* 8 bytes of head included */
#define CASIO_ISO 0x0014u
#define CASIO_NEW_ISO 0x3014u
#define NIKON_ISO 0x0002u
#define OLYMPUS_EQUIPMENT 0x2010u
#define OLYMPUS_LENS 0x0203u

typedef struct
{
  const guint8 *data; /* what offsets in it count from */
  gsize size;
  gboolean big_endian;
} Note;

/* The entry of `tag` in the directory at `offset`, with the type and number of values asked for. */
static const guint8 *
find_entry (const Note *note, guint32 offset, guint tag, guint type, guint32 count)
{
  const guint8 *entry;
  guint n;

  if (note->size < 2 || offset > note->size - 2)
    return NULL;
  n = otr_bytes_16 (note->data + offset, note->big_endian);
  n = (guint) MIN (n, (note->size - offset - 2) / ENTRY_SIZE);
  entry = note->data + offset + 2;
  for (guint i = 0; i < n; i++, entry += ENTRY_SIZE)
    if (otr_bytes_16 (entry, note->big_endian) == tag)
      return otr_bytes_16 (entry + 2, note->big_endian) == type &&
                     (count == 0 || otr_bytes_32 (entry + 4, note->big_endian) == count)
                 ? entry
                 : NULL;
  return NULL;
}

/* The value of `count` that stands last in the entry itself. */
static guint32
get_short (const Note *note, guint32 offset, guint tag, guint count)
{
  const guint8 *entry = find_entry (note, offset, tag, OTR_TAG_SHORT, count);

  return entry != NULL ? otr_bytes_16 (entry + 6 + 2 * count, note->big_endian) : 0;
}

static Note
skip_head (const Note *note, gsize size)
{
  size = MIN (size, note->size);
  return (Note){ note->data + size, note->size - size, note->big_endian };
}

/* From here on it is a TIFF structure of its own. */
static guint32
get_nikon_iso (const Note *whole)
{
  Note note = skip_head (whole, 10);

  if (note.size < 8)
    return 0;
  note.big_endian = note.data[0] == 'M';
  return get_short (&note, otr_bytes_32 (note.data + 4, note.big_endian), NIKON_ISO, 2);
}

static guint32
get_kodak_iso (const Note *note)
{
  if (note->size < KODAK_ISO + 2)
    return 0;
  return otr_bytes_16 (note->data + KODAK_ISO,
                       otr_bytes_start_with (note->data, note->size, "KDK INFO", 8));
}

static guint32
get_new_casio_iso (const Note *whole)
{
  Note note = skip_head (whole, 6);

  note.big_endian = TRUE;
  return get_short (&note, 0, CASIO_NEW_ISO, 1);
}

/* Old Casio and Pentax cameras are built alike: a bare directory. */
static gboolean
is_old_casio (const char *make)
{
  static const char *const makes[] = { "CASIO", "PENTAX", "Asahi" };

  for (gsize i = 0; i < G_N_ELEMENTS (makes); i++)
    if (g_ascii_strncasecmp (make, makes[i], strlen (makes[i])) == 0)
      return TRUE;
  return FALSE;
}

static guint32
get_iso (const Note *note, const char *make)
{
  guint32 iso = 0;

  if (otr_bytes_start_with (note->data, note->size, "KDK", 3))
    iso = get_kodak_iso (note);
  else if (otr_bytes_start_with (note->data, note->size, "QVC\0\0\0", 6))
    iso = get_new_casio_iso (note);
  else if (otr_bytes_start_with (note->data, note->size, "Nikon\0\2", 7))
    iso = get_nikon_iso (note);
  else if (is_old_casio (make) && !otr_bytes_start_with (note->data, note->size, "AOC", 3))
    iso = get_short (note, 0, CASIO_ISO, 1);
  return iso >= ISO_MIN ? iso : 0;
}

/* "OLYMPUS", NUL, byte order, version, then a directory; offsets count from the note. */
static char *
dup_lens (const Note *whole)
{
  Note note = *whole;
  const guint8 *entry;
  guint32 directory, offset, size;

  if (note.size < 12 || !otr_bytes_start_with (note.data, note.size, "OLYMPUS\0", 8))
    return NULL;
  note.big_endian = note.data[8] == 'M';
  entry = find_entry (&note, 12, OLYMPUS_EQUIPMENT, OTR_TAG_IFD, 1);
  if (entry == NULL)
    return NULL;
  directory = otr_bytes_32 (entry + 8, note.big_endian);
  entry = find_entry (&note, directory, OLYMPUS_LENS, OTR_TAG_ASCII, 0);
  if (entry == NULL)
    return NULL;
  size = otr_bytes_32 (entry + 4, note.big_endian);
  offset = otr_bytes_32 (entry + 8, note.big_endian);
  if (size <= 4 || offset > note.size || size > note.size - offset)
    return NULL;
  return otr_text_from_bytes (note.data + offset, size, LENS_MAX);
}

void
otr_maker_note_describe (OtrPhoto *photo)
{
  const OtrTag *tag = photo->tags != NULL ? otr_tag_list_find (photo->tags,
                                                               OTR_TAG_GROUP_EXIF,
                                                               TAG_MAKER_NOTE)
                                          : NULL;
  OtrFacts *facts = photo->facts;
  Note note;

  if (tag == NULL)
    return;
  note = (Note){ tag->data, tag->size, tag->big_endian };
  if (facts->iso == 0)
    facts->iso = get_iso (&note, facts->make != NULL ? facts->make : "");
  if (facts->lens == NULL)
    facts->lens = dup_lens (&note);
}
