/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-histogram.h"

#include <glib/gi18n.h>

#define BINS 64
#define SAMPLE 40000
#define HEIGHT 70

struct _OtrHistogram
{
  GtkWidget parent_instance;

  gboolean filled;
  double heights[3][BINS]; /* red, green, blue; 0..1 */
};

static const GdkRGBA inks[3] = {
  { 0.88f, 0.11f, 0.14f, 1 },
  { 0.15f, 0.64f, 0.41f, 1 },
  { 0.21f, 0.52f, 0.89f, 1 },
};

G_DEFINE_FINAL_TYPE (OtrHistogram, otr_histogram, GTK_TYPE_WIDGET)

/* One burnt-out or black edge must not press everything else flat. */
static double
highest_inside (guint counts[3][BINS])
{
  guint highest = 1;

  for (guint c = 0; c < 3; c++)
    for (guint i = 1; i + 1 < BINS; i++)
      highest = MAX (highest, counts[c][i]);
  return highest;
}

void
otr_histogram_set_pixels (OtrHistogram *self, GBytes *rgb)
{
  guint counts[3][BINS] = { 0 };
  gsize n = rgb != NULL ? g_bytes_get_size (rgb) / 3 : 0;
  const guint8 *pixels = rgb != NULL ? g_bytes_get_data (rgb, NULL) : NULL;
  gsize step = n / SAMPLE + 1;
  double highest;

  for (gsize i = 0; i < n; i += step)
    for (guint c = 0; c < 3; c++)
      counts[c][pixels[3 * i + c] * BINS / 256]++;
  highest = highest_inside (counts);
  for (guint c = 0; c < 3; c++)
    for (guint i = 0; i < BINS; i++)
      self->heights[c][i] = MIN (counts[c][i] / highest, 1);
  self->filled = n > 0;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
trace (OtrHistogram *self, cairo_t *cr, guint channel, double width, double height)
{
  cairo_move_to (cr, 0, height);
  for (guint i = 0; i < BINS; i++)
    cairo_line_to (cr,
                   width * i / (BINS - 1),
                   height - (height - 12) * self->heights[channel][i]);
  cairo_line_to (cr, width, height);
}

static void
otr_histogram_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  OtrHistogram *self = OTR_HISTOGRAM (widget);
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height);
  cairo_t *cr;

  if (!self->filled)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  cairo_set_line_width (cr, 1);
  for (guint c = 0; c < 3; c++)
    {
      trace (self, cr, c, width, height);
      cairo_set_source_rgba (cr, inks[c].red, inks[c].green, inks[c].blue, 0.32);
      cairo_fill_preserve (cr);
      cairo_set_source_rgba (cr, inks[c].red, inks[c].green, inks[c].blue, 0.75);
      cairo_stroke (cr);
    }
  cairo_destroy (cr);
}

static void
otr_histogram_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : 120;
}

static void
otr_histogram_class_init (OtrHistogramClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = otr_histogram_snapshot;
  widget_class->measure = otr_histogram_measure;
  gtk_widget_class_set_css_name (widget_class, "histogram");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
otr_histogram_init (OtrHistogram *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Histogram"),
                                  -1);
}
