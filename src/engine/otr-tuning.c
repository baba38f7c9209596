/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns what a person asked for into numbers for a given storage. Pure functions; any thread. */
#include "config.h"

#include "otr-tuning.h"

#include "otr-error.h"

#define CORES 0 /* in the table: as many as the machine has */

typedef struct
{
  guint preload_threads;
  guint scout_threads;
  gboolean digest_while_preloading;
  guint admission;
  gboolean disk_order;
} Numbers;

/* Measured: a hard disk falls from 95 to 75 MB/s with more than one reader; SATA levels off at 3-4;
 * NVMe goes from 0.48 to 1.9 GB/s from 1 to 4; a network share gains little beyond 8. */
static const Numbers presets[] = {
  [OTR_PRESET_HDD] = { 1, 1, FALSE, 1, TRUE },
  [OTR_PRESET_SATA_SSD] = { 4, 4, FALSE, 0, FALSE },
  [OTR_PRESET_NVME] = { CORES, 4, TRUE, 0, FALSE },
  [OTR_PRESET_NETWORK] = { 8, 8, TRUE, 0, FALSE },
};

/* Where nothing is known, few at first; Automatic climbs from here. */
static const Numbers cautious = { 2, 2, FALSE, 0, FALSE };

static const char *const preset_names[] = {
  [OTR_PRESET_AUTO] = "auto",
  [OTR_PRESET_HDD] = "hdd",
  [OTR_PRESET_SATA_SSD] = "sata-ssd",
  [OTR_PRESET_NVME] = "nvme",
  [OTR_PRESET_NETWORK] = "network",
  [OTR_PRESET_CUSTOM] = "custom",
};

void
otr_tuning_init (OtrTuning *tuning)
{
  *tuning = (OtrTuning){
    .preset = OTR_PRESET_AUTO,
    .preload = TRUE,
    .digest_while_preloading = OTR_CHOICE_AUTO,
    .budget_bytes = OTR_BUDGET_DEFAULT,
  };
}

static OtrPreset
preset_of_kind (OtrStorageKind kind)
{
  switch (kind)
    {
    case OTR_STORAGE_HDD:
    case OTR_STORAGE_SD:
    case OTR_STORAGE_USB:
      return OTR_PRESET_HDD;
    case OTR_STORAGE_NVME:
    case OTR_STORAGE_TMPFS:
      return OTR_PRESET_NVME;
    case OTR_STORAGE_NETWORK:
      return OTR_PRESET_NETWORK;
    case OTR_STORAGE_SATA_SSD:
    case OTR_STORAGE_FUSE:
    case OTR_STORAGE_UNKNOWN:
    default:
      return OTR_PRESET_SATA_SSD;
    }
}

static gboolean
is_custom (const OtrTuning *tuning)
{
  return tuning->preset == OTR_PRESET_CUSTOM || tuning->preload_threads != 0 ||
         tuning->scout_threads != 0 || tuning->thumbnail_threads != 0 ||
         tuning->digest_while_preloading != OTR_CHOICE_AUTO;
}

static guint
choose (guint asked, guint otherwise)
{
  return CLAMP (asked != 0 ? asked : otherwise, OTR_THREADS_MIN, OTR_THREADS_MAX);
}

void
otr_tuning_resolve (const OtrTuning *tuning,
                    const OtrStorage *storage,
                    guint n_cores,
                    OtrTuningEffective *out_effective)
{
  OtrStorageKind kind = storage != NULL ? storage->kind : OTR_STORAGE_UNKNOWN;
  gboolean by_storage = tuning->preset == OTR_PRESET_AUTO || tuning->preset == OTR_PRESET_CUSTOM;
  OtrPreset basis = by_storage ? preset_of_kind (kind) : tuning->preset;
  gboolean unsure = by_storage && (kind == OTR_STORAGE_FUSE || kind == OTR_STORAGE_UNKNOWN);
  Numbers numbers = unsure ? cautious : presets[basis];
  guint cores = CLAMP (n_cores, OTR_THREADS_MIN, OTR_THREADS_MAX);
  guint preload_threads = numbers.preload_threads == CORES ? cores : numbers.preload_threads;
  gboolean digest = numbers.digest_while_preloading;
  guint64 budget = tuning->budget_bytes != 0 ? tuning->budget_bytes : OTR_BUDGET_DEFAULT;

  if (tuning->digest_while_preloading != OTR_CHOICE_AUTO)
    digest = tuning->digest_while_preloading == OTR_CHOICE_YES;
  *out_effective = (OtrTuningEffective){
    .preset = is_custom (tuning) ? OTR_PRESET_CUSTOM : tuning->preset,
    .basis = basis,
    .preload = tuning->preload,
    .preload_threads = tuning->preload ? choose (tuning->preload_threads, preload_threads) : 0,
    .scout_threads = choose (tuning->scout_threads, numbers.scout_threads),
    .thumbnail_threads = choose (tuning->thumbnail_threads, cores),
    .digest_threads = tuning->preload ? cores : 1,
    .digest_while_preloading = tuning->preload && digest,
    .admission = numbers.admission,
    .disk_order = numbers.disk_order,
    .budget_bytes = CLAMP (budget, OTR_BUDGET_MIN, OTR_BUDGET_MAX),
  };
  /* Or a count given by hand would silently do nothing. */
  if (out_effective->admission != 0)
    out_effective->admission = MAX (out_effective->admission, out_effective->preload_threads);
}

static gboolean
check_count (const char *field, guint count, GError **error)
{
  if (count <= OTR_THREADS_MAX)
    return TRUE;
  g_set_error (error,
               OTR_ERROR,
               OTR_ERROR_SETTING,
               "%s: %u is not between %d and %d (0 chooses)",
               field,
               count,
               OTR_THREADS_MIN,
               OTR_THREADS_MAX);
  return FALSE;
}

gboolean
otr_tuning_check (const OtrTuning *tuning, GError **error)
{
  if ((guint) tuning->preset > OTR_PRESET_CUSTOM)
    {
      g_set_error (error,
                   OTR_ERROR,
                   OTR_ERROR_SETTING,
                   "preset: %u is no preset",
                   (guint) tuning->preset);
      return FALSE;
    }
  if (!check_count ("preload threads", tuning->preload_threads, error) ||
      !check_count ("scout threads", tuning->scout_threads, error) ||
      !check_count ("thumbnail threads", tuning->thumbnail_threads, error))
    return FALSE;
  if (tuning->budget_bytes != 0 &&
      (tuning->budget_bytes < OTR_BUDGET_MIN || tuning->budget_bytes > OTR_BUDGET_MAX))
    {
      g_set_error (error,
                   OTR_ERROR,
                   OTR_ERROR_SETTING,
                   "memory budget: %" G_GUINT64_FORMAT " bytes is not between %d and %d MiB",
                   tuning->budget_bytes,
                   OTR_BUDGET_MIN >> 20,
                   OTR_BUDGET_MAX >> 20);
      return FALSE;
    }
  return TRUE;
}

const char *
otr_preset_to_string (OtrPreset preset)
{
  g_return_val_if_fail ((guint) preset < G_N_ELEMENTS (preset_names), "auto");
  return preset_names[preset];
}

gboolean
otr_preset_from_string (const char *text, OtrPreset *out_preset)
{
  for (gsize i = 0; i < G_N_ELEMENTS (preset_names); i++)
    if (g_strcmp0 (text, preset_names[i]) == 0)
      {
        *out_preset = (OtrPreset) i;
        return TRUE;
      }
  return FALSE;
}
