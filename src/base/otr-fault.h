/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Fault injection for tests, compiled in only with the meson option `faults`; otherwise constant 0.
 * OTR_FAULT="POINT:N:ERRNO[,...]" makes the Nth call of otr_fault_errno ("POINT") return that errno
 * (by name: ENOSPC, EIO, ...); "POINT:N:delay=MS" sleeps there instead. Any thread. */
#ifdef OTR_FAULTS
int otr_fault_errno (const char *point);
#else
static inline int
otr_fault_errno (const char *point)
{
  (void) point;
  return 0;
}
#endif

G_END_DECLS
