/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-photo-order.h"

#include "otr-calendar.h"

static gint32
day_of (const OtrPhotoKey *key)
{
  return otr_calendar_day_of (key->taken_ms);
}

static void
add_section (OtrPhotoOrder *order, guint first, guint end, gint32 day)
{
  OtrSection section = { .first = first, .count = end - first, .day = day };

  if (end > first)
    g_array_append_val (order->sections, section);
}

static void
find_days (OtrPhotoOrder *order)
{
  gint32 day = OTR_DAY_NONE;
  guint first = 0;

  for (guint i = 0; i < order->keys->len; i++)
    {
      gint32 next = day_of (otr_photo_order_get (order, i));

      if (next == day)
        continue;
      add_section (order, first, i, day);
      first = i;
      day = next;
    }
  add_section (order, first, order->keys->len, day);
}

static int
compare_ids (gconstpointer a, gconstpointer b, gpointer data)
{
  const OtrPhotoKey *keys = data;
  gint64 id_a = keys[*(const guint32 *) a].photo_id;
  gint64 id_b = keys[*(const guint32 *) b].photo_id;

  return (id_a > id_b) - (id_a < id_b);
}

static void
index_ids (OtrPhotoOrder *order)
{
  guint n = order->keys->len;

  order->by_id = g_new (guint32, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    order->by_id[i] = i;
  g_qsort_with_data (order->by_id, (int) n, sizeof (guint32), compare_ids, order->keys->data);
}

OtrPhotoOrder *
otr_photo_order_new (GArray *keys, OtrSort sort)
{
  OtrPhotoOrder *order = g_atomic_rc_box_new0 (OtrPhotoOrder);

  order->keys = keys;
  order->sections = g_array_new (FALSE, FALSE, sizeof (OtrSection));
  order->has_days = sort == OTR_SORT_TAKEN_NEWEST || sort == OTR_SORT_TAKEN_OLDEST;
  if (order->has_days)
    find_days (order);
  else
    add_section (order, 0, keys->len, OTR_DAY_NONE);
  index_ids (order);
  return order;
}

OtrPhotoOrder *
otr_photo_order_ref (OtrPhotoOrder *order)
{
  return g_atomic_rc_box_acquire (order);
}

static void
order_clear (gpointer data)
{
  OtrPhotoOrder *order = data;

  g_array_unref (order->keys);
  g_array_unref (order->sections);
  g_free (order->by_id);
}

void
otr_photo_order_unref (OtrPhotoOrder *order)
{
  if (order != NULL)
    g_atomic_rc_box_release_full (order, order_clear);
}

const OtrPhotoKey *
otr_photo_order_get (const OtrPhotoOrder *order, guint position)
{
  return &g_array_index (order->keys, OtrPhotoKey, position);
}

static gint64
nth_id (const OtrPhotoOrder *order, guint n)
{
  return otr_photo_order_get (order, order->by_id[n])->photo_id;
}

gboolean
otr_photo_order_find (const OtrPhotoOrder *order, gint64 photo_id, guint *out_position)
{
  guint low = 0, high = order->keys->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (nth_id (order, middle) < photo_id)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == order->keys->len || nth_id (order, low) != photo_id)
    return FALSE;
  *out_position = order->by_id[low];
  return TRUE;
}

static gboolean
same_key (const OtrPhotoOrder *a, guint i, const OtrPhotoOrder *b, guint j)
{
  const OtrPhotoKey *x = otr_photo_order_get (a, i), *y = otr_photo_order_get (b, j);

  return x->photo_id == y->photo_id && x->taken_ms == y->taken_ms;
}

static GArray *
ids_missing (const OtrPhotoOrder *before, const OtrPhotoOrder *after)
{
  GArray *gone = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0, j = 0; i < before->keys->len; i++)
    {
      gint64 id = nth_id (before, i);

      while (j < after->keys->len && nth_id (after, j) < id)
        j++;
      if (j == after->keys->len || nth_id (after, j) != id)
        g_array_append_val (gone, id);
    }
  return gone;
}

void
otr_photo_change_init (OtrPhotoChange *change,
                       const OtrPhotoOrder *before,
                       const OtrPhotoOrder *after)
{
  guint n_before = before->keys->len, n_after = after->keys->len;
  guint shorter = MIN (n_before, n_after);
  guint head = 0, tail = 0;

  while (head < shorter && same_key (before, head, after, head))
    head++;
  while (tail < shorter - head && same_key (before, n_before - 1 - tail, after, n_after - 1 - tail))
    tail++;
  *change = (OtrPhotoChange){
    .position = head,
    .n_removed = n_before - head - tail,
    .n_added = n_after - head - tail,
    .gone = ids_missing (before, after),
  };
}

void
otr_photo_change_clear (OtrPhotoChange *change)
{
  g_clear_pointer (&change->gone, g_array_unref);
}
