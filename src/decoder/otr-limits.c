/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resource limits that the decoder sets on itself. */
#include "config.h"

#include "otr-limits.h"

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define ADDRESS_SPACE_EXTRA (1024u * 1024 * 1024)

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#  define SANITIZED 1
#elif defined(__has_feature)
#  if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#    define SANITIZED 1
#  endif
#endif

guint64
otr_limits_get_cpu_us (void)
{
  struct timespec now;

  if (clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now) != 0)
    return 0;
  return (guint64) now.tv_sec * 1000000 + (guint64) now.tv_nsec / 1000;
}

static void
limit (__rlimit_resource_t resource, rlim_t value)
{
  struct rlimit limits = { value, value };

  (void) setrlimit (resource, &limits);
}

#ifndef SANITIZED
/* Pages of data that the libraries have taken before the first photo. */
static guint64
get_own_data_bytes (void)
{
  unsigned long size = 0, resident, shared, text, lib, data = 0;
  FILE *file = fopen ("/proc/self/statm", "re");

  if (file == NULL)
    return 0;
  if (fscanf (file, "%lu %lu %lu %lu %lu %lu", &size, &resident, &shared, &text, &lib, &data) != 6)
    data = 0;
  (void) fclose (file);
  return (guint64) data * (guint64) sysconf (_SC_PAGESIZE);
}
#endif

void
otr_limits_apply (guint64 mapped)
{
  limit (RLIMIT_CORE, 0);
#ifdef SANITIZED
  (void) mapped; /* shadow memory is larger than any limit */
#else
  limit (RLIMIT_DATA, get_own_data_bytes () + OTR_LIMITS_MEMORY);
  limit (RLIMIT_AS, mapped + ADDRESS_SPACE_EXTRA);
#endif
}
