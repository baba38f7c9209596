/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "otr-source.h"

G_BEGIN_DECLS

typedef enum
{
  OTR_FORMAT_NOT_AN_IMAGE, /* text, zeros, anything unknown */
  OTR_FORMAT_NOT_A_PHOTO,  /* a picture format that is not imported: SVG, icons, cursors, QTIF */
  OTR_FORMAT_JPEG,
  OTR_FORMAT_PNG,
  OTR_FORMAT_TIFF, /* also RAW files built like one */
  OTR_FORMAT_WEBP,
  OTR_FORMAT_GIF,
  OTR_FORMAT_BMP,
  OTR_FORMAT_BMFF, /* HEIC, AVIF, CR3, MP4, QuickTime */
  OTR_FORMAT_JXL,
  OTR_FORMAT_PSD,
  OTR_FORMAT_CRW,
  OTR_FORMAT_RAF,
  OTR_FORMAT_XMP,
} OtrFormat;

/* By magic numbers alone: names lie. */
OtrFormat otr_sniff (OtrSource *source);

G_END_DECLS
