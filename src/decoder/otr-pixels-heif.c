/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HEIC and AVIF. libheif decodes at full size and can't be stopped; sizes are judged before it
 * sees the file, and the engine's deadline stands behind it. */
#include "config.h"

#include "otr-pixels-heif.h"

#include <string.h>

#ifdef HAVE_HEIF
#  include <libheif/heif.h>
#endif

#include "otr-i18n.h"
#include "otr-limits.h"
#include "otr-scale.h"

#ifdef HAVE_HEIF

static gboolean decodes_hevc, decodes_av1;

typedef struct heif_context Context;
typedef struct heif_image_handle Handle;
typedef struct heif_image Image;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Context, heif_context_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Handle, heif_image_handle_release)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Image, heif_image_release)

void
otr_pixels_heif_preload (void)
{
  (void) heif_init (NULL);
  decodes_hevc = heif_have_decoder_for_format (heif_compression_HEVC) != 0;
  decodes_av1 = heif_have_decoder_for_format (heif_compression_AV1) != 0;
}

gboolean
otr_pixels_heif_has_decoder (const char *mime)
{
  if (strcmp (mime, "image/avif") == 0)
    return decodes_av1;
  return g_str_has_prefix (mime, "image/hei") && decodes_hevc;
}

/* The file as libheif reads it. */
typedef struct
{
  OtrSource *source;
  guint64 at;
} Reader;

static gint64
on_get_position (void *data)
{
  const Reader *reader = data;

  return (gint64) reader->at;
}

static int
on_read (void *to, gsize size, void *data)
{
  Reader *reader = data;

  while (size > 0)
    {
      gsize length;
      const guint8 *bytes = otr_source_chunk (reader->source, reader->at, &length);

      if (bytes == NULL)
        return -1;
      length = MIN (length, size);
      memcpy (to, bytes, length);
      to = (guint8 *) to + length;
      reader->at += length;
      size -= length;
    }
  return 0;
}

static int
on_seek (gint64 position, void *data)
{
  Reader *reader = data;

  if (position < 0 || (guint64) position > otr_source_get_length (reader->source))
    return -1;
  reader->at = (guint64) position;
  return 0;
}

static enum heif_reader_grow_status
on_wait (gint64 size, void *data)
{
  const Reader *reader = data;

  return size < 0 || (guint64) size > otr_source_get_length (reader->source)
             ? heif_reader_grow_status_size_beyond_eof
             : heif_reader_grow_status_size_reached;
}

static OtrDecodeState
get_state (struct heif_error error)
{
  if (error.code == heif_error_Memory_allocation_error)
    return OTR_DECODE_LIMIT;
  return error.subcode == heif_suberror_Unsupported_codec ? OTR_DECODE_NO_LOADER
                                                          : OTR_DECODE_DAMAGED;
}

static gboolean
is_good (struct heif_error error, OtrVerdict *verdict)
{
  g_autofree char *reason = NULL;

  if (error.code == heif_error_Ok)
    return TRUE;
  reason = g_strdup_printf ("The picture can't be decoded: %s", error.message);
  otr_verdict_set (verdict, get_state (error), reason);
  return FALSE;
}

/* The header that libheif obeys may not be the one that was judged before. */
static gboolean
fits_memory (const Handle *handle, OtrVerdict *verdict)
{
  int width = heif_image_handle_get_width (handle);
  int height = heif_image_handle_get_height (handle);

  if (width > 0 && height > 0 &&
      otr_pixels_heif_get_memory ((guint32) width, (guint32) height) <= OTR_LIMITS_PIXELS_MEMORY)
    return TRUE;
  otr_verdict_set (verdict, OTR_DECODE_LIMIT, N_ ("The picture is too large to decode."));
  return FALSE;
}

static Image *
decode_primary (OtrSource *source, OtrVerdict *verdict)
{
  static const struct heif_reader functions = { 1, on_get_position, on_read, on_seek, on_wait };
  Reader reader = { source, 0 };
  g_autoptr (Context) context = heif_context_alloc ();
  g_autoptr (Handle) handle = NULL;
  Image *image = NULL;

  heif_context_set_max_decoding_threads (context, 0);
  if (!is_good (heif_context_read_from_reader (context, &functions, &reader, NULL), verdict) ||
      !is_good (heif_context_get_primary_image_handle (context, &handle), verdict) ||
      !fits_memory (handle, verdict) ||
      !is_good (heif_decode_image (handle,
                                   &image,
                                   heif_colorspace_RGB,
                                   heif_chroma_interleaved_RGB,
                                   NULL),
                verdict))
    return NULL;
  return image;
}

void
otr_pixels_heif_decode (OtrPhoto *photo,
                        guint max_px,
                        OtrPixels *out_pixels,
                        OtrVerdict *out_verdict)
{
  g_autoptr (Image) image = decode_primary (photo->source, out_verdict);
  g_autoptr (OtrScale) scale = NULL;
  const guint8 *row;
  int width, height, stride;
  guint to_width, to_height;

  if (image == NULL)
    return;
  width = heif_image_get_primary_width (image);
  height = heif_image_get_primary_height (image);
  row = heif_image_get_plane_readonly (image, heif_channel_interleaved, &stride);
  if (row == NULL || width <= 0 || height <= 0)
    {
      otr_verdict_set (out_verdict, OTR_DECODE_DAMAGED, N_ ("The picture can't be decoded."));
      return;
    }
  otr_pixels_fit ((guint) width, (guint) height, max_px, &to_width, &to_height);
  scale = otr_scale_new ((guint) width, (guint) height, out_pixels, to_width, to_height);
  if (scale == NULL)
    otr_verdict_set (out_verdict, OTR_DECODE_LIMIT, N_ ("The picture is too large to decode."));
  else
    for (int y = 0; y < height; y++, row += stride)
      otr_scale_push (scale, row);
}

#else

void
otr_pixels_heif_preload (void)
{
}

gboolean
otr_pixels_heif_has_decoder (const char *mime)
{
  return FALSE;
}

void
otr_pixels_heif_decode (OtrPhoto *photo,
                        guint max_px,
                        OtrPixels *out_pixels,
                        OtrVerdict *out_verdict)
{
  otr_verdict_set (out_verdict,
                   OTR_DECODE_NO_LOADER,
                   N_ ("HEIF and AVIF pictures need a loader that is not installed."));
}

#endif

guint64
otr_pixels_heif_get_memory (guint32 width, guint32 height)
{
  return (guint64) width * height * 8;
}
