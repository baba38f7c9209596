/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-engine.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The window: side bar, pages, one open catalog. Main thread. */
#define OTR_TYPE_WINDOW (otr_window_get_type ())
G_DECLARE_FINAL_TYPE (OtrWindow, otr_window, OTR, WINDOW, GtkApplicationWindow)

/* `settings` is referenced. */
GtkWidget *otr_window_new (GtkApplication *application, GSettings *settings);

/* Opens the catalog, or the welcome page when there is none. NULL: the one used last. */
void otr_window_start (OtrWindow *self, const char *catalog);
/* Opens a catalog; one that is not there is made when `create`. */
void
otr_window_open_catalog (OtrWindow *self, const char *path, gboolean create, OtrDigestKind digest);

/* Imports the files (GFile) into `album` (NULL: by folder), now or after the import that runs;
 * before any catalog is there, one is made in the default place. */
void otr_window_import (OtrWindow *self, GPtrArray *files, const char *album);

void otr_window_show_grid (OtrWindow *self);

/* Presents a modal dialog and dims this window as long as it is there. */
void otr_window_present_modal (OtrWindow *self, GtkWindow *dialog);
OtrEngine *otr_window_get_engine (OtrWindow *self); /* borrowed; NULL: no catalog is open */

G_END_DECLS
