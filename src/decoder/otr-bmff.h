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

/* The box at `at`, cut to what lies before `end`; FALSE when there is none. `out_next` is behind
 * it. `out_cut` (may be NULL) says that it claims to be longer. */
gboolean otr_bmff_next_box (OtrSource *source,
                            guint64 at,
                            guint64 end,
                            OtrBox *out_box,
                            guint64 *out_next,
                            gboolean *out_cut);

/* The first box of that name in the span. */
gboolean otr_bmff_find_box (OtrSource *source,
                            guint64 at,
                            guint64 end,
                            const char *name,
                            OtrBox *out_box);

/* The `meta` box of a HEIF picture: size, turning, EXIF, XMP of the primary item. */
void otr_bmff_read_meta (OtrPhoto *photo, const OtrBox *meta);

G_END_DECLS
