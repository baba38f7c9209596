/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "otr-facts.h"
#include "otr-source.h"

G_BEGIN_DECLS

/* Pixels, 3 bytes each, rows without gaps. */
typedef struct
{
  guint width;
  guint height;
  guint8 *data;
} OtrPixels;

void otr_pixels_clear (OtrPixels *pixels);

/* FALSE when there is no memory for it. */
gboolean otr_pixels_alloc (OtrPixels *pixels, guint width, guint height);

/* The size that fits `max_px`, never enlarged, never 0. */
void otr_pixels_fit (guint width, guint height, guint max_px, guint *out_width, guint *out_height);

/* Writes `pixels` upright to `to`, which has room for them. `orientation` 1-8 as in EXIF. */
void otr_pixels_turn (const OtrPixels *pixels, guint orientation, guint8 *to);

/* `n` pixels of 4 bytes to RGB. Adobe's programs write inks inverted and say so by their marker. */
void otr_pixels_cmyk_to_rgb (const guint8 *from, guint8 *to, guint n, gboolean inverted);

/* How decoding went. */
typedef struct
{
  OtrDecodeState state; /* OK, or what is wrong; there may be a partial picture all the same */
  char *reason;
} OtrVerdict;

void otr_verdict_clear (OtrVerdict *verdict);

/* The first one stays. */
void otr_verdict_set (OtrVerdict *verdict, OtrDecodeState state, const char *reason);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OtrPixels, otr_pixels_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OtrVerdict, otr_verdict_clear)

G_END_DECLS
