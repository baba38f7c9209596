/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-photo-loader.h"

#include <gio/gio.h>

#define MAX_KEPT 4 /* pictures of about a screen's size: some 10 MB each */

typedef struct
{
  gint64 photo_id;
  guint max_px; /* as asked */
  GBytes *rgb;
  guint width;
  guint height;
} Kept;

struct _OtrPhotoLoader
{
  OtrEngine *engine;
  const OtrPhotoLoaderFuncs *funcs;
  gpointer data;
  gint64 photo_id;
  guint max_px;                    /* there, or on its way */
  GCancellable *shown_cancellable; /* of the photo shown */
  GCancellable *ahead_cancellable; /* of its neighbours */
  GQueue kept;                     /* Kept, newest first */
};

typedef struct
{
  OtrPhotoLoader *loader; /* alive unless cancelled */
  GCancellable *cancellable;
  gint64 photo_id;
  guint max_px;
} Request;

static Request *
request_new (OtrPhotoLoader *loader, GCancellable *cancellable, gint64 photo_id, guint max_px)
{
  Request *request = g_new0 (Request, 1);

  request->loader = loader;
  request->cancellable = g_object_ref (cancellable);
  request->photo_id = photo_id;
  request->max_px = max_px;
  return request;
}

static void
request_free (Request *request)
{
  g_object_unref (request->cancellable);
  g_free (request);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Request, request_free)

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  g_bytes_unref (kept->rgb);
  g_free (kept);
}

/* ---- details: on the engine's reader thread ---- */

typedef struct
{
  gint64 photo_id;
  OtrThumbStore *thumbs;
} Question;

typedef struct
{
  OtrPhotoRecord *record;
  GBytes *pixels; /* of the thumbnail: BGRA; NULL */
  guint width;
  guint height;
} Answer;

static void
question_free (gpointer data)
{
  Question *question = data;

  otr_thumb_store_unref (question->thumbs);
  g_free (question);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  otr_photo_record_free (answer->record);
  g_clear_pointer (&answer->pixels, g_bytes_unref);
  g_free (answer);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Answer, answer_free)

/* Without a thumbnail the view waits for the picture: no error. */
static void
read_thumbnail (Answer *answer, OtrThumbStore *thumbs)
{
  OtrThumb thumb = { 0 };

  if (otr_thumb_store_get (thumbs,
                           &answer->record->digest,
                           answer->record->size,
                           OTR_THUMB_LARGE,
                           &thumb,
                           NULL))
    answer->pixels = otr_thumb_decode (
        thumb.encoded, thumb.width, thumb.height, FALSE, &answer->width, &answer->height, NULL);
  otr_thumb_clear (&thumb);
}

static gpointer
answer_details (OtrCatalogReader *reader, gpointer data, GCancellable *cancellable, GError **error)
{
  Question *question = data;
  g_autoptr (Answer) answer = g_new0 (Answer, 1);
  g_autoptr (GPtrArray) records =
      otr_catalog_reader_get_photos (reader, &question->photo_id, 1, TRUE, error);

  if (records == NULL)
    return NULL;
  if (records->len > 0)
    answer->record = g_steal_pointer (&records->pdata[0]);
  if (answer->record != NULL)
    read_thumbnail (answer, question->thumbs);
  return g_steal_pointer (&answer);
}

static GdkTexture *
make_texture (const Answer *answer)
{
  if (answer->pixels == NULL)
    return NULL;
  return gdk_memory_texture_new ((int) answer->width,
                                 (int) answer->height,
                                 GDK_MEMORY_DEFAULT,
                                 answer->pixels,
                                 (gsize) answer->width * 4);
}

static void
on_details (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Request) request = data;
  g_autoptr (Answer) answer = otr_engine_read_finish (OTR_ENGINE (source), result, NULL);
  g_autoptr (GdkTexture) thumbnail = NULL;

  if (g_cancellable_is_cancelled (request->cancellable))
    return;
  if (answer != NULL)
    thumbnail = make_texture (answer);
  request->loader->funcs->details (answer != NULL ? answer->record : NULL,
                                   thumbnail,
                                   request->loader->data);
}

static void
ask_details (OtrPhotoLoader *loader)
{
  Question *question = g_new0 (Question, 1);

  question->photo_id = loader->photo_id;
  question->thumbs = otr_thumb_store_ref (otr_engine_get_thumbs (loader->engine));
  otr_engine_read_async (loader->engine,
                         answer_details,
                         question,
                         question_free,
                         answer_free,
                         loader->shown_cancellable,
                         on_details,
                         request_new (loader, loader->shown_cancellable, loader->photo_id, 0));
}

/* ---- pictures ---- */

static Kept *
find_kept (OtrPhotoLoader *loader, gint64 photo_id, guint max_px)
{
  for (GList *link = loader->kept.head; link != NULL; link = link->next)
    {
      Kept *kept = link->data;

      /* Not a larger one: scaling it down for each frame costs more than decoding it again. */
      if (kept->photo_id == photo_id && kept->max_px == max_px)
        return kept;
    }
  return NULL;
}

static void
keep (OtrPhotoLoader *loader, const Request *request, const OtrImage *image)
{
  Kept *kept = g_new0 (Kept, 1);

  kept->photo_id = request->photo_id;
  kept->max_px = request->max_px;
  kept->rgb = g_bytes_ref (image->pixels);
  kept->width = image->width;
  kept->height = image->height;
  g_queue_push_head (&loader->kept, kept);
  while (loader->kept.length > MAX_KEPT)
    kept_free (g_queue_pop_tail (&loader->kept));
}

static void
on_picture (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Request) request = data;
  g_autoptr (GError) error = NULL;
  OtrImage *image = otr_engine_load_picture_finish (OTR_ENGINE (source), result, &error);
  OtrPhotoLoader *loader = request->loader;

  if (!g_cancellable_is_cancelled (request->cancellable))
    {
      if (image != NULL)
        keep (loader, request, image);
      if (request->photo_id == loader->photo_id && request->max_px == loader->max_px)
        loader->funcs->picture (image != NULL ? image->pixels : NULL,
                                image != NULL ? image->width : 0,
                                image != NULL ? image->height : 0,
                                error,
                                loader->data);
    }
  if (image != NULL)
    otr_image_free (image);
}

static void
ask_picture (OtrPhotoLoader *loader, GCancellable *cancellable, gint64 photo_id, guint max_px)
{
  otr_engine_load_picture_async (loader->engine,
                                 photo_id,
                                 max_px,
                                 cancellable,
                                 on_picture,
                                 request_new (loader, cancellable, photo_id, max_px));
}

void
otr_photo_loader_resize (OtrPhotoLoader *loader, guint max_px)
{
  Kept *kept;

  if (max_px == 0 || max_px == loader->max_px)
    return;
  loader->max_px = max_px;
  kept = find_kept (loader, loader->photo_id, max_px);
  if (kept != NULL)
    loader->funcs->picture (kept->rgb, kept->width, kept->height, NULL, loader->data);
  else
    ask_picture (loader, loader->shown_cancellable, loader->photo_id, max_px);
}

static void
renew (GCancellable **cancellable)
{
  if (*cancellable != NULL)
    g_cancellable_cancel (*cancellable);
  g_clear_object (cancellable);
  *cancellable = g_cancellable_new ();
}

void
otr_photo_loader_show (OtrPhotoLoader *loader, gint64 photo_id, guint max_px)
{
  renew (&loader->shown_cancellable);
  renew (&loader->ahead_cancellable);
  loader->photo_id = photo_id;
  loader->max_px = 0;
  ask_details (loader);
  otr_photo_loader_resize (loader, max_px);
}

void
otr_photo_loader_preload (OtrPhotoLoader *loader, gint64 photo_id, guint max_px)
{
  if (max_px != 0 && find_kept (loader, photo_id, max_px) == NULL)
    ask_picture (loader, loader->ahead_cancellable, photo_id, max_px);
}

OtrPhotoLoader *
otr_photo_loader_new (OtrEngine *engine, const OtrPhotoLoaderFuncs *funcs, gpointer data)
{
  OtrPhotoLoader *loader = g_new0 (OtrPhotoLoader, 1);

  loader->engine = g_object_ref (engine);
  loader->funcs = funcs;
  loader->data = data;
  g_queue_init (&loader->kept);
  return loader;
}

void
otr_photo_loader_free (OtrPhotoLoader *loader)
{
  if (loader == NULL)
    return;
  if (loader->shown_cancellable != NULL)
    g_cancellable_cancel (loader->shown_cancellable);
  if (loader->ahead_cancellable != NULL)
    g_cancellable_cancel (loader->ahead_cancellable);
  g_clear_object (&loader->shown_cancellable);
  g_clear_object (&loader->ahead_cancellable);
  g_queue_clear_full (&loader->kept, kept_free);
  g_object_unref (loader->engine);
  g_free (loader);
}
