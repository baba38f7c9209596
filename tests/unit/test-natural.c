/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-natural.h"

static int
compare (const char *a, const char *b)
{
  g_autoptr (GBytes) key_a = otr_natural_key (a);
  g_autoptr (GBytes) key_b = otr_natural_key (b);

  return g_bytes_compare (key_a, key_b);
}

static void
test_order (void)
{
  static const char *const sorted[] = {
    "",
    " a",
    "-1",
    "1.jpg",
    "2.jpg",
    "10.jpg",
    "a.jpg",
    "a0.jpg",
    "a1.jpg",
    "a9.jpg",
    "a10.jpg",
    "a10b2.jpg",
    "a10b10.jpg",
    "a99999999999999999999.jpg",
    "a100000000000000000000.jpg",
    "ab.jpg",
    "DSC_0009.JPG",
    "dsc_0010.jpg",
    "DSC_1000.jpg",
    "z.jpg",
    "é.jpg",
    "東京9.jpg",
    "東京10.jpg",
    "\xff.jpg",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (sorted); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (sorted); j++)
      {
        int order = compare (sorted[i], sorted[j]);

        g_assert_cmpint ((order > 0) - (order < 0), ==, (i > j) - (i < j));
      }
}

static void
test_same (void)
{
  g_assert_cmpint (compare ("IMG_1.JPG", "img_1.jpg"), ==, 0);
  g_assert_cmpint (compare ("STRASSE", "straße"), ==, 0);
  g_assert_cmpint (compare ("a007", "a7"), ==, 0);
  g_assert_cmpint (compare ("caf\xc3\xa9", "cafe\xcc\x81"), ==, 0);
}

static void
test_invalid_utf8_stays_apart (void)
{
  g_assert_cmpint (compare ("a\xe9"
                            "b1.jpg",
                            "a\xe8"
                            "b1.jpg"),
                   >,
                   0);
  g_assert_cmpint (compare ("A\xe9"
                            "B2.jpg",
                            "a\xe9"
                            "b10.jpg"),
                   <,
                   0);
}

static void
test_bounded (void)
{
  g_autofree char *long_name = g_strnfill (5000, '7');
  g_autoptr (GBytes) key = otr_natural_key (long_name);

  g_assert_cmpuint (g_bytes_get_size (key), ==, 256);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/natural/order", test_order);
  g_test_add_func ("/natural/same", test_same);
  g_test_add_func ("/natural/invalid-utf8-stays-apart", test_invalid_utf8_stays_apart);
  g_test_add_func ("/natural/bounded", test_bounded);
  return g_test_run ();
}
