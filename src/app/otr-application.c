/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-application.h"

#include <glib/gi18n.h>

#include "otr-preferences-window.h"
#include "otr-settings.h"
#include "otr-shortcuts-window.h"
#include "otr-style.h"
#include "otr-window.h"

struct _OtrApplication
{
  GtkApplication parent_instance;
  GSettings *settings; /* NULL: the schema is not installed */
  OtrStyle *style;
  char *catalog; /* asked for on the command line, or NULL */
};

G_DEFINE_FINAL_TYPE (OtrApplication, otr_application, GTK_TYPE_APPLICATION)

static const GOptionEntry options[] = {
  { "import", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, NULL, N_ ("Import a folder"), N_ ("FOLDER") },
  { "catalog", 0, 0, G_OPTION_ARG_FILENAME, NULL, N_ ("Open this catalog"), N_ ("FILE") },
  { "version", 0, 0, G_OPTION_ARG_NONE, NULL, N_ ("Print the version"), NULL },
  { NULL },
};

/* ---- windows ---- */

/* Without its schema GLib would end the program: say it instead. */
static void
show_broken_installation (OtrApplication *self)
{
  GtkWidget *window = gtk_application_window_new (GTK_APPLICATION (self));
  GtkWidget *label = gtk_label_new (_ (
      "Outrider is not installed completely: its settings are missing. Install it again; from its "
      "sources, start it with “./dev run”."));

  gtk_window_set_title (GTK_WINDOW (window), "Outrider");
  gtk_window_set_default_size (GTK_WINDOW (window), 480, 200);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_margin_start (label, 24);
  gtk_widget_set_margin_end (label, 24);
  gtk_window_set_child (GTK_WINDOW (window), label);
  gtk_window_present (GTK_WINDOW (window));
}

static OtrWindow *
find_window (OtrApplication *self)
{
  GList *windows = gtk_application_get_windows (GTK_APPLICATION (self));

  for (; windows != NULL; windows = windows->next)
    if (OTR_IS_WINDOW (windows->data))
      return windows->data;
  return NULL;
}

/* NULL when there can be none. */
static OtrWindow *
ensure_window (OtrApplication *self)
{
  OtrWindow *window = find_window (self);

  if (window == NULL && self->settings == NULL)
    {
      if (gtk_application_get_windows (GTK_APPLICATION (self)) == NULL)
        show_broken_installation (self);
      return NULL;
    }
  if (window == NULL)
    {
      window = OTR_WINDOW (otr_window_new (GTK_APPLICATION (self), self->settings));
      otr_window_start (window, self->catalog);
    }
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

static void
otr_application_activate (GApplication *application)
{
  ensure_window (OTR_APPLICATION (application));
}

static void
otr_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  OtrWindow *window = ensure_window (OTR_APPLICATION (application));
  g_autoptr (GPtrArray) array = g_ptr_array_new_with_free_func (g_object_unref);

  for (int i = 0; i < n_files; i++)
    g_ptr_array_add (array, g_object_ref (files[i]));
  if (window != NULL && array->len > 0)
    otr_window_import (window, array, NULL);
}

/* ---- actions ---- */

static void
import_folder (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (g_variant_get_string (parameter, NULL));

  otr_application_open (data, &file, 1, "");
}

static void
import_folders (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autofree const char **names = g_variant_get_strv (parameter, NULL);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; names[i] != NULL; i++)
    g_ptr_array_add (files, g_file_new_for_commandline_arg (names[i]));
  otr_application_open (data, (GFile **) files->pdata, files->len, "");
}

static void
open_catalog (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  OtrWindow *window = ensure_window (data);
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (g_variant_get_string (parameter, NULL));
  const char *path = g_file_peek_path (file);

  if (window != NULL && path != NULL)
    otr_window_open_catalog (window, path, FALSE, OTR_DIGEST_SHA256);
}

static void
new_catalog (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  OtrWindow *window = ensure_window (data);
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (g_variant_get_string (parameter, NULL));
  const char *path = g_file_peek_path (file);

  if (window != NULL && path != NULL)
    otr_window_open_catalog (window, path, TRUE, OTR_DIGEST_SHA256);
}

static void
show_preferences (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  OtrApplication *self = data;
  OtrWindow *window = find_window (self);

  if (window == NULL)
    return;
  otr_window_present_modal (
      window,
      GTK_WINDOW (otr_preferences_window_new (
          GTK_WINDOW (window), self->settings, otr_window_get_engine (window))));
}

static void
show_shortcuts (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  OtrWindow *window = find_window (data);

  if (window != NULL)
    otr_window_present_modal (window,
                              GTK_WINDOW (otr_shortcuts_window_new (GTK_WINDOW (window))));
}

static void
show_about (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  OtrWindow *window = find_window (data);

  gtk_show_about_dialog (window != NULL ? GTK_WINDOW (window) : NULL,
                         "program-name",
                         "Outrider",
                         "version",
                         OTR_VERSION,
                         "logo-icon-name",
                         OTR_APP_ID,
                         "license-type",
                         GTK_LICENSE_GPL_3_0,
                         "comments",
                         _ ("Every photo in the catalog, as fast as the machine can do it."),
                         NULL);
}

static void
quit (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  OtrWindow *window = find_window (data);

  if (window != NULL)
    gtk_window_close (GTK_WINDOW (window));
  g_application_quit (data);
}

/* ---- life ---- */

static void
set_keys (GtkApplication *application)
{
  static const struct
  {
    const char *action;
    const char *keys[4];
  } keys[] = {
    { "win.import", { "<Control>i" } },
    { "win.search", { "<Control>f" } },
    { "win.side-bar", { "F9" } },
    { "win.activity", { "<Control><Shift>a" } },
    { "win.pause-import", { "<Control><Shift>p" } },
    { "win.zoom-in", { "<Control>plus", "<Control>equal", "<Control>KP_Add" } },
    { "win.zoom-out", { "<Control>minus", "<Control>KP_Subtract" } },
    { "win.zoom-default", { "<Control>0", "<Control>KP_0" } },
    { "win.fullscreen", { "F11" } },
    { "window.close", { "<Control>w" } },
    { "app.preferences", { "<Control>comma" } },
    { "app.shortcuts", { "<Control>question", "F1" } },
    { "app.quit", { "<Control>q" } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_application_set_accels_for_action (application, keys[i].action, keys[i].keys);
}

static void
otr_application_startup (GApplication *application)
{
  static const GActionEntry entries[] = {
    { "import-folder", import_folder, "s" },
    { "import-folders", import_folders, "as" },
    { "open-catalog", open_catalog, "s" },
    { "new-catalog", new_catalog, "s" },
    { "preferences", show_preferences },
    { "shortcuts", show_shortcuts },
    { "about", show_about },
    { "quit", quit },
  };
  OtrApplication *self = OTR_APPLICATION (application);

  G_APPLICATION_CLASS (otr_application_parent_class)->startup (application);
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  set_keys (GTK_APPLICATION (self));
  self->settings = otr_settings_new ();
  self->style = otr_style_new (gdk_display_get_default ());
}

static void
otr_application_shutdown (GApplication *application)
{
  OtrApplication *self = OTR_APPLICATION (application);

  g_clear_pointer (&self->style, otr_style_free);
  g_clear_object (&self->settings);
  G_APPLICATION_CLASS (otr_application_parent_class)->shutdown (application);
}

/* Folders to import are handed to the running program, relative ones made absolute here. */
static gboolean
hand_over_imports (GApplication *application, GVariantDict *given)
{
  g_autofree const char **names = NULL;
  g_autoptr (GStrvBuilder) uris = g_strv_builder_new ();
  g_auto (GStrv) strv = NULL;

  if (!g_variant_dict_lookup (given, "import", "^a&ay", &names))
    return FALSE;
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (GFile) file = g_file_new_for_commandline_arg (names[i]);
      g_autofree char *uri = g_file_get_uri (file);

      g_strv_builder_add (uris, uri);
    }
  strv = g_strv_builder_end (uris);
  g_action_group_activate_action (G_ACTION_GROUP (application),
                                  "import-folders",
                                  g_variant_new_strv ((const char *const *) strv, -1));
  return TRUE;
}

static int
otr_application_handle_local_options (GApplication *application, GVariantDict *given)
{
  OtrApplication *self = OTR_APPLICATION (application);
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = NULL;
  g_autofree char *uri = NULL;
  const char *catalog = NULL;

  if (g_variant_dict_contains (given, "version"))
    {
      g_print ("Outrider %s\n", OTR_VERSION);
      return 0;
    }
  if (g_variant_dict_lookup (given, "catalog", "^&ay", &catalog))
    {
      file = g_file_new_for_commandline_arg (catalog);
      self->catalog = g_file_get_path (file);
      uri = g_file_get_uri (file);
    }
  if (!g_application_register (application, NULL, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  if (uri != NULL && g_application_get_is_remote (application))
    g_action_group_activate_action (
        G_ACTION_GROUP (application), "open-catalog", g_variant_new_string (uri));
  if (hand_over_imports (application, given) && g_application_get_is_remote (application))
    return 0;
  return -1;
}

static void
otr_application_finalize (GObject *object)
{
  g_free (OTR_APPLICATION (object)->catalog);
  G_OBJECT_CLASS (otr_application_parent_class)->finalize (object);
}

static void
otr_application_class_init (OtrApplicationClass *class)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = otr_application_finalize;
  application_class->startup = otr_application_startup;
  application_class->shutdown = otr_application_shutdown;
  application_class->activate = otr_application_activate;
  application_class->open = otr_application_open;
  application_class->handle_local_options = otr_application_handle_local_options;
}

static void
otr_application_init (OtrApplication *self)
{
  g_application_add_main_option_entries (G_APPLICATION (self), options);
}

OtrApplication *
otr_application_new (void)
{
  return g_object_new (OTR_TYPE_APPLICATION,
                       "application-id",
                       OTR_APP_ID,
                       "flags",
                       G_APPLICATION_HANDLES_OPEN,
                       NULL);
}
