/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "otr-photo-item.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* One photo in the grid. Draws itself: picture, badges, veil and tick; rings, placeholder colour
 * and corners are CSS (node `photo-tile`, states :hover, :selected, :focus-visible; its `color`
 * fills the tick). Signal "content-changed": the record names another content or decode state
 * than before. */
#define OTR_TYPE_PHOTO_TILE (otr_photo_tile_get_type ())
G_DECLARE_FINAL_TYPE (OtrPhotoTile, otr_photo_tile, OTR, PHOTO_TILE, GtkWidget)

/* The corner that ticks, in pixels from the start and the top. */
#define OTR_PHOTO_TILE_TICK_AREA 36

GtkWidget *otr_photo_tile_new (void);

/* NULL unbinds: texture and record are let go. */
void otr_photo_tile_bind (OtrPhotoTile *self, OtrPhotoItem *item);
OtrPhotoItem *otr_photo_tile_get_item (OtrPhotoTile *self);

/* Crossfades from what is shown, unless `at_once` or animations are off. */
void otr_photo_tile_set_texture (OtrPhotoTile *self, GdkTexture *texture, gboolean at_once);
void otr_photo_tile_set_selected (OtrPhotoTile *self, gboolean selected);
void otr_photo_tile_set_whole (OtrPhotoTile *self, gboolean whole);

/* Where it stands, for the grid and for screen readers. */
void otr_photo_tile_set_position (OtrPhotoTile *self, guint position, guint n, guint columns);
guint otr_photo_tile_get_position (OtrPhotoTile *self);

G_END_DECLS
