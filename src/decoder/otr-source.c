/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See otr-source.h. A source over a descriptor keeps one window of bytes; peeking outside of it
 * reads the next one. */
#include "config.h"

#include "otr-source.h"

#include <errno.h>
#include <unistd.h>

#define WINDOW_SIZE (64u * 1024)

struct _OtrSource
{
  const guint8 *data; /* NULL: descriptor */
  int fd;
  guint64 base; /* of this part in the file */
  guint64 length;
  gboolean failed;
  guint8 *window;
  gsize window_capacity;
  gsize window_length;
  guint64 window_offset;
};

OtrSource *
otr_source_new_memory (const guint8 *data, guint64 length)
{
  OtrSource *source = g_new0 (OtrSource, 1);

  source->data = data;
  source->fd = -1;
  source->length = length;
  return source;
}

OtrSource *
otr_source_new_fd (int fd, guint64 length)
{
  OtrSource *source = g_new0 (OtrSource, 1);

  source->fd = fd;
  source->length = length;
  return source;
}

OtrSource *
otr_source_new_part (OtrSource *whole, guint64 offset, guint64 length)
{
  OtrSource *part;

  if (offset > whole->length || length > whole->length - offset)
    return NULL;
  part = g_new0 (OtrSource, 1);
  part->data = whole->data != NULL ? whole->data + offset : NULL;
  part->fd = whole->fd;
  part->base = whole->base + offset;
  part->length = length;
  return part;
}

void
otr_source_free (OtrSource *source)
{
  if (source == NULL)
    return;
  g_free (source->window);
  g_free (source);
}

guint64
otr_source_get_length (OtrSource *source)
{
  return source->length;
}

gboolean
otr_source_has_failed (OtrSource *source)
{
  return source->failed;
}

/* Fills the window from `offset` on with `length` bytes or what the file still has. */
static void
fill_window (OtrSource *source, guint64 offset, gsize length)
{
  if (source->window_capacity < length)
    {
      g_free (source->window);
      source->window = g_malloc (length);
      source->window_capacity = length;
    }
  source->window_offset = offset;
  source->window_length = 0;
  while (source->window_length < length)
    {
      gssize n = pread (source->fd,
                        source->window + source->window_length,
                        length - source->window_length,
                        (off_t) (source->base + offset + source->window_length));

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        {
          source->failed = TRUE;
          return;
        }
      source->window_length += (gsize) n;
    }
}

const guint8 *
otr_source_peek (OtrSource *source, guint64 offset, gsize length)
{
  guint64 left = offset <= source->length ? source->length - offset : 0;

  if (length > left)
    return NULL;
  if (source->data != NULL)
    return source->data + offset;
  if (length > OTR_SOURCE_COPY_MAX)
    return NULL;
  if (offset < source->window_offset ||
      offset + length > source->window_offset + source->window_length)
    fill_window (source, offset, (gsize) MIN (left, MAX (length, WINDOW_SIZE)));
  if (offset + length > source->window_offset + source->window_length)
    return NULL;
  return source->window + (offset - source->window_offset);
}

const guint8 *
otr_source_chunk (OtrSource *source, guint64 offset, gsize *out_length)
{
  const guint8 *bytes = otr_source_peek (source, offset, 1);

  if (bytes == NULL)
    return NULL;
  if (source->data != NULL)
    *out_length = (gsize) (source->length - offset);
  else
    *out_length = (gsize) (source->window_offset + source->window_length - offset);
  return bytes;
}

GBytes *
otr_source_copy (OtrSource *source, guint64 offset, guint64 length)
{
  const guint8 *bytes;

  if (length > OTR_SOURCE_COPY_MAX)
    return NULL;
  bytes = otr_source_peek (source, offset, (gsize) length);
  return bytes != NULL ? g_bytes_new (bytes, (gsize) length) : NULL;
}
