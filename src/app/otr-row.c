/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-row.h"

#include "otr-row-layout.h"

struct _OtrRow
{
  GtkListBoxRow parent_instance;
  GtkImage *icon;
  GtkWidget *content;
  GtkLabel *title;
  GtkLabel *caption;
  GtkLabel *message;
  GtkLabel *note;
  GtkBox *end;
};

enum
{
  PROP_TITLE = 1,
  PROP_CAPTION,
  PROP_ICON_NAME,
  PROP_NOTE,
  N_PROPS
};

static GParamSpec *props[N_PROPS];
static GtkBuildableIface *parent_buildable;

static void otr_row_buildable_init (GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (OtrRow,
                               otr_row,
                               GTK_TYPE_LIST_BOX_ROW,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE, otr_row_buildable_init))

static void
set_text (GtkLabel *label, const char *text)
{
  gtk_label_set_label (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && *text != '\0');
}

void
otr_row_add (OtrRow *self, GtkWidget *control)
{
  gtk_box_append (self->end, control);
  gtk_widget_set_visible (GTK_WIDGET (self->end), TRUE);
  /* A button says itself what it does. */
  if (!GTK_IS_BUTTON (control))
    gtk_accessible_update_relation (
        GTK_ACCESSIBLE (control), GTK_ACCESSIBLE_RELATION_LABELLED_BY, self->title, NULL, -1);
  gtk_accessible_update_relation (
      GTK_ACCESSIBLE (control), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, self->caption, NULL, -1);
}

static void
otr_row_add_child (GtkBuildable *buildable, GtkBuilder *builder, GObject *child, const char *type)
{
  OtrRow *self = OTR_ROW (buildable);

  /* The template's own child comes before `end` is there. */
  if (self->end == NULL)
    parent_buildable->add_child (buildable, builder, child, type);
  else
    otr_row_add (self, GTK_WIDGET (child));
}

static void
otr_row_buildable_init (GtkBuildableIface *iface)
{
  parent_buildable = g_type_interface_peek_parent (iface);
  iface->add_child = otr_row_add_child;
}

void
otr_row_set_title (OtrRow *self, const char *title)
{
  set_text (self->title, title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
}

void
otr_row_set_caption (OtrRow *self, const char *caption)
{
  set_text (self->caption, caption);
}

void
otr_row_set_note (OtrRow *self, const char *note)
{
  set_text (self->note, note);
}

void
otr_row_set_message (OtrRow *self, const char *message, gboolean is_error)
{
  /* Two answers may come in any order: a note does not take the place of an error. */
  if (message != NULL && !is_error &&
      gtk_widget_has_css_class (GTK_WIDGET (self->message), "error"))
    return;
  set_text (self->message, message);
  gtk_widget_remove_css_class (GTK_WIDGET (self->message), is_error ? "warning" : "error");
  gtk_widget_add_css_class (GTK_WIDGET (self->message), is_error ? "error" : "warning");
}

GtkWidget *
otr_row_new (const char *title, const char *caption)
{
  return g_object_new (OTR_TYPE_ROW, "title", title, "caption", caption, NULL);
}

static void
otr_row_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  OtrRow *self = OTR_ROW (object);
  const char *text = g_value_get_string (value);

  if (id == PROP_TITLE)
    otr_row_set_title (self, text);
  else if (id == PROP_CAPTION)
    otr_row_set_caption (self, text);
  else if (id == PROP_NOTE)
    otr_row_set_note (self, text);
  else if (id == PROP_ICON_NAME)
    {
      gtk_image_set_from_icon_name (self->icon, text);
      gtk_widget_set_visible (GTK_WIDGET (self->icon), text != NULL);
    }
}

static void
otr_row_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  OtrRow *self = OTR_ROW (object);

  if (id == PROP_TITLE)
    g_value_set_string (value, gtk_label_get_label (self->title));
  else if (id == PROP_CAPTION)
    g_value_set_string (value, gtk_label_get_label (self->caption));
  else if (id == PROP_NOTE)
    g_value_set_string (value, gtk_label_get_label (self->note));
  else if (id == PROP_ICON_NAME)
    g_value_set_string (value, gtk_image_get_icon_name (self->icon));
}

static void
otr_row_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), OTR_TYPE_ROW);
  G_OBJECT_CLASS (otr_row_parent_class)->dispose (object);
}

static void
otr_row_class_init (OtrRowClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  static const char *const names[N_PROPS] = { NULL, "title", "caption", "icon-name", "note" };

  object_class->set_property = otr_row_set_property;
  object_class->get_property = otr_row_get_property;
  object_class->dispose = otr_row_dispose;
  for (guint i = 1; i < N_PROPS; i++)
    props[i] = g_param_spec_string (
        names[i], NULL, NULL, NULL, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/outrider_photos/Outrider/row.ui");
  gtk_widget_class_bind_template_child (widget_class, OtrRow, icon);
  gtk_widget_class_bind_template_child (widget_class, OtrRow, content);
  gtk_widget_class_bind_template_child (widget_class, OtrRow, title);
  gtk_widget_class_bind_template_child (widget_class, OtrRow, caption);
  gtk_widget_class_bind_template_child (widget_class, OtrRow, message);
  gtk_widget_class_bind_template_child (widget_class, OtrRow, note);
  gtk_widget_class_bind_template_child (widget_class, OtrRow, end);
}

static void
otr_row_init (OtrRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_layout_manager (self->content, otr_row_layout_new ());
}
