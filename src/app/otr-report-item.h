/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-catalog.h"

#include <glib-object.h>

G_BEGIN_DECLS

/* One row of the report's list. */
typedef enum
{
  OTR_REPORT_ITEM_HEAD,    /* how it went, with the figures */
  OTR_REPORT_ITEM_HEADING, /* of a section */
  OTR_REPORT_ITEM_ISSUE,
} OtrReportItemKind;

#define OTR_TYPE_REPORT_ITEM (otr_report_item_get_type ())
G_DECLARE_FINAL_TYPE (OtrReportItem, otr_report_item, OTR, REPORT_ITEM, GObject)

struct _OtrReportItem
{
  GObject parent_instance;
  OtrReportItemKind kind;
  OtrResult section;
  guint n_issues;        /* HEADING: in the section */
  guint n_shown;         /* HEADING: of these */
  const OtrIssue *issue; /* ISSUE: borrowed from the report's list, which outlives its items */
  gboolean first;        /* ISSUE: of its card */
  gboolean last;
};

OtrReportItem *otr_report_item_new (OtrReportItemKind kind, OtrResult section);

G_END_DECLS
