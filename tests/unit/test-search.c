/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-test-catalog.h"

static void
add (OtrTestCatalog *t,
     const char *folder,
     const char *name,
     guint seed,
     const char *model,
     const char *keyword,
     const char *caption)
{
  g_autoptr (OtrFacts) facts = otr_test_facts (1000 + seed);
  const char *keywords[] = { keyword, NULL };
  OtrCatalogEntry entry = otr_test_entry (folder, name, seed, facts);

  facts->model = g_strdup (model);
  facts->caption = g_strdup (caption);
  if (keyword != NULL)
    facts->keywords = g_strdupv ((char **) keywords);
  (void) otr_test_catalog_add (t, &entry);
}

static void
fill (OtrTestCatalog *t)
{
  otr_test_catalog_init (t, 0);
  add (t, "2019/Österreich", "DSC1234.JPG", 1, "NIKON D750", NULL, NULL);
  add (t, "2019", "IMG_5678.JPG", 2, "X-T3", "Familie Müller", "Die Straße am Abend");
  add (t, "", "東京タワー.jpg", 3, NULL, NULL, NULL);
  add (t, "", "say \"cheese\".jpg", 4, NULL, "café", NULL);
  add (t, "", "a*b.jpg", 5, NULL, NULL, "100% wool");
  add (t,
       "",
       "u\xcc\x88"
       "bung.jpg",
       6,
       NULL,
       NULL,
       NULL); /* decomposed, as macOS writes it */
}

static const struct
{
  const char *typed;
  guint n;
} cases[] = {
  { "1234", 1 },
  { "dsc12", 1 },
  { "stra\xc3\x9f"
    "e",
    1 },
  { "STRA\xc3\x9f"
    "E",
    1 },
  { "東京", 1 },
  { "タワー", 1 },
  { "\"", 1 },
  { "*", 1 },
  { "\"cheese\"", 1 },
  { "a*b", 1 },
  { "muller", 1 },
  { "Müll", 1 },
  { "cafe", 1 },
  { "D750", 1 },
  { "x-t3", 1 },
  { "osterreich", 1 },
  { "2019", 2 },
  { "im", 1 },
  { "d", 2 },
  { "übung", 1 },
  { "jpg dsc", 1 },
  { "dsc cheese", 0 },
  { "  ", 6 },
  { "", 6 },
  { "nothing-like-this", 0 },
  { "NEAR(a b)", 0 },
  { "name:dsc", 0 },
  { "a OR b", 0 },
  { "dsc1234\" OR \"img", 0 },
  { "'; DROP TABLE photo; --", 0 },
  { "^dsc", 1 },
  { "%", 1 },
  { "--", 0 },
  { "\xff\xfe", 0 },
};

static void
test_what_people_type (void)
{
  OtrTestCatalog t;

  fill (&t);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint n = otr_test_catalog_count (&t, OTR_VIEW_ALL, 0, cases[i].typed);

      if (n != cases[i].n)
        g_error ("“%s” finds %u, not %u", cases[i].typed, n, cases[i].n);
    }
  otr_test_catalog_assert_clean (&t);
  otr_test_catalog_clear (&t);
}

static void
test_very_many_words (void)
{
  OtrTestCatalog t;
  GString *typed = g_string_new (NULL);

  fill (&t);
  for (guint i = 0; i < 5000; i++)
    g_string_append (typed, "dsc ");
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ALL, 0, typed->str), ==, 1);
  g_string_free (typed, TRUE);
  otr_test_catalog_clear (&t);
}

/* A search stays inside its view. */
static void
test_inside_a_view (void)
{
  OtrTestCatalog t;

  fill (&t);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ROLL, t.roll, "dsc"), ==, 1);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_ROLL, t.roll + 1, "dsc"), ==, 0);
  g_assert_cmpuint (otr_test_catalog_count (&t, OTR_VIEW_DAMAGED, 0, "dsc"), ==, 0);
  otr_test_catalog_clear (&t);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/search/what-people-type", test_what_people_type);
  g_test_add_func ("/search/very-many-words", test_very_many_words);
  g_test_add_func ("/search/inside-a-view", test_inside_a_view);
  return g_test_run ();
}
