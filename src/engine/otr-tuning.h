/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-storage.h"

#include <glib.h>

G_BEGIN_DECLS

/* Thread counts, presets, limits: a plain value, copied freely. */
typedef enum
{
  OTR_PRESET_AUTO, /* the preset of what otr-storage finds */
  OTR_PRESET_HDD,
  OTR_PRESET_SATA_SSD,
  OTR_PRESET_NVME,
  OTR_PRESET_NETWORK,
  OTR_PRESET_CUSTOM,
} OtrPreset;

typedef enum
{
  OTR_CHOICE_AUTO,
  OTR_CHOICE_NO,
  OTR_CHOICE_YES,
} OtrChoice;

typedef enum
{
  OTR_THUMBNAILS_ELASTIC, /* default: cataloguing never waits for them, the rest follow */
  OTR_THUMBNAILS_NOW,
  OTR_THUMBNAILS_LATER,
} OtrThumbnails;

#define OTR_THREADS_MIN 1
#define OTR_THREADS_MAX 64
#define OTR_BUDGET_MIN (32 * 1024 * 1024)
#define OTR_BUDGET_DEFAULT (64 * 1024 * 1024)
#define OTR_BUDGET_MAX (1024 * 1024 * 1024)

/* What a person asked for. Counts: 0 = choose. */
typedef struct
{
  OtrPreset preset;
  gboolean preload; /* read photos ahead */
  guint preload_threads;
  guint scout_threads;
  guint thumbnail_threads;
  OtrChoice digest_while_preloading;
  guint64 budget_bytes; /* of the buffer pool; fixed at the start of an import */
} OtrTuning;

/* What that means on a given storage: every count filled in. */
typedef struct
{
  OtrPreset preset; /* the one asked for (AUTO stays AUTO) */
  OtrPreset basis;  /* the preset the numbers come from: never AUTO or CUSTOM */
  gboolean preload;
  guint preload_threads; /* 0 when preload is off */
  guint scout_threads;
  guint thumbnail_threads;
  guint digest_threads; /* 1 when preload is off: files are read one at a time */
  gboolean digest_while_preloading;
  guint admission;     /* most files read at once from this device; 0 = no limit */
  gboolean disk_order; /* read in physical order */
  guint64 budget_bytes;
} OtrTuningEffective;

void otr_tuning_init (OtrTuning *tuning); /* the defaults: automatic, preload on */

/* Design section 9's numbers; giving any single count makes it CUSTOM and keeps the preset's
 * others. Pure. */
void otr_tuning_resolve (const OtrTuning *tuning,
                         const OtrStorage *storage,
                         guint n_cores,
                         OtrTuningEffective *out_effective);

/* OTR_ERROR_SETTING naming the field when a count is out of range. */
gboolean otr_tuning_check (const OtrTuning *tuning, GError **error);

/* "auto", "hdd", "sata-ssd", "nvme", "network", "custom" */
const char *otr_preset_to_string (OtrPreset preset);
gboolean otr_preset_from_string (const char *text, OtrPreset *out_preset);

G_END_DECLS
