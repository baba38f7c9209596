/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same JPEG from memory, where the DC scan takes it, and through a descriptor, where libjpeg
 * does. */
#include "config.h"

#include <fcntl.h>
#include <unistd.h>

#include "otr-fd.h"
#include "otr-pixels-jpeg.h"
#include "otr-pixels-scan.h"
#include "otr-test.h"

#define WIDTH 1100
#define HEIGHT 740

static GBytes *
make_photo (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  g_autofree guint8 *pixels = g_malloc (WIDTH * HEIGHT * 3);

  for (guint i = 0; i < WIDTH * HEIGHT * 3; i++)
    pixels[i] = (guint8) (i / 90 % 180 + (guint) g_rand_int_range (rand, 0, 60));
  return otr_test_jpeg (&(OtrTestPhoto){ .width = WIDTH, .height = HEIGHT, .pixels = pixels });
}

static void
decode_memory (GBytes *jpeg, gsize size, OtrPixels *pixels, OtrVerdict *verdict)
{
  g_autoptr (OtrSource) source = otr_source_new_memory (g_bytes_get_data (jpeg, NULL), size);

  otr_pixels_jpeg_decode (source, 100, G_MAXUINT64, pixels, verdict);
}

static void
decode_file (GBytes *jpeg, gsize size, OtrPixels *pixels, OtrVerdict *verdict)
{
  otr_test_autodir char *dir = otr_test_dir_new ();
  g_autofree char *path = otr_test_write (dir,
                                          "photo.jpg",
                                          g_bytes_get_data (jpeg, NULL),
                                          (gssize) size);
  otr_autofd int fd = open (path, O_RDONLY | O_CLOEXEC);
  g_autoptr (OtrSource) source = otr_source_new_fd (fd, size);

  g_assert_cmpuint (size, >, 64 * 1024); /* more than such a source holds at once */
  otr_pixels_jpeg_decode (source, 100, G_MAXUINT64, pixels, verdict);
}

static void
check_same (GBytes *jpeg, gsize size)
{
  g_auto (OtrPixels) ours = { 0 }, theirs = { 0 };
  g_auto (OtrVerdict) our_verdict = { 0 }, their_verdict = { 0 };

  decode_memory (jpeg, size, &ours, &our_verdict);
  decode_file (jpeg, size, &theirs, &their_verdict);
  g_assert_cmpint (our_verdict.state, ==, their_verdict.state);
  g_assert_cmpstr (our_verdict.reason, ==, their_verdict.reason);
  g_assert_cmpuint (ours.width, ==, 100);
  g_assert_cmpuint (ours.width, ==, theirs.width);
  g_assert_cmpuint (ours.height, ==, theirs.height);
  for (guint i = 0; i < ours.width * ours.height * 3; i++)
    g_assert_cmpuint (ABS (ours.data[i] - theirs.data[i]), <=, 1);
}

static void
test_whole (void)
{
  g_autoptr (GBytes) jpeg = make_photo ();

  check_same (jpeg, g_bytes_get_size (jpeg));
}

static void
test_cut (void)
{
  g_autoptr (GBytes) jpeg = make_photo ();
  gsize size = g_bytes_get_size (jpeg);

  check_same (jpeg, size - 2);
  check_same (jpeg, size - 40);
  check_same (jpeg, size / 2);
}

static void
test_only_large_ones (void)
{
  g_autoptr (GBytes) jpeg = make_photo ();
  gsize size;
  const guint8 *bytes = g_bytes_get_data (jpeg, &size);
  g_autoptr (OtrSource) source = otr_source_new_memory (bytes, size);
  g_auto (OtrPixels) pixels = { 0 };

  g_assert_true (otr_pixels_scan_decode (source, WIDTH / 8, G_MAXUINT64, &pixels));
  otr_pixels_clear (&pixels);
  g_assert_false (otr_pixels_scan_decode (source, WIDTH / 8 + 1, G_MAXUINT64, &pixels));
  g_assert_null (pixels.data);
}

static void
test_keeps_to_the_time (void)
{
  g_autoptr (GBytes) jpeg = make_photo ();
  gsize size;
  const guint8 *bytes = g_bytes_get_data (jpeg, &size);
  g_autoptr (OtrSource) source = otr_source_new_memory (bytes, size);
  g_auto (OtrPixels) pixels = { 0 };

  g_assert_false (otr_pixels_scan_decode (source, 100, 0, &pixels));
  g_assert_null (pixels.data);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pixels-scan/whole", test_whole);
  g_test_add_func ("/pixels-scan/cut", test_cut);
  g_test_add_func ("/pixels-scan/only-large-ones", test_only_large_ones);
  g_test_add_func ("/pixels-scan/keeps-to-the-time", test_keeps_to_the_time);
  return g_test_run ();
}
