/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-facts.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Every tag of a photo, as the file has it; searchable and copyable. */
#define OTR_TYPE_TAGS_WINDOW (otr_tags_window_get_type ())
G_DECLARE_FINAL_TYPE (OtrTagsWindow, otr_tags_window, OTR, TAGS_WINDOW, GtkWindow)

/* `name` is the photo's, for the title. */
GtkWidget *otr_tags_window_new (GtkWindow *parent, const char *name, const OtrFacts *facts);

G_END_DECLS
