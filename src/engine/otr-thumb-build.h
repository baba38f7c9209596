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

/* What is wanted of one photo's file. */
typedef struct
{
  guint want; /* OtrWireWant */
  guint max_px;
  int picture_fd; /* with OTR_WIRE_WANT_PICTURE: where it goes */
  guint64 picture_capacity;
} OtrThumbFile;

/* Decodes a photo's file, if it is still the one that was imported. Any thread; blocks. */
gboolean otr_thumb_decode_file (OtrDecoderPool *decoders,
                                const OtrPhotoRecord *photo,
                                const OtrThumbFile *file,
                                GCancellable *cancellable,
                                OtrWireAnswer *out_answer,
                                GError **error);

G_END_DECLS
