/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdio.h>
#include <unistd.h>

#include "otr-cli-decode.h"
#include "otr-cli-progress.h"
#include "otr-cli.h"
#include "otr-fd.h"
#include "otr-pool.h"
#include "otr-queue.h"
#include "otr-tuning.h"

/* One thread lists what has no thumbnail, as many as there are cores make them. */

#define QUEUE_BYTES (1024 * 1024)

typedef struct
{
  char *path;
  OtrDigest digest;
  guint64 size;
} Item;

typedef struct
{
  OtrCli *cli;
  OtrThumbClass class;
  OtrThumbStore *store;
  OtrDecoderPool *decoders;
  OtrQueue *queue;
  GHashTable *seen; /* ids of contents; the listing thread's */
  gboolean show_progress;
  /* atomic */
  int n_wanted;
  int n_made;
  int n_failed;
} Build;

static void
item_free (Item *item)
{
  g_free (item->path);
  g_free (item);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Item, item_free)

/* Content that has no picture, as far as this decoder knows, is not tried again. */
static gboolean
can_have_picture (OtrDecodeState state)
{
  return state == OTR_DECODE_OK || state == OTR_DECODE_PENDING || state == OTR_DECODE_DAMAGED;
}

static gboolean
on_record (const OtrPhotoRecord *record, gpointer data)
{
  Build *build = data;
  guint width, height;
  OtrImageSource source;
  gint64 *id;
  Item *item;

  if (g_cancellable_is_cancelled (build->cli->cancellable))
    return FALSE;
  if (record->is_uri || record->state != OTR_FILE_OK || !can_have_picture (record->decode_state) ||
      g_hash_table_contains (build->seen, &record->content_id) ||
      otr_thumb_store_stat (build->store, &record->digest, record->size, &width, &height, &source))
    return TRUE;
  id = g_new (gint64, 1);
  *id = record->content_id;
  (void) g_hash_table_add (build->seen, id);
  item = g_new0 (Item, 1);
  item->path = otr_photo_record_get_path (record);
  item->digest = record->digest;
  item->size = record->size;
  (void) g_atomic_int_add (&build->n_wanted, 1);
  return otr_queue_push (build->queue, item, sizeof *item + strlen (item->path));
}

static gboolean
store_picture (Build *build, const Item *item, const OtrImage *image, GError **error)
{
  OtrThumbPut put = { .digest = item->digest, .length = item->size, .class = build->class };
  g_autoptr (GBytes) encoded = NULL;

  if (image->width == 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: no picture in it", item->path);
      return FALSE;
    }
  encoded =
      otr_thumb_encode (g_bytes_get_data (image->pixels, NULL), image->width, image->height, error);
  if (encoded == NULL)
    return FALSE;
  put.thumb.width = image->width;
  put.thumb.height = image->height;
  put.thumb.source = image->source;
  put.thumb.encoded = encoded;
  return otr_thumb_store_put (build->store, &put, 1, error);
}

/* The bytes must still be those of the digest; the size is what can be told without reading them
 * twice. */
static gboolean
make_one (Build *build, const Item *item, GError **error)
{
  g_auto (OtrWireAnswer) answer = { 0 };
  guint64 size;
  otr_autofd int fd = otr_cli_decode_open (item->path, &size, error);

  if (fd < 0)
    return FALSE;
  if (size != item->size)
    {
      g_set_error (
          error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: changed since its import", item->path);
      return FALSE;
    }
  return otr_cli_decode (build->decoders,
                         fd,
                         size,
                         OTR_WIRE_WANT_FACTS | OTR_WIRE_WANT_THUMBNAIL,
                         build->class,
                         build->cli->cancellable,
                         &answer,
                         error) &&
         store_picture (build, item, &answer.thumbnail, error);
}

static void
run_worker (OtrPool *pool, guint index, gpointer data)
{
  Build *build = data;
  Item *next;

  while ((next = otr_queue_pop (build->queue)) != NULL)
    {
      g_autoptr (Item) item = next;
      g_autoptr (GError) error = NULL;

      if (g_cancellable_is_cancelled (build->cli->cancellable))
        continue;
      if (make_one (build, item, &error))
        (void) g_atomic_int_add (&build->n_made, 1);
      else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          (void) g_atomic_int_add (&build->n_failed, 1);
          otr_cli_complain ("%s: %s", item->path, error->message);
        }
      if (build->show_progress)
        otr_cli_progress_show_count ("thumbnails",
                                     (guint64) g_atomic_int_get (&build->n_made),
                                     (guint64) g_atomic_int_get (&build->n_wanted));
    }
}

static OtrExit
feed_workers (Build *build, OtrCatalogReader *reader)
{
  OtrPhotoQuery query = { .view = OTR_VIEW_ALL, .sort = OTR_SORT_TAKEN_NEWEST };
  g_autoptr (OtrPool) workers = otr_pool_new ("otr-cli-thumb", run_worker, build);
  g_autoptr (GError) error = NULL;
  gboolean listed;

  if (!otr_pool_resize (workers, CLAMP (g_get_num_processors (), OTR_THREADS_MIN, OTR_THREADS_MAX)))
    {
      otr_cli_complain ("the system gives no thread");
      return OTR_EXIT_TROUBLE;
    }
  listed = otr_catalog_reader_each_file (reader, &query, FALSE, on_record, build, &error);
  otr_queue_close (build->queue);
  otr_pool_join (workers);
  if (build->show_progress)
    otr_cli_progress_erase ();
  return listed ? OTR_EXIT_DONE : otr_cli_fail (error, OTR_EXIT_CATALOG);
}

static OtrExit
run_build (gpointer data)
{
  Build *build = data;
  g_autoptr (OtrCatalog) catalog = NULL;
  g_autoptr (OtrCatalogReader) reader = NULL;
  g_autoptr (OtrThumbStore) store = NULL;
  g_autoptr (OtrDecoderPool) decoders = NULL;
  g_autoptr (OtrQueue) queue = otr_queue_new (QUEUE_BYTES, (GDestroyNotify) item_free);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GError) error = NULL;
  OtrExit status = OTR_EXIT_DONE;

  reader = otr_cli_open_reader (build->cli, &catalog, &status);
  if (reader == NULL)
    return status;
  store = otr_cli_open_thumbs (build->cli, catalog, &status);
  if (store == NULL)
    return status;
  decoders = otr_decoder_pool_new (NULL, g_get_num_processors (), &error);
  if (decoders == NULL)
    return otr_cli_fail (error, OTR_EXIT_TROUBLE);
  build->store = store;
  build->decoders = decoders;
  build->queue = queue;
  build->seen = seen;
  build->show_progress = otr_cli_progress_is_wanted (build->cli->quiet);
  status = feed_workers (build, reader);
  otr_cli_note (build->cli, "%d thumbnails made, %d failed", build->n_made, build->n_failed);
  if (g_cancellable_is_cancelled (build->cli->cancellable))
    return OTR_EXIT_CANCELLED;
  return status == OTR_EXIT_DONE && build->n_failed > 0 ? OTR_EXIT_FAILURES : status;
}

static OtrExit
clear_or_check (OtrCli *cli, gboolean clear)
{
  g_autoptr (OtrCatalog) catalog = NULL;
  g_autoptr (OtrCatalogReader) reader = NULL;
  g_autoptr (OtrThumbStore) store = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;
  OtrExit status = OTR_EXIT_DONE;

  reader = otr_cli_open_reader (cli, &catalog, &status);
  if (reader == NULL)
    return status;
  store = otr_cli_open_thumbs (cli, catalog, &status);
  if (store == NULL)
    return status;
  if (clear)
    return otr_thumb_store_clear (store, &error) ? OTR_EXIT_DONE
                                                 : otr_cli_fail (error, OTR_EXIT_CATALOG);
  problems = otr_thumb_store_check (store, &error);
  if (problems == NULL)
    return otr_cli_fail (error, OTR_EXIT_CATALOG);
  for (guint i = 0; i < problems->len; i++)
    (void) printf ("%s\n", (const char *) g_ptr_array_index (problems, i));
  if (problems->len == 0)
    otr_cli_note (cli, "the thumbnails are clean");
  return problems->len == 0 ? OTR_EXIT_DONE : OTR_EXIT_FAILURES;
}

OtrExit
otr_cli_thumbnails (OtrCli *cli, char **argv)
{
  g_auto (GStrv) words = NULL;
  int size = OTR_THUMB_NORMAL;
  Build build = { .cli = cli };
  const GOptionEntry entries[] = {
    OTR_CLI_OPTION ("size", INT, &size, "With build: 256 or 512 pixels", "SIZE"),
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &words, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };

  if (!otr_cli_parse (
          cli, entries, "build|clear|check", "build makes those that are missing.", argv))
    return OTR_EXIT_USAGE;
  if (words == NULL || words[1] != NULL)
    return otr_cli_usage (cli, "thumbnails takes one of build, clear, check");
  if (size != OTR_THUMB_NORMAL && size != OTR_THUMB_LARGE)
    return otr_cli_usage (cli, "--size is 256 or 512");
  build.class = (OtrThumbClass) size;
  if (strcmp (words[0], "build") == 0)
    return otr_cli_work (cli, run_build, &build);
  if (strcmp (words[0], "clear") == 0 || strcmp (words[0], "check") == 0)
    return clear_or_check (cli, strcmp (words[0], "clear") == 0);
  return otr_cli_usage (cli, "thumbnails takes build, clear or check, not '%s'", words[0]);
}
