/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-small-picture.h"

typedef struct
{
  OtrThumbStore *thumbs;
  gint64 photo_id;
  guint px;
} Request;

typedef struct
{
  GBytes *pixels; /* NULL: there is no thumbnail */
  guint width;
  guint height;
} Answer;

static void
request_free (gpointer data)
{
  Request *request = data;

  otr_thumb_store_unref (request->thumbs);
  g_free (request);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_clear_pointer (&answer->pixels, g_bytes_unref);
  g_free (answer);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Answer, answer_free)

static gpointer
read_picture (OtrCatalogReader *reader, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;
  g_autoptr (Answer) answer = g_new0 (Answer, 1);
  g_autoptr (GPtrArray) photos = NULL;
  const OtrPhotoRecord *photo;
  OtrThumb thumb = { 0 };

  photos = otr_catalog_reader_get_photos (reader, &request->photo_id, 1, FALSE, error);
  if (photos == NULL)
    return NULL;
  photo = photos->pdata[0];
  if (photo != NULL &&
      otr_thumb_store_get (
          request->thumbs, &photo->digest, photo->size, OTR_THUMB_NORMAL, &thumb, NULL))
    {
      answer->pixels = otr_thumb_decode (
          thumb.encoded, request->px, request->px, TRUE, &answer->width, &answer->height, NULL);
      otr_thumb_clear (&thumb);
    }
  return g_steal_pointer (&answer);
}

void
otr_small_picture_load_async (OtrEngine *engine,
                              gint64 photo_id,
                              guint px,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  Request *request = g_new0 (Request, 1);

  request->thumbs = otr_thumb_store_ref (otr_engine_get_thumbs (engine));
  request->photo_id = photo_id;
  request->px = px;
  otr_engine_read_async (
      engine, read_picture, request, request_free, answer_free, cancellable, callback, user_data);
}

GdkTexture *
otr_small_picture_load_finish (OtrEngine *engine, GAsyncResult *result, GError **error)
{
  g_autoptr (Answer) answer = otr_engine_read_finish (engine, result, error);

  if (answer == NULL || answer->pixels == NULL)
    return NULL;
  return gdk_memory_texture_new (
      answer->width, answer->height, GDK_MEMORY_DEFAULT, answer->pixels, answer->width * 4);
}
