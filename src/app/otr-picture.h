/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* One picture to look at: fits the room (never enlarged), or any scale up to 8, with the wheel,
 * a pinch or the keyboard; dragging pans. What is shown may be smaller than the photo: it is
 * drawn at the photo's size.
 * Property "fit" (boolean): TRUE while the scale follows the room. Signal "scaled": more (or
 *   fewer) pixels of the photo are wanted than before. CSS node `picture-view`. */
#define OTR_TYPE_PICTURE (otr_picture_get_type ())
G_DECLARE_FINAL_TYPE (OtrPicture, otr_picture, OTR, PICTURE, GtkWidget)

GtkWidget *otr_picture_new (void);

/* Begins with another photo, fitting; its size in pixels, upright (0: unknown, then that of the
 * pixels). */
void otr_picture_begin (OtrPicture *self, guint width, guint height);

/* RGB, stride 3 * width; NULL: nothing. The bytes are used as they are, not copied. */
void otr_picture_set_pixels (OtrPicture *self, GBytes *rgb, guint width, guint height);
/* The same of any texture (a thumbnail). */
void otr_picture_set_texture (OtrPicture *self, GdkTexture *texture);
gboolean otr_picture_is_empty (OtrPicture *self);

/* Longest side in device pixels that is needed at the present scale; 0 before it has a size. */
guint otr_picture_get_wanted_px (OtrPicture *self);
/* The same of another photo that would fit the room; of unknown size (0): the room's own. */
guint otr_picture_get_fit_px (OtrPicture *self, guint width, guint height);
/* Longest side of the pixels there. */
guint otr_picture_get_longest (OtrPicture *self);

void otr_picture_fit (OtrPicture *self);
void otr_picture_zoom_to (OtrPicture *self, double scale); /* 1: a photo's pixel is a pixel */
void otr_picture_zoom_by (OtrPicture *self, double factor);

G_END_DECLS
