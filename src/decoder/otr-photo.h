/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "otr-facts.h"
#include "otr-sniff.h"
#include "otr-source.h"
#include "otr-tag-list.h"

G_BEGIN_DECLS

/* A part of the file. */
typedef struct
{
  guint64 offset;
  guint64 length; /* 0: none */
} OtrSpan;

/* What the frame header of a JPEG says. */
typedef struct
{
  guint8 precision;
  guint8 components;
  gboolean lossless;
  gboolean whole_in_memory; /* progressive or several scans: libjpeg keeps all coefficients */
  guint64 coefficient_bytes;
  guint scans;
  gboolean ended; /* the end marker was found where it belongs */
} OtrJpegFrame;

/* One photo while it is taken apart. The reader of its format fills in where things are; the
 * describers turn that into facts. */
typedef struct
{
  OtrSource *source; /* borrowed */
  OtrFormat format;
  OtrFacts *facts;
  GPtrArray *warnings;
  guint32 width; /* as stored, before it is turned upright */
  guint32 height;
  gboolean upright_size;     /* width and height are upright already */
  gboolean turned_by_loader; /* the pixel loader turns it itself */
  OtrTagList *tags;          /* from the file's own directories, or made from `exif` */
  GBytes *exif;              /* a TIFF structure, without "Exif\0\0" */
  GBytes *xmp;
  GBytes *extended_xmp; /* a second packet that belongs to it */
  GBytes *iptc;
  GBytes *thumbnail;  /* the small JPEG inside the EXIF block */
  OtrSpan preview;    /* a complete JPEG elsewhere in the file */
  guint64 pixels_end; /* of the first picture in the file; 0: its end */
  OtrJpegFrame jpeg;
} OtrPhoto;

OtrPhoto *otr_photo_new (OtrSource *source);
void otr_photo_free (OtrPhoto *photo);

/* English sentence; the same one is said once. */
void otr_photo_warn (OtrPhoto *photo, const char *sentence);

/* The first trouble found names the state; later ones are its consequences. */
void otr_photo_set_state (OtrPhoto *photo, OtrDecodeState state, const char *reason);

/* Each keeps the first it is given and takes `bytes` over (NULL is ignored). */
void otr_photo_take_exif (OtrPhoto *photo, GBytes *bytes);
void otr_photo_take_xmp (OtrPhoto *photo, GBytes *bytes);
void otr_photo_take_iptc (OtrPhoto *photo, GBytes *bytes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrPhoto, otr_photo_free)

G_END_DECLS
