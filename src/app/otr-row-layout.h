/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Two children, a text and controls: beside each other, the controls at the end; below each other
 * where little width would be left for the text. */
GtkLayoutManager *otr_row_layout_new (void);

G_END_DECLS
