/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "otr-photo-list.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The photos of a list under date headings: a GtkScrollable (put it into a GtkScrolledWindow)
 * with as many tiles as are seen. The photo at the top keeps its pixel when the list or the
 * width changes; selection and focus go by photo id.
 * Properties: "model" (OtrPhotoList), "tile-size" (int: wanted, one of otr_photo_grid_sizes),
 *   "whole-photos" (boolean: fit instead of crop), "bottom-room" (int: free pixels under the
 *   last row, 98 while an import bar floats there), "end-room" (int: free pixels at the end
 *   side, 62 under a date scrubber), "n-selected" (uint, read only).
 * Signals: "activate-photo" (gint64 id); "selection-changed"; "view-changed" (what is seen
 *   moved); "context-menu" (int x, int y: where to show one for what is selected). */
#define OTR_TYPE_PHOTO_GRID (otr_photo_grid_get_type ())
G_DECLARE_FINAL_TYPE (OtrPhotoGrid, otr_photo_grid, OTR, PHOTO_GRID, GtkWidget)

GtkWidget *otr_photo_grid_new (void);
void otr_photo_grid_set_model (OtrPhotoGrid *self, OtrPhotoList *model); /* NULL: none */
OtrPhotoList *otr_photo_grid_get_model (OtrPhotoGrid *self);

/* Thumbnails from the engine's service; NULL engine: none. */
void otr_photo_grid_set_engine (OtrPhotoGrid *self,
                                OtrEngine *engine,
                                guint n_threads,
                                OtrThumbClass class);
/* The same, by other means (tests): `func` gets the whole list each time it changes and answers
 * with otr_photo_grid_take_thumbnail(), later. */
typedef void (*OtrWantThumbsFunc) (const OtrThumbWanted *wanted, gsize n, gpointer data);
void otr_photo_grid_set_thumb_func (OtrPhotoGrid *self, OtrWantThumbsFunc func, gpointer data);
void otr_photo_grid_take_thumbnail (OtrPhotoGrid *self,
                                    const OtrThumbWanted *wanted,
                                    OtrThumbStage stage,
                                    GBytes *pixels,
                                    guint width,
                                    guint height);

extern const int otr_photo_grid_sizes[5]; /* 96, 128, 168, 232, 320 */
#define OTR_PHOTO_GRID_DEFAULT_SIZE 168
void otr_photo_grid_zoom (OtrPhotoGrid *self, int steps); /* 0: back to the default */

gboolean otr_photo_grid_is_selected (OtrPhotoGrid *self, gint64 photo_id);
GArray *otr_photo_grid_get_selected (OtrPhotoGrid *self); /* gint64, in no order; transfer full */
void otr_photo_grid_select_all (OtrPhotoGrid *self);
void otr_photo_grid_unselect_all (OtrPhotoGrid *self);

/* Scrolls so that the photo is seen, and gives it the focus of the grid. */
void otr_photo_grid_reveal (OtrPhotoGrid *self, gint64 photo_id);
/* Scrolls so that this position begins the view. */
void otr_photo_grid_scroll_to (OtrPhotoGrid *self, guint position);
/* The first position seen; FALSE when the grid is empty. */
gboolean otr_photo_grid_get_top (OtrPhotoGrid *self, guint *out_position);

G_END_DECLS
