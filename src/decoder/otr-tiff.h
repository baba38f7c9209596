/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-photo.h"

G_BEGIN_DECLS

/* One picture among those of a TIFF-like file. */
typedef struct
{
  guint32 width;
  guint32 height;
  guint32 subfile_type; /* 0: the full picture, 1: a reduced one */
  guint32 compression;
  guint32 photometric;
  OtrSpan jpeg; /* a complete JPEG stream, when it is one */
} OtrTiffImage;

/* Reads the directories of a TIFF structure that begins at the start of `source`, classic or
 * BigTIFF: their tags into photo->tags (the first directory's as `group`), the blocks inside
 * them into photo, and each picture into `images` (of OtrTiffImage, may be NULL). FALSE when
 * there is no first directory. */
gboolean otr_tiff_read (OtrPhoto *photo, OtrSource *source, OtrTagGroup group, GArray *images);

G_END_DECLS
