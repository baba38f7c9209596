/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Children beside each other at their own widths, in as many lines as they need. Not GtkFlowBox:
 * that makes columns. */
GtkLayoutManager *otr_wrap_layout_new (void);

G_END_DECLS
