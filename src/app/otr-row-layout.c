/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-row-layout.h"

#define GAP 12
#define GAP_BELOW 8
#define NARROW_BELOW 520 /* of a window of 600, less its margins */

typedef struct
{
  GtkWidget *text;
  GtkWidget *controls;
  int controls_width; /* 0: there are none */
  gboolean below;
} Row;

static int
natural_width (GtkWidget *widget)
{
  int natural = 0;

  if (gtk_widget_should_layout (widget))
    gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  return natural;
}

static int
height_for (GtkWidget *widget, int width)
{
  int natural = 0;

  if (gtk_widget_should_layout (widget))
    gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, width, NULL, &natural, NULL, NULL);
  return natural;
}

/* A switch or a short button stays beside its text, whatever the width. */
static Row
row_in (GtkWidget *widget, int width)
{
  Row row = { gtk_widget_get_first_child (widget), gtk_widget_get_last_child (widget), 0, FALSE };

  row.controls_width = natural_width (row.controls);
  row.below = width < NARROW_BELOW && row.controls_width > width / 5 * 2 &&
              natural_width (row.text) + GAP + row.controls_width > width;
  row.controls_width = MIN (row.controls_width, width);
  return row;
}

static int
text_width (const Row *row, int width)
{
  if (row->below || row->controls_width == 0)
    return width;
  return MAX (0, width - GAP - row->controls_width);
}

static GtkSizeRequestMode
get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
measure_width (GtkWidget *widget, int *minimum, int *natural)
{
  Row row = row_in (widget, G_MAXINT);
  int least = 0;
  int least_controls = 0;

  gtk_widget_measure (row.text, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  if (row.controls_width > 0)
    gtk_widget_measure (
        row.controls, GTK_ORIENTATION_HORIZONTAL, -1, &least_controls, NULL, NULL, NULL);
  *minimum = MAX (least, least_controls);
  *natural = natural_width (row.text);
  if (row.controls_width > 0)
    *natural += GAP + row.controls_width;
}

static void
measure (GtkWidget *widget,
         GtkOrientation orientation,
         int for_size,
         int *minimum,
         int *natural,
         int *minimum_baseline,
         int *natural_baseline)
{
  int width = for_size < 0 ? G_MAXINT : for_size;
  Row row;
  int text;
  int controls;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      measure_width (widget, minimum, natural);
      return;
    }
  row = row_in (widget, width);
  text = height_for (row.text, for_size < 0 ? -1 : text_width (&row, width));
  controls = row.controls_width > 0 ? height_for (row.controls, row.controls_width) : 0;
  *minimum = *natural = row.below ? text + GAP_BELOW + controls : MAX (text, controls);
}

static void
place (GtkWidget *widget, GtkWidget *child, int x, int y, int width, int height)
{
  int whole = gtk_widget_get_width (widget);

  if (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
    x = whole - x - width;
  gtk_widget_size_allocate (child, &(GtkAllocation){ x, y, width, height }, -1);
}

static void
allocate (GtkWidget *widget, int width, int height, int baseline)
{
  Row row = row_in (widget, width);
  int for_text = text_width (&row, width);
  int text = row.below ? height_for (row.text, for_text) : height;
  int below = text + GAP_BELOW;

  place (widget, row.text, 0, 0, for_text, text);
  if (row.below)
    place (widget, row.controls, 0, below, row.controls_width, height - below);
  else
    place (widget, row.controls, width - row.controls_width, 0, row.controls_width, height);
}

GtkLayoutManager *
otr_row_layout_new (void)
{
  return gtk_custom_layout_new (get_request_mode, measure, allocate);
}
