/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-toast.h"

#include "otr-widget.h"

struct _OtrToast
{
  GtkWidget parent_instance;
  GtkRevealer *revealer;
  GtkLabel *label;
  GtkButton *button;
  guint timer;
};

G_DEFINE_FINAL_TYPE (OtrToast, otr_toast, GTK_TYPE_WIDGET)

static gboolean
on_time_over (gpointer data)
{
  OtrToast *self = data;

  self->timer = 0;
  otr_toast_hide (self);
  return G_SOURCE_REMOVE;
}

void
otr_toast_hide (OtrToast *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  gtk_revealer_set_reveal_child (self->revealer, FALSE);
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
}

void
otr_toast_show_action (OtrToast *self,
                       const char *text,
                       const char *label,
                       const char *action,
                       GVariant *target,
                       guint seconds)
{
  g_return_if_fail (OTR_IS_TOAST (self));
  g_clear_handle_id (&self->timer, g_source_remove);
  gtk_label_set_text (self->label, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_widget_set_visible (GTK_WIDGET (self->button), label != NULL);
  if (label != NULL)
    {
      gtk_button_set_label (self->button, label);
      /* Without an action in between: the old one may want another kind of target. */
      gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button), NULL);
      gtk_actionable_set_action_target_value (GTK_ACTIONABLE (self->button), target);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button), action);
    }
  gtk_widget_set_can_target (GTK_WIDGET (self), TRUE);
  gtk_revealer_set_reveal_child (self->revealer, TRUE);
  self->timer = g_timeout_add_seconds (seconds, on_time_over, self);
}

void
otr_toast_show (OtrToast *self, const char *text)
{
  otr_toast_show_action (self, text, NULL, NULL, NULL, OTR_TOAST_SECONDS);
}

static void
otr_toast_dispose (GObject *object)
{
  OtrToast *self = OTR_TOAST (object);

  g_clear_handle_id (&self->timer, g_source_remove);
  otr_widget_dispose_template (GTK_WIDGET (self), OTR_TYPE_TOAST);
  G_OBJECT_CLASS (otr_toast_parent_class)->dispose (object);
}

static void
otr_toast_class_init (OtrToastClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = otr_toast_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_STATUS);
  gtk_widget_class_set_css_name (widget_class, "toast");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/outrider_photos/Outrider/toast.ui");
  gtk_widget_class_bind_template_child (widget_class, OtrToast, revealer);
  gtk_widget_class_bind_template_child (widget_class, OtrToast, label);
  gtk_widget_class_bind_template_child (widget_class, OtrToast, button);
  gtk_widget_class_bind_template_callback (widget_class, otr_toast_hide);
}

static void
otr_toast_init (OtrToast *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
}
