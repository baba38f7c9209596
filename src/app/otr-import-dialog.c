/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-import-dialog.h"

#include <glib/gi18n.h>

#include "otr-clamp.h"
#include "otr-compat.h"
#include "otr-engine.h"
#include "otr-row.h"
#include "otr-words.h"

/* Choices of the drop-down before the albums that are there. */
enum
{
  BY_FOLDER,
  NEW_ALBUM,
  N_FIXED
};

struct _OtrImportDialog
{
  GtkWindow parent_instance;
  GtkListBox *folders;
  GtkDropDown *album;
  OtrRow *name_row;
  GtkEntry *name;
  GtkWidget *import_button;

  GPtrArray *files;
  GPtrArray *albums;
  GCancellable *cancellable;
};

G_DEFINE_FINAL_TYPE (OtrImportDialog, otr_import_dialog, GTK_TYPE_WINDOW)

static guint import_signal;

static void
on_folder_facts (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OtrRow) row = data;
  g_autoptr (GError) error = NULL;
  OtrFolderFacts *facts = otr_engine_look_at_folder_finish (result, &error);
  g_autofree char *count = NULL;
  g_autofree char *size = NULL;
  g_autofree char *text = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (facts == NULL)
    {
      text = otr_words_error (error);
      otr_row_set_message (row, text, TRUE);
      return;
    }
  count = otr_words_photos (facts->photos);
  size = g_format_size (facts->bytes);
  /* Translators: "48,251 photos", "250.7 GB" and "on an NVMe drive". */
  text =
      g_strdup_printf (_ ("%s, %s, %s"), count, size, otr_words_on_storage (facts->storage->kind));
  otr_row_set_caption (row, text);
  otr_folder_facts_free (facts);
}

static void
check (OtrImportDialog *self)
{
  gboolean wants_name = gtk_drop_down_get_selected (self->album) == NEW_ALBUM;
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));

  gtk_widget_set_visible (GTK_WIDGET (self->name_row), wants_name);
  gtk_widget_set_sensitive (self->import_button,
                            self->files != NULL && self->files->len > 0 &&
                                (!wants_name || *name != '\0'));
}

static void
on_remove_folder (GtkButton *button, gpointer data)
{
  OtrImportDialog *self = data;
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (button), OTR_TYPE_ROW);
  int index = gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));

  g_ptr_array_remove_index (self->files, index);
  gtk_list_box_remove (self->folders, row);
  check (self);
}

static GtkWidget *
remove_button_new (OtrImportDialog *self, const char *name)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("list-remove-symbolic");
  /* Translators: %s is the name of a folder. */
  g_autofree char *label = g_strdup_printf (_ ("Leave out %s"), name);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect (button, "clicked", G_CALLBACK (on_remove_folder), self);
  return button;
}

static void
add_folder (OtrImportDialog *self, GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *name = otr_words_name (uri);
  g_autofree char *place = otr_words_place (uri);
  GtkWidget *row = otr_row_new (name, place);

  g_object_set (row, "icon-name", "folder-symbolic", NULL);
  otr_row_add (OTR_ROW (row), remove_button_new (self, name));
  gtk_list_box_append (self->folders, row);
  g_ptr_array_add (self->files, g_object_ref (file));
  otr_engine_look_at_folder_async (
      file, NULL, NULL, self->cancellable, on_folder_facts, g_object_ref (row));
}

static void
on_more_chosen (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OtrImportDialog) self = data;
  g_autoptr (GPtrArray) files = otr_compat_choose_finish (result, NULL);

  if (files == NULL || self->files == NULL)
    return;
  for (guint i = 0; i < files->len; i++)
    add_folder (self, files->pdata[i]);
  check (self);
}

static void
on_add_folder (OtrImportDialog *self)
{
  OtrChooser chooser = {
    .title = _ ("Add Folders"),
    .accept = _ ("_Add"),
    .folders = TRUE,
    .several = TRUE,
  };

  otr_compat_choose_async (GTK_WINDOW (self), &chooser, on_more_chosen, g_object_ref (self));
}

static char *
chosen_album (OtrImportDialog *self)
{
  guint selected = gtk_drop_down_get_selected (self->album);

  if (selected == BY_FOLDER || selected == GTK_INVALID_LIST_POSITION)
    return NULL;
  if (selected == NEW_ALBUM)
    return g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));
  return g_strdup (self->albums->pdata[selected - N_FIXED]);
}

static void
on_import (OtrImportDialog *self)
{
  g_autofree char *album = chosen_album (self);

  if (!gtk_widget_get_sensitive (self->import_button))
    return;
  g_signal_emit (self, import_signal, 0, self->files, album);
  gtk_window_destroy (GTK_WINDOW (self));
}

GtkWidget *
otr_import_dialog_new (GtkWindow *parent, GPtrArray *files, GPtrArray *albums)
{
  OtrImportDialog *self = g_object_new (OTR_TYPE_IMPORT_DIALOG, "transient-for", parent, NULL);
  GtkStringList *names = GTK_STRING_LIST (gtk_drop_down_get_model (self->album));

  self->albums = g_ptr_array_ref (albums);
  for (guint i = 0; i < albums->len; i++)
    gtk_string_list_append (names, albums->pdata[i]);
  for (guint i = 0; i < files->len; i++)
    add_folder (self, files->pdata[i]);
  check (self);
  gtk_widget_grab_focus (self->import_button);
  return GTK_WIDGET (self);
}

static void
otr_import_dialog_dispose (GObject *object)
{
  OtrImportDialog *self = OTR_IMPORT_DIALOG (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  gtk_widget_dispose_template (GTK_WIDGET (self), OTR_TYPE_IMPORT_DIALOG);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_clear_pointer (&self->albums, g_ptr_array_unref);
  G_OBJECT_CLASS (otr_import_dialog_parent_class)->dispose (object);
}

static void
otr_import_dialog_class_init (OtrImportDialogClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = otr_import_dialog_dispose;
  import_signal = g_signal_new ("import",
                                OTR_TYPE_IMPORT_DIALOG,
                                G_SIGNAL_RUN_LAST,
                                0,
                                NULL,
                                NULL,
                                NULL,
                                G_TYPE_NONE,
                                2,
                                G_TYPE_PTR_ARRAY,
                                G_TYPE_STRING);
  g_type_ensure (OTR_TYPE_ROW);
  g_type_ensure (OTR_TYPE_CLAMP);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/outrider_photos/Outrider/import-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, OtrImportDialog, folders);
  gtk_widget_class_bind_template_child (widget_class, OtrImportDialog, album);
  gtk_widget_class_bind_template_child (widget_class, OtrImportDialog, name_row);
  gtk_widget_class_bind_template_child (widget_class, OtrImportDialog, name);
  gtk_widget_class_bind_template_child (widget_class, OtrImportDialog, import_button);
  gtk_widget_class_bind_template_callback (widget_class, on_add_folder);
  gtk_widget_class_bind_template_callback (widget_class, on_import);
  gtk_widget_class_bind_template_callback (widget_class, check);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
otr_import_dialog_init (OtrImportDialog *self)
{
  self->files = g_ptr_array_new_with_free_func (g_object_unref);
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}
