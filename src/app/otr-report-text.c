/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-report-text.h"

#include <string.h>

#include <glib/gi18n.h>

#include "otr-error.h"
#include "otr-words.h"

#define MB 1e6

static guint64
added (const OtrRoll *roll)
{
  return roll->counts[OTR_RESULT_IMPORTED] + roll->counts[OTR_RESULT_DAMAGED] +
         roll->counts[OTR_RESULT_DUPLICATE];
}

static char *
sources_name (const OtrRoll *roll)
{
  g_autofree char *name = NULL;
  guint n = roll->sources != NULL ? g_strv_length (roll->sources) : 0;

  if (n == 0)
    return g_strdup (_ ("the folders"));
  name = otr_words_name (roll->sources[0]);
  if (n == 1)
    return g_steal_pointer (&name);
  /* Translators: name of a folder, number of other folders imported with it. */
  return g_strdup_printf (ngettext ("%s and %u more", "%s and %u more", n - 1), name, n - 1);
}

static gboolean
was_stopped (const OtrRoll *roll, const OtrReportEnd *end)
{
  return roll->ended_us == 0 || (end != NULL && end->roll_id == roll->id && end->cancelled);
}

static char *
how_it_went (const OtrRoll *roll)
{
  g_autofree char *from = sources_name (roll);
  g_autofree char *duration = otr_words_duration (roll->seconds);
  g_autofree char *size = g_format_size (roll->bytes);
  double seconds = roll->seconds_to_catalog > 0 ? roll->seconds_to_catalog : roll->seconds;
  g_autofree char *rate = NULL;

  if (roll->bytes == 0 || seconds <= 0)
    /* Translators: name of a folder, "6 min 52 s". */
    return g_strdup_printf (_ ("From %s in %s"), from, duration);
  rate = otr_words_rate (roll->bytes / seconds / MB);
  /* Translators: name of a folder, "6 min 52 s", "250.7 GB", "609 MB/s". */
  return g_strdup_printf (_ ("From %s in %s · %s at %s"), from, duration, size, rate);
}

static void
describe_stop (OtrReportHead *head, const OtrRoll *roll)
{
  g_autofree char *number = otr_words_count (added (roll));

  head->mood = OTR_REPORT_STOPPED;
  /* Translators: %s is a number. */
  head->title = g_strdup_printf (
      ngettext ("Stopped after %s photo", "Stopped after %s photos", (gulong) added (roll)),
      number);
  head->text = g_strdup (_ ("What is imported stays. Import the folder again to continue."));
}

static void
describe_error (OtrReportHead *head, const OtrRoll *roll, const GError *error)
{
  g_autofree char *number = otr_words_count (added (roll));

  head->mood = OTR_REPORT_BAD;
  /* Translators: %s is a number. */
  head->title = g_strdup_printf (ngettext ("%s photo is safe in the catalog",
                                           "%s photos are safe in the catalog",
                                           (gulong) added (roll)),
                                 number);
  head->text = otr_words_error (error);
}

static void
describe_nothing_new (OtrReportHead *head, const OtrRoll *roll)
{
  g_autofree char *from = sources_name (roll);
  guint64 known = roll->counts[OTR_RESULT_KNOWN];
  g_autofree char *number = otr_words_count (known);

  head->mood = OTR_REPORT_GOOD;
  /* Translators: %s is the name of a folder. */
  head->title = g_strdup_printf (_ ("Nothing new in %s"), from);
  if (known == 0)
    head->text = g_strdup (_ ("There are no photos in it."));
  else
    /* Translators: %s is a number. */
    head->text = g_strdup_printf (ngettext ("The %s photo was already known.",
                                            "All %s photos were already known.",
                                            (gulong) known),
                                  number);
}

void
otr_report_head_init (OtrReportHead *head, const OtrRoll *roll, const OtrReportEnd *end)
{
  g_autofree char *number = otr_words_count (added (roll));
  const guint64 *counts = roll->counts;
  guint64 touched = added (roll) + counts[OTR_RESULT_CHANGED] + counts[OTR_RESULT_MOVED] +
                    counts[OTR_RESULT_FAILED];

  if (end != NULL && end->roll_id == roll->id && end->error != NULL)
    describe_error (head, roll, end->error);
  else if (was_stopped (roll, end))
    describe_stop (head, roll);
  else if (touched == 0)
    describe_nothing_new (head, roll);
  else
    {
      head->mood = OTR_REPORT_GOOD;
      /* Translators: %s is a number. */
      head->title = g_strdup_printf (ngettext ("%s photo added to the catalog",
                                               "%s photos added to the catalog",
                                               (gulong) added (roll)),
                                     number);
      head->text = how_it_went (roll);
    }
}

void
otr_report_head_clear (OtrReportHead *head)
{
  g_clear_pointer (&head->title, g_free);
  g_clear_pointer (&head->text, g_free);
}

const char *
otr_report_result_name (OtrResult result)
{
  static const char *const names[OTR_N_RESULTS] = {
    [OTR_RESULT_IMPORTED] = N_ ("Imported"),
    [OTR_RESULT_KNOWN] = N_ ("Already known"),
    [OTR_RESULT_MOVED] = N_ ("Moved"),
    [OTR_RESULT_CHANGED] = N_ ("Changed"),
    [OTR_RESULT_DUPLICATE] = N_ ("Duplicate"),
    [OTR_RESULT_COMPANION] = N_ ("Companions"),
    [OTR_RESULT_SKIPPED] = N_ ("Skipped"),
    [OTR_RESULT_DAMAGED] = N_ ("Damaged"),
    [OTR_RESULT_FAILED] = N_ ("Failed"),
  };

  g_return_val_if_fail (result < OTR_N_RESULTS, "");
  return _ (names[result]);
}

const char *
otr_report_section_name (OtrResult result)
{
  if (result == OTR_RESULT_IMPORTED)
    return _ ("Remarks");
  return otr_report_result_name (result);
}

const char *
otr_report_section_text (OtrResult result)
{
  switch (result)
    {
    case OTR_RESULT_FAILED:
      return _ ("Not in the catalog. The files were not touched.");
    case OTR_RESULT_DAMAGED:
      return _ ("In the catalog, marked. What can be shown is shown.");
    default:
      return _ ("In the catalog, with something to know.");
    }
}

static gboolean
is_no_photo (const OtrIssue *issue)
{
  static const char *const reasons[] = {
    "not a photo format", "unknown extension", "not an image", NULL
  };

  return issue->reason != NULL && g_strv_contains (reasons, issue->reason);
}

char *
otr_report_skipped_text (GPtrArray *issues)
{
  gulong n = 0, others = 0;
  g_autofree char *all = NULL;
  g_autofree char *no_photos = NULL;
  g_autofree char *rest = NULL;

  for (guint i = 0; i < issues->len; i++)
    {
      const OtrIssue *issue = issues->pdata[i];

      if (issue->result != OTR_RESULT_SKIPPED)
        continue;
      n++;
      others += !is_no_photo (issue);
    }
  all = g_strdup_printf (
      ngettext ("%'lu file left out on purpose", "%'lu files left out on purpose", n), n);
  no_photos = g_strdup_printf (
      ngettext ("%'lu is not a photo", "%'lu are not photos", n - others), n - others);
  rest = g_strdup_printf (
      ngettext ("%'lu for another reason", "%'lu for other reasons", others), others);
  if (others == 0 || others == n)
    /* Translators: "50 files left out on purpose", "50 are not photos". */
    return g_strdup_printf (_ ("%s: %s"), all, others == 0 ? no_photos : rest);
  /* Translators: "50 files left out on purpose", "38 are not photos", "12 for other reasons". */
  return g_strdup_printf (_ ("%s: %s, %s"), all, no_photos, rest);
}

char *
otr_report_folder (const OtrRoll *roll, const char *folder_path)
{
  for (guint i = 0; roll->sources != NULL && roll->sources[i] != NULL; i++)
    {
      const char *source = roll->sources[i];
      gsize length = strlen (source);
      g_autofree char *name = NULL;
      g_autofree char *rest = NULL;

      if (!g_str_has_prefix (folder_path, source) ||
          (folder_path[length] != '\0' && folder_path[length] != '/'))
        continue;
      name = otr_words_name (source);
      rest = g_filename_display_name (folder_path + length);
      return g_strconcat (name, rest, NULL);
    }
  return otr_words_place (folder_path);
}

char *
otr_report_reason (const OtrIssue *issue)
{
  if (issue->reason != NULL && *issue->reason != '\0')
    return otr_words_reason (issue->reason);
  if (issue->warnings != NULL && issue->warnings[0] != NULL)
    return otr_words_reason (issue->warnings[0]);
  return g_strdup ("");
}

char *
otr_report_plain (const OtrRoll *roll, const OtrReportEnd *end, GPtrArray *issues)
{
  GString *text = g_string_new (NULL);
  g_auto (OtrReportHead) head = { 0 };
  g_autofree char *date = otr_words_date_time (roll->started_us);

  otr_report_head_init (&head, roll, end);
  g_string_append_printf (text, "%s\n%s\n%s\n\n", head.title, head.text, date);
  for (OtrResult result = 0; result < OTR_N_RESULTS; result++)
    {
      g_autofree char *number = otr_words_count (roll->counts[result]);

      g_string_append_printf (text, "%s\t%s\n", number, otr_report_result_name (result));
    }
  for (guint i = 0; i < issues->len; i++)
    {
      const OtrIssue *issue = issues->pdata[i];
      g_autofree char *folder = g_filename_display_name (issue->folder_path);
      g_autofree char *name = g_filename_display_name (issue->name);
      g_autofree char *reason = otr_report_reason (issue);

      g_string_append_printf (
          text, "\n%s\t%s/%s\t%s", otr_report_section_name (issue->result), folder, name, reason);
    }
  g_string_append_c (text, '\n');
  return g_string_free (text, FALSE);
}
