/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-catalog.h"

G_BEGIN_DECLS

/* A roll in the reader's words; no widgets. */

/* What was known of an import that ended in this run of the program. */
typedef struct
{
  gint64 roll_id;
  gboolean cancelled;
  GError *error; /* NULL: none */
} OtrReportEnd;

typedef enum
{
  OTR_REPORT_GOOD,
  OTR_REPORT_STOPPED,
  OTR_REPORT_BAD,
} OtrReportMood;

typedef struct
{
  OtrReportMood mood;
  char *title;
  char *text;
} OtrReportHead;

void otr_report_head_clear (OtrReportHead *head);
/* `end` may be NULL, or of another roll. */
void otr_report_head_init (OtrReportHead *head, const OtrRoll *roll, const OtrReportEnd *end);

const char *otr_report_result_name (OtrResult result);  /* "Already known"; static */
const char *otr_report_section_name (OtrResult result); /* "Failed"; static */
const char *otr_report_section_text (OtrResult result); /* what became of these files; static */
/* How many were left out on purpose, and why; for the folded section. */
char *otr_report_skipped_text (GPtrArray *issues);

/* "Pictures/Cities/London" for a folder below one of the roll's sources; transfer full. */
char *otr_report_folder (const OtrRoll *roll, const char *folder_path);
/* Why, with what to do; transfer full. */
char *otr_report_reason (const OtrIssue *issue);
/* All of it as plain text, for the clipboard or a file; transfer full. */
char *otr_report_plain (const OtrRoll *roll, const OtrReportEnd *end, GPtrArray *issues);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OtrReportHead, otr_report_head_clear)

G_END_DECLS
