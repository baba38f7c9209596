/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where several blocks of a file speak of the same thing, this decides which one is heard. */
#include "config.h"

#include "otr-describe.h"

#include "otr-exif-facts.h"
#include "otr-exif-gps.h"
#include "otr-exif.h"
#include "otr-i18n.h"
#include "otr-iptc.h"
#include "otr-maker-note.h"
#include "otr-tags.h"
#include "otr-xmp-facts.h"
#include "otr-xmp.h"

#define KEYWORDS_MAX 1000u

static void
read_packet (OtrPhoto *photo, OtrXmp *xmp, GBytes *packet)
{
  gsize size;
  const guint8 *data;

  if (packet == NULL)
    return;
  data = g_bytes_get_data (packet, &size);
  if (size > 0 && !otr_xmp_parse (xmp, data, size))
    otr_photo_warn (photo, N_ ("The XMP block is partly unreadable."));
}

static void
set_date (OtrFacts *facts, OtrTakenSource source, const OtrDate *date)
{
  facts->taken_ms = date->ms;
  facts->taken_digits = date->digits;
  facts->taken_offset = date->offset;
  facts->taken_source = source;
}

/* What the camera wrote first counts most; UTC by GPS, without a wall clock, least. */
static void
choose_date (OtrPhoto *photo, const OtrXmp *xmp, const OtrIptc *iptc)
{
  OtrDate date;

  if (otr_exif_facts_get_date (photo, OTR_TAKEN_EXIF_ORIGINAL, &date))
    set_date (photo->facts, OTR_TAKEN_EXIF_ORIGINAL, &date);
  else if (otr_exif_facts_get_date (photo, OTR_TAKEN_EXIF_DIGITIZED, &date))
    set_date (photo->facts, OTR_TAKEN_EXIF_DIGITIZED, &date);
  else if (xmp->has_date)
    set_date (photo->facts, OTR_TAKEN_XMP, &xmp->date);
  else if (iptc->has_date)
    set_date (photo->facts, OTR_TAKEN_IPTC, &iptc->date);
  else if (otr_exif_facts_get_date (photo, OTR_TAKEN_EXIF_MODIFIED, &date))
    set_date (photo->facts, OTR_TAKEN_EXIF_MODIFIED, &date);
  else if (otr_exif_gps_get_date (photo, &date))
    set_date (photo->facts, OTR_TAKEN_GPS, &date);
}

static void
merge_keywords (OtrFacts *facts, const OtrXmp *xmp, const OtrIptc *iptc)
{
  const GPtrArray *lists[] = { xmp->keywords, iptc->keywords };
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) all = g_ptr_array_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; j < lists[i]->len && all->len < KEYWORDS_MAX; j++)
      {
        char *keyword = g_ptr_array_index (lists[i], j);

        if (g_hash_table_add (seen, keyword))
          g_ptr_array_add (all, keyword);
      }
  if (all->len == 0)
    return;
  g_ptr_array_add (all, NULL);
  facts->keywords = g_strdupv ((char **) all->pdata);
}

static void
replace_text (char **place, const char *text)
{
  if (text == NULL)
    return;
  g_free (*place);
  *place = g_strdup (text);
}

static void
merge_texts (OtrFacts *facts, const OtrXmp *xmp, const OtrIptc *iptc)
{
  replace_text (&facts->caption, iptc->caption);
  replace_text (&facts->caption, xmp->caption);
  if (xmp->rating != OTR_RATING_NONE)
    facts->rating = xmp->rating;
}

static void
set_size (OtrPhoto *photo)
{
  gboolean turned = photo->facts->orientation >= 5 && !photo->upright_size;

  if (photo->width == 0 || photo->height == 0 || photo->width > G_MAXINT32 ||
      photo->height > G_MAXINT32)
    return;
  photo->facts->width = turned ? photo->height : photo->width;
  photo->facts->height = turned ? photo->width : photo->height;
}

void
otr_describe (OtrPhoto *photo)
{
  g_auto (OtrXmp) xmp = { 0 };
  g_auto (OtrIptc) iptc = { 0 };
  gsize size = 0;
  const guint8 *block = photo->iptc != NULL ? g_bytes_get_data (photo->iptc, &size) : NULL;

  otr_xmp_init (&xmp);
  otr_exif_read (photo);
  read_packet (photo, &xmp, photo->xmp);
  read_packet (photo, &xmp, photo->extended_xmp);
  otr_iptc_parse (block, size, &iptc);
  otr_exif_facts_describe (photo);
  otr_maker_note_describe (photo);
  otr_exif_gps_describe (photo);
  otr_xmp_facts_describe (&xmp, photo->facts);
  choose_date (photo, &xmp, &iptc);
  merge_keywords (photo->facts, &xmp, &iptc);
  merge_texts (photo->facts, &xmp, &iptc);
  set_size (photo);
  photo->facts->tags = otr_tags_to_variant (photo, xmp.named);
}
