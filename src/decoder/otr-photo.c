/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The record that format readers and describers share. */
#include "config.h"

#include "otr-photo.h"

#include <string.h>

#include "otr-text.h"

#define WARNINGS_MAX 50u
#define REASON_MAX 1024u
#define EXIF_PREFIX "Exif\0\0"
#define EXIF_PREFIX_SIZE 6u

OtrPhoto *
otr_photo_new (OtrSource *source)
{
  OtrPhoto *photo = g_new0 (OtrPhoto, 1);

  photo->source = source;
  photo->facts = otr_facts_new ();
  photo->warnings = g_ptr_array_new_with_free_func (g_free);
  return photo;
}

void
otr_photo_free (OtrPhoto *photo)
{
  if (photo == NULL)
    return;
  g_clear_pointer (&photo->facts, otr_facts_free);
  g_ptr_array_unref (photo->warnings);
  g_clear_pointer (&photo->tags, otr_tag_list_free);
  g_clear_pointer (&photo->exif, g_bytes_unref);
  g_clear_pointer (&photo->xmp, g_bytes_unref);
  g_clear_pointer (&photo->extended_xmp, g_bytes_unref);
  g_clear_pointer (&photo->iptc, g_bytes_unref);
  g_clear_pointer (&photo->thumbnail, g_bytes_unref);
  g_free (photo);
}

void
otr_photo_warn (OtrPhoto *photo, const char *sentence)
{
  for (guint i = 0; i < photo->warnings->len; i++)
    if (strcmp (g_ptr_array_index (photo->warnings, i), sentence) == 0)
      return;
  if (photo->warnings->len < WARNINGS_MAX)
    g_ptr_array_add (photo->warnings, g_strdup (sentence));
}

void
otr_photo_set_state (OtrPhoto *photo, OtrDecodeState state, const char *reason)
{
  if (photo->facts->state != OTR_DECODE_OK)
    return;
  photo->facts->state = state;
  photo->facts->reason = otr_text_from_bytes (reason, strlen (reason), REASON_MAX);
}

static void
take (GBytes **place, GBytes *bytes)
{
  if (*place == NULL)
    *place = bytes;
  else if (bytes != NULL)
    g_bytes_unref (bytes);
}

void
otr_photo_take_exif (OtrPhoto *photo, GBytes *bytes)
{
  gsize size = 0;
  const guint8 *data = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;

  if (size > EXIF_PREFIX_SIZE && memcmp (data, EXIF_PREFIX, EXIF_PREFIX_SIZE) == 0)
    {
      GBytes *inner = g_bytes_new_from_bytes (bytes, EXIF_PREFIX_SIZE, size - EXIF_PREFIX_SIZE);

      g_bytes_unref (bytes);
      bytes = inner;
    }
  take (&photo->exif, bytes);
}

void
otr_photo_take_xmp (OtrPhoto *photo, GBytes *bytes)
{
  take (&photo->xmp, bytes);
}

void
otr_photo_take_iptc (OtrPhoto *photo, GBytes *bytes)
{
  take (&photo->iptc, bytes);
}
