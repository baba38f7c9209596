/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-import-job.h"
#include "otr-thumb-service.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* The engine's face for the window: an open catalog with its thumbnail store, and everything the
 * window asks of them, asynchronously, in the owner's main context. Never blocks it. */
#define OTR_TYPE_ENGINE (otr_engine_get_type ())
G_DECLARE_FINAL_TYPE (OtrEngine, otr_engine, OTR, ENGINE, GObject)

/* Signals:
 *   "changed": something was committed, by us or by another process (at most 10 a second;
 *   foreign commits are looked for twice a second). */

/* `thumbnails` NULL: the default place. Errors as otr_catalog_open(). */
void otr_engine_open_async (const char *catalog,
                            const char *thumbnails,
                            OtrCatalogFlags flags,
                            OtrDigestKind digest_kind,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer data);
OtrEngine *otr_engine_open_finish (GAsyncResult *result, GError **error);

OtrCatalog *otr_engine_get_catalog (OtrEngine *self);   /* borrowed */
OtrThumbStore *otr_engine_get_thumbs (OtrEngine *self); /* borrowed */

/* One job at a time: NULL with OTR_ERROR_BUSY while one runs. */
OtrImportJob *otr_engine_import (OtrEngine *self,
                                 GFile *const *sources,
                                 gsize n,
                                 const OtrImportOptions *options,
                                 GError **error);
OtrImportJob *otr_engine_get_import (OtrEngine *self); /* the running one, or NULL; borrowed */

/* Runs `func` on the engine's reader thread with its connection. The general way; the ones below
 * are built on it. `func` returns what finish gives (freed with `destroy` when nobody takes it), or
 * NULL with `error`. A request that was cancelled while waiting is not run. */
typedef gpointer (*OtrReadFunc) (OtrCatalogReader *reader,
                                 gpointer data,
                                 GCancellable *cancellable,
                                 GError **error);
void otr_engine_read_async (OtrEngine *self,
                            OtrReadFunc func,
                            gpointer data,
                            GDestroyNotify data_destroy,
                            GDestroyNotify result_destroy,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data);
gpointer otr_engine_read_finish (OtrEngine *self, GAsyncResult *result, GError **error);

/* The same with a writer connection (short writes). */
typedef gpointer (*OtrWriteFunc) (OtrCatalogWriter *writer, gpointer data, GError **error);
void otr_engine_write_async (OtrEngine *self,
                             OtrWriteFunc func,
                             gpointer data,
                             GDestroyNotify data_destroy,
                             GDestroyNotify result_destroy,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
gpointer otr_engine_write_finish (OtrEngine *self, GAsyncResult *result, GError **error);

/* The photo itself for the photo view, decoded in a decoder process and upright: longest side at
 * most `max_px` (65535: full size). Result: OtrImage with RGB pixels, to be freed with
 * otr_image_free(). */
void otr_engine_load_picture_async (OtrEngine *self,
                                    gint64 photo_id,
                                    guint max_px,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
OtrImage *otr_engine_load_picture_finish (OtrEngine *self, GAsyncResult *result, GError **error);
void otr_image_free (OtrImage *image);

/* What is behind a folder and how many photos (by name) it holds so far: for the welcome page and
 * preferences. `progress` may be NULL; called in the owner's context at most 5 times a second. */
typedef struct
{
  guint64 photos;
  guint64 bytes;
  OtrStorage *storage;
} OtrFolderFacts;
void otr_folder_facts_free (OtrFolderFacts *facts);
typedef void (*OtrFolderProgress) (guint64 photos, guint64 bytes, gpointer data);
void otr_engine_look_at_folder_async (GFile *folder,
                                      OtrFolderProgress progress,
                                      gpointer progress_data,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
OtrFolderFacts *otr_engine_look_at_folder_finish (GAsyncResult *result, GError **error);

/* Only what is behind a local path, which need not exist yet; nothing is walked. Result: to be
 * freed with otr_storage_free(); NULL when cancelled. */
void otr_engine_look_at_storage_async (const char *path,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data);
OtrStorage *otr_engine_look_at_storage_finish (GAsyncResult *result, GError **error);

G_END_DECLS
