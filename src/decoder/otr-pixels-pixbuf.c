/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formats other than JPEG by GdkPixbuf. Its loaders decode at full size, so sizes were
 * judged by the format's reader before; it is fed in small pieces against the CPU clock, since
 * it can't be stopped. */
#include "config.h"

#include "otr-pixels-pixbuf.h"

#include <string.h>

#include <gdk-pixbuf/gdk-pixbuf.h>

#include "otr-i18n.h"
#include "otr-limits.h"
#include "otr-scale.h"

#define PIECE_SIZE (16u * 1024)
#define GROUND 0xc0u /* what shows through transparent pixels: a light grey suits dark and light */

static const char *const loader_names[] = {
  [OTR_FORMAT_PNG] = "png",
  [OTR_FORMAT_TIFF] = "tiff",
  [OTR_FORMAT_WEBP] = "webp",
  [OTR_FORMAT_GIF] = "gif",
  [OTR_FORMAT_BMP] = "bmp",
};

static guint loaders_found; /* bit per format, set by the preload */

void
otr_pixels_pixbuf_preload (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (loader_names); i++)
    {
      g_autoptr (GdkPixbufLoader) loader = NULL;

      if (loader_names[i] == NULL)
        continue;
      loader = gdk_pixbuf_loader_new_with_type (loader_names[i], NULL);
      if (loader == NULL)
        continue;
      loaders_found |= 1u << i;
      (void) gdk_pixbuf_loader_close (loader, NULL);
    }
}

gboolean
otr_pixels_pixbuf_has_loader (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (loader_names); i++)
    if (g_strcmp0 (loader_names[i], name) == 0)
      return (loaders_found & 1u << i) != 0;
  return FALSE;
}

/* WebP is the one loader that scales while it decodes. */
static void
on_size_prepared (GdkPixbufLoader *loader, int width, int height, gpointer data)
{
  const guint *max_px = data;
  guint to_width, to_height;

  if (width <= 0 || height <= 0)
    return;
  otr_pixels_fit ((guint) width, (guint) height, *max_px, &to_width, &to_height);
  gdk_pixbuf_loader_set_size (loader, (int) to_width, (int) to_height);
}

static void
blend_row (const guint8 *from, guint8 *to, guint n, guint channels)
{
  for (guint x = 0; x < n; x++, from += channels, to += 3)
    {
      guint alpha = from[3];

      for (guint c = 0; c < 3; c++)
        to[c] = (guint8) ((from[c] * alpha + GROUND * (255 - alpha) + 127) / 255);
    }
}

static gboolean
scale_pixbuf (GdkPixbuf *pixbuf, guint max_px, OtrPixels *out_pixels)
{
  guint width = (guint) gdk_pixbuf_get_width (pixbuf);
  guint height = (guint) gdk_pixbuf_get_height (pixbuf);
  guint channels = (guint) gdk_pixbuf_get_n_channels (pixbuf);
  gsize stride = (gsize) gdk_pixbuf_get_rowstride (pixbuf);
  const guint8 *pixels = gdk_pixbuf_read_pixels (pixbuf);
  g_autofree guint8 *row = g_malloc ((gsize) width * 3);
  g_autoptr (OtrScale) scale = NULL;
  guint to_width, to_height;

  otr_pixels_fit (width, height, max_px, &to_width, &to_height);
  scale = otr_scale_new (width, height, out_pixels, to_width, to_height);
  if (scale == NULL)
    return FALSE;
  for (guint y = 0; y < height; y++)
    if (channels == 4)
      {
        blend_row (pixels + y * stride, row, width, channels);
        otr_scale_push (scale, row);
      }
    else
      otr_scale_push (scale, pixels + y * stride);
  return TRUE;
}

/* A WebP may or may not need its whole size in memory, and libwebp says only that it failed. */
static void
fail (const OtrPhoto *photo, const GError *error, OtrVerdict *verdict)
{
  g_autofree char *reason = g_strdup_printf ("The picture can't be decoded: %s", error->message);

  if (photo->format == OTR_FORMAT_WEBP &&
      (guint64) photo->width * photo->height * 4 > OTR_LIMITS_PIXELS_MEMORY)
    otr_verdict_set (verdict, OTR_DECODE_LIMIT, N_ ("The picture is too large to decode."));
  else
    otr_verdict_set (verdict, OTR_DECODE_DAMAGED, reason);
}

typedef struct
{
  GdkPixbufLoader *loader;
  const OtrPhoto *photo;
  guint64 cpu_end_us;
  OtrVerdict *verdict;
} Feeder;

static gboolean
write_all (const Feeder *feeder, const guint8 *bytes, gsize size)
{
  while (size > 0)
    {
      gsize piece = MIN (size, PIECE_SIZE);
      g_autoptr (GError) error = NULL;

      if (otr_limits_get_cpu_us () > feeder->cpu_end_us)
        {
          otr_verdict_set (feeder->verdict, OTR_DECODE_LIMIT, N_ ("Decoding took too long."));
          return FALSE;
        }
      if (!gdk_pixbuf_loader_write (feeder->loader, bytes, piece, &error))
        {
          fail (feeder->photo, error, feeder->verdict);
          return FALSE;
        }
      bytes += piece;
      size -= piece;
    }
  return TRUE;
}

/* Everything up to photo->pixels_end, then what ends the format early. */
static void
feed (const Feeder *feeder)
{
  guint64 end = feeder->photo->pixels_end != 0
                    ? feeder->photo->pixels_end
                    : otr_source_get_length (feeder->photo->source);
  guint64 at = 0;

  while (at < end)
    {
      gsize length;
      const guint8 *bytes = otr_source_chunk (feeder->photo->source, at, &length);

      if (bytes == NULL)
        return;
      length = (gsize) MIN (length, end - at);
      if (!write_all (feeder, bytes, length))
        return;
      at += length;
    }
  if (feeder->photo->format == OTR_FORMAT_GIF)
    (void) write_all (feeder, (const guint8 *) ";", 1);
}

static void
close_loader (GdkPixbufLoader *loader, const OtrPhoto *photo, OtrVerdict *verdict)
{
  g_autoptr (GError) error = NULL;

  if (!gdk_pixbuf_loader_close (loader, &error))
    fail (photo, error, verdict);
}

/* TIFF is turned half way by libtiff; the loader says what is left to do. */
static guint
get_left_orientation (GdkPixbuf *pixbuf)
{
  const char *text = gdk_pixbuf_get_option (pixbuf, "orientation");

  return text != NULL ? (guint) g_ascii_strtoull (text, NULL, 10) : 1;
}

static void
turn_by_loader (OtrPhoto *photo, GdkPixbuf *pixbuf, OtrPixels *pixels)
{
  guint orientation = get_left_orientation (pixbuf);
  OtrPixels turned;

  photo->turned_by_loader = TRUE;
  if (orientation < 2 || orientation > 8 ||
      !otr_pixels_alloc (&turned, pixels->width, pixels->height))
    return;
  otr_pixels_turn (pixels, orientation, turned.data);
  if (orientation >= 5)
    {
      turned.width = pixels->height;
      turned.height = pixels->width;
    }
  otr_pixels_clear (pixels);
  *pixels = turned;
}

void
otr_pixels_pixbuf_decode (OtrPhoto *photo,
                          guint max_px,
                          guint64 cpu_end_us,
                          OtrPixels *out_pixels,
                          OtrVerdict *out_verdict)
{
  const char *name = photo->format < G_N_ELEMENTS (loader_names)
                         ? loader_names[photo->format]
                         : NULL;
  g_autoptr (GdkPixbufLoader) loader = name != NULL
                                           ? gdk_pixbuf_loader_new_with_type (name, NULL)
                                           : NULL;
  GdkPixbuf *pixbuf;

  if (loader == NULL)
    {
      otr_verdict_set (out_verdict,
                       OTR_DECODE_NO_LOADER,
                       N_ ("No loader for this format is installed."));
      return;
    }
  if (photo->format == OTR_FORMAT_WEBP)
    (void) g_signal_connect (loader, "size-prepared", G_CALLBACK (on_size_prepared), &max_px);
  feed (&(Feeder){ loader, photo, cpu_end_us, out_verdict });
  close_loader (loader, photo, out_verdict);
  if (out_verdict->state == OTR_DECODE_LIMIT ||
      (out_verdict->state != OTR_DECODE_OK && photo->format == OTR_FORMAT_TIFF))
    return; /* a TIFF comes whole or blank, the others as far as they go */
  pixbuf = gdk_pixbuf_loader_get_pixbuf (loader);
  if (pixbuf == NULL)
    otr_verdict_set (out_verdict, OTR_DECODE_DAMAGED, N_ ("The picture can't be decoded."));
  else if (!scale_pixbuf (pixbuf, max_px, out_pixels))
    otr_verdict_set (out_verdict, OTR_DECODE_LIMIT, N_ ("The picture is too large to decode."));
  else if (photo->format == OTR_FORMAT_TIFF)
    turn_by_loader (photo, pixbuf, out_pixels);
}
