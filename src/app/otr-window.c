/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-window.h"

#include <glib/gi18n.h>

#include "otr-window-private.h"
#include "otr-words.h"

G_DEFINE_FINAL_TYPE (OtrWindow, otr_window, GTK_TYPE_APPLICATION_WINDOW)

#define RESOURCES "/io/github/outrider_photos/Outrider/"
#define SCRUBBER_ROOM 62
#define LEAST_WIDTH 360

void
otr_window_enable_action (OtrWindow *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

OtrEngine *
otr_window_get_engine (OtrWindow *self)
{
  g_return_val_if_fail (OTR_IS_WINDOW (self), NULL);
  return self->engine;
}

/* ---- pages ---- */

void
otr_window_show_page (OtrWindow *self, const char *name)
{
  gtk_stack_set_visible_child_name (self->pages, name);
}

/* Not while a person is at the side bar or types. */
void
otr_window_focus_grid (OtrWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  self->focus_grid = FALSE;
  if (focus != NULL && (gtk_widget_is_ancestor (focus, GTK_WIDGET (self->side_bar)) ||
                        gtk_widget_is_ancestor (focus, GTK_WIDGET (self->search_bar))))
    return;
  self->focus_grid = !gtk_widget_grab_focus (GTK_WIDGET (self->grid));
}

void
otr_window_show_grid (OtrWindow *self)
{
  g_return_if_fail (OTR_IS_WINDOW (self));
  if (gtk_window_is_fullscreen (GTK_WINDOW (self)))
    gtk_window_unfullscreen (GTK_WINDOW (self));
  otr_window_show_page (self, self->engine != NULL ? "grid" : "welcome");
  otr_window_focus_grid (self);
}

static void
on_modal_gone (OtrWindow *self)
{
  self->n_modal--;
  if (self->modal_veil != NULL) /* NULL: the window itself goes */
    gtk_widget_set_visible (self->modal_veil, self->n_modal > 0);
}

void
otr_window_present_modal (OtrWindow *self, GtkWindow *dialog)
{
  g_return_if_fail (OTR_IS_WINDOW (self));
  self->n_modal++;
  gtk_widget_set_visible (self->modal_veil, TRUE);
  g_signal_connect_object (
      dialog, "destroy", G_CALLBACK (on_modal_gone), self, G_CONNECT_SWAPPED);
  gtk_window_present (dialog);
}

static void
on_page_changed (OtrWindow *self)
{
  const char *page = gtk_stack_get_visible_child_name (self->pages);

  if (self->settings == NULL || page == NULL)
    return; /* the template is still being built */
  if (!g_str_equal (page, "photo"))
    otr_photo_view_clear (self->photo_view);
  otr_window_layout_update (self);
}

static void
on_fullscreen (OtrWindow *self)
{
  if (gtk_window_is_fullscreen (GTK_WINDOW (self)))
    gtk_window_unfullscreen (GTK_WINDOW (self));
  else
    gtk_window_fullscreen (GTK_WINDOW (self));
}

static void
show_photo (OtrWindow *self, gint64 photo_id)
{
  g_object_set (self->photo_view, "place", self->view_name, NULL);
  otr_photo_view_show (self->photo_view, self->engine, self->photos, photo_id);
  otr_window_show_page (self, "photo");
  gtk_widget_grab_focus (GTK_WIDGET (self->photo_view));
}

static void
on_photo_activated (OtrPhotoGrid *grid, gint64 photo_id, gpointer data)
{
  show_photo (data, photo_id);
}

/* From the report: the photo need not be in the list that is shown. */
static void
on_report_photo (OtrReport *report, gint64 photo_id, gpointer data)
{
  OtrWindow *self = data;

  otr_side_bar_choose (self->side_bar, OTR_VIEW_ALL);
  otr_photo_grid_reveal (self->grid, photo_id);
  show_photo (self, photo_id);
}

/* ---- what the grid shows ---- */

typedef struct
{
  OtrView view;
  const char *icon;
  const char *title;
  const char *text;
} EmptyWords;

static const EmptyWords empty_words[] = {
  { OTR_VIEW_ALL,
    "emblem-photos-symbolic",
    N_ ("No photos yet"),
    N_ ("Choose a folder, or drop one here.") },
  { OTR_VIEW_ROLL, "document-open-recent-symbolic", N_ ("No photos from this import"), NULL },
  { OTR_VIEW_DUPLICATES, "edit-copy-symbolic", N_ ("No photo is here twice"), NULL },
  { OTR_VIEW_DAMAGED, "emblem-photos-symbolic", N_ ("No damaged photos"), NULL },
  { OTR_VIEW_MISSING, "emblem-photos-symbolic", N_ ("Every photo is in its place"), NULL },
  { OTR_VIEW_FOLDER, "folder-symbolic", N_ ("No photos in this folder"), NULL },
  { OTR_VIEW_ALBUM, "emblem-photos-symbolic", N_ ("No photos in this album"), NULL },
};

static void
set_empty (OtrWindow *self, const char *icon, const char *title, const char *text)
{
  gtk_image_set_from_icon_name (self->empty_icon, icon);
  gtk_label_set_label (self->empty_title, title);
  gtk_label_set_label (self->empty_text, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->empty_text), text != NULL);
}

static void
set_empty_button (OtrWindow *self, const char *label, const char *action)
{
  gtk_widget_set_visible (GTK_WIDGET (self->empty_button), label != NULL);
  if (label == NULL)
    return;
  gtk_button_set_label (self->empty_button, label);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->empty_button), action);
}

static void
describe_empty (OtrWindow *self)
{
  g_autofree char *title = NULL;

  if (self->query.search != NULL)
    {
      /* Translators: %s is what the person looked for. */
      title = g_strdup_printf (_ ("No photos match “%s”"), self->query.search);
      set_empty (self, "system-search-symbolic", title, _ ("Try fewer words."));
      set_empty_button (self, _ ("Clear Search"), "win.clear-search");
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (empty_words); i++)
    {
      const EmptyWords *words = &empty_words[i];

      if (words->view == self->query.view)
        set_empty (
            self, words->icon, _ (words->title), words->text != NULL ? _ (words->text) : NULL);
    }
  if (self->query.view == OTR_VIEW_ALL)
    set_empty_button (self, _ ("Import Folder…"), "win.import");
  else
    set_empty_button (self, NULL, NULL);
}

static void
on_photos_changed (OtrWindow *self)
{
  guint n = otr_photo_list_get_length (self->photos);
  gboolean empty = n == 0 && otr_photo_list_is_loaded (self->photos);
  g_autofree char *count = otr_words_photos (n);

  gtk_label_set_label (self->subtitle, count);
  if (empty)
    describe_empty (self);
  gtk_stack_set_visible_child_name (self->grid_stack, empty ? "empty" : "photos");
  if (self->focus_grid && n > 0)
    otr_window_focus_grid (self);
}

void
otr_window_update_query (OtrWindow *self)
{
  const char *search = gtk_editable_get_text (GTK_EDITABLE (self->search_entry));

  g_free (self->query.search);
  self->query.search = *search != '\0' ? g_strdup (search) : NULL;
  self->query.sort = g_settings_get_enum (self->settings, "sort");
  if (self->engine == NULL)
    return;
  gtk_label_set_label (self->title, self->view_name);
  gtk_widget_set_visible (self->report_button, self->query.view == OTR_VIEW_ROLL);
  otr_photo_list_set_query (self->photos, self->engine, &self->query);
}

static void
on_chosen (OtrSideBar *side_bar, int view, gint64 id, const char *name, gpointer data)
{
  OtrWindow *self = data;

  self->query.view = view;
  self->query.id = id;
  g_free (self->view_name);
  self->view_name = g_strdup (name);
  otr_window_update_query (self);
  otr_window_layout_close_side (self);
  if (self->engine != NULL)
    otr_window_show_grid (self);
}

static void
on_search_changed (OtrWindow *self)
{
  otr_window_update_query (self);
}

static void
on_tile_size_setting (OtrWindow *self)
{
  g_object_set (self->grid, "tile-size", g_settings_get_enum (self->settings, "tile-size"), NULL);
}

static void
on_tile_size (OtrWindow *self)
{
  int size;

  g_object_get (self->grid, "tile-size", &size, NULL);
  if (size != g_settings_get_enum (self->settings, "tile-size"))
    g_settings_set_enum (self->settings, "tile-size", size);
}

/* ---- actions ---- */

static void
toggle_side_bar (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  otr_window_layout_toggle_side (data);
}

static void
search (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  OtrWindow *self = data;

  if (self->engine == NULL)
    return;
  otr_window_show_grid (self);
  gtk_toggle_button_set_active (self->search_button, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->search_entry));
}

static void
clear_search (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  OtrWindow *self = data;

  gtk_editable_set_text (GTK_EDITABLE (self->search_entry), "");
  gtk_toggle_button_set_active (self->search_button, FALSE);
}

static void
zoom_in (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  otr_photo_grid_zoom (OTR_WINDOW (data)->grid, 1);
}

static void
zoom_out (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  otr_photo_grid_zoom (OTR_WINDOW (data)->grid, -1);
}

static void
zoom_default (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  otr_photo_grid_zoom (OTR_WINDOW (data)->grid, 0);
}

static void
show_activity (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  OtrWindow *self = data;

  if (self->engine != NULL)
    otr_window_show_page (self, "activity");
}

static void
show_message (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  otr_toast_show (OTR_WINDOW (data)->toast, g_variant_get_string (parameter, NULL));
}

static void
show_report (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  OtrWindow *self = data;

  if (self->engine == NULL)
    return;
  otr_toast_hide (self->toast);
  otr_report_show_roll (self->report, g_variant_get_int64 (parameter));
  otr_window_show_page (self, "report");
}

static void
show_roll (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  OtrWindow *self = data;

  otr_side_bar_choose (self->side_bar, OTR_VIEW_ROLL);
  self->query.id = g_variant_get_int64 (parameter);
  otr_window_update_query (self);
}

static void
go_back (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  OtrWindow *self = data;
  const char *page = gtk_stack_get_visible_child_name (self->pages);

  if (self->side_over)
    otr_window_layout_close_side (self);
  else if (g_str_equal (page, "report") || g_str_equal (page, "activity"))
    otr_window_show_grid (self);
}

static void
toggle_fullscreen (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  on_fullscreen (data);
}

static void
add_actions (OtrWindow *self)
{
  static const GActionEntry entries[] = {
    { "side-bar", toggle_side_bar },
    { "search", search },
    { "clear-search", clear_search },
    { "zoom-in", zoom_in },
    { "zoom-out", zoom_out },
    { "zoom-default", zoom_default },
    { "activity", show_activity },
    { "show-message", show_message, "s" },
    { "report", show_report, "x" },
    { "show-roll", show_roll, "x" },
    { "back", go_back },
    { "fullscreen", toggle_fullscreen },
  };
  static const char *const keys[] = { "sort", "tile-size", "whole-photos" };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (GAction) action = g_settings_create_action (self->settings, keys[i]);

      g_action_map_add_action (G_ACTION_MAP (self), action);
    }
}

/* ---- the widget ---- */

/* What is beside each other in a wide window lies over each other in a narrow one, so the least
 * width is that of the narrow one: else the window could not be made narrow in one go. */
static void
otr_window_measure (GtkWidget *widget,
                    GtkOrientation orientation,
                    int for_size,
                    int *minimum,
                    int *natural,
                    int *minimum_baseline,
                    int *natural_baseline)
{
  GTK_WIDGET_CLASS (otr_window_parent_class)
      ->measure (
          widget, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = MIN (*minimum, LEAST_WIDTH);
}

static void
otr_window_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GTK_WIDGET_CLASS (otr_window_parent_class)->size_allocate (widget, width, height, baseline);
  otr_window_layout_allocated (OTR_WINDOW (widget), width);
}

static gboolean
otr_window_close_request (GtkWindow *window)
{
  OtrWindow *self = OTR_WINDOW (window);
  gboolean maximized = gtk_window_is_maximized (window);
  int width;
  int height;

  g_settings_set_boolean (self->settings, "window-maximized", maximized);
  gtk_window_get_default_size (window, &width, &height);
  if (!maximized && !gtk_window_is_fullscreen (window))
    {
      g_settings_set_int (self->settings, "window-width", MAX (width, 360));
      g_settings_set_int (self->settings, "window-height", MAX (height, 240));
    }
  return GTK_WINDOW_CLASS (otr_window_parent_class)->close_request (window);
}

static void
otr_window_dispose (GObject *object)
{
  OtrWindow *self = OTR_WINDOW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->settings != NULL)
    {
      otr_window_import_dispose (self);
      otr_window_layout_dispose (self);
      g_signal_handlers_disconnect_by_data (self->settings, self);
    }
  if (self->photos != NULL)
    g_signal_handlers_disconnect_by_data (self->photos, self);
  g_clear_pointer (&self->photo_menu, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), OTR_TYPE_WINDOW);
  g_clear_object (&self->photos);
  g_clear_object (&self->engine);
  g_clear_object (&self->menus);
  g_clear_object (&self->settings);
  otr_photo_query_clear (&self->query);
  g_clear_pointer (&self->view_name, g_free);
  G_OBJECT_CLASS (otr_window_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, OtrWindow, child)
  BIND (columns);
  BIND (side);
  BIND (side_box);
  BIND (menu_button);
  BIND (side_bar);
  BIND (pages);
  BIND (starting_text);
  BIND (welcome);
  BIND (title);
  BIND (subtitle);
  BIND (show_side_button);
  BIND (import_button);
  BIND (import_label);
  BIND (other_menu_button);
  BIND (view_button);
  BIND (sort_button);
  BIND (search_button);
  BIND (report_button);
  BIND (search_bar);
  BIND (search_entry);
  BIND (grid_stack);
  BIND (grid_scroll);
  BIND (grid);
  BIND (empty_icon);
  BIND (empty_title);
  BIND (empty_text);
  BIND (empty_button);
  BIND (scrubber);
  BIND (import_clamp);
  BIND (import_view);
  BIND (photo_view);
  BIND (report);
  BIND (activity);
  BIND (veil);
  BIND (modal_veil);
  BIND (toast);
  BIND (drop_hint);
#undef BIND
}

static void
otr_window_class_init (OtrWindowClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = otr_window_dispose;
  widget_class->measure = otr_window_measure;
  widget_class->size_allocate = otr_window_size_allocate;
  GTK_WINDOW_CLASS (class)->close_request = otr_window_close_request;
  g_type_ensure (OTR_TYPE_SIDE_BAR);
  g_type_ensure (OTR_TYPE_WELCOME);
  g_type_ensure (OTR_TYPE_CLAMP);
  g_type_ensure (OTR_TYPE_PHOTO_GRID);
  g_type_ensure (OTR_TYPE_PHOTO_VIEW);
  g_type_ensure (OTR_TYPE_DATE_SCRUBBER);
  g_type_ensure (OTR_TYPE_IMPORT_VIEW);
  g_type_ensure (OTR_TYPE_REPORT);
  g_type_ensure (OTR_TYPE_ACTIVITY);
  g_type_ensure (OTR_TYPE_TOAST);
  gtk_widget_class_set_template_from_resource (widget_class, RESOURCES "window.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, on_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_page_changed);
  gtk_widget_class_bind_template_callback (widget_class, otr_window_on_welcome_import);
  gtk_widget_class_bind_template_callback (widget_class, otr_window_on_welcome_sample);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_photo_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_fullscreen);
  gtk_widget_class_bind_template_callback (widget_class, on_report_photo);
  gtk_widget_class_bind_template_callback (widget_class, otr_window_show_grid);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "win.back", NULL);
  otr_window_photos_class_init (widget_class);
}

static void
otr_window_init (OtrWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* Not bound: letting go of a template unparents its named children, and GtkWindow wants to do
   * that with its child itself. */
  self->overlay = GTK_OVERLAY (gtk_window_get_child (GTK_WINDOW (self)));
  self->menus = gtk_builder_new_from_resource (RESOURCES "menus.ui");
  self->view_name = g_strdup (_ ("All Photos"));
  gtk_menu_button_set_menu_model (self->menu_button,
                                  G_MENU_MODEL (gtk_builder_get_object (self->menus, "main_menu")));
  gtk_menu_button_set_menu_model (self->other_menu_button,
                                  G_MENU_MODEL (gtk_builder_get_object (self->menus, "main_menu")));
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->sort_button),
                                  G_MENU_MODEL (gtk_builder_get_object (self->menus, "sort_menu")));
  gtk_search_bar_connect_entry (self->search_bar, GTK_EDITABLE (self->search_entry));
}

/* What needs the settings. */
static void
take_settings (OtrWindow *self, GSettings *settings)
{
  self->settings = g_object_ref (settings);
  self->photos = otr_photo_list_new ();
  otr_photo_grid_set_model (self->grid, self->photos);
  /* After the grid: it has its places right when this page changes. */
  g_signal_connect_swapped (self->photos, "items-changed", G_CALLBACK (on_photos_changed), self);
  g_signal_connect_swapped (self->photos, "loaded", G_CALLBACK (on_photos_changed), self);
  otr_date_scrubber_set_grid (self->scrubber, self->grid);
  g_object_set (self->grid, "end-room", SCRUBBER_ROOM, NULL);
  add_actions (self);
  otr_window_catalog_init (self);
  otr_window_import_init (self);
  otr_window_photos_init (self);
  otr_window_enable_action (self, "import", FALSE);
  otr_window_enable_action (self, "report", FALSE);
  g_signal_connect_swapped (settings, "changed::sort", G_CALLBACK (otr_window_update_query), self);
  g_signal_connect_swapped (
      settings, "changed::tile-size", G_CALLBACK (on_tile_size_setting), self);
  g_signal_connect_swapped (
      settings, "changed", G_CALLBACK (otr_window_import_settings_changed), self);
  on_tile_size_setting (self);
  g_signal_connect_swapped (self->grid, "notify::tile-size", G_CALLBACK (on_tile_size), self);
  g_settings_bind (settings, "whole-photos", self->grid, "whole-photos", G_SETTINGS_BIND_DEFAULT);
  otr_window_layout_init (self);
}

GtkWidget *
otr_window_new (GtkApplication *application, GSettings *settings)
{
  OtrWindow *self = g_object_new (OTR_TYPE_WINDOW, "application", application, NULL);

  take_settings (self, settings);
  return GTK_WIDGET (self);
}
