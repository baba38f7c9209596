/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-tuning.h"

#include "otr-error.h"

#define CORES 6

static OtrTuningEffective
resolve (const OtrTuning *tuning, OtrStorageKind kind)
{
  OtrStorage storage = { .kind = kind };
  OtrTuningEffective effective;

  otr_tuning_resolve (tuning, &storage, CORES, &effective);
  return effective;
}

static void
check_numbers (OtrTuningEffective e, guint preload, guint scouts, gboolean digest, guint admission)
{
  g_assert_cmpuint (e.preload_threads, ==, preload);
  g_assert_cmpuint (e.scout_threads, ==, scouts);
  g_assert_cmpint (e.digest_while_preloading, ==, digest);
  g_assert_cmpuint (e.admission, ==, admission);
  g_assert_cmpuint (e.thumbnail_threads, ==, CORES);
  g_assert_cmpuint (e.digest_threads, ==, CORES);
  g_assert_cmpuint (e.budget_bytes, ==, OTR_BUDGET_DEFAULT);
  g_assert_true (e.preload);
}

static void
test_by_storage (void)
{
  OtrTuning tuning;

  otr_tuning_init (&tuning);
  check_numbers (resolve (&tuning, OTR_STORAGE_HDD), 1, 1, FALSE, 1);
  check_numbers (resolve (&tuning, OTR_STORAGE_SD), 1, 1, FALSE, 1);
  check_numbers (resolve (&tuning, OTR_STORAGE_USB), 1, 1, FALSE, 1);
  check_numbers (resolve (&tuning, OTR_STORAGE_SATA_SSD), 4, 4, FALSE, 0);
  check_numbers (resolve (&tuning, OTR_STORAGE_NVME), CORES, 4, TRUE, 0);
  check_numbers (resolve (&tuning, OTR_STORAGE_TMPFS), CORES, 4, TRUE, 0);
  check_numbers (resolve (&tuning, OTR_STORAGE_NETWORK), 8, 8, TRUE, 0);
  check_numbers (resolve (&tuning, OTR_STORAGE_FUSE), 2, 2, FALSE, 0);
  check_numbers (resolve (&tuning, OTR_STORAGE_UNKNOWN), 2, 2, FALSE, 0);
  g_assert_cmpint (resolve (&tuning, OTR_STORAGE_SD).preset, ==, OTR_PRESET_AUTO);
  g_assert_cmpint (resolve (&tuning, OTR_STORAGE_SD).basis, ==, OTR_PRESET_HDD);
  g_assert_true (resolve (&tuning, OTR_STORAGE_HDD).disk_order);
  g_assert_false (resolve (&tuning, OTR_STORAGE_NVME).disk_order);
}

static void
test_by_preset (void)
{
  OtrTuning tuning;

  otr_tuning_init (&tuning);
  tuning.preset = OTR_PRESET_NETWORK;
  check_numbers (resolve (&tuning, OTR_STORAGE_HDD), 8, 8, TRUE, 0);
  tuning.preset = OTR_PRESET_SATA_SSD;
  check_numbers (resolve (&tuning, OTR_STORAGE_UNKNOWN), 4, 4, FALSE, 0);
  g_assert_cmpint (resolve (&tuning, OTR_STORAGE_UNKNOWN).preset, ==, OTR_PRESET_SATA_SSD);
}

static void
test_one_count_is_custom (void)
{
  OtrTuning tuning;
  OtrTuningEffective e;

  otr_tuning_init (&tuning);
  tuning.preset = OTR_PRESET_HDD;
  tuning.scout_threads = 7;
  e = resolve (&tuning, OTR_STORAGE_NVME);
  check_numbers (e, 1, 7, FALSE, 1);
  g_assert_cmpint (e.preset, ==, OTR_PRESET_CUSTOM);
  g_assert_cmpint (e.basis, ==, OTR_PRESET_HDD);

  tuning.preload_threads = 3;
  check_numbers (resolve (&tuning, OTR_STORAGE_NVME), 3, 7, FALSE, 3);
  tuning.digest_while_preloading = OTR_CHOICE_YES;
  check_numbers (resolve (&tuning, OTR_STORAGE_NVME), 3, 7, TRUE, 3);
}

static void
test_custom_without_counts (void)
{
  OtrTuning tuning;

  otr_tuning_init (&tuning);
  tuning.preset = OTR_PRESET_CUSTOM;
  check_numbers (resolve (&tuning, OTR_STORAGE_NVME), CORES, 4, TRUE, 0);
}

static void
test_preload_off (void)
{
  OtrTuning tuning;
  OtrTuningEffective e;

  otr_tuning_init (&tuning);
  tuning.preload = FALSE;
  tuning.digest_while_preloading = OTR_CHOICE_YES;
  e = resolve (&tuning, OTR_STORAGE_NVME);
  g_assert_false (e.preload);
  g_assert_false (e.digest_while_preloading);
  g_assert_cmpuint (e.preload_threads, ==, 0);
  g_assert_cmpuint (e.digest_threads, ==, 1);
  g_assert_cmpuint (e.scout_threads, ==, 4);
}

static void
test_clamped (void)
{
  OtrTuning tuning;
  OtrTuningEffective e;

  otr_tuning_init (&tuning);
  tuning.budget_bytes = 1;
  otr_tuning_resolve (&tuning, NULL, 500, &e);
  g_assert_cmpuint (e.thumbnail_threads, ==, OTR_THREADS_MAX);
  g_assert_cmpuint (e.budget_bytes, ==, OTR_BUDGET_MIN);
  otr_tuning_resolve (&tuning, NULL, 0, &e);
  g_assert_cmpuint (e.thumbnail_threads, ==, 1);
}

static void
check_refused (const OtrTuning *tuning, const char *field)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (otr_tuning_check (tuning, &error));
  g_assert_error (error, OTR_ERROR, OTR_ERROR_SETTING);
  g_assert_true (g_str_has_prefix (error->message, field));
}

static void
test_check (void)
{
  OtrTuning good, bad;

  otr_tuning_init (&good);
  g_assert_true (otr_tuning_check (&good, NULL));
  good.preload_threads = OTR_THREADS_MAX;
  g_assert_true (otr_tuning_check (&good, NULL));
  bad = good;
  bad.preload_threads = 65;
  check_refused (&bad, "preload threads");
  bad = good;
  bad.scout_threads = 65;
  check_refused (&bad, "scout threads");
  bad = good;
  bad.thumbnail_threads = G_MAXUINT;
  check_refused (&bad, "thumbnail threads");
  bad = good;
  bad.budget_bytes = OTR_BUDGET_MIN - 1;
  check_refused (&bad, "memory budget");
}

static void
test_names (void)
{
  for (guint i = OTR_PRESET_AUTO; i <= OTR_PRESET_CUSTOM; i++)
    {
      OtrPreset preset;

      g_assert_true (otr_preset_from_string (otr_preset_to_string ((OtrPreset) i), &preset));
      g_assert_cmpint (preset, ==, i);
    }
  g_assert_false (otr_preset_from_string ("fast", &(OtrPreset){ 0 }));
  g_assert_false (otr_preset_from_string (NULL, &(OtrPreset){ 0 }));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tuning/by-storage", test_by_storage);
  g_test_add_func ("/tuning/by-preset", test_by_preset);
  g_test_add_func ("/tuning/one-count-is-custom", test_one_count_is_custom);
  g_test_add_func ("/tuning/custom-without-counts", test_custom_without_counts);
  g_test_add_func ("/tuning/preload-off", test_preload_off);
  g_test_add_func ("/tuning/clamped", test_clamped);
  g_test_add_func ("/tuning/check", test_check);
  g_test_add_func ("/tuning/names", test_names);
  return g_test_run ();
}
