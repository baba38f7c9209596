/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include <gdk-pixbuf/gdk-pixbuf.h>

#include "otr-cli-png.h"

/* Another program must read back what was written. */
static void
test_reads_back (void)
{
  const guint width = 7, height = 5;
  g_autofree guint8 *rgb = g_malloc (width * height * 3);
  g_autoptr (GBytes) png = NULL;
  g_autoptr (GdkPixbufLoader) loader = gdk_pixbuf_loader_new ();
  g_autoptr (GError) error = NULL;
  GdkPixbuf *pixbuf;

  for (guint i = 0; i < width * height * 3; i++)
    rgb[i] = (guint8) (i * 37);
  png = otr_cli_png_encode (rgb, width, height, &error);
  g_assert_no_error (error);
  g_assert_true (gdk_pixbuf_loader_write_bytes (loader, png, &error));
  g_assert_true (gdk_pixbuf_loader_close (loader, &error));
  pixbuf = gdk_pixbuf_loader_get_pixbuf (loader);
  g_assert_cmpint (gdk_pixbuf_get_width (pixbuf), ==, width);
  g_assert_cmpint (gdk_pixbuf_get_height (pixbuf), ==, height);
  for (guint y = 0; y < height; y++)
    g_assert_cmpmem (gdk_pixbuf_read_pixels (pixbuf) +
                         y * (guint) gdk_pixbuf_get_rowstride (pixbuf),
                     width * 3,
                     rgb + y * width * 3,
                     width * 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-png/reads-back", test_reads_back);
  return g_test_run ();
}
