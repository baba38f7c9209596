/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <gdk/gdkkeysyms.h>

#include "otr-photo-grid-private.h"

static gboolean
is_rtl (OtrPhotoGrid *self)
{
  return gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
}

static void
activate (OtrPhotoGrid *self, guint position)
{
  g_signal_emit (self,
                 otr_photo_grid_signals[OTR_PHOTO_GRID_ACTIVATE_PHOTO],
                 0,
                 otr_photo_list_get_id (self->model, position));
}

/* ---- the context menu ---- */

static void
ask_menu (OtrPhotoGrid *self, guint position, int x, int y)
{
  if (!otr_photo_grid_is_selected (self, otr_photo_list_get_id (self->model, position)))
    otr_photo_grid_select_only (self, position);
  g_signal_emit (self, otr_photo_grid_signals[OTR_PHOTO_GRID_CONTEXT_MENU], 0, x, y);
}

/* In the midst of the photo that has the focus. */
static void
ask_menu_by_key (OtrPhotoGrid *self, guint position)
{
  OtrGridPlace place;
  int half = self->layout.tile / 2;
  int x;

  otr_photo_grid_focus_position (self, position);
  place = otr_grid_layout_place (&self->layout, position);
  x = is_rtl (self) ? self->layout.spec.width - place.x - half : place.x + half;
  ask_menu (self, position, x, (int) (place.y - (gint64) otr_photo_grid_get_value (self)) + half);
}

/* ---- keys ---- */

static guint
one_beside (OtrPhotoGrid *self, guint position, int by)
{
  if (by < 0)
    return position > 0 ? position - 1 : 0;
  return MIN (position + 1, self->layout.n_photos - 1);
}

/* Where a key leads from `position`; FALSE when it is no such key. */
static gboolean
find_target (OtrPhotoGrid *self, guint keyval, guint position, guint *out_target)
{
  GtkAdjustment *adjustment = self->adjustments[GTK_ORIENTATION_VERTICAL];
  int page = (int) gtk_adjustment_get_page_size (adjustment) - self->layout.tile;

  switch (keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      *out_target = one_beside (self, position, is_rtl (self) ? 1 : -1);
      return TRUE;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      *out_target = one_beside (self, position, is_rtl (self) ? -1 : 1);
      return TRUE;
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      *out_target = otr_grid_layout_move (&self->layout, position, -1);
      return TRUE;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      *out_target = otr_grid_layout_move (&self->layout, position, 1);
      return TRUE;
    case GDK_KEY_Page_Up:
    case GDK_KEY_KP_Page_Up:
      *out_target = otr_grid_layout_page (&self->layout, position, -MAX (page, 1));
      return TRUE;
    case GDK_KEY_Page_Down:
    case GDK_KEY_KP_Page_Down:
      *out_target = otr_grid_layout_page (&self->layout, position, MAX (page, 1));
      return TRUE;
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      *out_target = 0;
      return TRUE;
    case GDK_KEY_End:
    case GDK_KEY_KP_End:
      *out_target = self->layout.n_photos - 1;
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
move (OtrPhotoGrid *self, guint keyval, guint position, GdkModifierType state)
{
  guint target;

  if (!find_target (self, keyval, position, &target))
    return FALSE;
  otr_photo_grid_focus_position (self, target);
  if (state & GDK_SHIFT_MASK)
    {
      if (self->range_id == 0)
        self->range_id = otr_photo_list_get_id (self->model, position);
      otr_photo_grid_select_range (self, target, (state & GDK_CONTROL_MASK) != 0);
    }
  return TRUE;
}

static gboolean
act (OtrPhotoGrid *self, guint keyval, guint position, GdkModifierType state)
{
  switch (keyval)
    {
    case GDK_KEY_space:
    case GDK_KEY_KP_Space:
      if (state & GDK_CONTROL_MASK)
        otr_photo_grid_toggle_section (self, otr_grid_layout_section_of (&self->layout, position));
      else
        otr_photo_grid_toggle (self, position);
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_ISO_Enter:
      if (state != 0)
        return FALSE; /* Alt+Return is another command */
      activate (self, position);
      return TRUE;
    case GDK_KEY_Menu:
      ask_menu_by_key (self, position);
      return TRUE;
    case GDK_KEY_F10:
      if (state != GDK_SHIFT_MASK)
        return FALSE;
      ask_menu_by_key (self, position);
      return TRUE;
    case GDK_KEY_Escape:
      if (gtk_bitset_is_empty (self->selected))
        return FALSE;
      otr_photo_grid_unselect_all (self);
      return TRUE;
    case GDK_KEY_a:
    case GDK_KEY_A:
      if (state != GDK_CONTROL_MASK)
        return FALSE;
      otr_photo_grid_select_all (self);
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint keyval,
                guint keycode,
                GdkModifierType state,
                OtrPhotoGrid *self)
{
  guint position;

  state &= gtk_accelerator_get_default_mod_mask ();
  if (!otr_photo_grid_get_focus_position (self, &position) || (state & GDK_ALT_MASK))
    return GDK_EVENT_PROPAGATE;
  return move (self, keyval, position, state) || act (self, keyval, position, state);
}

/* ---- pointer ---- */

static gboolean
pick (OtrPhotoGrid *self, double x, double y, guint *out_position, gboolean *out_on_tick)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int from_start = (int) (is_rtl (self) ? width - 1 - x : x);
  gint64 content_y = (gint64) (y + otr_photo_grid_get_value (self));
  OtrGridPlace place;

  if (!otr_grid_layout_pick (&self->layout, from_start, content_y, out_position))
    return FALSE;
  place = otr_grid_layout_place (&self->layout, *out_position);
  *out_on_tick = from_start - place.x < OTR_PHOTO_TILE_TICK_AREA &&
                 content_y - place.y < OTR_PHOTO_TILE_TICK_AREA;
  return TRUE;
}

static void
select_by_click (OtrPhotoGrid *self, guint position, GdkModifierType state, gboolean on_tick)
{
  gboolean control = (state & GDK_CONTROL_MASK) != 0;

  if (state & GDK_SHIFT_MASK)
    otr_photo_grid_select_range (self, position, control);
  else if (control || on_tick)
    otr_photo_grid_toggle (self, position);
  else
    otr_photo_grid_select_only (self, position);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, OtrPhotoGrid *self)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  gboolean on_tick;
  guint position;

  if (!pick (self, x, y, &position, &on_tick))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  otr_photo_grid_focus_position (self, position);
  if (n_press == 1 || on_tick)
    select_by_click (self, position, state, on_tick);
  else if (n_press == 2 && !(state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)))
    activate (self, position);
}

/* A press on nothing unselects, as in a file manager. */
static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, OtrPhotoGrid *self)
{
  gboolean on_tick;
  guint position;

  if (!pick (self, x, y, &position, &on_tick))
    otr_photo_grid_unselect_all (self);
}

static void
on_secondary_pressed (
    GtkGestureClick *gesture, int n_press, double x, double y, OtrPhotoGrid *self)
{
  gboolean on_tick;
  guint position;

  if (!pick (self, x, y, &position, &on_tick))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  otr_photo_grid_focus_position (self, position);
  ask_menu (self, position, (int) x, (int) y);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, OtrPhotoGrid *self)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));

  if (!(state & GDK_CONTROL_MASK) || dy == 0)
    return GDK_EVENT_PROPAGATE;
  otr_photo_grid_zoom (self, dy < 0 ? 1 : -1);
  return GDK_EVENT_STOP;
}

void
otr_photo_grid_add_controllers (OtrPhotoGrid *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL |
                                       GTK_EVENT_CONTROLLER_SCROLL_DISCRETE);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *secondary = gtk_gesture_click_new ();

  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect (secondary, "pressed", G_CALLBACK (on_secondary_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (secondary));
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
}
