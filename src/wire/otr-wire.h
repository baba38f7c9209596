/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-facts.h"

#include <glib.h>

G_BEGIN_DECLS

/* The job and result formats between the engine and one outrider-decoder, over a SOCK_SEQPACKET
 * pair, one job in flight. Same machine, same build: host byte order.
 *
 * The decoder is started with exactly these descriptors and nothing else:
 *   0 the socket, 1 the input arena (memfd, sealed, mapped read-only; may be /dev/null: every job
 *   then brings a descriptor), 2 the output arena (memfd of OTR_WIRE_OUTPUT_SIZE, mapped shared).
 * Its stderr is therefore not a terminal: it never prints.
 */
#define OTR_WIRE_MAGIC 0x5752544fu /* "OTRW" */
#define OTR_WIRE_VERSION 1u
#define OTR_WIRE_OUTPUT_SIZE (4u * 1024 * 1024)
#define OTR_WIRE_FACTS_MAX (1024u * 1024)
#define OTR_WIRE_THUMBNAIL_MAX 512u /* longest side of a thumbnail in the output arena */
#define OTR_WIRE_PICTURE_MAX_BYTES (1024u * 1024 * 1024)

/* Bump when decoding gets better: content that failed before is then tried again, and thumbnails
 * made by an older version are remade. */
#define OTR_DECODER_VERSION 1

typedef enum
{
  OTR_WIRE_WANT_FACTS = 1 << 0,     /* metadata, dimensions, truncation check */
  OTR_WIRE_WANT_PREVIEW = 1 << 1,   /* the small embedded picture, if there is one */
  OTR_WIRE_WANT_THUMBNAIL = 1 << 2, /* scaled so that the longest side is max_px (never enlarged) */
  OTR_WIRE_WANT_PICTURE = 1 << 3,   /* for the photo view: as THUMBNAIL, but into the picture
                                       descriptor that comes with the job, max_px up to 65535 */
} OtrWireWant;

typedef struct
{
  guint32 magic;
  guint32 version;
  guint64 id;
  guint32 want; /* OtrWireWant */
  guint32 max_px;
  guint64 offset;           /* of the file's bytes in the input arena, when has_source_fd == 0 */
  guint64 length;           /* of the file in bytes */
  guint32 has_source_fd;    /* SCM_RIGHTS descriptor: read-only file, use pread only, never mmap */
  guint32 has_picture_fd;   /* then the (next) SCM_RIGHTS descriptor: memfd for the picture */
  guint64 picture_capacity; /* bytes of that memfd */
} OtrWireJob;

typedef enum
{
  OTR_IMAGE_NONE = 0,
  OTR_IMAGE_EXIF = 1,    /* the EXIF thumbnail */
  OTR_IMAGE_PREVIEW = 2, /* MPF or RAW preview */
  OTR_IMAGE_IMAGE = 3,   /* the image itself */
} OtrImageSource;

/* sRGB, 8 bits, 3 bytes a pixel, upright, alpha already laid over neutral ground, stride = 3 *
 * width. width == 0: none. The picture's offset counts in its own descriptor, the others' in the
 * output arena. */
typedef struct
{
  guint32 width;
  guint32 height;
  guint32 source; /* OtrImageSource */
  guint32 reserved;
  guint64 offset;
} OtrWireImage;

typedef struct
{
  guint32 magic;
  guint32 version;
  guint64 id;
  guint64 cpu_us;       /* thread CPU spent on this job */
  guint64 facts_offset; /* otr_facts_to_variant(), 8-byte aligned; length 0: none */
  guint64 facts_length;
  OtrWireImage preview;
  OtrWireImage thumbnail;
  OtrWireImage picture;
} OtrWireResult;

/* An answer that was copied out of shared memory and checked. */
typedef struct
{
  guint width;
  guint height;
  OtrImageSource source;
  GBytes *pixels; /* 3 * width * height bytes */
} OtrImage;

void otr_image_clear (OtrImage *image);

typedef struct
{
  OtrFacts *facts; /* NULL when not asked for */
  OtrImage preview;
  OtrImage thumbnail;
  OtrImage picture;
  guint64 cpu_us;
} OtrWireAnswer;

void otr_wire_answer_clear (OtrWireAnswer *answer);

gboolean otr_wire_job_check (const OtrWireJob *job, GError **error);

/* Checks `result` against `job`, copies everything out of `output` (mapped, `output_size` bytes)
 * and `picture` (may be NULL) and validates it. Nothing in shared memory is looked at twice: the
 * decoder may change it meanwhile. OTR_ERROR_CORRUPT when anything is wrong. */
gboolean otr_wire_result_read (const OtrWireResult *result,
                               const OtrWireJob *job,
                               const guint8 *output,
                               gsize output_size,
                               const guint8 *picture,
                               OtrWireAnswer *out_answer,
                               GError **error);

/* SEQPACKET helpers shared by both sides. `fds` may be NULL. Retry on EINTR. receive returns 0 at
 * end of stream, -1 with errno, else the length; received descriptors are close-on-exec and -1 when
 * absent. */
gssize otr_wire_send (int socket_fd, gconstpointer data, gsize size, const int *fds, guint n_fds);
gssize otr_wire_receive (int socket_fd, gpointer data, gsize size, int *out_fds, guint n_fds);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OtrWireAnswer, otr_wire_answer_clear)

G_END_DECLS
