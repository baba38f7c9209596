/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-sniff.h"

static OtrFormat
sniff (const void *data, gsize size)
{
  g_autofree guint8 *exact = g_memdup2 (data, size);
  g_autoptr (OtrSource) source = otr_source_new_memory (exact, size);

  return otr_sniff (source);
}

#define SNIFF(text) sniff (text, sizeof (text) - 1)

static void
test_formats (void)
{
  g_assert_cmpint (SNIFF ("\xff\xd8\xff\xe1"), ==, OTR_FORMAT_JPEG);
  g_assert_cmpint (SNIFF ("\x89PNG\r\n\x1a\n"), ==, OTR_FORMAT_PNG);
  g_assert_cmpint (SNIFF ("MM\0*\0\0\0\10"), ==, OTR_FORMAT_TIFF);
  g_assert_cmpint (SNIFF ("MM\0+\0\10\0\0"), ==, OTR_FORMAT_TIFF);
  g_assert_cmpint (SNIFF ("IIU\0\x18\0\0\0"), ==, OTR_FORMAT_TIFF);
  g_assert_cmpint (SNIFF ("RIFF\1\0\0\0WEBPVP8X"), ==, OTR_FORMAT_WEBP);
  g_assert_cmpint (SNIFF ("GIF89a\1\0\1\0"), ==, OTR_FORMAT_GIF);
  g_assert_cmpint (SNIFF ("\0\0\0\x18"
                          "ftypheic"),
                   ==,
                   OTR_FORMAT_BMFF);
  g_assert_cmpint (SNIFF ("\xff\x0a\0\0"), ==, OTR_FORMAT_JXL);
  g_assert_cmpint (SNIFF ("8BPS\0\1"), ==, OTR_FORMAT_PSD);
  g_assert_cmpint (SNIFF ("II\x1a\0\0\0HEAPCCDR"), ==, OTR_FORMAT_CRW);
  g_assert_cmpint (SNIFF ("FUJIFILMCCD-RAW 0201"), ==, OTR_FORMAT_RAF);
  g_assert_cmpint (SNIFF ("<?xml version='1.0'?><x:xmpmeta>"), ==, OTR_FORMAT_XMP);
}

/* Loaders that nobody should reach by a name that ends in .jpg. */
static void
test_not_photos (void)
{
  g_assert_cmpint (SNIFF ("<?xml version='1.0'?><svg/>"), ==, OTR_FORMAT_NOT_A_PHOTO);
  g_assert_cmpint (SNIFF ("/* XPM */ static char *x[]"), ==, OTR_FORMAT_NOT_A_PHOTO);
  g_assert_cmpint (SNIFF ("RIFF\1\0\0\0ACON"), ==, OTR_FORMAT_NOT_A_PHOTO);
  g_assert_cmpint (SNIFF ("\0\0\1\0\1\0"), ==, OTR_FORMAT_NOT_A_PHOTO);
  g_assert_cmpint (SNIFF ("\0\0\2\0idat"), ==, OTR_FORMAT_NOT_A_PHOTO);
  g_assert_cmpint (SNIFF ("just a text"), ==, OTR_FORMAT_NOT_AN_IMAGE);
}

static void
test_bmp (void)
{
  g_assert_cmpint (SNIFF ("BM is how this text begins"), ==, OTR_FORMAT_NOT_AN_IMAGE);
  g_assert_cmpint (SNIFF ("BM\1\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0"), ==, OTR_FORMAT_BMP);
  g_assert_cmpint (SNIFF ("BM\1\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0"), ==, OTR_FORMAT_NOT_AN_IMAGE);
}

static void
test_short (void)
{
  static const char heads[] = "\x89PNG\r\n\x1a";

  for (gsize size = 0; size < sizeof heads; size++)
    g_assert_cmpint (sniff (heads, size), ==, OTR_FORMAT_NOT_AN_IMAGE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sniff/formats", test_formats);
  g_test_add_func ("/sniff/what-is-no-photo", test_not_photos);
  g_test_add_func ("/sniff/bmp", test_bmp);
  g_test_add_func ("/sniff/short", test_short);
  return g_test_run ();
}
