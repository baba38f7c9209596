/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-compat.h"

#include <gio/gio.h>

/* GtkFileDialog is there from 4.10 on; GtkFileChooserNative works on every GTK 4. */
G_GNUC_BEGIN_IGNORE_DEPRECATIONS

static void
take_files (GTask *task, GtkFileChooser *chooser)
{
  g_autoptr (GListModel) model = gtk_file_chooser_get_files (chooser);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  guint n = g_list_model_get_n_items (model);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (files, g_list_model_get_item (model, i));
  if (n == 0)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Nothing was chosen");
  else
    g_task_return_pointer (task, g_steal_pointer (&files), (GDestroyNotify) g_ptr_array_unref);
}

static void
on_response (GtkNativeDialog *native, int response, gpointer data)
{
  g_autoptr (GTask) task = data;

  if (response == GTK_RESPONSE_ACCEPT)
    take_files (task, GTK_FILE_CHOOSER (native));
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The choice was dismissed");
  gtk_native_dialog_destroy (native);
  g_object_unref (native);
}

static GtkFileChooserAction
action_of (const OtrChooser *chooser)
{
  if (chooser->folders)
    return GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER;
  return chooser->save ? GTK_FILE_CHOOSER_ACTION_SAVE : GTK_FILE_CHOOSER_ACTION_OPEN;
}

void
otr_compat_choose_async (GtkWindow *parent,
                         const OtrChooser *chooser,
                         GAsyncReadyCallback callback,
                         gpointer data)
{
  GtkFileChooserNative *native = gtk_file_chooser_native_new (
      chooser->title, parent, action_of (chooser), chooser->accept, NULL);

  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (native), chooser->several);
  if (chooser->start != NULL)
    (void) gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (native), chooser->start, NULL);
  if (chooser->name != NULL)
    gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (native), chooser->name);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (native), TRUE);
  g_signal_connect (
      native, "response", G_CALLBACK (on_response), g_task_new (parent, NULL, callback, data));
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (native));
}

GPtrArray *
otr_compat_choose_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* gtk_widget_get_color() is there from 4.10 on. */
void
otr_compat_get_color (GtkWidget *widget, GdkRGBA *out_color)
{
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), out_color);
}

G_GNUC_END_IGNORE_DEPRECATIONS

static void
on_items_shown (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GFile) folder = data;
  g_autoptr (GVariant) reply =
      g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, NULL);
  g_autofree char *uri = NULL;

  if (reply != NULL)
    return;
  uri = g_file_get_uri (folder);
  g_app_info_launch_default_for_uri_async (uri, NULL, NULL, NULL, NULL);
}

/* GtkFileLauncher is there from 4.10 on; the file managers' own interface selects the file too. */
void
otr_compat_show_in_files (GtkWindow *parent, GFile *file)
{
  GDBusConnection *bus = g_application_get_dbus_connection (g_application_get_default ());
  g_autofree char *uri = g_file_get_uri (file);
  GFile *folder = g_file_get_parent (file);
  const char *uris[] = { uri, NULL };

  if (folder == NULL)
    folder = g_object_ref (file);
  if (bus == NULL)
    {
      g_app_info_launch_default_for_uri_async (uri, NULL, NULL, NULL, NULL);
      g_object_unref (folder);
      return;
    }
  g_dbus_connection_call (bus,
                          "org.freedesktop.FileManager1",
                          "/org/freedesktop/FileManager1",
                          "org.freedesktop.FileManager1",
                          "ShowItems",
                          g_variant_new ("(^ass)", uris, ""),
                          NULL,
                          G_DBUS_CALL_FLAGS_NONE,
                          -1,
                          NULL,
                          on_items_shown,
                          folder);
}
