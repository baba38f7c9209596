/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-photo-list.h"

#include <gio/gio.h>

#include "otr-photo-order.h"

/* The catalog is asked again at most this often, and at most a quarter of the time. */
#define MIN_INTERVAL_US 100000
#define REST_FACTOR 3

/* A day with more photos than this is not asked for its folder. */
#define MAX_PLACE 256

struct _OtrPhotoList
{
  GObject parent_instance;

  OtrEngine *engine;
  gulong changed_handler;
  OtrPhotoQuery query;
  gboolean has_query;
  OtrPhotoOrder *order;
  GHashTable *items;  /* photo id -> OtrPhotoItem, weak */
  GHashTable *places; /* day -> Place */

  GCancellable *cancellable; /* of everything asked under this query */
  gboolean loaded;
  gboolean asking;
  gboolean stale; /* something was committed since the last question */
  guint again_source;
  gint64 asked_us;
  gint64 answered_us;

  guint records_source;
  gboolean reading_records;
};

typedef struct
{
  guint count; /* of photos when it was found out: another count asks again */
  char *name;  /* NULL: not known, or more than one folder */
} Place;

enum
{
  SIGNAL_REMOVED,
  SIGNAL_LOADED,
  SIGNAL_FAILED,
  SIGNAL_PLACES_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void list_model_init (GListModelInterface *iface);
static void ask (OtrPhotoList *self);
static void read_records_soon (OtrPhotoList *self);

G_DEFINE_FINAL_TYPE_WITH_CODE (OtrPhotoList,
                               otr_photo_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

/* ---- what the worker does: plain structs only ---- */

typedef struct
{
  OtrPhotoQuery query;
  OtrPhotoOrder *before;
  GArray *ids; /* of the photos that are shown: their records are read along */
} Question;

typedef struct
{
  OtrPhotoOrder *order;
  OtrPhotoChange change;
  GArray *ids;
  GPtrArray *records;
} Answer;

static void
question_free (gpointer data)
{
  Question *question = data;

  otr_photo_query_clear (&question->query);
  g_clear_pointer (&question->before, otr_photo_order_unref);
  g_array_unref (question->ids);
  g_free (question);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_clear_pointer (&answer->order, otr_photo_order_unref);
  otr_photo_change_clear (&answer->change);
  g_clear_pointer (&answer->ids, g_array_unref);
  g_clear_pointer (&answer->records, g_ptr_array_unref);
  g_free (answer);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Answer, answer_free)

static gboolean
read_records (OtrCatalogReader *reader, GArray *ids, Answer *answer, GError **error)
{
  answer->ids = g_array_ref (ids);
  answer->records =
      otr_catalog_reader_get_photos (reader, (const gint64 *) ids->data, ids->len, FALSE, error);
  return answer->records != NULL;
}

static gpointer
answer_order (OtrCatalogReader *reader, gpointer data, GCancellable *cancellable, GError **error)
{
  Question *question = data;
  g_autoptr (Answer) answer = g_new0 (Answer, 1);
  GArray *keys = otr_catalog_reader_list (reader, &question->query, error);

  if (keys == NULL)
    return NULL;
  answer->order = otr_photo_order_new (keys, question->query.sort);
  otr_photo_change_init (&answer->change, question->before, answer->order);
  if (!read_records (reader, question->ids, answer, error))
    return NULL;
  return g_steal_pointer (&answer);
}

static gpointer
answer_records (OtrCatalogReader *reader, gpointer data, GCancellable *cancellable, GError **error)
{
  g_autoptr (Answer) answer = g_new0 (Answer, 1);

  if (!read_records (reader, data, answer, error))
    return NULL;
  return g_steal_pointer (&answer);
}

/* The one folder of these photos, or "". */
static gpointer
answer_place (OtrCatalogReader *reader, gpointer data, GCancellable *cancellable, GError **error)
{
  GArray *ids = data;
  const OtrPhotoRecord *first = NULL;
  g_autoptr (GPtrArray) records =
      otr_catalog_reader_get_photos (reader, (const gint64 *) ids->data, ids->len, FALSE, error);

  if (records == NULL)
    return NULL;
  for (guint i = 0; i < records->len; i++)
    {
      const OtrPhotoRecord *record = records->pdata[i];

      if (record == NULL)
        continue;
      if (first == NULL)
        first = record;
      if (record->folder_id != first->folder_id)
        return g_strdup ("");
    }
  return first != NULL ? g_filename_display_basename (first->folder_path) : g_strdup ("");
}

/* ---- items ---- */

static gpointer
key_of (gint64 photo_id)
{
  return GSIZE_TO_POINTER ((gsize) photo_id);
}

static void
on_item_gone (gpointer data, GObject *where_it_was)
{
  OtrPhotoList *self = data;
  GHashTableIter iter;
  gpointer item;

  /* A few dozen items live at a time. */
  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    if (item == where_it_was)
      {
        g_hash_table_iter_remove (&iter);
        return;
      }
}

static void
forget_items (OtrPhotoList *self)
{
  GHashTableIter iter;
  gpointer item;

  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    g_object_weak_unref (item, on_item_gone, self);
  g_hash_table_remove_all (self->items);
}

static GArray *
living_ids (OtrPhotoList *self, gboolean only_unread)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  GHashTableIter iter;
  gpointer item;

  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    {
      gint64 id = otr_photo_item_get_id (item);

      if (!only_unread || !otr_photo_item_is_loaded (item))
        g_array_append_val (ids, id);
    }
  return ids;
}

static void
hand_out_records (OtrPhotoList *self, GArray *ids, GPtrArray *records)
{
  for (guint i = 0; i < ids->len && i < records->len; i++)
    {
      gint64 id = g_array_index (ids, gint64, i);
      OtrPhotoItem *item = g_hash_table_lookup (self->items, key_of (id));
      g_autoptr (OtrPhotoItem) held = item != NULL ? g_object_ref (item) : NULL;

      if (held != NULL)
        otr_photo_item_take_record (held, g_steal_pointer (&records->pdata[i]));
    }
}

static void
on_records (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OtrPhotoList) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (Answer) answer = otr_engine_read_finish (OTR_ENGINE (source), result, &error);

  self->reading_records = FALSE;
  if (answer != NULL)
    hand_out_records (self, answer->ids, answer->records);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_signal_emit (self, signals[SIGNAL_FAILED], 0, error);
      return; /* asked again with the next change */
    }
  read_records_soon (self);
}

static gboolean
on_records_due (gpointer data)
{
  OtrPhotoList *self = data;
  g_autoptr (GArray) ids = living_ids (self, TRUE);

  self->records_source = 0;
  if (ids->len == 0 || self->engine == NULL)
    return G_SOURCE_REMOVE;
  self->reading_records = TRUE;
  otr_engine_read_async (self->engine,
                         answer_records,
                         g_array_ref (ids),
                         (GDestroyNotify) g_array_unref,
                         answer_free,
                         self->cancellable,
                         on_records,
                         g_object_ref (self));
  return G_SOURCE_REMOVE;
}

/* All photos that came into view since the last batch, in one. */
static void
read_records_soon (OtrPhotoList *self)
{
  if (self->engine != NULL && !self->reading_records && self->records_source == 0)
    self->records_source = g_idle_add (on_records_due, self);
}

static OtrPhotoItem *
item_at (OtrPhotoList *self, guint position)
{
  const OtrPhotoKey *key = otr_photo_order_get (self->order, position);
  OtrPhotoItem *item = g_hash_table_lookup (self->items, key_of (key->photo_id));

  if (item != NULL)
    return g_object_ref (item);
  item = otr_photo_item_new (key->photo_id, key->taken_ms);
  g_object_weak_ref (G_OBJECT (item), on_item_gone, self);
  g_hash_table_insert (self->items, key_of (key->photo_id), item);
  read_records_soon (self);
  return item;
}

/* ---- asking ---- */

static void
take_order (OtrPhotoList *self, OtrPhotoOrder *order, const OtrPhotoChange *change)
{
  g_autoptr (OtrPhotoOrder) before = otr_photo_order_ref (self->order);
  gboolean regrouped = order->has_days != before->has_days;

  /* The same again: views borrow the sections of the order they know until they hear of a
   * change. */
  if (change->n_removed == 0 && change->n_added == 0 && !regrouped)
    return;
  otr_photo_order_unref (self->order);
  self->order = otr_photo_order_ref (order);
  if (regrouped)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, before->keys->len, order->keys->len);
  else
    g_list_model_items_changed (G_LIST_MODEL (self),
                                change->position,
                                change->n_removed,
                                change->n_added);
  if (change->gone->len > 0)
    g_signal_emit (self, signals[SIGNAL_REMOVED], 0, change->gone);
}

static gboolean
on_again (gpointer data)
{
  OtrPhotoList *self = data;

  self->again_source = 0;
  ask (self);
  return G_SOURCE_REMOVE;
}

static void
ask_again_if_stale (OtrPhotoList *self)
{
  gint64 now = g_get_monotonic_time ();
  gint64 took = self->answered_us - self->asked_us;
  gint64 due = MAX (self->asked_us + MIN_INTERVAL_US, self->answered_us + REST_FACTOR * took);

  if (!self->stale || self->asking || self->again_source != 0)
    return;
  self->again_source = g_timeout_add ((guint) (MAX (due - now, 0) / 1000), on_again, self);
}

static void
on_answer (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OtrPhotoList) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (Answer) answer = otr_engine_read_finish (OTR_ENGINE (source), result, &error);
  gboolean first = !self->loaded;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return; /* another query has taken over */
  self->asking = FALSE;
  self->answered_us = g_get_monotonic_time ();
  if (answer == NULL)
    {
      g_signal_emit (self, signals[SIGNAL_FAILED], 0, error);
      return;
    }
  self->loaded = TRUE;
  take_order (self, answer->order, &answer->change);
  hand_out_records (self, answer->ids, answer->records);
  if (first)
    g_signal_emit (self, signals[SIGNAL_LOADED], 0);
  ask_again_if_stale (self);
}

static void
ask (OtrPhotoList *self)
{
  Question *question = g_new0 (Question, 1);

  question->query = self->query;
  question->query.search = g_strdup (self->query.search);
  question->before = otr_photo_order_ref (self->order);
  question->ids = living_ids (self, FALSE);
  self->asking = TRUE;
  self->stale = FALSE;
  self->asked_us = g_get_monotonic_time ();
  otr_engine_read_async (self->engine,
                         answer_order,
                         question,
                         question_free,
                         answer_free,
                         self->cancellable,
                         on_answer,
                         g_object_ref (self));
}

static void
on_catalog_changed (OtrEngine *engine, OtrPhotoList *self)
{
  self->stale = TRUE;
  ask_again_if_stale (self);
}

static void
stop_asking (OtrPhotoList *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->again_source, g_source_remove);
  g_clear_handle_id (&self->records_source, g_source_remove);
  self->asking = self->stale = FALSE;
  self->loaded = FALSE;
}

static void
set_engine (OtrPhotoList *self, OtrEngine *engine)
{
  if (engine == self->engine)
    return;
  if (self->engine != NULL)
    g_clear_signal_handler (&self->changed_handler, self->engine);
  forget_items (self); /* ids mean other photos there */
  g_set_object (&self->engine, engine);
  if (engine != NULL)
    self->changed_handler =
        g_signal_connect (engine, "changed", G_CALLBACK (on_catalog_changed), self);
}

void
otr_photo_list_set_query (OtrPhotoList *self, OtrEngine *engine, const OtrPhotoQuery *query)
{
  OtrPhotoQuery copy = *query;

  g_return_if_fail (OTR_IS_PHOTO_LIST (self));

  copy.search = g_strdup (query->search);
  stop_asking (self);
  otr_photo_query_clear (&self->query);
  self->query = copy;
  self->has_query = TRUE;
  self->cancellable = g_cancellable_new ();
  g_hash_table_remove_all (self->places);
  set_engine (self, engine);
  if (engine != NULL)
    ask (self);
  else
    otr_photo_list_take_keys (self, g_array_new (FALSE, FALSE, sizeof (OtrPhotoKey)), copy.sort);
}

const OtrPhotoQuery *
otr_photo_list_get_query (OtrPhotoList *self)
{
  return self->has_query ? &self->query : NULL;
}

void
otr_photo_list_take_keys (OtrPhotoList *self, GArray *keys, OtrSort sort)
{
  g_autoptr (OtrPhotoOrder) order = otr_photo_order_new (keys, sort);
  OtrPhotoChange change;
  gboolean first = !self->loaded;

  otr_photo_change_init (&change, self->order, order);
  self->loaded = TRUE;
  take_order (self, order, &change);
  if (first)
    g_signal_emit (self, signals[SIGNAL_LOADED], 0);
  otr_photo_change_clear (&change);
}

/* ---- places of days ---- */

typedef struct
{
  OtrPhotoList *list;
  gint32 day;
} PlaceAsked;

static void
place_free (gpointer data)
{
  Place *place = data;

  g_free (place->name);
  g_free (place);
}

static void
on_place (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree PlaceAsked *asked = data;
  g_autoptr (OtrPhotoList) self = asked->list;
  g_autofree char *name = otr_engine_read_finish (OTR_ENGINE (source), result, NULL);
  Place *place = g_hash_table_lookup (self->places, GINT_TO_POINTER (asked->day));

  /* Without an answer the heading just names no folder. */
  if (place == NULL || name == NULL)
    return;
  g_free (place->name);
  place->name = *name != '\0' ? g_steal_pointer (&name) : NULL;
  g_signal_emit (self, signals[SIGNAL_PLACES_CHANGED], 0);
}

static void
ask_for_place (OtrPhotoList *self, const OtrSection *section)
{
  PlaceAsked *asked = g_new0 (PlaceAsked, 1);
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < section->count; i++)
    g_array_append_val (ids, otr_photo_order_get (self->order, section->first + i)->photo_id);
  asked->list = g_object_ref (self);
  asked->day = section->day;
  otr_engine_read_async (self->engine,
                         answer_place,
                         ids,
                         (GDestroyNotify) g_array_unref,
                         g_free,
                         self->cancellable,
                         on_place,
                         asked);
}

const char *
otr_photo_list_get_place (OtrPhotoList *self, guint index)
{
  const OtrSection *section = &g_array_index (self->order->sections, OtrSection, index);
  Place *place = g_hash_table_lookup (self->places, GINT_TO_POINTER (section->day));

  if (self->engine == NULL || section->count > MAX_PLACE)
    return NULL;
  if (place == NULL)
    {
      place = g_new0 (Place, 1);
      g_hash_table_insert (self->places, GINT_TO_POINTER (section->day), place);
    }
  if (place->count != section->count)
    {
      place->count = section->count;
      ask_for_place (self, section);
    }
  return place->name; /* the old one until the new answer comes: no flicker */
}

/* ---- the model ---- */

static GType
list_get_item_type (GListModel *model)
{
  return OTR_TYPE_PHOTO_ITEM;
}

static guint
list_get_n_items (GListModel *model)
{
  return otr_photo_list_get_length (OTR_PHOTO_LIST (model));
}

static gpointer
list_get_item (GListModel *model, guint position)
{
  OtrPhotoList *self = OTR_PHOTO_LIST (model);

  return position < self->order->keys->len ? item_at (self, position) : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = list_get_item_type;
  iface->get_n_items = list_get_n_items;
  iface->get_item = list_get_item;
}

gboolean
otr_photo_list_is_loaded (OtrPhotoList *self)
{
  return self->loaded;
}

guint
otr_photo_list_get_length (OtrPhotoList *self)
{
  return self->order->keys->len;
}

gint64
otr_photo_list_get_id (OtrPhotoList *self, guint position)
{
  return otr_photo_order_get (self->order, position)->photo_id;
}

gint64
otr_photo_list_get_taken_ms (OtrPhotoList *self, guint position)
{
  return otr_photo_order_get (self->order, position)->taken_ms;
}

gboolean
otr_photo_list_find (OtrPhotoList *self, gint64 photo_id, guint *out_position)
{
  return otr_photo_order_find (self->order, photo_id, out_position);
}

const OtrSection *
otr_photo_list_get_sections (OtrPhotoList *self, guint *out_n)
{
  *out_n = self->order->sections->len;
  return (const OtrSection *) self->order->sections->data;
}

gboolean
otr_photo_list_has_days (OtrPhotoList *self)
{
  return self->order->has_days;
}

OtrPhotoItem *
otr_photo_list_get_photo (OtrPhotoList *self, guint position)
{
  return item_at (self, position);
}

static void
otr_photo_list_dispose (GObject *object)
{
  OtrPhotoList *self = OTR_PHOTO_LIST (object);

  stop_asking (self);
  set_engine (self, NULL);
  forget_items (self);
  G_OBJECT_CLASS (otr_photo_list_parent_class)->dispose (object);
}

static void
otr_photo_list_finalize (GObject *object)
{
  OtrPhotoList *self = OTR_PHOTO_LIST (object);

  otr_photo_query_clear (&self->query);
  otr_photo_order_unref (self->order);
  g_hash_table_unref (self->items);
  g_hash_table_unref (self->places);
  G_OBJECT_CLASS (otr_photo_list_parent_class)->finalize (object);
}

static guint
add_signal (OtrPhotoListClass *klass, const char *name, GType type)
{
  guint n = type != G_TYPE_NONE ? 1 : 0;

  return g_signal_new (name,
                       G_TYPE_FROM_CLASS (klass),
                       G_SIGNAL_RUN_LAST,
                       0,
                       NULL,
                       NULL,
                       NULL,
                       G_TYPE_NONE,
                       n,
                       type);
}

static void
otr_photo_list_class_init (OtrPhotoListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = otr_photo_list_dispose;
  object_class->finalize = otr_photo_list_finalize;
  signals[SIGNAL_REMOVED] = add_signal (klass, "removed", G_TYPE_ARRAY);
  signals[SIGNAL_LOADED] = add_signal (klass, "loaded", G_TYPE_NONE);
  signals[SIGNAL_FAILED] = add_signal (klass, "failed", G_TYPE_ERROR);
  signals[SIGNAL_PLACES_CHANGED] = add_signal (klass, "places-changed", G_TYPE_NONE);
}

static void
otr_photo_list_init (OtrPhotoList *self)
{
  GArray *none = g_array_new (FALSE, FALSE, sizeof (OtrPhotoKey));

  self->order = otr_photo_order_new (none, OTR_SORT_TAKEN_NEWEST);
  self->items = g_hash_table_new (NULL, NULL);
  self->places = g_hash_table_new_full (NULL, NULL, NULL, place_free);
}

OtrPhotoList *
otr_photo_list_new (void)
{
  return g_object_new (OTR_TYPE_PHOTO_LIST, NULL);
}
