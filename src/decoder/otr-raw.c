/* SPDX-License-Identifier: GPL-3.0-or-later */
/* RAW files: their metadata, the size of the photo, and the largest embedded JPEG. */
#include "config.h"

#include "otr-raw.h"

#include "otr-bytes.h"
#include "otr-i18n.h"
#include "otr-jpeg.h"
#include "otr-limits.h"
#include "otr-tiff.h"

#define TAG_MAKE 0x010f
#define TAG_SAMPLE_FORMAT 0x0153
#define TAG_DNG_VERSION 0xc612
#define TAG_RW2_HEIGHT 0x0006
#define TAG_RW2_WIDTH 0x0007
#define PHOTOMETRIC_CFA 32803u
#define PHOTOMETRIC_LINEAR_RAW 34892u
#define SAMPLE_FORMAT_FLOAT 3u
#define COMPRESSION_JPEG_OLD 6u
#define COMPRESSION_JPEG 7u
#define COMPRESSION_SONY 32767u
#define COMPRESSION_NIKON 34713u
#define COMPRESSION_PENTAX 65535u
#define RAF_PREVIEW_AT 84u

void
otr_raw_set (OtrPhoto *photo, const char *mime)
{
  photo->facts->mime = otr_facts_known_mime (mime);
  photo->facts->is_raw = TRUE;
}

static gboolean
is_sensor_data (const OtrTiffImage *image)
{
  return image->photometric == PHOTOMETRIC_CFA || image->photometric == PHOTOMETRIC_LINEAR_RAW ||
         image->compression == COMPRESSION_SONY || image->compression == COMPRESSION_NIKON ||
         image->compression == COMPRESSION_PENTAX;
}

static gboolean
has_sensor_data (const GArray *images)
{
  for (guint i = 0; i < images->len; i++)
    if (is_sensor_data (&g_array_index (images, OtrTiffImage, i)))
      return TRUE;
  return FALSE;
}

static const char *
mime_by_make (OtrPhoto *photo)
{
  static const struct
  {
    const char *make;
    const char *mime;
  } makes[] = {
    { "NIKON", "image/x-nikon-nef" },
    { "SONY", "image/x-sony-arw" },
    { "PENTAX", "image/x-pentax-pef" },
    { "RICOH", "image/x-pentax-pef" },
  };
  const OtrTag *tag = otr_tag_list_find (photo->tags, OTR_TAG_GROUP_IFD0, TAG_MAKE);
  g_autofree char *make = tag != NULL ? otr_tag_dup_text (tag, 64) : NULL;

  for (gsize i = 0; make != NULL && i < G_N_ELEMENTS (makes); i++)
    if (g_ascii_strncasecmp (make, makes[i].make, strlen (makes[i].make)) == 0)
      return makes[i].mime;
  return "image/x-dcraw";
}

/* NULL: a TIFF and nothing else. */
static const char *
find_raw_mime (OtrPhoto *photo, const GArray *images)
{
  const guint8 *head = otr_source_peek (photo->source, 0, 12);

  if (head == NULL)
    return NULL;
  if (otr_bytes_start_with (head, 4, "IIU\0", 4))
    return "image/x-panasonic-rw2";
  if (otr_bytes_start_with (head, 4, "IIRO", 4) || otr_bytes_start_with (head, 4, "IIRS", 4))
    return "image/x-olympus-orf";
  if (otr_bytes_start_with (head + 8, 2, "CR", 2))
    return "image/x-canon-cr2";
  if (otr_tag_list_find (photo->tags, OTR_TAG_GROUP_IFD0, TAG_DNG_VERSION) != NULL)
    return "image/x-adobe-dng";
  return has_sensor_data (images) ? mime_by_make (photo) : NULL;
}

static guint64
area_of (const OtrTiffImage *image)
{
  return (guint64) image->width * image->height;
}

/* The full picture among those in the file; a TIFF's first page is the photo whatever follows. */
static void
choose_size (OtrPhoto *photo, const GArray *images, gboolean is_raw)
{
  const OtrTiffImage *best = NULL;

  for (guint i = 0; i < images->len; i++)
    {
      const OtrTiffImage *image = &g_array_index (images, OtrTiffImage, i);

      if (image->width == 0 || image->subfile_type == 1)
        continue;
      if (best == NULL || (is_raw && area_of (image) > area_of (best)))
        best = image;
    }
  if (best == NULL && images->len > 0)
    best = &g_array_index (images, OtrTiffImage, 0);
  if (best == NULL)
    return;
  photo->width = best->width;
  photo->height = best->height;
}

static void
choose_preview (OtrPhoto *photo, const GArray *images)
{
  for (guint i = 0; i < images->len; i++)
    {
      const OtrTiffImage *image = &g_array_index (images, OtrTiffImage, i);
      const guint8 *head = otr_source_peek (photo->source, image->jpeg.offset, 2);

      if (image->jpeg.length <= photo->preview.length || is_sensor_data (image) || head == NULL)
        continue;
      if (head[0] == 0xff && head[1] == 0xd8)
        photo->preview = image->jpeg;
    }
}

static gboolean
has_float_samples (OtrPhoto *photo)
{
  const OtrTag *tag = photo->tags != NULL ? otr_tag_list_find (photo->tags,
                                                               OTR_TAG_GROUP_IFD0,
                                                               TAG_SAMPLE_FORMAT)
                                          : NULL;
  guint64 format;

  return tag != NULL && otr_tag_get_uint (tag, 0, &format) && format == SAMPLE_FORMAT_FLOAT;
}

static void
check_tiff (OtrPhoto *photo)
{
  photo->facts->mime = otr_facts_known_mime ("image/tiff");
  if (photo->width == 0 || photo->height == 0)
    otr_photo_set_state (photo, OTR_DECODE_DAMAGED, N_ ("The TIFF structure is damaged."));
  else if ((guint64) photo->width * photo->height * 4 > OTR_LIMITS_PIXELS_MEMORY)
    otr_photo_set_state (photo, OTR_DECODE_LIMIT, N_ ("The picture is too large to decode."));
  else if (has_float_samples (photo))
    otr_photo_set_state (photo, OTR_DECODE_DAMAGED, N_ ("Floating-point TIFF is not supported."));
}

/* Panasonic has its own numbers for the size. */
static void
set_rw2_size (OtrPhoto *photo)
{
  const OtrTag *width = otr_tag_list_find (photo->tags, OTR_TAG_GROUP_IFD0, TAG_RW2_WIDTH);
  const OtrTag *height = otr_tag_list_find (photo->tags, OTR_TAG_GROUP_IFD0, TAG_RW2_HEIGHT);
  guint64 w, h;

  if (width == NULL || height == NULL || !otr_tag_get_uint (width, 0, &w) ||
      !otr_tag_get_uint (height, 0, &h))
    return;
  photo->width = (guint32) MIN (w, G_MAXINT32);
  photo->height = (guint32) MIN (h, G_MAXINT32);
}

void
otr_raw_read_tiff (OtrPhoto *photo)
{
  g_autoptr (GArray) images = g_array_new (FALSE, FALSE, sizeof (OtrTiffImage));
  const char *raw_mime;

  if (!otr_tiff_read (photo, photo->source, OTR_TAG_GROUP_IFD0, images))
    {
      check_tiff (photo);
      return;
    }
  raw_mime = find_raw_mime (photo, images);
  choose_size (photo, images, raw_mime != NULL);
  if (raw_mime == NULL)
    {
      check_tiff (photo);
      return;
    }
  if (photo->width == 0)
    set_rw2_size (photo);
  choose_preview (photo, images);
  otr_raw_set (photo, raw_mime);
}

/* Fujifilm: a header, and the whole metadata in the JPEG preview it points to. */
void
otr_raw_read_raf (OtrPhoto *photo)
{
  const guint8 *head = otr_source_peek (photo->source, RAF_PREVIEW_AT, 8);
  OtrSpan span = { 0, 0 };
  g_autoptr (OtrSource) part = NULL;
  g_autoptr (OtrPhoto) inner = NULL;

  if (head != NULL)
    span = (OtrSpan){ otr_bytes_32 (head, TRUE), otr_bytes_32 (head + 4, TRUE) };
  if (span.offset < otr_source_get_length (photo->source))
    part = otr_source_new_part (photo->source,
                                span.offset,
                                MIN (span.length,
                                     otr_source_get_length (photo->source) - span.offset));
  if (part != NULL && otr_sniff (part) == OTR_FORMAT_JPEG)
    {
      inner = otr_photo_new (part);
      otr_jpeg_read (inner);
      otr_photo_take_exif (photo, g_steal_pointer (&inner->exif));
      otr_photo_take_xmp (photo, g_steal_pointer (&inner->xmp));
      photo->width = inner->width;
      photo->height = inner->height;
      photo->preview = inner->facts->state == OTR_DECODE_OK ? span : (OtrSpan){ 0, 0 };
    }
  otr_raw_set (photo, "image/x-fujifilm-raf");
}
