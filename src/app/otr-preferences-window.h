/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-engine.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* General, import and performance. Every control is a key of the settings and follows it. */
#define OTR_TYPE_PREFERENCES_WINDOW (otr_preferences_window_get_type ())
G_DECLARE_FINAL_TYPE (
    OtrPreferencesWindow, otr_preferences_window, OTR, PREFERENCES_WINDOW, GtkWindow)

/* `engine` may be NULL: no catalog is open. */
GtkWidget *otr_preferences_window_new (GtkWindow *parent, GSettings *settings, OtrEngine *engine);

G_END_DECLS
