/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "otr-error.h"
#include "otr-thumb-store.h"

/* Left half red, right half blue; top row of each a little darker would hide in JPEG's blocks. */
static guint8 *
make_halves (guint width, guint height)
{
  guint8 *rgb = g_malloc0 (3 * (gsize) width * height);

  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      rgb[3 * ((gsize) y * width + x) + (x < width / 2 ? 0 : 2)] = 200;
  return rgb;
}

static void
assert_pixel (GBytes *pixels, guint width, guint x, guint y, guint8 red, guint8 blue)
{
  const guint8 *pixel =
      (const guint8 *) g_bytes_get_data (pixels, NULL) + 4 * ((gsize) y * width + x);

  g_assert_cmpint (abs (pixel[0] - blue), <=, 6);
  g_assert_cmpuint (pixel[1], <=, 6);
  g_assert_cmpint (abs (pixel[2] - red), <=, 6);
  g_assert_cmpuint (pixel[3], ==, 255);
}

static void
check_decode (
    GBytes *encoded, guint width, guint height, gboolean cover, guint want_width, guint want_height)
{
  guint got_width = 0, got_height = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) pixels =
      otr_thumb_decode (encoded, width, height, cover, &got_width, &got_height, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (got_width, ==, want_width);
  g_assert_cmpuint (got_height, ==, want_height);
  g_assert_cmpuint (g_bytes_get_size (pixels), ==, 4 * (gsize) got_width * got_height);
  if (got_width < 8)
    return;
  assert_pixel (pixels, got_width, 1, 0, 200, 0);
  assert_pixel (pixels, got_width, got_width - 2, got_height - 1, 0, 200);
}

static void
test_exact_sizes (void)
{
  g_autofree guint8 *rgb = make_halves (256, 192);
  g_autoptr (GBytes) encoded = otr_thumb_encode (rgb, 256, 192, NULL);

  check_decode (encoded, 180, 180, FALSE, 180, 135);
  check_decode (encoded, 180, 180, TRUE, 180, 180);
  check_decode (encoded, 256, 192, FALSE, 256, 192);
  check_decode (encoded, 120, 90, FALSE, 120, 90);
  check_decode (encoded, 33, 400, TRUE, 33, 400);
  check_decode (encoded, 400, 400, FALSE, 400, 300);
  check_decode (encoded, 17, 17, FALSE, 17, 13);
  check_decode (encoded, 1, 1, TRUE, 1, 1);
}

/* The middle is what stays. */
static void
test_cover_crops_the_middle (void)
{
  g_autofree guint8 *rgb = make_halves (200, 100);
  guint width, height;
  g_autoptr (GBytes) pixels = otr_thumb_scale (rgb, 200, 100, 50, 50, TRUE, &width, &height);

  g_assert_cmpuint (width, ==, 50);
  g_assert_cmpuint (height, ==, 50);
  assert_pixel (pixels, 50, 0, 25, 200, 0);
  assert_pixel (pixels, 50, 23, 25, 200, 0);
  assert_pixel (pixels, 50, 26, 25, 0, 200);
  assert_pixel (pixels, 50, 49, 25, 0, 200);
}

/* A flat picture stays exactly flat at every size. */
static void
test_flat_stays_flat (void)
{
  guint8 rgb[3 * 37 * 23];

  memset (rgb, 123, sizeof rgb);
  for (guint side = 1; side < 90; side += 4)
    {
      guint width, height;
      g_autoptr (GBytes) pixels = otr_thumb_scale (rgb, 37, 23, side, side, TRUE, &width, &height);
      const guint8 *data = g_bytes_get_data (pixels, NULL);

      for (gsize i = 0; i < 4 * (gsize) width * height; i++)
        g_assert_cmpuint (data[i], ==, i % 4 == 3 ? 255 : 123);
    }
}

static void
test_one_pixel (void)
{
  const guint8 rgb[3] = { 10, 20, 30 };
  guint width, height;
  g_autoptr (GBytes) pixels = otr_thumb_scale (rgb, 1, 1, 5, 3, FALSE, &width, &height);
  const guint8 *data = g_bytes_get_data (pixels, NULL);

  g_assert_cmpuint (width, ==, 3);
  g_assert_cmpuint (height, ==, 3);
  g_assert_cmpuint (data[0], ==, 30);
  g_assert_cmpuint (data[2], ==, 10);
}

static void
test_garbage (void)
{
  g_autofree guint8 *rgb = make_halves (256, 192);
  g_autoptr (GBytes) encoded = otr_thumb_encode (rgb, 256, 192, NULL);
  g_autoptr (GBytes) empty = g_bytes_new (NULL, 0);
  g_autoptr (GBytes) text = g_bytes_new ("no picture", 10);
  GBytes *bad[] = { empty, text };

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      guint width, height;

      g_assert_null (otr_thumb_decode (bad[i], 10, 10, TRUE, &width, &height, &error));
      g_assert_error (error, OTR_ERROR, OTR_ERROR_CORRUPT);
    }
  /* Cut anywhere it gives an error or a picture, never more. */
  for (gsize size = 1; size < g_bytes_get_size (encoded); size += 37)
    {
      g_autoptr (GBytes) cut = g_bytes_new_from_bytes (encoded, 0, size);
      guint width, height;
      g_autoptr (GBytes) pixels = otr_thumb_decode (cut, 50, 50, TRUE, &width, &height, NULL);

      if (pixels != NULL)
        g_assert_cmpuint (g_bytes_get_size (pixels), ==, 4 * 50 * 50);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/thumb-codec/exact-sizes", test_exact_sizes);
  g_test_add_func ("/thumb-codec/cover-crops-the-middle", test_cover_crops_the_middle);
  g_test_add_func ("/thumb-codec/flat-stays-flat", test_flat_stays_flat);
  g_test_add_func ("/thumb-codec/one-pixel", test_one_pixel);
  g_test_add_func ("/thumb-codec/garbage", test_garbage);
  return g_test_run ();
}
