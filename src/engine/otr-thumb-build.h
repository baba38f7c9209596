/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-catalog.h"
#include "otr-decoder-pool.h"
#include "otr-thumb-store.h"

G_BEGIN_DECLS

/* Makes the thumbnails that are missing for the photos of a query, by reading their files.
 * Blocking; any thread but the window's. */
typedef struct
{
  guint64 total; /* photos looked at */
  guint64 done;  /* ... so far */
  guint64 made;
  guint64 failed;     /* no picture came of it */
  guint64 bytes_read; /* of files, at most */
} OtrThumbBuildProgress;

/* On any of the working threads; fields are atomic counters. */
typedef void (*OtrThumbBuildFunc) (const OtrThumbBuildProgress *progress, gpointer data);

typedef struct
{
  OtrCatalog *catalog;
  OtrThumbStore *store;
  OtrPhotoQuery query;
  OtrThumbClass class;
  OtrDecoderPool *decoders; /* NULL: an own pool for the time being */
  guint n_threads;          /* 0: as many as there are cores */
  OtrThumbBuildFunc progress;
  gpointer data;
} OtrThumbBuild;

/* FALSE when cancelled, or when the store or the decoder can't work; single bad photos only count.
 */
gboolean otr_thumb_build (const OtrThumbBuild *build,
                          GCancellable *cancellable,
                          OtrThumbBuildProgress *out_progress,
                          GError **error);

/* Makes one from a photo's file. NULL `pixels` in the answer: there is none. */
gboolean otr_thumb_decode_file (OtrDecoderPool *decoders,
                                const OtrPhotoRecord *photo,
                                guint want,
                                guint max_px,
                                GCancellable *cancellable,
                                OtrWireAnswer *out_answer,
                                GError **error);

G_END_DECLS
