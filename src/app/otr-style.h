/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The style sheets of a display, light, dark or high contrast as the desktop prefers: asked of the
 * settings portal and followed; without a portal GTK's own setting counts. One a process; it lives
 * as long as the program. Main thread. */
typedef struct _OtrStyle OtrStyle;

OtrStyle *otr_style_new (GdkDisplay *display);
void otr_style_free (OtrStyle *style);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrStyle, otr_style_free)

G_END_DECLS
