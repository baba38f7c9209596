/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-catalog.h"
#include "otr-test.h"

#include <string.h>

/* A catalog of its own with a writer, a reader, a root "/photos" and a roll, for the tests of the
 * catalog's parts. Nothing is read from the photos' paths. */
typedef struct
{
  char *dir;
  char *path;
  OtrCatalog *catalog;
  OtrCatalogWriter *writer;
  OtrCatalogReader *reader;
  gint64 root;
  gint64 roll;
} OtrTestCatalog;

static inline void
otr_test_catalog_connect (OtrTestCatalog *t, OtrCatalogFlags flags)
{
  GError *error = NULL;

  t->catalog = otr_catalog_open (t->path, OTR_CATALOG_CREATE | flags, OTR_DIGEST_SHA256, &error);
  g_assert_no_error (error);
  t->writer = otr_catalog_writer_new (t->catalog, &error);
  g_assert_no_error (error);
  t->reader = otr_catalog_reader_new (t->catalog, &error);
  g_assert_no_error (error);
}

static inline void
otr_test_catalog_disconnect (OtrTestCatalog *t)
{
  g_clear_pointer (&t->reader, otr_catalog_reader_free);
  g_clear_pointer (&t->writer, otr_catalog_writer_free);
  g_clear_pointer (&t->catalog, otr_catalog_unref);
}

static inline void
otr_test_catalog_init_at (OtrTestCatalog *t, const char *path, OtrCatalogFlags flags)
{
  const char *sources[] = { "/photos", NULL };
  g_autofree char *relative = NULL;
  GError *error = NULL;

  t->path = g_strdup (path);
  otr_test_catalog_connect (t, flags);
  otr_catalog_writer_ensure_root (t->writer, "/photos", FALSE, NULL, &t->root, &relative, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (relative, ==, "");
  t->roll = otr_catalog_writer_begin_roll (t->writer, sources, &error);
  g_assert_no_error (error);
}

static inline void
otr_test_catalog_init (OtrTestCatalog *t, OtrCatalogFlags flags)
{
  g_autofree char *path = NULL;

  memset (t, 0, sizeof *t);
  t->dir = otr_test_dir_new ();
  path = g_build_filename (t->dir, "catalog.db", NULL);
  otr_test_catalog_init_at (t, path, flags);
}

static inline void
otr_test_catalog_clear (OtrTestCatalog *t)
{
  otr_test_catalog_disconnect (t);
  g_free (t->path);
  otr_test_dir_remove (t->dir);
}

/* An entry of new content `seed`; the digest is made from it. `facts` is borrowed. */
static inline OtrCatalogEntry
otr_test_entry (const char *relative, const char *name, guint seed, const OtrFacts *facts)
{
  OtrCatalogEntry entry = {
    .result = OTR_RESULT_IMPORTED,
    .relative = relative,
    .name = name,
    .size = 1000 + seed,
    .mtime_ns = 1556700000 * (gint64) 1000000000 + seed,
    .ctime_ns = 2,
    .inode = 7 + seed,
    .read_ns = 3,
    .facts = facts,
  };

  entry.digest.length = 32;
  memcpy (entry.digest.bytes, &seed, sizeof seed);
  return entry;
}

static inline OtrFacts *
otr_test_facts (gint64 taken_ms)
{
  OtrFacts *facts = otr_facts_new ();

  facts->mime = g_intern_static_string ("image/jpeg");
  facts->width = 640;
  facts->height = 480;
  facts->taken_ms = taken_ms;
  facts->taken_source = taken_ms == OTR_TAKEN_MS_NONE ? OTR_TAKEN_NONE : OTR_TAKEN_EXIF_ORIGINAL;
  return facts;
}

static inline OtrCatalogAdded
otr_test_catalog_add (OtrTestCatalog *t, const OtrCatalogEntry *entry)
{
  OtrCatalogAdded added;
  GError *error = NULL;

  otr_catalog_writer_add (t->writer, t->roll, t->root, 0, entry, 1, &added, &error);
  g_assert_no_error (error);
  return added;
}

/* A new photo with this date. */
static inline gint64
otr_test_catalog_photo (
    OtrTestCatalog *t, const char *relative, const char *name, guint seed, gint64 taken_ms)
{
  g_autoptr (OtrFacts) facts = otr_test_facts (taken_ms);
  OtrCatalogEntry entry = otr_test_entry (relative, name, seed, facts);

  return otr_test_catalog_add (t, &entry).photo_id;
}

static inline GArray *
otr_test_catalog_list (OtrTestCatalog *t, OtrView view, gint64 id, const char *search, OtrSort sort)
{
  OtrPhotoQuery query = { .view = view, .id = id, .search = (char *) search, .sort = sort };
  GError *error = NULL;
  GArray *keys = otr_catalog_reader_list (t->reader, &query, &error);

  g_assert_no_error (error);
  return keys;
}

static inline guint
otr_test_catalog_count (OtrTestCatalog *t, OtrView view, gint64 id, const char *search)
{
  g_autoptr (GArray) keys = otr_test_catalog_list (t, view, id, search, OTR_SORT_TAKEN_NEWEST);

  return keys->len;
}

static inline OtrPhotoRecord *
otr_test_catalog_record (OtrTestCatalog *t, gint64 photo_id)
{
  GError *error = NULL;
  g_autoptr (GPtrArray) records =
      otr_catalog_reader_get_photos (t->reader, &photo_id, 1, TRUE, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (records->len, ==, 1);
  return g_steal_pointer (&records->pdata[0]);
}

/* No problem in rows, references and search tables. */
static inline void
otr_test_catalog_assert_clean (OtrTestCatalog *t)
{
  GError *error = NULL;
  g_autoptr (GPtrArray) problems = otr_catalog_check (t->catalog, FALSE, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < problems->len; i++)
    g_test_message ("%s", (const char *) g_ptr_array_index (problems, i));
  g_assert_cmpuint (problems->len, ==, 0);
}
