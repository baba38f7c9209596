/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What one photo may cost. The engine's own deadline stands behind the CPU limit, the kernel's
 * behind the memory limit; both are meant never to be reached. */
#define OTR_LIMITS_CPU_US (4u * 1000 * 1000)
#define OTR_LIMITS_MEMORY (512u * 1024 * 1024)
#define OTR_LIMITS_PIXELS_MEMORY (384u * 1024 * 1024) /* one decoded picture or coefficient store */

/* Of the calling thread. */
guint64 otr_limits_get_cpu_us (void);

/* For this process, once, before the first photo: data memory, address space (`mapped` bytes of
 * arenas beside it), no core. */
void otr_limits_apply (guint64 mapped);

G_END_DECLS
