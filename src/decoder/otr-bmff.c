/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ISO base media boxes: which kind of file it is, and where its metadata lie. */
#include "config.h"

#include "otr-bmff.h"

#include <string.h>

#include "otr-bmff-meta.h"
#include "otr-bytes.h"
#include "otr-i18n.h"
#include "otr-jxl.h"
#include "otr-limits.h"
#include "otr-pixels-heif.h"
#include "otr-raw.h"
#include "otr-tiff.h"

#define BOXES_MAX 10000u
#define UUID_SIZE 16u

static const guint8 cr3_metadata_uuid[] = { 0x85,
                                            0xc0,
                                            0xb6,
                                            0x87,
                                            0x82,
                                            0x0f,
                                            0x11,
                                            0xe0,
                                            0x81,
                                            0x11,
                                            0xf4,
                                            0xce,
                                            0x46,
                                            0x2b,
                                            0x6a,
                                            0x48 };
static const guint8 xmp_uuid[] = { 0xbe,
                                   0x7a,
                                   0xcf,
                                   0xcb,
                                   0x97,
                                   0xa9,
                                   0x42,
                                   0xe8,
                                   0x9c,
                                   0x71,
                                   0x99,
                                   0x94,
                                   0x91,
                                   0xe3,
                                   0xaf,
                                   0xac };

gboolean
otr_bmff_next_box (OtrBoxes *boxes, OtrBox *out_box)
{
  guint64 left = boxes->end > boxes->at ? boxes->end - boxes->at : 0;
  const guint8 *head = left >= 8 ? otr_source_peek (boxes->source, boxes->at, 8) : NULL;
  guint64 size, head_size = 8;

  if (head == NULL || boxes->n++ == BOXES_MAX)
    return FALSE;
  size = otr_bytes_32 (head, TRUE);
  memcpy (out_box->name, head + 4, 4);
  out_box->name[4] = '\0';
  if (size == 1)
    {
      head = otr_source_peek (boxes->source, boxes->at, 16);
      size = head != NULL ? otr_bytes_64 (head + 8, TRUE) : 0;
      head_size = 16;
    }
  else if (size == 0)
    size = left;
  if (size < head_size || left < head_size)
    return FALSE;
  boxes->cut = size > left;
  size = MIN (size, left);
  out_box->offset = boxes->at + head_size;
  out_box->length = size - head_size;
  boxes->at += size;
  return TRUE;
}

gboolean
otr_bmff_find_box (OtrSource *source, guint64 at, guint64 end, const char *name, OtrBox *out_box)
{
  OtrBoxes boxes = { .source = source, .at = at, .end = end };

  while (otr_bmff_next_box (&boxes, out_box))
    if (strcmp (out_box->name, name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_uuid (OtrPhoto *photo, const OtrBox *box, const guint8 *uuid)
{
  const guint8 *found;

  if (strcmp (box->name, "uuid") != 0 || box->length < UUID_SIZE)
    return FALSE;
  found = otr_source_peek (photo->source, box->offset, UUID_SIZE);
  return found != NULL && memcmp (found, uuid, UUID_SIZE) == 0;
}

/* CR3 keeps its directories as TIFF structures of their own. */
static void
read_cr3_directories (OtrPhoto *photo, const OtrBox *box)
{
  static const struct
  {
    const char *name;
    OtrTagGroup group;
  } directories[] = {
    { "CMT1", OTR_TAG_GROUP_IFD0 },
    { "CMT2", OTR_TAG_GROUP_EXIF },
    { "CMT4", OTR_TAG_GROUP_GPS },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (directories); i++)
    {
      OtrBox found;
      g_autoptr (OtrSource) part = NULL;
      g_autoptr (GArray) images = g_array_new (FALSE, FALSE, sizeof (OtrTiffImage));

      if (!otr_bmff_find_box (photo->source,
                              box->offset + UUID_SIZE,
                              box->offset + box->length,
                              directories[i].name,
                              &found))
        continue;
      part = otr_source_new_part (photo->source, found.offset, found.length);
      (void) otr_tiff_read (photo, part, directories[i].group, images);
      if (photo->width == 0 && images->len > 0)
        {
          photo->width = g_array_index (images, OtrTiffImage, 0).width;
          photo->height = g_array_index (images, OtrTiffImage, 0).height;
        }
    }
}

static void
read_cr3_movie (OtrPhoto *photo, const OtrBox *movie)
{
  OtrBoxes boxes = { .source = photo->source, .at = movie->offset };
  OtrBox box;

  boxes.end = movie->offset + movie->length;
  while (otr_bmff_next_box (&boxes, &box))
    if (is_uuid (photo, &box, cr3_metadata_uuid))
      read_cr3_directories (photo, &box);
}

/* What the file calls itself first, and whether it is a still. */
static const char *
mime_of_brand (const char *brand)
{
  static const struct
  {
    const char *brand;
    const char *mime;
  } brands[] = {
    { "heic", "image/heic" },
    { "heix", "image/heic" },
    { "heim", "image/heic" },
    { "heis", "image/heic" },
    { "hevc", "image/heic" },
    { "mif1", "image/heif" },
    { "msf1", "image/heif" },
    { "avif", "image/avif" },
    { "avis", "image/avif" },
    { "crx ", "image/x-canon-cr3" },
    { "qt  ", "video/quicktime" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (brands); i++)
    if (strcmp (brands[i].brand, brand) == 0)
      return brands[i].mime;
  return "video/mp4";
}

static const char *
find_mime (OtrPhoto *photo)
{
  OtrBox box;
  char brand[5] = "qt  ";
  const guint8 *head;

  if (otr_bmff_find_box (photo->source, 0, otr_source_get_length (photo->source), "ftyp", &box) &&
      box.length >= 4)
    {
      head = otr_source_peek (photo->source, box.offset, 4);
      if (head != NULL)
        memcpy (brand, head, 4);
    }
  return mime_of_brand (brand);
}

/* TRUE when the file ends inside a box. */
static gboolean
read_top_boxes (OtrPhoto *photo)
{
  OtrBoxes boxes = { .source = photo->source, .end = otr_source_get_length (photo->source) };
  OtrBox box;

  while (!boxes.cut && otr_bmff_next_box (&boxes, &box))
    {
      if (strcmp (box.name, "meta") == 0)
        otr_bmff_read_meta (photo, &box);
      else if (strcmp (box.name, "moov") == 0)
        read_cr3_movie (photo, &box);
      else if (is_uuid (photo, &box, xmp_uuid))
        otr_photo_take_xmp (photo,
                            otr_source_copy (photo->source,
                                             box.offset + UUID_SIZE,
                                             box.length - UUID_SIZE));
    }
  return boxes.cut || boxes.at < boxes.end;
}

static void
judge_heif (OtrPhoto *photo, gboolean cut)
{
  photo->turned_by_loader = TRUE;
  photo->upright_size = TRUE;
  if (cut)
    otr_photo_set_state (photo,
                         OTR_DECODE_DAMAGED,
                         N_ ("The file is truncated: pixels are missing."));
  else if (photo->width == 0 || photo->height == 0)
    otr_photo_set_state (photo, OTR_DECODE_DAMAGED, N_ ("The HEIF structure is damaged."));
  else if (otr_pixels_heif_get_memory (photo->width, photo->height) > OTR_LIMITS_PIXELS_MEMORY)
    otr_photo_set_state (photo, OTR_DECODE_LIMIT, N_ ("The picture is too large to decode."));
  else if (!otr_pixels_heif_has_decoder (photo->facts->mime))
    otr_photo_set_state (photo,
                         OTR_DECODE_NO_LOADER,
                         N_ ("HEIF and AVIF pictures need a loader that is not installed."));
}

void
otr_bmff_read (OtrPhoto *photo)
{
  const char *mime = find_mime (photo);
  gboolean cut;

  photo->facts->mime = otr_facts_known_mime (mime);
  if (g_str_has_prefix (mime, "video/"))
    {
      otr_photo_set_state (photo, OTR_DECODE_NOT_A_PHOTO, N_ ("videos are not supported"));
      return;
    }
  cut = read_top_boxes (photo);
  if (strcmp (mime, "image/x-canon-cr3") == 0)
    otr_raw_set (photo, mime);
  else
    judge_heif (photo, cut);
}

static void
read_jxl_box (OtrPhoto *photo, const OtrBox *box)
{
  if (strcmp (box->name, "Exif") == 0 && box->length > 4)
    otr_photo_take_exif (photo, otr_source_copy (photo->source, box->offset + 4, box->length - 4));
  else if (strcmp (box->name, "xml ") == 0)
    otr_photo_take_xmp (photo, otr_source_copy (photo->source, box->offset, box->length));
  else if (strcmp (box->name, "jxlc") == 0)
    otr_jxl_read_stream (photo, box->offset, box->length);
  else if (strcmp (box->name, "jxlp") == 0 && box->length > 4)
    otr_jxl_read_stream (photo, box->offset + 4, box->length - 4);
}

void
otr_bmff_read_jxl (OtrPhoto *photo)
{
  OtrBoxes boxes = { .source = photo->source, .end = otr_source_get_length (photo->source) };
  const guint8 *head = otr_source_peek (photo->source, 0, 2);
  OtrBox box;

  photo->facts->mime = otr_facts_known_mime ("image/jxl");
  if (head != NULL && head[0] == 0xff)
    otr_jxl_read_stream (photo, 0, boxes.end);
  else
    while (otr_bmff_next_box (&boxes, &box))
      read_jxl_box (photo, &box);
  photo->turned_by_loader = TRUE;
  otr_photo_set_state (photo,
                       OTR_DECODE_NO_LOADER,
                       N_ ("JPEG XL pictures need a loader that is not installed."));
}
