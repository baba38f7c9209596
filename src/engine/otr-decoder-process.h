/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-wire.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* One outrider-decoder: started, given one job at a time, watched, ended. Used by one thread at a
 * time; only otr-decoder-pool uses it. */
typedef struct
{
  GPid pid;
  int socket_fd;
  guint8 *output;     /* the output arena, mapped for reading */
  guint jobs;         /* answered so far */
  guint cpu_limit_ms; /* of one job */
  guint64 peak_bytes;
  guint64 counted_bytes; /* the part of peak_bytes that the pool has added to its sum */
} OtrDecoderProcess;

typedef enum
{
  OTR_DECODER_ANSWERED,
  OTR_DECODER_CRASHED,
  OTR_DECODER_OUT_OF_TIME,
  OTR_DECODER_OUT_OF_MEMORY,
  OTR_DECODER_NONSENSE, /* its answer breaks the rules of the wire */
  OTR_DECODER_CANCELLED,
} OtrDecoderEnd;

/* To be called by the long-lived spawner thread. `arena_fd` -1: no input arena. */
OtrDecoderProcess *otr_decoder_process_start (const char *program, int arena_fd, GError **error);

/* Anything but ANSWERED leaves a process that can only be stopped. `picture` may be NULL. */
OtrDecoderEnd otr_decoder_process_run (OtrDecoderProcess *process,
                                       const OtrWireJob *job,
                                       const int *fds,
                                       GCancellable *cancellable,
                                       OtrWireAnswer *out_answer);

/* Kills it if it still lives, reaps it, frees. Any thread. */
void otr_decoder_process_stop (OtrDecoderProcess *process);

/* Looks at its anonymous memory now and keeps the peak. */
void otr_decoder_process_measure (OtrDecoderProcess *process);

G_END_DECLS
