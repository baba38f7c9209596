/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-tag-list.h"
#include "otr-test-bytes.h"

/* The only tag of a list, little-endian. */
static OtrTagList *
make_list (guint type, const void *data, gsize size)
{
  OtrTagList *list = otr_tag_list_new ();
  OtrTag head = { .group = OTR_TAG_GROUP_EXIF, .type = (guint8) type, .tag = 1 };

  otr_tag_list_add (list, &head, data, size);
  return list;
}

static double
get_double (guint type, const void *data, gsize size, guint index)
{
  g_autoptr (OtrTagList) list = make_list (type, data, size);
  const OtrTag *tag = otr_tag_list_find (list, OTR_TAG_GROUP_EXIF, 1);
  double value;

  g_assert_nonnull (tag);
  return otr_tag_get_double (tag, index, &value) ? value : -999;
}

static void
test_numbers (void)
{
  g_assert_cmpfloat (get_double (OTR_TAG_BYTE, "\xff", 1, 0), ==, 255);
  g_assert_cmpfloat (get_double (OTR_TAG_SBYTE, "\xff", 1, 0), ==, -1);
  g_assert_cmpfloat (get_double (OTR_TAG_SHORT, "\1\2\3\4", 4, 1), ==, 0x403);
  g_assert_cmpfloat (get_double (OTR_TAG_SSHORT, "\xfe\xff", 2, 0), ==, -2);
  g_assert_cmpfloat (get_double (OTR_TAG_LONG, "\0\0\0\x80", 4, 0), ==, 2147483648.0);
  g_assert_cmpfloat (get_double (OTR_TAG_SLONG, "\0\0\0\x80", 4, 0), ==, -2147483648.0);
  g_assert_cmpfloat (get_double (OTR_TAG_RATIONAL, "\1\0\0\0\4\0\0\0", 8, 0), ==, 0.25);
  g_assert_cmpfloat (get_double (OTR_TAG_SRATIONAL, "\xff\xff\xff\xff\2\0\0\0", 8, 0), ==, -0.5);
  g_assert_cmpfloat (get_double (OTR_TAG_FLOAT, "\0\0\xc0\x3f", 4, 0), ==, 1.5);
  g_assert_cmpfloat (get_double (OTR_TAG_DOUBLE, "\0\0\0\0\0\0\xf8\x3f", 8, 0), ==, 1.5);
  g_assert_cmpfloat (get_double (OTR_TAG_ASCII, " 5.6 mm", 7, 0), ==, 5.6);
}

static void
test_no_numbers (void)
{
  g_assert_cmpfloat (get_double (OTR_TAG_RATIONAL, "\1\0\0\0\0\0\0\0", 8, 0), ==, -999);
  g_assert_cmpfloat (get_double (OTR_TAG_FLOAT, "\0\0\x80\x7f", 4, 0), ==, -999);
  g_assert_cmpfloat (get_double (OTR_TAG_SHORT, "\1\2\3", 3, 1), ==, -999);
  g_assert_cmpfloat (get_double (OTR_TAG_RATIONAL, "\1\0\0\0\1\0\0", 7, 0), ==, -999);
  g_assert_cmpfloat (get_double (OTR_TAG_ASCII, "f/5.6", 5, 0), ==, -999);
  g_assert_cmpfloat (get_double (OTR_TAG_ASCII, "inf", 3, 0), ==, -999);
}

static void
test_whole_numbers (void)
{
  g_autoptr (OtrTagList) negative = make_list (OTR_TAG_SLONG, "\xff\xff\xff\xff", 4);
  g_autoptr (OtrTagList) huge = make_list (OTR_TAG_DOUBLE, "\0\0\0\0\0\0\0\x7f", 8);
  g_autoptr (OtrTagList) good = make_list (OTR_TAG_LONG8, "\1\0\0\0\1\0\0\0", 8);
  guint64 value = 7;

  g_assert_false (otr_tag_get_uint (otr_tag_list_get (negative, 0), 0, &value));
  g_assert_false (otr_tag_get_uint (otr_tag_list_get (huge, 0), 0, &value));
  g_assert_cmpuint (value, ==, 7);
  g_assert_true (otr_tag_get_uint (otr_tag_list_get (good, 0), 0, &value));
  g_assert_cmpuint (value, ==, G_GUINT64_CONSTANT (0x100000001));
}

static void
test_list (void)
{
  g_autoptr (OtrTagList) list = make_list (OTR_TAG_ASCII, "first", 6);
  OtrTag same = { .group = OTR_TAG_GROUP_EXIF, .type = OTR_TAG_ASCII, .tag = 1 };
  OtrTag other = { .group = OTR_TAG_GROUP_GPS, .type = OTR_TAG_ASCII, .tag = 1 };
  OtrTag unknown = { .group = OTR_TAG_GROUP_GPS, .type = 99, .tag = 2 };
  g_autofree char *text = NULL;

  otr_tag_list_add (list, &same, (const guint8 *) "second", 7);
  otr_tag_list_add (list, &other, (const guint8 *) "", 0);
  otr_tag_list_add (list, &unknown, (const guint8 *) "x", 1);
  g_assert_cmpuint (otr_tag_list_get_length (list), ==, 2);
  text = otr_tag_dup_text (otr_tag_list_find (list, OTR_TAG_GROUP_EXIF, 1), 100);
  g_assert_cmpstr (text, ==, "first");
  g_assert_null (otr_tag_dup_text (otr_tag_list_find (list, OTR_TAG_GROUP_GPS, 1), 100));
  g_assert_null (otr_tag_list_find (list, OTR_TAG_GROUP_IFD0, 1));
}

static void
test_text (void)
{
  g_autoptr (OtrTagList) list = make_list (OTR_TAG_ASCII, " Caf\xe9\n<b> \0rest", 15);
  g_autoptr (OtrTagList) numbers = make_list (OTR_TAG_SHORT, "ab", 2);
  g_autofree char *text = otr_tag_dup_text (otr_tag_list_get (list, 0), 100);
  g_autofree char *cut = otr_tag_dup_text (otr_tag_list_get (list, 0), 4);

  g_assert_cmpstr (text, ==, "Café <b>");
  g_assert_cmpstr (cut, ==, "Caf"); /* never half a letter */
  g_assert_null (otr_tag_dup_text (otr_tag_list_get (numbers, 0), 100));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tag-list/numbers", test_numbers);
  g_test_add_func ("/tag-list/what-is-no-number", test_no_numbers);
  g_test_add_func ("/tag-list/whole-numbers", test_whole_numbers);
  g_test_add_func ("/tag-list/first-wins", test_list);
  g_test_add_func ("/tag-list/text", test_text);
  return g_test_run ();
}
