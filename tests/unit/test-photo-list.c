/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-photo-list.h"

#define DAY G_GINT64_CONSTANT (86400000)

typedef struct
{
  OtrPhotoList *list;
  guint changes;
  guint position, removed, added;
  guint gone;
  guint loaded;
} Fixture;

static void
on_items_changed (GListModel *model, guint position, guint removed, guint added, gpointer data)
{
  Fixture *f = data;

  f->changes++;
  f->position = position;
  f->removed = removed;
  f->added = added;
}

static void
on_removed (OtrPhotoList *list, GArray *ids, gpointer data)
{
  ((Fixture *) data)->gone += ids->len;
}

static void
on_loaded (OtrPhotoList *list, gpointer data)
{
  ((Fixture *) data)->loaded++;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->list = otr_photo_list_new ();
  g_signal_connect (f->list, "items-changed", G_CALLBACK (on_items_changed), f);
  g_signal_connect (f->list, "removed", G_CALLBACK (on_removed), f);
  g_signal_connect (f->list, "loaded", G_CALLBACK (on_loaded), f);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_assert_finalize_object (f->list);
}

/* Photos `first`, `first` - 1, ... 1, one a day, the newest first. */
static void
give (Fixture *f, guint first, OtrSort sort)
{
  GArray *keys = g_array_new (FALSE, FALSE, sizeof (OtrPhotoKey));

  for (guint id = first; id > 0; id--)
    {
      OtrPhotoKey key = { .photo_id = id, .taken_ms = id * DAY };

      g_array_append_val (keys, key);
    }
  otr_photo_list_take_keys (f->list, keys, sort);
}

static void
test_changes_are_told_once (Fixture *f, gconstpointer data)
{
  give (f, 5, OTR_SORT_TAKEN_NEWEST);
  g_assert_cmpuint (f->changes, ==, 1);
  g_assert_cmpuint (f->loaded, ==, 1);
  g_assert_cmpuint (f->added, ==, 5);
  give (f, 8, OTR_SORT_TAKEN_NEWEST);
  g_assert_cmpuint (f->changes, ==, 2);
  g_assert_cmpuint (f->position, ==, 0);
  g_assert_cmpuint (f->removed, ==, 0);
  g_assert_cmpuint (f->added, ==, 3);
  give (f, 6, OTR_SORT_TAKEN_NEWEST);
  g_assert_cmpuint (f->removed, ==, 2);
  g_assert_cmpuint (f->gone, ==, 2);
  g_assert_cmpuint (f->loaded, ==, 1);
}

/* The grid borrows the sections until it hears of a change. */
static void
test_the_same_again_changes_nothing (Fixture *f, gconstpointer data)
{
  const OtrSection *sections;
  guint n;

  give (f, 5, OTR_SORT_TAKEN_NEWEST);
  sections = otr_photo_list_get_sections (f->list, &n);
  give (f, 5, OTR_SORT_TAKEN_NEWEST);
  g_assert_cmpuint (f->changes, ==, 1);
  g_assert_true (otr_photo_list_get_sections (f->list, &n) == sections);
  g_assert_cmpuint (n, ==, 5);
}

/* The same photos in the same order, but not by date any more: the headings go. */
static void
test_another_grouping_is_a_change (Fixture *f, gconstpointer data)
{
  guint n;

  give (f, 5, OTR_SORT_TAKEN_NEWEST);
  give (f, 5, OTR_SORT_NAME);
  g_assert_cmpuint (f->changes, ==, 2);
  g_assert_cmpuint (f->removed, ==, 5);
  g_assert_cmpuint (f->added, ==, 5);
  g_assert_cmpuint (f->gone, ==, 0);
  g_assert_false (otr_photo_list_has_days (f->list));
  (void) otr_photo_list_get_sections (f->list, &n);
  g_assert_cmpuint (n, ==, 1);
}

static void
test_one_item_a_photo (Fixture *f, gconstpointer data)
{
  OtrPhotoItem *item, *same, *moved;

  give (f, 5, OTR_SORT_TAKEN_NEWEST);
  item = otr_photo_list_get_photo (f->list, 2);
  same = g_list_model_get_item (G_LIST_MODEL (f->list), 2);
  g_assert_true (item == same);
  g_assert_cmpint (otr_photo_item_get_id (item), ==, 3);
  give (f, 6, OTR_SORT_TAKEN_NEWEST);
  moved = otr_photo_list_get_photo (f->list, 3);
  g_assert_true (moved == item);
  g_object_unref (moved);
  g_object_unref (same);
  g_assert_finalize_object (item);
  item = otr_photo_list_get_photo (f->list, 3);
  g_assert_cmpint (otr_photo_item_get_id (item), ==, 3);
  g_assert_finalize_object (item);
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (f->list), 6));
}

static void
test_items_may_outlive_the_list (Fixture *f, gconstpointer data)
{
  OtrPhotoList *list = otr_photo_list_new ();
  GArray *keys = g_array_new (FALSE, TRUE, sizeof (OtrPhotoKey));
  OtrPhotoKey key = { 1, 0 };
  OtrPhotoItem *item;

  g_array_append_val (keys, key);
  otr_photo_list_take_keys (list, keys, OTR_SORT_NAME);
  item = otr_photo_list_get_photo (list, 0);
  g_assert_finalize_object (list);
  g_assert_finalize_object (item);
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/photo-list/changes-are-told-once", test_changes_are_told_once);
  ADD ("/photo-list/the-same-again-changes-nothing", test_the_same_again_changes_nothing);
  ADD ("/photo-list/another-grouping-is-a-change", test_another_grouping_is_a_change);
  ADD ("/photo-list/one-item-a-photo", test_one_item_a_photo);
  ADD ("/photo-list/items-may-outlive-the-list", test_items_may_outlive_the_list);
  return g_test_run ();
}
