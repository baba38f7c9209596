/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "otr-error.h"
#include "otr-facts.h"

static GVariant *
some_tags (void)
{
  const guint16 numbers[] = { 1, 2 };
  GVariantBuilder binary, named;

  g_variant_builder_init (&binary, G_VARIANT_TYPE ("a(yqv)"));
  g_variant_builder_add (&binary, "(yqv)", 0, 0x010f, g_variant_new_string ("Maker"));
  g_variant_builder_add (&binary,
                         "(yqv)",
                         2,
                         0x8827,
                         g_variant_new_fixed_array (G_VARIANT_TYPE_UINT16, numbers, 2, 2));
  g_variant_builder_init (&named, G_VARIANT_TYPE ("a(sv)"));
  g_variant_builder_add (&named, "(sv)", "xmp:Label", g_variant_new_string ("red"));
  return g_variant_ref_sink (g_variant_new ("(y@a(yqv)@a(sv))",
                                            OTR_FACTS_TAGS_VERSION,
                                            g_variant_builder_end (&binary),
                                            g_variant_builder_end (&named)));
}

static OtrFacts *
full_facts (void)
{
  const char *keywords[] = { "Straße", "青", NULL };
  const char *warnings[] = { "position uncertain", NULL };
  OtrFacts *facts = otr_facts_new ();

  facts->state = OTR_DECODE_DAMAGED;
  facts->reason = g_strdup ("truncated");
  facts->mime = otr_facts_known_mime ("image/jpeg");
  facts->width = 4000;
  facts->height = 3000;
  facts->orientation = 6;
  facts->taken_ms = G_GINT64_CONSTANT (-1500);
  facts->taken_offset = 345;
  facts->taken_digits = 3;
  facts->taken_source = OTR_TAKEN_EXIF_ORIGINAL;
  facts->make = g_strdup ("<b>Maker</b>");
  facts->model = g_strdup ("O'Neil");
  facts->f_number = 2.8;
  facts->iso = 100;
  facts->latitude = -90;
  facts->longitude = 180;
  facts->rating = -1;
  facts->keywords = g_strdupv ((char **) keywords);
  facts->caption = g_strdup ("two\nlines");
  facts->warnings = g_strdupv ((char **) warnings);
  facts->tags = some_tags ();
  return facts;
}

static void
test_round_trip (void)
{
  g_autoptr (OtrFacts) facts = full_facts ();
  g_autoptr (OtrFacts) copy = otr_facts_copy (facts);
  g_autoptr (GVariant) variant = otr_facts_to_variant (copy);
  g_autoptr (GError) error = NULL;
  g_autoptr (OtrFacts) back = otr_facts_from_variant (variant, &error);

  g_assert_no_error (error);
  g_assert_cmpint (back->state, ==, OTR_DECODE_DAMAGED);
  g_assert_cmpstr (back->reason, ==, "truncated");
  g_assert_cmpstr (back->mime, ==, "image/jpeg");
  g_assert_cmpuint (back->width, ==, 4000);
  g_assert_cmpuint (back->height, ==, 3000);
  g_assert_cmpuint (back->orientation, ==, 6);
  g_assert_cmpint (back->taken_ms, ==, -1500);
  g_assert_cmpint (back->taken_offset, ==, 345);
  g_assert_cmpint (back->taken_source, ==, OTR_TAKEN_EXIF_ORIGINAL);
  g_assert_cmpstr (back->make, ==, "<b>Maker</b>");
  g_assert_cmpstr (back->model, ==, "O'Neil");
  g_assert_null (back->lens);
  g_assert_cmpfloat (back->f_number, ==, 2.8);
  g_assert_true (isnan (back->exposure_time));
  g_assert_cmpuint (back->iso, ==, 100);
  g_assert_cmpfloat (back->latitude, ==, -90);
  g_assert_cmpfloat (back->longitude, ==, 180);
  g_assert_true (isnan (back->altitude));
  g_assert_cmpint (back->rating, ==, -1);
  g_assert_cmpstr (back->keywords[1], ==, "青");
  g_assert_null (back->keywords[2]);
  g_assert_cmpstr (back->caption, ==, "two\nlines");
  g_assert_cmpstr (back->warnings[0], ==, "position uncertain");
  g_assert_true (g_variant_equal (back->tags, facts->tags));
}

static void
test_empty (void)
{
  g_autoptr (OtrFacts) facts = otr_facts_new ();
  g_autoptr (GVariant) variant = otr_facts_to_variant (facts);
  g_autoptr (GError) error = NULL;
  g_autoptr (OtrFacts) back = otr_facts_from_variant (variant, &error);

  g_assert_no_error (error);
  g_assert_null (back->mime);
  g_assert_null (back->keywords);
  g_assert_null (back->warnings);
  g_assert_null (back->tags);
  g_assert_cmpint (back->taken_ms, ==, OTR_TAKEN_MS_NONE);
  g_assert_cmpint (back->taken_offset, ==, OTR_OFFSET_NONE);
  g_assert_cmpint (back->rating, ==, OTR_RATING_NONE);
}

static void
assert_refused (OtrFacts *facts)
{
  g_autoptr (GVariant) variant = otr_facts_to_variant (facts);
  g_autoptr (GError) error = NULL;
  g_autoptr (OtrFacts) back = otr_facts_from_variant (variant, &error);

  g_assert_null (back);
  g_assert_error (error, OTR_ERROR, OTR_ERROR_CORRUPT);
}

#define REFUSED(change)                         \
  G_STMT_START                                  \
  {                                             \
    g_autoptr (OtrFacts) facts = full_facts (); \
    change;                                     \
    assert_refused (facts);                     \
  }                                             \
  G_STMT_END

static void
test_impossible_values (void)
{
  REFUSED (facts->state = 7);
  REFUSED (g_clear_pointer (&facts->reason, g_free));
  REFUSED (facts->mime = "text/x-unheard-of");
  REFUSED (facts->width = 0);
  REFUSED (facts->height = G_MAXUINT32);
  REFUSED (facts->orientation = 0);
  REFUSED (facts->orientation = 9);
  REFUSED (facts->taken_ms = G_MAXINT64);
  REFUSED (facts->taken_ms = OTR_TAKEN_MS_NONE);
  REFUSED (facts->taken_source = OTR_TAKEN_NONE);
  REFUSED (facts->taken_source = 99);
  REFUSED (facts->taken_offset = 1000);
  REFUSED (facts->taken_digits = 4);
  REFUSED (facts->latitude = 90.5);
  REFUSED (facts->latitude = INFINITY);
  REFUSED (facts->longitude = NAN);
  REFUSED (facts->altitude = -INFINITY);
  REFUSED (facts->f_number = -1);
  REFUSED (facts->exposure_time = INFINITY);
  REFUSED (facts->rating = 6);
}

static void
test_impossible_texts (void)
{
  REFUSED (g_free (facts->make); facts->make = g_strdup ("a\nb"));
  REFUSED (g_free (facts->model); facts->model = g_strnfill (5000, 'x'));
  REFUSED (g_free (facts->caption); facts->caption = g_strnfill (5000, 'x'));
  REFUSED (g_free (facts->keywords[0]); facts->keywords[0] = g_strdup (""));
  REFUSED (g_free (facts->warnings[0]); facts->warnings[0] = g_strdup ("\033[2J"));
}

static GVariant *
tags_with (guint8 version, guint8 group, GVariant *value, guint n)
{
  GVariantBuilder binary;
  g_autoptr (GVariant) kept = g_variant_ref_sink (value);

  g_variant_builder_init (&binary, G_VARIANT_TYPE ("a(yqv)"));
  for (guint i = 0; i < n; i++)
    g_variant_builder_add (&binary, "(yqv)", group, 1, kept);
  return g_variant_ref_sink (g_variant_new ("(y@a(yqv)a(sv))",
                                            version,
                                            g_variant_builder_end (&binary),
                                            NULL));
}

static void
facts_set_tags (OtrFacts *facts, GVariant *tags)
{
  g_variant_unref (facts->tags);
  facts->tags = tags;
}

static void
test_impossible_tags (void)
{
  g_autofree char *text = g_strnfill (9000, 'x');

#define TAGS(...) REFUSED (facts_set_tags (facts, tags_with (__VA_ARGS__)))
  TAGS (9, 0, g_variant_new_string ("x"), 1);
  TAGS (1, 5, g_variant_new_string ("x"), 1);
  TAGS (1, 0, g_variant_new_string ("x"), 1001);
  TAGS (1, 0, g_variant_new_string (text), 1);
  TAGS (1, 0, g_variant_new_double (1), 1);
  TAGS (1, 0, g_variant_new_variant (g_variant_new_string ("x")), 1);
#undef TAGS
}

/* Any change of a byte of the serialised form is either refused or gives facts within limits. */
static void
test_bytes_changed (void)
{
  g_autoptr (OtrFacts) facts = full_facts ();
  g_autoptr (GVariant) variant = otr_facts_to_variant (facts);
  gsize size = g_variant_get_size (variant);
  guint refused = 0;

  for (gsize i = 0; i < size * 4; i++)
    {
      g_autofree guint8 *data = g_memdup2 (g_variant_get_data (variant), size);
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (GVariant) changed = NULL;
      g_autoptr (OtrFacts) back = NULL;

      data[i / 4] ^= (guint8) (0x11 << (i % 4));
      bytes = g_bytes_new (data, size);
      changed = g_variant_ref_sink (g_variant_new_from_bytes (OTR_FACTS_TYPE, bytes, FALSE));
      back = otr_facts_from_variant (changed, NULL);
      if (back == NULL)
        refused++;
      else
        g_assert_true (back->orientation >= 1 && back->orientation <= 8);
    }
  g_assert_cmpuint (refused, >, size / 2);
}

static void
test_taken_strings (void)
{
  g_autofree char *epoch = otr_taken_to_string (0, 0);
  g_autofree char *before = otr_taken_to_string (-1, 3);
  g_autofree char *tenth = otr_taken_to_string (1688494830987, 1);
  g_autofree char *offset = otr_taken_offset_to_string (345);
  g_autofree char *west = otr_taken_offset_to_string (-570);

  g_assert_cmpstr (epoch, ==, "1970-01-01T00:00:00");
  g_assert_cmpstr (before, ==, "1969-12-31T23:59:59.999");
  g_assert_cmpstr (tenth, ==, "2023-07-04T18:20:30.9");
  g_assert_cmpstr (offset, ==, "+05:45");
  g_assert_cmpstr (west, ==, "-09:30");
  g_assert_null (otr_taken_offset_to_string (OTR_OFFSET_NONE));
  g_assert_cmpstr (otr_taken_source_to_string (OTR_TAKEN_GPS), ==, "gps");
  g_assert_cmpstr (otr_taken_source_to_string (OTR_TAKEN_MTIME), ==, "mtime");
  g_assert_null (otr_taken_source_to_string (OTR_TAKEN_NONE));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/facts/round-trip", test_round_trip);
  g_test_add_func ("/facts/empty", test_empty);
  g_test_add_func ("/facts/impossible-values-are-refused", test_impossible_values);
  g_test_add_func ("/facts/impossible-texts-are-refused", test_impossible_texts);
  g_test_add_func ("/facts/impossible-tags-are-refused", test_impossible_tags);
  g_test_add_func ("/facts/bytes-changed", test_bytes_changed);
  g_test_add_func ("/facts/taken-strings", test_taken_strings);
  return g_test_run ();
}
