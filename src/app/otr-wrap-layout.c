/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-wrap-layout.h"

#define GAP 6

static GtkSizeRequestMode
get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* Goes through the children as they would lie in `width`; allocates them when `place`. Returns
 * the height. */
static int
flow (GtkWidget *widget, int width, gboolean place)
{
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int x = 0, y = 0, line = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkRequisition size;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_get_preferred_size (child, NULL, &size);
      size.width = MIN (size.width, width);
      if (x > 0 && x + size.width > width)
        {
          x = 0;
          y += line + GAP;
          line = 0;
        }
      if (place)
        gtk_widget_size_allocate (
            child,
            &(GtkAllocation){ rtl ? width - x - size.width : x, y, size.width, size.height },
            -1);
      x += size.width + GAP;
      line = MAX (line, size.height);
    }
  return y + line;
}

static void
measure_width (GtkWidget *widget, int *minimum, int *natural)
{
  *minimum = *natural = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkRequisition least, wanted;

      gtk_widget_get_preferred_size (child, &least, &wanted);
      *minimum = MAX (*minimum, least.width);
      *natural += (*natural > 0 ? GAP : 0) + wanted.width;
    }
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
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    measure_width (widget, minimum, natural);
  else
    *minimum = *natural = flow (widget, for_size < 0 ? G_MAXINT / 2 : for_size, FALSE);
}

static void
allocate (GtkWidget *widget, int width, int height, int baseline)
{
  (void) flow (widget, width, TRUE);
}

GtkLayoutManager *
otr_wrap_layout_new (void)
{
  return gtk_custom_layout_new (get_request_mode, measure, allocate);
}
