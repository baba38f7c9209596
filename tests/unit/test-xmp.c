/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include "otr-facts.h"
#include "otr-xmp.h"

#define HEAD "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF "                 \
             "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"      \
             "<rdf:Description xmlns:dc='http://purl.org/dc/elements/1.1/' " \
             "xmlns:xap='http://ns.adobe.com/xap/1.0/'"
#define TAIL "</rdf:Description></rdf:RDF></x:xmpmeta>"

static gboolean
parse (OtrXmp *xmp, const char *text)
{
  otr_xmp_init (xmp);
  return otr_xmp_parse (xmp, (const guint8 *) text, strlen (text));
}

static void
test_attributes (void)
{
  g_auto (OtrXmp) xmp = { 0 };

  g_assert_true (parse (&xmp,
                        HEAD " xap:Rating='-1' xap:CreateDate='2020-01-02T03:04:05+01:00'>" TAIL));
  g_assert_cmpint (xmp.rating, ==, -1);
  g_assert_true (xmp.has_date);
  g_assert_cmpint (xmp.date.offset, ==, 60);
  g_assert_cmpstr (g_hash_table_lookup (xmp.named, "xmp:Rating"), ==, "-1");
}

static void
test_lists (void)
{
  g_auto (OtrXmp) xmp = { 0 };

  g_assert_true (parse (&xmp,
                        HEAD "><dc:subject><rdf:Bag><rdf:li>a &amp; b</rdf:li>"
                             "<rdf:li>Zürich</rdf:li>"
                             "</rdf:Bag></dc:subject><dc:description><rdf:Alt>"
                             "<rdf:li xml:lang='x-default'>two\nlines</rdf:li>"
                             "</rdf:Alt></dc:description>"
                             "<xap:Rating>5</xap:Rating>" TAIL));
  g_assert_cmpuint (xmp.keywords->len, ==, 2);
  g_assert_cmpstr (g_ptr_array_index (xmp.keywords, 0), ==, "a & b");
  g_assert_cmpstr (g_ptr_array_index (xmp.keywords, 1), ==, "Zürich");
  g_assert_cmpstr (xmp.caption, ==, "two\nlines");
  g_assert_cmpint (xmp.rating, ==, 5);
}

static void
test_cut (void)
{
  g_auto (OtrXmp) xmp = { 0 };

  g_assert_false (parse (&xmp, HEAD " xap:Rating='3'><dc:subject><rdf:Bag><rdf:li>a"));
  g_assert_cmpint (xmp.rating, ==, 3);
  g_assert_cmpuint (xmp.keywords->len, ==, 0);
}

static void
test_entities_are_not_expanded (void)
{
  g_auto (OtrXmp) xmp = { 0 };

  g_assert_false (parse (&xmp,
                         "<!DOCTYPE x [<!ENTITY e 'eeee'>]>" HEAD "><dc:subject><rdf:Bag>"
                         "<rdf:li>&e;</rdf:li></rdf:Bag></dc:subject>" TAIL));
  g_assert_cmpuint (xmp.keywords->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/xmp/attributes", test_attributes);
  g_test_add_func ("/xmp/lists", test_lists);
  g_test_add_func ("/xmp/cut-packet-keeps-its-beginning", test_cut);
  g_test_add_func ("/xmp/entities-are-not-expanded", test_entities_are_not_expanded);
  return g_test_run ();
}
