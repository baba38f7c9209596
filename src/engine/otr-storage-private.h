/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-storage.h"

G_BEGIN_DECLS

/* As otr_storage_detect(), but with /proc, /sys and /dev below `sys_root`, for tests. Then `path`
 * is not looked at. */
OtrStorage *otr_storage_detect_below (const char *sys_root, const char *path);

G_END_DECLS
