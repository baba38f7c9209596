/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-catalog [PHOTOS]: rows a second into a new catalog, batches of 500 as an import makes them,
 * then what the window asks of it, and thumbnails out of memory. Prints; judges nothing. */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "otr-test-catalog.h"
#include "otr-thumb-store.h"

#define BATCH 500
#define PHOTOS_PER_FOLDER 100

static double
seconds_since (gint64 start_us)
{
  return (double) (g_get_monotonic_time () - start_us) / 1e6;
}

/* A busy machine changes the wall clock, not this. */
static double
get_cpu_seconds (void)
{
  struct rusage usage;

  g_assert_cmpint (getrusage (RUSAGE_SELF, &usage), ==, 0);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static OtrFacts *
make_facts (guint i)
{
  OtrFacts *facts = otr_test_facts ((gint64) i * 61000);

  facts->make = g_strdup ("FUJIFILM");
  facts->model = g_strdup_printf ("X-T%u", i % 4);
  facts->lens = g_strdup ("XF23mmF2 R WR");
  facts->f_number = 2.8;
  facts->exposure_time = 0.01;
  facts->iso = 200;
  facts->focal_length = 23;
  return facts;
}

/* As many bytes as a camera's tags usually take. */
static GVariant *
make_tags (void)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(yqv)"));
  for (guint16 i = 0; i < 60; i++)
    g_variant_builder_add (&builder, "(yqv)", 2, i, g_variant_new_string ("a value of a tag"));
  return g_variant_ref_sink (
      g_variant_new ("(y@a(yqv)@a(sv))",
                     OTR_FACTS_TAGS_VERSION,
                     g_variant_builder_end (&builder),
                     g_variant_new_array (G_VARIANT_TYPE ("(sv)"), NULL, 0)));
}

static void
add_batch (OtrTestCatalog *t, guint from, guint n, GVariant *tags)
{
  OtrCatalogEntry entries[BATCH];
  OtrCatalogAdded added[BATCH];
  g_autoptr (GPtrArray) kept = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) facts = g_ptr_array_new_with_free_func ((GDestroyNotify) otr_facts_free);

  for (guint i = 0; i < n; i++)
    {
      guint folder_number = (from + i) / PHOTOS_PER_FOLDER;
      char *name = g_strdup_printf ("DSCF%06u.JPG", from + i);
      char *folder = g_strdup_printf ("20%02u/album %u", folder_number % 25, folder_number);
      OtrFacts *one = make_facts (from + i);
      guint32 scattered = (from + i) * 2654435761u;

      one->tags = g_variant_ref (tags);
      g_ptr_array_add (kept, name);
      g_ptr_array_add (kept, folder);
      g_ptr_array_add (facts, one);
      entries[i] = otr_test_entry (folder, name, from + i, one);
      memcpy (entries[i].digest.bytes, &scattered, sizeof scattered);
    }
  g_assert_true (otr_catalog_writer_add (t->writer, t->roll, t->root, 0, entries, n, added, NULL));
}

static void
fill (OtrTestCatalog *t, guint n)
{
  g_autoptr (GVariant) tags = make_tags ();
  gint64 start = g_get_monotonic_time ();
  double cpu = get_cpu_seconds ();
  struct stat info;
  double seconds;

  for (guint from = 0; from < n; from += BATCH)
    add_batch (t, from, MIN (BATCH, n - from), tags);
  seconds = seconds_since (start);
  g_assert_cmpint (stat (t->path, &info), ==, 0);
  cpu = get_cpu_seconds () - cpu;
  printf ("write: %u photos, %.2f s, %.0f rows/s; CPU %.2f s, %.0f rows/s\n",
          n,
          seconds,
          n / seconds,
          cpu,
          n / cpu);
  printf ("size: %.0f bytes a photo, %zu of them tags\n",
          (double) info.st_size / n,
          g_variant_get_size (tags));
}

static void
time_list (OtrTestCatalog *t, const char *what, const OtrPhotoQuery *query)
{
  gint64 start = g_get_monotonic_time ();
  g_autoptr (GArray) keys = otr_catalog_reader_list (t->reader, query, NULL);

  printf ("list %s: %u photos, %.1f ms\n", what, keys->len, 1000 * seconds_since (start));
}

static void
time_lists (OtrTestCatalog *t)
{
  const struct
  {
    const char *what;
    OtrPhotoQuery query;
  } lists[] = {
    { "newest", { OTR_VIEW_ALL, 0, NULL, OTR_SORT_TAKEN_NEWEST } },
    { "oldest", { OTR_VIEW_ALL, 0, NULL, OTR_SORT_TAKEN_OLDEST } },
    { "name", { OTR_VIEW_ALL, 0, NULL, OTR_SORT_NAME } },
    { "root folder", { OTR_VIEW_FOLDER, 1, NULL, OTR_SORT_TAKEN_NEWEST } },
    { "one folder", { OTR_VIEW_FOLDER, 3, NULL, OTR_SORT_TAKEN_NEWEST } },
    { "damaged", { OTR_VIEW_DAMAGED, 0, NULL, OTR_SORT_TAKEN_NEWEST } },
    { "duplicates", { OTR_VIEW_DUPLICATES, 0, NULL, OTR_SORT_TAKEN_NEWEST } },
    { "latest roll", { OTR_VIEW_ROLL, 0, NULL, OTR_SORT_TAKEN_NEWEST } },
    { "search 1234", { OTR_VIEW_ALL, 0, "1234", OTR_SORT_TAKEN_NEWEST } },
    { "search x-t3", { OTR_VIEW_ALL, 0, "x-t3", OTR_SORT_TAKEN_NEWEST } },
    { "search d", { OTR_VIEW_ALL, 0, "d", OTR_SORT_TAKEN_NEWEST } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    time_list (t, lists[i].what, &lists[i].query);
}

static void
time_side_bar (OtrTestCatalog *t)
{
  g_autoptr (GPtrArray) albums = NULL;
  g_autoptr (GPtrArray) records = NULL;
  gint64 ids[200];
  OtrCounts counts;
  gint64 start = g_get_monotonic_time ();

  albums = otr_catalog_reader_albums (t->reader, NULL);
  printf ("albums: %u rows, %.1f ms\n", albums->len, 1000 * seconds_since (start));
  start = g_get_monotonic_time ();
  g_assert_true (otr_catalog_reader_counts (t->reader, &counts, NULL));
  printf ("counts: %.1f ms\n", 1000 * seconds_since (start));
  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++)
    ids[i] = (gint64) i + 1;
  start = g_get_monotonic_time ();
  records = otr_catalog_reader_get_photos (t->reader, ids, G_N_ELEMENTS (ids), FALSE, NULL);
  printf ("records: %u, %.1f ms\n", records->len, 1000 * seconds_since (start));
}

static void
time_codec (void)
{
  g_autofree guint8 *rgb = g_malloc (3 * 256 * 192);
  g_autoptr (GBytes) encoded = NULL;
  double cpu;
  guint width, height;

  for (guint i = 0; i < 3 * 256 * 192; i++)
    rgb[i] = (guint8) ((i / 768) * 3 + i % 768 / 4 + (i * 2654435761u >> 28));
  cpu = get_cpu_seconds ();
  for (guint i = 0; i < 200; i++)
    {
      g_clear_pointer (&encoded, g_bytes_unref);
      encoded = otr_thumb_encode (rgb, 256, 192, NULL);
    }
  printf ("encode 256x192: %.2f ms CPU, %zu bytes\n",
          5 * (get_cpu_seconds () - cpu),
          g_bytes_get_size (encoded));
  cpu = get_cpu_seconds ();
  for (guint i = 0; i < 200; i++)
    g_bytes_unref (otr_thumb_decode (encoded, 180, 180, TRUE, &width, &height, NULL));
  printf ("decode to 180x180, cover: %.2f ms CPU\n", 5 * (get_cpu_seconds () - cpu));
}

int
main (int argc, char **argv)
{
  guint64 n = 100000;
  OtrTestCatalog t;

  if (argc > 1 && !g_ascii_string_to_unsigned (argv[1], 10, 1, 10000000, &n, NULL))
    {
      fprintf (stderr, "usage: bench-catalog [PHOTOS]\n");
      return 2;
    }
  otr_test_catalog_init (&t, 0);
  fill (&t, (guint) n);
  time_lists (&t);
  time_side_bar (&t);
  otr_test_catalog_clear (&t);
  time_codec ();
  return 0;
}
