/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-engine.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The stored thumbnail of a photo as a square of `px` pixels, read and decoded on the engine's
 * reader thread. NULL without error when there is none. */
void otr_small_picture_load_async (OtrEngine *engine,
                                   gint64 photo_id,
                                   guint px,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
GdkTexture *otr_small_picture_load_finish (OtrEngine *engine, GAsyncResult *result, GError **error);

G_END_DECLS
