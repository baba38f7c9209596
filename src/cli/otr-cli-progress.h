/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-import-job.h"

G_BEGIN_DECLS

/* One line on stderr that is written over, only when stderr is a terminal. */
gboolean otr_cli_progress_is_wanted (gboolean quiet);
void otr_cli_progress_show_import (const OtrImportProgress *progress);
void otr_cli_progress_show_count (const char *what, guint64 done, guint64 total);
void otr_cli_progress_erase (void);

G_END_DECLS
