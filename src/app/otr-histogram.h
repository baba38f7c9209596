/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* How light is spread over a picture, by colour. Left is dark in every language. */
#define OTR_TYPE_HISTOGRAM (otr_histogram_get_type ())
G_DECLARE_FINAL_TYPE (OtrHistogram, otr_histogram, OTR, HISTOGRAM, GtkWidget)

/* RGB pixels; NULL empties it. Looks at a sample, so it takes well under a millisecond. */
void otr_histogram_set_pixels (OtrHistogram *self, GBytes *rgb);

G_END_DECLS
