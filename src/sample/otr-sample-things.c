/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Flowers, cities, balloons and nights. */
#include "config.h"

#include <math.h>

#include "otr-sample-scenes.h"

static OtrSamplePoint
along (OtrSamplePoint from, float angle, float distance)
{
  return (OtrSamplePoint){ from.x + cosf (angle) * distance, from.y + sinf (angle) * distance };
}

/* ---- flowers ---- */

static const struct
{
  OtrSampleStop ground[3]; /* out of focus, behind */
  guint32 petal;
  guint32 petal_root;
  guint32 heart;
  int petals;
  int rows;
  float slender;
} flower_moods[] = {
  { { { 0, 0x6f9a4a }, { 0.5f, 0x3f7240 }, { 1, 0x23492e } },
    0xffffff,
    0xe6ecf4,
    0xf2b820,
    21,
    2,
    0.17f },
  { { { 0, 0x9cb88a }, { 0.5f, 0x5f8654 }, { 1, 0x2f4f36 } },
    0xe8402c,
    0x8c1420,
    0x1e1418,
    6,
    2,
    0.62f },
  { { { 0, 0x7db4e0 }, { 0.5f, 0x8fbc7c }, { 1, 0x48702c } },
    0xffc629,
    0xf08c10,
    0x4a2a12,
    24,
    2,
    0.2f },
  { { { 0, 0xd8c4dc }, { 0.5f, 0x9a86b4 }, { 1, 0x57507c } },
    0xb48ae4,
    0x6a3fae,
    0xf6dc70,
    8,
    3,
    0.42f },
  { { { 0, 0xf4d8d4 }, { 0.5f, 0xd8a8a0 }, { 1, 0x806a5c } },
    0xffb4c4,
    0xe05a84,
    0xfff0b0,
    7,
    3,
    0.55f },
};

static void
paint_blur (OtrSampleCanvas *canvas, guint32 petal, float u)
{
  float w = (float) otr_sample_canvas_width (canvas), h = (float) otr_sample_canvas_height (canvas);
  guint i;

  for (i = 0; i < 46; i++)
    {
      float radius = otr_sample_canvas_random (canvas, 18, 110) * u;
      OtrSampleOval spot = { otr_sample_canvas_random (canvas, 0, w),
                             otr_sample_canvas_random (canvas, 0, h),
                             radius,
                             radius,
                             0 };
      guint32 rgb = i % 3 == 0 ? petal : i % 3 == 1 ? 0xf4f6c8
                                                    : 0x1c3a22;
      OtrSampleBrush brush = otr_sample_brush (rgb, 0.13f, radius * 0.25f);

      otr_sample_canvas_oval (canvas, &spot, &brush);
    }
}

static void
paint_flower (OtrSampleCanvas *canvas, OtrSamplePoint at, float size, guint mood)
{
  OtrSampleColor tip = otr_sample_color (flower_moods[mood].petal);
  OtrSampleColor root = otr_sample_color (flower_moods[mood].petal_root);
  OtrSampleColor heart = otr_sample_color (flower_moods[mood].heart);
  float turn = otr_sample_canvas_random (canvas, 0, 1);
  int row, i, n = flower_moods[mood].petals;
  OtrSampleOval middle = { at.x, at.y, size * 0.24f, size * 0.22f, 0 };
  OtrSampleBrush core = { otr_sample_mix (heart, otr_sample_color (0xffffff), 0.25f),
                          otr_sample_mix (heart, otr_sample_color (0), 0.35f),
                          1,
                          2 };

  for (row = 0; row < flower_moods[mood].rows; row++)
    for (i = 0; i < n; i++)
      {
        float angle = ((float) i + turn + 0.5f * (float) row) * 6.2832f / (float) n;
        float reach =
            size * (1 - 0.2f * (float) row) * otr_sample_canvas_random (canvas, 0.92f, 1.05f);
        OtrSamplePoint centre = along (at, angle, reach * 0.56f);
        OtrSampleOval petal = {
          centre.x, centre.y, reach * 0.48f, reach * flower_moods[mood].slender * 0.55f, angle
        };
        OtrSampleOval shade = {
          centre.x + size * 0.02f, centre.y + size * 0.03f, petal.rx, petal.ry, angle
        };
        float light = otr_sample_canvas_random (canvas, 0, 0.3f);
        OtrSampleBrush brush = {
          otr_sample_mix (tip, root, light), otr_sample_mix (tip, root, 0.25f + light), 1, 1.5f
        };
        OtrSampleBrush dark = otr_sample_brush (0x000000, 0.12f, size * 0.06f);

        otr_sample_canvas_oval (canvas, &shade, &dark);
        otr_sample_canvas_oval (canvas, &petal, &brush);
      }
  otr_sample_canvas_oval (canvas, &middle, &core);
  for (i = 0; i < 140; i++)
    {
      float angle = (float) i * 2.39996f, out = sqrtf ((float) i / 140) * size * 0.2f;
      OtrSamplePoint dot = along (at, angle, out);
      OtrSampleOval seed = { dot.x, dot.y, size * 0.012f, size * 0.012f, 0 };
      OtrSampleBrush brush = {
        otr_sample_mix (heart, otr_sample_color (i % 2 ? 0xffffff : 0), 0.3f), heart, 0.8f, 1.2f
      };

      otr_sample_canvas_oval (canvas, &seed, &brush);
    }
}

void
otr_sample_scenes_flowers (OtrSampleCanvas *canvas, guint index)
{
  static const OtrSamplePoint places[] = {
    { 0.16f, 0.24f }, { 0.86f, 0.3f }, { 0.3f, 0.62f }, { 0.7f, 0.56f }
  };
  guint mood = index % G_N_ELEMENTS (flower_moods), i;
  float w = (float) otr_sample_canvas_width (canvas), h = (float) otr_sample_canvas_height (canvas);
  float u = MIN (w, h) / 1000;
  OtrSampleBrush stem = otr_sample_brush (0x3c6a34, 1, 2);

  otr_sample_canvas_sky (
      canvas, flower_moods[mood].ground, G_N_ELEMENTS (flower_moods[mood].ground));
  paint_blur (canvas, flower_moods[mood].petal, u);
  for (i = 0; i < G_N_ELEMENTS (places); i++)
    {
      OtrSamplePoint at = { places[i].x * w + otr_sample_canvas_random (canvas, -40, 40) * u,
                            places[i].y * h + otr_sample_canvas_random (canvas, -40, 40) * u };
      OtrSamplePoint foot = { at.x + otr_sample_canvas_random (canvas, -90, 90) * u, h * 1.05f };
      float size = (i < 2 ? 120.0f : 250.0f + 40 * (float) (i % 2)) * u;

      otr_sample_canvas_line (canvas, at, foot, size * 0.07f, size * 0.1f, &stem);
      paint_flower (canvas, at, size, mood);
    }
}

/* ---- cities ---- */

static const struct
{
  OtrSampleStop sky[4];
  guint32 far;
  guint32 near;
  guint32 window;
  float lit; /* part of the windows */
} city_moods[] = {
  { { { 0, 0x1a1f4a }, { 0.3f, 0x5a3f7c }, { 0.55f, 0xd86a74 }, { 0.8f, 0xffb878 } },
    0x6a4a78,
    0x14142c,
    0xffd884,
    0.4f },
  { { { 0, 0x050a1e }, { 0.3f, 0x0e1c40 }, { 0.55f, 0x1f3a68 }, { 0.8f, 0x3a5a86 } },
    0x22395f,
    0x060a18,
    0xffdf9a,
    0.5f },
  { { { 0, 0x86b4dc }, { 0.3f, 0xb8d2e4 }, { 0.55f, 0xf4dcc8 }, { 0.8f, 0xfbe6cf } },
    0xb4bccc,
    0x48586c,
    0xfff4d8,
    0.18f },
};

static void
paint_windows (
    OtrSampleCanvas *canvas, OtrSamplePoint low, OtrSamplePoint high, guint mood, float t)
{
  float u =
      (float) MIN (otr_sample_canvas_width (canvas), otr_sample_canvas_height (canvas)) / 1000;
  float cell = (9 + 9 * t) * u, x, y;
  OtrSampleBrush brush = otr_sample_brush (city_moods[mood].window, 1, 1);

  for (y = low.y + cell; y < high.y - cell; y += cell * 1.5f)
    for (x = low.x + cell * 0.7f; x < high.x - cell; x += cell * 1.3f)
      {
        OtrSamplePoint pane[] = { { x, y },
                                  { x + cell * 0.6f, y },
                                  { x + cell * 0.6f, y + cell * 0.8f },
                                  { x, y + cell * 0.8f } };

        brush.alpha = otr_sample_canvas_random (canvas, 0.25f, 0.95f) * (0.45f + 0.55f * t);
        if (otr_sample_canvas_random (canvas, 0, 1) < city_moods[mood].lit)
          otr_sample_canvas_polygon (canvas, pane, G_N_ELEMENTS (pane), &brush);
      }
}

static void
paint_house (
    OtrSampleCanvas *canvas, OtrSamplePoint foot, float width, float height, guint mood, float t)
{
  OtrSampleColor tone = otr_sample_mix (
      otr_sample_color (city_moods[mood].far), otr_sample_color (city_moods[mood].near), t);
  OtrSampleBrush brush = { tone, tone, 1, 1 };
  OtrSamplePoint low = { foot.x, foot.y - height }, high = { foot.x + width, foot.y };
  OtrSamplePoint wall[] = { low, { high.x, low.y }, high, { low.x, high.y } };
  float kind = otr_sample_canvas_random (canvas, 0, 1);

  otr_sample_canvas_polygon (canvas, wall, G_N_ELEMENTS (wall), &brush);
  if (kind < 0.2f)
    {
      OtrSamplePoint roof[] = { { low.x, low.y + 1 },
                                { foot.x + width / 2, low.y - width * 0.4f },
                                { high.x, low.y + 1 } };

      otr_sample_canvas_polygon (canvas, roof, G_N_ELEMENTS (roof), &brush);
    }
  else if (kind < 0.4f)
    {
      OtrSamplePoint mast_foot = { foot.x + width * 0.5f, low.y },
                     mast_top = { foot.x + width * 0.5f, low.y - width * 0.7f };

      otr_sample_canvas_line (canvas, mast_foot, mast_top, width * 0.06f, 1, &brush);
    }
  paint_windows (canvas, low, high, mood, t);
}

void
otr_sample_scenes_city (OtrSampleCanvas *canvas, guint index)
{
  guint mood = index % G_N_ELEMENTS (city_moods);
  float w = (float) otr_sample_canvas_width (canvas), h = (float) otr_sample_canvas_height (canvas);
  float u = MIN (w, h) / 1000, quay = h * 0.8f;
  OtrSampleColor light = otr_sample_color (mood == 1 ? 0xf0eedc : 0xfff0c8);
  OtrSamplePoint moon = { w * 0.7f, h * 0.2f };
  OtrSampleOval disc = { moon.x, moon.y, 34 * u, 34 * u, 0 };
  OtrSampleBrush brush = { light, light, 1, 1.5f };
  int row;

  otr_sample_canvas_sky (canvas, city_moods[mood].sky, G_N_ELEMENTS (city_moods[mood].sky));
  otr_sample_canvas_glow (canvas, moon, 300 * u, light, 0.45f);
  otr_sample_canvas_oval (canvas, &disc, &brush);
  otr_sample_canvas_clouds (
      canvas, 0, h * 0.6f, 0.35f, otr_sample_color (city_moods[mood].sky[2].rgb));
  for (row = 0; row < 3; row++)
    {
      float t = (float) row / 2, x = -20 * u;

      while (x < w)
        {
          OtrSamplePoint foot = { x, quay };
          float width = otr_sample_canvas_random (canvas, 46, 90 + 50 * t) * u;
          float middle = 1 - fabsf (x / w - 0.45f) * 1.1f;
          float height = otr_sample_canvas_random (canvas, 110, 480 - 200 * t) * u * middle;

          paint_house (canvas, foot, width, MAX (height, 50 * u), mood, t);
          x += width * otr_sample_canvas_random (canvas, 1, 1.12f);
        }
    }
  otr_sample_canvas_mirror (canvas, quay, otr_sample_color (city_moods[mood].near));
}

/* ---- balloons ---- */

static const struct
{
  OtrSampleStop sky[4];
  guint32 far;
  guint32 near;
} balloon_moods[] = {
  { { { 0, 0x3a86cc }, { 0.35f, 0x7cb8e4 }, { 0.65f, 0xc8e4f0 }, { 1, 0xeef4ec } },
    0x9cbcc8,
    0x3f7040 },
  { { { 0, 0x4a5fa4 }, { 0.35f, 0xb48ab4 }, { 0.65f, 0xf8b48c }, { 1, 0xffe4b4 } },
    0xb88c9c,
    0x3c3450 },
  { { { 0, 0x86c4d8 }, { 0.35f, 0xb8dede }, { 0.65f, 0xf4ecd4 }, { 1, 0xf8e4c4 } },
    0xd8b48c,
    0xa4683c },
};

static const guint32 balloon_cloths[][3] = {
  { 0xe8452f, 0xffd24a, 0xc22b26 },
  { 0x2d6fc0, 0xf6f2e6, 0x1d4f94 },
  { 0xf08a24, 0xfff0c8, 0xd8621c },
  { 0x3f9a6a, 0xf6e27a, 0x2a744e },
  { 0x8a4ab0, 0xf4b8d0, 0x653287 },
  { 0xd83a64, 0xfbe4e4, 0xa82450 },
};

/* Cloth in upright stripes, each narrower towards the side, then ropes and a basket. */
static void
paint_balloon (OtrSampleCanvas *canvas, OtrSamplePoint at, float size, guint kind)
{
  const guint32 *cloth = balloon_cloths[kind % G_N_ELEMENTS (balloon_cloths)];
  OtrSampleBrush rope = otr_sample_brush (0x4a3a2c, 0.9f, 1),
                 shine = otr_sample_brush (0xffffff, 0.2f, size * 0.3f);
  OtrSamplePoint mouth = { at.x, at.y + size * 1.02f };
  OtrSampleOval glint = {
    at.x - size * 0.32f, at.y - size * 0.34f, size * 0.34f, size * 0.44f, 0.5f
  };
  OtrSamplePoint basket[] = {
    { at.x - size * 0.13f, at.y + size * 1.3f },
    { at.x + size * 0.13f, at.y + size * 1.3f },
    { at.x + size * 0.1f, at.y + size * 1.5f },
    { at.x - size * 0.1f, at.y + size * 1.5f },
  };
  OtrSampleBrush wicker = otr_sample_brush (0x7a5230, 1, 1.2f);
  int i;

  for (i = 6; i >= 0; i--)
    {
      float part = sinf (((float) i + 0.5f) / 7 * 1.5708f);
      OtrSampleOval stripe = { at.x, at.y, size * part, size, 0 };
      OtrSamplePoint skirt[] = {
        { at.x - size * part * 0.83f, at.y + size * 0.55f },
        { at.x + size * part * 0.83f, at.y + size * 0.55f },
        { mouth.x + size * 0.14f * part, mouth.y + size * 0.08f },
        { mouth.x - size * 0.14f * part, mouth.y + size * 0.08f },
      };
      OtrSampleBrush brush = otr_sample_brush (cloth[i % 2], 1, 1.5f);

      brush.rim = otr_sample_mix (brush.color, otr_sample_color (cloth[2]), 0.35f);
      otr_sample_canvas_polygon (canvas, skirt, G_N_ELEMENTS (skirt), &brush);
      otr_sample_canvas_oval (canvas, &stripe, &brush);
    }
  otr_sample_canvas_oval (canvas, &glint, &shine);
  for (i = -1; i <= 1; i += 2)
    {
      OtrSamplePoint top = { mouth.x + (float) i * size * 0.13f, mouth.y + size * 0.06f };
      OtrSamplePoint end = { at.x + (float) i * size * 0.12f, at.y + size * 1.32f };

      otr_sample_canvas_line (canvas, top, end, size * 0.02f, size * 0.02f, &rope);
    }
  otr_sample_canvas_polygon (canvas, basket, G_N_ELEMENTS (basket), &wicker);
}

void
otr_sample_scenes_balloons (OtrSampleCanvas *canvas, guint index)
{
  static const struct
  {
    float x, y, size;
  } places[] = {
    { 0.83f, 0.5f, 26 },
    { 0.62f, 0.16f, 34 },
    { 0.12f, 0.56f, 38 },
    { 0.46f, 0.46f, 62 },
    { 0.8f, 0.24f, 96 },
    { 0.25f, 0.27f, 150 },
  };
  guint mood = index % G_N_ELEMENTS (balloon_moods), i;
  float w = (float) otr_sample_canvas_width (canvas), h = (float) otr_sample_canvas_height (canvas);
  float u = MIN (w, h) / 1000;
  int x, layer;
  g_autofree float *tops = g_new (float, (gsize) w);

  otr_sample_canvas_sky (canvas, balloon_moods[mood].sky, G_N_ELEMENTS (balloon_moods[mood].sky));
  otr_sample_canvas_clouds (canvas, 0, h * 0.7f, 0.55f, otr_sample_color (0xfffaf2));
  for (layer = 0; layer < 4; layer++)
    {
      float t = (float) layer / 3;
      OtrSampleColor tone = otr_sample_mix (otr_sample_color (balloon_moods[mood].far),
                                            otr_sample_color (balloon_moods[mood].near),
                                            t);

      for (x = 0; x < (int) w; x++)
        tops[x] = h * (0.74f + 0.2f * t) -
                  h * 0.12f *
                      otr_sample_canvas_noise (canvas, (float) x / w * (3 - t) + 9 * t, t * 50, 3);
      otr_sample_canvas_ridge (canvas,
                               tops,
                               tone,
                               otr_sample_mix (tone, otr_sample_color (0xffffff), 0.35f - 0.3f * t),
                               h * 0.2f);
    }
  for (i = 0; i < G_N_ELEMENTS (places); i++)
    {
      OtrSamplePoint at = { places[i].x * w, places[i].y * h };

      paint_balloon (canvas, at, places[i].size * u, i + mood * 2);
    }
}

/* ---- nights ---- */

static void
paint_aurora (OtrSampleCanvas *canvas, float w, float h)
{
  int band, x;

  for (band = 0; band < 3; band++)
    for (x = 0; x < (int) w; x += 3)
      {
        float at = (float) x / w, row = 20.0f * (float) band;
        float foot = h * (0.4f + 0.13f * (float) band +
                          0.2f * (otr_sample_canvas_noise (canvas, at * 2.4f, row, 3) - 0.5f));
        float tall = h * (0.16f + 0.3f * otr_sample_canvas_noise (canvas, at * 14, row + 7, 3));
        float bright = otr_sample_canvas_noise (canvas, at * 5, row + 3, 3);
        OtrSampleBrush brush = otr_sample_brush (band == 1 ? 0x6ae8b4 : band == 0 ? 0x9a7ae0
                                                                                  : 0x4ad89a,
                                                 0.11f * bright,
                                                 26);
        OtrSamplePoint from = { (float) x, foot }, to = { (float) x + 12, foot - tall };

        otr_sample_canvas_line (canvas, from, to, 22, 5, &brush);
      }
}

static void
paint_tree (OtrSampleCanvas *canvas, OtrSamplePoint from, float angle, float length, int depth)
{
  OtrSampleBrush bark = otr_sample_brush (0x04070e, 1, 1.2f);
  OtrSamplePoint to = along (from, angle, length);
  int i;

  otr_sample_canvas_line (canvas, from, to, length * 0.15f, length * 0.1f, &bark);
  for (i = 0; depth > 0 && i < 3; i++)
    paint_tree (canvas,
                to,
                angle + (float) (i - 1) * 0.5f + otr_sample_canvas_random (canvas, -0.25f, 0.25f),
                length * otr_sample_canvas_random (canvas, 0.6f, 0.82f),
                depth - 1);
}

void
otr_sample_scenes_night (OtrSampleCanvas *canvas, guint index)
{
  static const OtrSampleStop sky[] = {
    { 0, 0x03061a }, { 0.45f, 0x0b1a3c }, { 0.75f, 0x1f3a60 }, { 1, 0x42607c }
  };
  float w = (float) otr_sample_canvas_width (canvas), h = (float) otr_sample_canvas_height (canvas);
  float u = MIN (w, h) / 1000;
  int x;
  guint i;
  g_autofree float *tops = g_new (float, (gsize) w);

  otr_sample_canvas_sky (canvas, sky, G_N_ELEMENTS (sky));
  for (i = 0; index != 1 && i < 240; i++)
    {
      float t = otr_sample_canvas_random (canvas, 0, 1),
            off = otr_sample_canvas_random (canvas, -1, 1);
      OtrSamplePoint haze = { w * (0.15f + 0.75f * t) + off * off * off * 160 * u,
                              h * (0.85f - 0.95f * t) + off * 100 * u };

      otr_sample_canvas_glow (canvas,
                              haze,
                              otr_sample_canvas_random (canvas, 60, 190) * u,
                              otr_sample_color (i % 4 ? 0x8ea4d8 : 0xd8b8c8),
                              0.055f);
    }
  for (i = 0; i < 1300; i++)
    {
      float size = otr_sample_canvas_random (canvas, 0, 1),
            radius = (0.6f + 2.2f * powf (size, 9)) * u;
      OtrSampleOval star = { otr_sample_canvas_random (canvas, 0, w),
                             otr_sample_canvas_random (canvas, 0, h * 0.9f),
                             radius,
                             radius,
                             0 };
      OtrSampleBrush brush =
          otr_sample_brush (i % 5 ? 0xffffff : 0xffe2c0, 0.2f + 0.75f * size * size, 1.3f);

      otr_sample_canvas_oval (canvas, &star, &brush);
    }
  if (index == 1)
    paint_aurora (canvas, w, h);
  for (x = 0; x < (int) w; x++)
    tops[x] = h * 0.9f - h * 0.09f * otr_sample_canvas_noise (canvas, (float) x / w * 2.2f, 3, 4);
  otr_sample_canvas_ridge (
      canvas, tops, otr_sample_color (0x070d18), otr_sample_color (0x03060c), h * 0.1f);
  if (index != 1)
    paint_tree (canvas, (OtrSamplePoint){ w * 0.3f, h * 0.89f }, -1.5f, 120 * u, 6);
}
