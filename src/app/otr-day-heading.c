/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-day-heading.h"

#include <glib/gi18n.h>

#include "otr-calendar.h"
#include "otr-compat.h"
#include "otr-grid-layout.h"
#include "otr-words.h"

#define TEXT_MARGIN 2
#define TEXT_GAP 10
#define TICK_SIZE 28
#define DIM 0.71f

struct _OtrDayHeading
{
  GtkWidget parent_instance;

  gint32 day;
  guint n_photos;
  char *place;
  PangoLayout *title;
  PangoLayout *detail;
  GtkWidget *tick;
  gboolean ticked;
};

enum
{
  SIGNAL_TICKED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OtrDayHeading, otr_day_heading, GTK_TYPE_WIDGET)

static PangoLayout *
make_layout (OtrDayHeading *self, const char *text, double scale, PangoWeight weight)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_scale_new (scale));
  pango_attr_list_insert (attributes, pango_attr_weight_new (weight));
  pango_layout_set_attributes (layout, attributes);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_attr_list_unref (attributes);
  return layout;
}

static void
set_label (GtkWidget *widget, const char *text)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void
make_texts (OtrDayHeading *self)
{
  g_autofree char *day = otr_calendar_day (self->day);
  g_autofree char *photos = otr_words_photos (self->n_photos);
  g_autofree char *detail = NULL, *spoken = NULL;

  /* Translators: the folder of a day's photos, and how many they are: Mountains · 10 photos */
  if (self->place != NULL)
    detail = g_strdup_printf (_ ("%s · %s"), self->place, photos);
  g_clear_object (&self->title);
  g_clear_object (&self->detail);
  self->title = make_layout (self, day, 1.1, PANGO_WEIGHT_BOLD);
  self->detail = make_layout (self, detail != NULL ? detail : photos, 0.89, PANGO_WEIGHT_NORMAL);

  /* Translators: selects all photos of a day; %s is the day */
  spoken = g_strdup_printf (_ ("Select %s"), day);
  set_label (self->tick, spoken);
  set_label (GTK_WIDGET (self), day);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
otr_day_heading_set_day (OtrDayHeading *self, gint32 day, guint n_photos, const char *place)
{
  if (self->title != NULL && day == self->day && n_photos == self->n_photos &&
      g_strcmp0 (place, self->place) == 0)
    return;
  self->day = day;
  self->n_photos = n_photos;
  g_free (self->place);
  self->place = g_strdup (place);
  make_texts (self);
}

gint32
otr_day_heading_get_day (OtrDayHeading *self)
{
  return self->day;
}

void
otr_day_heading_set_ticked (OtrDayHeading *self, gboolean ticked)
{
  if (ticked == self->ticked)
    return;
  self->ticked = ticked;
  if (ticked)
    gtk_widget_add_css_class (GTK_WIDGET (self), "ticked");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "ticked");
}

static void
on_tick_clicked (GtkButton *button, OtrDayHeading *self)
{
  g_signal_emit (self, signals[SIGNAL_TICKED], 0);
}

static int
text_width (PangoLayout *layout)
{
  int width;

  pango_layout_set_width (layout, -1);
  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

static int
mirrored (OtrDayHeading *self, int x, int width)
{
  GtkWidget *widget = GTK_WIDGET (self);

  if (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
    return gtk_widget_get_width (widget) - x - width;
  return x;
}

static void
otr_day_heading_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  OtrDayHeading *self = OTR_DAY_HEADING (widget);
  int x = TEXT_MARGIN + text_width (self->title) + 2 * TEXT_GAP + text_width (self->detail);
  GtkAllocation place = {
    .x = mirrored (self, MIN (x, width - TICK_SIZE), TICK_SIZE),
    .y = (height - TICK_SIZE) / 2,
    .width = TICK_SIZE,
    .height = TICK_SIZE,
  };
  int minimum;

  gtk_widget_measure (self->tick, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  gtk_widget_measure (self->tick, GTK_ORIENTATION_VERTICAL, -1, &minimum, NULL, NULL, NULL);
  gtk_widget_size_allocate (self->tick, &place, -1);
}

/* Draws `layout` with its baseline at `baseline`, cut at `room`. Returns its width. */
static int
draw_text (OtrDayHeading *self,
           GtkSnapshot *snapshot,
           PangoLayout *layout,
           int x,
           const GdkRGBA *colour)
{
  int room = MAX (gtk_widget_get_width (GTK_WIDGET (self)) - x, 0);
  int width = MIN (text_width (layout), room);
  int baseline = pango_layout_get_baseline (self->title) / PANGO_SCALE;
  int height, y;

  pango_layout_get_pixel_size (self->title, NULL, &height);
  y = (gtk_widget_get_height (GTK_WIDGET (self)) - height) / 2 + baseline -
      pango_layout_get_baseline (layout) / PANGO_SCALE;
  pango_layout_set_width (layout, width * PANGO_SCALE);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (
      snapshot,
      &GRAPHENE_POINT_INIT ((float) mirrored (self, x, width), (float) y));
  gtk_snapshot_append_layout (snapshot, layout, colour);
  gtk_snapshot_restore (snapshot);
  return width;
}

static void
otr_day_heading_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  OtrDayHeading *self = OTR_DAY_HEADING (widget);
  GdkRGBA colour;
  int width;

  otr_compat_get_color (widget, &colour);
  width = draw_text (self, snapshot, self->title, TEXT_MARGIN, &colour);
  colour.alpha *= DIM;
  draw_text (self, snapshot, self->detail, TEXT_MARGIN + width + TEXT_GAP, &colour);
  gtk_widget_snapshot_child (widget, self->tick, snapshot);
}

static void
otr_day_heading_dispose (GObject *object)
{
  OtrDayHeading *self = OTR_DAY_HEADING (object);

  g_clear_pointer (&self->tick, gtk_widget_unparent);
  g_clear_pointer (&self->place, g_free);
  g_clear_object (&self->title);
  g_clear_object (&self->detail);
  G_OBJECT_CLASS (otr_day_heading_parent_class)->dispose (object);
}

static void
otr_day_heading_class_init (OtrDayHeadingClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = otr_day_heading_dispose;
  widget_class->snapshot = otr_day_heading_snapshot;
  widget_class->size_allocate = otr_day_heading_size_allocate;
  signals[SIGNAL_TICKED] = g_signal_new ("ticked",
                                         G_TYPE_FROM_CLASS (klass),
                                         G_SIGNAL_RUN_LAST,
                                         0,
                                         NULL,
                                         NULL,
                                         NULL,
                                         G_TYPE_NONE,
                                         0);
  gtk_widget_class_set_css_name (widget_class, "day-heading");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_HEADING);
}

static void
otr_day_heading_init (OtrDayHeading *self)
{
  self->tick = gtk_button_new_from_icon_name ("object-select-symbolic");
  gtk_widget_set_focusable (self->tick, FALSE); /* the grid is one Tab stop: Ctrl+Space does this */
  gtk_widget_add_css_class (self->tick, "day-tick");
  gtk_widget_set_parent (self->tick, GTK_WIDGET (self));
  g_signal_connect (self->tick, "clicked", G_CALLBACK (on_tick_clicked), self);
}

GtkWidget *
otr_day_heading_new (void)
{
  return g_object_new (OTR_TYPE_DAY_HEADING, NULL);
}
