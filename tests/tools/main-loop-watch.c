/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <glib.h>

#include "otr-fd.h"

/* Preloaded into a GTK program, says how long its main loop is away from poll: in CPU time of the
 * main thread, which holds on a busy machine, and by the clock. One turn holds all that was
 * dispatched between two polls, so no dispatch takes longer than the longest turn.
 *
 * OTR_WATCH_FILE is where it writes: a line of JSON when the program ends and at each SIGUSR1,
 * which begins the count anew. A turn over the limit also gets a back trace of where it was when
 * it went over, on the standard error output. OTR_WATCH_LIMIT_MS is the limit, 50 by default. */

#define WORST 10
#define FRAMES 64

typedef struct
{
  gint64 cpu_us;
  gint64 wall_us;
} Turn;

static struct
{
  GPollFunc poll;
  GArray *turns;
  gint64 cpu_us; /* when the present turn began */
  gint64 wall_us;
  gboolean in_turn;
  volatile sig_atomic_t asked;
  gint64 limit_ms;
  timer_t timer;
  gboolean has_timer;
} watch;

static gint64
clock_us (clockid_t clock)
{
  struct timespec now;

  g_assert (clock_gettime (clock, &now) == 0);
  return now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

static void
set_timer (gint64 ms)
{
  struct itimerspec when = { .it_value = { ms / 1000, ms % 1000 * 1000000 } };

  if (watch.has_timer)
    (void) timer_settime (watch.timer, 0, &when, NULL);
}

/* In the main thread, at the very place that takes long. */
static void
on_over (int number)
{
  static const char text[] = "main-loop-watch: over the limit at\n";
  void *frames[FRAMES];
  int saved = errno;

  (void) !write (STDERR_FILENO, text, sizeof text - 1);
  backtrace_symbols_fd (frames, backtrace (frames, FRAMES), STDERR_FILENO);
  errno = saved;
}

static void
on_asked (int number)
{
  watch.asked = 1;
}

/* ---- the report ---- */

static int
by_cpu (gconstpointer a, gconstpointer b)
{
  gint64 x = ((const Turn *) a)->cpu_us, y = ((const Turn *) b)->cpu_us;

  return (x < y) - (x > y);
}

static int
by_wall (gconstpointer a, gconstpointer b)
{
  gint64 x = ((const Turn *) a)->wall_us, y = ((const Turn *) b)->wall_us;

  return (x < y) - (x > y);
}

static void
write_line (const char *line)
{
  const char *path = g_getenv ("OTR_WATCH_FILE");
  otr_autofd int fd = -1;

  if (path != NULL)
    fd = open (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  (void) !write (fd >= 0 ? fd : STDERR_FILENO, line, strlen (line));
}

static void
report (void)
{
  GString *line = g_string_new (NULL);
  guint n = watch.turns->len, over = 0;
  const Turn *turns = (const Turn *) watch.turns->data;
  guint p99 = n / 100;

  g_array_sort (watch.turns, by_wall);
  g_string_append_printf (line, "{\"turns\": %u", n);
  if (n > 0)
    g_string_append_printf (line,
                            ", \"wall_max_ms\": %.3f, \"wall_p99_ms\": %.3f",
                            turns[0].wall_us / 1000.0,
                            turns[p99].wall_us / 1000.0);
  g_array_sort (watch.turns, by_cpu);
  while (over < n && turns[over].cpu_us > watch.limit_ms * 1000)
    over++;
  if (n > 0)
    g_string_append_printf (line,
                            ", \"cpu_max_ms\": %.3f, \"cpu_p99_ms\": %.3f, \"over\": %u",
                            turns[0].cpu_us / 1000.0,
                            turns[p99].cpu_us / 1000.0,
                            over);
  g_string_append (line, ", \"worst_cpu_ms\": [");
  for (guint i = 0; i < MIN (n, WORST); i++)
    g_string_append_printf (line, "%s%.3f", i > 0 ? ", " : "", turns[i].cpu_us / 1000.0);
  g_string_append (line, "]}\n");
  write_line (line->str);
  g_string_free (line, TRUE);
  g_array_set_size (watch.turns, 0);
}

/* ---- the loop ---- */

static void
end_turn (void)
{
  Turn turn = { clock_us (CLOCK_THREAD_CPUTIME_ID) - watch.cpu_us,
                g_get_monotonic_time () - watch.wall_us };

  set_timer (0);
  if (watch.in_turn)
    g_array_append_val (watch.turns, turn);
  watch.in_turn = FALSE;
}

static void
begin_turn (void)
{
  watch.in_turn = TRUE;
  watch.wall_us = g_get_monotonic_time ();
  watch.cpu_us = clock_us (CLOCK_THREAD_CPUTIME_ID);
  set_timer (watch.limit_ms);
}

static int
watched_poll (GPollFD *fds, guint n, int timeout)
{
  int result;

  end_turn ();
  if (watch.asked)
    {
      watch.asked = 0;
      report ();
    }
  result = watch.poll (fds, n, timeout);
  begin_turn ();
  return result;
}

static void
start_timer (void)
{
  struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGUSR2 };
  struct sigaction action = { .sa_handler = on_over, .sa_flags = SA_RESTART };
  void *frames[1];

  event._sigev_un._tid = gettid (); /* glibc 2.36 has no public name for it */
  (void) backtrace (frames, 1);     /* loads what it needs before a signal may not */
  (void) sigaction (SIGUSR2, &action, NULL);
  watch.has_timer = timer_create (CLOCK_THREAD_CPUTIME_ID, &event, &watch.timer) == 0;
}

static void __attribute__ ((constructor))
start (void)
{
  const char *limit = g_getenv ("OTR_WATCH_LIMIT_MS");
  struct sigaction action = { .sa_handler = on_asked };

  (void) g_unsetenv ("LD_PRELOAD"); /* for this program only */
  watch.limit_ms = limit != NULL ? g_ascii_strtoll (limit, NULL, 10) : 50;
  watch.turns = g_array_new (FALSE, FALSE, sizeof (Turn));
  watch.poll = g_main_context_get_poll_func (NULL);
  g_main_context_set_poll_func (NULL, watched_poll);
  (void) sigaction (SIGUSR1, &action, NULL);
  start_timer ();
}

static void __attribute__ ((destructor))
stop (void)
{
  report ();
}
