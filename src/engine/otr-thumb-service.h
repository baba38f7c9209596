/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-catalog.h"
#include "otr-thumb-store.h"

G_BEGIN_DECLS

/* Pictures for the grid: from the store, else made now (preview first, then thumbnail). The owner
 * states the whole list of what it wants, nearest first, as often as it likes (each frame while
 * scrolling); requests that are no longer in it are dropped, running ones cancelled. Owner's
 * context only. */
typedef struct _OtrThumbService OtrThumbService;

typedef enum
{
  OTR_THUMB_STAGE_PREVIEW,   /* embedded preview; a thumbnail will follow */
  OTR_THUMB_STAGE_THUMBNAIL, /* final */
  OTR_THUMB_STAGE_NONE,      /* there will be no picture: placeholder */
} OtrThumbStage;

typedef struct
{
  gint64 photo_id;
  guint width; /* device pixels, exactly as shown */
  guint height;
  gboolean cover; /* fill and crop; else fit inside */
} OtrThumbWanted;

/* `pixels`: BGRA premultiplied, stride 4 * width; NULL for STAGE_NONE. In the owner's context, in
 * low-priority idles of at most 3 ms. */
typedef void (*OtrThumbFunc) (const OtrThumbWanted *wanted,
                              OtrThumbStage stage,
                              GBytes *pixels,
                              guint width,
                              guint height,
                              gpointer data);

OtrThumbService *otr_thumb_service_new (OtrCatalog *catalog,
                                        OtrThumbStore *store,
                                        guint n_threads,
                                        OtrThumbClass class,
                                        OtrThumbFunc func,
                                        gpointer data);
/* Returns at once; its threads end on their own and are joined by a reaper. */
void otr_thumb_service_free (OtrThumbService *service);
void otr_thumb_service_set_threads (OtrThumbService *service, guint n_threads);
/* The complete list, nearest first. Those answered before with STAGE_THUMBNAIL or _NONE need not be
 * repeated. */
void otr_thumb_service_set_wanted (OtrThumbService *service, const OtrThumbWanted *wanted, gsize n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrThumbService, otr_thumb_service_free)

G_END_DECLS
