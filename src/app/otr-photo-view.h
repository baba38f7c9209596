/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "otr-photo-list.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* One photo on a page of its own, with its header bar and the panel of details.
 * Properties: "photo-id" (int64, read only; follows next and previous), "place" (string: the
 *   list's name for
 *     "7 of 1,204 in Animals", may be NULL), "show-details" (boolean), "narrow" (boolean: the
 *     panel goes under the photo).
 * Signals: "back"; "fullscreen" (the button or F11: the window toggles). */
#define OTR_TYPE_PHOTO_VIEW (otr_photo_view_get_type ())
G_DECLARE_FINAL_TYPE (OtrPhotoView, otr_photo_view, OTR, PHOTO_VIEW, GtkWidget)

GtkWidget *otr_photo_view_new (void);

/* Shows a photo of the list; both are kept until the next call or otr_photo_view_clear(). */
void otr_photo_view_show (OtrPhotoView *self,
                          OtrEngine *engine,
                          OtrPhotoList *list,
                          gint64 photo_id);
void otr_photo_view_clear (OtrPhotoView *self);
gint64 otr_photo_view_get_photo_id (OtrPhotoView *self); /* 0: none */

G_END_DECLS
