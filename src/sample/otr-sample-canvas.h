/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What the sample pictures are painted with: a canvas of floats, edges smoothed by how much of a
 * pixel a shape covers. Lengths are pixels, angles radians, y grows downwards. One thread. */
typedef struct _OtrSampleCanvas OtrSampleCanvas;

typedef struct
{
  float r;
  float g;
  float b;
} OtrSampleColor;

typedef struct
{
  float x;
  float y;
} OtrSamplePoint;

typedef struct
{
  float at; /* 0 top to 1 bottom */
  guint32 rgb;
} OtrSampleStop;

typedef struct
{
  OtrSampleColor color;
  OtrSampleColor rim; /* of an oval: the colour towards its edge */
  float alpha;
  float soft; /* width of the edge, at least 1 */
} OtrSampleBrush;

typedef struct
{
  float x;
  float y;
  float rx;
  float ry;
  float angle;
} OtrSampleOval;

OtrSampleColor otr_sample_color (guint32 rgb);
OtrSampleColor otr_sample_mix (OtrSampleColor a, OtrSampleColor b, float t);
OtrSampleBrush otr_sample_brush (guint32 rgb, float alpha, float soft);

OtrSampleCanvas *otr_sample_canvas_new (guint width, guint height, guint32 seed);
void otr_sample_canvas_free (OtrSampleCanvas *canvas);
int otr_sample_canvas_width (const OtrSampleCanvas *canvas);
int otr_sample_canvas_height (const OtrSampleCanvas *canvas);

/* The next number of the canvas's own row, which depends on its seed only. */
float otr_sample_canvas_random (OtrSampleCanvas *canvas, float low, float high);

/* Smooth noise of several octaves, about 0 to 1. */
float otr_sample_canvas_noise (const OtrSampleCanvas *canvas, float x, float y, int octaves);

void otr_sample_canvas_sky (OtrSampleCanvas *canvas, const OtrSampleStop *stops, gsize n);
/* Light around a point, laid over what is there. */
void otr_sample_canvas_glow (OtrSampleCanvas *canvas,
                             OtrSamplePoint at,
                             float radius,
                             OtrSampleColor color,
                             float strength);
/* Drifting clouds between two heights; `cover` 0 (none) to 1. */
void otr_sample_canvas_clouds (OtrSampleCanvas *canvas,
                               float top,
                               float bottom,
                               float cover,
                               OtrSampleColor color);
/* Fills each column from its top down to the lower edge, from `crest` to `foot` over `depth`. */
void otr_sample_canvas_ridge (OtrSampleCanvas *canvas,
                              const float *tops,
                              OtrSampleColor crest,
                              OtrSampleColor foot,
                              float depth);
void otr_sample_canvas_oval (OtrSampleCanvas *canvas,
                             const OtrSampleOval *oval,
                             const OtrSampleBrush *brush);
/* A line with round ends, `from_width` thick where it starts and `to_width` where it ends. */
void otr_sample_canvas_line (OtrSampleCanvas *canvas,
                             OtrSamplePoint from,
                             OtrSamplePoint to,
                             float from_width,
                             float to_width,
                             const OtrSampleBrush *brush);
/* A convex polygon, corners clockwise as seen. */
void otr_sample_canvas_polygon (OtrSampleCanvas *canvas,
                                const OtrSamplePoint *corners,
                                gsize n,
                                const OtrSampleBrush *brush);
/* Still water below `horizon`: what is above, upside down, rippled and tinted. */
void otr_sample_canvas_mirror (OtrSampleCanvas *canvas, float horizon, OtrSampleColor tint);

/* 3 bytes a pixel, with a little vignette and grain. Free with g_free. */
guint8 *otr_sample_canvas_to_rgb (OtrSampleCanvas *canvas);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrSampleCanvas, otr_sample_canvas_free)

G_END_DECLS
