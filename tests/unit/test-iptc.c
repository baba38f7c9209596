/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-iptc.h"
#include "otr-test-bytes.h"

static void
put (GByteArray *block, guint record, guint kind, const char *text)
{
  otr_test_put_be (block, 0x1c, 1);
  otr_test_put_be (block, record, 1);
  otr_test_put_be (block, kind, 1);
  otr_test_put_be (block, strlen (text), 2);
  otr_test_put_text (block, text);
}

static void
test_values (void)
{
  g_autoptr (GByteArray) block = g_byte_array_new ();
  g_auto (OtrIptc) iptc = { 0 };

  put (block, 1, 25, "of another record");
  put (block, 2, 25, "Zürich");
  put (block, 2, 25, "caf\xe9");
  put (block, 2, 25, "  ");
  put (block, 2, 120, "two\nlines");
  put (block, 2, 55, "20190501");
  put (block, 2, 60, "123300+0200");
  otr_iptc_parse (block->data, block->len, &iptc);
  g_assert_cmpuint (iptc.keywords->len, ==, 2);
  g_assert_cmpstr (g_ptr_array_index (iptc.keywords, 0), ==, "Zürich");
  g_assert_cmpstr (g_ptr_array_index (iptc.keywords, 1), ==, "café");
  g_assert_cmpstr (iptc.caption, ==, "two\nlines");
  g_assert_true (iptc.has_date);
  g_assert_cmpint (iptc.date.ms, ==, G_GINT64_CONSTANT (1556713980000));
  g_assert_cmpint (iptc.date.offset, ==, 120);
}

/* What comes before the damage is kept. */
static void
test_cut (void)
{
  g_autoptr (GByteArray) block = g_byte_array_new ();

  put (block, 2, 25, "first");
  put (block, 2, 25, "second");
  for (guint size = 0; size <= block->len; size++)
    {
      g_autofree guint8 *exact = g_memdup2 (block->data, size);
      g_auto (OtrIptc) iptc = { 0 };

      otr_iptc_parse (exact, size, &iptc);
      g_assert_cmpuint (iptc.keywords->len, ==, size < 10 ? 0 : size < block->len ? 1
                                                                                  : 2);
      g_assert_false (iptc.has_date);
    }
}

static void
test_too_long (void)
{
  static const guint8 block[] = "\x1c\2\31\xff\xff"
                                "abc";
  g_auto (OtrIptc) iptc = { 0 };

  otr_iptc_parse (block, sizeof block - 1, &iptc);
  g_assert_cmpuint (iptc.keywords->len, ==, 0);
}

static void
test_many_keywords (void)
{
  g_autoptr (GByteArray) block = g_byte_array_new ();
  g_auto (OtrIptc) iptc = { 0 };

  for (guint i = 0; i < 5000; i++)
    put (block, 2, 25, "x");
  otr_iptc_parse (block->data, block->len, &iptc);
  g_assert_cmpuint (iptc.keywords->len, ==, 1000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/iptc/values", test_values);
  g_test_add_func ("/iptc/cut", test_cut);
  g_test_add_func ("/iptc/too-long", test_too_long);
  g_test_add_func ("/iptc/many-keywords", test_many_keywords);
  return g_test_run ();
}
