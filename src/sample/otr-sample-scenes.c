/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Landscapes, from the back to the front: sky, light, clouds, then layer before layer, each a
 * little darker and clearer than the one behind it. */
#include "config.h"

#include "otr-sample-scenes.h"

#include <math.h>

typedef struct
{
  OtrSampleStop sky[4];
  guint32 sun;
  guint32 far;  /* the most distant layer */
  guint32 near; /* and the nearest */
  guint32 mist;
  float sun_x; /* fractions of the picture */
  float sun_y;
  float sun_size; /* 0: none */
  float clouds;   /* 0 to 1 */
  gboolean stars;
} Mood;

static float
width_of (OtrSampleCanvas *canvas)
{
  return (float) otr_sample_canvas_width (canvas);
}

static float
height_of (OtrSampleCanvas *canvas)
{
  return (float) otr_sample_canvas_height (canvas);
}

/* What sizes are measured in, so that both ways up look alike. */
static float
unit_of (OtrSampleCanvas *canvas)
{
  return MIN (width_of (canvas), height_of (canvas)) / 1000;
}

static void
paint_stars (OtrSampleCanvas *canvas, guint n, float lowest)
{
  guint i;

  for (i = 0; i < n; i++)
    {
      float size = otr_sample_canvas_random (canvas, 0, 1);
      float radius = (0.7f + 1.6f * size * size * size * size) * unit_of (canvas);
      OtrSampleOval star = {
        otr_sample_canvas_random (canvas, 0, width_of (canvas)),
        otr_sample_canvas_random (canvas, 0, lowest),
        radius,
        radius,
        0,
      };
      OtrSampleBrush brush = otr_sample_brush (0xfff8e8, 0.25f + 0.7f * size, 1.5f);

      otr_sample_canvas_oval (canvas, &star, &brush);
    }
}

static void
paint_sky (OtrSampleCanvas *canvas, const Mood *mood)
{
  OtrSampleColor light = otr_sample_color (mood->sun);
  float w = width_of (canvas), h = height_of (canvas);
  OtrSamplePoint sun = { mood->sun_x * w, mood->sun_y * h };
  float radius = mood->sun_size * unit_of (canvas);

  otr_sample_canvas_sky (canvas, mood->sky, G_N_ELEMENTS (mood->sky));
  if (mood->stars)
    paint_stars (canvas, 500, h * 0.7f);
  if (radius > 0)
    {
      OtrSampleOval disc = { sun.x, sun.y, radius, radius, 0 };
      OtrSampleBrush brush = { light, light, 1, 1.5f };

      otr_sample_canvas_glow (canvas, sun, 0.9f * w, light, 0.35f);
      otr_sample_canvas_glow (canvas, sun, radius * 5, light, 0.5f);
      otr_sample_canvas_oval (canvas, &disc, &brush);
    }
  if (mood->clouds > 0)
    otr_sample_canvas_clouds (canvas,
                              0,
                              h * 0.62f,
                              mood->clouds,
                              otr_sample_mix (light, otr_sample_color (0xffffff), 0.45f));
}

/* Heights of rolling land (`sharp` 0) to pointed peaks (1). Free with g_free. */
static float *
land (OtrSampleCanvas *canvas, float base, float rise, float waves, float sharp)
{
  int x, n = otr_sample_canvas_width (canvas);
  float *tops = g_new (float, n);
  float row = otr_sample_canvas_random (canvas, 0, 900);

  for (x = 0; x < n; x++)
    {
      float at = (float) x / unit_of (canvas) / 1000 * waves;
      float soft = otr_sample_canvas_noise (canvas, at, row, 4);
      float peak = 1 - fabsf (2 * otr_sample_canvas_noise (canvas, at, row + 40, 6) - 1);
      float shape = soft + (powf (peak, 1.6f) - soft) * sharp;

      tops[x] = base - rise * shape;
    }
  return tops;
}

/* Bright streaks down from a crest where the slope looks into the light. */
static void
paint_snow (OtrSampleCanvas *canvas, const float *tops, float line, OtrSampleColor color)
{
  int x, n = otr_sample_canvas_width (canvas);
  OtrSampleBrush brush = { color, color, 0.8f, 2 };
  int step = 2;

  for (x = 0; x + step < n; x += step)
    {
      float streak = otr_sample_canvas_noise (canvas, (float) x * 0.025f / unit_of (canvas), 77, 4);
      float depth = (line - tops[x]) * (0.15f + 1.1f * streak);
      float lean = (streak - 0.5f) * depth * 0.6f;
      OtrSamplePoint from = { (float) x, tops[x] + 2 };
      OtrSamplePoint to = { (float) x + lean, tops[x] + depth };

      brush.alpha = tops[x + step] < tops[x] ? 0.9f : 0.4f;
      if (depth > 3)
        otr_sample_canvas_line (canvas, from, to, (float) step + 2, 1, &brush);
    }
}

static const Mood mountain_moods[] = {
  { { { 0, 0x1d3b6e }, { 0.3f, 0x7d6aa6 }, { 0.5f, 0xf0a080 }, { 0.7f, 0xffe0b0 } },
    0xfff0d0,
    0xb08aa8,
    0x16233d,
    0xf4c0a8,
    0.68f,
    0.43f,
    34,
    0.25f,
    FALSE }, /* dawn */
  { { { 0, 0x2f74b8 }, { 0.3f, 0x6aa9dc }, { 0.5f, 0xb9dcf0 }, { 0.7f, 0xe8f3f4 } },
    0xffffff,
    0x8fb2cf,
    0x1f4a3a,
    0xdcebf2,
    0.2f,
    0.15f,
    0,
    0.6f,
    FALSE }, /* noon */
  { { { 0, 0x241a4a }, { 0.3f, 0x7a2f6e }, { 0.5f, 0xe2604f }, { 0.7f, 0xffb65c } },
    0xffe6a0,
    0x93507c,
    0x140f26,
    0xf08a60,
    0.33f,
    0.5f,
    42,
    0.35f,
    FALSE }, /* dusk */
  { { { 0, 0x050a1c }, { 0.3f, 0x0d1d40 }, { 0.5f, 0x1f3c68 }, { 0.7f, 0x3f6288 } },
    0xf2f2e4,
    0x2d4a72,
    0x050a14,
    0x4a6c90,
    0.74f,
    0.2f,
    36,
    0,
    TRUE }, /* moon */
  { { { 0, 0x7fa6cc }, { 0.3f, 0xb4cde2 }, { 0.5f, 0xf0dfe0 }, { 0.7f, 0xfaf0ea } },
    0xfff6e8,
    0xb8c8dc,
    0x4a6178,
    0xf4eef2,
    0.5f,
    0.3f,
    22,
    0.45f,
    FALSE }, /* winter */
};

void
otr_sample_scenes_mountains (OtrSampleCanvas *canvas, guint index)
{
  const Mood *mood = &mountain_moods[index % G_N_ELEMENTS (mountain_moods)];
  OtrSampleColor far = otr_sample_color (mood->far), near = otr_sample_color (mood->near);
  OtrSampleColor mist = otr_sample_color (mood->mist);
  OtrSampleColor snow = otr_sample_color (mood->stars ? 0x8fa8c8 : 0xffffff);
  float h = height_of (canvas);
  int i, n = 6;

  paint_sky (canvas, mood);
  for (i = 0; i < n; i++)
    {
      float t = (float) i / (float) (n - 1);
      OtrSampleColor crest = otr_sample_mix (far, near, t * (0.5f + 0.5f * t));
      float base = h * (0.66f + 0.34f * t), rise = h * (0.38f - 0.2f * t);
      g_autofree float *tops = land (canvas, base, rise, 1.6f + t, 0.9f - 0.8f * t);

      otr_sample_canvas_ridge (
          canvas, tops, crest, otr_sample_mix (crest, mist, 0.75f - 0.5f * t), h * 0.3f);
      if (i < 2 && (index == 1 || index == 4 || index == 3))
        paint_snow (canvas, tops, base - rise * 0.42f, otr_sample_mix (mist, snow, 0.7f));
    }
}

static const Mood lake_moods[] = {
  { { { 0, 0x33558f }, { 0.25f, 0x9b86b4 }, { 0.42f, 0xf6b79a }, { 0.6f, 0xffe6c0 } },
    0xfff2d8,
    0x9a86ac,
    0x27334d,
    0xf2c4b0,
    0.4f,
    0.36f,
    26,
    0.3f,
    FALSE },
  { { { 0, 0x2a6fb4 }, { 0.25f, 0x62a6da }, { 0.42f, 0xb4dcf0 }, { 0.6f, 0xdcf0f4 } },
    0xffffff,
    0x84a8c4,
    0x234b33,
    0xc4dcE6,
    0.8f,
    0.1f,
    0,
    0.7f,
    FALSE },
  { { { 0, 0x1a2040 }, { 0.25f, 0x51406e }, { 0.42f, 0xc06a70 }, { 0.6f, 0xf4b080 } },
    0xffe0b0,
    0x6a5078,
    0x121828,
    0xc88078,
    0.62f,
    0.4f,
    30,
    0.4f,
    FALSE },
};

/* A fir: a stem and a stack of drooping branches. */
static void
paint_fir (OtrSampleCanvas *canvas, OtrSamplePoint foot, float height, const OtrSampleBrush *brush)
{
  float y, step = MAX (height * 0.035f, 2.5f);
  OtrSamplePoint top = { foot.x, foot.y - height };

  otr_sample_canvas_line (canvas, foot, top, height * 0.05f, 1, brush);
  for (y = height * 0.08f; y < height * 0.98f; y += step)
    {
      float reach = (1 - y / height) * height * 0.24f;
      float left = reach * otr_sample_canvas_random (canvas, 0.7f, 1.15f);
      float right = reach * otr_sample_canvas_random (canvas, 0.7f, 1.15f);
      float droop = reach * 0.35f, thick = MIN (step * 1.7f, reach * 0.6f);
      OtrSamplePoint middle = { foot.x, foot.y - y - step };
      OtrSamplePoint to_left = { foot.x - left, foot.y - y + droop };
      OtrSamplePoint to_right = { foot.x + right, foot.y - y + droop };

      otr_sample_canvas_line (canvas, middle, to_left, thick, step * 0.4f, brush);
      otr_sample_canvas_line (canvas, middle, to_right, thick, step * 0.4f, brush);
    }
}

static void
paint_fir_row (
    OtrSampleCanvas *canvas, const float *tops, float height, float gap, OtrSampleColor color)
{
  OtrSampleBrush brush = { color, color, 1, 1.2f };
  float x, w = width_of (canvas);

  for (x = 0; x < w; x += gap * otr_sample_canvas_random (canvas, 0.5f, 1.5f))
    {
      OtrSamplePoint foot = { x, tops[(int) x] + height * 0.1f };

      paint_fir (canvas, foot, height * otr_sample_canvas_random (canvas, 0.55f, 1.1f), &brush);
    }
}

void
otr_sample_scenes_lake (OtrSampleCanvas *canvas, guint index)
{
  const Mood *mood = &lake_moods[index % G_N_ELEMENTS (lake_moods)];
  OtrSampleColor far = otr_sample_color (mood->far), near = otr_sample_color (mood->near);
  OtrSampleColor mist = otr_sample_color (mood->mist);
  float h = height_of (canvas), shore = h * 0.56f, u = unit_of (canvas);
  int i;

  paint_sky (canvas, mood);
  for (i = 0; i < 3; i++)
    {
      float t = (float) i / 2;
      float rise = h * (0.38f - 0.24f * t);
      g_autofree float *tops = land (canvas, shore + h * 0.03f, rise, 1.5f + t, 0.95f - 0.6f * t);
      OtrSampleColor crest = otr_sample_mix (far, near, t * 0.75f);

      otr_sample_canvas_ridge (canvas, tops, crest, otr_sample_mix (crest, mist, 0.6f), rise);
      if (i == 0)
        paint_snow (canvas, tops, shore - rise * 0.45f, otr_sample_color (0xffffff));
      if (i == 2)
        paint_fir_row (canvas, tops, 62 * u, 24 * u, near);
    }
  otr_sample_canvas_mirror (canvas, shore, near);
  for (i = 0; i < 9; i++)
    {
      float size = otr_sample_canvas_random (canvas, 20, 70) * u;
      OtrSampleOval stone = {
        .x = otr_sample_canvas_random (canvas, 0, width_of (canvas)),
        .y = h * 0.985f,
        .rx = size * 1.6f,
        .ry = size * 0.6f,
      };
      OtrSampleBrush brush = { otr_sample_mix (near, mist, 0.2f), near, 1, 2 };

      otr_sample_canvas_oval (canvas, &stone, &brush);
    }
}

static const Mood sea_moods[] = {
  { { { 0, 0x2b3f78 }, { 0.25f, 0xa45f8a }, { 0.42f, 0xf58a5c }, { 0.56f, 0xffd080 } },
    0xffefb8,
    0x9c5a74,
    0x1c2748,
    0xffb070,
    0.5f,
    0.47f,
    48,
    0.4f,
    FALSE },
  { { { 0, 0x2a7cc4 }, { 0.25f, 0x64b0e0 }, { 0.42f, 0xa6dcee }, { 0.56f, 0xd8f2f4 } },
    0xffffff,
    0x4fb4c4,
    0x0f4f7c,
    0xffffff,
    0.3f,
    0.12f,
    0,
    0.65f,
    FALSE },
  { { { 0, 0x040a1e }, { 0.25f, 0x0c1c3e }, { 0.42f, 0x1c3660 }, { 0.56f, 0x38587e } },
    0xf6f2dc,
    0x2c4a70,
    0x060e20,
    0xdcdcc8,
    0.6f,
    0.24f,
    40,
    0.15f,
    TRUE },
  { { { 0, 0x8496a8 }, { 0.25f, 0xaab8c4 }, { 0.42f, 0xd6d8d6 }, { 0.56f, 0xf0e8dc } },
    0xfff8e8,
    0x8fa4ac,
    0x2c4450,
    0xf6f0e4,
    0.4f,
    0.3f,
    20,
    0.55f,
    FALSE },
};

/* Short strokes of light that widen towards the viewer. */
static void
paint_glitter (OtrSampleCanvas *canvas, const Mood *mood, float horizon)
{
  float w = width_of (canvas), h = height_of (canvas), u = unit_of (canvas);
  OtrSampleBrush brush = otr_sample_brush (mood->mist, 0.5f, 1.5f);
  guint i;

  for (i = 0; i < 700; i++)
    {
      float deep = otr_sample_canvas_random (canvas, 0, 1);
      float y = horizon + (h - horizon) * deep * deep;
      float spread = (0.03f + 0.14f * deep) * w;
      float side = otr_sample_canvas_random (canvas, -1, 1);
      float off = side * otr_sample_canvas_random (canvas, 0, 1);
      float length = (4 + 40 * deep * otr_sample_canvas_random (canvas, 0.3f, 1)) * u;
      OtrSamplePoint from = { mood->sun_x * w + off * spread * 1.6f, y };
      OtrSamplePoint to = { from.x + length, y };

      brush.alpha = (0.75f - 0.5f * fabsf (off)) * 0.8f;
      otr_sample_canvas_line (canvas, from, to, (1 + 4 * deep) * u, (1 + 3 * deep) * u, &brush);
    }
}

static void
paint_waves (OtrSampleCanvas *canvas, const Mood *mood, float horizon)
{
  float w = width_of (canvas), h = height_of (canvas), u = unit_of (canvas);
  OtrSampleColor near = otr_sample_color (mood->near), far = otr_sample_color (mood->far);
  int i, n = 46;

  for (i = 0; i < n; i++)
    {
      float t = (float) i / (float) n, deep = t * t;
      int x, columns = (int) w;
      g_autofree float *tops = g_new (float, columns);
      float row = otr_sample_canvas_random (canvas, 0, 500);
      OtrSampleColor crest = otr_sample_mix (far, near, t);

      for (x = 0; x < columns; x++)
        {
          float at = (float) x / w * (15 - 10 * t);

          tops[x] = horizon + (h - horizon) * deep -
                    (1 + 34 * deep) * u * otr_sample_canvas_noise (canvas, at, row, 3);
        }
      otr_sample_canvas_ridge (canvas,
                               tops,
                               otr_sample_mix (crest, otr_sample_color (mood->mist), 0.14f),
                               crest,
                               (2 + 60 * deep) * u);
    }
}

static void
paint_boat (OtrSampleCanvas *canvas, OtrSamplePoint at, float size, guint32 sail, guint32 hull)
{
  OtrSamplePoint main_sail[] = {
    { at.x, at.y - size },
    { at.x + size * 0.42f, at.y - size * 0.12f },
    { at.x, at.y - size * 0.12f },
  };
  OtrSamplePoint jib[] = {
    { at.x - size * 0.04f, at.y - size * 0.86f },
    { at.x - size * 0.04f, at.y - size * 0.12f },
    { at.x - size * 0.34f, at.y - size * 0.12f },
  };
  OtrSamplePoint body[] = {
    { at.x - size * 0.42f, at.y - size * 0.08f },
    { at.x + size * 0.48f, at.y - size * 0.08f },
    { at.x + size * 0.34f, at.y + size * 0.06f },
    { at.x - size * 0.3f, at.y + size * 0.06f },
  };
  OtrSampleBrush cloth = otr_sample_brush (sail, 1, 1.2f), wood = otr_sample_brush (hull, 1, 1.2f);

  otr_sample_canvas_polygon (canvas, main_sail, G_N_ELEMENTS (main_sail), &cloth);
  cloth.alpha = 0.85f;
  otr_sample_canvas_polygon (canvas, jib, G_N_ELEMENTS (jib), &cloth);
  otr_sample_canvas_polygon (canvas, body, G_N_ELEMENTS (body), &wood);
}

void
otr_sample_scenes_sea (OtrSampleCanvas *canvas, guint index)
{
  const Mood *mood = &sea_moods[index % G_N_ELEMENTS (sea_moods)];
  float w = width_of (canvas), h = height_of (canvas), u = unit_of (canvas), horizon = h * 0.54f;
  OtrSamplePoint near_boat = { w * 0.24f, h * 0.6f }, far_boat = { w * 0.78f, h * 0.548f };
  gboolean dark = index == 0 || index == 2;

  paint_sky (canvas, mood);
  if (index == 3)
    {
      g_autofree float *island = land (canvas, horizon + 6 * u, 130 * u, 1.7f, 0.4f);

      otr_sample_canvas_ridge (
          canvas, island, otr_sample_color (0x93a4ae), otr_sample_color (0xb4bfc4), 100 * u);
    }
  paint_waves (canvas, mood, horizon);
  if (mood->sun_size > 0)
    paint_glitter (canvas, mood, horizon + 2 * u);
  if (index != 3)
    paint_boat (canvas, near_boat, 150 * u, dark ? 0x2a2238 : 0xffffff, dark ? 0x140f1e : 0xa03c30);
  paint_boat (canvas, far_boat, 46 * u, dark ? 0x4a3850 : 0xf8f4ec, dark ? 0x241c30 : 0x3c4c60);
}

static const Mood dune_moods[] = {
  { { { 0, 0x3f7fb8 }, { 0.25f, 0x86b8dc }, { 0.42f, 0xd0dede }, { 0.56f, 0xf6e8cc } },
    0xfffbe8,
    0xe8c795,
    0xb87a3c,
    0xf8dfb0,
    0.76f,
    0.16f,
    26,
    0,
    FALSE },
  { { { 0, 0x39295c }, { 0.25f, 0x9c4a6c }, { 0.42f, 0xee7f52 }, { 0.56f, 0xffc480 } },
    0xffe8b0,
    0xd8825c,
    0x6e2c34,
    0xf4a070,
    0.28f,
    0.36f,
    52,
    0.3f,
    FALSE },
  { { { 0, 0x0a1024 }, { 0.25f, 0x18264a }, { 0.42f, 0x38477a }, { 0.56f, 0x6a6f9a } },
    0xf4f0e0,
    0x6c6c92,
    0x1c1d38,
    0x8c88a8,
    0.68f,
    0.18f,
    30,
    0,
    TRUE },
};

void
otr_sample_scenes_dunes (OtrSampleCanvas *canvas, guint index)
{
  const Mood *mood = &dune_moods[index % G_N_ELEMENTS (dune_moods)];
  OtrSampleColor far = otr_sample_color (mood->far), near = otr_sample_color (mood->near);
  OtrSampleColor lit = otr_sample_color (mood->mist);
  float w = width_of (canvas), h = height_of (canvas);
  int i, x, columns = (int) w, n = 6;
  g_autofree float *tops = g_new (float, columns);

  paint_sky (canvas, mood);
  for (i = 0; i < n; i++)
    {
      float t = (float) i / (float) (n - 1);
      float phase = otr_sample_canvas_random (canvas, 0, 6.3f), row = 11.0f * (float) i;
      float waves = 9 - 6 * t, rise = h * (0.03f + 0.1f * t);
      OtrSampleColor sand = otr_sample_mix (far, near, t * t);

      for (x = 0; x < columns; x++)
        {
          float at = (float) x / w;
          float swing = sinf (at * waves + phase) + 0.5f * sinf (at * waves * 1.7f + 2 * phase);

          /* one side of a dune is steep, with a crest as sharp as a knife */
          tops[x] = h * (0.55f + 0.36f * t) - rise * (1 - fabsf (swing) * 0.9f) -
                    rise * 0.5f * otr_sample_canvas_noise (canvas, at * 3, row, 2);
        }
      otr_sample_canvas_ridge (
          canvas, tops, otr_sample_mix (sand, lit, 0.75f), sand, h * (0.05f + 0.16f * t));
    }
}

static const struct
{
  OtrSampleStop sky[4];
  guint32 far;
  guint32 near;
  guint32 ground;
} forest_moods[] = {
  { { { 0, 0xdfe6e2 }, { 0.4f, 0xcfdcd8 }, { 0.7f, 0xe9ecdf }, { 1, 0xf2efe0 } },
    0xb4c8c2,
    0x17332c,
    0x24443a }, /* morning mist */
  { { { 0, 0xf7d9a0 }, { 0.4f, 0xf3b77a }, { 0.7f, 0xf7d8a6 }, { 1, 0xf5e2c0 } },
    0xe0a070,
    0x4a1f1c,
    0x6c3420 }, /* autumn evening */
  { { { 0, 0xb8cbe0 }, { 0.4f, 0xd8e2ee }, { 0.7f, 0xf3f0f2 }, { 1, 0xfafafc } },
    0xc0cedc,
    0x38506a,
    0xe8eef6 }, /* snow */
  { { { 0, 0x0f1c3c }, { 0.4f, 0x27406c }, { 0.7f, 0x56779c }, { 1, 0x7c9ab0 } },
    0x4c6a8c,
    0x060d18,
    0x0c1826 }, /* blue hour */
};

void
otr_sample_scenes_forest (OtrSampleCanvas *canvas, guint index)
{
  guint mood = index % G_N_ELEMENTS (forest_moods);
  OtrSampleColor far = otr_sample_color (forest_moods[mood].far);
  OtrSampleColor near = otr_sample_color (forest_moods[mood].near);
  OtrSampleColor haze = otr_sample_color (forest_moods[mood].sky[2].rgb);
  float w = width_of (canvas), h = height_of (canvas), u = unit_of (canvas);
  OtrSampleColor sunlight = otr_sample_color (0xfff6dc);
  OtrSamplePoint light = { w * 0.62f, h * 0.28f };
  int i, n = 5;

  otr_sample_canvas_sky (canvas, forest_moods[mood].sky, G_N_ELEMENTS (forest_moods[mood].sky));
  if (mood == 3)
    paint_stars (canvas, 240, h * 0.5f);
  otr_sample_canvas_glow (canvas, light, 0.7f * w, sunlight, mood == 3 ? 0.2f : 0.6f);
  for (i = 0; i < n; i++)
    {
      float t = (float) i / (float) (n - 1);
      OtrSampleColor tone = otr_sample_mix (far, near, t * (0.4f + 0.6f * t));
      float size = (150 + 420 * t * t) * u;
      g_autofree float *tops = land (canvas, h * (0.62f + 0.4f * t), h * 0.12f, 1.1f, 0);

      paint_fir_row (canvas, tops, size, size * (0.2f + 0.12f * t), tone);
      otr_sample_canvas_ridge (canvas,
                               tops,
                               mood == 2 ? otr_sample_color (forest_moods[mood].ground) : tone,
                               otr_sample_mix (tone, haze, 0.7f - 0.5f * t),
                               140 * u);
    }
}
