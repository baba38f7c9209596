/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The DC scan against libjpeg at scale 1/8, over random pictures in every form it takes. */
#include "config.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

#include "otr-dc-scan.h"
#include "otr-test.h"

typedef struct
{
  guint width, height;
  J_COLOR_SPACE colours; /* of the file */
  guint8 sampling[4];    /* of each component, two digits in hex: across, down */
  int quality;
  gboolean optimised;
  gboolean progressive;
  gboolean apart; /* a scan for each component */
  guint restart;
} Form;

typedef struct
{
  struct jpeg_error_mgr errors;
  jmp_buf escape;
  gboolean damaged;
} Trap;

typedef struct
{
  guint width, height, channels;
  guint8 *data;
} Picture;

static void
picture_clear (Picture *picture)
{
  g_clear_pointer (&picture->data, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Picture, picture_clear)

static void
on_error (j_common_ptr common)
{
  longjmp (((Trap *) common->err)->escape, 1);
}

static void
on_output (j_common_ptr common)
{
}

/* The warnings that mean lost pixels. */
static void
on_message (j_common_ptr common, int level)
{
  int code = common->err->msg_code;

  if (level < 0 && (code == JWRN_HIT_MARKER || code == JWRN_HUFF_BAD_CODE ||
                    code == JWRN_MUST_RESYNC))
    ((Trap *) common->err)->damaged = TRUE;
}

static guint
count_components (J_COLOR_SPACE colours)
{
  if (colours == JCS_GRAYSCALE)
    return 1;
  return colours == JCS_CMYK || colours == JCS_YCCK ? 4 : 3;
}

/* Smooth ground, edges and noise, so that all terms are used. */
static void
draw_row (GRand *rand, guint8 *row, guint y, guint width, guint channels)
{
  guint noise = y / 24 % 3 * 30;

  for (guint x = 0; x < width; x++)
    for (guint c = 0; c < channels; c++)
      {
        guint value = (x * (c + 1) + y * 2) / 3 % 256;

        if ((x / 13 + y / 7) % 5 == c)
          value ^= 0xc0;
        if (noise > 0)
          value = CLAMP ((gint) value + g_rand_int_range (rand, 0, (gint) noise), 0, 255);
        row[x * channels + c] = (guint8) value;
      }
}

static void
set_form (struct jpeg_compress_struct *jpeg, const Form *form)
{
  static const jpeg_scan_info scans[4] = {
    { 1, { 0 }, 0, 63, 0, 0 },
    { 1, { 1 }, 0, 63, 0, 0 },
    { 1, { 2 }, 0, 63, 0, 0 },
    { 1, { 3 }, 0, 63, 0, 0 },
  };

  jpeg_set_defaults (jpeg);
  jpeg_set_colorspace (jpeg, form->colours);
  jpeg_set_quality (jpeg, form->quality, FALSE);
  for (int i = 0; i < jpeg->num_components; i++)
    if (form->sampling[i] != 0)
      {
        jpeg->comp_info[i].h_samp_factor = form->sampling[i] >> 4;
        jpeg->comp_info[i].v_samp_factor = form->sampling[i] & 15;
      }
  jpeg->optimize_coding = form->optimised;
  jpeg->restart_interval = form->restart;
  if (form->progressive)
    jpeg_simple_progression (jpeg);
  if (form->apart)
    {
      jpeg->scan_info = scans;
      jpeg->num_scans = jpeg->num_components;
    }
}

static GBytes *
encode (GRand *rand, const Form *form)
{
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  guint channels = count_components (form->colours);
  g_autofree guint8 *row = g_malloc (form->width * channels);
  unsigned char *data = NULL;
  unsigned long size = 0;

  jpeg.err = jpeg_std_error (&errors);
  errors.output_message = on_output; /* of quantisation coarser than baseline allows */
  jpeg_create_compress (&jpeg);
  jpeg_mem_dest (&jpeg, &data, &size);
  jpeg.image_width = form->width;
  jpeg.image_height = form->height;
  jpeg.input_components = (int) channels;
  jpeg.in_color_space = channels == 4 ? JCS_CMYK : JCS_RGB;
  if (channels == 1)
    jpeg.in_color_space = JCS_GRAYSCALE;
  set_form (&jpeg, form);
  jpeg_start_compress (&jpeg, TRUE);
  for (guint y = 0; y < form->height; y++)
    {
      draw_row (rand, row, y, form->width, channels);
      (void) jpeg_write_scanlines (&jpeg, &row, 1);
    }
  jpeg_finish_compress (&jpeg);
  jpeg_destroy_compress (&jpeg);
  return g_bytes_new_with_free_func (data, size, free, data);
}

/* libjpeg's picture; FALSE when it reports an error or damage. */
static gboolean
decode_by_libjpeg (const guint8 *bytes, gsize size, Picture *picture)
{
  struct jpeg_decompress_struct jpeg;
  Trap trap = { .damaged = FALSE };
  volatile gboolean is_good = FALSE;

  jpeg.err = jpeg_std_error (&trap.errors);
  trap.errors.error_exit = on_error;
  trap.errors.output_message = on_output;
  trap.errors.emit_message = on_message;
  jpeg_create_decompress (&jpeg);
  if (setjmp (trap.escape) == 0)
    {
      jpeg_mem_src (&jpeg, bytes, size);
      (void) jpeg_read_header (&jpeg, TRUE);
      jpeg.scale_num = 1;
      jpeg.scale_denom = 8;
      jpeg.do_fancy_upsampling = FALSE;
      jpeg.do_block_smoothing = FALSE;
      jpeg.out_color_space = jpeg.num_components == 4 ? JCS_CMYK : JCS_RGB;
      (void) jpeg_start_decompress (&jpeg);
      picture->width = jpeg.output_width;
      picture->height = jpeg.output_height;
      picture->channels = (guint) jpeg.output_components;
      picture->data = g_malloc0 ((gsize) picture->width * picture->height * picture->channels);
      while (jpeg.output_scanline < jpeg.output_height)
        {
          guint8 *row = picture->data +
                        (gsize) jpeg.output_scanline * picture->width * picture->channels;

          (void) jpeg_read_scanlines (&jpeg, &row, 1);
        }
      is_good = !trap.damaged;
    }
  jpeg_destroy_decompress (&jpeg);
  return is_good;
}

/* Ours; FALSE when it is not for the DC scan, or breaks off. */
static gboolean
decode_by_scan (const guint8 *bytes, gsize size, Picture *picture)
{
  g_autoptr (OtrDcScan) scan = otr_dc_scan_new (bytes, size, 0);
  gsize stride;

  if (scan == NULL)
    return FALSE;
  picture->width = otr_dc_scan_get_width (scan);
  picture->height = otr_dc_scan_get_height (scan);
  picture->channels = otr_dc_scan_is_cmyk (scan) ? 4 : 3;
  stride = (gsize) picture->width * picture->channels;
  picture->data = g_malloc0 (stride * picture->height);
  for (guint y = 0; y < picture->height; y++)
    {
      const guint8 *row = otr_dc_scan_read_row (scan);

      if (row == NULL)
        return FALSE;
      memcpy (picture->data + y * stride, row, stride);
    }
  g_assert_null (otr_dc_scan_read_row (scan));
  return TRUE;
}

static guint
get_difference (const Picture *a, const Picture *b)
{
  gsize size = (gsize) a->width * a->height * a->channels;
  guint most = 0;

  g_assert_cmpuint (a->width, ==, b->width);
  g_assert_cmpuint (a->height, ==, b->height);
  g_assert_cmpuint (a->channels, ==, b->channels);
  for (gsize i = 0; i < size; i++)
    most = MAX (most, (guint) ABS (a->data[i] - b->data[i]));
  return most;
}

static void
check_same (GBytes *jpeg)
{
  gsize size;
  const guint8 *bytes = g_bytes_get_data (jpeg, &size);
  g_auto (Picture) ours = { 0 }, theirs = { 0 };

  g_assert_true (decode_by_libjpeg (bytes, size, &theirs));
  g_assert_true (decode_by_scan (bytes, size, &ours));
  g_assert_cmpuint (get_difference (&ours, &theirs), <=, 1);
}

static void
check_form (GRand *rand, const Form *form)
{
  g_autoptr (GBytes) jpeg = encode (rand, form);

  g_test_message ("%ux%u colours %d sampling %x %x %x %x quality %d restart %u",
                  form->width,
                  form->height,
                  form->colours,
                  form->sampling[0],
                  form->sampling[1],
                  form->sampling[2],
                  form->sampling[3],
                  form->quality,
                  form->restart);
  check_same (jpeg);
}

static void
fill_form (GRand *rand, Form *form)
{
  static const int qualities[] = { 5, 30, 60, 80, 90, 95, 98, 100 };

  form->width = (guint) g_rand_int_range (rand, 1, 400);
  form->height = (guint) g_rand_int_range (rand, 1, 300);
  form->quality = qualities[g_rand_int_range (rand, 0, G_N_ELEMENTS (qualities))];
  form->optimised = g_rand_boolean (rand);
  form->restart = g_rand_boolean (rand) ? (guint) g_rand_int_range (rand, 1, 40) : 0;
}

static void
test_samplings (void)
{
  static const guint8 samplings[][4] = {
    { 0x11, 0x11, 0x11 },
    { 0x21, 0x11, 0x11 },
    { 0x12, 0x11, 0x11 },
    { 0x22, 0x11, 0x11 },
    { 0x41, 0x11, 0x11 },
    { 0x14, 0x11, 0x11 },
    { 0x42, 0x11, 0x11 },
    { 0x24, 0x11, 0x11 },
    { 0x22, 0x11, 0x21 },
    { 0x22, 0x12, 0x21 },
    { 0x22, 0x21, 0x11 },
    { 0x11, 0x22, 0x11 },
    { 0x11, 0x21, 0x22 },
    { 0x22, 0x22, 0x11 },
    { 0x31, 0x11, 0x11 },
    { 0x13, 0x11, 0x11 },
    { 0x41, 0x21, 0x11 },
    { 0x32, 0x11, 0x11 },
  };
  g_autoptr (GRand) rand = g_rand_new_with_seed (otr_test_seed ());

  for (guint i = 0; i < G_N_ELEMENTS (samplings); i++)
    for (guint round = 0; round < 8; round++)
      {
        Form form = { .colours = round == 7 ? JCS_RGB : JCS_YCbCr };

        memcpy (form.sampling, samplings[i], sizeof form.sampling);
        fill_form (rand, &form);
        check_form (rand, &form);
      }
}

static void
test_colours (void)
{
  static const Form forms[] = {
    { .colours = JCS_GRAYSCALE },
    { .colours = JCS_GRAYSCALE, .sampling = { 0x22 } },
    { .colours = JCS_GRAYSCALE, .sampling = { 0x41 } },
    { .colours = JCS_RGB },
    { .colours = JCS_CMYK },
    { .colours = JCS_CMYK, .sampling = { 0x22, 0x11, 0x11, 0x22 } },
    { .colours = JCS_YCCK },
    { .colours = JCS_YCCK, .sampling = { 0x22, 0x11, 0x11, 0x22 } },
    { .colours = JCS_YCCK, .sampling = { 0x21, 0x11, 0x11, 0x21 } },
  };
  g_autoptr (GRand) rand = g_rand_new_with_seed (otr_test_seed ());

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    for (guint round = 0; round < 8; round++)
      {
        Form form = forms[i];

        fill_form (rand, &form);
        check_form (rand, &form);
      }
}

static void
test_every_quality (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (otr_test_seed ());

  for (int quality = 1; quality <= 100; quality++)
    {
      Form form = { .colours = JCS_YCbCr, .sampling = { 0x22, 0x11, 0x11 } };

      fill_form (rand, &form);
      form.quality = quality;
      check_form (rand, &form);
    }
}

static void
test_large (void)
{
  Form form = {
    .width = 1999,
    .height = 1501,
    .colours = JCS_YCbCr,
    .sampling = { 0x22, 0x11, 0x11 },
    .quality = 97,
  };
  g_autoptr (GRand) rand = g_rand_new_with_seed (otr_test_seed ());

  check_form (rand, &form);
  form.restart = 125;
  form.optimised = TRUE;
  check_form (rand, &form);
}

static void
check_refused (GRand *rand, const Form *form)
{
  g_autoptr (GBytes) jpeg = encode (rand, form);
  gsize size;
  const guint8 *bytes = g_bytes_get_data (jpeg, &size);

  g_assert_null (otr_dc_scan_new (bytes, size, 0));
}

/* The place of the first marker of this kind: fixture files hold none inside a segment. */
static guint8 *
find_marker (guint8 *bytes, gsize size, guint8 marker)
{
  for (gsize i = 0; i + 1 < size; i++)
    if (bytes[i] == 0xff && bytes[i + 1] == marker)
      return bytes + i;
  g_assert_not_reached ();
}

static GByteArray *
encode_plain (GRand *rand, guint restart)
{
  Form form = {
    .width = 160,
    .height = 120,
    .colours = JCS_YCbCr,
    .sampling = { 0x22, 0x11, 0x11 },
    .quality = 90,
    .restart = restart,
  };

  return g_bytes_unref_to_array (encode (rand, &form));
}

static void
test_refuses_what_is_not_for_it (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  Form form = { .width = 64, .height = 48, .colours = JCS_YCbCr, .quality = 80 };
  g_autoptr (GByteArray) jpeg = encode_plain (rand, 0);
  guint8 *frame = find_marker (jpeg->data, jpeg->len, 0xc0);

  form.progressive = TRUE;
  check_refused (rand, &form);
  form.progressive = FALSE;
  form.apart = TRUE;
  check_refused (rand, &form);

  frame[5] = frame[6] = 0; /* height: by DNL */
  g_assert_null (otr_dc_scan_new (jpeg->data, jpeg->len, 0));
  frame[6] = 120;
  frame[4] = 12; /* bits */
  g_assert_null (otr_dc_scan_new (jpeg->data, jpeg->len, 0));
  frame[4] = 8;
  frame[1] = 0xc9; /* arithmetic */
  g_assert_null (otr_dc_scan_new (jpeg->data, jpeg->len, 0));
  frame[1] = 0xc1; /* extended sequential is not refused */
  {
    g_autoptr (OtrDcScan) scan = otr_dc_scan_new (jpeg->data, jpeg->len, 0);

    g_assert_nonnull (scan);
  }
  g_assert_null (otr_dc_scan_new (jpeg->data, 0, 0));
  g_assert_null (otr_dc_scan_new (jpeg->data, 300, 0));
}

/* Fill bytes before markers, and bytes nobody needs before a restart. */
static void
test_fill_bytes (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  g_autoptr (GByteArray) jpeg = encode_plain (rand, 7);
  g_autoptr (GByteArray) filled = g_byte_array_new ();
  const guint8 fill[] = { 0xff, 0xff, 0xff };
  guint8 *scan = find_marker (jpeg->data, jpeg->len, 0xda);
  g_auto (Picture) plain = { 0 }, other = { 0 };

  for (guint8 *p = jpeg->data; p < jpeg->data + jpeg->len; p++)
    {
      gboolean is_restart = p > scan && p[0] == 0xff && p[1] >= 0xd0 && p[1] <= 0xd7;

      if (p == scan || is_restart)
        g_byte_array_append (filled, fill, sizeof fill);
      g_byte_array_append (filled, p, 1);
    }
  g_assert_cmpuint (filled->len, >, jpeg->len + 20);
  g_assert_true (decode_by_scan (jpeg->data, jpeg->len, &plain));
  g_assert_true (decode_by_scan (filled->data, filled->len, &other));
  g_assert_cmpuint (get_difference (&plain, &other), ==, 0);
}

/* Wherever the file is cut, it is noticed. */
static void
test_cut (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint restart = 0; restart < 9; restart += 4)
    {
      g_autoptr (GByteArray) jpeg = encode_plain (rand, restart);

      for (guint size = 0; size < jpeg->len - 3; size += size < jpeg->len - 60 ? 17 : 1)
        {
          g_autofree guint8 *cut = g_memdup2 (jpeg->data, size);
          g_auto (Picture) picture = { 0 };

          g_assert_false (decode_by_scan (cut, size, &picture));
        }
    }
}

/* Where libjpeg finds damage the scan breaks off, so that libjpeg gets to say so. */
static void
test_damaged (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (otr_test_seed ());

  for (guint round = 0; round < 300; round++)
    {
      g_autoptr (GByteArray) jpeg = encode_plain (rand, round % 3 * 5);
      g_auto (Picture) ours = { 0 }, theirs = { 0 };
      guint from = (guint) (find_marker (jpeg->data, jpeg->len, 0xda) - jpeg->data) + 14;
      gint at = g_rand_int_range (rand, (gint) from, (gint) jpeg->len - 2);

      jpeg->data[at] ^= (guint8) (1u << g_rand_int_range (rand, 0, 8));
      if (decode_by_scan (jpeg->data, jpeg->len, &ours))
        g_assert_true (decode_by_libjpeg (jpeg->data, jpeg->len, &theirs));
    }
}

static void
check_sample (const char *path, guint *n_same)
{
  g_autofree char *bytes = NULL;
  gsize size;
  g_auto (Picture) ours = { 0 }, theirs = { 0 };

  if (!g_file_get_contents (path, &bytes, &size, NULL) ||
      !decode_by_scan ((const guint8 *) bytes, size, &ours) ||
      !decode_by_libjpeg ((const guint8 *) bytes, size, &theirs))
    return;
  g_test_message ("%s", path);
  g_assert_cmpuint (get_difference (&ours, &theirs), <=, 1);
  ++*n_same;
}

static void
check_samples (const char *folder, guint *n_same)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        check_samples (path, n_same);
      else if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        check_sample (path, n_same);
    }
}

static void
test_samples (void)
{
  const char *samples = otr_test_samples ("dc-scan-samples");
  guint n_same = 0;

  if (samples == NULL)
    return;
  check_samples (samples, &n_same);
  g_test_message ("%u photos are the same", n_same);
  g_assert_cmpuint (n_same, >, 20);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dc-scan/samplings", test_samplings);
  g_test_add_func ("/dc-scan/colours", test_colours);
  g_test_add_func ("/dc-scan/every-quality", test_every_quality);
  g_test_add_func ("/dc-scan/large", test_large);
  g_test_add_func ("/dc-scan/refuses-what-is-not-for-it", test_refuses_what_is_not_for_it);
  g_test_add_func ("/dc-scan/fill-bytes", test_fill_bytes);
  g_test_add_func ("/dc-scan/cut", test_cut);
  g_test_add_func ("/dc-scan/damaged", test_damaged);
  g_test_add_func ("/dc-scan/samples", test_samples);
  return g_test_run ();
}
