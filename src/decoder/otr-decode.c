/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One photo from its bytes to an answer: what it is, its facts, its pixels. */
#include "config.h"

#include "otr-decode.h"

#include <string.h>

#include "otr-describe.h"
#include "otr-formats.h"
#include "otr-limits.h"
#include "otr-pixels-photo.h"

/* The output arena: facts, then the two small pictures. */
#define PREVIEW_OFFSET OTR_WIRE_FACTS_MAX
#define THUMBNAIL_OFFSET (PREVIEW_OFFSET + OTR_WIRE_THUMBNAIL_MAX * OTR_WIRE_THUMBNAIL_MAX * 3)

typedef struct
{
  OtrPhoto *photo;
  const OtrWireJob *job;
  const OtrDecodeTarget *target;
  OtrWireResult *result;
  guint64 cpu_end_us;
} Decode;

static void
put_image (Decode *decode,
           const OtrPixels *pixels,
           OtrImageSource source,
           OtrWireImage *to,
           guint8 *area)
{
  guint orientation = decode->photo->turned_by_loader ? 1 : decode->photo->facts->orientation;

  if (pixels->data == NULL)
    return;
  otr_pixels_turn (pixels, orientation, area + to->offset);
  to->width = orientation >= 5 ? pixels->height : pixels->width;
  to->height = orientation >= 5 ? pixels->width : pixels->height;
  to->source = source;
}

static void
put_preview (Decode *decode)
{
  g_auto (OtrPixels) pixels = { 0 };

  if (!otr_pixels_photo_get_preview (decode->photo, decode->cpu_end_us, &pixels))
    return;
  decode->result->preview.offset = PREVIEW_OFFSET;
  put_image (decode, &pixels, OTR_IMAGE_EXIF, &decode->result->preview, decode->target->output);
}

static void
put_thumbnail (Decode *decode)
{
  g_auto (OtrPixels) pixels = { 0 };
  OtrImageSource source;

  source = otr_pixels_photo_get_thumbnail (decode->photo,
                                           decode->job->max_px,
                                           decode->cpu_end_us,
                                           &pixels);
  decode->result->thumbnail.offset = THUMBNAIL_OFFSET;
  put_image (decode, &pixels, source, &decode->result->thumbnail, decode->target->output);
}

static void
put_picture (Decode *decode)
{
  g_auto (OtrPixels) pixels = { 0 };
  OtrImageSource source;
  guint max_px = decode->job->max_px;

  source = otr_pixels_photo_get_picture (decode->photo, max_px, decode->cpu_end_us, &pixels);
  if (pixels.data == NULL ||
      (guint64) pixels.width * pixels.height * 3 > decode->job->picture_capacity)
    return;
  put_image (decode, &pixels, source, &decode->result->picture, decode->target->picture);
}

static void
put_facts (Decode *decode)
{
  OtrPhoto *photo = decode->photo;
  g_autoptr (GVariant) variant = NULL;

  if (photo->warnings->len > 0)
    {
      g_ptr_array_add (photo->warnings, NULL);
      photo->facts->warnings = g_strdupv ((char **) photo->warnings->pdata);
    }
  variant = otr_facts_to_variant (photo->facts);
  if (g_variant_get_size (variant) > OTR_WIRE_FACTS_MAX)
    {
      g_clear_pointer (&photo->facts->tags, g_variant_unref);
      g_variant_unref (variant);
      variant = otr_facts_to_variant (photo->facts);
    }
  g_variant_store (variant, decode->target->output);
  decode->result->facts_length = g_variant_get_size (variant);
}

void
otr_decode (OtrSource *source,
            const OtrWireJob *job,
            const OtrDecodeTarget *target,
            OtrWireResult *out_result)
{
  g_autoptr (OtrPhoto) photo = otr_photo_new (source);
  guint64 start_us = otr_limits_get_cpu_us ();
  Decode decode = { photo, job, target, out_result, start_us + OTR_LIMITS_CPU_US };

  memset (out_result, 0, sizeof *out_result);
  out_result->magic = OTR_WIRE_MAGIC;
  out_result->version = OTR_WIRE_VERSION;
  out_result->id = job->id;
  otr_formats_read (photo);
  otr_describe (photo);
  otr_pixels_photo_check (photo, decode.cpu_end_us);
  if ((job->want & OTR_WIRE_WANT_PREVIEW) != 0)
    put_preview (&decode);
  if ((job->want & OTR_WIRE_WANT_THUMBNAIL) != 0)
    put_thumbnail (&decode);
  if ((job->want & OTR_WIRE_WANT_PICTURE) != 0)
    put_picture (&decode);
  if ((job->want & OTR_WIRE_WANT_FACTS) != 0)
    put_facts (&decode);
  out_result->cpu_us = otr_limits_get_cpu_us () - start_us;
}
