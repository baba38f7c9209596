/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Missing thumbnails, by several workers that each take the next photos of a list. A worker owns
 * its catalog connection; the list and the counters are shared. Thumbnails are put in groups. */

#include "config.h"

#include "otr-thumb-build.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "otr-error.h"
#include "otr-fd.h"
#include "otr-path.h"
#include "otr-pool.h"
#include "otr-sync.h"

#define GROUP 16

typedef struct
{
  const OtrThumbBuild *build;
  OtrDecoderPool *decoders;
  GArray *keys;                   /* OtrPhotoKey */
  guint next;                     /* atomic */
  OtrThumbBuildProgress progress; /* atomic */
  GCancellable *cancellable;      /* also ends the others when one fails */
  OtrMutex lock;
  GError *error; /* lock */
} Work;

/* ---- one photo ---- */

static int
open_stream_copy (const char *uri, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_uri (uri);
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, error);
  g_autoptr (GFileIOStream) copy = NULL;
  g_autoptr (GFile) spool = NULL;
  g_autofree char *path = NULL;
  int fd;

  if (stream == NULL)
    return -1;
  spool = g_file_new_tmp ("outrider-XXXXXX", &copy, error);
  if (spool == NULL)
    return -1;
  path = g_file_get_path (spool);
  fd = otr_path_open (path, O_RDONLY, 0);
  (void) g_file_delete (spool, NULL, NULL);
  if (g_output_stream_splice (g_io_stream_get_output_stream (G_IO_STREAM (copy)),
                              G_INPUT_STREAM (stream),
                              G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET,
                              cancellable,
                              error) < 0)
    otr_fd_close (&fd);
  return fd;
}

static int
open_photo (const OtrPhotoRecord *photo, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = otr_photo_record_get_path (photo);
  struct stat info;
  otr_autofd int fd = -1;

  if (photo->is_uri)
    return open_stream_copy (path, cancellable, error);
  fd = otr_path_open (path, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0);
  if (fd < 0 || fstat (fd, &info) != 0)
    {
      otr_error_set_errno (error, errno, path);
      return -1;
    }
  if (!S_ISREG (info.st_mode) || (guint64) info.st_size != photo->size)
    {
      g_set_error_literal (
          error, OTR_ERROR, OTR_ERROR_CHANGED, "The file changed since it was imported");
      return -1;
    }
  return otr_fd_steal (&fd);
}

gboolean
otr_thumb_decode_file (OtrDecoderPool *decoders,
                       const OtrPhotoRecord *photo,
                       const OtrThumbFile *file,
                       GCancellable *cancellable,
                       OtrWireAnswer *out_answer,
                       GError **error)
{
  otr_autofd int fd = open_photo (photo, cancellable, error);
  int picture_fd = (file->want & OTR_WIRE_WANT_PICTURE) != 0 ? file->picture_fd : -1;
  OtrWireJob job = { .want = file->want,
                     .max_px = file->max_px,
                     .length = photo->size,
                     .picture_capacity = file->picture_capacity };

  return fd >= 0 &&
         otr_decoder_run (decoders, &job, fd, picture_fd, cancellable, out_answer, error);
}

/* ---- workers ---- */

static void
fail (Work *work, GError *error)
{
  otr_auto_lock (&work->lock);

  if (work->error == NULL)
    work->error = error;
  else
    g_error_free (error);
}

static void
fail_all (Work *work, GError *error)
{
  fail (work, error);
  g_cancellable_cancel (work->cancellable);
}

static void
put_clear (gpointer data)
{
  otr_thumb_clear (&((OtrThumbPut *) data)->thumb);
}

static gboolean
is_there (Work *work, const OtrPhotoRecord *photo)
{
  const OtrThumbBuild *build = work->build;
  OtrImageSource source;
  guint width, height;

  return otr_thumb_store_stat (build->store, &photo->digest, photo->size, &width, &height, &source);
}

/* FALSE only when nothing more can be made at all. */
static gboolean
make_one (Work *work, const OtrPhotoRecord *photo, GArray *puts, GError **error)
{
  g_auto (OtrWireAnswer) answer = { 0 };
  g_autoptr (GError) own_error = NULL;
  OtrThumbPut put = { photo->digest, photo->size, work->build->class };
  OtrThumbFile file = { .want = OTR_WIRE_WANT_THUMBNAIL, .max_px = work->build->class };

  (void) __atomic_fetch_add (&work->progress.bytes_read, photo->size, __ATOMIC_RELAXED);
  if (!otr_thumb_decode_file (work->decoders,
                              photo,
                              &file,
                              work->cancellable,
                              &answer,
                              &own_error))
    (void) __atomic_fetch_add (&work->progress.failed, 1, __ATOMIC_RELAXED);
  if (answer.thumbnail.pixels == NULL)
    return TRUE;
  put.thumb.width = answer.thumbnail.width;
  put.thumb.height = answer.thumbnail.height;
  put.thumb.source = answer.thumbnail.source;
  put.thumb.encoded = otr_thumb_encode (g_bytes_get_data (answer.thumbnail.pixels, NULL),
                                        answer.thumbnail.width,
                                        answer.thumbnail.height,
                                        error);
  if (put.thumb.encoded == NULL)
    return FALSE;
  g_array_append_val (puts, put);
  return TRUE;
}

static gboolean
make_group (Work *work, OtrCatalogReader *reader, const gint64 *ids, gsize n, GError **error)
{
  g_autoptr (GPtrArray) photos = otr_catalog_reader_get_photos (reader, ids, n, FALSE, error);
  g_autoptr (GArray) puts = g_array_new (FALSE, TRUE, sizeof (OtrThumbPut));

  g_array_set_clear_func (puts, put_clear);
  if (photos == NULL)
    return FALSE;
  for (guint i = 0; i < photos->len; i++)
    {
      const OtrPhotoRecord *photo = g_ptr_array_index (photos, i);

      if (g_cancellable_is_cancelled (work->cancellable))
        break;
      if (photo != NULL && photo->state == OTR_FILE_OK && !is_there (work, photo) &&
          !make_one (work, photo, puts, error))
        return FALSE;
      (void) __atomic_fetch_add (&work->progress.done, 1, __ATOMIC_RELAXED);
      if (work->build->progress != NULL)
        work->build->progress (&work->progress, work->build->data);
    }
  (void) __atomic_fetch_add (&work->progress.made, puts->len, __ATOMIC_RELAXED);
  return puts->len == 0 ||
         otr_thumb_store_put (work->build->store, (OtrThumbPut *) puts->data, puts->len, error);
}

static gsize
take_group (Work *work, gint64 *ids)
{
  guint start = (guint) g_atomic_int_add ((gint *) &work->next, GROUP);
  gsize n = 0;

  while (n < GROUP && start + n < work->keys->len)
    {
      ids[n] = g_array_index (work->keys, OtrPhotoKey, start + n).photo_id;
      n++;
    }
  return n;
}

static void
run_worker (OtrPool *pool, guint index, gpointer data)
{
  Work *work = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (OtrCatalogReader) reader = otr_catalog_reader_new (work->build->catalog, &error);
  gint64 ids[GROUP];
  gsize n;

  while (reader != NULL && error == NULL && (n = take_group (work, ids)) > 0 &&
         !g_cancellable_is_cancelled (work->cancellable))
    (void) make_group (work, reader, ids, n, &error);
  if (error != NULL)
    fail_all (work, g_steal_pointer (&error));
}

/* ---- all of them ---- */

static GArray *
list_photos (const OtrThumbBuild *build, GError **error)
{
  g_autoptr (OtrCatalogReader) reader = otr_catalog_reader_new (build->catalog, error);

  return reader == NULL ? NULL : otr_catalog_reader_list (reader, &build->query, error);
}

static void
cancel_other (GCancellable *cancellable, gpointer other)
{
  g_cancellable_cancel (other);
}

static void
run_workers (Work *work, guint n_threads, GCancellable *cancellable)
{
  g_autoptr (OtrPool) pool = otr_pool_new ("otr-thumbs", run_worker, work);
  gulong handler =
      cancellable == NULL
          ? 0
          : g_cancellable_connect (cancellable, G_CALLBACK (cancel_other), work->cancellable, NULL);

  if (otr_pool_resize (pool, n_threads))
    otr_pool_join (pool);
  else
    fail (work, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "No thread could be started"));
  g_cancellable_disconnect (cancellable, handler);
}

gboolean
otr_thumb_build (const OtrThumbBuild *build,
                 GCancellable *cancellable,
                 OtrThumbBuildProgress *out_progress,
                 GError **error)
{
  guint n_threads = build->n_threads != 0 ? build->n_threads : g_get_num_processors ();
  g_autoptr (GArray) keys = list_photos (build, error);
  g_autoptr (OtrDecoderPool) own_decoders = NULL;
  Work work = { .build = build, .keys = keys };

  if (keys == NULL)
    return FALSE;
  work.progress.total = keys->len;
  work.decoders = build->decoders;
  if (work.decoders == NULL)
    work.decoders = own_decoders = otr_decoder_pool_new (NULL, n_threads, error);
  if (work.decoders == NULL)
    return FALSE;
  otr_mutex_init (&work.lock);
  work.cancellable = g_cancellable_new ();
  run_workers (&work, n_threads, cancellable);
  g_object_unref (work.cancellable);
  otr_mutex_clear (&work.lock);
  *out_progress = work.progress;
  if (work.error != NULL)
    g_propagate_error (error, work.error);
  else if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    return TRUE;
  return FALSE;
}
