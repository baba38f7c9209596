/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-digest.h"
#include "otr-wire.h"

G_BEGIN_DECLS

/* The thumbnail store: a second SQLite database of derived data. Deleting it loses nothing; a
 * damaged one is thrown away and begun anew. Key: content digest + length + class. Counted; any
 * thread: a connection of its own for each thread that asks is kept inside. Blocking. */
typedef struct _OtrThumbStore OtrThumbStore;

typedef enum
{
  OTR_THUMB_NORMAL = 256, /* longest side at most */
  OTR_THUMB_LARGE = 512,
} OtrThumbClass;

typedef struct
{
  guint width;
  guint height;
  OtrImageSource source;
  GBytes *encoded; /* JPEG made by otr-thumb-codec */
} OtrThumb;

void otr_thumb_clear (OtrThumb *thumb);

typedef struct
{
  OtrDigest digest;
  guint64 length;
  OtrThumbClass class;
  OtrThumb thumb;
} OtrThumbPut;

OtrThumbStore *otr_thumb_store_open (const char *path, GError **error); /* made when missing */
OtrThumbStore *otr_thumb_store_ref (OtrThumbStore *store);
void otr_thumb_store_unref (OtrThumbStore *store);

/* One transaction, synchronous=NORMAL. */
gboolean
otr_thumb_store_put (OtrThumbStore *store, const OtrThumbPut *puts, gsize n, GError **error);
/* FALSE without error when there is none. A missing large one is answered by the normal one. */
gboolean otr_thumb_store_get (OtrThumbStore *store,
                              const OtrDigest *digest,
                              guint64 length,
                              OtrThumbClass class,
                              OtrThumb *out_thumb,
                              GError **error);
/* As get, without the picture. */
gboolean otr_thumb_store_stat (OtrThumbStore *store,
                               const OtrDigest *digest,
                               guint64 length,
                               guint *out_width,
                               guint *out_height,
                               OtrImageSource *out_source);
gboolean otr_thumb_store_clear (OtrThumbStore *store, GError **error);
/* Sentences; empty: clean. */
GPtrArray *otr_thumb_store_check (OtrThumbStore *store, GError **error);

/* ---- codec (otr-thumb-codec.c): libjpeg-turbo, our own pictures only ---- */
GBytes *otr_thumb_encode (const guint8 *rgb, guint width, guint height, GError **error);
/* Decodes and scales to exactly width x height. `cover`: fill and crop the middle, else fit inside
 * (then the result is smaller). Pixels are BGRA premultiplied, opaque (GDK_MEMORY_DEFAULT on little
 * endian). */
GBytes *otr_thumb_decode (GBytes *encoded,
                          guint width,
                          guint height,
                          gboolean cover,
                          guint *out_width,
                          guint *out_height,
                          GError **error);
/* The same from plain RGB pixels. */
GBytes *otr_thumb_scale (const guint8 *rgb,
                         guint src_width,
                         guint src_height,
                         guint width,
                         guint height,
                         gboolean cover,
                         guint *out_width,
                         guint *out_height);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrThumbStore, otr_thumb_store_unref)

G_END_DECLS
