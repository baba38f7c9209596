/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "otr-grid-thumbs.h"
#include "otr-photo-grid.h"
#include "otr-photo-tile.h"

G_BEGIN_DECLS

/* What the parts of OtrPhotoGrid share: -grid.c (the widget), -grid-place.c (layout, scrolling),
 * -grid-tiles.c, -grid-input.c (keys and pointer),
 * -grid-selection.c. */
struct _OtrPhotoGrid
{
  GtkWidget parent_instance;

  /* GtkScrollable */
  GtkAdjustment *adjustments[2]; /* by GtkOrientation */
  guint policies[2];

  OtrPhotoList *model;
  OtrGridThumbs *thumbs;
  OtrGridLayout layout;
  int tile_size;
  int bottom_room;
  int end_room;
  gboolean whole_photos;

  GHashTable *tiles;    /* photo id -> OtrPhotoTile that shows it */
  GPtrArray *spare;     /* OtrPhotoTile without a photo; children all the same */
  GHashTable *headings; /* day -> OtrDayHeading */
  GPtrArray *spare_headings;

  /* The photo at the top and where it was, to find the place again. */
  gint64 anchor_id; /* 0: the view is at its very top and stays there */
  guint anchor_position;
  gint64 anchor_offset;
  gboolean placing;     /* we move the adjustment ourselves */
  gboolean layout_late; /* the size changed: a new layout as soon as the allocation is over */

  gint64 focus_id; /* 0: none yet */
  guint focus_position;
  gboolean focus_soon; /* asked for before there were tiles */

  GtkBitset *selected; /* photo ids */
  gint64 range_id;     /* where Shift ranges begin; 0: nowhere */

  GdkFrameClock *clock;
  gulong layout_handler;
  gulong frame_handler;
  gboolean wants_changed;
  int direction; /* of the last scroll: 1 down, -1 up */
  double last_value;
  guint settle_source;
  int settled_tile;
};

/* -grid-place.c */
void otr_photo_grid_relayout (OtrPhotoGrid *self);
void otr_photo_grid_remember_anchor (OtrPhotoGrid *self);
void otr_photo_grid_follow_value (OtrPhotoGrid *self); /* the adjustment moved */
void otr_photo_grid_scroll_into_view (OtrPhotoGrid *self, guint position);
double otr_photo_grid_get_value (OtrPhotoGrid *self);
void otr_photo_grid_set_value (OtrPhotoGrid *self, double value);

/* -grid.c */
void otr_photo_grid_content_changed (OtrPhotoGrid *self, gint64 photo_id);
void otr_photo_grid_focus_position (OtrPhotoGrid *self, guint position);
gboolean otr_photo_grid_get_focus_position (OtrPhotoGrid *self, guint *out_position);

/* -grid-tiles.c */
gpointer otr_photo_grid_key (gint64 photo_id);
gboolean otr_photo_grid_seen (OtrPhotoGrid *self, int around, guint *out_first, guint *out_last);
void otr_photo_grid_update_tiles (OtrPhotoGrid *self);
void otr_photo_grid_show_selection (OtrPhotoGrid *self);

/* -grid-input.c */
void otr_photo_grid_add_controllers (OtrPhotoGrid *self);

/* -grid-selection.c */
void otr_photo_grid_select_only (OtrPhotoGrid *self, guint position);
void otr_photo_grid_toggle (OtrPhotoGrid *self, guint position);
void otr_photo_grid_select_range (OtrPhotoGrid *self, guint position, gboolean add);
void otr_photo_grid_toggle_section (OtrPhotoGrid *self, guint section);
gboolean otr_photo_grid_is_section_selected (OtrPhotoGrid *self, guint section);
void otr_photo_grid_unselect_ids (OtrPhotoGrid *self, GArray *photo_ids);

enum
{
  OTR_PHOTO_GRID_ACTIVATE_PHOTO,
  OTR_PHOTO_GRID_SELECTION_CHANGED,
  OTR_PHOTO_GRID_VIEW_CHANGED,
  OTR_PHOTO_GRID_CONTEXT_MENU,
  OTR_PHOTO_GRID_N_SIGNALS
};
extern guint otr_photo_grid_signals[OTR_PHOTO_GRID_N_SIGNALS];

G_END_DECLS
