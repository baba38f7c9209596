/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-engine.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Library and albums. Follows the catalog of its engine.
 * Signal "chosen" (OtrView as int, gint64 id, const char *name): the person chose what to see. */
#define OTR_TYPE_SIDE_BAR (otr_side_bar_get_type ())
G_DECLARE_FINAL_TYPE (OtrSideBar, otr_side_bar, OTR, SIDE_BAR, GtkWidget)

void otr_side_bar_set_engine (OtrSideBar *self, OtrEngine *engine); /* NULL: empties it */
/* Selects a row of the library as if it had been chosen. */
void otr_side_bar_choose (OtrSideBar *self, OtrView view);
/* As last read. */
const OtrCounts *otr_side_bar_get_counts (OtrSideBar *self);
GPtrArray *otr_side_bar_get_album_names (OtrSideBar *self); /* char *: albums the person made */

G_END_DECLS
