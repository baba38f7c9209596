/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-catalog.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The details beside a photo.
 * Signals: "rated" (int); "tags-wanted"; "files-wanted" (the file in the file manager). */
#define OTR_TYPE_PHOTO_PANEL (otr_photo_panel_get_type ())
G_DECLARE_FINAL_TYPE (OtrPhotoPanel, otr_photo_panel, OTR, PHOTO_PANEL, GtkWidget)

/* NULL: nothing is known (yet). The record is not kept. */
void otr_photo_panel_set_record (OtrPhotoPanel *self, const OtrPhotoRecord *record);
/* For the histogram: RGB, or NULL. */
void otr_photo_panel_set_pixels (OtrPhotoPanel *self, GBytes *rgb);
void otr_photo_panel_set_rating (OtrPhotoPanel *self, int rating);
/* Under the photo instead of beside it: wider, without histogram. */
void otr_photo_panel_set_narrow (OtrPhotoPanel *self, gboolean narrow);

G_END_DECLS
