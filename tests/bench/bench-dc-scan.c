/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-dc-scan FOLDER|FILE...: what the DC scan and libjpeg at scale 1/8 cost for every JPEG there
 * that the DC scan takes, file by file in turns, in CPU time of this thread. */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include <jpeglib.h>

#include "otr-dc-scan.h"

#define SMALLEST (1024u * 1024)
#define ROUNDS 3

typedef struct
{
  GArray *ours; /* ms, of double */
  GArray *theirs;
  guint64 bytes;
  guint left_out;
} Figures;

static double
get_cpu_ms (void)
{
  struct timespec now;

  (void) clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static void
scan_by_libjpeg (const guint8 *bytes, gsize size)
{
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  g_autofree guint8 *row = NULL;

  jpeg.err = jpeg_std_error (&errors);
  jpeg_create_decompress (&jpeg);
  jpeg_mem_src (&jpeg, bytes, size);
  (void) jpeg_read_header (&jpeg, TRUE);
  jpeg.scale_num = 1;
  jpeg.scale_denom = 8;
  jpeg.do_fancy_upsampling = FALSE;
  (void) jpeg_start_decompress (&jpeg);
  row = g_malloc ((gsize) jpeg.output_width * 4);
  while (jpeg.output_scanline < jpeg.output_height)
    (void) jpeg_read_scanlines (&jpeg, &row, 1);
  jpeg_destroy_decompress (&jpeg);
}

static gboolean
scan_by_ours (const guint8 *bytes, gsize size)
{
  g_autoptr (OtrDcScan) scan = otr_dc_scan_new (bytes, size, 0);
  guint rows = 0;

  if (scan == NULL)
    return FALSE;
  while (otr_dc_scan_read_row (scan) != NULL)
    rows++;
  return rows == otr_dc_scan_get_height (scan);
}

static void
measure (const char *path, Figures *figures)
{
  g_autofree char *bytes = NULL;
  gsize size;
  double ours = G_MAXDOUBLE, theirs = G_MAXDOUBLE;

  if (!g_file_get_contents (path, &bytes, &size, NULL) || size < SMALLEST)
    return;
  if (!scan_by_ours ((const guint8 *) bytes, size))
    {
      figures->left_out++;
      return;
    }
  for (guint round = 0; round < ROUNDS; round++)
    {
      double start = get_cpu_ms (), middle;

      (void) scan_by_ours ((const guint8 *) bytes, size);
      middle = get_cpu_ms ();
      scan_by_libjpeg ((const guint8 *) bytes, size);
      ours = MIN (ours, middle - start);
      theirs = MIN (theirs, get_cpu_ms () - middle);
    }
  g_array_append_val (figures->ours, ours);
  g_array_append_val (figures->theirs, theirs);
  figures->bytes += size;
}

static void
measure_all (const char *path, Figures *figures)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  if (dir == NULL)
    {
      if (g_str_has_suffix (path, ".jpg") || g_str_has_suffix (path, ".JPG") ||
          g_str_has_suffix (path, ".jpeg"))
        measure (path, figures);
      return;
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (!g_file_test (child, G_FILE_TEST_IS_SYMLINK))
        measure_all (child, figures);
    }
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
print_times (const char *name, GArray *times)
{
  double median, p99;

  g_array_sort (times, compare);
  median = g_array_index (times, double, times->len / 2);
  p99 = g_array_index (times, double, times->len * 99 / 100);
  printf ("%-16s median %6.2f ms  p99 %6.2f ms\n", name, median, p99);
  return median;
}

int
main (int argc, char **argv)
{
  Figures figures = {
    .ours = g_array_new (FALSE, FALSE, sizeof (double)),
    .theirs = g_array_new (FALSE, FALSE, sizeof (double)),
  };
  double ours, theirs;
  guint n;

  for (int i = 1; i < argc; i++)
    measure_all (argv[i], &figures);
  n = figures.ours->len;
  if (n == 0)
    {
      printf ("SKIP dc-scan: no JPEG of 1 MiB or more was given\n");
      return 0;
    }
  printf ("%u photos of %.2f MB on average, %u left to libjpeg\n",
          n,
          (double) figures.bytes / n / 1e6,
          figures.left_out);
  ours = print_times ("DC scan", figures.ours);
  theirs = print_times ("libjpeg 1/8", figures.theirs);
  printf ("ratio of medians %.3f\n", ours / theirs);
  g_array_unref (figures.ours);
  g_array_unref (figures.theirs);
  return 0;
}
