/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paints in floats, so that a long gradient shows no steps: they are rounded once, with grain. */
#include "config.h"

#include "otr-sample-canvas.h"

#include <math.h>

struct _OtrSampleCanvas
{
  int width;
  int height;
  guint32 seed;
  guint32 state;
  OtrSampleColor *pixels;
};

/* Pixels a shape can touch: first and one past the last. */
typedef struct
{
  int x0;
  int y0;
  int x1;
  int y1;
} Area;

OtrSampleColor
otr_sample_color (guint32 rgb)
{
  return (OtrSampleColor){
    (float) (rgb >> 16 & 255) / 255,
    (float) (rgb >> 8 & 255) / 255,
    (float) (rgb & 255) / 255,
  };
}

OtrSampleColor
otr_sample_mix (OtrSampleColor a, OtrSampleColor b, float t)
{
  return (OtrSampleColor){ a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t };
}

OtrSampleBrush
otr_sample_brush (guint32 rgb, float alpha, float soft)
{
  OtrSampleColor color = otr_sample_color (rgb);

  return (OtrSampleBrush){ color, color, alpha, soft };
}

OtrSampleCanvas *
otr_sample_canvas_new (guint width, guint height, guint32 seed)
{
  OtrSampleCanvas *canvas = g_new0 (OtrSampleCanvas, 1);

  canvas->width = (int) width;
  canvas->height = (int) height;
  canvas->seed = seed;
  canvas->state = seed * 2654435761u + 1;
  canvas->pixels = g_new0 (OtrSampleColor, (gsize) width * height);
  return canvas;
}

void
otr_sample_canvas_free (OtrSampleCanvas *canvas)
{
  if (canvas == NULL)
    return;
  g_free (canvas->pixels);
  g_free (canvas);
}

int
otr_sample_canvas_width (const OtrSampleCanvas *canvas)
{
  return canvas->width;
}

int
otr_sample_canvas_height (const OtrSampleCanvas *canvas)
{
  return canvas->height;
}

static guint32
next_state (guint32 state)
{
  state ^= state << 13;
  state ^= state >> 17;
  return state ^ state << 5;
}

float
otr_sample_canvas_random (OtrSampleCanvas *canvas, float low, float high)
{
  canvas->state = next_state (canvas->state);
  return low + (high - low) * (float) (canvas->state >> 8) / 16777216.0f;
}

static float
hash (guint32 seed, int x, int y)
{
  guint32 h = seed ^ (guint32) x * 374761393u ^ (guint32) y * 668265263u;

  h = (h ^ h >> 13) * 1274126177u;
  h = (h ^ h >> 16) * 2246822519u;
  return (float) ((h ^ h >> 15) >> 8) / 16777216.0f;
}

static float
value_noise (guint32 seed, float x, float y)
{
  int ix = (int) floorf (x), iy = (int) floorf (y);
  float fx = x - (float) ix, fy = y - (float) iy;
  float top, bottom;

  fx = fx * fx * (3 - 2 * fx);
  fy = fy * fy * (3 - 2 * fy);
  top = hash (seed, ix, iy) * (1 - fx) + hash (seed, ix + 1, iy) * fx;
  bottom = hash (seed, ix, iy + 1) * (1 - fx) + hash (seed, ix + 1, iy + 1) * fx;
  return top * (1 - fy) + bottom * fy;
}

float
otr_sample_canvas_noise (const OtrSampleCanvas *canvas, float x, float y, int octaves)
{
  float sum = 0, weight = 0.5f, total = 0;
  int i;

  for (i = 0; i < octaves; i++)
    {
      sum += weight * value_noise (canvas->seed + (guint32) i * 7919u, x, y);
      total += weight;
      weight *= 0.5f;
      x *= 2;
      y *= 2;
    }
  return sum / total;
}

static inline OtrSampleColor *
pixel_at (OtrSampleCanvas *canvas, int x, int y)
{
  return &canvas->pixels[(gsize) y * canvas->width + x];
}

static inline void
blend (OtrSampleColor *pixel, OtrSampleColor color, float alpha)
{
  pixel->r += (color.r - pixel->r) * alpha;
  pixel->g += (color.g - pixel->g) * alpha;
  pixel->b += (color.b - pixel->b) * alpha;
}

static inline float
clamp01 (float value)
{
  return value < 0 ? 0 : value > 1 ? 1
                                   : value;
}

static Area
area_around (const OtrSampleCanvas *canvas, OtrSamplePoint low, OtrSamplePoint high, float margin)
{
  return (Area){
    .x0 = CLAMP ((int) floorf (low.x - margin), 0, canvas->width),
    .y0 = CLAMP ((int) floorf (low.y - margin), 0, canvas->height),
    .x1 = CLAMP ((int) ceilf (high.x + margin) + 1, 0, canvas->width),
    .y1 = CLAMP ((int) ceilf (high.y + margin) + 1, 0, canvas->height),
  };
}

static OtrSampleColor
color_at (const OtrSampleStop *stops, gsize n, float at)
{
  gsize i;

  for (i = 1; i + 1 < n && stops[i].at < at; i++)
    ;
  return otr_sample_mix (otr_sample_color (stops[i - 1].rgb),
                         otr_sample_color (stops[i].rgb),
                         clamp01 ((at - stops[i - 1].at) / (stops[i].at - stops[i - 1].at)));
}

void
otr_sample_canvas_sky (OtrSampleCanvas *canvas, const OtrSampleStop *stops, gsize n)
{
  int x, y;

  for (y = 0; y < canvas->height; y++)
    {
      OtrSampleColor color = color_at (stops, n, (float) y / (float) canvas->height);
      OtrSampleColor *row = canvas->pixels + (gsize) y * canvas->width;

      for (x = 0; x < canvas->width; x++)
        row[x] = color;
    }
}

void
otr_sample_canvas_glow (OtrSampleCanvas *canvas,
                        OtrSamplePoint at,
                        float radius,
                        OtrSampleColor color,
                        float strength)
{
  Area area = area_around (canvas, at, at, radius);
  int x, y;

  for (y = area.y0; y < area.y1; y++)
    for (x = area.x0; x < area.x1; x++)
      {
        float dx = ((float) x - at.x) / radius, dy = ((float) y - at.y) / radius;
        float near = 1 - (dx * dx + dy * dy);

        if (near > 0)
          blend (pixel_at (canvas, x, y), color, near * near * near * strength);
      }
}

/* Clouds are soft, so noise is taken at every fourth pixel only and the rest is drawn between. */
#define CLOUD_STEP 4

static float
cloud_at (const OtrSampleCanvas *canvas, const float *grid, int columns, int x, int y)
{
  const float *cell = grid + (gsize) (y / CLOUD_STEP) * columns + x / CLOUD_STEP;
  float fx = (float) (x % CLOUD_STEP) / CLOUD_STEP, fy = (float) (y % CLOUD_STEP) / CLOUD_STEP;

  return (cell[0] * (1 - fx) + cell[1] * fx) * (1 - fy) +
         (cell[columns] * (1 - fx) + cell[columns + 1] * fx) * fy;
}

void
otr_sample_canvas_clouds (OtrSampleCanvas *canvas,
                          float top,
                          float bottom,
                          float cover,
                          OtrSampleColor color)
{
  int columns = canvas->width / CLOUD_STEP + 2, rows = (int) (bottom - top) / CLOUD_STEP + 2;
  g_autofree float *grid = g_new (float, (gsize) columns *rows);
  float scale = 3.0f * CLOUD_STEP / (float) canvas->width;
  int x, y, y0 = MAX ((int) top, 0), y1 = MIN ((int) bottom, canvas->height);

  for (y = 0; y < rows; y++)
    for (x = 0; x < columns; x++)
      grid[y * columns + x] =
          otr_sample_canvas_noise (canvas, (float) x * scale + 31, (float) y * scale * 3.2f, 6);
  for (y = y0; y < y1; y++)
    {
      float along = ((float) y - top) / (bottom - top);
      float fade = clamp01 (4 * along) * clamp01 (4 * (1 - along));

      for (x = 0; x < canvas->width; x++)
        {
          float thick = cloud_at (canvas, grid, columns, x, y - (int) top) - (0.78f - 0.5f * cover);

          if (thick > 0)
            blend (pixel_at (canvas, x, y),
                   color,
                   clamp01 (thick * 4.5f) * fade * 0.9f);
        }
    }
}

void
otr_sample_canvas_ridge (OtrSampleCanvas *canvas,
                         const float *tops,
                         OtrSampleColor crest,
                         OtrSampleColor foot,
                         float depth)
{
  float highest = (float) canvas->height;
  int x, y;

  for (x = 0; x < canvas->width; x++)
    highest = MIN (highest, tops[x]);
  for (y = MAX ((int) highest - 1, 0); y < canvas->height; y++)
    for (x = 0; x < canvas->width; x++)
      {
        float below = (float) y + 0.5f - tops[x];

        if (below > -0.5f)
          blend (pixel_at (canvas, x, y),
                 otr_sample_mix (crest, foot, clamp01 (below / depth)),
                 clamp01 (below + 0.5f));
      }
}

void
otr_sample_canvas_oval (OtrSampleCanvas *canvas,
                        const OtrSampleOval *oval,
                        const OtrSampleBrush *brush)
{
  OtrSamplePoint at = { oval->x, oval->y };
  float reach = MAX (oval->rx, oval->ry), inner = MIN (oval->rx, oval->ry);
  Area area = area_around (canvas, at, at, reach + brush->soft);
  float c = cosf (oval->angle), s = sinf (oval->angle);
  int x, y;

  for (y = area.y0; y < area.y1; y++)
    for (x = area.x0; x < area.x1; x++)
      {
        float dx = (float) x + 0.5f - at.x, dy = (float) y + 0.5f - at.y;
        float u = (dx * c + dy * s) / oval->rx, v = (dy * c - dx * s) / oval->ry;
        float radius = sqrtf (u * u + v * v);
        float inside = clamp01 ((1 - radius) * inner / brush->soft + 0.5f);

        if (inside > 0)
          blend (pixel_at (canvas, x, y),
                 otr_sample_mix (brush->color, brush->rim, clamp01 (radius * radius)),
                 inside * brush->alpha);
      }
}

void
otr_sample_canvas_line (OtrSampleCanvas *canvas,
                        OtrSamplePoint from,
                        OtrSamplePoint to,
                        float from_width,
                        float to_width,
                        const OtrSampleBrush *brush)
{
  OtrSamplePoint low = { MIN (from.x, to.x), MIN (from.y, to.y) };
  OtrSamplePoint high = { MAX (from.x, to.x), MAX (from.y, to.y) };
  Area area = area_around (canvas, low, high, MAX (from_width, to_width) / 2 + brush->soft);
  float ax = to.x - from.x, ay = to.y - from.y;
  float length2 = MAX (ax * ax + ay * ay, 1e-6f);
  int x, y;

  for (y = area.y0; y < area.y1; y++)
    for (x = area.x0; x < area.x1; x++)
      {
        float px = (float) x + 0.5f - from.x, py = (float) y + 0.5f - from.y;
        float along = clamp01 ((px * ax + py * ay) / length2);
        float dx = px - ax * along, dy = py - ay * along;
        float half = (from_width + (to_width - from_width) * along) / 2;
        float inside = clamp01 ((half - sqrtf (dx * dx + dy * dy)) / brush->soft + 0.5f);

        if (inside > 0)
          blend (pixel_at (canvas, x, y), brush->color, inside * brush->alpha);
      }
}

/* How far inside all edges a point is; negative outside. */
static float
depth_inside (const OtrSamplePoint *corners, gsize n, float x, float y)
{
  float depth = G_MAXFLOAT;
  gsize i;

  for (i = 0; i < n; i++)
    {
      const OtrSamplePoint *a = &corners[i], *b = &corners[(i + 1) % n];
      float ex = b->x - a->x, ey = b->y - a->y;
      float length = MAX (sqrtf (ex * ex + ey * ey), 1e-6f);

      depth = MIN (depth, (ex * (y - a->y) - ey * (x - a->x)) / length);
    }
  return depth;
}

void
otr_sample_canvas_polygon (OtrSampleCanvas *canvas,
                           const OtrSamplePoint *corners,
                           gsize n,
                           const OtrSampleBrush *brush)
{
  OtrSamplePoint low = corners[0], high = corners[0];
  Area area;
  gsize i;
  int x, y;

  for (i = 1; i < n; i++)
    {
      low = (OtrSamplePoint){ MIN (low.x, corners[i].x), MIN (low.y, corners[i].y) };
      high = (OtrSamplePoint){ MAX (high.x, corners[i].x), MAX (high.y, corners[i].y) };
    }
  area = area_around (canvas, low, high, brush->soft);
  for (y = area.y0; y < area.y1; y++)
    for (x = area.x0; x < area.x1; x++)
      {
        float depth = depth_inside (corners, n, (float) x + 0.5f, (float) y + 0.5f);
        float inside = clamp01 (depth / brush->soft + 0.5f);

        if (inside > 0)
          blend (pixel_at (canvas, x, y), brush->color, inside * brush->alpha);
      }
}

void
otr_sample_canvas_mirror (OtrSampleCanvas *canvas, float horizon, OtrSampleColor tint)
{
  int x, y, line = (int) horizon;

  for (y = line; y < canvas->height; y++)
    {
      float down = (float) (y - line), along = down / ((float) canvas->height - horizon);
      float swell = sinf (down * 0.55f / (0.4f + along)) * (0.5f + 5 * along);
      int shift = (int) (swell + 3 * along * sinf (down * 0.23f));
      int from = CLAMP (line - 1 - (int) down + shift / 2, 0, line - 1);

      for (x = 0; x < canvas->width; x++)
        {
          OtrSampleColor *pixel = pixel_at (canvas, x, y);
          int column = CLAMP (x + shift, 0, canvas->width - 1);

          *pixel = *pixel_at (canvas, column, from);
          blend (pixel, tint, 0.2f + 0.35f * along);
        }
    }
}

static inline guint8
to_byte (float value, float grain)
{
  return (guint8) CLAMP ((int) (value * 255 + grain), 0, 255);
}

guint8 *
otr_sample_canvas_to_rgb (OtrSampleCanvas *canvas)
{
  guint8 *rgb = g_malloc ((gsize) canvas->width * canvas->height * 3);
  guint8 *out = rgb;
  const OtrSampleColor *pixel = canvas->pixels;
  guint32 state = canvas->seed | 1;
  int x, y;

  for (y = 0; y < canvas->height; y++)
    for (x = 0; x < canvas->width; x++, pixel++, out += 3)
      {
        float dx = (float) x / (float) canvas->width - 0.5f;
        float dy = (float) y / (float) canvas->height - 0.5f;
        float light = 1 - 0.32f * (dx * dx + dy * dy);
        float grain;

        state = next_state (state);
        grain = (float) (state >> 24) / 85.0f - 1;
        out[0] = to_byte (pixel->r * light, grain);
        out[1] = to_byte (pixel->g * light, grain);
        out[2] = to_byte (pixel->b * light, grain);
      }
  return rgb;
}
