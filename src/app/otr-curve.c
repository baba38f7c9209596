/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-curve.h"

#include <math.h>

#include <glib/gi18n.h>

#include "otr-compat.h"
#include "otr-words.h"

#define SCALE_WIDTH 82
#define HEIGHT 150
#define LINES 3
#define MOST_POINTS 1200

typedef struct
{
  double seconds;
  double value;
} Point;

typedef struct
{
  double seconds;
  guint threads;
} Mark;

struct _OtrCurve
{
  GtkWidget parent_instance;
  GArray *points;
  GArray *marks;
  double top; /* of the scale */
};

G_DEFINE_FINAL_TYPE (OtrCurve, otr_curve, GTK_TYPE_WIDGET)

/* The least round number, divisible by three lines, that holds `value`. */
static double
nice_top (double value)
{
  static const double steps[] = { 1.5, 3, 6, 7.5, 9, 15 };
  double unit = pow (10, floor (log10 (MAX (value, 1))));

  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    if (steps[i] * unit >= value)
      return steps[i] * unit;
  return 15 * unit;
}

/* Halves the number of points when there are many: the curve is some hundred pixels wide. */
static void
thin_out (OtrCurve *self)
{
  guint kept = 0;

  for (guint i = 0; i + 1 < self->points->len; i += 2)
    {
      Point *a = &g_array_index (self->points, Point, i);
      Point *b = &g_array_index (self->points, Point, i + 1);
      Point mean = { b->seconds, (a->value + b->value) / 2 };

      g_array_index (self->points, Point, kept++) = mean;
    }
  g_array_set_size (self->points, kept);
}

void
otr_curve_add (OtrCurve *self, double seconds, double mb_per_s)
{
  Point point = { seconds, MAX (mb_per_s, 0) };
  g_autofree char *rate = otr_words_rate (point.value);

  g_return_if_fail (OTR_IS_CURVE (self));
  if (self->points->len >= MOST_POINTS)
    thin_out (self);
  g_array_append_val (self->points, point);
  self->top = MAX (self->top, nice_top (point.value));
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, rate, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
otr_curve_mark (OtrCurve *self, double seconds, guint threads)
{
  Mark mark = { seconds, threads };

  g_return_if_fail (OTR_IS_CURVE (self));
  if (self->marks->len > 0 &&
      g_array_index (self->marks, Mark, self->marks->len - 1).threads == threads)
    return;
  g_array_append_val (self->marks, mark);
}

void
otr_curve_clear (OtrCurve *self)
{
  g_return_if_fail (OTR_IS_CURVE (self));
  g_array_set_size (self->points, 0);
  g_array_set_size (self->marks, 0);
  self->top = nice_top (1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- drawing ---- */

typedef struct
{
  cairo_t *cr;
  double width;
  double height;
  double seconds; /* shown */
  double top;
  GdkRGBA text;
  GdkRGBA accent;
} Canvas;

static double
x_of (const Canvas *canvas, double seconds)
{
  return canvas->seconds > 0 ? seconds / canvas->seconds * canvas->width : 0;
}

static double
y_of (const Canvas *canvas, double value)
{
  return canvas->height - value / canvas->top * canvas->height;
}

static void
set_color (const Canvas *canvas, const GdkRGBA *color, double alpha)
{
  cairo_set_source_rgba (canvas->cr, color->red, color->green, color->blue, color->alpha * alpha);
}

static void
draw_lines (const Canvas *canvas)
{
  cairo_set_line_width (canvas->cr, 1);
  set_color (canvas, &canvas->text, 0.09);
  for (int i = 0; i <= LINES; i++)
    {
      double y = floor (canvas->height * i / LINES) + 0.5;

      cairo_move_to (canvas->cr, 0, y);
      cairo_line_to (canvas->cr, canvas->width, y);
    }
  cairo_stroke (canvas->cr);
}

static void
trace (const Canvas *canvas, GArray *points)
{
  for (guint i = 0; i < points->len; i++)
    {
      const Point *point = &g_array_index (points, Point, i);

      cairo_line_to (canvas->cr, x_of (canvas, point->seconds), y_of (canvas, point->value));
    }
}

static void
draw_curve (const Canvas *canvas, GArray *points)
{
  const Point *first = &g_array_index (points, Point, 0);

  cairo_move_to (canvas->cr, x_of (canvas, first->seconds), canvas->height);
  trace (canvas, points);
  cairo_line_to (canvas->cr, canvas->width, canvas->height);
  cairo_close_path (canvas->cr);
  set_color (canvas, &canvas->accent, 0.12);
  cairo_fill (canvas->cr);
  cairo_set_line_width (canvas->cr, 2);
  cairo_set_line_join (canvas->cr, CAIRO_LINE_JOIN_ROUND);
  set_color (canvas, &canvas->accent, 1);
  trace (canvas, points);
  cairo_stroke (canvas->cr);
}

static void
draw_marks (const Canvas *canvas, GArray *marks)
{
  static const double dashes[] = { 2, 2 };

  cairo_set_line_width (canvas->cr, 1);
  cairo_set_dash (canvas->cr, dashes, G_N_ELEMENTS (dashes), 0);
  set_color (canvas, &canvas->accent, 0.7);
  for (guint i = 0; i < marks->len; i++)
    {
      double x = floor (x_of (canvas, g_array_index (marks, Mark, i).seconds)) + 0.5;

      cairo_move_to (canvas->cr, x, 0);
      cairo_line_to (canvas->cr, x, canvas->height);
    }
  cairo_stroke (canvas->cr);
}

static void
draw_text (OtrCurve *self,
           GtkSnapshot *snapshot,
           const char *text,
           double x,
           double y,
           double align,
           const GdkRGBA *color)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  PangoAttrList *attributes = pango_attr_list_new ();
  int width;

  pango_attr_list_insert (attributes, pango_attr_scale_new (0.82));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_get_pixel_size (layout, &width, NULL);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x - width * align, y));
  gtk_snapshot_append_layout (snapshot, layout, color);
  gtk_snapshot_restore (snapshot);
}

static void
draw_words (OtrCurve *self, GtkSnapshot *snapshot, const Canvas *canvas)
{
  g_autofree char *end = otr_words_clock (canvas->seconds);
  GdkRGBA dim = canvas->text;

  dim.alpha *= 0.7;
  for (int i = 0; i < LINES; i++)
    {
      g_autofree char *rate = otr_words_rate (self->top * (LINES - i) / LINES);

      draw_text (
          self, snapshot, rate, canvas->width + SCALE_WIDTH, canvas->height * i / LINES, 1, &dim);
    }
  draw_text (self, snapshot, "0:00", 0, canvas->height + 6, 0, &dim);
  draw_text (self,
             snapshot,
             _ ("Numbers: preload threads"),
             canvas->width / 2,
             canvas->height + 6,
             0.5,
             &dim);
  draw_text (self, snapshot, end, canvas->width, canvas->height + 6, 1, &dim);
  for (guint i = 0; i < self->marks->len; i++)
    {
      const Mark *mark = &g_array_index (self->marks, Mark, i);
      g_autofree char *threads = g_strdup_printf ("%u", mark->threads);

      draw_text (self,
                 snapshot,
                 threads,
                 x_of (canvas, mark->seconds) + 5,
                 canvas->height - 18,
                 0,
                 &canvas->accent);
    }
}

static void
find_colors (OtrCurve *self, Canvas *canvas)
{
  otr_compat_get_color (GTK_WIDGET (self), &canvas->text);
  otr_compat_get_color (gtk_widget_get_first_child (GTK_WIDGET (self)), &canvas->accent);
}

static void
otr_curve_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  OtrCurve *self = OTR_CURVE (widget);
  Canvas canvas = { .width = gtk_widget_get_width (widget) - SCALE_WIDTH, .height = HEIGHT };

  if (self->points->len < 2 || canvas.width <= 0)
    return;
  canvas.seconds = g_array_index (self->points, Point, self->points->len - 1).seconds;
  canvas.top = self->top;
  find_colors (self, &canvas);
  canvas.cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, canvas.width + 1, canvas.height + 1));
  draw_lines (&canvas);
  draw_curve (&canvas, self->points);
  draw_marks (&canvas, self->marks);
  cairo_destroy (canvas.cr);
  draw_words (self, snapshot, &canvas);
}

static void
otr_curve_measure (GtkWidget *widget,
                   GtkOrientation orientation,
                   int for_size,
                   int *minimum,
                   int *natural,
                   int *minimum_baseline,
                   int *natural_baseline)
{
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural = HEIGHT + 28;
  else
    {
      *minimum = 200;
      *natural = 600;
    }
}

static void
otr_curve_dispose (GObject *object)
{
  GtkWidget *probe = gtk_widget_get_first_child (GTK_WIDGET (object));

  g_clear_pointer (&probe, gtk_widget_unparent);
  G_OBJECT_CLASS (otr_curve_parent_class)->dispose (object);
}

static void
otr_curve_finalize (GObject *object)
{
  OtrCurve *self = OTR_CURVE (object);

  g_array_unref (self->points);
  g_array_unref (self->marks);
  G_OBJECT_CLASS (otr_curve_parent_class)->finalize (object);
}

static void
otr_curve_class_init (OtrCurveClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = otr_curve_dispose;
  G_OBJECT_CLASS (class)->finalize = otr_curve_finalize;
  widget_class->snapshot = otr_curve_snapshot;
  widget_class->measure = otr_curve_measure;
  gtk_widget_class_set_css_name (widget_class, "curve");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
otr_curve_init (OtrCurve *self)
{
  GtkWidget *probe = gtk_label_new (NULL);

  self->points = g_array_new (FALSE, FALSE, sizeof (Point));
  self->marks = g_array_new (FALSE, FALSE, sizeof (Mark));
  self->top = nice_top (1);
  /* Carries the accent's colour from the style sheet. */
  gtk_widget_add_css_class (probe, "accent");
  gtk_widget_set_visible (probe, FALSE);
  gtk_widget_set_parent (probe, GTK_WIDGET (self));
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Throughput"), -1);
}
