/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include "otr-error.h"
#include "otr-report-text.h"

static char *sources[] = { "/home/me/Pictures", NULL };

static OtrRoll
roll_new (void)
{
  return (OtrRoll){
    .id = 7,
    .started_us = 1,
    .ended_us = 2,
    .sources = sources,
    .bytes = 200 * 1000 * 1000,
    .seconds = 75,
    .seconds_to_catalog = 50,
  };
}

static void
test_added (void)
{
  OtrRoll roll = roll_new ();
  g_auto (OtrReportHead) head = { 0 };

  roll.counts[OTR_RESULT_IMPORTED] = 38;
  roll.counts[OTR_RESULT_DAMAGED] = 2;
  otr_report_head_init (&head, &roll, NULL);
  g_assert_cmpint (head.mood, ==, OTR_REPORT_GOOD);
  g_assert_cmpstr (head.title, ==, "40 photos added to the catalog");
  g_assert_nonnull (strstr (head.text, "From Pictures in 1 min 15 s"));
  g_assert_nonnull (strstr (head.text, "4.0 MB/s"));
}

static void
test_nothing_new (void)
{
  OtrRoll roll = roll_new ();
  g_auto (OtrReportHead) head = { 0 };

  roll.counts[OTR_RESULT_KNOWN] = 12;
  otr_report_head_init (&head, &roll, NULL);
  g_assert_cmpstr (head.title, ==, "Nothing new in Pictures");
  g_assert_cmpstr (head.text, ==, "All 12 photos were already known.");
}

static void
test_stopped (void)
{
  OtrRoll roll = roll_new ();
  OtrReportEnd end = { .roll_id = 7, .cancelled = TRUE };
  OtrReportEnd other = { .roll_id = 6, .cancelled = TRUE };
  g_auto (OtrReportHead) stopped = { 0 };
  g_auto (OtrReportHead) not_this = { 0 };
  g_auto (OtrReportHead) killed = { 0 };

  roll.counts[OTR_RESULT_IMPORTED] = 1;
  otr_report_head_init (&stopped, &roll, &end);
  g_assert_cmpstr (stopped.title, ==, "Stopped after 1 photo");
  otr_report_head_init (&not_this, &roll, &other);
  g_assert_cmpstr (not_this.title, ==, "1 photo added to the catalog");
  roll.ended_us = 0;
  otr_report_head_init (&killed, &roll, NULL);
  g_assert_cmpint (killed.mood, ==, OTR_REPORT_STOPPED);
}

static void
test_disk_full (void)
{
  OtrRoll roll = roll_new ();
  g_autoptr (GError) error = g_error_new_literal (OTR_ERROR, OTR_ERROR_NO_SPACE, "full");
  OtrReportEnd end = { .roll_id = 7, .error = error };
  g_auto (OtrReportHead) head = { 0 };

  roll.counts[OTR_RESULT_IMPORTED] = 5;
  otr_report_head_init (&head, &roll, &end);
  g_assert_cmpint (head.mood, ==, OTR_REPORT_BAD);
  g_assert_cmpstr (head.title, ==, "5 photos are safe in the catalog");
  g_assert_cmpstr (
      head.text, ==, "The disk with the catalog is full. Free some space, then continue.");
}

static void
test_folder (void)
{
  OtrRoll roll = roll_new ();
  g_autofree char *below = otr_report_folder (&roll, "/home/me/Pictures/Cities/London");
  g_autofree char *top = otr_report_folder (&roll, "/home/me/Pictures");
  g_autofree char *other = otr_report_folder (&roll, "/home/me/Pictures2/x");

  g_assert_cmpstr (below, ==, "Pictures/Cities/London");
  g_assert_cmpstr (top, ==, "Pictures");
  g_assert_cmpstr (other, ==, "/home/me/Pictures2/x");
}

static void
test_plain (void)
{
  OtrRoll roll = roll_new ();
  g_autoptr (GPtrArray) issues = g_ptr_array_new ();
  OtrIssue issue = {
    .folder_path = "/home/me/Pictures",
    .name = "bad\xff.jpg",
    .result = OTR_RESULT_FAILED,
    .reason = "It is a test.",
  };
  g_autofree char *text = NULL;

  roll.counts[OTR_RESULT_FAILED] = 1;
  g_ptr_array_add (issues, &issue);
  text = otr_report_plain (&roll, NULL, issues);
  g_assert_true (g_utf8_validate (text, -1, NULL));
  g_assert_nonnull (strstr (text, "1\tFailed"));
  g_assert_nonnull (strstr (text, "Failed\t/home/me/Pictures/bad\xef\xbf\xbd.jpg\tIt is a test."));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report-text/added", test_added);
  g_test_add_func ("/report-text/nothing-new", test_nothing_new);
  g_test_add_func ("/report-text/stopped", test_stopped);
  g_test_add_func ("/report-text/disk-full", test_disk_full);
  g_test_add_func ("/report-text/folder", test_folder);
  g_test_add_func ("/report-text/plain", test_plain);
  return g_test_run ();
}
