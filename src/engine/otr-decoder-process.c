/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One decoder process. It gets three descriptors (socket, input arena, output arena), an
 * environment of one variable and a process group of its own, so that Ctrl+C on a terminal ends the
 * import and not the decoders under it. While a job runs, its CPU clock and memory are looked at
 * every WATCH_MS: time is CPU time, so that a busy machine makes no photo look as if it hung. */

#include "config.h"

#include "otr-decoder-process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "otr-decoder-pool.h"
#include "otr-error.h"
#include "otr-fd.h"

#define WATCH_MS 20
#define N_CHILD_FDS 3

/* ---- start ---- */

/* Moves a descriptor out of the way of 0, 1 and 2. */
static int
lift_fd (int fd)
{
  int lifted = fcntl (fd, F_DUPFD_CLOEXEC, N_CHILD_FDS);

  otr_fd_close (&fd);
  return lifted;
}

static gboolean
spawn (const char *program, const int child_fds[N_CHILD_FDS], GPid *out_pid, GError **error)
{
  char *argv[] = { (char *) program, NULL };
  char *envp[] = { "LC_ALL=C.UTF-8", NULL };
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  int result;

  (void) sigemptyset (&none);
  (void) sigfillset (&all);
  posix_spawn_file_actions_init (&actions);
  posix_spawnattr_init (&attributes);
  for (int i = 0; i < N_CHILD_FDS; i++)
    posix_spawn_file_actions_adddup2 (&actions, child_fds[i], i);
  posix_spawn_file_actions_addclosefrom_np (&actions, N_CHILD_FDS);
  posix_spawnattr_setsigmask (&attributes, &none);
  posix_spawnattr_setsigdefault (&attributes, &all);
  posix_spawnattr_setpgroup (&attributes, 0);
  posix_spawnattr_setflags (&attributes,
                            POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  result = posix_spawn (out_pid, program, &actions, &attributes, argv, envp);
  posix_spawnattr_destroy (&attributes);
  posix_spawn_file_actions_destroy (&actions);
  if (result != 0)
    otr_error_set_errno (error, result, program);
  return result == 0;
}

/* Sealed against shrinking: a decoder must not be able to raise SIGBUS here. */
static int
make_output (guint8 **out_map)
{
  otr_autofd int fd = lift_fd (memfd_create ("outrider-output", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  gpointer map;

  if (fd < 0 || ftruncate (fd, OTR_WIRE_OUTPUT_SIZE) != 0 ||
      fcntl (fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
    return -1;
  map = mmap (NULL, OTR_WIRE_OUTPUT_SIZE, PROT_READ, MAP_SHARED, fd, 0);
  if (map == MAP_FAILED)
    return -1;
  *out_map = map;
  return otr_fd_steal (&fd);
}

OtrDecoderProcess *
otr_decoder_process_start (const char *program, int arena_fd, GError **error)
{
  otr_autofd int ours = -1, theirs = -1, arena = -1, output = -1;
  OtrDecoderProcess *process;
  guint8 *map = NULL;
  int pair[2] = { -1, -1 };
  GPid pid = 0;

  if (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) == 0)
    {
      ours = pair[0];
      theirs = lift_fd (pair[1]);
    }
  arena = arena_fd >= 0 ? fcntl (arena_fd, F_DUPFD_CLOEXEC, N_CHILD_FDS)
                        : lift_fd (open ("/dev/null", O_RDONLY | O_CLOEXEC));
  if (theirs < 0 || arena < 0 || (output = make_output (&map)) < 0)
    {
      otr_error_set_errno (error, errno, program);
      return NULL;
    }
  if (!spawn (program, (int[]){ theirs, arena, output }, &pid, error))
    {
      (void) munmap (map, OTR_WIRE_OUTPUT_SIZE);
      return NULL;
    }
  process = g_new0 (OtrDecoderProcess, 1);
  process->pid = pid;
  process->socket_fd = otr_fd_steal (&ours);
  process->output = map;
  return process;
}

/* ---- watch ---- */

/* Anonymous memory in bytes; shared arenas are not counted. 0 when it can't be read. */
static guint64
read_memory (GPid pid)
{
  char path[40], text[4096];
  otr_autofd int fd = -1;
  const char *line;
  ssize_t n;

  (void) g_snprintf (path, sizeof path, "/proc/%d/status", (int) pid);
  fd = open (path, O_RDONLY | O_CLOEXEC);
  n = fd < 0 ? -1 : read (fd, text, sizeof text - 1);
  if (n <= 0)
    return 0;
  text[n] = '\0';
  line = strstr (text, "\nRssAnon:");
  return line == NULL ? 0 : g_ascii_strtoull (line + strlen ("\nRssAnon:"), NULL, 10) * 1024;
}

void
otr_decoder_process_measure (OtrDecoderProcess *process)
{
  process->peak_bytes = MAX (process->peak_bytes, read_memory (process->pid));
}

static gint64
read_cpu_ms (GPid pid)
{
  struct timespec now;
  clockid_t clock;

  if (clock_getcpuclockid (pid, &clock) != 0 || clock_gettime (clock, &now) != 0)
    return 0;
  return (gint64) now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static OtrDecoderEnd
look_after (OtrDecoderProcess *process, gint64 cpu_end_ms, gint64 wall_end_us)
{
  guint64 memory = read_memory (process->pid);

  process->peak_bytes = MAX (process->peak_bytes, memory);
  if (memory > OTR_DECODER_MEMORY_LIMIT)
    return OTR_DECODER_OUT_OF_MEMORY;
  if (read_cpu_ms (process->pid) > cpu_end_ms || g_get_monotonic_time () > wall_end_us)
    return OTR_DECODER_OUT_OF_TIME;
  return OTR_DECODER_ANSWERED;
}

/* ANSWERED here means that something is there to be received. */
static OtrDecoderEnd
wait_for_answer (OtrDecoderProcess *process, GCancellable *cancellable)
{
  gint64 cpu_end_ms = read_cpu_ms (process->pid) + process->cpu_limit_ms;
  gint64 wall_end_us =
      g_get_monotonic_time () + OTR_DECODER_WALL_LIMIT_MS * G_GINT64_CONSTANT (1000);

  for (;;)
    {
      struct pollfd wait = { process->socket_fd, POLLIN, 0 };
      int n = poll (&wait, 1, WATCH_MS);
      OtrDecoderEnd end;

      if (n > 0)
        return OTR_DECODER_ANSWERED;
      if (n < 0 && errno != EINTR)
        return OTR_DECODER_CRASHED;
      if (g_cancellable_is_cancelled (cancellable))
        return OTR_DECODER_CANCELLED;
      end = look_after (process, cpu_end_ms, wall_end_us);
      if (end != OTR_DECODER_ANSWERED)
        return end;
    }
}

/* The picture's memory is mapped only while its answer is read. */
static gboolean
read_result (OtrDecoderProcess *process,
             const OtrWireJob *job,
             const OtrWireResult *result,
             int picture_fd,
             OtrWireAnswer *out_answer)
{
  gpointer picture = NULL;
  gboolean good;

  if (picture_fd >= 0)
    picture = mmap (NULL, job->picture_capacity, PROT_READ, MAP_SHARED, picture_fd, 0);
  if (picture == MAP_FAILED)
    return FALSE;
  good = otr_wire_result_read (
      result, job, process->output, OTR_WIRE_OUTPUT_SIZE, picture, out_answer, NULL);
  if (picture != NULL)
    (void) munmap (picture, job->picture_capacity);
  return good;
}

OtrDecoderEnd
otr_decoder_process_run (OtrDecoderProcess *process,
                         const OtrWireJob *job,
                         const int *fds,
                         GCancellable *cancellable,
                         OtrWireAnswer *out_answer)
{
  guint n_fds = job->has_source_fd + job->has_picture_fd;
  int picture_fd = job->has_picture_fd ? fds[n_fds - 1] : -1;
  OtrWireResult result;
  OtrDecoderEnd end;
  gssize n;

  if (otr_wire_send (process->socket_fd, job, sizeof *job, fds, n_fds) != (gssize) sizeof *job)
    return OTR_DECODER_CRASHED;
  end = wait_for_answer (process, cancellable);
  if (end != OTR_DECODER_ANSWERED)
    return end;
  n = otr_wire_receive (process->socket_fd, &result, sizeof result, NULL, 0);
  if (n <= 0)
    return OTR_DECODER_CRASHED;
  if (n != (gssize) sizeof result || !read_result (process, job, &result, picture_fd, out_answer))
    return OTR_DECODER_NONSENSE;
  process->jobs++;
  return OTR_DECODER_ANSWERED;
}

void
otr_decoder_process_stop (OtrDecoderProcess *process)
{
  if (process == NULL)
    return;
  (void) kill (process->pid, SIGKILL);
  while (waitpid (process->pid, NULL, 0) < 0 && errno == EINTR)
    continue;
  otr_fd_close (&process->socket_fd);
  (void) munmap (process->output, OTR_WIRE_OUTPUT_SIZE);
  g_free (process);
}
