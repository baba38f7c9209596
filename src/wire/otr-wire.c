/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs to and answers from a decoder process. Everything that comes back is hostile: it is copied
 * out of the shared arena once, then judged. No state; any thread. */
#include "config.h"

#include "otr-wire.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "otr-error.h"

#define WANT_ALL \
  (OTR_WIRE_WANT_FACTS | OTR_WIRE_WANT_PREVIEW | OTR_WIRE_WANT_THUMBNAIL | OTR_WIRE_WANT_PICTURE)
#define MAX_PX 65535u
#define MAX_FDS 2u

void
otr_image_clear (OtrImage *image)
{
  g_clear_pointer (&image->pixels, g_bytes_unref);
  memset (image, 0, sizeof *image);
}

void
otr_wire_answer_clear (OtrWireAnswer *answer)
{
  g_clear_pointer (&answer->facts, otr_facts_free);
  otr_image_clear (&answer->preview);
  otr_image_clear (&answer->thumbnail);
  otr_image_clear (&answer->picture);
  answer->cpu_us = 0;
}

static gboolean
refuse (GError **error, const char *what)
{
  g_set_error (error, OTR_ERROR, OTR_ERROR_CORRUPT, "Decoder protocol: %s", what);
  return FALSE;
}

gboolean
otr_wire_job_check (const OtrWireJob *job, GError **error)
{
  gboolean sized = (job->want & (OTR_WIRE_WANT_THUMBNAIL | OTR_WIRE_WANT_PICTURE)) != 0;
  guint64 end;

  if (job->magic != OTR_WIRE_MAGIC || job->version != OTR_WIRE_VERSION)
    return refuse (error, "another version's job");
  if (job->want == 0 || (job->want & ~(guint32) WANT_ALL) != 0)
    return refuse (error, "unknown kind of job");
  if (sized && (job->max_px == 0 || job->max_px > MAX_PX))
    return refuse (error, "size out of range");
  if ((job->want & OTR_WIRE_WANT_THUMBNAIL) != 0 && job->max_px > OTR_WIRE_THUMBNAIL_MAX)
    return refuse (error, "thumbnail too large");
  if (job->has_source_fd > 1 || job->has_picture_fd > 1)
    return refuse (error, "bad descriptor flags");
  if (((job->want & OTR_WIRE_WANT_PICTURE) != 0) != (job->has_picture_fd != 0))
    return refuse (error, "a picture without a place for it");
  if (job->has_picture_fd != 0 && job->picture_capacity > OTR_WIRE_PICTURE_MAX_BYTES)
    return refuse (error, "picture too large");
  if (!g_uint64_checked_add (&end, job->offset, job->length) || end > G_MAXINT64)
    return refuse (error, "source out of range");
  return TRUE;
}

/* Copies one image out of `area` when it lies inside; `max_px` 0: this image was not asked for. */
static gboolean
read_image (const OtrWireImage *from,
            const guint8 *area,
            guint64 area_size,
            guint max_px,
            OtrImage *to)
{
  guint64 size, end;

  if (from->width == 0 && from->height == 0)
    return TRUE;
  if (from->width == 0 || from->height == 0 || from->width > max_px || from->height > max_px ||
      from->source == OTR_IMAGE_NONE || from->source > OTR_IMAGE_IMAGE || area == NULL)
    return FALSE;
  size = (guint64) from->width * from->height * 3; /* at most 65535² * 3 */
  if (!g_uint64_checked_add (&end, from->offset, size) || end > area_size)
    return FALSE;
  to->width = from->width;
  to->height = from->height;
  to->source = (OtrImageSource) from->source;
  to->pixels = g_bytes_new (area + from->offset, (gsize) size);
  return TRUE;
}

static OtrFacts *
read_facts (const OtrWireResult *result, const guint8 *output, gsize output_size, GError **error)
{
  guint64 end;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GVariant) variant = NULL;

  if (result->facts_length > OTR_WIRE_FACTS_MAX || result->facts_offset % 8 != 0 ||
      !g_uint64_checked_add (&end, result->facts_offset, result->facts_length) || end > output_size)
    {
      (void) refuse (error, "facts outside of the arena");
      return NULL;
    }
  bytes = g_bytes_new (output + result->facts_offset, (gsize) result->facts_length);
  variant = g_variant_ref_sink (g_variant_new_from_bytes (OTR_FACTS_TYPE, bytes, FALSE));
  return otr_facts_from_variant (variant, error);
}

static gboolean
read_images (const OtrWireResult *result,
             const OtrWireJob *job,
             const guint8 *output,
             gsize output_size,
             const guint8 *picture,
             OtrWireAnswer *answer)
{
  guint preview_px = (job->want & OTR_WIRE_WANT_PREVIEW) != 0 ? OTR_WIRE_THUMBNAIL_MAX : 0;
  guint thumbnail_px = (job->want & OTR_WIRE_WANT_THUMBNAIL) != 0 ? job->max_px : 0;
  guint picture_px = (job->want & OTR_WIRE_WANT_PICTURE) != 0 ? job->max_px : 0;
  guint64 capacity = MIN (job->picture_capacity, OTR_WIRE_PICTURE_MAX_BYTES);

  return read_image (&result->preview, output, output_size, preview_px, &answer->preview) &&
         read_image (&result->thumbnail,
                     output,
                     output_size,
                     MIN (thumbnail_px, OTR_WIRE_THUMBNAIL_MAX),
                     &answer->thumbnail) &&
         read_image (&result->picture, picture, capacity, picture_px, &answer->picture);
}

gboolean
otr_wire_result_read (const OtrWireResult *result,
                      const OtrWireJob *job,
                      const guint8 *output,
                      gsize output_size,
                      const guint8 *picture,
                      OtrWireAnswer *out_answer,
                      GError **error)
{
  const OtrWireResult copy = *result;
  g_auto (OtrWireAnswer) answer = { 0 };

  if (copy.magic != OTR_WIRE_MAGIC || copy.version != OTR_WIRE_VERSION || copy.id != job->id)
    return refuse (error, "not an answer to this job");
  if (((job->want & OTR_WIRE_WANT_FACTS) != 0) != (copy.facts_length != 0))
    return refuse (error, "facts missing or not asked for");
  if (copy.facts_length != 0)
    {
      answer.facts = read_facts (&copy, output, output_size, error);
      if (answer.facts == NULL)
        return FALSE;
    }
  if (!read_images (&copy, job, output, output_size, picture, &answer))
    return refuse (error, "an impossible picture");
  answer.cpu_us = copy.cpu_us;
  *out_answer = answer;
  memset (&answer, 0, sizeof answer);
  return TRUE;
}

gssize
otr_wire_send (int socket_fd, gconstpointer data, gsize size, const int *fds, guint n_fds)
{
  union
  {
    struct cmsghdr align;
    char bytes[CMSG_SPACE (sizeof (int) * MAX_FDS)];
  } control = { 0 };
  struct iovec part = { (gpointer) data, size };
  struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };
  gssize n;

  g_return_val_if_fail (n_fds <= MAX_FDS, -1);
  if (fds != NULL && n_fds > 0)
    {
      struct cmsghdr *header;

      message.msg_control = control.bytes;
      message.msg_controllen = CMSG_SPACE (sizeof (int) * n_fds);
      header = CMSG_FIRSTHDR (&message);
      header->cmsg_level = SOL_SOCKET;
      header->cmsg_type = SCM_RIGHTS;
      header->cmsg_len = CMSG_LEN (sizeof (int) * n_fds);
      memcpy (CMSG_DATA (header), fds, sizeof (int) * n_fds);
    }
  do
    n = sendmsg (socket_fd, &message, MSG_NOSIGNAL);
  while (n < 0 && errno == EINTR);
  return n;
}

/* Keeps at most `n_fds` of the descriptors that came; the rest are closed. */
static void
take_fds (struct msghdr *message, int *out_fds, guint n_fds)
{
  guint n = 0;

  for (struct cmsghdr *header = CMSG_FIRSTHDR (message); header != NULL;
       header = CMSG_NXTHDR (message, header))
    {
      gsize count;

      if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
        continue;
      count = (header->cmsg_len - CMSG_LEN (0)) / sizeof (int);
      for (gsize i = 0; i < count; i++)
        {
          int fd;

          memcpy (&fd, CMSG_DATA (header) + i * sizeof (int), sizeof fd);
          if (out_fds != NULL && n < n_fds)
            out_fds[n++] = fd;
          else
            (void) close (fd);
        }
    }
}

gssize
otr_wire_receive (int socket_fd, gpointer data, gsize size, int *out_fds, guint n_fds)
{
  union
  {
    struct cmsghdr align;
    char bytes[CMSG_SPACE (sizeof (int) * MAX_FDS)];
  } control = { 0 };
  struct iovec part = { data, size };
  struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };
  gssize n;

  for (guint i = 0; out_fds != NULL && i < n_fds; i++)
    out_fds[i] = -1;
  message.msg_control = control.bytes;
  message.msg_controllen = sizeof control.bytes;
  do
    n = recvmsg (socket_fd, &message, MSG_CMSG_CLOEXEC);
  while (n < 0 && errno == EINTR);
  if (n >= 0)
    take_fds (&message, out_fds, n_fds);
  return n;
}
