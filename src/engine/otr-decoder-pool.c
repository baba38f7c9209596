/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Lends decoder processes to the threads that decode. Processes are started by one thread that
 * lives as long as the pool, since a decoder dies with the thread that started it. A process is
 * owned by the borrower while lent and by the pool (`idle`) otherwise; the first one is asked a
 * question when the pool is made, so that a decoder which can't work at all is told apart from
 * photos that break it. */

#include "config.h"

#include "otr-decoder-pool.h"

#include <sys/mman.h>
#include <unistd.h>

#include "otr-decoder-process.h"
#include "otr-error.h"
#include "otr-fd.h"
#include "otr-i18n.h"
#include "otr-pool.h"
#include "otr-queue.h"
#include "otr-sync.h"

#define WAIT_US (100 * 1000)
#define JOBS_BETWEEN_MEASURES 16

typedef struct
{
  OtrMutex lock;
  OtrCond changed;
  OtrDecoderProcess *process; /* lock */
  GError *error;              /* lock */
  gboolean done;              /* lock */
} Spawn;

struct _OtrDecoderPool
{
  char *program;
  OtrBufferPool *buffers; /* borrowed; NULL */
  OtrPool *spawner;
  OtrQueue *spawns;
  OtrMutex lock;
  OtrCond changed;
  GPtrArray *idle;    /* lock; OtrDecoderProcess */
  guint n_alive;      /* lock; idle and lent */
  guint n_max;        /* lock */
  guint cpu_limit_ms; /* atomic */
  guint64 alive_peak; /* lock; sum of what the living ones needed at most */
  guint64 peak_bytes; /* lock; largest sum so far */
};

/* ---- where it is ---- */

static char *
find_near (const char *own_folder)
{
  const char *places[] = { "outrider-decoder",
                           "../decoder/outrider-decoder",
                           "../../src/decoder/outrider-decoder" };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *path = g_build_filename (own_folder, places[i], NULL);

      if (g_file_test (path, G_FILE_TEST_IS_EXECUTABLE))
        return g_steal_pointer (&path);
    }
  return NULL;
}

char *
otr_decoder_find (GError **error)
{
  const char *named = g_getenv ("OUTRIDER_DECODER");
  const char *installed = OTR_LIBEXECDIR "/outrider-decoder";
  g_autofree char *self = NULL;
  g_autofree char *folder = NULL;
  char *found;

  if (named != NULL && *named != '\0')
    return g_strdup (named);
  self = g_file_read_link ("/proc/self/exe", NULL);
  folder = self == NULL ? g_strdup (".") : g_path_get_dirname (self);
  found = find_near (folder);
  if (found != NULL)
    return found;
  if (g_file_test (installed, G_FILE_TEST_IS_EXECUTABLE))
    return g_strdup (installed);
  g_set_error (error,
               G_IO_ERROR,
               G_IO_ERROR_NOT_FOUND,
               "outrider-decoder is neither beside this program (%s) nor at %s; OUTRIDER_DECODER "
               "can name it",
               folder,
               installed);
  return NULL;
}

/* ---- starting ---- */

static void
run_spawner (OtrPool *pool, guint index, gpointer data)
{
  OtrDecoderPool *self = data;
  Spawn *spawn;

  while ((spawn = otr_queue_pop (self->spawns)) != NULL)
    {
      int arena_fd = self->buffers == NULL ? -1 : otr_buffer_pool_get_fd (self->buffers);
      g_autoptr (GError) error = NULL;
      OtrDecoderProcess *process = otr_decoder_process_start (self->program, arena_fd, &error);
      otr_auto_lock (&spawn->lock);

      spawn->process = process;
      spawn->error = g_steal_pointer (&error);
      spawn->done = TRUE;
      otr_cond_signal (&spawn->changed);
    }
}

static void
wait_for_spawn (Spawn *spawn)
{
  otr_auto_lock (&spawn->lock);

  while (!spawn->done)
    otr_cond_wait (&spawn->changed, &spawn->lock);
}

static OtrDecoderProcess *
start_process (OtrDecoderPool *self, GError **error)
{
  Spawn spawn = { 0 };

  otr_mutex_init (&spawn.lock);
  otr_cond_init (&spawn.changed);
  (void) otr_queue_push (self->spawns, &spawn, 0);
  wait_for_spawn (&spawn);
  otr_cond_clear (&spawn.changed);
  otr_mutex_clear (&spawn.lock);
  if (spawn.error != NULL)
    g_propagate_prefixed_error (error, spawn.error, "The decoder can't be started: ");
  return spawn.process;
}

/* ---- lending ---- */

static void
forget_process (OtrDecoderPool *self)
{
  otr_auto_lock (&self->lock);

  self->n_alive--;
  otr_cond_signal (&self->changed);
}

/* TRUE when a place was free: `out_process` is NULL when a process has to be started for it. */
static gboolean
take_place (OtrDecoderPool *self, GCancellable *cancellable, OtrDecoderProcess **out_process)
{
  otr_auto_lock (&self->lock);

  while (self->idle->len == 0 && self->n_alive >= self->n_max)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      (void) otr_cond_wait_until (&self->changed, &self->lock, g_get_monotonic_time () + WAIT_US);
    }
  *out_process = NULL;
  if (self->idle->len > 0)
    *out_process = g_ptr_array_steal_index (self->idle, self->idle->len - 1);
  else
    self->n_alive++;
  return TRUE;
}

static OtrDecoderProcess *
borrow (OtrDecoderPool *self, GCancellable *cancellable, GError **error)
{
  OtrDecoderProcess *process = NULL;

  if (!take_place (self, cancellable, &process))
    {
      (void) g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  if (process != NULL)
    return process;
  process = start_process (self, error);
  if (process == NULL)
    forget_process (self);
  return process;
}

static void
count_memory (OtrDecoderPool *self, OtrDecoderProcess *process)
{
  otr_auto_lock (&self->lock);

  self->alive_peak += process->peak_bytes - process->counted_bytes;
  process->counted_bytes = process->peak_bytes;
  self->peak_bytes = MAX (self->peak_bytes, self->alive_peak);
}

/* FALSE when the pool has become smaller and this one has to go. */
static gboolean
keep_idle (OtrDecoderPool *self, OtrDecoderProcess *process)
{
  otr_auto_lock (&self->lock);

  if (self->n_alive > self->n_max)
    return FALSE;
  g_ptr_array_add (self->idle, process);
  otr_cond_signal (&self->changed);
  return TRUE;
}

static void
end_process (OtrDecoderPool *self, OtrDecoderProcess *process)
{
  guint64 counted = process->counted_bytes;

  otr_decoder_process_stop (process);
  otr_auto_lock (&self->lock);
  self->alive_peak -= counted;
  self->n_alive--;
  otr_cond_signal (&self->changed);
}

static void
give_back (OtrDecoderPool *self, OtrDecoderProcess *process, gboolean usable)
{
  if (usable && process->jobs % JOBS_BETWEEN_MEASURES == 1)
    otr_decoder_process_measure (process);
  count_memory (self, process);
  if (!usable || process->jobs >= OTR_DECODER_JOBS_MAX || !keep_idle (self, process))
    end_process (self, process);
}

/* ---- jobs ---- */

static void
answer_for (OtrDecoderEnd end, OtrWireAnswer *out_answer)
{
  OtrFacts *facts = otr_facts_new ();

  facts->state = OTR_DECODE_LIMIT;
  if (end == OTR_DECODER_OUT_OF_TIME)
    facts->reason = g_strdup (N_ ("Decoding takes too long"));
  else if (end == OTR_DECODER_OUT_OF_MEMORY)
    facts->reason = g_strdup (N_ ("Decoding needs too much memory"));
  else
    {
      facts->state = OTR_DECODE_CRASHED;
      facts->reason = g_strdup (end == OTR_DECODER_NONSENSE
                                    ? N_ ("The decoder gave a wrong answer")
                                    : N_ ("The decoder stopped working on it"));
    }
  *out_answer = (OtrWireAnswer){ .facts = facts };
}

gboolean
otr_decoder_run (OtrDecoderPool *pool,
                 const OtrWireJob *job,
                 int source_fd,
                 int picture_fd,
                 GCancellable *cancellable,
                 OtrWireAnswer *out_answer,
                 GError **error)
{
  static guint64 last_id;
  OtrDecoderProcess *process = borrow (pool, cancellable, error);
  OtrWireJob full = *job;
  OtrWireAnswer answer = { 0 };
  int fds[2];
  guint n_fds = 0;
  OtrDecoderEnd end;

  if (process == NULL)
    return FALSE;
  full.magic = OTR_WIRE_MAGIC;
  full.version = OTR_WIRE_VERSION;
  full.id = __atomic_add_fetch (&last_id, 1, __ATOMIC_RELAXED);
  full.has_source_fd = source_fd >= 0;
  full.has_picture_fd = picture_fd >= 0;
  if (source_fd >= 0)
    fds[n_fds++] = source_fd;
  if (picture_fd >= 0)
    fds[n_fds++] = picture_fd;
  process->cpu_limit_ms = g_atomic_int_get (&pool->cpu_limit_ms);
  end = otr_decoder_process_run (process, &full, fds, cancellable, &answer);
  give_back (pool, process, end == OTR_DECODER_ANSWERED);
  if (end == OTR_DECODER_CANCELLED)
    {
      (void) g_cancellable_set_error_if_cancelled (cancellable, error);
      return FALSE;
    }
  if (end != OTR_DECODER_ANSWERED)
    answer_for (end, &answer);
  *out_answer = answer;
  return TRUE;
}

/* ---- the pool ---- */

/* One byte that is no photo: whatever the answer says, there must be one. */
static gboolean
check_program (OtrDecoderPool *self, GError **error)
{
  OtrWireJob job = { .want = OTR_WIRE_WANT_FACTS, .length = 1 };
  otr_autofd int fd = memfd_create ("outrider-question", MFD_CLOEXEC);
  g_auto (OtrWireAnswer) answer = { 0 };

  if (fd < 0 || write (fd, "?", 1) != 1)
    {
      otr_error_set_errno (error, errno, self->program);
      return FALSE;
    }
  if (!otr_decoder_run (self, &job, fd, -1, NULL, &answer, error))
    return FALSE;
  if (answer.facts != NULL && answer.facts->state != OTR_DECODE_CRASHED)
    return TRUE;
  g_set_error (
      error, G_IO_ERROR, G_IO_ERROR_FAILED, "The decoder does not answer: %s", self->program);
  return FALSE;
}

OtrDecoderPool *
otr_decoder_pool_new (OtrBufferPool *buffers, guint n_max, GError **error)
{
  g_autoptr (OtrDecoderPool) self = NULL;
  char *program = otr_decoder_find (error);

  if (program == NULL)
    return NULL;
  self = g_new0 (OtrDecoderPool, 1);
  self->program = program;
  self->buffers = buffers;
  self->n_max = MAX (n_max, 1);
  self->cpu_limit_ms = OTR_DECODER_CPU_LIMIT_MS;
  self->idle = g_ptr_array_new ();
  self->spawns = otr_queue_new (G_MAXSIZE, NULL);
  self->spawner = otr_pool_new ("otr-spawn", run_spawner, self);
  otr_mutex_init (&self->lock);
  otr_cond_init (&self->changed);
  if (!otr_pool_resize (self->spawner, 1))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "No thread could be started");
      return NULL;
    }
  if (!check_program (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
otr_decoder_pool_free (OtrDecoderPool *pool)
{
  if (pool == NULL)
    return;
  g_assert (pool->n_alive == pool->idle->len);
  for (guint i = 0; i < pool->idle->len; i++)
    otr_decoder_process_stop (g_ptr_array_index (pool->idle, i));
  otr_queue_close (pool->spawns);
  otr_pool_free (pool->spawner);
  otr_queue_free (pool->spawns);
  g_ptr_array_unref (pool->idle);
  otr_cond_clear (&pool->changed);
  otr_mutex_clear (&pool->lock);
  g_free (pool->program);
  g_free (pool);
}

void
otr_decoder_pool_set_max (OtrDecoderPool *pool, guint n_max)
{
  otr_auto_lock (&pool->lock);

  pool->n_max = MAX (n_max, 1);
  otr_cond_broadcast (&pool->changed);
}

void
otr_decoder_pool_set_cpu_limit (OtrDecoderPool *pool, guint limit_ms)
{
  g_atomic_int_set (&pool->cpu_limit_ms, limit_ms);
}

guint64
otr_decoder_pool_get_peak_bytes (OtrDecoderPool *pool)
{
  otr_auto_lock (&pool->lock);

  return pool->peak_bytes;
}
