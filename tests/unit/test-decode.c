/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include "otr-decode.h"
#include "otr-test.h"

/* One job in this process, answered and checked as the engine would. */
static void
decode (gconstpointer data, gsize size, guint32 want, OtrWireAnswer *answer)
{
  g_autoptr (OtrSource) source = otr_source_new_memory (data, size);
  g_autofree guint8 *output = g_malloc0 (OTR_WIRE_OUTPUT_SIZE);
  OtrDecodeTarget target = { output, NULL };
  OtrWireJob job = { OTR_WIRE_MAGIC, OTR_WIRE_VERSION, 3, want, 64 };
  OtrWireResult result;
  g_autoptr (GError) error = NULL;

  job.length = size;
  g_assert_true (otr_wire_job_check (&job, NULL));
  otr_decode (source, &job, &target, &result);
  (void) otr_wire_result_read (&result, &job, output, OTR_WIRE_OUTPUT_SIZE, NULL, answer, &error);
  g_assert_no_error (error);
}

static const guint32 everything = OTR_WIRE_WANT_FACTS | OTR_WIRE_WANT_PREVIEW |
                                  OTR_WIRE_WANT_THUMBNAIL;

static void
test_jpeg (void)
{
  OtrTestPhoto photo = { .width = 200,
                         .height = 100,
                         .orientation = 6,
                         .taken = "2019:05:01 12:33:00",
                         .make = "Maker",
                         .model = "<b>X</b>" };
  g_autoptr (GBytes) bytes = otr_test_jpeg (&photo);
  g_auto (OtrWireAnswer) answer = { 0 };
  const guint8 *pixels;

  decode (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), everything, &answer);
  g_assert_cmpint (answer.facts->state, ==, OTR_DECODE_OK);
  g_assert_cmpuint (answer.facts->width, ==, 100);
  g_assert_cmpuint (answer.facts->height, ==, 200);
  g_assert_cmpuint (answer.facts->orientation, ==, 6);
  g_assert_cmpint (answer.facts->taken_ms, ==, G_GINT64_CONSTANT (1556713980000));
  g_assert_cmpstr (answer.facts->make, ==, "Maker");
  g_assert_cmpstr (answer.facts->model, ==, "<b>X</b>");
  g_assert_cmpuint (answer.thumbnail.width, ==, 32);
  g_assert_cmpuint (answer.thumbnail.height, ==, 64);
  /* Stored: red, green over blue, yellow. Turned right once: blue comes to the top left. */
  pixels = g_bytes_get_data (answer.thumbnail.pixels, NULL);
  g_assert_cmpuint (pixels[3 * (32 * 8 + 8) + 2], >, 200);
  g_assert_cmpuint (pixels[3 * (32 * 8 + 8)], <, 60);
}

/* The state must not depend on what was asked for. */
static void
test_truncated (void)
{
  static const guint32 wants[] = { OTR_WIRE_WANT_FACTS,
                                   OTR_WIRE_WANT_FACTS | OTR_WIRE_WANT_THUMBNAIL };
  OtrTestPhoto photo = { .width = 300, .height = 200 };
  g_autoptr (GBytes) bytes = otr_test_jpeg (&photo);
  const guint8 *data = g_bytes_get_data (bytes, NULL);
  gsize size = g_bytes_get_size (bytes);

  for (gsize i = 0; i < G_N_ELEMENTS (wants); i++)
    {
      g_auto (OtrWireAnswer) cut = { 0 };
      g_auto (OtrWireAnswer) unmarked = { 0 };

      decode (data, size * 3 / 4, wants[i], &cut);
      g_assert_cmpint (cut.facts->state, ==, OTR_DECODE_DAMAGED);
      g_assert_nonnull (strstr (cut.facts->reason, "truncated"));
      decode (data, size - 2, wants[i], &unmarked);
      g_assert_cmpint (unmarked.facts->state, ==, OTR_DECODE_OK);
    }
}

static void
assert_not_a_photo (gconstpointer data, gsize size, const char *reason)
{
  g_auto (OtrWireAnswer) answer = { 0 };

  decode (data, size, everything, &answer);
  g_assert_cmpint (answer.facts->state, ==, OTR_DECODE_NOT_A_PHOTO);
  g_assert_cmpstr (answer.facts->reason, ==, reason);
  g_assert_cmpuint (answer.thumbnail.width, ==, 0);
}

static void
test_not_photos (void)
{
  static const guint8 zeroes[4096] = { 0 };

  assert_not_a_photo ("", 0, "empty file");
  assert_not_a_photo (zeroes, sizeof zeroes, "not an image");
  assert_not_a_photo ("BM is how this text begins", 26, "not an image");
  assert_not_a_photo ("<svg width='1'/>", 16, "not a photo format");
  assert_not_a_photo ("\0\0\2\0idatGIF89a", 14, "not a photo format");
}

static void
test_huge_png (void)
{
  static const guint8 head[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xff\xff\0\0\xff\xff"
                               "\1\0\0\0\0abcd\0\0\0\0IENDabcd";
  g_auto (OtrWireAnswer) answer = { 0 };

  decode (head, sizeof head - 1, everything, &answer);
  g_assert_cmpint (answer.facts->state, ==, OTR_DECODE_LIMIT);
  g_assert_cmpuint (answer.facts->width, ==, 65535);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/decode/jpeg", test_jpeg);
  g_test_add_func ("/decode/truncation-is-found-either-way", test_truncated);
  g_test_add_func ("/decode/what-is-not-a-photo", test_not_photos);
  g_test_add_func ("/decode/huge-png-is-refused", test_huge_png);
  return g_test_run ();
}
