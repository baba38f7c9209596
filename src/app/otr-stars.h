/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A rating of 0 to 5 stars: click, arrow keys. A click on the present one takes it away.
 * Signal "rated" (int): chosen by the reader. Its CSS `color` fills the stars. */
#define OTR_TYPE_STARS (otr_stars_get_type ())
G_DECLARE_FINAL_TYPE (OtrStars, otr_stars, OTR, STARS, GtkWidget)

#define OTR_STARS_MAX 5

void otr_stars_set_rating (OtrStars *self, int rating); /* below 0 shows none */
int otr_stars_get_rating (OtrStars *self);

G_END_DECLS
