/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include "otr-error.h"
#include "otr-pool.h"
#include "otr-test.h"
#include "otr-thumb-store.h"

static OtrThumbPut
make_put (guint seed, OtrThumbClass class)
{
  static const guint8 jpeg[] = { 0xff, 0xd8, 0, 0, 0xff, 0xd9 };
  OtrThumbPut put = { .length = 100,
                      .class = class,
                      .thumb = { 256, 192, OTR_IMAGE_IMAGE, g_bytes_new (jpeg, sizeof jpeg) } };

  put.digest.length = 32;
  memcpy (put.digest.bytes, &seed, sizeof seed);
  if (class == OTR_THUMB_LARGE)
    put.thumb.width = 512;
  return put;
}

static OtrThumbStore *
open_store (const char *path)
{
  GError *error = NULL;
  OtrThumbStore *store = otr_thumb_store_open (path, &error);

  g_assert_no_error (error);
  return store;
}

static void
put_one (OtrThumbStore *store, guint seed, OtrThumbClass class)
{
  OtrThumbPut put = make_put (seed, class);
  GError *error = NULL;

  otr_thumb_store_put (store, &put, 1, &error);
  g_assert_no_error (error);
  otr_thumb_clear (&put.thumb);
}

/* The width of what is stored, 0 for nothing. */
static guint
get_width (OtrThumbStore *store, guint seed, OtrThumbClass class)
{
  OtrThumbPut put = make_put (seed, class);
  OtrThumb thumb = { 0 };
  GError *error = NULL;
  gboolean found = otr_thumb_store_get (store, &put.digest, 100, class, &thumb, &error);

  g_assert_no_error (error);
  if (found)
    g_assert_true (g_bytes_equal (thumb.encoded, put.thumb.encoded));
  otr_thumb_clear (&thumb);
  otr_thumb_clear (&put.thumb);
  return found ? thumb.width : 0;
}

static void
test_classes (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autofree char *path = g_build_filename (dir, "made", "thumbnails.db", NULL);
  g_autoptr (OtrThumbStore) store = open_store (path);
  OtrThumbPut put = make_put (1, OTR_THUMB_NORMAL);
  guint width, height;
  OtrImageSource source;

  g_assert_cmpuint (get_width (store, 1, OTR_THUMB_NORMAL), ==, 0);
  put_one (store, 1, OTR_THUMB_NORMAL);
  g_assert_cmpuint (get_width (store, 1, OTR_THUMB_NORMAL), ==, 256);
  g_assert_cmpuint (get_width (store, 1, OTR_THUMB_LARGE), ==, 256);
  g_assert_cmpuint (get_width (store, 2, OTR_THUMB_LARGE), ==, 0);
  put_one (store, 1, OTR_THUMB_LARGE);
  put_one (store, 1, OTR_THUMB_LARGE); /* again replaces */
  g_assert_cmpuint (get_width (store, 1, OTR_THUMB_LARGE), ==, 512);
  g_assert_cmpuint (get_width (store, 1, OTR_THUMB_NORMAL), ==, 256);
  g_assert_true (otr_thumb_store_stat (store, &put.digest, 100, &width, &height, &source));
  g_assert_cmpuint (width, ==, 512);
  g_assert_cmpuint (height, ==, 192);
  g_assert_cmpint (source, ==, OTR_IMAGE_IMAGE);
  g_assert_false (otr_thumb_store_stat (store, &put.digest, 101, &width, &height, &source));
  otr_thumb_clear (&put.thumb);
}

static void
test_kept_and_cleared (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autofree char *path = g_build_filename (dir, "thumbnails.db", NULL);
  g_autoptr (OtrThumbStore) store = open_store (path);
  g_autoptr (GPtrArray) problems = NULL;

  put_one (store, 1, OTR_THUMB_NORMAL);
  g_clear_pointer (&store, otr_thumb_store_unref);
  store = open_store (path);
  g_assert_cmpuint (get_width (store, 1, OTR_THUMB_NORMAL), ==, 256);
  problems = otr_thumb_store_check (store, NULL);
  g_assert_cmpuint (problems->len, ==, 0);
  g_assert_true (otr_thumb_store_clear (store, NULL));
  g_assert_cmpuint (get_width (store, 1, OTR_THUMB_NORMAL), ==, 0);
}

/* Pages overwritten: the store begins anew by itself. */
static void
test_damaged_begins_anew (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autofree char *path = g_build_filename (dir, "thumbnails.db", NULL);
  g_autoptr (OtrThumbStore) store = open_store (path);
  g_autofree char *data = NULL;
  gsize size;

  for (guint i = 0; i < 200; i++)
    put_one (store, i, OTR_THUMB_NORMAL);
  g_clear_pointer (&store, otr_thumb_store_unref);
  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  g_assert_cmpuint (size, >, 8192);
  memset (data + 100, 0xa5, size - 100);
  data[68] = 0x4f, data[69] = 0x74, data[70] = 0x72, data[71] = 0x74;
  g_assert_true (g_file_set_contents (path, data, (gssize) size, NULL));
  store = open_store (path);
  g_assert_cmpuint (get_width (store, 1, OTR_THUMB_NORMAL), ==, 0);
  put_one (store, 1, OTR_THUMB_NORMAL);
  g_assert_cmpuint (get_width (store, 1, OTR_THUMB_NORMAL), ==, 256);
}

static void
test_foreign_is_untouched (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autofree char *path = otr_test_write (dir, "letter.txt", "Dear all, nothing to see here.", -1);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (otr_thumb_store_open (path, &error));
  g_assert_error (error, OTR_ERROR, OTR_ERROR_FOREIGN);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "Dear all, nothing to see here.");
}

static void
put_and_get (OtrPool *pool, guint index, gpointer data)
{
  for (guint i = 0; i < 50; i++)
    {
      guint seed = 1000 * index + i;

      put_one (data, seed, OTR_THUMB_NORMAL);
      g_assert_cmpuint (get_width (data, seed, OTR_THUMB_NORMAL), ==, 256);
    }
}

static void
test_many_threads (void)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autofree char *path = g_build_filename (dir, "thumbnails.db", NULL);
  g_autoptr (OtrThumbStore) store = open_store (path);
  g_autoptr (OtrPool) pool = otr_pool_new ("test", put_and_get, store);

  g_assert_true (otr_pool_resize (pool, 4));
  otr_pool_join (pool);
  g_assert_cmpuint (get_width (store, 3049, OTR_THUMB_NORMAL), ==, 256);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/thumb-store/classes", test_classes);
  g_test_add_func ("/thumb-store/kept-and-cleared", test_kept_and_cleared);
  g_test_add_func ("/thumb-store/damaged-begins-anew", test_damaged_begins_anew);
  g_test_add_func ("/thumb-store/foreign-is-untouched", test_foreign_is_untouched);
  g_test_add_func ("/thumb-store/many-threads", test_many_threads);
  return g_test_run ();
}
