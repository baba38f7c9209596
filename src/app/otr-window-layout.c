/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-window-private.h"

/* Wide, folded and narrow layouts of the window. The width is learnt while it is allocated; what
 * follows from it changes sizes, so it waits until the frame is done. */

#define FOLDED_BELOW 720
#define NARROW_BELOW 600
#define SIDE_WIDTH 236
#define SIDE_OVER_WIDTH 280
#define BAR_WIDTH 756 /* 720 and its margins */

static OtrWidth
width_class (int width)
{
  if (width < NARROW_BELOW)
    return OTR_WIDTH_NARROW;
  return width < FOLDED_BELOW ? OTR_WIDTH_FOLDED : OTR_WIDTH_WIDE;
}

static gboolean
page_has_side_bar (OtrWindow *self)
{
  const char *page = gtk_stack_get_visible_child_name (self->pages);

  return page != NULL && (g_str_equal (page, "grid") || g_str_equal (page, "report") ||
                          g_str_equal (page, "activity"));
}

/* The side bar is one widget that lies either beside the pages or over them. */
static void
move_side (OtrWindow *self, gboolean over)
{
  GtkWidget *side = GTK_WIDGET (self->side);
  gboolean is_over = gtk_widget_get_parent (side) == GTK_WIDGET (self->overlay);

  if (over == is_over)
    return;
  g_object_ref (side);
  if (is_over)
    {
      gtk_overlay_remove_overlay (self->overlay, side);
      gtk_box_prepend (self->columns, side);
      gtk_widget_set_halign (side, GTK_ALIGN_FILL);
      gtk_widget_remove_css_class (self->side_box, "over");
    }
  else
    {
      gtk_box_remove (self->columns, side);
      gtk_widget_set_halign (side, GTK_ALIGN_START);
      gtk_overlay_add_overlay (self->overlay, side);
      gtk_widget_add_css_class (self->side_box, "over");
    }
  gtk_widget_set_size_request (self->side_box, over ? SIDE_OVER_WIDTH : SIDE_WIDTH, -1);
  g_object_unref (side);
}

void
otr_window_layout_update (OtrWindow *self)
{
  gboolean folded = self->width != OTR_WIDTH_WIDE;
  gboolean allowed = page_has_side_bar (self);
  gboolean beside = allowed && !folded && g_settings_get_boolean (self->settings, "side-bar");
  gboolean over = allowed && folded && self->side_over;

  move_side (self, folded);
  gtk_widget_set_visible (GTK_WIDGET (self->side), allowed);
  gtk_revealer_set_reveal_child (self->side, beside || over);
  gtk_widget_set_can_target (GTK_WIDGET (self->side), beside || over);
  gtk_widget_set_visible (self->veil, over);
  gtk_widget_set_visible (self->show_side_button, !beside);
  gtk_widget_set_visible (GTK_WIDGET (self->other_menu_button), !beside && !folded);
}

static void
apply_width (OtrWindow *self)
{
  gboolean narrow = self->width == OTR_WIDTH_NARROW;

  self->side_over = FALSE;
  gtk_widget_set_visible (self->import_label, !narrow);
  if (narrow)
    gtk_widget_add_css_class (self->import_button, "icon-only");
  else
    gtk_widget_remove_css_class (self->import_button, "icon-only");
  gtk_widget_set_visible (self->sort_button, !narrow);
  gtk_menu_button_set_icon_name (self->view_button,
                                 narrow ? "view-more-symbolic" : "view-grid-symbolic");
  gtk_menu_button_set_menu_model (
      self->view_button,
      G_MENU_MODEL (gtk_builder_get_object (self->menus, narrow ? "narrow_menu" : "view_menu")));
  g_object_set (self->scrubber, "years", !narrow, NULL);
  g_object_set (self->photo_view, "narrow", self->width != OTR_WIDTH_WIDE, NULL);
  otr_import_view_set_narrow (self->import_view, narrow);
  otr_activity_set_folded (self->activity, self->width != OTR_WIDTH_WIDE, narrow);
  otr_window_layout_update (self);
}

static gboolean
on_width_changed (gpointer data)
{
  OtrWindow *self = data;

  self->width_idle = 0;
  apply_width (self);
  return G_SOURCE_REMOVE;
}

void
otr_window_layout_allocated (OtrWindow *self, int width)
{
  OtrWidth class = width_class (width);

  if (class == self->width)
    return;
  self->width = class;
  if (self->width_idle == 0)
    self->width_idle = g_idle_add_full (G_PRIORITY_HIGH_IDLE, on_width_changed, self, NULL);
}

void
otr_window_layout_toggle_side (OtrWindow *self)
{
  if (self->width == OTR_WIDTH_WIDE)
    {
      gboolean shown = g_settings_get_boolean (self->settings, "side-bar");

      g_settings_set_boolean (self->settings, "side-bar", !shown);
    }
  else
    self->side_over = !self->side_over;
  otr_window_layout_update (self);
}

void
otr_window_layout_close_side (OtrWindow *self)
{
  if (!self->side_over)
    return;
  self->side_over = FALSE;
  otr_window_layout_update (self);
}

void
otr_window_layout_init (OtrWindow *self)
{
  GtkGesture *press = gtk_gesture_click_new ();

  g_signal_connect_swapped (press, "pressed", G_CALLBACK (otr_window_layout_close_side), self);
  gtk_widget_add_controller (self->veil, GTK_EVENT_CONTROLLER (press));
  self->width = OTR_WIDTH_WIDE;
  gtk_window_set_default_size (GTK_WINDOW (self),
                               g_settings_get_int (self->settings, "window-width"),
                               g_settings_get_int (self->settings, "window-height"));
  if (g_settings_get_boolean (self->settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  g_signal_connect_swapped (
      self->settings, "changed::side-bar", G_CALLBACK (otr_window_layout_update), self);
  apply_width (self);
}

void
otr_window_layout_dispose (OtrWindow *self)
{
  g_clear_handle_id (&self->width_idle, g_source_remove);
  g_signal_handlers_disconnect_by_func (self->settings, otr_window_layout_update, self);
}
