/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-photo-order.h"

#define DAY G_GINT64_CONSTANT (86400000)

static OtrPhotoOrder *
order_of (const OtrPhotoKey *keys, guint n, OtrSort sort)
{
  GArray *array = g_array_new (FALSE, FALSE, sizeof (OtrPhotoKey));

  g_array_append_vals (array, keys, n);
  return otr_photo_order_new (array, sort);
}

/* One photo a character, its id the character's code: "abc". */
static OtrPhotoOrder *
order_of_text (const char *text)
{
  GArray *array = g_array_new (FALSE, FALSE, sizeof (OtrPhotoKey));

  for (; *text != '\0'; text++)
    {
      OtrPhotoKey key = { .photo_id = *text, .taken_ms = 0 };

      g_array_append_val (array, key);
    }
  return otr_photo_order_new (array, OTR_SORT_NAME);
}

static void
test_days (void)
{
  static const OtrPhotoKey keys[] = {
    { 1, 2 * DAY + 5 },
    { 2, 2 * DAY },
    { 3, 2 * DAY - 1 },
    { 4, 0 },
    { 5, -1 },
    { 6, -DAY },
    { 7, -DAY - 1 },
    { 8, OTR_TAKEN_MS_NONE },
  };
  static const OtrSection expected[] = {
    { 0, 2, 2 },
    { 2, 1, 1 },
    { 3, 1, 0 },
    { 4, 2, -1 },
    { 6, 1, -2 },
    { 7, 1, OTR_DAY_NONE },
  };
  g_autoptr (OtrPhotoOrder) order =
      order_of (keys, G_N_ELEMENTS (keys), OTR_SORT_TAKEN_NEWEST);

  g_assert_true (order->has_days);
  g_assert_cmpuint (order->sections->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const OtrSection *section = &g_array_index (order->sections, OtrSection, i);

      g_assert_cmpuint (section->first, ==, expected[i].first);
      g_assert_cmpuint (section->count, ==, expected[i].count);
      g_assert_cmpint (section->day, ==, expected[i].day);
    }
}

static void
test_one_run_by_name (void)
{
  g_autoptr (OtrPhotoOrder) order = order_of_text ("abc");
  g_autoptr (OtrPhotoOrder) none = order_of_text ("");

  g_assert_false (order->has_days);
  g_assert_cmpuint (order->sections->len, ==, 1);
  g_assert_cmpuint (none->sections->len, ==, 0);
}

static void
test_find (void)
{
  g_autoptr (OtrPhotoOrder) order = order_of_text ("hdbqax");
  const char *text = "hdbqax";
  guint position;

  for (guint i = 0; text[i] != '\0'; i++)
    {
      g_assert_true (otr_photo_order_find (order, text[i], &position));
      g_assert_cmpuint (position, ==, i);
    }
  g_assert_false (otr_photo_order_find (order, 'c', &position));
  g_assert_false (otr_photo_order_find (order, 'z', &position));
  g_assert_false (otr_photo_order_find (order, 0, &position));
}

static void
test_changes (void)
{
  static const struct
  {
    const char *before, *after;
    guint position, removed, added;
    const char *gone;
  } cases[] = {
    { "", "", 0, 0, 0, "" },
    { "abc", "abc", 3, 0, 0, "" },
    { "", "abc", 0, 0, 3, "" },
    { "abc", "", 0, 3, 0, "abc" },
    { "abc", "xabc", 0, 0, 1, "" },
    { "abc", "abcx", 3, 0, 1, "" },
    { "abc", "axbyc", 1, 1, 3, "" },
    { "abcd", "acd", 1, 1, 0, "b" },
    { "abcd", "xbcy", 0, 4, 4, "ad" },
    { "abcd", "acbd", 1, 2, 2, "" },
    { "aab", "ab", 1, 1, 0, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (OtrPhotoOrder) before = order_of_text (cases[i].before);
      g_autoptr (OtrPhotoOrder) after = order_of_text (cases[i].after);
      OtrPhotoChange change;

      otr_photo_change_init (&change, before, after);
      g_assert_cmpuint (change.position, ==, cases[i].position);
      g_assert_cmpuint (change.n_removed, ==, cases[i].removed);
      g_assert_cmpuint (change.n_added, ==, cases[i].added);
      g_assert_cmpuint (change.gone->len, ==, strlen (cases[i].gone));
      for (guint j = 0; j < change.gone->len; j++)
        g_assert_cmpint (g_array_index (change.gone, gint64, j), ==, cases[i].gone[j]);
      otr_photo_change_clear (&change);
    }
}

/* A photo that got another date is a change, even when it stays in its place. */
static void
test_another_date_is_a_change (void)
{
  static const OtrPhotoKey was[] = { { 1, 500 }, { 2, 400 } }, is[] = { { 1, 500 }, { 2, 300 } };
  g_autoptr (OtrPhotoOrder) before = order_of (was, 2, OTR_SORT_TAKEN_NEWEST);
  g_autoptr (OtrPhotoOrder) after = order_of (is, 2, OTR_SORT_TAKEN_NEWEST);
  OtrPhotoChange change;

  otr_photo_change_init (&change, before, after);
  g_assert_cmpuint (change.position, ==, 1);
  g_assert_cmpuint (change.n_removed, ==, 1);
  g_assert_cmpuint (change.n_added, ==, 1);
  g_assert_cmpuint (change.gone->len, ==, 0);
  otr_photo_change_clear (&change);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/photo-order/days", test_days);
  g_test_add_func ("/photo-order/one-run-by-name", test_one_run_by_name);
  g_test_add_func ("/photo-order/find", test_find);
  g_test_add_func ("/photo-order/changes", test_changes);
  g_test_add_func ("/photo-order/another-date-is-a-change", test_another_date_is_a_change);
  return g_test_run ();
}
