/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-sample-canvas.h"

G_BEGIN_DECLS

/* The pictures of the sample album. Each paints the whole canvas, at any size and either way up;
 * `mood` picks time of day and colours (0 to the scene's OTR_SAMPLE_*_MOODS - 1). */
typedef void (*OtrSampleScene) (OtrSampleCanvas *canvas, guint mood);

void otr_sample_scenes_mountains (OtrSampleCanvas *canvas, guint mood); /* 5 moods */
void otr_sample_scenes_lake (OtrSampleCanvas *canvas, guint mood);      /* 3 */
void otr_sample_scenes_sea (OtrSampleCanvas *canvas, guint mood);       /* 4 */
void otr_sample_scenes_dunes (OtrSampleCanvas *canvas, guint mood);     /* 3 */
void otr_sample_scenes_forest (OtrSampleCanvas *canvas, guint mood);    /* 4 */
void otr_sample_scenes_flowers (OtrSampleCanvas *canvas, guint mood);   /* 5 */
void otr_sample_scenes_city (OtrSampleCanvas *canvas, guint mood);      /* 3 */
void otr_sample_scenes_balloons (OtrSampleCanvas *canvas, guint mood);  /* 3 */
void otr_sample_scenes_night (OtrSampleCanvas *canvas, guint mood);     /* 2 */

G_END_DECLS
