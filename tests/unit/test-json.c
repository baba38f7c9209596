/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <locale.h>
#include <math.h>

#include "otr-json.h"

static void
test_text_is_escaped (void)
{
  g_autoptr (OtrJson) json = otr_json_new ();

  otr_json_string (json, "a", "say \"hi\" \\ \n\t\x1b[31m");
  otr_json_string (json, "b", NULL);
  otr_json_string (json, "ä", "東京");
  g_assert_cmpstr (otr_json_end (json),
                   ==,
                   "{\"a\":\"say \\\"hi\\\" \\\\ \\n\\t\\u001b[31m\",\"b\":null,\"ä\":\"東京\"}\n");
}

static void
test_bytes_are_kept (void)
{
  g_autoptr (OtrJson) json = otr_json_new ();

  otr_json_bytes (json, "path", "caf\xe9");
  otr_json_bytes (json, "other", "café");
  g_assert_cmpstr (otr_json_end (json),
                   ==,
                   "{\"path\":\"caf\\\\xe9\",\"path_bytes\":\"Y2Fm6Q==\",\"other\":\"café\"}\n");
}

static void
test_nesting_sets_commas (void)
{
  const char *const words[] = { "x", "y", NULL };
  g_autoptr (OtrJson) json = otr_json_new ();

  otr_json_strings (json, "words", words);
  otr_json_strings (json, "none", NULL);
  otr_json_open_object (json, "o");
  otr_json_bool (json, "t", TRUE);
  otr_json_int (json, "i", -5);
  otr_json_close_object (json);
  otr_json_open_array (json, "list");
  otr_json_uint (json, NULL, G_MAXUINT64);
  otr_json_null (json, NULL);
  otr_json_close_array (json);
  g_assert_cmpstr (otr_json_end (json),
                   ==,
                   "{\"words\":[\"x\",\"y\"],\"none\":[],\"o\":{\"t\":true,\"i\":-5},"
                   "\"list\":[18446744073709551615,null]}\n");
}

/* A comma locale must not leak into numbers. */
static void
test_doubles_are_short_and_exact (void)
{
  g_autoptr (OtrJson) json = otr_json_new ();

  (void) setlocale (LC_ALL, "de_DE.UTF-8");
  otr_json_double (json, "a", 0.1);
  otr_json_double (json, "b", 1.0 / 60);
  otr_json_double (json, "c", NAN);
  otr_json_double (json, "d", INFINITY);
  otr_json_double (json, "e", -1e300);
  (void) setlocale (LC_ALL, "C");
  g_assert_cmpstr (otr_json_end (json),
                   ==,
                   "{\"a\":0.1,\"b\":0.016666666666666666,\"c\":null,\"d\":null,\"e\":-1e+300}\n");
  g_assert_cmpfloat (g_ascii_strtod ("0.016666666666666666", NULL), ==, 1.0 / 60);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json/text-is-escaped", test_text_is_escaped);
  g_test_add_func ("/json/bytes-are-kept", test_bytes_are_kept);
  g_test_add_func ("/json/nesting-sets-commas", test_nesting_sets_commas);
  g_test_add_func ("/json/doubles-are-short-and-exact", test_doubles_are_short_and_exact);
  return g_test_run ();
}
