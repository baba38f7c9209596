/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-import-job.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* GSettings and the engine's plain values. Main thread only. */

/* NULL when the schema is not installed: GLib would end the program. */
GSettings *otr_settings_new (void);

/* The counts matter only under the preset Custom, where they say what the person set. */
void otr_settings_get_tuning (GSettings *settings, OtrTuning *out_tuning);

/* Makes the preset Custom with all the numbers given. */
void otr_settings_set_custom (GSettings *settings, const OtrTuningEffective *effective);

/* Everything under "Performance" back to its default. */
void otr_settings_reset_tuning (GSettings *settings);

/* 256 or 512. `scale`: the greatest scale of any monitor, which decides when the key is automatic.
 */
OtrThumbClass otr_settings_get_thumb_class (GSettings *settings, int scale);

/* Fills `options`, to be cleared by the caller. */
void otr_settings_get_import_options (GSettings *settings, int scale, OtrImportOptions *options);

G_END_DECLS
