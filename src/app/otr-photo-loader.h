/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-engine.h"

#include <gdk/gdk.h>

G_BEGIN_DECLS

/* What the photo view shows, asked of the engine: details and thumbnail, the picture at a size,
 * and the neighbours' pictures ahead of time. Only answers for the photo shown last are handed
 * out. Main thread. */
typedef struct _OtrPhotoLoader OtrPhotoLoader;

typedef struct
{
  /* `record` is borrowed, NULL when the photo is gone; `thumbnail` may be NULL. */
  void (*details) (const OtrPhotoRecord *record, GdkTexture *thumbnail, gpointer data);
  /* `rgb` is borrowed, NULL with `error`. */
  void (*picture) (GBytes *rgb, guint width, guint height, const GError *error, gpointer data);
} OtrPhotoLoaderFuncs;

/* `funcs` is static. */
OtrPhotoLoader *otr_photo_loader_new (OtrEngine *engine,
                                      const OtrPhotoLoaderFuncs *funcs,
                                      gpointer data);
void otr_photo_loader_free (OtrPhotoLoader *loader);

/* Another photo. Its picture may be there at once, from preloading. `max_px` 0: details only,
 * for now. */
void otr_photo_loader_show (OtrPhotoLoader *loader, gint64 photo_id, guint max_px);
/* The same photo in another size; nothing happens when that is there or on its way. */
void otr_photo_loader_resize (OtrPhotoLoader *loader, guint max_px);
/* A photo that may be shown next; forgotten when another is shown first. `max_px` 0: nothing to
 * do. */
void otr_photo_loader_preload (OtrPhotoLoader *loader, gint64 photo_id, guint max_px);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrPhotoLoader, otr_photo_loader_free)

G_END_DECLS
