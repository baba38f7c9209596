/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-report-row.h"

#include <string.h>

#include <glib/gi18n.h>

#include "otr-report-text.h"
#include "otr-small-picture.h"
#include "otr-widget.h"

#define PICTURE_PX 44

struct _OtrReportRow
{
  GtkWidget parent_instance;
  GtkWidget *card;
  GtkImage *picture;
  GtkLabel *name;
  GtkLabel *folder;
  GtkLabel *reason;
  GtkButton *button;

  GCancellable *cancellable;
  gint64 photo_id;
};

G_DEFINE_FINAL_TYPE (OtrReportRow, otr_report_row, GTK_TYPE_WIDGET)

static guint show_photo_signal;

static void
on_picture (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  OtrReportRow *self = data;

  texture = otr_small_picture_load_finish (OTR_ENGINE (source), result, &error);
  if (texture == NULL)
    return; /* cancelled with the row, or there is none */
  gtk_image_set_pixel_size (self->picture, PICTURE_PX);
  gtk_image_set_from_paintable (self->picture, GDK_PAINTABLE (texture));
}

static void
on_clicked (OtrReportRow *self)
{
  if (self->photo_id != 0)
    g_signal_emit (self, show_photo_signal, 0, self->photo_id);
}

static void
set_button (OtrReportRow *self, const OtrIssue *issue)
{
  g_autofree char *path = NULL;
  g_autoptr (GFile) file = NULL;
  g_autofree char *uri = NULL;

  self->photo_id = issue->photo_id;
  if (self->photo_id != 0)
    {
      gtk_button_set_label (self->button, _ ("Show Photo"));
      return;
    }
  path = g_build_filename (issue->folder_path, issue->name, NULL);
  file = g_path_is_absolute (path) ? g_file_new_for_path (path) : g_file_new_for_uri (path);
  uri = g_file_get_uri (file);
  gtk_button_set_label (self->button, _ ("Show in Files"));
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->button), "s", uri);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button), "win.show-in-files");
}

static const char *
icon_of (const OtrIssue *issue)
{
  if (issue->reason != NULL && strstr (issue->reason, "ermission") != NULL)
    return "changes-prevent-symbolic";
  return issue->result == OTR_RESULT_SKIPPED ? "text-x-generic-symbolic" : "image-missing-symbolic";
}

char *
otr_report_row_describe (const OtrRoll *roll, OtrReportItem *item)
{
  g_autofree char *name = g_filename_display_name (item->issue->name);
  g_autofree char *folder = otr_report_folder (roll, item->issue->folder_path);
  g_autofree char *reason = otr_report_reason (item->issue);

  return g_strdup_printf ("%s, %s, %s", name, folder, reason);
}

GtkWidget *
otr_report_row_new (OtrEngine *engine, const OtrRoll *roll, OtrReportItem *item)
{
  OtrReportRow *self = g_object_new (OTR_TYPE_REPORT_ROW, NULL);
  g_autofree char *name = g_filename_display_name (item->issue->name);
  g_autofree char *folder = otr_report_folder (roll, item->issue->folder_path);
  g_autofree char *reason = otr_report_reason (item->issue);

  gtk_label_set_label (self->name, name);
  gtk_label_set_label (self->folder, folder);
  gtk_label_set_label (self->reason, reason);
  gtk_image_set_from_icon_name (self->picture, icon_of (item->issue));
  if (item->first)
    gtk_widget_add_css_class (self->card, "first");
  if (item->last)
    gtk_widget_add_css_class (self->card, "last");
  set_button (self, item->issue);
  if (self->photo_id != 0)
    otr_small_picture_load_async (engine,
                                  self->photo_id,
                                  PICTURE_PX * gtk_widget_get_scale_factor (GTK_WIDGET (self)),
                                  self->cancellable,
                                  on_picture,
                                  self);
  return GTK_WIDGET (self);
}

static void
otr_report_row_dispose (GObject *object)
{
  OtrReportRow *self = OTR_REPORT_ROW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  otr_widget_dispose_template (GTK_WIDGET (self), OTR_TYPE_REPORT_ROW);
  G_OBJECT_CLASS (otr_report_row_parent_class)->dispose (object);
}

static void
otr_report_row_class_init (OtrReportRowClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = otr_report_row_dispose;
  show_photo_signal = g_signal_new ("show-photo",
                                    OTR_TYPE_REPORT_ROW,
                                    G_SIGNAL_RUN_LAST,
                                    0,
                                    NULL,
                                    NULL,
                                    NULL,
                                    G_TYPE_NONE,
                                    1,
                                    G_TYPE_INT64);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/outrider_photos/Outrider/report-row.ui");
  gtk_widget_class_bind_template_child (widget_class, OtrReportRow, card);
  gtk_widget_class_bind_template_child (widget_class, OtrReportRow, picture);
  gtk_widget_class_bind_template_child (widget_class, OtrReportRow, name);
  gtk_widget_class_bind_template_child (widget_class, OtrReportRow, folder);
  gtk_widget_class_bind_template_child (widget_class, OtrReportRow, reason);
  gtk_widget_class_bind_template_child (widget_class, OtrReportRow, button);
  gtk_widget_class_bind_template_callback (widget_class, on_clicked);
}

static void
otr_report_row_init (OtrReportRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->cancellable = g_cancellable_new ();
}
