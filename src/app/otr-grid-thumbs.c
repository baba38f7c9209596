/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-grid-thumbs.h"

/* About 500 thumbnails of 168 px on a screen of scale 2. */
#define BUDGET_BYTES (96 * 1024 * 1024)
#define ENTRY_BYTES 256

struct _OtrGridThumbs
{
  OtrGridThumbFunc func;
  gpointer data;
  OtrThumbService *service;
  OtrWantThumbsFunc want;
  gpointer want_data;
  GHashTable *entries; /* photo id -> Entry */
  GQueue used;         /* of Entry, the least recently used at the tail */
  gsize bytes;
  GArray *wanted; /* OtrThumbWanted, as last stated */
};

typedef struct
{
  GList link; /* first: in `used` */
  gint64 photo_id;
  GdkTexture *texture; /* NULL: none yet, or there is none to be had */
  gsize bytes;
  guint size_px;
  gboolean cover;
  gboolean settled; /* nothing better will come at this size */
} Entry;

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_clear_object (&entry->texture);
  g_free (entry);
}

static gpointer
key_of (gint64 photo_id)
{
  return GSIZE_TO_POINTER ((gsize) photo_id);
}

OtrGridThumbs *
otr_grid_thumbs_new (OtrGridThumbFunc func, gpointer data)
{
  OtrGridThumbs *thumbs = g_new0 (OtrGridThumbs, 1);

  thumbs->func = func;
  thumbs->data = data;
  thumbs->entries = g_hash_table_new_full (NULL, NULL, NULL, entry_free);
  thumbs->wanted = g_array_new (FALSE, FALSE, sizeof (OtrThumbWanted));
  g_queue_init (&thumbs->used);
  return thumbs;
}

void
otr_grid_thumbs_free (OtrGridThumbs *thumbs)
{
  if (thumbs == NULL)
    return;
  g_clear_pointer (&thumbs->service, otr_thumb_service_free);
  g_hash_table_unref (thumbs->entries);
  g_array_unref (thumbs->wanted);
  g_free (thumbs);
}

void
otr_grid_thumbs_clear (OtrGridThumbs *thumbs)
{
  g_queue_init (&thumbs->used);
  g_hash_table_remove_all (thumbs->entries);
  g_array_set_size (thumbs->wanted, 0);
  thumbs->bytes = 0;
}

static void
on_thumb (const OtrThumbWanted *wanted,
          OtrThumbStage stage,
          GBytes *pixels,
          guint width,
          guint height,
          gpointer data)
{
  otr_grid_thumbs_take (data, wanted, stage, pixels, width, height);
}

static void
want_from_service (const OtrThumbWanted *wanted, gsize n, gpointer data)
{
  otr_thumb_service_set_wanted (data, wanted, n);
}

void
otr_grid_thumbs_set_engine (OtrGridThumbs *thumbs,
                            OtrEngine *engine,
                            guint n_threads,
                            OtrThumbClass class)
{
  g_clear_pointer (&thumbs->service, otr_thumb_service_free);
  otr_grid_thumbs_set_func (thumbs, NULL, NULL);
  if (engine == NULL)
    return;
  thumbs->service = otr_thumb_service_new (otr_engine_get_catalog (engine),
                                           otr_engine_get_thumbs (engine),
                                           n_threads,
                                           class,
                                           on_thumb,
                                           thumbs);
  otr_grid_thumbs_set_func (thumbs, want_from_service, thumbs->service);
}

void
otr_grid_thumbs_set_func (OtrGridThumbs *thumbs, OtrWantThumbsFunc func, gpointer data)
{
  otr_grid_thumbs_clear (thumbs);
  thumbs->want = func;
  thumbs->want_data = data;
}

static void
touch (OtrGridThumbs *thumbs, Entry *entry)
{
  g_queue_unlink (&thumbs->used, &entry->link);
  g_queue_push_head_link (&thumbs->used, &entry->link);
}

static Entry *
entry_for (OtrGridThumbs *thumbs, gint64 photo_id)
{
  Entry *entry = g_hash_table_lookup (thumbs->entries, key_of (photo_id));

  if (entry != NULL)
    return entry;
  entry = g_new0 (Entry, 1);
  entry->photo_id = photo_id;
  entry->link.data = entry;
  entry->bytes = ENTRY_BYTES;
  thumbs->bytes += entry->bytes;
  g_hash_table_insert (thumbs->entries, key_of (photo_id), entry);
  g_queue_push_head_link (&thumbs->used, &entry->link);
  return entry;
}

static void
keep_budget (OtrGridThumbs *thumbs)
{
  while (thumbs->bytes > BUDGET_BYTES && thumbs->used.length > 1)
    {
      Entry *entry = g_queue_pop_tail_link (&thumbs->used)->data;

      thumbs->bytes -= entry->bytes;
      g_hash_table_remove (thumbs->entries, key_of (entry->photo_id));
    }
}

static gboolean
is_settled (OtrGridThumbs *thumbs, gint64 photo_id, guint size_px, gboolean cover)
{
  Entry *entry = g_hash_table_lookup (thumbs->entries, key_of (photo_id));

  if (entry == NULL)
    return FALSE;
  touch (thumbs, entry); /* also what lies ahead must not be pushed out */
  return entry->settled && entry->size_px == size_px && entry->cover == cover;
}

static gboolean
same_list (GArray *a, GArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    {
      const OtrThumbWanted *x = &g_array_index (a, OtrThumbWanted, i);
      const OtrThumbWanted *y = &g_array_index (b, OtrThumbWanted, i);

      if (x->photo_id != y->photo_id || x->width != y->width || x->cover != y->cover)
        return FALSE;
    }
  return TRUE;
}

void
otr_grid_thumbs_want (OtrGridThumbs *thumbs,
                      const gint64 *photo_ids,
                      gsize n,
                      guint size_px,
                      gboolean cover)
{
  g_autoptr (GArray) list = g_array_sized_new (FALSE, TRUE, sizeof (OtrThumbWanted), (guint) n);

  if (thumbs->want == NULL)
    return;
  for (gsize i = n; i-- > 0;) /* backwards, so that the nearest are the last touched */
    {
      OtrThumbWanted wanted = { photo_ids[i], size_px, size_px, cover };

      if (!is_settled (thumbs, photo_ids[i], size_px, cover))
        g_array_append_val (list, wanted);
    }
  for (guint i = 0; i < list->len / 2; i++)
    {
      OtrThumbWanted *a = &g_array_index (list, OtrThumbWanted, i);
      OtrThumbWanted *b = &g_array_index (list, OtrThumbWanted, list->len - 1 - i);
      OtrThumbWanted held = *a;

      *a = *b;
      *b = held;
    }
  if (same_list (list, thumbs->wanted))
    return;
  g_array_unref (thumbs->wanted);
  thumbs->wanted = g_array_ref (list);
  thumbs->want ((const OtrThumbWanted *) list->data, list->len, thumbs->want_data);
}

static void
forget_wanted (OtrGridThumbs *thumbs, gint64 photo_id)
{
  for (guint i = 0; i < thumbs->wanted->len; i++)
    if (g_array_index (thumbs->wanted, OtrThumbWanted, i).photo_id == photo_id)
      {
        g_array_remove_index (thumbs->wanted, i);
        return;
      }
}

void
otr_grid_thumbs_take (OtrGridThumbs *thumbs,
                      const OtrThumbWanted *wanted,
                      OtrThumbStage stage,
                      GBytes *pixels,
                      guint width,
                      guint height)
{
  Entry *entry = entry_for (thumbs, wanted->photo_id);
  gsize stride = (gsize) width * 4;

  entry->size_px = wanted->width;
  entry->cover = wanted->cover;
  entry->settled = stage != OTR_THUMB_STAGE_PREVIEW;
  if (entry->settled)
    forget_wanted (thumbs, wanted->photo_id); /* the service drops it too */
  if (pixels != NULL && width > 0 && height > 0 && g_bytes_get_size (pixels) >= stride * height)
    {
      thumbs->bytes -= entry->bytes;
      g_clear_object (&entry->texture);
      entry->texture =
          gdk_memory_texture_new ((int) width, (int) height, GDK_MEMORY_DEFAULT, pixels, stride);
      entry->bytes = ENTRY_BYTES + stride * height;
      thumbs->bytes += entry->bytes;
    }
  touch (thumbs, entry);
  keep_budget (thumbs);
  thumbs->func (wanted->photo_id, thumbs->data);
}

GdkTexture *
otr_grid_thumbs_get (OtrGridThumbs *thumbs, gint64 photo_id)
{
  Entry *entry = g_hash_table_lookup (thumbs->entries, key_of (photo_id));

  return entry != NULL ? entry->texture : NULL;
}

void
otr_grid_thumbs_renew (OtrGridThumbs *thumbs, gint64 photo_id)
{
  Entry *entry = g_hash_table_lookup (thumbs->entries, key_of (photo_id));

  if (entry != NULL)
    entry->settled = FALSE;
}
