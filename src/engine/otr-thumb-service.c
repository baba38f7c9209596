/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures for the grid. The owner states what it wants; workers take the nearest first, look into
 * the thumbnail store, else let a decoder make the preview and then the thumbnail from the photo's
 * file. Answers wait in a queue that an idle of the owner's context empties, a few milliseconds at
 * a time.
 *
 * OtrThumbService is the owner's; workers hold only the counted Shared. Its `func` is NULL once the
 * owner is gone. Each worker has its own catalog connection and its own decoder. */

#include "config.h"

#include "otr-thumb-service.h"

#include "otr-pool.h"
#include "otr-reaper.h"
#include "otr-sync.h"
#include "otr-thumb-build.h"

#define DELIVERY_US 3000
#define PREVIEW_SIDE 512 /* of the decoder's answer; scaled here */

typedef struct
{
  OtrThumbWanted wanted;
  GCancellable *cancellable; /* while it runs */
} Request;

typedef struct
{
  OtrThumbWanted wanted;
  OtrThumbStage stage;
  GBytes *pixels;
  guint width;
  guint height;
} Answer;

typedef struct
{
  OtrCatalog *catalog;
  OtrThumbStore *store;
  OtrThumbClass class;
  GMainContext *context;
  OtrThumbFunc func; /* owner's context only, with `data` */
  gpointer data;
  OtrMutex lock;
  OtrCond changed;
  GArray *waiting;    /* lock, as all below; OtrThumbWanted, nearest last */
  GPtrArray *running; /* Request */
  GQueue answers;     /* Answer */
  gboolean delivering;
  gboolean closed;
  guint nudges; /* so that surplus workers wake up */
} Shared;

struct _OtrThumbService
{
  Shared *shared;
  OtrPool *pool;
};

typedef struct
{
  Shared *shared;
  OtrCatalogReader *reader;
  OtrDecoderPool *decoders; /* made when first needed */
  gboolean no_decoder;
} Worker;

/* ---- the shared part ---- */

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_clear_pointer (&answer->pixels, g_bytes_unref);
  g_free (answer);
}

static void
request_free (gpointer data)
{
  Request *request = data;

  g_object_unref (request->cancellable);
  g_free (request);
}

static void
shared_clear (gpointer data)
{
  Shared *shared = data;

  otr_catalog_unref (shared->catalog);
  otr_thumb_store_unref (shared->store);
  g_main_context_unref (shared->context);
  g_array_unref (shared->waiting);
  g_ptr_array_unref (shared->running);
  g_queue_clear_full (&shared->answers, answer_free);
  otr_cond_clear (&shared->changed);
  otr_mutex_clear (&shared->lock);
}

static void
shared_unref (gpointer shared)
{
  g_atomic_rc_box_release_full (shared, shared_clear);
}

static gboolean
is_same (const OtrThumbWanted *a, const OtrThumbWanted *b)
{
  return a->photo_id == b->photo_id && a->width == b->width && a->height == b->height &&
         a->cover == b->cover;
}

/* ---- delivery ---- */

static Answer *
take_answer (Shared *shared)
{
  Answer *answer;
  otr_auto_lock (&shared->lock);

  answer = g_queue_pop_head (&shared->answers);
  if (answer == NULL)
    shared->delivering = FALSE;
  return answer;
}

static gboolean
deliver (gpointer data)
{
  Shared *shared = data;
  gint64 end_us = g_get_monotonic_time () + DELIVERY_US;
  Answer *answer;

  while ((answer = take_answer (shared)) != NULL)
    {
      if (shared->func != NULL)
        shared->func (&answer->wanted,
                      answer->stage,
                      answer->pixels,
                      answer->width,
                      answer->height,
                      shared->data);
      answer_free (answer);
      if (g_get_monotonic_time () >= end_us)
        return G_SOURCE_CONTINUE;
    }
  return G_SOURCE_REMOVE;
}

static gboolean
queue_answer (Shared *shared, Answer *answer)
{
  otr_auto_lock (&shared->lock);
  gboolean first = !shared->delivering;

  g_queue_push_tail (&shared->answers, answer);
  shared->delivering = TRUE;
  return first;
}

/* Takes `pixels`. */
static void
answer (Shared *shared, const Request *request, OtrThumbStage stage, GBytes *pixels, guint size[2])
{
  Answer *made = g_new0 (Answer, 1);
  g_autoptr (GSource) idle = NULL;

  made->wanted = request->wanted;
  made->stage = stage;
  made->pixels = pixels;
  made->width = size[0];
  made->height = size[1];
  if (!queue_answer (shared, made))
    return;
  idle = g_idle_source_new ();
  g_source_set_priority (idle, G_PRIORITY_DEFAULT_IDLE);
  g_source_set_callback (idle, deliver, g_atomic_rc_box_acquire (shared), shared_unref);
  (void) g_source_attach (idle, shared->context);
}

static void
answer_none (Shared *shared, const Request *request)
{
  answer (shared, request, OTR_THUMB_STAGE_NONE, NULL, (guint[2]){ 0, 0 });
}

/* ---- making one ---- */

static void
answer_image (Shared *shared, const Request *request, OtrThumbStage stage, const OtrImage *image)
{
  const OtrThumbWanted *wanted = &request->wanted;
  guint size[2] = { 0, 0 };
  GBytes *pixels = otr_thumb_scale (g_bytes_get_data (image->pixels, NULL),
                                    image->width,
                                    image->height,
                                    wanted->width,
                                    wanted->height,
                                    wanted->cover,
                                    &size[0],
                                    &size[1]);

  answer (shared, request, stage, pixels, size);
}

static gboolean
answer_from_store (Shared *shared, const Request *request, const OtrPhotoRecord *photo)
{
  const OtrThumbWanted *wanted = &request->wanted;
  OtrThumb thumb = { 0 };
  guint size[2] = { 0, 0 };
  GBytes *pixels;

  if (!otr_thumb_store_get (
          shared->store, &photo->digest, photo->size, shared->class, &thumb, NULL))
    return FALSE;
  pixels = otr_thumb_decode (
      thumb.encoded, wanted->width, wanted->height, wanted->cover, &size[0], &size[1], NULL);
  otr_thumb_clear (&thumb);
  if (pixels == NULL)
    return FALSE;
  answer (shared, request, OTR_THUMB_STAGE_THUMBNAIL, pixels, size);
  return TRUE;
}

static void
store_thumbnail (Shared *shared, const OtrPhotoRecord *photo, const OtrImage *image)
{
  OtrThumbPut put = { photo->digest, photo->size, shared->class };

  put.thumb.width = image->width;
  put.thumb.height = image->height;
  put.thumb.source = image->source;
  put.thumb.encoded =
      otr_thumb_encode (g_bytes_get_data (image->pixels, NULL), image->width, image->height, NULL);
  /* A store that can't be written now costs only that it is made again. */
  if (put.thumb.encoded != NULL)
    (void) otr_thumb_store_put (shared->store, &put, 1, NULL);
  otr_thumb_clear (&put.thumb);
}

static gboolean
ensure_decoder (Worker *worker)
{
  if (worker->decoders == NULL && !worker->no_decoder)
    worker->decoders = otr_decoder_pool_new (NULL, 1, NULL);
  worker->no_decoder = worker->decoders == NULL;
  return !worker->no_decoder;
}

static gboolean
decode (Worker *worker,
        const Request *request,
        const OtrPhotoRecord *photo,
        guint want,
        OtrWireAnswer *out_answer)
{
  OtrThumbFile file = { .want = want,
                        .max_px = want == OTR_WIRE_WANT_PREVIEW ? PREVIEW_SIDE
                                                                : worker->shared->class };

  return otr_thumb_decode_file (
      worker->decoders, photo, &file, request->cancellable, out_answer, NULL);
}

static void
answer_from_file (Worker *worker, const Request *request, const OtrPhotoRecord *photo)
{
  Shared *shared = worker->shared;
  g_auto (OtrWireAnswer) preview = { 0 };
  g_auto (OtrWireAnswer) thumbnail = { 0 };

  if (photo->state != OTR_FILE_OK || !ensure_decoder (worker))
    {
      answer_none (shared, request);
      return;
    }
  if (decode (worker, request, photo, OTR_WIRE_WANT_PREVIEW, &preview) &&
      preview.preview.pixels != NULL)
    answer_image (shared, request, OTR_THUMB_STAGE_PREVIEW, &preview.preview);
  (void) decode (worker, request, photo, OTR_WIRE_WANT_THUMBNAIL, &thumbnail);
  if (g_cancellable_is_cancelled (request->cancellable))
    return;
  if (thumbnail.thumbnail.pixels == NULL)
    {
      answer_none (shared, request);
      return;
    }
  store_thumbnail (shared, photo, &thumbnail.thumbnail);
  answer_image (shared, request, OTR_THUMB_STAGE_THUMBNAIL, &thumbnail.thumbnail);
}

static void
serve (Worker *worker, const Request *request)
{
  gint64 id = request->wanted.photo_id;
  g_autoptr (GPtrArray) photos = NULL;
  const OtrPhotoRecord *photo = NULL;

  if (worker->reader == NULL)
    worker->reader = otr_catalog_reader_new (worker->shared->catalog, NULL);
  if (worker->reader != NULL)
    photos = otr_catalog_reader_get_photos (worker->reader, &id, 1, FALSE, NULL);
  if (photos != NULL)
    photo = g_ptr_array_index (photos, 0);
  if (photo == NULL)
    answer_none (worker->shared, request);
  else if (!answer_from_store (worker->shared, request, photo))
    answer_from_file (worker, request, photo);
}

/* ---- workers ---- */

/* NULL: closed, or this worker may be surplus. */
static Request *
take_request (Shared *shared)
{
  Request *request = NULL;
  guint nudges;
  otr_auto_lock (&shared->lock);

  nudges = shared->nudges;
  while (!shared->closed && shared->waiting->len == 0 && nudges == shared->nudges)
    otr_cond_wait (&shared->changed, &shared->lock);
  if (shared->closed || shared->waiting->len == 0)
    return NULL;
  request = g_new0 (Request, 1);
  request->wanted = g_array_index (shared->waiting, OtrThumbWanted, shared->waiting->len - 1);
  request->cancellable = g_cancellable_new ();
  g_array_set_size (shared->waiting, shared->waiting->len - 1);
  g_ptr_array_add (shared->running, request);
  return request;
}

static void
end_request (Shared *shared, Request *request)
{
  otr_auto_lock (&shared->lock);

  (void) g_ptr_array_remove_fast (shared->running, request);
}

static gboolean
is_closed (Shared *shared)
{
  otr_auto_lock (&shared->lock);

  return shared->closed;
}

static void
run_worker (OtrPool *pool, guint index, gpointer data)
{
  Worker worker = { .shared = data };

  while (!otr_pool_should_leave (pool, index) && !is_closed (worker.shared))
    {
      Request *request = take_request (worker.shared);

      if (request == NULL)
        continue;
      serve (&worker, request);
      end_request (worker.shared, request);
    }
  otr_catalog_reader_free (worker.reader);
  otr_decoder_pool_free (worker.decoders);
}

/* ---- the owner's side ---- */

OtrThumbService *
otr_thumb_service_new (OtrCatalog *catalog,
                       OtrThumbStore *store,
                       guint n_threads,
                       OtrThumbClass class,
                       OtrThumbFunc func,
                       gpointer data)
{
  OtrThumbService *service = g_new0 (OtrThumbService, 1);
  Shared *shared = g_atomic_rc_box_new0 (Shared);

  shared->catalog = otr_catalog_ref (catalog);
  shared->store = otr_thumb_store_ref (store);
  shared->class = class;
  shared->context = g_main_context_ref_thread_default ();
  shared->func = func;
  shared->data = data;
  shared->waiting = g_array_new (FALSE, FALSE, sizeof (OtrThumbWanted));
  shared->running = g_ptr_array_new_with_free_func (request_free);
  g_queue_init (&shared->answers);
  otr_mutex_init (&shared->lock);
  otr_cond_init (&shared->changed);
  service->shared = shared;
  service->pool = otr_pool_new ("otr-thumb", run_worker, shared);
  (void) otr_pool_resize (service->pool, n_threads != 0 ? n_threads : g_get_num_processors ());
  return service;
}

static void
reap_service (gpointer data)
{
  OtrThumbService *service = data;

  otr_pool_free (service->pool);
  shared_unref (service->shared);
  g_free (service);
}

void
otr_thumb_service_free (OtrThumbService *service)
{
  if (service == NULL)
    return;
  otr_thumb_service_set_wanted (service, NULL, 0);
  service->shared->func = NULL;
  {
    otr_auto_lock (&service->shared->lock);
    service->shared->closed = TRUE;
    otr_cond_broadcast (&service->shared->changed);
  }
  otr_reaper_free (service, reap_service);
}

void
otr_thumb_service_set_threads (OtrThumbService *service, guint n_threads)
{
  (void) otr_pool_resize (service->pool, n_threads != 0 ? n_threads : g_get_num_processors ());
  otr_auto_lock (&service->shared->lock);
  service->shared->nudges++;
  otr_cond_broadcast (&service->shared->changed);
}

/* Runs already, or its last answer only waits to be delivered. */
static gboolean
is_under_way (Shared *shared, const OtrThumbWanted *wanted)
{
  for (guint i = 0; i < shared->running->len; i++)
    {
      const Request *request = g_ptr_array_index (shared->running, i);

      if (is_same (&request->wanted, wanted) && !g_cancellable_is_cancelled (request->cancellable))
        return TRUE;
    }
  for (GList *link = shared->answers.head; link != NULL; link = link->next)
    {
      const Answer *waiting = link->data;

      if (waiting->stage != OTR_THUMB_STAGE_PREVIEW && is_same (&waiting->wanted, wanted))
        return TRUE;
    }
  return FALSE;
}

static void
cancel_unwanted (Shared *shared, const OtrThumbWanted *wanted, gsize n, GPtrArray *out_cancelled)
{
  for (guint i = 0; i < shared->running->len; i++)
    {
      const Request *request = g_ptr_array_index (shared->running, i);
      gboolean still = FALSE;

      for (gsize j = 0; j < n && !still; j++)
        still = is_same (&request->wanted, &wanted[j]);
      if (!still)
        g_ptr_array_add (out_cancelled, g_object_ref (request->cancellable));
    }
}

void
otr_thumb_service_set_wanted (OtrThumbService *service, const OtrThumbWanted *wanted, gsize n)
{
  Shared *shared = service->shared;
  g_autoptr (GPtrArray) cancelled = g_ptr_array_new_with_free_func (g_object_unref);

  {
    otr_auto_lock (&shared->lock);
    cancel_unwanted (shared, wanted, n, cancelled);
    g_array_set_size (shared->waiting, 0);
    for (gsize i = n; i-- > 0;)
      if (!is_under_way (shared, &wanted[i]))
        g_array_append_val (shared->waiting, wanted[i]);
    otr_cond_broadcast (&shared->changed);
  }
  for (guint i = 0; i < cancelled->len; i++)
    g_cancellable_cancel (g_ptr_array_index (cancelled, i));
}
