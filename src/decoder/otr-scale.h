/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-pixels.h"

G_BEGIN_DECLS

/* Scales a picture down by exact area, fed row by row, so that the large one never exists whole. */
typedef struct _OtrScale OtrScale;

/* Writes into `to`, which is allocated here; NULL when there is no memory. The target is never
 * larger than the source in either direction. */
OtrScale *otr_scale_new (guint width, guint height, OtrPixels *to, guint to_width, guint to_height);
void otr_scale_free (OtrScale *scale);

/* The next source row, 3 bytes a pixel. More rows than the source has are ignored. */
void otr_scale_push (OtrScale *scale, const guint8 *row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrScale, otr_scale_free)

G_END_DECLS
