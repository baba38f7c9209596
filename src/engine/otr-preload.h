/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-buffer-pool.h"
#include "otr-digest.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Reads one whole photo: the only place of an import that does. Any thread; blocking. */

typedef struct
{
  const char *path; /* absolute bytes, or a URI when `is_uri`: read through GIO then */
  gboolean is_uri;
  guint64 size;     /* expected, as the scan saw it */
  gboolean digest;  /* while reading */
  guint64 *counter; /* atomic: grows with each piece read; or NULL */
} OtrPreloadRequest;

typedef struct
{
  OtrBuffer *buffer; /* NULL when the file is too large for the pool */
  int fd;            /* ... then it can be read from here again: at offset 0, read-only; else -1 */
  guint64 size;
  gint64 mtime_ns;
  gint64 ctime_ns;
  guint64 inode;
  gint64 read_ns;   /* wall clock before the read began */
  OtrDigest digest; /* length 0: not made; always made when there is no buffer */
  guint64 bytes_read;
  gint64 waited_us; /* for room in the pool */
} OtrPreload;

void otr_preload_init (OtrPreload *preload);
void otr_preload_clear (OtrPreload *preload);

/* A file that changes meanwhile is read a second time, then it is OTR_ERROR_CHANGED. `kind` is used
 * for files too large for the pool. `preload` is initialised; bytes_read counts also on failure. */
gboolean otr_preload_read (OtrBufferPool *buffers,
                           const OtrPreloadRequest *request,
                           OtrDigestKind kind,
                           OtrPreload *preload,
                           GCancellable *cancellable,
                           GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OtrPreload, otr_preload_clear)

G_END_DECLS
