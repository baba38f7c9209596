/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-photo.h"

G_BEGIN_DECLS

/* Files made of ISO base media boxes: HEIC and AVIF, CR3, MP4 and QuickTime. */
void otr_bmff_read (OtrPhoto *photo);

/* JPEG XL, as boxes or as the bare stream. */
void otr_bmff_read_jxl (OtrPhoto *photo);

/* One box. */
typedef struct
{
  char name[5];
  guint64 offset; /* of its content */
  guint64 length;
} OtrBox;

/* A walk over the boxes of a span. */
typedef struct
{
  OtrSource *source;
  guint64 at;
  guint64 end;
  guint n;      /* boxes so far */
  gboolean cut; /* the last one claims to be longer than the span; it was shortened */
} OtrBoxes;

/* The next box; FALSE at the end, or where there is none. */
gboolean otr_bmff_next_box (OtrBoxes *boxes, OtrBox *out_box);

/* The first box of that name in the span. */
gboolean otr_bmff_find_box (OtrSource *source,
                            guint64 at,
                            guint64 end,
                            const char *name,
                            OtrBox *out_box);

G_END_DECLS
