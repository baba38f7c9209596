/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The bytes of one photo: in the input arena, or behind a descriptor that is only ever read with
 * pread, a window at a time, so that a file of any size costs little memory. One thread. */
typedef struct _OtrSource OtrSource;

/* `data` and `fd` are borrowed. */
OtrSource *otr_source_new_memory (const guint8 *data, guint64 length);
OtrSource *otr_source_new_fd (int fd, guint64 length);

/* A source of its own over a part of the other one's bytes; NULL when that is not inside. */
OtrSource *otr_source_new_part (OtrSource *whole, guint64 offset, guint64 length);
void otr_source_free (OtrSource *source);

guint64 otr_source_get_length (OtrSource *source);

/* TRUE once reading failed (an I/O error or a file that shrank). */
gboolean otr_source_has_failed (OtrSource *source);

/* Exactly `length` bytes at `offset`, or NULL when the file ends before. Valid until the next
 * call. */
const guint8 *otr_source_peek (OtrSource *source, guint64 offset, gsize length);

/* What is there at `offset`, as much as is convenient; NULL at the end. Valid until the next
 * call. */
const guint8 *otr_source_chunk (OtrSource *source, guint64 offset, gsize *out_length);

/* A copy; NULL when not inside, or longer than OTR_SOURCE_COPY_MAX. */
#define OTR_SOURCE_COPY_MAX (16u * 1024 * 1024)
GBytes *otr_source_copy (OtrSource *source, guint64 offset, guint64 length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrSource, otr_source_free)

G_END_DECLS
