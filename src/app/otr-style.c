/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-style.h"

#define RESOURCES "/io/github/outrider_photos/Outrider/"
#define PORTAL "org.freedesktop.portal.Desktop"
#define PORTAL_PATH "/org/freedesktop/portal/desktop"
#define PORTAL_SETTINGS "org.freedesktop.portal.Settings"
#define APPEARANCE "org.freedesktop.appearance"

struct _OtrStyle
{
  GdkDisplay *display;
  GtkCssProvider *colors;
  GtkCssProvider *contrast;
  GCancellable *cancellable;
  GDBusConnection *bus;
  guint subscription;
  gulong theme_handler;
  gulong dark_handler;
};

static void
add_provider (OtrStyle *style, GtkCssProvider *provider)
{
  gtk_style_context_add_provider_for_display (
      style->display, GTK_STYLE_PROVIDER (provider), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

static void
add_sheet (OtrStyle *style, const char *path)
{
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();

  gtk_css_provider_load_from_resource (provider, path);
  add_provider (style, provider);
}

static void
choose_sheets (OtrStyle *style)
{
  GtkSettings *settings = gtk_settings_get_for_display (style->display);
  g_autofree char *theme = NULL;
  gboolean dark;
  gboolean contrast;

  g_object_get (
      settings, "gtk-application-prefer-dark-theme", &dark, "gtk-theme-name", &theme, NULL);
  contrast = theme != NULL &&
             (g_str_has_prefix (theme, "HighContrast") || g_str_has_suffix (theme, "-hc"));
  gtk_css_provider_load_from_resource (
      style->colors, dark ? RESOURCES "colors-dark.css" : RESOURCES "colors-light.css");
  if (contrast)
    gtk_css_provider_load_from_resource (style->contrast, RESOURCES "colors-contrast.css");
  else
    gtk_css_provider_load_from_resource (style->contrast, RESOURCES "colors-none.css");
}

static void
take_scheme (OtrStyle *style, GVariant *value)
{
  g_autoptr (GVariant) inner = g_variant_ref (value);

  /* Read() wraps once more than the signal does. */
  while (g_variant_is_of_type (inner, G_VARIANT_TYPE_VARIANT))
    {
      GVariant *next = g_variant_get_variant (inner);

      g_variant_unref (inner);
      inner = next;
    }
  if (g_variant_is_of_type (inner, G_VARIANT_TYPE_UINT32))
    g_object_set (gtk_settings_get_for_display (style->display),
                  "gtk-application-prefer-dark-theme",
                  g_variant_get_uint32 (inner) == 1,
                  NULL);
}

static void
on_setting_changed (GDBusConnection *bus,
                    const char *sender,
                    const char *path,
                    const char *interface,
                    const char *signal,
                    GVariant *parameters,
                    gpointer data)
{
  const char *group;
  const char *key;
  g_autoptr (GVariant) value = NULL;

  if (!g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(ssv)")))
    return;
  g_variant_get (parameters, "(&s&sv)", &group, &key, &value);
  if (g_str_equal (group, APPEARANCE) && g_str_equal (key, "color-scheme"))
    take_scheme (data, value);
}

static void
on_scheme_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply =
      g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, &error);
  g_autoptr (GVariant) value = NULL;

  if (reply == NULL)
    return; /* no portal, or `style` is gone: GTK's setting stays */
  g_variant_get (reply, "(v)", &value);
  take_scheme (data, value);
}

static void
on_bus (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  GDBusConnection *bus = g_bus_get_finish (result, &error);
  OtrStyle *style = data;

  if (bus == NULL)
    return;
  style->bus = bus;
  style->subscription = g_dbus_connection_signal_subscribe (bus,
                                                            PORTAL,
                                                            PORTAL_SETTINGS,
                                                            "SettingChanged",
                                                            PORTAL_PATH,
                                                            APPEARANCE,
                                                            G_DBUS_SIGNAL_FLAGS_NONE,
                                                            on_setting_changed,
                                                            style,
                                                            NULL);
  g_dbus_connection_call (bus,
                          PORTAL,
                          PORTAL_PATH,
                          PORTAL_SETTINGS,
                          "Read",
                          g_variant_new ("(ss)", APPEARANCE, "color-scheme"),
                          G_VARIANT_TYPE ("(v)"),
                          G_DBUS_CALL_FLAGS_NONE,
                          2000,
                          style->cancellable,
                          on_scheme_read,
                          style);
}

OtrStyle *
otr_style_new (GdkDisplay *display)
{
  OtrStyle *style = g_new0 (OtrStyle, 1);
  GtkSettings *settings = gtk_settings_get_for_display (display);

  style->display = g_object_ref (display);
  style->colors = gtk_css_provider_new ();
  style->contrast = gtk_css_provider_new ();
  style->cancellable = g_cancellable_new ();
  style->dark_handler = g_signal_connect_swapped (
      settings, "notify::gtk-application-prefer-dark-theme", G_CALLBACK (choose_sheets), style);
  style->theme_handler = g_signal_connect_swapped (
      settings, "notify::gtk-theme-name", G_CALLBACK (choose_sheets), style);
  choose_sheets (style);
  add_provider (style, style->colors);
  add_provider (style, style->contrast);
  add_sheet (style, RESOURCES "window.css");
  add_sheet (style, RESOURCES "style.css");
  g_bus_get (G_BUS_TYPE_SESSION, style->cancellable, on_bus, style);
  return style;
}

void
otr_style_free (OtrStyle *style)
{
  GtkSettings *settings;

  if (style == NULL)
    return;
  settings = gtk_settings_get_for_display (style->display);
  g_cancellable_cancel (style->cancellable);
  if (style->bus != NULL)
    g_dbus_connection_signal_unsubscribe (style->bus, style->subscription);
  g_clear_signal_handler (&style->dark_handler, settings);
  g_clear_signal_handler (&style->theme_handler, settings);
  g_clear_object (&style->bus);
  g_clear_object (&style->cancellable);
  g_clear_object (&style->colors);
  g_clear_object (&style->contrast);
  g_clear_object (&style->display);
  g_free (style);
}
