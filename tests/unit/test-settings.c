/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-settings.h"

static GSettings *
fresh (void)
{
  GSettings *settings = otr_settings_new ();

  g_assert_nonnull (settings);
  otr_settings_reset_tuning (settings);
  return settings;
}

static void
assert_range (GSettings *settings, const char *name, guint low, guint high)
{
  g_autoptr (GSettingsSchema) schema = NULL;
  g_autoptr (GSettingsSchemaKey) key = NULL;
  g_autoptr (GVariant) range = NULL;
  g_autoptr (GVariant) limits = NULL;
  const char *kind;
  guint found_low;
  guint found_high;

  g_object_get (settings, "settings-schema", &schema, NULL);
  key = g_settings_schema_get_key (schema, name);
  range = g_settings_schema_key_get_range (key);
  g_variant_get (range, "(&sv)", &kind, &limits);
  g_assert_cmpstr (kind, ==, "range");
  g_variant_get (limits, "(uu)", &found_low, &found_high);
  g_assert_cmpuint (found_low, ==, low);
  g_assert_cmpuint (found_high, ==, high);
}

/* 0 means "choose"; the rest is what the engine takes. */
static void
test_ranges (void)
{
  g_autoptr (GSettings) settings = fresh ();
  guint mebibyte = 1024 * 1024;

  G_STATIC_ASSERT (OTR_THREADS_MIN == 1);
  assert_range (settings, "preload-threads", 0, OTR_THREADS_MAX);
  assert_range (settings, "scout-threads", 0, OTR_THREADS_MAX);
  assert_range (settings, "thumbnail-threads", 0, OTR_THREADS_MAX);
  assert_range (settings, "read-buffer", OTR_BUDGET_MIN / mebibyte, OTR_BUDGET_MAX / mebibyte);
}

static void
test_defaults (void)
{
  g_autoptr (GSettings) settings = fresh ();
  OtrTuning tuning;
  OtrTuning plain;

  otr_tuning_init (&plain);
  otr_settings_get_tuning (settings, &tuning);
  g_assert_cmpint (tuning.preset, ==, OTR_PRESET_AUTO);
  g_assert_cmpint (tuning.preload, ==, plain.preload);
  g_assert_cmpuint (tuning.preload_threads, ==, 0);
  g_assert_cmpint (tuning.digest_while_preloading, ==, OTR_CHOICE_AUTO);
  g_assert_cmpuint (tuning.budget_bytes, ==, OTR_BUDGET_DEFAULT);
}

/* The nicks of the keys are the engine's names. */
static void
test_presets (void)
{
  g_autoptr (GSettings) settings = fresh ();

  for (OtrPreset preset = OTR_PRESET_AUTO; preset <= OTR_PRESET_CUSTOM; preset++)
    {
      g_autofree char *nick = NULL;

      g_settings_set_enum (settings, "preset", preset);
      nick = g_settings_get_string (settings, "preset");
      g_assert_cmpstr (nick, ==, otr_preset_to_string (preset));
    }
}

static void
test_custom (void)
{
  g_autoptr (GSettings) settings = fresh ();
  OtrTuningEffective effective = {
    .preload_threads = 5,
    .scout_threads = 3,
    .thumbnail_threads = 7,
    .digest_while_preloading = TRUE,
  };
  OtrTuning tuning;

  otr_settings_set_custom (settings, &effective);
  otr_settings_get_tuning (settings, &tuning);
  g_assert_cmpint (tuning.preset, ==, OTR_PRESET_CUSTOM);
  g_assert_cmpuint (tuning.preload_threads, ==, 5);
  g_assert_cmpuint (tuning.scout_threads, ==, 3);
  g_assert_cmpuint (tuning.thumbnail_threads, ==, 7);
  g_assert_cmpint (tuning.digest_while_preloading, ==, OTR_CHOICE_YES);

  /* Under another preset the numbers wait, they do not count. */
  g_settings_set_enum (settings, "preset", OTR_PRESET_HDD);
  otr_settings_get_tuning (settings, &tuning);
  g_assert_cmpuint (tuning.preload_threads, ==, 0);
  g_settings_set_enum (settings, "preset", OTR_PRESET_CUSTOM);
  otr_settings_get_tuning (settings, &tuning);
  g_assert_cmpuint (tuning.preload_threads, ==, 5);

  otr_settings_reset_tuning (settings);
  otr_settings_get_tuning (settings, &tuning);
  g_assert_cmpint (tuning.preset, ==, OTR_PRESET_AUTO);
  g_assert_cmpuint (g_settings_get_uint (settings, "preload-threads"), ==, 0);
}

static void
test_import_options (void)
{
  g_autoptr (GSettings) settings = fresh ();
  const char *const names[] = { "Raw Cache", "*.tmp", NULL };
  OtrImportOptions options;

  g_settings_set_strv (settings, "leave-out", names);
  g_settings_set_boolean (settings, "hidden-files", TRUE);
  g_settings_set_string (settings, "thumbnail-size", "automatic");
  otr_settings_get_import_options (settings, 2, &options);
  g_assert_true (options.hidden);
  g_assert_false (options.follow_links);
  g_assert_cmpstrv (options.leave_out, names);
  g_assert_cmpint (options.thumbnail_class, ==, OTR_THUMB_LARGE);
  otr_import_options_clear (&options);
  g_assert_cmpint (otr_settings_get_thumb_class (settings, 1), ==, OTR_THUMB_NORMAL);
  g_settings_set_string (settings, "thumbnail-size", "large");
  g_assert_cmpint (otr_settings_get_thumb_class (settings, 1), ==, OTR_THUMB_LARGE);
}

int
main (int argc, char **argv)
{
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/settings/ranges-are-the-engine's", test_ranges);
  g_test_add_func ("/settings/defaults", test_defaults);
  g_test_add_func ("/settings/presets-by-name", test_presets);
  g_test_add_func ("/settings/custom-keeps-its-numbers", test_custom);
  g_test_add_func ("/settings/import-options", test_import_options);
  return g_test_run ();
}
