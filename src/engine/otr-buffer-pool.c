/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A byte-bounded arena in one sealed memfd. The engine keeps the only writable mapping; whoever
 * gets the descriptor can map it for reading only. Extents are page aligned, found first-fit, and
 * claims are served strictly in the order they came, so a large photo is never starved by small
 * ones. Any thread enters; one lock guards the free list. */

#include "config.h"

#include "otr-buffer-pool.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "otr-error.h"
#include "otr-fd.h"
#include "otr-sync.h"

typedef struct
{
  gsize offset;
  gsize length;
} Extent;

struct _OtrBufferPool
{
  int fd;
  guint8 *data;
  gsize size;
  gsize page;
  OtrMutex lock;
  OtrCond changed;
  GArray *spare;       /* lock; Extent, sorted by offset, never adjacent */
  gsize used;          /* lock */
  guint64 next_ticket; /* lock */
  guint64 serving;     /* lock */
  gboolean closed;     /* lock */
};

static gsize
round_up (gsize size, gsize page)
{
  return (MAX (size, 1) + page - 1) / page * page;
}

static int
make_arena (gsize size, guint8 **out_data, GError **error)
{
  otr_autofd int fd = memfd_create ("outrider-buffers", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  guint8 *data;

  if (fd < 0 || ftruncate (fd, (off_t) size) != 0)
    {
      otr_error_set_errno (error, errno, "buffer pool");
      return -1;
    }
  data = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (data == MAP_FAILED)
    {
      otr_error_set_errno (error, errno, "buffer pool");
      return -1;
    }
  if (fcntl (fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_FUTURE_WRITE | F_SEAL_SEAL) != 0)
    {
      otr_error_set_errno (error, errno, "buffer pool");
      (void) munmap (data, size);
      return -1;
    }
  *out_data = data;
  return otr_fd_steal (&fd);
}

OtrBufferPool *
otr_buffer_pool_new (gsize budget_bytes, GError **error)
{
  gsize page = (gsize) sysconf (_SC_PAGESIZE);
  gsize size = round_up (budget_bytes, page);
  Extent all = { 0, size };
  OtrBufferPool *pool;
  guint8 *data = NULL;
  int fd = make_arena (size, &data, error);

  if (fd < 0)
    return NULL;
  pool = g_new0 (OtrBufferPool, 1);
  pool->fd = fd;
  pool->data = data;
  pool->size = size;
  pool->page = page;
  pool->spare = g_array_new (FALSE, FALSE, sizeof (Extent));
  g_array_append_val (pool->spare, all);
  otr_mutex_init (&pool->lock);
  otr_cond_init (&pool->changed);
  return pool;
}

void
otr_buffer_pool_free (OtrBufferPool *pool)
{
  if (pool == NULL)
    return;
  g_assert (pool->used == 0);
  g_array_unref (pool->spare);
  otr_cond_clear (&pool->changed);
  otr_mutex_clear (&pool->lock);
  (void) munmap (pool->data, pool->size);
  otr_fd_close (&pool->fd);
  g_free (pool);
}

int
otr_buffer_pool_get_fd (OtrBufferPool *pool)
{
  return pool->fd;
}

gsize
otr_buffer_pool_get_size (OtrBufferPool *pool)
{
  return pool->size;
}

gsize
otr_buffer_pool_get_used (OtrBufferPool *pool)
{
  otr_auto_lock (&pool->lock);
  return pool->used;
}

/* Half the arena: one photo is decoded while the next one is read. */
gsize
otr_buffer_pool_get_largest (OtrBufferPool *pool)
{
  return pool->size / 2;
}

static gboolean
take_extent (OtrBufferPool *pool, gsize length, gsize *out_offset)
{
  for (guint i = 0; i < pool->spare->len; i++)
    {
      Extent *extent = &g_array_index (pool->spare, Extent, i);

      if (extent->length < length)
        continue;
      *out_offset = extent->offset;
      extent->offset += length;
      extent->length -= length;
      if (extent->length == 0)
        g_array_remove_index (pool->spare, i);
      pool->used += length;
      return TRUE;
    }
  return FALSE;
}

/* Makes extents `i` and `i + 1` one when they touch. */
static void
merge_with_next (GArray *spare, guint i)
{
  Extent *left, *right;

  if (i + 1 >= spare->len)
    return;
  left = &g_array_index (spare, Extent, i);
  right = left + 1;
  if (left->offset + left->length != right->offset)
    return;
  left->length += right->length;
  g_array_remove_index (spare, i + 1);
}

static void
give_extent (OtrBufferPool *pool, gsize offset, gsize length)
{
  Extent extent = { offset, length };
  guint i = 0;

  while (i < pool->spare->len && g_array_index (pool->spare, Extent, i).offset < offset)
    i++;
  g_array_insert_val (pool->spare, i, extent);
  pool->used -= length;
  merge_with_next (pool->spare, i);
  if (i > 0)
    merge_with_next (pool->spare, i - 1);
}

static gboolean
wait_for_extent (OtrBufferPool *pool, gsize length, gsize *out_offset)
{
  gboolean taken = FALSE;
  guint64 ticket;
  otr_auto_lock (&pool->lock);

  ticket = pool->next_ticket++;
  while (!pool->closed)
    {
      taken = pool->serving == ticket && take_extent (pool, length, out_offset);
      if (taken)
        break;
      otr_cond_wait (&pool->changed, &pool->lock);
    }
  pool->serving++;
  otr_cond_broadcast (&pool->changed);
  return taken;
}

OtrBuffer *
otr_buffer_pool_claim (OtrBufferPool *pool, gsize size_bytes)
{
  OtrBuffer *buffer;
  gsize offset = 0;

  g_return_val_if_fail (size_bytes <= otr_buffer_pool_get_largest (pool), NULL);
  if (!wait_for_extent (pool, round_up (size_bytes, pool->page), &offset))
    return NULL;
  buffer = g_new (OtrBuffer, 1);
  buffer->data = pool->data + offset;
  buffer->size = size_bytes;
  buffer->offset = offset;
  buffer->pool = pool;
  return buffer;
}

void
otr_buffer_pool_release (OtrBuffer *buffer)
{
  OtrBufferPool *pool;

  if (buffer == NULL)
    return;
  pool = buffer->pool;
  {
    otr_auto_lock (&pool->lock);
    give_extent (pool, buffer->offset, round_up (buffer->size, pool->page));
    otr_cond_broadcast (&pool->changed);
  }
  g_free (buffer);
}

void
otr_buffer_pool_close (OtrBufferPool *pool)
{
  otr_auto_lock (&pool->lock);
  pool->closed = TRUE;
  otr_cond_broadcast (&pool->changed);
}
