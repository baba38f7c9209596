/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-preferences-window.h"

#include <glib/gi18n.h>

#include "otr-clamp.h"
#include "otr-performance-page.h"
#include "otr-row.h"
#include "otr-words.h"

struct _OtrPreferencesWindow
{
  GtkWindow parent_instance;
  OtrRow *catalog_row;
  OtrRow *digest_row;
  GtkDropDown *thumbnail_size;
  GtkDropDown *tile_size;
  GtkSwitch *whole_photos;
  GtkSwitch *follow_links;
  GtkSwitch *hidden_files;
  GtkListBox *left_out;
  GtkEntry *new_name;
  OtrPerformancePage *performance;

  GSettings *settings;
};

G_DEFINE_FINAL_TYPE (OtrPreferencesWindow, otr_preferences_window, GTK_TYPE_WINDOW)

/* ---- drop-downs: position in the list <-> nick of the key ---- */

static const char *const thumbnail_sizes[] = { "automatic", "normal", "large", NULL };
static const char *const tile_sizes[] = { "smallest", "small", "medium", "large", "largest", NULL };

static gboolean
nick_to_position (GValue *value, GVariant *variant, gpointer data)
{
  const char *const *nicks = data;

  for (guint i = 0; nicks[i] != NULL; i++)
    if (g_str_equal (nicks[i], g_variant_get_string (variant, NULL)))
      g_value_set_uint (value, i);
  return TRUE;
}

static GVariant *
position_to_nick (const GValue *value, const GVariantType *type, gpointer data)
{
  char **nicks = data;
  guint position = g_value_get_uint (value);

  return position < g_strv_length (nicks) ? g_variant_new_string (nicks[position]) : NULL;
}

static void
bind_choice (OtrPreferencesWindow *self,
             const char *key,
             GtkDropDown *choice,
             const char *const *nicks)
{
  g_settings_bind_with_mapping (self->settings,
                                key,
                                choice,
                                "selected",
                                G_SETTINGS_BIND_DEFAULT,
                                nick_to_position,
                                position_to_nick,
                                (gpointer) nicks,
                                NULL);
}

/* ---- names left out ---- */

static void
on_remove_name (GtkButton *button, gpointer data)
{
  OtrPreferencesWindow *self = data;
  const char *name = g_object_get_data (G_OBJECT (button), "name");
  g_auto (GStrv) names = g_settings_get_strv (self->settings, "leave-out");
  g_autoptr (GStrvBuilder) kept = g_strv_builder_new ();
  g_auto (GStrv) strv = NULL;

  for (guint i = 0; names[i] != NULL; i++)
    if (!g_str_equal (names[i], name))
      g_strv_builder_add (kept, names[i]);
  strv = g_strv_builder_end (kept);
  g_settings_set_strv (self->settings, "leave-out", (const char *const *) strv);
}

static GtkWidget *
name_row_new (OtrPreferencesWindow *self, const char *name)
{
  GtkWidget *row = otr_row_new (name, NULL);
  GtkWidget *button = gtk_button_new_from_icon_name ("list-remove-symbolic");
  /* Translators: %s is a file name that was left out of imports. */
  g_autofree char *label = g_strdup_printf (_ ("Import %s again"), name);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_object_set_data_full (G_OBJECT (button), "name", g_strdup (name), g_free);
  g_signal_connect (button, "clicked", G_CALLBACK (on_remove_name), self);
  otr_row_add (OTR_ROW (row), button);
  return row;
}

static void
show_left_out (OtrPreferencesWindow *self)
{
  g_auto (GStrv) names = g_settings_get_strv (self->settings, "leave-out");
  GtkListBoxRow *row;
  guint n = g_strv_length (names);

  /* The last row is the entry for another name. */
  while (gtk_list_box_get_row_at_index (self->left_out, 1) != NULL)
    {
      row = gtk_list_box_get_row_at_index (self->left_out, 0);
      gtk_list_box_remove (self->left_out, GTK_WIDGET (row));
    }
  for (guint i = 0; i < n; i++)
    gtk_list_box_insert (self->left_out, name_row_new (self, names[i]), i);
}

static void
on_add_name (OtrPreferencesWindow *self)
{
  g_autofree char *name =
      g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->new_name))));
  g_auto (GStrv) names = g_settings_get_strv (self->settings, "leave-out");
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) strv = NULL;

  if (*name == '\0' || g_strv_contains ((const char *const *) names, name))
    return;
  g_strv_builder_addv (builder, (const char **) names);
  g_strv_builder_add (builder, name);
  strv = g_strv_builder_end (builder);
  g_settings_set_strv (self->settings, "leave-out", (const char *const *) strv);
  gtk_editable_set_text (GTK_EDITABLE (self->new_name), "");
}

/* ---- the catalog ---- */

/* The chooser belongs to the main window, which goes on alone. */
static void
leave_for (OtrPreferencesWindow *self, const char *action)
{
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));

  if (parent != NULL)
    gtk_widget_activate_action (GTK_WIDGET (parent), action, NULL);
  gtk_window_destroy (GTK_WINDOW (self));
}

static void
on_new_catalog (OtrPreferencesWindow *self)
{
  leave_for (self, "win.new-catalog");
}

static void
on_open_catalog (OtrPreferencesWindow *self)
{
  leave_for (self, "win.open-catalog");
}

/* ---- the window ---- */

static void
show_catalog (OtrPreferencesWindow *self, OtrEngine *engine)
{
  OtrCatalog *catalog = engine != NULL ? otr_engine_get_catalog (engine) : NULL;
  g_autofree char *place = NULL;

  if (catalog == NULL)
    {
      otr_row_set_caption (self->catalog_row, _ ("No catalog is open"));
      gtk_widget_set_visible (GTK_WIDGET (self->digest_row), FALSE);
      return;
    }
  place = otr_words_place (otr_catalog_get_path (catalog));
  otr_row_set_caption (self->catalog_row, place);
  otr_row_set_note (self->digest_row,
                    otr_catalog_get_digest_kind (catalog) == OTR_DIGEST_MD5 ? "MD5" : "SHA-256");
}

GtkWidget *
otr_preferences_window_new (GtkWindow *parent, GSettings *settings, OtrEngine *engine)
{
  OtrPreferencesWindow *self =
      g_object_new (OTR_TYPE_PREFERENCES_WINDOW, "transient-for", parent, NULL);

  self->settings = g_object_ref (settings);
  show_catalog (self, engine);
  bind_choice (self, "thumbnail-size", self->thumbnail_size, thumbnail_sizes);
  bind_choice (self, "tile-size", self->tile_size, tile_sizes);
  g_settings_bind (settings, "whole-photos", self->whole_photos, "active", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "follow-links", self->follow_links, "active", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "hidden-files", self->hidden_files, "active", G_SETTINGS_BIND_DEFAULT);
  g_signal_connect_swapped (settings, "changed::leave-out", G_CALLBACK (show_left_out), self);
  show_left_out (self);
  otr_performance_page_start (self->performance, settings, engine);
  return GTK_WIDGET (self);
}

static void
otr_preferences_window_dispose (GObject *object)
{
  OtrPreferencesWindow *self = OTR_PREFERENCES_WINDOW (object);

  if (self->settings != NULL)
    g_signal_handlers_disconnect_by_data (self->settings, self);
  gtk_widget_dispose_template (GTK_WIDGET (self), OTR_TYPE_PREFERENCES_WINDOW);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (otr_preferences_window_parent_class)->dispose (object);
}

static void
otr_preferences_window_class_init (OtrPreferencesWindowClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = otr_preferences_window_dispose;
  g_type_ensure (OTR_TYPE_ROW);
  g_type_ensure (OTR_TYPE_CLAMP);
  g_type_ensure (OTR_TYPE_PERFORMANCE_PAGE);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/outrider_photos/Outrider/preferences-window.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, OtrPreferencesWindow, child)
  BIND (catalog_row);
  BIND (digest_row);
  BIND (thumbnail_size);
  BIND (tile_size);
  BIND (whole_photos);
  BIND (follow_links);
  BIND (hidden_files);
  BIND (left_out);
  BIND (new_name);
  BIND (performance);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, on_add_name);
  gtk_widget_class_bind_template_callback (widget_class, on_new_catalog);
  gtk_widget_class_bind_template_callback (widget_class, on_open_catalog);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
otr_preferences_window_init (OtrPreferencesWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
