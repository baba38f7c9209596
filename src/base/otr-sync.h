/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* The only lock wrappers. GLib's locks are futexes inside an uninstrumented library, so
 * ThreadSanitizer cannot see what they order; these tell it. In other builds they are the
 * plain calls. Rules: never hold a lock across I/O, SQL, a callback or another lock. */

#if defined(__SANITIZE_THREAD__)
#  define OTR_TSAN 1
#elif defined(__has_feature)
#  if __has_feature(thread_sanitizer)
#    define OTR_TSAN 1
#  endif
#endif

#ifdef OTR_TSAN
void __tsan_acquire (void *address);
void __tsan_release (void *address);
#  define OTR_SYNC_ACQUIRE(p) __tsan_acquire (p)
#  define OTR_SYNC_RELEASE(p) __tsan_release (p)
#else
#  define OTR_SYNC_ACQUIRE(p) ((void) 0)
#  define OTR_SYNC_RELEASE(p) ((void) 0)
#endif

typedef GMutex OtrMutex;
typedef GCond OtrCond;

static inline void
otr_mutex_init (OtrMutex *lock)
{
  g_mutex_init (lock);
}

static inline void
otr_mutex_clear (OtrMutex *lock)
{
  g_mutex_clear (lock);
}

static inline void
otr_mutex_lock (OtrMutex *lock)
{
  g_mutex_lock (lock);
  OTR_SYNC_ACQUIRE (lock);
}

static inline void
otr_mutex_unlock (OtrMutex *lock)
{
  OTR_SYNC_RELEASE (lock);
  g_mutex_unlock (lock);
}

static inline void
otr_cond_init (OtrCond *cond)
{
  g_cond_init (cond);
}

static inline void
otr_cond_clear (OtrCond *cond)
{
  g_cond_clear (cond);
}

static inline void
otr_cond_signal (OtrCond *cond)
{
  g_cond_signal (cond);
}

static inline void
otr_cond_broadcast (OtrCond *cond)
{
  g_cond_broadcast (cond);
}

static inline void
otr_cond_wait (OtrCond *cond, OtrMutex *lock)
{
  OTR_SYNC_RELEASE (lock);
  g_cond_wait (cond, lock);
  OTR_SYNC_ACQUIRE (lock);
}

/* FALSE when `end_us` (g_get_monotonic_time) passed first. */
static inline gboolean
otr_cond_wait_until (OtrCond *cond, OtrMutex *lock, gint64 end_us)
{
  gboolean woken;

  OTR_SYNC_RELEASE (lock);
  woken = g_cond_wait_until (cond, lock, end_us);
  OTR_SYNC_ACQUIRE (lock);
  return woken;
}

typedef OtrMutex OtrAutoLock;

static inline void
otr_auto_lock_release (OtrAutoLock **lock)
{
  if (*lock != NULL)
    otr_mutex_unlock (*lock);
}

static inline OtrAutoLock *
otr_auto_lock_acquire (OtrMutex *lock)
{
  otr_mutex_lock (lock);
  return lock;
}

/* Holds `lock` until the end of the block. */
#define OTR_AUTO_LOCK_NAME_(line) otr_auto_lock_##line
#define OTR_AUTO_LOCK_NAME(line) OTR_AUTO_LOCK_NAME_ (line)
#define otr_auto_lock(lock)                                                                   \
  __attribute__ ((cleanup (otr_auto_lock_release), unused)) OtrAutoLock *OTR_AUTO_LOCK_NAME ( \
      __LINE__) = otr_auto_lock_acquire (lock)
