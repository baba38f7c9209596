/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-clamp.h"

struct _OtrClamp
{
  GtkWidget parent_instance;
  GtkWidget *child;
  int width;
};

enum
{
  PROP_CHILD = 1,
  PROP_WIDTH,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

static void otr_clamp_buildable_init (GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (OtrClamp,
                               otr_clamp,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE, otr_clamp_buildable_init))

static void
set_child (OtrClamp *self, GtkWidget *child)
{
  if (self->child == child)
    return;
  g_clear_pointer (&self->child, gtk_widget_unparent);
  self->child = child;
  if (child != NULL)
    gtk_widget_set_parent (child, GTK_WIDGET (self));
}

static void
otr_clamp_add_child (GtkBuildable *buildable, GtkBuilder *builder, GObject *child, const char *type)
{
  g_return_if_fail (GTK_IS_WIDGET (child));
  set_child (OTR_CLAMP (buildable), GTK_WIDGET (child));
}

static void
otr_clamp_buildable_init (GtkBuildableIface *iface)
{
  iface->add_child = otr_clamp_add_child;
}

static GtkSizeRequestMode
otr_clamp_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
otr_clamp_measure (GtkWidget *widget,
                   GtkOrientation orientation,
                   int for_size,
                   int *minimum,
                   int *natural,
                   int *minimum_baseline,
                   int *natural_baseline)
{
  OtrClamp *self = OTR_CLAMP (widget);

  if (self->child == NULL || !gtk_widget_should_layout (self->child))
    return;
  if (orientation == GTK_ORIENTATION_VERTICAL && for_size >= 0)
    for_size = MIN (for_size, self->width);
  gtk_widget_measure (self->child, orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = MAX (*minimum, self->width);
}

static void
otr_clamp_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  OtrClamp *self = OTR_CLAMP (widget);
  int minimum;
  int inner;
  GskTransform *move;

  if (self->child == NULL || !gtk_widget_should_layout (self->child))
    return;
  gtk_widget_measure (self->child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  inner = MIN (width, MAX (minimum, self->width));
  move = gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT ((width - inner) / 2, 0));
  gtk_widget_allocate (self->child, inner, height, -1, move);
}

static void
otr_clamp_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  OtrClamp *self = OTR_CLAMP (object);

  if (id == PROP_CHILD)
    set_child (self, g_value_get_object (value));
  else if (id == PROP_WIDTH)
    self->width = g_value_get_int (value);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
otr_clamp_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  OtrClamp *self = OTR_CLAMP (object);

  if (id == PROP_CHILD)
    g_value_set_object (value, self->child);
  else if (id == PROP_WIDTH)
    g_value_set_int (value, self->width);
}

static void
otr_clamp_dispose (GObject *object)
{
  set_child (OTR_CLAMP (object), NULL);
  G_OBJECT_CLASS (otr_clamp_parent_class)->dispose (object);
}

static void
otr_clamp_class_init (OtrClampClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->set_property = otr_clamp_set_property;
  object_class->get_property = otr_clamp_get_property;
  object_class->dispose = otr_clamp_dispose;
  widget_class->get_request_mode = otr_clamp_get_request_mode;
  widget_class->measure = otr_clamp_measure;
  widget_class->size_allocate = otr_clamp_size_allocate;
  props[PROP_CHILD] = g_param_spec_object (
      "child", NULL, NULL, GTK_TYPE_WIDGET, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  props[PROP_WIDTH] = g_param_spec_int (
      "width", NULL, NULL, 1, G_MAXINT, 600, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
otr_clamp_init (OtrClamp *self)
{
  self->width = 600;
}
