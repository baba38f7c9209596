/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Gives its one child at most "width" pixels (600), centred. */
#define OTR_TYPE_CLAMP (otr_clamp_get_type ())
G_DECLARE_FINAL_TYPE (OtrClamp, otr_clamp, OTR, CLAMP, GtkWidget)

G_END_DECLS
