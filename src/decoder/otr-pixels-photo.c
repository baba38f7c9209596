/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which pixels stand for a photo: its embedded pictures or the image itself, and who decodes
 * them. */
#include "config.h"

#include "otr-pixels-photo.h"

#include <math.h>

#include "otr-exif-facts.h"
#include "otr-exif.h"
#include "otr-i18n.h"
#include "otr-jpeg.h"
#include "otr-pixels-heif.h"
#include "otr-pixels-jpeg.h"
#include "otr-pixels-pixbuf.h"

#define PREVIEW_MAX_PX 512u
#define THUMBNAIL_ASPECT 0.04 /* small pictures of odd size round their sides */
#define PREVIEW_ASPECT 0.01

static gboolean
has_same_aspect (guint width, guint height, const OtrPhoto *photo, double tolerance)
{
  double ours, theirs;

  if (width == 0 || height == 0 || photo->width == 0 || photo->height == 0)
    return FALSE;
  ours = (double) photo->width / photo->height;
  theirs = (double) width / height;
  return fabs (theirs / ours - 1) <= tolerance;
}

static void
decode_image (OtrPhoto *photo, guint max_px, guint64 cpu_end_us, OtrPixels *out_pixels)
{
  g_auto (OtrVerdict) verdict = { 0 };

  if (photo->format == OTR_FORMAT_JPEG)
    otr_pixels_jpeg_decode (photo->source, max_px, cpu_end_us, out_pixels, &verdict);
  else if (photo->format == OTR_FORMAT_BMFF)
    otr_pixels_heif_decode (photo, max_px, out_pixels, &verdict);
  else
    otr_pixels_pixbuf_decode (photo, max_px, cpu_end_us, out_pixels, &verdict);
  if (verdict.state != OTR_DECODE_OK)
    otr_photo_set_state (photo, verdict.state, verdict.reason);
}

/* TRUE when decoding makes sense at all: a limit, a missing loader or no frame are final. */
static gboolean
has_pixels (const OtrPhoto *photo)
{
  if (photo->facts->state != OTR_DECODE_OK && photo->facts->state != OTR_DECODE_DAMAGED)
    return FALSE;
  return photo->width != 0 && photo->height != 0 &&
         (photo->format != OTR_FORMAT_JPEG || photo->jpeg.scans > 0);
}

/* The bytes of the preview, and what its structure says. NULL when it is no JPEG. */
static OtrSource *
open_preview (OtrPhoto *photo, OtrPhoto **out_preview)
{
  g_autoptr (OtrSource) source = NULL;

  if (photo->preview.length == 0)
    return NULL;
  source = otr_source_new_part (photo->source, photo->preview.offset, photo->preview.length);
  if (source == NULL || otr_sniff (source) != OTR_FORMAT_JPEG)
    return NULL;
  *out_preview = otr_photo_new (source);
  otr_jpeg_read (*out_preview);
  otr_exif_read (*out_preview);
  otr_exif_facts_describe (*out_preview);
  return g_steal_pointer (&source);
}

/* A preview that can't stand for a RAW photo is none. */
static void
check_raw_preview (OtrPhoto *photo)
{
  g_autoptr (OtrPhoto) preview = NULL;
  g_autoptr (OtrSource) source = open_preview (photo, &preview);

  if (source != NULL && preview->facts->state == OTR_DECODE_OK &&
      has_same_aspect (preview->width, preview->height, photo, THUMBNAIL_ASPECT))
    return;
  photo->preview = (OtrSpan){ 0, 0 };
  otr_photo_set_state (photo,
                       OTR_DECODE_NO_LOADER,
                       N_ ("No thumbnail: the RAW file holds no preview that can be shown."));
}

void
otr_pixels_photo_check (OtrPhoto *photo, guint64 cpu_end_us)
{
  g_auto (OtrPixels) pixels = { 0 };

  if (photo->format == OTR_FORMAT_JPEG && photo->facts->state == OTR_DECODE_OK &&
      !photo->jpeg.ended)
    decode_image (photo, 1, cpu_end_us, &pixels);
  else if (photo->facts->is_raw)
    check_raw_preview (photo);
}

gboolean
otr_pixels_photo_get_preview (OtrPhoto *photo, guint64 cpu_end_us, OtrPixels *out_pixels)
{
  g_auto (OtrVerdict) verdict = { 0 };
  g_autoptr (OtrSource) source = NULL;
  gsize size = 0;
  const guint8 *bytes = photo->thumbnail != NULL
                            ? g_bytes_get_data (photo->thumbnail, &size)
                            : NULL;

  if (size < 4 || bytes[0] != 0xff || bytes[1] != 0xd8)
    return FALSE;
  source = otr_source_new_memory (bytes, size);
  otr_pixels_jpeg_decode (source, PREVIEW_MAX_PX, cpu_end_us, out_pixels, &verdict);
  if (verdict.state == OTR_DECODE_OK &&
      has_same_aspect (out_pixels->width, out_pixels->height, photo, THUMBNAIL_ASPECT))
    return TRUE;
  otr_pixels_clear (out_pixels);
  return FALSE;
}

/* A preview counts when it is whole, large enough, has the photo's shape, and its own orientation
 * does not contradict. */
static gboolean
can_replace (const OtrPhoto *preview, const OtrPhoto *photo, guint max_px)
{
  guint orientation = preview->facts->orientation;

  return preview->facts->state == OTR_DECODE_OK && preview->jpeg.ended &&
         MAX (preview->width, preview->height) >= max_px &&
         (orientation == 1 || orientation == photo->facts->orientation) &&
         has_same_aspect (preview->width, preview->height, photo, PREVIEW_ASPECT);
}

/* `exact`: it stands for an image that could be decoded as well. */
static gboolean
decode_preview (OtrPhoto *photo,
                guint max_px,
                gboolean exact,
                guint64 cpu_end_us,
                OtrPixels *out_pixels)
{
  g_auto (OtrVerdict) verdict = { 0 };
  g_autoptr (OtrPhoto) preview = NULL;
  g_autoptr (OtrSource) source = open_preview (photo, &preview);

  if (source == NULL || (exact && !can_replace (preview, photo, max_px)))
    return FALSE;
  otr_pixels_jpeg_decode (source, max_px, cpu_end_us, out_pixels, &verdict);
  if (verdict.state == OTR_DECODE_OK && out_pixels->data != NULL)
    return TRUE;
  otr_pixels_clear (out_pixels);
  return FALSE;
}

OtrImageSource
otr_pixels_photo_get_thumbnail (OtrPhoto *photo,
                                guint max_px,
                                guint64 cpu_end_us,
                                OtrPixels *out_pixels)
{
  gboolean is_good_jpeg = photo->format == OTR_FORMAT_JPEG && photo->facts->state == OTR_DECODE_OK;

  if (is_good_jpeg && decode_preview (photo, max_px, TRUE, cpu_end_us, out_pixels))
    return OTR_IMAGE_PREVIEW;
  return otr_pixels_photo_get_picture (photo, max_px, cpu_end_us, out_pixels);
}

OtrImageSource
otr_pixels_photo_get_picture (OtrPhoto *photo,
                              guint max_px,
                              guint64 cpu_end_us,
                              OtrPixels *out_pixels)
{
  if (photo->facts->is_raw)
    return decode_preview (photo, max_px, FALSE, cpu_end_us, out_pixels)
               ? OTR_IMAGE_PREVIEW
               : OTR_IMAGE_NONE;
  if (has_pixels (photo))
    decode_image (photo, max_px, cpu_end_us, out_pixels);
  return out_pixels->data != NULL ? OTR_IMAGE_IMAGE : OTR_IMAGE_NONE;
}
