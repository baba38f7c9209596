/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-picture.h"

#include <math.h>

/* The pixels are cut into squares without being copied, and only squares in sight are drawn: a
 * texture is uploaded (or, by cairo, converted) whole each time, which at 24 megapixels takes 60
 * ms. */
#define SQUARE 512
#define MAX_SCALE 8.0
#define WHEEL_FACTOR 1.2
#define MARGIN 24
#define NARROW_WIDTH 600

struct _OtrPicture
{
  GtkWidget parent_instance;

  guint photo_width; /* what the scale counts in */
  guint photo_height;
  guint width; /* of the pixels there */
  guint height;
  GPtrArray *squares; /* GdkTexture, row by row */
  guint columns;

  gboolean fit;
  double scale;    /* device pixels a photo pixel; while fit: as the room gives */
  double center_x; /* photo pixel at the middle of the room */
  double center_y;
  double drag_x, drag_y;
  double pointer_x, pointer_y;
  double pinch_scale;
};

enum
{
  PROP_0,
  PROP_FIT,
  N_PROPS
};

enum
{
  SIGNAL_SCALED,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OtrPicture, otr_picture, GTK_TYPE_WIDGET)

/* ---- geometry, all in device pixels ---- */

static int
device (OtrPicture *self)
{
  return gtk_widget_get_scale_factor (GTK_WIDGET (self));
}

static double
room_width (OtrPicture *self)
{
  return (double) gtk_widget_get_width (GTK_WIDGET (self)) * device (self);
}

static double
room_height (OtrPicture *self)
{
  return (double) gtk_widget_get_height (GTK_WIDGET (self)) * device (self);
}

static double
scale_to_fit (OtrPicture *self, guint width, guint height)
{
  int margin = gtk_widget_get_width (GTK_WIDGET (self)) < NARROW_WIDTH ? 0 : MARGIN;
  double less = 2.0 * margin * device (self);
  double across = MAX (room_width (self) - less, 1), down = MAX (room_height (self) - less, 1);

  if (width == 0 || height == 0)
    return 1;
  return MIN (1, MIN (across / width, down / height));
}

static double
fit_scale (OtrPicture *self)
{
  return scale_to_fit (self, self->photo_width, self->photo_height);
}

static double
scale_of (OtrPicture *self)
{
  return self->fit ? fit_scale (self) : self->scale;
}

/* The middle stays where no empty border shows that need not. */
static double
clamp_center (double center, guint photo, double room, double scale)
{
  double half = room / scale / 2;

  if (photo <= 2 * half)
    return photo / 2.0;
  return CLAMP (center, half, photo - half);
}

static void
settle (OtrPicture *self)
{
  double scale = scale_of (self);

  self->center_x = clamp_center (self->center_x, self->photo_width, room_width (self), scale);
  self->center_y = clamp_center (self->center_y, self->photo_height, room_height (self), scale);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
set_fit (OtrPicture *self, gboolean fit)
{
  if (fit == self->fit)
    return;
  self->fit = fit;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_FIT]);
}

/* Scales around a place of the room, in device pixels from its middle. */
static void
zoom_around (OtrPicture *self, double scale, double dx, double dy)
{
  double before = scale_of (self);
  double least = fit_scale (self);

  scale = CLAMP (scale, least, MAX_SCALE);
  self->center_x += dx / before - dx / scale;
  self->center_y += dy / before - dy / scale;
  self->scale = scale;
  set_fit (self, scale <= least);
  settle (self);
  g_signal_emit (self, signals[SIGNAL_SCALED], 0);
}

void
otr_picture_fit (OtrPicture *self)
{
  set_fit (self, TRUE);
  settle (self);
  g_signal_emit (self, signals[SIGNAL_SCALED], 0);
}

void
otr_picture_zoom_to (OtrPicture *self, double scale)
{
  zoom_around (self, scale, 0, 0);
}

void
otr_picture_zoom_by (OtrPicture *self, double factor)
{
  zoom_around (self, scale_of (self) * factor, 0, 0);
}

static guint
pixels_at (OtrPicture *self, guint width, guint height, double scale)
{
  guint longest = MAX (width, height);

  if (longest == 0)
    return (guint) MAX (room_width (self), room_height (self));
  return (guint) MIN (ceil (longest * scale), longest);
}

guint
otr_picture_get_wanted_px (OtrPicture *self)
{
  return pixels_at (self, self->photo_width, self->photo_height, scale_of (self));
}

guint
otr_picture_get_fit_px (OtrPicture *self, guint width, guint height)
{
  return pixels_at (self, width, height, scale_to_fit (self, width, height));
}

guint
otr_picture_get_longest (OtrPicture *self)
{
  return MAX (self->width, self->height);
}

/* ---- pixels ---- */

static void
drop_pixels (OtrPicture *self)
{
  g_ptr_array_set_size (self->squares, 0);
  self->width = self->height = self->columns = 0;
}

void
otr_picture_begin (OtrPicture *self, guint width, guint height)
{
  drop_pixels (self);
  self->photo_width = width;
  self->photo_height = height;
  self->center_x = width / 2.0;
  self->center_y = height / 2.0;
  set_fit (self, TRUE);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
take_size (OtrPicture *self, guint width, guint height)
{
  self->width = width;
  self->height = height;
  if (self->photo_width == 0 || self->photo_height == 0)
    {
      self->photo_width = width;
      self->photo_height = height;
    }
  settle (self);
}

static void
add_square (OtrPicture *self, GBytes *rgb, guint x, guint y)
{
  gsize stride = (gsize) self->width * 3;
  guint width = MIN (SQUARE, self->width - x), height = MIN (SQUARE, self->height - y);
  gsize from = y * stride + (gsize) x * 3;
  gsize size = (height - 1) * stride + (gsize) width * 3;
  g_autoptr (GBytes) part = g_bytes_new_from_bytes (rgb, from, size);

  g_ptr_array_add (
      self->squares,
      gdk_memory_texture_new ((int) width, (int) height, GDK_MEMORY_R8G8B8, part, stride));
}

void
otr_picture_set_pixels (OtrPicture *self, GBytes *rgb, guint width, guint height)
{
  drop_pixels (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (rgb == NULL || width == 0 || height == 0 ||
      g_bytes_get_size (rgb) < (gsize) width * 3 * height)
    return;
  take_size (self, width, height);
  self->columns = (width + SQUARE - 1) / SQUARE;
  for (guint y = 0; y < height; y += SQUARE)
    for (guint x = 0; x < width; x += SQUARE)
      add_square (self, rgb, x, y);
}

void
otr_picture_set_texture (OtrPicture *self, GdkTexture *texture)
{
  drop_pixels (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (texture == NULL)
    return;
  take_size (self,
             (guint) gdk_texture_get_width (texture),
             (guint) gdk_texture_get_height (texture));
  self->columns = 1;
  g_ptr_array_add (self->squares, g_object_ref (texture));
}

gboolean
otr_picture_is_empty (OtrPicture *self)
{
  return self->squares->len == 0;
}

/* ---- drawing ---- */

typedef struct
{
  double x, y;         /* of the pixels' corner, device pixels */
  double across, down; /* device pixels a pixel of ours */
} Frame;

static Frame
frame_of (OtrPicture *self)
{
  double scale = scale_of (self);

  return (Frame){
    .x = round (room_width (self) / 2 - self->center_x * scale),
    .y = round (room_height (self) / 2 - self->center_y * scale),
    .across = round (self->photo_width * scale) / self->width,
    .down = round (self->photo_height * scale) / self->height,
  };
}

static void
draw_square (OtrPicture *self, GtkSnapshot *snapshot, guint index, const Frame *frame)
{
  GdkTexture *texture = self->squares->pdata[index];
  guint column = index % self->columns, row = index / self->columns;
  int width = gdk_texture_get_width (texture), height = gdk_texture_get_height (texture);
  /* Whole pixels, so that neighbours meet without a seam. */
  double left = frame->x + round (column * SQUARE * frame->across);
  double top = frame->y + round (row * SQUARE * frame->down);
  double right = frame->x + round ((column * SQUARE + width) * frame->across);
  double bottom = frame->y + round ((row * SQUARE + height) * frame->down);
  graphene_rect_t bounds;

  if (right <= 0 || bottom <= 0 || left >= room_width (self) || top >= room_height (self))
    return;
  bounds = GRAPHENE_RECT_INIT ((float) left,
                               (float) top,
                               (float) (right - left),
                               (float) (bottom - top));
  gtk_snapshot_append_texture (snapshot, texture, &bounds);
}

static void
otr_picture_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  OtrPicture *self = OTR_PICTURE (widget);
  float device_pixel = 1.0f / (float) device (self);
  Frame frame;

  if (self->squares->len == 0)
    return;
  frame = frame_of (self);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_scale (snapshot, device_pixel, device_pixel);
  for (guint i = 0; i < self->squares->len; i++)
    draw_square (self, snapshot, i, &frame);
  gtk_snapshot_restore (snapshot);
}

static void
otr_picture_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  OtrPicture *self = OTR_PICTURE (widget);

  settle (self);
  g_signal_emit (self, signals[SIGNAL_SCALED], 0);
}

/* ---- input ---- */

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, OtrPicture *self)
{
  self->pointer_x = x * device (self) - room_width (self) / 2;
  self->pointer_y = y * device (self) - room_height (self) / 2;
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, OtrPicture *self)
{
  zoom_around (self,
               scale_of (self) * pow (WHEEL_FACTOR, -dy),
               self->pointer_x,
               self->pointer_y);
  return GDK_EVENT_STOP;
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, OtrPicture *self)
{
  self->drag_x = self->center_x;
  self->drag_y = self->center_y;
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, OtrPicture *self)
{
  double scale = scale_of (self);

  if (self->fit)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  self->center_x = self->drag_x - dx * device (self) / scale;
  self->center_y = self->drag_y - dy * device (self) / scale;
  settle (self);
}

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, OtrPicture *self)
{
  self->pinch_scale = scale_of (self);
}

static void
on_pinch (GtkGestureZoom *gesture, double factor, OtrPicture *self)
{
  double x = 0, y = 0;

  (void) gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y);
  zoom_around (self,
               self->pinch_scale * factor,
               x * device (self) - room_width (self) / 2,
               y * device (self) - room_height (self) / 2);
}

static void
on_click (GtkGestureClick *gesture, int n_press, double x, double y, OtrPicture *self)
{
  if (n_press != 2)
    return;
  if (self->fit)
    zoom_around (self,
                 1,
                 x * device (self) - room_width (self) / 2,
                 y * device (self) - room_height (self) / 2);
  else
    otr_picture_fit (self);
}

static void
add_controllers (OtrPicture *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  gtk_widget_add_controller (widget, motion);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (widget, scroll);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
  g_signal_connect (click, "pressed", G_CALLBACK (on_click), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
}

/* ---- the widget ---- */

static void
otr_picture_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_boolean (value, OTR_PICTURE (object)->fit);
}

static void
otr_picture_finalize (GObject *object)
{
  g_ptr_array_unref (OTR_PICTURE (object)->squares);
  G_OBJECT_CLASS (otr_picture_parent_class)->finalize (object);
}

static void
otr_picture_class_init (OtrPictureClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = otr_picture_get_property;
  object_class->finalize = otr_picture_finalize;
  widget_class->snapshot = otr_picture_snapshot;
  widget_class->size_allocate = otr_picture_size_allocate;
  props[PROP_FIT] = g_param_spec_boolean (
      "fit", NULL, NULL, TRUE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  signals[SIGNAL_SCALED] = g_signal_new ("scaled",
                                         G_TYPE_FROM_CLASS (klass),
                                         G_SIGNAL_RUN_LAST,
                                         0,
                                         NULL,
                                         NULL,
                                         NULL,
                                         G_TYPE_NONE,
                                         0);
  gtk_widget_class_set_css_name (widget_class, "picture-view");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
otr_picture_init (OtrPicture *self)
{
  self->squares = g_ptr_array_new_with_free_func (g_object_unref);
  self->fit = TRUE;
  self->scale = 1;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  add_controllers (self);
}

GtkWidget *
otr_picture_new (void)
{
  return g_object_new (OTR_TYPE_PICTURE, NULL);
}
