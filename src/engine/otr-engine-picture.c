/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Whole photos for the photo view: one at a time, in a decoder of their own, into a memfd that is
 * as large as the picture will be. It is sealed against shrinking, so that a hostile decoder can't
 * take the memory away from under its reader. */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "otr-engine-private.h"
#include "otr-error.h"
#include "otr-fd.h"
#include "otr-i18n.h"
#include "otr-thumb-build.h"

typedef struct
{
  OtrCatalog *catalog;
  OtrCatalogReader *reader; /* these are made when first needed */
  OtrDecoderPool *decoders;
} Lane;

typedef struct
{
  gint64 photo_id;
  guint max_px;
} Wish;

static void
lane_free (gpointer data)
{
  Lane *lane = data;

  otr_decoder_pool_free (lane->decoders);
  otr_catalog_reader_free (lane->reader);
  otr_catalog_unref (lane->catalog);
  g_free (lane);
}

OtrLane *
otr_engine_picture_lane_new (OtrCatalog *catalog)
{
  Lane *lane = g_new0 (Lane, 1);

  lane->catalog = otr_catalog_ref (catalog);
  return otr_lane_new ("otr-picture", lane, lane_free);
}

static OtrPhotoRecord *
find_photo (Lane *lane, gint64 photo_id, GError **error)
{
  g_autoptr (GPtrArray) photos = NULL;
  OtrPhotoRecord *photo;

  if (lane->reader == NULL)
    lane->reader = otr_catalog_reader_new (lane->catalog, error);
  if (lane->reader == NULL)
    return NULL;
  photos = otr_catalog_reader_get_photos (lane->reader, &photo_id, 1, FALSE, error);
  if (photos == NULL)
    return NULL;
  photo = g_ptr_array_index (photos, 0);
  if (photo != NULL)
    return otr_photo_record_copy (photo);
  g_set_error_literal (
      error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "This photo is no longer in the catalog");
  return NULL;
}

/* Room for the picture, however it is rounded. Unknown dimensions: as much as may be. */
static guint64
get_capacity (const OtrFacts *facts, guint max_px)
{
  guint64 width = facts->width, height = facts->height;
  guint64 longest = MAX (width, height);

  if (longest == 0)
    return MIN ((guint64) max_px * max_px * 3, OTR_WIRE_PICTURE_MAX_BYTES);
  if (longest > max_px)
    {
      width = width * max_px / longest + 2;
      height = height * max_px / longest + 2;
    }
  return MIN (width * height * 3, OTR_WIRE_PICTURE_MAX_BYTES);
}

static int
make_picture_fd (guint64 capacity, GError **error)
{
  otr_autofd int fd = memfd_create ("outrider-picture", MFD_CLOEXEC | MFD_ALLOW_SEALING);

  if (fd >= 0 && ftruncate (fd, (off_t) capacity) == 0 &&
      fcntl (fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
    return otr_fd_steal (&fd);
  otr_error_set_errno (error, errno, "picture");
  return -1;
}

static OtrImage *
take_picture (OtrWireAnswer *answer, GError **error)
{
  OtrImage *image;

  if (answer->picture.pixels == NULL)
    {
      const char *reason = answer->facts != NULL ? answer->facts->reason : NULL;

      g_set_error (error,
                   G_IO_ERROR,
                   G_IO_ERROR_INVALID_DATA,
                   "%s",
                   reason != NULL ? reason : N_ ("The picture can't be decoded"));
      return NULL;
    }
  image = g_new (OtrImage, 1);
  *image = answer->picture;
  answer->picture = (OtrImage){ 0 };
  return image;
}

static gpointer
load_picture (gpointer lane_data, gpointer data, GCancellable *cancellable, GError **error)
{
  Lane *lane = lane_data;
  const Wish *wish = data;
  g_autoptr (OtrPhotoRecord) photo = find_photo (lane, wish->photo_id, error);
  g_auto (OtrWireAnswer) answer = { 0 };
  OtrThumbFile file = { .want = OTR_WIRE_WANT_FACTS | OTR_WIRE_WANT_PICTURE,
                        .max_px = wish->max_px };
  otr_autofd int fd = -1;

  if (photo == NULL)
    return NULL;
  if (lane->decoders == NULL)
    lane->decoders = otr_decoder_pool_new (NULL, 1, error);
  if (lane->decoders == NULL)
    return NULL;
  file.picture_capacity = get_capacity (photo->facts, wish->max_px);
  fd = make_picture_fd (file.picture_capacity, error);
  file.picture_fd = fd;
  if (fd < 0 || !otr_thumb_decode_file (lane->decoders, photo, &file, cancellable, &answer, error))
    return NULL;
  return take_picture (&answer, error);
}

void
otr_image_free (OtrImage *image)
{
  if (image == NULL)
    return;
  otr_image_clear (image);
  g_free (image);
}

void
otr_engine_load_picture_async (OtrEngine *self,
                               gint64 photo_id,
                               guint max_px,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  Wish *wish = g_new (Wish, 1);
  OtrLaneCall call = { load_picture, wish, g_free, (GDestroyNotify) otr_image_free };

  g_return_if_fail (OTR_IS_ENGINE (self));
  *wish = (Wish){ photo_id, MIN (max_px, G_MAXUINT16) };
  otr_lane_run (otr_engine_get_picture_lane (self), &call, task);
}

OtrImage *
otr_engine_load_picture_finish (OtrEngine *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
