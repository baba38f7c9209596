/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-settings.h"

#define MEBIBYTE (1024 * 1024)

static const char *const tuning_keys[] = {
  "preset",
  "preload",
  "preload-threads",
  "scout-threads",
  "thumbnail-threads",
  "digest-while-preloading",
  "read-buffer",
};

GSettings *
otr_settings_new (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = NULL;

  if (source != NULL)
    schema = g_settings_schema_source_lookup (source, OTR_APP_ID, TRUE);
  return schema != NULL ? g_settings_new (OTR_APP_ID) : NULL;
}

void
otr_settings_get_tuning (GSettings *settings, OtrTuning *out_tuning)
{
  otr_tuning_init (out_tuning);
  out_tuning->preset = g_settings_get_enum (settings, "preset");
  out_tuning->preload = g_settings_get_boolean (settings, "preload");
  out_tuning->budget_bytes = (guint64) g_settings_get_uint (settings, "read-buffer") * MEBIBYTE;
  if (out_tuning->preset != OTR_PRESET_CUSTOM)
    return;
  out_tuning->preload_threads = g_settings_get_uint (settings, "preload-threads");
  out_tuning->scout_threads = g_settings_get_uint (settings, "scout-threads");
  out_tuning->thumbnail_threads = g_settings_get_uint (settings, "thumbnail-threads");
  out_tuning->digest_while_preloading = g_settings_get_enum (settings, "digest-while-preloading");
}

void
otr_settings_set_custom (GSettings *settings, const OtrTuningEffective *effective)
{
  g_settings_set_uint (settings, "preload-threads", effective->preload_threads);
  g_settings_set_uint (settings, "scout-threads", effective->scout_threads);
  g_settings_set_uint (settings, "thumbnail-threads", effective->thumbnail_threads);
  g_settings_set_enum (settings,
                       "digest-while-preloading",
                       effective->digest_while_preloading ? OTR_CHOICE_YES : OTR_CHOICE_NO);
  g_settings_set_enum (settings, "preset", OTR_PRESET_CUSTOM);
}

void
otr_settings_reset_tuning (GSettings *settings)
{
  for (gsize i = 0; i < G_N_ELEMENTS (tuning_keys); i++)
    g_settings_reset (settings, tuning_keys[i]);
}

OtrThumbClass
otr_settings_get_thumb_class (GSettings *settings, int scale)
{
  int size = g_settings_get_enum (settings, "thumbnail-size");

  if (size == 0)
    return scale >= 2 ? OTR_THUMB_LARGE : OTR_THUMB_NORMAL;
  return size;
}

void
otr_settings_get_import_options (GSettings *settings, int scale, OtrImportOptions *options)
{
  otr_import_options_init (options);
  otr_settings_get_tuning (settings, &options->tuning);
  options->thumbnail_class = otr_settings_get_thumb_class (settings, scale);
  options->follow_links = g_settings_get_boolean (settings, "follow-links");
  options->hidden = g_settings_get_boolean (settings, "hidden-files");
  g_strfreev (options->leave_out);
  options->leave_out = g_settings_get_strv (settings, "leave-out");
}
