/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What the camera of a sample picture would have written. */
typedef struct
{
  const char *make;
  const char *model;
  const char *lens;
  const char *taken;  /* "YYYY:MM:DD HH:MM:SS" */
  const char *offset; /* "+02:00" */
  guint orientation;  /* 1 to 8 */
  guint speed;        /* exposure time is 1/speed s */
  guint f_tenths;
  guint iso;
  guint focal_mm;
  double latitude; /* NAN: no position */
  double longitude;
} OtrSampleShot;

/* An EXIF block with its "Exif" header, as it stands in APP1. */
GByteArray *otr_sample_exif_new (const OtrSampleShot *shot);

G_END_DECLS
