/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Byte-bounded arena in one sealed memfd: the engine writes, decoders map it read-only, so what is
 * digested is what is decoded, without a copy. Any thread. */
typedef struct _OtrBufferPool OtrBufferPool;

typedef struct
{
  guint8 *data;
  gsize size;   /* as claimed */
  gsize offset; /* in the arena */
  OtrBufferPool *pool;
} OtrBuffer;

OtrBufferPool *otr_buffer_pool_new (gsize budget_bytes, GError **error);
void otr_buffer_pool_free (OtrBufferPool *pool);  /* all buffers are back by then */
int otr_buffer_pool_get_fd (OtrBufferPool *pool); /* borrowed; for the decoders' descriptor 1 */
gsize otr_buffer_pool_get_size (OtrBufferPool *pool);
gsize otr_buffer_pool_get_used (OtrBufferPool *pool);

/* Larger files stream through fixed chunks instead. */
gsize otr_buffer_pool_get_largest (OtrBufferPool *pool);

/* Waits for room, first come first served. NULL when closed. */
OtrBuffer *otr_buffer_pool_claim (OtrBufferPool *pool, gsize size_bytes);
void otr_buffer_pool_release (OtrBuffer *buffer);
void otr_buffer_pool_close (OtrBufferPool *pool); /* wakes and refuses all claims */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrBufferPool, otr_buffer_pool_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrBuffer, otr_buffer_pool_release)

G_END_DECLS
