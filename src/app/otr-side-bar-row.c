/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-side-bar-row.h"

#include <glib/gi18n.h>

#include "otr-widget.h"
#include "otr-words.h"

struct _OtrSideBarRow
{
  GtkWidget parent_instance;
  GtkImage *icon;
  GtkLabel *name;
  GtkImage *state;
  GtkLabel *count;
};

G_DEFINE_FINAL_TYPE (OtrSideBarRow, otr_side_bar_row, GTK_TYPE_WIDGET)

void
otr_side_bar_row_set (
    OtrSideBarRow *self, const char *icon_name, const char *name, guint64 count, gboolean offline)
{
  g_autofree char *number = otr_words_count (count);

  g_return_if_fail (OTR_IS_SIDE_BAR_ROW (self));
  gtk_image_set_from_icon_name (self->icon, icon_name);
  gtk_label_set_label (self->name, name);
  gtk_label_set_label (self->count, number);
  gtk_widget_set_visible (GTK_WIDGET (self->state), offline);
  if (offline)
    gtk_widget_add_css_class (GTK_WIDGET (self), "offline");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "offline");
}

char *
otr_side_bar_row_describe (const char *name, guint64 count, gboolean offline)
{
  g_autofree char *photos = otr_words_photos (count);

  if (offline)
    /* Translators: an album's name and "1,204 photos". */
    return g_strdup_printf (_ ("%s, %s, not connected"), name, photos);
  /* Translators: an album's name and "1,204 photos". */
  return g_strdup_printf (_ ("%s, %s"), name, photos);
}

GtkWidget *
otr_side_bar_row_new (void)
{
  return g_object_new (OTR_TYPE_SIDE_BAR_ROW, NULL);
}

static void
otr_side_bar_row_dispose (GObject *object)
{
  otr_widget_dispose_template (GTK_WIDGET (object), OTR_TYPE_SIDE_BAR_ROW);
  G_OBJECT_CLASS (otr_side_bar_row_parent_class)->dispose (object);
}

static void
otr_side_bar_row_class_init (OtrSideBarRowClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = otr_side_bar_row_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/outrider_photos/Outrider/side-bar-row.ui");
  gtk_widget_class_bind_template_child (widget_class, OtrSideBarRow, icon);
  gtk_widget_class_bind_template_child (widget_class, OtrSideBarRow, name);
  gtk_widget_class_bind_template_child (widget_class, OtrSideBarRow, state);
  gtk_widget_class_bind_template_child (widget_class, OtrSideBarRow, count);
}

static void
otr_side_bar_row_init (OtrSideBarRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
