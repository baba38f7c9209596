/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reads whole photos into claimed buffers. The buffer is claimed before the file is opened, so that
 * waiting for memory holds no descriptor. The file is looked at before and after: when it differs,
 * what was read is worth nothing. Between two pieces cancelling is noticed, and each is counted, so
 * that a speed can be told while large files are under way. Whether a name is a link, and whether
 * following it is allowed, was decided by the scan.
 */

#include "config.h"

#include "otr-preload.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "otr-error.h"
#include "otr-fault.h"
#include "otr-fd.h"
#include "otr-i18n.h"
#include "otr-path.h"

#define PIECE ((gsize) 256 * 1024) /* hashed while a core's cache still holds it */
#define ATTRIBUTES                                                  \
  G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_STANDARD_TYPE \
                                 "," G_FILE_ATTRIBUTE_TIME_MODIFIED \
                                 "," G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC

typedef enum
{
  READ_DONE,
  READ_CHANGED,
  READ_FAILED,
} ReadEnd;

/* What is being read, by descriptor or by stream. */
typedef struct
{
  const char *path;
  int fd;
  GFileInputStream *stream;
  GCancellable *cancellable;
  OtrDigester *digester; /* NULL: no digest wanted */
  guint64 *counter;      /* NULL: not counted */
} Source;

void
otr_preload_init (OtrPreload *preload)
{
  *preload = (OtrPreload){ .fd = -1 };
}

void
otr_preload_clear (OtrPreload *preload)
{
  g_clear_pointer (&preload->buffer, otr_buffer_pool_release);
  otr_fd_close (&preload->fd);
}

/* ---- pieces ---- */

static gssize
read_piece (Source *source, guint8 *data, gsize size, GError **error)
{
  int fault = otr_fault_errno ("read");
  gssize n;

  if (g_cancellable_set_error_if_cancelled (source->cancellable, error))
    return -1;
  if (source->stream != NULL)
    return g_input_stream_read (
        G_INPUT_STREAM (source->stream), data, size, source->cancellable, error);
  do
    n = fault != 0 ? -1 : read (source->fd, data, size);
  while (n < 0 && fault == 0 && errno == EINTR);
  if (n < 0)
    otr_error_set_errno (error, fault != 0 ? fault : errno, source->path);
  return n;
}

/* Reads up to `size` bytes; fewer only at the end of the file. -1 on error. */
static gssize
read_fully (Source *source, guint8 *data, gsize size, OtrPreload *preload, GError **error)
{
  gsize done = 0;

  while (done < size)
    {
      gssize n = read_piece (source, data + done, MIN (size - done, PIECE), error);

      if (n < 0)
        return -1;
      if (n == 0)
        break;
      if (source->digester != NULL)
        otr_digester_update (source->digester, data + done, (gsize) n);
      done += (gsize) n;
      preload->bytes_read += (guint64) n;
      if (source->counter != NULL)
        (void) __atomic_fetch_add (source->counter, (guint64) n, __ATOMIC_RELAXED);
    }
  return (gssize) done;
}

/* ---- looking at the file ---- */

static gint64
to_ns (struct timespec time)
{
  return (gint64) time.tv_sec * G_GINT64_CONSTANT (1000000000) + time.tv_nsec;
}

static gboolean
look_at_descriptor (const Source *source, OtrPreload *out_look, GError **error)
{
  struct stat info;

  if (fstat (source->fd, &info) != 0)
    {
      otr_error_set_errno (error, errno, source->path);
      return FALSE;
    }
  if (!S_ISREG (info.st_mode))
    {
      g_set_error_literal (
          error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, N_ ("It is not a regular file"));
      return FALSE;
    }
  out_look->size = (guint64) info.st_size;
  out_look->mtime_ns = to_ns (info.st_mtim);
  out_look->ctime_ns = to_ns (info.st_ctim);
  out_look->inode = info.st_ino;
  return TRUE;
}

static gboolean
look_at_stream (const Source *source, OtrPreload *out_look, GError **error)
{
  g_autoptr (GFileInfo) info =
      g_file_input_stream_query_info (source->stream, ATTRIBUTES, source->cancellable, error);
  gint64 seconds;

  if (info == NULL)
    return FALSE;
  seconds = (gint64) g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED);
  out_look->size = (guint64) g_file_info_get_size (info);
  out_look->mtime_ns =
      seconds * G_GINT64_CONSTANT (1000000000) +
      g_file_info_get_attribute_uint32 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC) * 1000L;
  return TRUE;
}

static gboolean
look (const Source *source, OtrPreload *out_look, GError **error)
{
  return source->stream != NULL ? look_at_stream (source, out_look, error)
                                : look_at_descriptor (source, out_look, error);
}

/* Nothing but the read itself may lie between two looks at an unchanged file. ctime counts too: it
 * can't be set back. */
static ReadEnd
look_again (const Source *source, const OtrPreload *before, GError **error)
{
  OtrPreload after = { 0 };

  if (!look (source, &after, error))
    return READ_FAILED;
  return before->size == after.size && before->mtime_ns == after.mtime_ns &&
                 before->ctime_ns == after.ctime_ns
             ? READ_DONE
             : READ_CHANGED;
}

/* ---- whole files ---- */

static ReadEnd
read_into_buffer (Source *source, OtrPreload *preload, GError **error)
{
  gssize n;

  if (source->fd >= 0)
    (void) posix_fadvise (source->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
  n = read_fully (source, preload->buffer->data, preload->buffer->size, preload, error);
  if (n < 0)
    return READ_FAILED;
  return (gsize) n == preload->buffer->size ? look_again (source, preload, error) : READ_CHANGED;
}

static gboolean
write_fully (int fd, const guint8 *data, gsize size, GError **error)
{
  while (size > 0)
    {
      ssize_t n = write (fd, data, size);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          otr_error_set_errno (error, errno, "temporary file");
          return FALSE;
        }
      data += n;
      size -= (gsize) n;
    }
  return TRUE;
}

/* A decoder wants a descriptor, and a GIO stream has none: its bytes go through a nameless file. */
static int
open_spool (GError **error)
{
  g_autofree char *name = NULL;
  int fd = g_file_open_tmp ("outrider-XXXXXX", &name, error);

  if (fd >= 0)
    (void) g_unlink (name);
  return fd;
}

/* The file does not fit into the pool: digest it piece by piece, and leave a descriptor. */
static ReadEnd
read_in_pieces (Source *source, OtrPreload *preload, GError **error)
{
  g_autofree guint8 *piece = g_malloc (PIECE);
  guint64 done = 0;
  gssize n;

  if (source->stream != NULL && (preload->fd = open_spool (error)) < 0)
    return READ_FAILED;
  while ((n = read_fully (source, piece, PIECE, preload, error)) > 0)
    {
      done += (guint64) n;
      if (preload->fd >= 0 && !write_fully (preload->fd, piece, (gsize) n, error))
        return READ_FAILED;
    }
  if (n < 0)
    return READ_FAILED;
  if (source->stream == NULL)
    preload->fd = otr_fd_steal (&source->fd);
  return done == preload->size
             ? look_again (&(Source){ source->path, preload->fd, source->stream }, preload, error)
             : READ_CHANGED;
}

/* ---- one attempt ---- */

static gboolean
open_source (const OtrPreloadRequest *request, Source *source, GError **error)
{
  g_autoptr (GFile) file = NULL;
  int fault = otr_fault_errno ("open");

  if (request->is_uri)
    {
      file = g_file_new_for_uri (request->path);
      source->stream = g_file_read (file, source->cancellable, error);
      return source->stream != NULL;
    }
  if (fault == 0)
    source->fd = otr_path_open (request->path, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0);
  if (source->fd < 0)
    otr_error_set_errno (error, fault != 0 ? fault : errno, request->path);
  return source->fd >= 0;
}

static ReadEnd
read_open_source (OtrBufferPool *buffers, Source *source, OtrPreload *preload, GError **error)
{
  gboolean fits = preload->buffer != NULL;

  preload->read_ns = g_get_real_time () * 1000;
  if (!look (source, preload, error))
    return READ_FAILED;
  if (fits ? preload->size != preload->buffer->size
           : preload->size <= otr_buffer_pool_get_largest (buffers))
    return READ_CHANGED;
  return fits ? read_into_buffer (source, preload, error) : read_in_pieces (source, preload, error);
}

static ReadEnd
read_once (OtrBufferPool *buffers,
           const OtrPreloadRequest *request,
           Source *source,
           OtrPreload *preload,
           GError **error)
{
  ReadEnd end;

  if (preload->size <= otr_buffer_pool_get_largest (buffers))
    {
      gint64 start_us = g_get_monotonic_time ();

      preload->buffer = otr_buffer_pool_claim (buffers, preload->size);
      preload->waited_us += g_get_monotonic_time () - start_us;
      if (preload->buffer == NULL)
        {
          g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The import ends");
          return READ_FAILED;
        }
    }
  if (!open_source (request, source, error))
    return READ_FAILED;
  end = read_open_source (buffers, source, preload, error);
  if (end == READ_DONE && source->digester != NULL)
    otr_digester_finish (source->digester, &preload->digest);
  g_clear_object (&source->stream);
  otr_fd_close (&source->fd);
  return end;
}

gboolean
otr_preload_read (OtrBufferPool *buffers,
                  const OtrPreloadRequest *request,
                  OtrDigestKind kind,
                  OtrPreload *preload,
                  GCancellable *cancellable,
                  GError **error)
{
  preload->size = request->size;
  for (guint attempt = 0; attempt < 2; attempt++)
    {
      gboolean fits = preload->size <= otr_buffer_pool_get_largest (buffers);
      g_autoptr (OtrDigester) digester = request->digest || !fits ? otr_digester_new (kind) : NULL;
      Source source = { request->path, -1, NULL, cancellable, digester, request->counter };
      ReadEnd end = read_once (buffers, request, &source, preload, error);

      if (end == READ_DONE)
        return TRUE;
      otr_preload_clear (preload);
      g_clear_object (&source.stream);
      otr_fd_close (&source.fd);
      if (end == READ_FAILED)
        return FALSE;
    }
  g_set_error_literal (error,
                       OTR_ERROR,
                       OTR_ERROR_CHANGED,
                       N_ ("It changed while it was being read"));
  return FALSE;
}
