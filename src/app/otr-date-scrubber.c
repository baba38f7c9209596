/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-date-scrubber.h"

#include <gdk/gdkkeysyms.h>
#include <glib/gi18n.h>

#include "otr-calendar.h"
#include "otr-compat.h"

#define WIDTH 48
#define SCROLLBAR_ROOM 12
#define EDGE 20        /* free above the first and below the last year */
#define LABEL_PITCH 34 /* least distance between two years */
#define TICK_PITCH 13  /* least distance between two months' ticks */
#define TICK_WIDTH 6
#define MARK_WIDTH 12
#define LABEL_ROOM 17 /* from the edge to the end of a year */
#define DIM 0.71f
#define FAINT 0.3f

struct _OtrDateScrubber
{
  GtkWidget parent_instance;

  OtrPhotoGrid *grid;
  gulong view_handler;
  gboolean years;
  gboolean scrubbing;
};

enum
{
  PROP_0,
  PROP_YEARS,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (OtrDateScrubber, otr_date_scrubber, GTK_TYPE_WIDGET)

static OtrPhotoList *
list_of (OtrDateScrubber *self)
{
  return self->grid != NULL ? otr_photo_grid_get_model (self->grid) : NULL;
}

static const OtrSection *
days_of (OtrDateScrubber *self, guint *out_n)
{
  OtrPhotoList *list = list_of (self);

  *out_n = 0;
  if (list == NULL || !otr_photo_list_has_days (list))
    return NULL;
  return otr_photo_list_get_sections (list, out_n);
}

/* Photos, not pixels: the same whatever the tile size. */
static double
y_of (OtrDateScrubber *self, guint position)
{
  double room = gtk_widget_get_height (GTK_WIDGET (self)) - 2 * EDGE;
  guint n = otr_photo_list_get_length (list_of (self));

  return EDGE + (n > 1 ? room * position / (n - 1) : 0);
}

static guint
position_at (OtrDateScrubber *self, double y)
{
  double room = MAX (gtk_widget_get_height (GTK_WIDGET (self)) - 2 * EDGE, 1);
  guint n = otr_photo_list_get_length (list_of (self));

  return (guint) (CLAMP ((y - EDGE) / room, 0, 1) * (n - 1) + 0.5);
}

static guint
day_at (const OtrSection *days, guint n, guint position)
{
  guint low = 0, high = n;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (days[middle].first <= position)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/* ---- drawing ---- */

static double
mirrored (OtrDateScrubber *self, double x, double width)
{
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    return WIDTH - x - width;
  return x;
}

static void
draw_bar (OtrDateScrubber *self,
          GtkSnapshot *snapshot,
          double y,
          double width,
          double height,
          const GdkRGBA *colour)
{
  graphene_rect_t bounds =
      GRAPHENE_RECT_INIT ((float) mirrored (self, WIDTH - width - 2, width),
                          (float) floor (y - height / 2),
                          (float) width,
                          (float) height);

  gtk_snapshot_append_color (snapshot, colour, &bounds);
}

static void
draw_year (OtrDateScrubber *self, GtkSnapshot *snapshot, int year, double y, gboolean here)
{
  g_autofree char *text = g_strdup_printf ("%d", year);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  PangoAttrList *attributes = pango_attr_list_new ();
  GdkRGBA colour;
  int width, height;

  pango_attr_list_insert (attributes, pango_attr_scale_new (0.82));
  if (here)
    pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_get_pixel_size (layout, &width, &height);
  otr_compat_get_color (GTK_WIDGET (self), &colour);
  colour.alpha *= here ? 1 : DIM;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (
      snapshot,
      &GRAPHENE_POINT_INIT ((float) mirrored (self, WIDTH - width - LABEL_ROOM, width),
                            (float) (y - height / 2)));
  gtk_snapshot_append_layout (snapshot, layout, &colour);
  gtk_snapshot_restore (snapshot);
}

/* Years where there is room for their labels, ticks where there is room for a tick. */
static void
draw_scale (OtrDateScrubber *self, GtkSnapshot *snapshot, int year_here)
{
  guint n;
  const OtrSection *days = days_of (self, &n);
  double last_label = -LABEL_PITCH, last_tick = -TICK_PITCH;
  int last_year = G_MININT;
  GdkRGBA faint;

  otr_compat_get_color (GTK_WIDGET (self), &faint);
  faint.alpha *= FAINT;
  for (guint i = 0; i < n && days[i].day != OTR_DAY_NONE; i++)
    {
      double y = y_of (self, days[i].first);
      gboolean room = y - last_label >= LABEL_PITCH;
      int year;

      if (!room && y - last_tick < TICK_PITCH)
        continue;
      year = otr_calendar_year (days[i].day);
      if (year != last_year && room)
        {
          if (self->years || self->scrubbing)
            draw_year (self, snapshot, year, y, year == year_here);
          last_year = year;
          last_label = last_tick = y;
        }
      else if (y - last_tick >= TICK_PITCH)
        {
          draw_bar (self, snapshot, y, TICK_WIDTH, 1, &faint);
          last_tick = y;
        }
    }
}

static void
otr_date_scrubber_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  OtrDateScrubber *self = OTR_DATE_SCRUBBER (widget);
  guint n, top;
  const OtrSection *days = days_of (self, &n);
  GtkWidget *mark = gtk_widget_get_first_child (widget);
  GdkRGBA accent;
  gint32 day;

  if (n == 0 || !otr_photo_grid_get_top (self->grid, &top))
    return;
  day = days[day_at (days, n, top)].day;
  draw_scale (self, snapshot, day != OTR_DAY_NONE ? otr_calendar_year (day) : G_MININT);
  otr_compat_get_color (mark, &accent); /* the accent, as the style sheet has it */
  draw_bar (self, snapshot, y_of (self, top), MARK_WIDTH, 3, &accent);
}

/* ---- following the grid ---- */

static void
say_value (OtrDateScrubber *self, guint top, gint32 day)
{
  g_autofree char *month = otr_calendar_month (day);
  guint n = otr_photo_list_get_length (list_of (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MIN,
                                  0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX,
                                  (double) (n > 0 ? n - 1 : 0),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW,
                                  (double) top,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                  month,
                                  -1);
}

static void
on_view_changed (OtrPhotoGrid *grid, OtrDateScrubber *self)
{
  guint n, top = 0;
  const OtrSection *days = days_of (self, &n);
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (grid));
  gboolean useful = n > 1 && adjustment != NULL &&
                    gtk_adjustment_get_upper (adjustment) >
                        gtk_adjustment_get_page_size (adjustment);

  gtk_widget_set_child_visible (GTK_WIDGET (self), useful);
  if (!useful || !otr_photo_grid_get_top (grid, &top))
    return;
  say_value (self, top, days[day_at (days, n, top)].day);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
otr_date_scrubber_set_grid (OtrDateScrubber *self, OtrPhotoGrid *grid)
{
  g_return_if_fail (OTR_IS_DATE_SCRUBBER (self));

  if (self->grid != NULL)
    g_clear_signal_handler (&self->view_handler, self->grid);
  g_set_object (&self->grid, grid);
  if (grid == NULL)
    return;
  self->view_handler =
      g_signal_connect (grid, "view-changed", G_CALLBACK (on_view_changed), self);
  on_view_changed (grid, self);
}

/* ---- input ---- */

static void
go_to (OtrDateScrubber *self, double y)
{
  guint n;
  const OtrSection *days = days_of (self, &n);
  guint position;

  if (n == 0)
    return;
  position = position_at (self, y);
  /* Days begin with their heading; in a long one the very photo is meant. */
  if (days[day_at (days, n, position)].count < 100)
    position = days[day_at (days, n, position)].first;
  otr_photo_grid_scroll_to (self->grid, position);
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, OtrDateScrubber *self)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  self->scrubbing = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  go_to (self, y);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, OtrDateScrubber *self)
{
  double x, y;

  if (gtk_gesture_drag_get_start_point (gesture, &x, &y))
    go_to (self, y + dy);
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, OtrDateScrubber *self)
{
  self->scrubbing = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static guint
year_step (const OtrSection *days, guint n, guint index, gboolean forward)
{
  int year = otr_calendar_year (days[index].day);

  while (forward ? index + 1 < n : index > 0)
    {
      index += forward ? 1 : -1;
      if (days[index].day == OTR_DAY_NONE || otr_calendar_year (days[index].day) != year)
        break;
    }
  return index;
}

/* Arrows go by days, Page keys by years. */
static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint keyval,
                guint keycode,
                GdkModifierType state,
                OtrDateScrubber *self)
{
  guint n, top;
  const OtrSection *days = days_of (self, &n);
  guint index;

  if (n == 0 || !otr_photo_grid_get_top (self->grid, &top))
    return GDK_EVENT_PROPAGATE;
  index = day_at (days, n, top);
  if (keyval == GDK_KEY_Up || keyval == GDK_KEY_KP_Up)
    index = index > 0 ? index - 1 : 0;
  else if (keyval == GDK_KEY_Down || keyval == GDK_KEY_KP_Down)
    index = MIN (index + 1, n - 1);
  else if (keyval == GDK_KEY_Page_Up || keyval == GDK_KEY_Page_Down)
    index = year_step (days, n, index, keyval == GDK_KEY_Page_Down);
  else if (keyval == GDK_KEY_Home || keyval == GDK_KEY_End)
    index = keyval == GDK_KEY_Home ? 0 : n - 1;
  else
    return GDK_EVENT_PROPAGATE;
  otr_photo_grid_scroll_to (self->grid, days[index].first);
  return GDK_EVENT_STOP;
}

/* ---- the widget ---- */

static void
otr_date_scrubber_measure (GtkWidget *widget,
                           GtkOrientation orientation,
                           int for_size,
                           int *minimum,
                           int *natural,
                           int *minimum_baseline,
                           int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : 0;
}

static void
otr_date_scrubber_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  OtrDateScrubber *self = OTR_DATE_SCRUBBER (object);

  self->years = g_value_get_boolean (value);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
otr_date_scrubber_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_boolean (value, OTR_DATE_SCRUBBER (object)->years);
}

static void
otr_date_scrubber_dispose (GObject *object)
{
  OtrDateScrubber *self = OTR_DATE_SCRUBBER (object);
  GtkWidget *mark = gtk_widget_get_first_child (GTK_WIDGET (self));

  otr_date_scrubber_set_grid (self, NULL);
  if (mark != NULL)
    gtk_widget_unparent (mark);
  G_OBJECT_CLASS (otr_date_scrubber_parent_class)->dispose (object);
}

static void
otr_date_scrubber_class_init (OtrDateScrubberClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = otr_date_scrubber_set_property;
  object_class->get_property = otr_date_scrubber_get_property;
  object_class->dispose = otr_date_scrubber_dispose;
  widget_class->measure = otr_date_scrubber_measure;
  widget_class->snapshot = otr_date_scrubber_snapshot;
  props[PROP_YEARS] = g_param_spec_boolean (
      "years", NULL, NULL, TRUE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  gtk_widget_class_set_css_name (widget_class, "date-scrubber");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
}

static void
otr_date_scrubber_init (OtrDateScrubber *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkWidget *mark = g_object_new (GTK_TYPE_BOX,
                                  "accessible-role",
                                  GTK_ACCESSIBLE_ROLE_PRESENTATION,
                                  "css-name",
                                  "mark",
                                  NULL);

  self->years = TRUE;
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_margin_end (widget, SCROLLBAR_ROOM);
  gtk_widget_set_parent (mark, widget);
  gtk_widget_set_child_visible (mark, FALSE); /* only its colour is wanted */
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  gtk_widget_add_controller (widget, keys);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Date"),
                                  -1);
}

GtkWidget *
otr_date_scrubber_new (void)
{
  return g_object_new (OTR_TYPE_DATE_SCRUBBER, NULL);
}
