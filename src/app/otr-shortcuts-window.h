/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Lists the keys of the window. */
#define OTR_TYPE_SHORTCUTS_WINDOW (otr_shortcuts_window_get_type ())
G_DECLARE_FINAL_TYPE (OtrShortcutsWindow, otr_shortcuts_window, OTR, SHORTCUTS_WINDOW, GtkWindow)

GtkWidget *otr_shortcuts_window_new (GtkWindow *parent);

G_END_DECLS
