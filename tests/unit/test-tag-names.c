/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-tag-names.h"

static void
test_names (void)
{
  g_assert_cmpstr (otr_tag_name (0, 0x010f), ==, "Make");
  g_assert_cmpstr (otr_tag_name (2, 0x829a), ==, "ExposureTime");
  g_assert_cmpstr (otr_tag_name (2, 0xa434), ==, "LensModel");
  g_assert_cmpstr (otr_tag_name (3, 0x0002), ==, "GPSLatitude");
  g_assert_cmpstr (otr_tag_name (4, 0x0001), ==, "InteroperabilityIndex");
  g_assert_null (otr_tag_name (2, 0xfffe));
  g_assert_cmpstr (otr_tag_group_name (2), ==, "Exif");
  g_assert_cmpstr (otr_tag_group_name (99), ==, "");
}

static void
assert_value (const char *variant, const char *expected)
{
  g_autoptr (GVariant) value = g_variant_ref_sink (g_variant_new_parsed (variant));
  g_autofree char *text = otr_tag_value_to_string (value);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_values (void)
{
  assert_value ("'Canon'", "Canon");
  assert_value ("[@q 1, 2]", "1 2");
  assert_value ("[(@u 1, @u 60)]", "1/60");
  assert_value ("[(@i -1, @i 3), (0, 0)]", "-1/3 0/0");
  assert_value ("[0.5]", "0.5");
  assert_value ("[byte 0x30, 0x32, 0x33, 0x30]", "0230");
  assert_value ("[byte 0x01, 0x02, 0x03, 0x00]", "01 02 03 00");
  assert_value ("['a', 'b c']", "a, b c");
  assert_value ("@ay []", "");
}

static void
test_long_values_are_cut (void)
{
  guint32 numbers[500] = { 0 };
  g_autoptr (GVariant) value = g_variant_ref_sink (
      g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, numbers, 500, sizeof *numbers));
  g_autofree char *text = otr_tag_value_to_string (value);

  g_assert_cmpuint (strlen (text), <, 260);
  g_assert_true (g_str_has_suffix (text, "(500 values)"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tag-names/names", test_names);
  g_test_add_func ("/tag-names/values", test_values);
  g_test_add_func ("/tag-names/long-values-are-cut", test_long_values_are_cut);
  return g_test_run ();
}
