/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-digest.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The first thing a person sees: where the photos are and where the catalog goes.
 * Signals: "import" (const char *catalog, OtrDigestKind as int, GFile *folder);
 *   "sample" (const char *catalog, OtrDigestKind as int). Opening another catalog is the action
 *   win.open-catalog. */
#define OTR_TYPE_WELCOME (otr_welcome_get_type ())
G_DECLARE_FINAL_TYPE (OtrWelcome, otr_welcome, OTR, WELCOME, GtkWidget)

/* Proposes the Pictures folder and looks through it; `catalog` is the place proposed for the
 * catalog. */
void otr_welcome_start (OtrWelcome *self, const char *catalog);
/* Stops looking through the folder. */
void otr_welcome_stop (OtrWelcome *self);
/* Says why the catalog could not be made, under its row. */
void otr_welcome_show_error (OtrWelcome *self, const GError *error);
void otr_welcome_set_busy (OtrWelcome *self, gboolean busy);

G_END_DECLS
