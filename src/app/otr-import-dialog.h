/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Confirms an import: which folders, into which albums.
 * Signal "import" (GPtrArray of GFile, const char *album or NULL). */
#define OTR_TYPE_IMPORT_DIALOG (otr_import_dialog_get_type ())
G_DECLARE_FINAL_TYPE (OtrImportDialog, otr_import_dialog, OTR, IMPORT_DIALOG, GtkWindow)

/* `files`: GFile; `albums`: char *, those the person made before. Both are referenced. */
GtkWidget *otr_import_dialog_new (GtkWindow *parent, GPtrArray *files, GPtrArray *albums);

G_END_DECLS
