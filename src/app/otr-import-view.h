/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-engine.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The bar that floats over the grid while an import runs. Its buttons are the window's actions. */
#define OTR_TYPE_IMPORT_VIEW (otr_import_view_get_type ())
G_DECLARE_FINAL_TYPE (OtrImportView, otr_import_view, OTR, IMPORT_VIEW, GtkWidget)

/* Follows `job` until it has finished; `name` says what is imported. NULL job: hides. */
void
otr_import_view_watch (OtrImportView *self, OtrEngine *engine, OtrImportJob *job, const char *name);
void otr_import_view_set_narrow (OtrImportView *self, gboolean narrow);

/* The two lines of the bar, for the reader; transfer full. */
char *otr_import_view_title (const OtrImportProgress *progress, const char *name);
char *otr_import_view_text (const OtrImportProgress *progress);
double otr_import_view_fraction (const OtrImportProgress *progress);

G_END_DECLS
