/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdio.h>
#include <unistd.h>

#include "otr-cli-table.h"
#include "otr-cli-text.h"
#include "otr-test.h"

static void
assert_takes (char *made, const char *expected)
{
  g_assert_cmpstr (made, ==, expected);
  g_free (made);
}

static void
test_display_cannot_command_a_terminal (void)
{
  assert_takes (otr_cli_text_display ("Zürich 東京"), "Zürich 東京");
  assert_takes (otr_cli_text_display ("a\nb\tc"), "a\\nb\\tc");
  assert_takes (otr_cli_text_display ("bell\a \x1b[31m"), "bell\\x07 \\x1b[31m");
  assert_takes (otr_cli_text_display ("\xe2\x80\xaegpj.exe"), "\\u202egpj.exe");
  assert_takes (otr_cli_text_display ("caf\xe9 \xff"), "caf\\xe9 \\xff");
}

static void
test_sizes_and_durations (void)
{
  assert_takes (otr_cli_text_size (0), "0 B");
  assert_takes (otr_cli_text_size (999), "999 B");
  assert_takes (otr_cli_text_size (5200000), "5.2 MB");
  assert_takes (otr_cli_text_size (999999), "1.0 MB");
  assert_takes (otr_cli_text_duration (3.44), "3.4 s");
  assert_takes (otr_cli_text_duration (59.97), "1 min 00 s");
  assert_takes (otr_cli_text_duration (125), "2 min 05 s");
  assert_takes (otr_cli_text_duration (3720), "1 h 02 min");
}

static void
test_times_before_1970 (void)
{
  assert_takes (otr_cli_text_time_ns (0), "1970-01-01T00:00:00.000000000Z");
  assert_takes (otr_cli_text_time_ns (-1), "1969-12-31T23:59:59.999999999Z");
  assert_takes (otr_cli_text_time_ns (G_GINT64_CONSTANT (4294944000123456789)),
                "2106-02-07T00:00:00.123456789Z");
}

static char *
print_to_string (OtrCliTable *table)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream (&text, &size);

  otr_cli_table_print (table, out);
  g_assert_cmpint (fclose (out), ==, 0);
  return text;
}

static void
test_table_aligns_by_width (void)
{
  const char *const headings[] = { "NAME", ">N", "LAST", NULL };
  g_autoptr (OtrCliTable) table = otr_cli_table_new (headings);
  char *first[] = { g_strdup ("東京"), g_strdup ("7"), g_strdup ("x") };
  char *second[] = { g_strdup ("a"), g_strdup ("1234"), NULL };

  assert_takes (print_to_string (table), "");
  otr_cli_table_add (table, first);
  otr_cli_table_add (table, second);
  assert_takes (print_to_string (table),
                "NAME     N  LAST\n"
                "東京     7  x\n"
                "a     1234  \n");
  assert_takes (print_to_string (table), "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-text/display", test_display_cannot_command_a_terminal);
  g_test_add_func ("/cli-text/sizes-and-durations", test_sizes_and_durations);
  g_test_add_func ("/cli-text/times-before-1970", test_times_before_1970);
  g_test_add_func ("/cli-text/table", test_table_aligns_by_width);
  return g_test_run ();
}
