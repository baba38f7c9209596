/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thumbnails to JPEG and back to pixels of exactly the shown size. Decoding uses the scales
 * libjpeg-turbo has in SIMD (1/1, 1/2, 1/4, 1/8), the smallest that is still large enough; a
 * separable filter as wide as the reduction does the rest. Only pictures this file made itself are
 * decoded, but a damaged store may give anything: libjpeg's errors come back as errors. No state;
 * any thread. */
#include "config.h"

#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

#include "otr-error.h"
#include "otr-thumb-store.h"

#ifndef JCS_EXTENSIONS
#  error "libjpeg-turbo is needed (pixels in BGRA order)"
#endif

#define QUALITY 85
#define SIDE_MAX 4096 /* no thumbnail and no tile is larger */

/* ---- libjpeg ---- */

typedef struct
{
  struct jpeg_error_mgr manager;
  jmp_buf jump;
  char message[JMSG_LENGTH_MAX];
} ErrorState;

static void
on_error (j_common_ptr info)
{
  ErrorState *state = (ErrorState *) info->err;

  info->err->format_message (info, state->message);
  longjmp (state->jump, 1);
}

static void
on_message (j_common_ptr info)
{
}

static struct jpeg_error_mgr *
error_state_init (ErrorState *state)
{
  (void) jpeg_std_error (&state->manager);
  state->manager.error_exit = on_error;
  state->manager.output_message = on_message;
  return &state->manager;
}

static void
write_rows (struct jpeg_compress_struct *jpeg, const guint8 *rgb)
{
  gsize stride = 3 * (gsize) jpeg->image_width;

  jpeg_set_defaults (jpeg);
  jpeg_set_quality (jpeg, QUALITY, TRUE);
  jpeg->dct_method = JDCT_ISLOW;
  jpeg_start_compress (jpeg, TRUE);
  while (jpeg->next_scanline < jpeg->image_height)
    {
      JSAMPROW row = (JSAMPROW) (rgb + stride * jpeg->next_scanline);

      (void) jpeg_write_scanlines (jpeg, &row, 1);
    }
  jpeg_finish_compress (jpeg);
}

GBytes *
otr_thumb_encode (const guint8 *rgb, guint width, guint height, GError **error)
{
  struct jpeg_compress_struct jpeg;
  ErrorState state;
  /* Written by libjpeg after setjmp(), so neither may live in a register. */
  unsigned char *volatile data = NULL;
  volatile unsigned long size = 0;

  g_return_val_if_fail (rgb != NULL && width > 0 && height > 0, NULL);

  jpeg.err = error_state_init (&state);
  if (setjmp (state.jump) != 0)
    {
      jpeg_destroy_compress (&jpeg);
      free (data);
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "thumbnail: %s", state.message);
      return NULL;
    }
  jpeg_create_compress (&jpeg);
  jpeg_mem_dest (&jpeg, (unsigned char **) &data, (unsigned long *) &size);
  jpeg.image_width = width;
  jpeg.image_height = height;
  jpeg.input_components = 3;
  jpeg.in_color_space = JCS_RGB;
  write_rows (&jpeg, rgb);
  jpeg_destroy_compress (&jpeg);
  return g_bytes_new_with_free_func (data, size, free, data);
}

typedef struct
{
  guint8 *pixels; /* BGRA */
  guint width;
  guint height;
} Picture;

/* The smallest denominator of 8, 4, 2, 1 that leaves at least the wanted size. */
static guint
choose_denominator (const struct jpeg_decompress_struct *jpeg, double scale)
{
  guint denominator = 8;

  while (denominator > 1 && scale * denominator > 1.0)
    denominator /= 2;
  return denominator;
}

static double
get_scale (guint src_width, guint src_height, guint width, guint height, gboolean cover)
{
  double x = (double) width / src_width;
  double y = (double) height / src_height;

  return cover ? MAX (x, y) : MIN (x, y);
}

typedef struct
{
  guint width;
  guint height;
  gboolean cover;
} Target;

static void
read_rows (struct jpeg_decompress_struct *jpeg, Picture *picture)
{
  gsize stride;

  jpeg->out_color_space = JCS_EXT_BGRA;
  (void) jpeg_start_decompress (jpeg);
  stride = 4 * (gsize) jpeg->output_width;
  picture->pixels = g_malloc (stride * jpeg->output_height);
  picture->width = jpeg->output_width;
  picture->height = jpeg->output_height;
  while (jpeg->output_scanline < jpeg->output_height)
    {
      JSAMPROW row = picture->pixels + stride * jpeg->output_scanline;

      (void) jpeg_read_scanlines (jpeg, &row, 1);
    }
  (void) jpeg_finish_decompress (jpeg);
}

/* `picture` is the caller's, so that its pixels survive the jump and are freed once. */
static gboolean
decode (GBytes *encoded, const Target *target, Picture *picture, GError **error)
{
  struct jpeg_decompress_struct jpeg;
  ErrorState state;

  jpeg.err = error_state_init (&state);
  if (setjmp (state.jump) != 0)
    {
      jpeg_destroy_decompress (&jpeg);
      g_set_error (error, OTR_ERROR, OTR_ERROR_CORRUPT, "thumbnail: %s", state.message);
      return FALSE;
    }
  jpeg_create_decompress (&jpeg);
  jpeg_mem_src (&jpeg, g_bytes_get_data (encoded, NULL), g_bytes_get_size (encoded));
  (void) jpeg_read_header (&jpeg, TRUE);
  if (jpeg.image_width > SIDE_MAX || jpeg.image_height > SIDE_MAX)
    {
      (void) g_strlcpy (state.message, "larger than any thumbnail", sizeof state.message);
      longjmp (state.jump, 1);
    }
  jpeg.scale_num = 1;
  jpeg.scale_denom = choose_denominator (
      &jpeg,
      get_scale (
          jpeg.image_width, jpeg.image_height, target->width, target->height, target->cover));
  read_rows (&jpeg, picture);
  jpeg_destroy_decompress (&jpeg);
  return TRUE;
}

/* ---- scaling ---- */

/* Four channels at once; the compiler has instructions for these on every machine we build for. */
typedef float Pixel __attribute__ ((vector_size (16)));
typedef guint8 Bytes __attribute__ ((vector_size (4)));

/* For each pixel of one output axis: where its sources begin, and their weights. */
typedef struct
{
  guint n;
  guint n_taps;
  guint *first;
  float *weights; /* n * n_taps, none negative, each pixel's sum is 1 */
} Filter;

static void
filter_clear (Filter *filter)
{
  g_free (filter->first);
  g_free (filter->weights);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Filter, filter_clear)

static void
set_weights (float *weights, guint n_taps, double from_center, double support)
{
  double sum = 0;

  for (guint k = 0; k < n_taps; k++)
    sum += MAX (0.0, 1.0 - fabs (from_center + k) / support);
  for (guint k = 0; k < n_taps; k++)
    weights[k] = (float) (MAX (0.0, 1.0 - fabs (from_center + k) / support) / sum);
}

/* A triangle over the part of `src_size` from `start`, `length` long; as wide as the reduction, so
 * that no source pixel is left out. Enlarging, it is bilinear. */
static void
filter_init (Filter *filter, guint src_size, double start, double length, guint n)
{
  double scale = length / n;
  double support = MAX (1.0, scale);

  filter->n = n;
  filter->n_taps = MIN ((guint) ceil (2 * support) + 1, src_size);
  filter->first = g_new (guint, n);
  filter->weights = g_new (float, (gsize) n * filter->n_taps);
  for (guint i = 0; i < n; i++)
    {
      double center = start + (i + 0.5) * scale;
      double left = ceil (center - support - 0.5);
      double first = CLAMP (left, 0.0, (double) (src_size - filter->n_taps));

      filter->first[i] = (guint) first;
      set_weights (filter->weights + (gsize) i * filter->n_taps,
                   filter->n_taps,
                   first + 0.5 - center,
                   support);
    }
}

static Pixel
load_pixel (const guint8 *from)
{
  Bytes bytes;

  memcpy (&bytes, from, sizeof bytes);
  return __builtin_convertvector(bytes, Pixel);
}

static void
store_pixel (guint8 *to, Pixel pixel)
{
  Bytes bytes = __builtin_convertvector(pixel, Bytes);

  memcpy (to, &bytes, sizeof bytes);
}

static void
scale_row (const guint8 *src, const Filter *filter, Pixel *dst)
{
  const float *weight = filter->weights;

  for (guint i = 0; i < filter->n; i++)
    {
      const guint8 *from = src + 4 * (gsize) filter->first[i];
      Pixel sum = { 0 };

      for (guint k = 0; k < filter->n_taps; k++, from += 4)
        sum += load_pixel (from) * *weight++;
      dst[i] = sum;
    }
}

/* One output row from `n_taps` rows of `width` below each other. */
static void
blend_rows (const Pixel *rows, guint width, const float *weights, guint n_taps, guint8 *dst)
{
  for (guint x = 0; x < width; x++)
    {
      Pixel sum = { 0.5f, 0.5f, 0.5f, 0.5f }; /* rounds */

      for (guint k = 0; k < n_taps; k++)
        sum += rows[(gsize) k * width + x] * weights[k];
      store_pixel (dst + 4 * (gsize) x, sum);
    }
}

static GBytes *
apply (const Picture *picture, const Filter *across, const Filter *down)
{
  guint width = across->n;
  guint first = down->first[0];
  guint n_rows = down->first[down->n - 1] + down->n_taps - first;
  Pixel *rows = g_aligned_alloc (n_rows, width * sizeof (Pixel), sizeof (Pixel));
  gsize size = 4 * (gsize) width * down->n;
  guint8 *pixels = g_malloc (size);

  for (guint i = 0; i < n_rows; i++)
    scale_row (picture->pixels + 4 * (gsize) picture->width * (first + i),
               across,
               rows + (gsize) i * width);
  for (guint i = 0; i < down->n; i++)
    blend_rows (rows + (gsize) (down->first[i] - first) * width,
                width,
                down->weights + (gsize) i * down->n_taps,
                down->n_taps,
                pixels + 4 * (gsize) i * width);
  g_aligned_free (rows);
  return g_bytes_new_take (pixels, size);
}

static GBytes *
scale_picture (const Picture *picture, const Target *target, guint *out_width, guint *out_height)
{
  double scale =
      get_scale (picture->width, picture->height, target->width, target->height, target->cover);
  guint width = target->width;
  guint height = target->height;
  double seen_width = picture->width;
  double seen_height = picture->height;
  g_auto (Filter) across = { 0 };
  g_auto (Filter) down = { 0 };

  if (target->cover)
    {
      seen_width = MIN (seen_width, width / scale);
      seen_height = MIN (seen_height, height / scale);
    }
  else
    {
      width = CLAMP ((guint) lrint (picture->width * scale), 1, width);
      height = CLAMP ((guint) lrint (picture->height * scale), 1, height);
    }
  filter_init (&across, picture->width, (picture->width - seen_width) / 2, seen_width, width);
  filter_init (&down, picture->height, (picture->height - seen_height) / 2, seen_height, height);
  *out_width = width;
  *out_height = height;
  return apply (picture, &across, &down);
}

GBytes *
otr_thumb_decode (GBytes *encoded,
                  guint width,
                  guint height,
                  gboolean cover,
                  guint *out_width,
                  guint *out_height,
                  GError **error)
{
  Target target = { width, height, cover };
  Picture picture = { NULL };
  GBytes *pixels = NULL;

  g_return_val_if_fail (encoded != NULL && width > 0 && height > 0, NULL);
  g_return_val_if_fail (width <= SIDE_MAX && height <= SIDE_MAX, NULL);

  if (decode (encoded, &target, &picture, error))
    pixels = scale_picture (&picture, &target, out_width, out_height);
  g_free (picture.pixels);
  return pixels;
}

GBytes *
otr_thumb_scale (const guint8 *rgb,
                 guint src_width,
                 guint src_height,
                 guint width,
                 guint height,
                 gboolean cover,
                 guint *out_width,
                 guint *out_height)
{
  Target target = { width, height, cover };
  gsize n = (gsize) src_width * src_height;
  g_autofree guint8 *bgra = NULL;
  Picture picture = { NULL, src_width, src_height };

  g_return_val_if_fail (rgb != NULL && src_width > 0 && src_height > 0, NULL);
  g_return_val_if_fail (width > 0 && height > 0 && width <= SIDE_MAX && height <= SIDE_MAX, NULL);

  bgra = g_malloc (4 * n);
  for (gsize i = 0; i < n; i++)
    {
      bgra[4 * i] = rgb[3 * i + 2];
      bgra[4 * i + 1] = rgb[3 * i + 1];
      bgra[4 * i + 2] = rgb[3 * i];
      bgra[4 * i + 3] = 255;
    }
  picture.pixels = bgra;
  return scale_picture (&picture, &target, out_width, out_height);
}
