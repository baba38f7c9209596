/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JPEG pixels by the DC scan, else by libjpeg-turbo itself: scaled while decoding, with limits on
 * memory, scans and time, and with truncation told apart from a mere missing end marker. */
#include "config.h"

#include "otr-pixels-jpeg.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

#include "otr-i18n.h"
#include "otr-limits.h"
#include "otr-pixels-scan.h"
#include "otr-scale.h"

#define SCANS_MAX 500
#define OUTPUT_MAX (160u * 1024 * 1024)

typedef struct
{
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr reader;
  struct jpeg_progress_mgr progress;
  jmp_buf escape;
  OtrSource *source;
  guint64 position;
  guint64 cpu_end_us;
  gboolean at_end; /* the file is used up; libjpeg got an end marker of ours */
  gboolean truncated;
  gboolean damaged;
  OtrVerdict *verdict;
  OtrScale *scale;
  guint8 *row;
  guint8 *rgb;
} Decoder;

static void
on_error (j_common_ptr common)
{
  Decoder *decoder = common->client_data;
  char text[JMSG_LENGTH_MAX];
  g_autofree char *reason = NULL;

  common->err->format_message (common, text);
  reason = g_strdup_printf ("The picture can't be decoded: %s.", text);
  otr_verdict_set (decoder->verdict, OTR_DECODE_DAMAGED, reason);
  longjmp (decoder->escape, 1);
}

/* Warnings of bytes that are no use to anyone (level -1 too) are not damage; broken codes are. */
static void
on_message (j_common_ptr common, int level)
{
  Decoder *decoder = common->client_data;

  if (level >= 0)
    return;
  switch (common->err->msg_code)
    {
    case JWRN_HIT_MARKER:
      if (decoder->at_end)
        decoder->truncated = TRUE;
      else
        decoder->damaged = TRUE;
      break;
    case JWRN_HUFF_BAD_CODE:
    case JWRN_MUST_RESYNC:
    case JWRN_ARITH_BAD_CODE:
      decoder->damaged = TRUE;
      break;
    default:
      break;
    }
}

static void
on_output (j_common_ptr common)
{
}

static void
give_up (Decoder *decoder, const char *reason)
{
  otr_verdict_set (decoder->verdict, OTR_DECODE_LIMIT, reason);
  longjmp (decoder->escape, 1);
}

static void
on_progress (j_common_ptr common)
{
  Decoder *decoder = common->client_data;

  if (decoder->jpeg.input_scan_number > SCANS_MAX ||
      otr_limits_get_cpu_us () > decoder->cpu_end_us)
    give_up (decoder, N_ ("Decoding took too long."));
}

static void
on_reader (j_decompress_ptr jpeg)
{
}

static boolean
fill_input (j_decompress_ptr jpeg)
{
  static const JOCTET end[] = { 0xff, JPEG_EOI };
  Decoder *decoder = jpeg->client_data;
  gsize length;
  const guint8 *bytes = otr_source_chunk (decoder->source, decoder->position, &length);

  if (bytes == NULL)
    {
      decoder->at_end = TRUE;
      bytes = end;
      length = sizeof end;
    }
  else
    decoder->position += length;
  decoder->reader.next_input_byte = bytes;
  decoder->reader.bytes_in_buffer = length;
  return TRUE;
}

static void
skip_input (j_decompress_ptr jpeg, long n)
{
  Decoder *decoder = jpeg->client_data;
  gsize skip = n > 0 ? (gsize) n : 0;

  if (skip <= decoder->reader.bytes_in_buffer)
    {
      decoder->reader.next_input_byte += skip;
      decoder->reader.bytes_in_buffer -= skip;
      return;
    }
  decoder->position += skip - decoder->reader.bytes_in_buffer;
  decoder->reader.bytes_in_buffer = 0;
  (void) fill_input (jpeg);
}

static void
set_up (Decoder *decoder)
{
  struct jpeg_decompress_struct *jpeg = &decoder->jpeg;

  jpeg->err = jpeg_std_error (&decoder->errors);
  jpeg->client_data = decoder;
  decoder->errors.error_exit = on_error;
  decoder->errors.emit_message = on_message;
  decoder->errors.output_message = on_output;
  decoder->reader.init_source = on_reader;
  decoder->reader.fill_input_buffer = fill_input;
  decoder->reader.skip_input_data = skip_input;
  decoder->reader.resync_to_restart = jpeg_resync_to_restart;
  decoder->reader.term_source = on_reader;
  decoder->progress.progress_monitor = on_progress;
}

/* libjpeg keeps the coefficients of a picture in several scans whole, at any scale. */
static void
check_memory (Decoder *decoder)
{
  struct jpeg_decompress_struct *jpeg = &decoder->jpeg;
  guint64 bytes = 0;

  if (!jpeg_has_multiple_scans (jpeg))
    return;
  for (int i = 0; i < jpeg->num_components; i++)
    bytes += (guint64) jpeg->comp_info[i].width_in_blocks * jpeg->comp_info[i].height_in_blocks *
             sizeof (JBLOCK);
  if (bytes > OTR_LIMITS_PIXELS_MEMORY)
    give_up (decoder, N_ ("The picture is too large to decode."));
}

/* The smallest of the fast scales that is large enough, and small enough for memory. */
static guint
choose_scale (Decoder *decoder, guint max_px)
{
  guint long_side = MAX (decoder->jpeg.image_width, decoder->jpeg.image_height);
  guint64 bytes = (guint64) decoder->jpeg.image_width * decoder->jpeg.image_height * 3;
  guint scale = 1;

  while (scale < 8 && (guint64) long_side * scale / 8 < max_px &&
         bytes * (scale * scale * 4) / 64 <= OUTPUT_MAX)
    scale *= 2;
  return scale;
}

static void
choose_output (Decoder *decoder, guint max_px)
{
  struct jpeg_decompress_struct *jpeg = &decoder->jpeg;
  gboolean inks = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;

  jpeg->out_color_space = inks ? JCS_CMYK : JCS_RGB;
  jpeg->scale_num = choose_scale (decoder, max_px);
  jpeg->scale_denom = 8;
  jpeg->do_fancy_upsampling = jpeg->scale_num == 8;
  jpeg->do_block_smoothing = FALSE;
}

static void
read_rows (Decoder *decoder)
{
  struct jpeg_decompress_struct *jpeg = &decoder->jpeg;
  gboolean inks = jpeg->out_color_space == JCS_CMYK;

  while (jpeg->output_scanline < jpeg->output_height)
    {
      (void) jpeg_read_scanlines (jpeg, &decoder->row, 1);
      if (inks)
        otr_pixels_cmyk_to_rgb (decoder->row,
                                decoder->rgb,
                                jpeg->output_width,
                                jpeg->saw_Adobe_marker);
      otr_scale_push (decoder->scale, inks ? decoder->rgb : decoder->row);
      /* What a cut file has no data for would be grey; decoding it costs time for nothing. */
      if (decoder->truncated && !jpeg_has_multiple_scans (jpeg))
        return;
    }
}

static void
decode (Decoder *decoder, guint max_px, OtrPixels *out_pixels)
{
  struct jpeg_decompress_struct *jpeg = &decoder->jpeg;
  guint width, height;

  jpeg_create_decompress (jpeg);
  jpeg->src = &decoder->reader;
  jpeg->progress = &decoder->progress;
  (void) jpeg_read_header (jpeg, TRUE);
  check_memory (decoder);
  choose_output (decoder, max_px);
  (void) jpeg_start_decompress (jpeg);
  otr_pixels_fit (jpeg->output_width, jpeg->output_height, max_px, &width, &height);
  decoder->scale = otr_scale_new (jpeg->output_width,
                                  jpeg->output_height,
                                  out_pixels,
                                  width,
                                  height);
  if (decoder->scale == NULL)
    give_up (decoder, N_ ("The picture is too large to decode."));
  decoder->row = g_malloc ((gsize) jpeg->output_width * 4);
  decoder->rgb = g_malloc ((gsize) jpeg->output_width * 4);
  read_rows (decoder);
}

void
otr_pixels_jpeg_decode (OtrSource *source,
                        guint max_px,
                        guint64 cpu_end_us,
                        OtrPixels *out_pixels,
                        OtrVerdict *out_verdict)
{
  Decoder *decoder;

  if (otr_pixels_scan_decode (source, max_px, cpu_end_us, out_pixels))
    return;
  decoder = g_new0 (Decoder, 1);
  decoder->source = source;
  decoder->cpu_end_us = cpu_end_us;
  decoder->verdict = out_verdict;
  set_up (decoder);
  if (setjmp (decoder->escape) == 0)
    decode (decoder, max_px, out_pixels);
  if (decoder->truncated)
    otr_verdict_set (out_verdict,
                     OTR_DECODE_DAMAGED,
                     N_ ("The file is truncated: pixels are missing."));
  else if (decoder->damaged)
    otr_verdict_set (out_verdict, OTR_DECODE_DAMAGED, N_ ("Some pixels are damaged."));
  if (out_verdict->state == OTR_DECODE_LIMIT)
    otr_pixels_clear (out_pixels);
  jpeg_destroy_decompress (&decoder->jpeg);
  otr_scale_free (decoder->scale);
  g_free (decoder->row);
  g_free (decoder->rgb);
  g_free (decoder);
}
