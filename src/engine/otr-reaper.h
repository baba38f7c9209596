/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Frees things whose freeing may wait (for threads, disks, processes) on a thread of its own, so
 * that the main thread never does. `object` must not be touched afterwards. Any thread. */
void otr_reaper_free (gpointer object, GDestroyNotify free_func);

G_END_DECLS
