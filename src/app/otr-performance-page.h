/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-engine.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The preferences' page about threads: always the numbers that count, and which preset they come
 * from. Under Automatic a running import's own numbers. */
#define OTR_TYPE_PERFORMANCE_PAGE (otr_performance_page_get_type ())
G_DECLARE_FINAL_TYPE (OtrPerformancePage, otr_performance_page, OTR, PERFORMANCE_PAGE, GtkWidget)

/* `engine` may be NULL. */
void otr_performance_page_start (OtrPerformancePage *self, GSettings *settings, OtrEngine *engine);

G_END_DECLS
