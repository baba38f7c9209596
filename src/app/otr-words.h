/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-catalog.h"
#include "otr-storage.h"
#include "otr-tuning.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* The engine's facts in the reader's words. All strings are new, translated, for display. */

char *otr_words_count (guint64 n);          /* "12,480" with the locale's grouping */
char *otr_words_photos (guint64 n);         /* "12,480 photos" */
char *otr_words_rate (double mb_per_s);     /* "612 MB/s" */
char *otr_words_duration (double seconds);  /* "6 min 52 s" */
char *otr_words_clock (double seconds);     /* "1:46" */
char *otr_words_time_left (double seconds); /* "about 5 minutes left"; NULL when unknown */
char *otr_words_date_time (gint64 real_us); /* "30 November 2026, 14:02" */

char *otr_words_place (const char *path_or_uri); /* with ~ for the home folder */
char *otr_words_name (const char *path_or_uri);  /* its last part, displayable */

const char *otr_words_on_storage (OtrStorageKind kind); /* "on an NVMe drive"; static */
char *otr_words_is_on (const char *name,
                       const OtrStorage *storage); /* "Pictures is on an NVMe drive (ext4)." */
const char *otr_words_preset (OtrPreset preset);   /* static */

/* What happened, why, what to do. */
char *otr_words_error (const GError *error);
/* An issue's reason as a sentence; English where it has details no translation can know. */
char *otr_words_reason (const char *reason);

G_END_DECLS
