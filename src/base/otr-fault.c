/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fault injection, see otr-fault.h. The list is read from the environment once and then constant
 * but for its counters. Any thread enters. */
#include "config.h"

#include "otr-fault.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

#ifdef OTR_FAULTS

typedef struct
{
  char *point;
  int call; /* the how-manieth call fails */
  int error_code;
  guint64 delay_ms;
  int n_calls; /* atomic */
} Fault;

static const struct
{
  const char *name;
  int code;
} errors[] = {
  { "EACCES", EACCES },
  { "EAGAIN", EAGAIN },
  { "EDQUOT", EDQUOT },
  { "EINTR", EINTR },
  { "EIO", EIO },
  { "EMFILE", EMFILE },
  { "ENODEV", ENODEV },
  { "ENOENT", ENOENT },
  { "ENOMEM", ENOMEM },
  { "ENOSPC", ENOSPC },
  { "ENOTCONN", ENOTCONN },
  { "EROFS", EROFS },
  { "ESTALE", ESTALE },
  { "ETIMEDOUT", ETIMEDOUT },
};

static int
errno_of_name (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (errors); i++)
    if (g_str_equal (errors[i].name, name))
      return errors[i].code;
  return 0;
}

static Fault *
parse_fault (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 3);
  guint64 call, delay = 0;
  Fault *fault;

  if (g_strv_length (parts) != 3 ||
      !g_ascii_string_to_unsigned (parts[1], 10, 1, G_MAXINT, &call, NULL))
    g_error ("OTR_FAULT: '%s' is not POINT:N:ERRNO or POINT:N:delay=MS", text);
  fault = g_new0 (Fault, 1);
  if (g_str_has_prefix (parts[2], "delay=") &&
      g_ascii_string_to_unsigned (parts[2] + 6, 10, 0, 600000, &delay, NULL))
    fault->delay_ms = delay;
  else if ((fault->error_code = errno_of_name (parts[2])) == 0)
    g_error ("OTR_FAULT: '%s' names no errno known here", text);
  fault->point = g_strdup (parts[0]);
  fault->call = (int) call;
  return fault;
}

static GPtrArray *
get_faults (void)
{
  static GPtrArray *faults;

  if (g_once_init_enter (&faults))
    {
      GPtrArray *list = g_ptr_array_new ();
      const char *text = g_getenv ("OTR_FAULT");
      g_auto (GStrv) items = g_strsplit (text != NULL ? text : "", ",", -1);

      for (char **item = items; *item != NULL; item++)
        if (**item != '\0')
          g_ptr_array_add (list, parse_fault (*item));
      g_once_init_leave (&faults, list);
    }
  return faults;
}

static void
delay (guint64 ms)
{
  struct timespec left = { (time_t) (ms / 1000), (long) (ms % 1000) * 1000000 };

  while (clock_nanosleep (CLOCK_MONOTONIC, 0, &left, &left) == EINTR)
    continue;
}

int
otr_fault_errno (const char *point)
{
  GPtrArray *faults = get_faults ();
  int error_code = 0;

  for (guint i = 0; i < faults->len; i++)
    {
      Fault *fault = faults->pdata[i];

      if (!g_str_equal (fault->point, point) ||
          g_atomic_int_add (&fault->n_calls, 1) + 1 != fault->call)
        continue;
      delay (fault->delay_ms);
      error_code = fault->error_code;
    }
  return error_code;
}

#endif
