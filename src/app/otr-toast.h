/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A short message that floats over the window and goes by itself; one at a time, a new one replaces
 * the old. */
#define OTR_TYPE_TOAST (otr_toast_get_type ())
G_DECLARE_FINAL_TYPE (OtrToast, otr_toast, OTR, TOAST, GtkWidget)

#define OTR_TOAST_SECONDS 5
#define OTR_TOAST_UNDO_SECONDS 8

void otr_toast_show (OtrToast *self, const char *text);

/* With a button that activates `action` ("win.undo") with `target` (floating, or NULL). */
void otr_toast_show_action (OtrToast *self,
                            const char *text,
                            const char *label,
                            const char *action,
                            GVariant *target,
                            guint seconds);
void otr_toast_hide (OtrToast *self);

G_END_DECLS
