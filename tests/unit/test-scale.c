/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include "otr-scale.h"

static void
scale (guint width,
       guint height,
       const guint8 *from,
       OtrPixels *to,
       guint to_width,
       guint to_height)
{
  g_autoptr (OtrScale) scaler = otr_scale_new (width, height, to, to_width, to_height);

  for (guint y = 0; y < height; y++)
    otr_scale_push (scaler, from + (gsize) y * width * 3);
}

/* A flat area keeps its value at any ratio, white too: no rounding may leak. */
static void
test_flat (void)
{
  static const guint sizes[][4] = { { 7, 5, 3, 2 },
                                    { 100, 100, 99, 1 },
                                    { 1000, 3, 1, 1 },
                                    { 4, 4, 4, 4 } };

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint value = 0; value < 256; value += 51)
      {
        const guint *size = sizes[i];
        gsize n = (gsize) size[0] * size[1] * 3;
        g_autofree guint8 *from = g_malloc (n);
        g_auto (OtrPixels) to = { 0 };

        memset (from, (int) value, n);
        scale (size[0], size[1], from, &to, size[2], size[3]);
        for (gsize k = 0; k < (gsize) size[2] * size[3] * 3; k++)
          g_assert_cmpuint (to.data[k], ==, value);
      }
}

static void
test_halves (void)
{
  static const guint8 from[2 * 2 * 3] = { 0, 10, 20, 100, 30, 40, 200, 50, 60, 100, 70, 80 };
  g_auto (OtrPixels) to = { 0 };

  scale (2, 2, from, &to, 1, 1);
  g_assert_cmpuint (to.data[0], ==, 100);
  g_assert_cmpuint (to.data[1], ==, 40);
  g_assert_cmpuint (to.data[2], ==, 50);
}

static void
test_fit (void)
{
  guint width, height;

  otr_pixels_fit (4000, 3000, 256, &width, &height);
  g_assert_cmpuint (width, ==, 256);
  g_assert_cmpuint (height, ==, 192);
  otr_pixels_fit (10, 20, 256, &width, &height);
  g_assert_cmpuint (width, ==, 10);
  g_assert_cmpuint (height, ==, 20);
  otr_pixels_fit (60000, 1, 256, &width, &height);
  g_assert_cmpuint (width, ==, 256);
  g_assert_cmpuint (height, ==, 1);
}

/* Two pixels beside each other, 1 and 2, upright under each orientation. */
static void
test_turn (void)
{
  static const guint8 wanted[9][2] = { { 0, 0 },
                                       { 1, 2 },
                                       { 2, 1 },
                                       { 2, 1 },
                                       { 1, 2 },
                                       { 1, 2 },
                                       { 1, 2 },
                                       { 2, 1 },
                                       { 2, 1 } };
  guint8 data[6] = { 1, 1, 1, 2, 2, 2 };
  OtrPixels pixels = { 2, 1, data };

  for (guint orientation = 1; orientation <= 8; orientation++)
    {
      guint8 to[6];

      otr_pixels_turn (&pixels, orientation, to);
      g_assert_cmpuint (to[0], ==, wanted[orientation][0]);
      g_assert_cmpuint (to[3], ==, wanted[orientation][1]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scale/flat-area-keeps-its-value", test_flat);
  g_test_add_func ("/scale/halves", test_halves);
  g_test_add_func ("/scale/fit", test_fit);
  g_test_add_func ("/scale/turn", test_turn);
  return g_test_run ();
}
