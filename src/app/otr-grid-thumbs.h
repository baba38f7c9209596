/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "otr-photo-grid.h"

G_BEGIN_DECLS

/* The grid's textures: what was answered, within a budget, and what is still wanted. Main
 * thread. */
typedef struct _OtrGridThumbs OtrGridThumbs;

/* A texture for the photo has come, or it is sure that none will. */
typedef void (*OtrGridThumbFunc) (gint64 photo_id, gpointer data);

OtrGridThumbs *otr_grid_thumbs_new (OtrGridThumbFunc func, gpointer data);
void otr_grid_thumbs_free (OtrGridThumbs *thumbs);

void otr_grid_thumbs_set_engine (OtrGridThumbs *thumbs,
                                 OtrEngine *engine,
                                 guint n_threads,
                                 OtrThumbClass class);
void otr_grid_thumbs_set_func (OtrGridThumbs *thumbs, OtrWantThumbsFunc func, gpointer data);

/* States the whole list of photos in order of need, with the size they are shown at now. */
void otr_grid_thumbs_want (OtrGridThumbs *thumbs,
                           const gint64 *photo_ids,
                           gsize n,
                           guint size_px,
                           gboolean cover);
void otr_grid_thumbs_take (OtrGridThumbs *thumbs,
                           const OtrThumbWanted *wanted,
                           OtrThumbStage stage,
                           GBytes *pixels,
                           guint width,
                           guint height);

/* The best there is, perhaps of another size; NULL. Borrowed. */
GdkTexture *otr_grid_thumbs_get (OtrGridThumbs *thumbs, gint64 photo_id);
/* The photo's content is another now: what was answered is kept until the next answer. */
void otr_grid_thumbs_renew (OtrGridThumbs *thumbs, gint64 photo_id);
void otr_grid_thumbs_clear (OtrGridThumbs *thumbs);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrGridThumbs, otr_grid_thumbs_free)

G_END_DECLS
