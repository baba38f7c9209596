/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>

#include "otr-error.h"
#include "otr-fd.h"
#include "otr-wire.h"

typedef struct
{
  OtrWireJob job;
  OtrWireResult result;
  guint8 output[65536];
  guint8 picture[3 * 40 * 30];
} Case;

static void
case_fill (Case *c)
{
  g_autoptr (OtrFacts) facts = otr_facts_new ();
  g_autoptr (GVariant) variant = NULL;

  facts->mime = otr_facts_known_mime ("image/png");
  variant = otr_facts_to_variant (facts);
  memset (c, 0, sizeof *c);
  c->job = (OtrWireJob){ .magic = OTR_WIRE_MAGIC,
                         .version = OTR_WIRE_VERSION,
                         .id = 7,
                         .max_px = 64 };
  c->job.want = OTR_WIRE_WANT_FACTS | OTR_WIRE_WANT_PREVIEW | OTR_WIRE_WANT_THUMBNAIL |
                OTR_WIRE_WANT_PICTURE;
  c->job.has_picture_fd = 1;
  c->job.picture_capacity = sizeof c->picture;
  c->result = (OtrWireResult){ .magic = OTR_WIRE_MAGIC,
                               .version = OTR_WIRE_VERSION,
                               .id = 7,
                               .cpu_us = 5 };
  c->result.facts_offset = 8;
  c->result.facts_length = g_variant_get_size (variant);
  g_variant_store (variant, c->output + 8);
  c->result.preview = (OtrWireImage){ 4, 2, OTR_IMAGE_EXIF, 0, 4096 };
  c->result.thumbnail = (OtrWireImage){ 64, 48, OTR_IMAGE_IMAGE, 0, 8192 };
  c->result.picture = (OtrWireImage){ 40, 30, OTR_IMAGE_IMAGE, 0, 0 };
  c->output[4096 + 23] = 0xaa;
  c->picture[0] = 0x55;
}

static gboolean
case_read (Case *c, OtrWireAnswer *answer, GError **error)
{
  return otr_wire_result_read (&c->result,
                               &c->job,
                               c->output,
                               sizeof c->output,
                               c->picture,
                               answer,
                               error);
}

static void
test_round_trip (void)
{
  g_autofree Case *c = g_new (Case, 1);
  g_auto (OtrWireAnswer) answer = { 0 };
  g_autoptr (GError) error = NULL;
  gsize size;
  const guint8 *pixels;

  case_fill (c);
  g_assert_true (otr_wire_job_check (&c->job, &error));
  g_assert_true (case_read (c, &answer, &error));
  g_assert_no_error (error);
  memset (c->output, 0, sizeof c->output); /* the answer is a copy */
  g_assert_cmpstr (answer.facts->mime, ==, "image/png");
  g_assert_cmpuint (answer.cpu_us, ==, 5);
  g_assert_cmpuint (answer.thumbnail.width, ==, 64);
  g_assert_cmpuint (answer.thumbnail.height, ==, 48);
  pixels = g_bytes_get_data (answer.preview.pixels, &size);
  g_assert_cmpuint (size, ==, 24);
  g_assert_cmpuint (pixels[23], ==, 0xaa);
  pixels = g_bytes_get_data (answer.picture.pixels, &size);
  g_assert_cmpuint (size, ==, sizeof c->picture);
  g_assert_cmpuint (pixels[0], ==, 0x55);
}

static void
assert_refused (Case *c)
{
  g_auto (OtrWireAnswer) answer = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_false (case_read (c, &answer, &error));
  g_assert_error (error, OTR_ERROR, OTR_ERROR_CORRUPT);
  g_assert_null (answer.facts);
}

#define REFUSED(change) \
  G_STMT_START          \
  {                     \
    case_fill (c);      \
    change;             \
    assert_refused (c); \
  }                     \
  G_STMT_END

static void
test_corruption (void)
{
  g_autofree Case *c = g_new (Case, 1);

  REFUSED (c->result.magic = 1);
  REFUSED (c->result.version = 9);
  REFUSED (c->result.id = 8);
  REFUSED (c->result.facts_length = 0);
  REFUSED (c->result.facts_length = OTR_WIRE_FACTS_MAX + 1);
  REFUSED (c->result.facts_length = sizeof c->output);
  REFUSED (c->result.facts_offset = 4);
  REFUSED (c->result.facts_offset = G_MAXUINT64 - 7);
  REFUSED (memset (c->output + 8, 0xff, 64));
  REFUSED (c->job.want &= ~(guint32) OTR_WIRE_WANT_FACTS);
  REFUSED (c->job.want &= ~(guint32) OTR_WIRE_WANT_PREVIEW);
  REFUSED (c->job.want &= ~(guint32) OTR_WIRE_WANT_THUMBNAIL);
  REFUSED (c->job.want &= ~(guint32) OTR_WIRE_WANT_PICTURE);
  REFUSED (c->result.preview.width = 0);
  REFUSED (c->result.preview.source = 4);
  REFUSED (c->result.thumbnail.source = 0);
  REFUSED (c->result.thumbnail.width = 65);
  REFUSED (c->result.thumbnail.height = G_MAXUINT32);
  REFUSED (c->result.thumbnail.offset = sizeof c->output - 100);
  REFUSED (c->result.thumbnail.offset = G_MAXUINT64 - 100);
  REFUSED (c->result.picture.offset = 1);
  REFUSED (c->result.picture.width = 41);
}

static void
test_jobs (void)
{
  g_autofree Case *c = g_new (Case, 1);

#define BAD_JOB(change) \
  case_fill (c);        \
  change;               \
  g_assert_false (otr_wire_job_check (&c->job, NULL))
  BAD_JOB (c->job.magic = 0);
  BAD_JOB (c->job.version = 2);
  BAD_JOB (c->job.want = 0);
  BAD_JOB (c->job.want = 1 << 20);
  BAD_JOB (c->job.max_px = 0);
  BAD_JOB (c->job.max_px = 513);
  BAD_JOB (c->job.has_source_fd = 2);
  BAD_JOB (c->job.has_picture_fd = 0);
  BAD_JOB (c->job.picture_capacity = G_MAXUINT64);
  BAD_JOB (c->job.offset = G_MAXUINT64; c->job.length = 2);
  BAD_JOB (c->job.length = G_MAXUINT64);
#undef BAD_JOB
}

static void
test_socket (void)
{
  int pair[2], fds[2], more[2];
  otr_autofd int null_fd = open ("/dev/null", O_RDONLY | O_CLOEXEC);
  guint32 word = 42;

  g_assert_cmpint (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair), ==, 0);
  fds[0] = null_fd;
  fds[1] = null_fd;
  g_assert_cmpint (otr_wire_send (pair[0], &word, sizeof word, fds, 1), ==, sizeof word);
  word = 0;
  g_assert_cmpint (otr_wire_receive (pair[1], &word, sizeof word, more, 2), ==, sizeof word);
  g_assert_cmpuint (word, ==, 42);
  g_assert_cmpint (more[0], >=, 0);
  g_assert_cmpint (more[1], ==, -1);
  g_assert_true (fcntl (more[0], F_GETFD) & FD_CLOEXEC);
  otr_fd_close (&more[0]);
  /* A descriptor that nobody expects is closed, not leaked. */
  g_assert_cmpint (otr_wire_send (pair[0], &word, sizeof word, fds, 2), ==, sizeof word);
  g_assert_cmpint (otr_wire_receive (pair[1], &word, sizeof word, NULL, 0), ==, sizeof word);
  otr_fd_close (&pair[0]);
  g_assert_cmpint (otr_wire_receive (pair[1], &word, sizeof word, more, 2), ==, 0);
  otr_fd_close (&pair[1]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/wire/round-trip", test_round_trip);
  g_test_add_func ("/wire/corruption-is-refused", test_corruption);
  g_test_add_func ("/wire/bad-jobs-are-refused", test_jobs);
  g_test_add_func ("/wire/socket-carries-descriptors", test_socket);
  return g_test_run ();
}
