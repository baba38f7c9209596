/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-report-item.h"

G_DEFINE_FINAL_TYPE (OtrReportItem, otr_report_item, G_TYPE_OBJECT)

static void
otr_report_item_class_init (OtrReportItemClass *class)
{
}

static void
otr_report_item_init (OtrReportItem *self)
{
}

OtrReportItem *
otr_report_item_new (OtrReportItemKind kind, OtrResult section)
{
  OtrReportItem *self = g_object_new (OTR_TYPE_REPORT_ITEM, NULL);

  self->kind = kind;
  self->section = section;
  return self;
}
