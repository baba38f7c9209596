/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-buffer-pool.h"
#include "otr-wire.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Runs outrider-decoder processes: one long-lived thread spawns them (PDEATHSIG follows the
 * thread), each caller thread borrows one process for one job. A crash, a deadline or a limit ends
 * that one process and the answer says CRASHED or LIMIT; the next job gets a fresh one. Any thread
 * may call otr_decoder_run(). */
typedef struct _OtrDecoderPool OtrDecoderPool;

#define OTR_DECODER_CPU_LIMIT_MS 5000
#define OTR_DECODER_WALL_LIMIT_MS 60000
#define OTR_DECODER_MEMORY_LIMIT (512u * 1024 * 1024)
#define OTR_DECODER_JOBS_MAX 2000

/* The program: $OUTRIDER_DECODER, else beside this program, else in the build tree's decoder
 * folder, else libexecdir. NULL with an error naming the places looked at. */
char *otr_decoder_find (GError **error);

/* `buffers` may be NULL (then every job brings a descriptor); at most `n_max` processes. */
OtrDecoderPool *otr_decoder_pool_new (OtrBufferPool *buffers, guint n_max, GError **error);
void otr_decoder_pool_free (OtrDecoderPool *pool);
void otr_decoder_pool_set_max (OtrDecoderPool *pool, guint n_max);
/* CPU time for one job from now on; OTR_DECODER_CPU_LIMIT_MS when never set. */
void otr_decoder_pool_set_cpu_limit (OtrDecoderPool *pool, guint limit_ms);

/* Runs one job (id, magic and version are filled in). `source_fd` -1: the bytes are in the buffer
 * pool at job->offset. `picture_fd` -1: none. Waits for a free process. Always gives an answer,
 * with facts->state CRASHED or LIMIT and a reason when the decoder did not; FALSE only when no
 * decoder can be started at all or it was cancelled. */
gboolean otr_decoder_run (OtrDecoderPool *pool,
                          const OtrWireJob *job,
                          int source_fd,
                          int picture_fd,
                          GCancellable *cancellable,
                          OtrWireAnswer *out_answer,
                          GError **error);

/* Sum of the peak anonymous memory of all processes that lived, for the summary. */
guint64 otr_decoder_pool_get_peak_bytes (OtrDecoderPool *pool);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrDecoderPool, otr_decoder_pool_free)

G_END_DECLS
