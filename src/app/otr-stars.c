/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-stars.h"

#include <gdk/gdkkeysyms.h>
#include <glib/gi18n.h>

#include "otr-compat.h"

#define STAR 18
#define PITCH 23
#define EMPTY 0.7f

struct _OtrStars
{
  GtkWidget parent_instance;

  int rating;
};

enum
{
  SIGNAL_RATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OtrStars, otr_stars, GTK_TYPE_WIDGET)

static gboolean
is_rtl (OtrStars *self)
{
  return gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
}

static void
say_value (OtrStars *self)
{
  g_autofree char *text = g_strdup_printf (
      ngettext ("%d of %d stars", "%d of %d stars", self->rating), self->rating, OTR_STARS_MAX);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MIN,
                                  0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX,
                                  (double) OTR_STARS_MAX,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW,
                                  (double) self->rating,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                  text,
                                  -1);
}

void
otr_stars_set_rating (OtrStars *self, int rating)
{
  self->rating = CLAMP (rating, 0, OTR_STARS_MAX);
  say_value (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

int
otr_stars_get_rating (OtrStars *self)
{
  return self->rating;
}

static void
rate (OtrStars *self, int rating)
{
  otr_stars_set_rating (self, rating);
  g_signal_emit (self, signals[SIGNAL_RATED], 0, self->rating);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, OtrStars *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int star = (int) (is_rtl (self) ? width - x : x) / PITCH + 1;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  rate (self, star == self->rating ? 0 : star);
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint keyval,
                guint keycode,
                GdkModifierType state,
                OtrStars *self)
{
  int forward = is_rtl (self) ? -1 : 1;

  switch (keyval)
    {
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      rate (self, self->rating + forward);
      return GDK_EVENT_STOP;
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      rate (self, self->rating - forward);
      return GDK_EVENT_STOP;
    case GDK_KEY_Up:
    case GDK_KEY_Down:
      rate (self, self->rating + (keyval == GDK_KEY_Up ? 1 : -1));
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
draw_star (OtrStars *self, GtkSnapshot *snapshot, int index, const GdkRGBA *colour)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int x = index * PITCH;
  int left = is_rtl (self) ? gtk_widget_get_width (widget) - x - STAR : x;
  g_autoptr (GtkIconPaintable) icon = gtk_icon_theme_lookup_icon (
      gtk_icon_theme_get_for_display (gtk_widget_get_display (widget)),
      index < self->rating ? "starred-symbolic" : "non-starred-symbolic",
      NULL,
      STAR,
      gtk_widget_get_scale_factor (widget),
      gtk_widget_get_direction (widget),
      GTK_ICON_LOOKUP_FORCE_SYMBOLIC);
  GdkRGBA ink = *colour;

  if (index >= self->rating)
    ink = (GdkRGBA){ 0.5f, 0.5f, 0.5f, EMPTY };
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (
      snapshot,
      &GRAPHENE_POINT_INIT ((float) left,
                            (float) (gtk_widget_get_height (widget) - STAR) / 2));
  gtk_symbolic_paintable_snapshot_symbolic (
      GTK_SYMBOLIC_PAINTABLE (icon), snapshot, STAR, STAR, &ink, 1);
  gtk_snapshot_restore (snapshot);
}

static void
otr_stars_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  GdkRGBA colour;

  otr_compat_get_color (widget, &colour);
  for (int i = 0; i < OTR_STARS_MAX; i++)
    draw_star (OTR_STARS (widget), snapshot, i, &colour);
}

static void
otr_stars_measure (GtkWidget *widget,
                   GtkOrientation orientation,
                   int for_size,
                   int *minimum,
                   int *natural,
                   int *minimum_baseline,
                   int *natural_baseline)
{
  gboolean across = orientation == GTK_ORIENTATION_HORIZONTAL;

  *minimum = *natural = across ? (OTR_STARS_MAX - 1) * PITCH + STAR : STAR + 4;
}

static void
otr_stars_class_init (OtrStarsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = otr_stars_snapshot;
  widget_class->measure = otr_stars_measure;
  signals[SIGNAL_RATED] = g_signal_new ("rated",
                                        G_TYPE_FROM_CLASS (klass),
                                        G_SIGNAL_RUN_LAST,
                                        0,
                                        NULL,
                                        NULL,
                                        NULL,
                                        G_TYPE_NONE,
                                        1,
                                        G_TYPE_INT);
  gtk_widget_class_set_css_name (widget_class, "stars");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
}

static void
otr_stars_init (OtrStars *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Rating"),
                                  -1);
  say_value (self);
}
