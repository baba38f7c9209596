/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A row of a card: an icon, a title over a caption, and controls at the end. Properties "title",
 * "caption", "icon-name", "note" (dim text before the control). Children go to the end; each is
 * labelled by the title and described by the caption. */
#define OTR_TYPE_ROW (otr_row_get_type ())
G_DECLARE_FINAL_TYPE (OtrRow, otr_row, OTR, ROW, GtkListBoxRow)

GtkWidget *otr_row_new (const char *title, const char *caption);
void otr_row_add (OtrRow *self, GtkWidget *control);
void otr_row_set_title (OtrRow *self, const char *title);
void otr_row_set_caption (OtrRow *self, const char *caption);
void otr_row_set_note (OtrRow *self, const char *note); /* NULL: none */
/* A line under the caption; `is_error` shows it red, else it is a warning. NULL: none. */
void otr_row_set_message (OtrRow *self, const char *message, gboolean is_error);

G_END_DECLS
