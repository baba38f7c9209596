/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the kind of file to its reader. */
#include "config.h"

#include "otr-formats.h"

#include "otr-bmff.h"
#include "otr-crw.h"
#include "otr-i18n.h"
#include "otr-jpeg.h"
#include "otr-photoshop.h"
#include "otr-png.h"
#include "otr-raw.h"
#include "otr-simple-formats.h"
#include "otr-tiff.h"
#include "otr-webp.h"

/* Not a photo, but what it says is read into the photo beside it. */
static void
read_sidecar (OtrPhoto *photo)
{
  photo->facts->mime = otr_facts_known_mime ("application/rdf+xml");
  otr_photo_take_xmp (photo,
                      otr_source_copy (photo->source, 0, otr_source_get_length (photo->source)));
  otr_photo_set_state (photo, OTR_DECODE_NOT_A_PHOTO, N_ ("sidecar"));
}

void
otr_formats_read (OtrPhoto *photo)
{
  static void (*const readers[]) (OtrPhoto *) = {
    [OTR_FORMAT_JPEG] = otr_jpeg_read,
    [OTR_FORMAT_PNG] = otr_png_read,
    [OTR_FORMAT_TIFF] = otr_raw_read_tiff,
    [OTR_FORMAT_WEBP] = otr_webp_read,
    [OTR_FORMAT_GIF] = otr_simple_formats_read_gif,
    [OTR_FORMAT_BMP] = otr_simple_formats_read_bmp,
    [OTR_FORMAT_BMFF] = otr_bmff_read,
    [OTR_FORMAT_JXL] = otr_bmff_read_jxl,
    [OTR_FORMAT_PSD] = otr_photoshop_read,
    [OTR_FORMAT_CRW] = otr_crw_read,
    [OTR_FORMAT_RAF] = otr_raw_read_raf,
    [OTR_FORMAT_XMP] = read_sidecar,
  };

  if (otr_source_get_length (photo->source) == 0)
    {
      otr_photo_set_state (photo, OTR_DECODE_NOT_A_PHOTO, N_ ("empty file"));
      return;
    }
  photo->format = otr_sniff (photo->source);
  if (photo->format == OTR_FORMAT_NOT_AN_IMAGE)
    otr_photo_set_state (photo, OTR_DECODE_NOT_A_PHOTO, N_ ("not an image"));
  else if (photo->format == OTR_FORMAT_NOT_A_PHOTO)
    otr_photo_set_state (photo, OTR_DECODE_NOT_A_PHOTO, N_ ("not a photo format"));
  else
    readers[photo->format](photo);
}
