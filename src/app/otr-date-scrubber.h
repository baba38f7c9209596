/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "otr-photo-grid.h"

G_BEGIN_DECLS

/* Years along the edge of a grid, 48 wide; drag, click or arrow keys go there. Lies over the grid's
 * end side (GtkOverlay); hides itself when the photos are not ordered by date or fit one view.
 * Property: "years" (boolean): FALSE shows them only while scrubbing (narrow windows). */
#define OTR_TYPE_DATE_SCRUBBER (otr_date_scrubber_get_type ())
G_DECLARE_FINAL_TYPE (OtrDateScrubber, otr_date_scrubber, OTR, DATE_SCRUBBER, GtkWidget)

GtkWidget *otr_date_scrubber_new (void);
void otr_date_scrubber_set_grid (OtrDateScrubber *self, OtrPhotoGrid *grid);

G_END_DECLS
