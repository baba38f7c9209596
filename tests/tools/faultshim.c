/* SPDX-License-Identifier: GPL-3.0-or-later */

/* LD_PRELOAD: makes the Nth matching call fail, be late, or kill the process.
 *
 *   FAULT='OP[,OP...]:GLOB:N:ACTION[;...]'
 *     OP      read, write, sync, rename, open, create, truncate, unlink, mkdir; or change: all but
 *             read and open, each a step between which a crash may fall
 *     GLOB    on the full path
 *     N       the Nth matching call (1...); 'N+': that one and all later; '*': all
 *     ACTION  EIO, ENOSPC or EACCES; kill (SIGKILL before the call), killafter, sleep=MS
 *   FAULT_COUNT=FILE  at exit, how many calls each rule matched, to learn how far N must go
 *
 * Seen are calls by the C library's public names; GLib and SQLite make theirs so. */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum
{
  OP_READ = 1 << 0,
  OP_WRITE = 1 << 1,
  OP_SYNC = 1 << 2,
  OP_RENAME = 1 << 3,
  OP_OPEN = 1 << 4,
  OP_CREATE = 1 << 5,
  OP_TRUNCATE = 1 << 6,
  OP_UNLINK = 1 << 7,
  OP_MKDIR = 1 << 8,
  OP_CHANGE = OP_WRITE | OP_SYNC | OP_RENAME | OP_CREATE | OP_TRUNCATE | OP_UNLINK | OP_MKDIR,
};

typedef enum
{
  ACTION_NONE,
  ACTION_ERRNO,
  ACTION_KILL,
  ACTION_KILL_AFTER,
  ACTION_SLEEP,
} Action;

typedef struct
{
  unsigned ops;
  char glob[256];
  long first;
  bool all_later;
  Action action;
  int number; /* errno, or milliseconds */
  atomic_long count;
} Rule;

#define RULES_MAX 8

static Rule rules[RULES_MAX];
static int n_rules;
static atomic_bool ready;
static _Thread_local bool inside; /* our own calls are not counted */

static const struct
{
  const char *name;
  unsigned ops;
} op_names[] = {
  { "read", OP_READ },
  { "write", OP_WRITE },
  { "sync", OP_SYNC },
  { "rename", OP_RENAME },
  { "open", OP_OPEN | OP_CREATE },
  { "create", OP_CREATE },
  { "truncate", OP_TRUNCATE },
  { "unlink", OP_UNLINK },
  { "mkdir", OP_MKDIR },
  { "change", OP_CHANGE },
};

/* ---- rules ---- */

static unsigned
parse_ops (char *text)
{
  unsigned ops = 0;
  char *rest = NULL;

  for (char *word = strtok_r (text, ",", &rest); word != NULL; word = strtok_r (NULL, ",", &rest))
    for (size_t i = 0; i < sizeof op_names / sizeof *op_names; i++)
      if (strcmp (word, op_names[i].name) == 0)
        ops |= op_names[i].ops;
  return ops;
}

static void
parse_action (Rule *rule, const char *text)
{
  rule->action = ACTION_ERRNO;
  if (strcmp (text, "EIO") == 0)
    rule->number = EIO;
  else if (strcmp (text, "ENOSPC") == 0)
    rule->number = ENOSPC;
  else if (strcmp (text, "EACCES") == 0)
    rule->number = EACCES;
  else if (strcmp (text, "kill") == 0)
    rule->action = ACTION_KILL;
  else if (strcmp (text, "killafter") == 0)
    rule->action = ACTION_KILL_AFTER;
  else if (strncmp (text, "sleep=", 6) == 0)
    {
      rule->action = ACTION_SLEEP;
      rule->number = (int) strtol (text + 6, NULL, 10);
    }
  else
    rule->action = ACTION_NONE;
}

static bool
parse_rule (Rule *rule, char *text)
{
  char *glob = strchr (text, ':');
  char *number = glob != NULL ? strchr (glob + 1, ':') : NULL;
  char *action = number != NULL ? strchr (number + 1, ':') : NULL;

  if (action == NULL)
    return false;
  *glob++ = '\0';
  *number++ = '\0';
  *action++ = '\0';
  rule->ops = parse_ops (text);
  (void) snprintf (rule->glob, sizeof rule->glob, "%s", glob);
  rule->first = *number == '*' ? 1 : strtol (number, NULL, 10);
  rule->all_later = *number == '*' || strchr (number, '+') != NULL;
  parse_action (rule, action);
  return rule->ops != 0 && rule->action != ACTION_NONE;
}

__attribute__ ((constructor)) static void
setup (void)
{
  const char *fault = getenv ("FAULT");
  char *copy = fault != NULL ? strdup (fault) : NULL;
  char *rest = NULL;

  for (char *text = copy != NULL ? strtok_r (copy, ";", &rest) : NULL;
       text != NULL && n_rules < RULES_MAX;
       text = strtok_r (NULL, ";", &rest))
    {
      if (!parse_rule (&rules[n_rules], text))
        {
          (void) fprintf (stderr, "faultshim: bad rule in FAULT\n");
          _exit (127);
        }
      n_rules++;
    }
  free (copy);
  atomic_store (&ready, true);
}

__attribute__ ((destructor)) static void
report (void)
{
  const char *name = getenv ("FAULT_COUNT");
  FILE *out;

  inside = true;
  out = name != NULL ? fopen (name, "w") : NULL;
  if (out == NULL)
    return;
  for (int i = 0; i < n_rules; i++)
    (void) fprintf (out, "%ld\n", atomic_load (&rules[i].count));
  (void) fclose (out);
}

/* ---- a call ---- */

static void
full_path (int fd, const char *path, char *buffer, size_t size)
{
  char link[64];
  ssize_t length;

  if (path != NULL && *path == '/')
    {
      (void) snprintf (buffer, size, "%s", path);
      return;
    }
  if (fd == AT_FDCWD)
    (void) snprintf (link, sizeof link, "/proc/self/cwd");
  else
    (void) snprintf (link, sizeof link, "/proc/self/fd/%d", fd);
  length = readlink (link, buffer, size - 1);
  length = length > 0 ? length : 0;
  buffer[length] = '\0';
  if (path != NULL)
    (void) snprintf (buffer + length, size - (size_t) length, "/%s", path);
}

static void
wait_ms (int ms)
{
  struct timespec time = { ms / 1000, ms % 1000 * 1000000L };

  (void) nanosleep (&time, NULL);
}

static bool
fires (Rule *rule, unsigned op, const char *path)
{
  long count;

  if ((rule->ops & op) == 0 || fnmatch (rule->glob, path, 0) != 0)
    return false;
  count = atomic_fetch_add (&rule->count, 1) + 1;
  return count == rule->first || (rule->all_later && count >= rule->first);
}

/* What to do about this call; sets errno for ACTION_ERRNO. */
static Action
before (unsigned op, int fd, const char *path)
{
  char buffer[PATH_MAX + 256];
  int saved = errno;
  Action action = ACTION_NONE;

  if (n_rules == 0 || inside || !atomic_load (&ready))
    return ACTION_NONE;
  inside = true;
  full_path (fd, path, buffer, sizeof buffer);
  for (int i = 0; i < n_rules && action == ACTION_NONE; i++)
    {
      if (!fires (&rules[i], op, buffer))
        continue;
      action = rules[i].action;
      if (action == ACTION_KILL)
        (void) raise (SIGKILL);
      if (action == ACTION_SLEEP)
        wait_ms (rules[i].number);
      if (action == ACTION_ERRNO)
        saved = rules[i].number;
    }
  inside = false;
  errno = saved;
  return action;
}

/* The body of each function below: the real one, unless a rule fires. */
#define WRAP(type, name, types, op, fd, path, call)  \
  static type (*real) types;                         \
  Action action;                                     \
  type result;                                       \
                                                     \
  if (real == NULL)                                  \
    real = (type (*) types) dlsym (RTLD_NEXT, name); \
  action = before (op, fd, path);                    \
  if (action == ACTION_ERRNO)                        \
    return -1;                                       \
  result = call;                                     \
  if (action == ACTION_KILL_AFTER)                   \
    (void) raise (SIGKILL);                          \
  return result

#define MODE_OF(flags)                        \
  mode_t mode = 0;                            \
                                              \
  if (((flags) & (O_CREAT | O_TMPFILE)) != 0) \
    {                                         \
      va_list arguments;                      \
                                              \
      va_start (arguments, flags);            \
      mode = va_arg (arguments, mode_t);      \
      va_end (arguments);                     \
    }

#define OPEN_OP(flags) (((flags) &O_CREAT) != 0 ? OP_CREATE : OP_OPEN)

ssize_t
read (int fd, void *data, size_t size)
{
  WRAP (ssize_t, "read", (int, void *, size_t), OP_READ, fd, NULL, real (fd, data, size));
}

ssize_t
pread (int fd, void *data, size_t size, off_t at)
{
  WRAP (
      ssize_t, "pread", (int, void *, size_t, off_t), OP_READ, fd, NULL, real (fd, data, size, at));
}

ssize_t
pread64 (int fd, void *data, size_t size, off64_t at)
{
  WRAP (ssize_t,
        "pread64",
        (int, void *, size_t, off64_t),
        OP_READ,
        fd,
        NULL,
        real (fd, data, size, at));
}

ssize_t
write (int fd, const void *data, size_t size)
{
  WRAP (ssize_t, "write", (int, const void *, size_t), OP_WRITE, fd, NULL, real (fd, data, size));
}

ssize_t
writev (int fd, const struct iovec *parts, int n)
{
  WRAP (
      ssize_t, "writev", (int, const struct iovec *, int), OP_WRITE, fd, NULL, real (fd, parts, n));
}

ssize_t
pwrite (int fd, const void *data, size_t size, off_t at)
{
  WRAP (ssize_t,
        "pwrite",
        (int, const void *, size_t, off_t),
        OP_WRITE,
        fd,
        NULL,
        real (fd, data, size, at));
}

ssize_t
pwrite64 (int fd, const void *data, size_t size, off64_t at)
{
  WRAP (ssize_t,
        "pwrite64",
        (int, const void *, size_t, off64_t),
        OP_WRITE,
        fd,
        NULL,
        real (fd, data, size, at));
}

int
fsync (int fd)
{
  WRAP (int, "fsync", (int), OP_SYNC, fd, NULL, real (fd));
}

int
fdatasync (int fd)
{
  WRAP (int, "fdatasync", (int), OP_SYNC, fd, NULL, real (fd));
}

int
rename (const char *from, const char *to)
{
  WRAP (int, "rename", (const char *, const char *), OP_RENAME, AT_FDCWD, to, real (from, to));
}

int
link (const char *from, const char *to)
{
  WRAP (int, "link", (const char *, const char *), OP_RENAME, AT_FDCWD, to, real (from, to));
}

int
unlink (const char *path)
{
  WRAP (int, "unlink", (const char *), OP_UNLINK, AT_FDCWD, path, real (path));
}

int
unlinkat (int fd, const char *path, int flags)
{
  WRAP (int, "unlinkat", (int, const char *, int), OP_UNLINK, fd, path, real (fd, path, flags));
}

int
mkdir (const char *path, mode_t mode)
{
  WRAP (int, "mkdir", (const char *, mode_t), OP_MKDIR, AT_FDCWD, path, real (path, mode));
}

int
ftruncate (int fd, off_t size)
{
  WRAP (int, "ftruncate", (int, off_t), OP_TRUNCATE, fd, NULL, real (fd, size));
}

int
ftruncate64 (int fd, off64_t size)
{
  WRAP (int, "ftruncate64", (int, off64_t), OP_TRUNCATE, fd, NULL, real (fd, size));
}

int
open (const char *path, int flags, ...)
{
  MODE_OF (flags)
  WRAP (int,
        "open",
        (const char *, int, ...),
        OPEN_OP (flags),
        AT_FDCWD,
        path,
        real (path, flags, mode));
}

int
open64 (const char *path, int flags, ...)
{
  MODE_OF (flags)
  WRAP (int,
        "open64",
        (const char *, int, ...),
        OPEN_OP (flags),
        AT_FDCWD,
        path,
        real (path, flags, mode));
}

int
openat (int fd, const char *path, int flags, ...)
{
  MODE_OF (flags)
  WRAP (int,
        "openat",
        (int, const char *, int, ...),
        OPEN_OP (flags),
        fd,
        path,
        real (fd, path, flags, mode));
}

int
openat64 (int fd, const char *path, int flags, ...)
{
  MODE_OF (flags)
  WRAP (int,
        "openat64",
        (int, const char *, int, ...),
        OPEN_OP (flags),
        fd,
        path,
        real (fd, path, flags, mode));
}
