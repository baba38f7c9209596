/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-welcome.h"

#include <glib/gi18n.h>

#include "otr-compat.h"
#include "otr-engine.h"
#include "otr-error.h"
#include "otr-row.h"
#include "otr-widget.h"
#include "otr-words.h"

struct _OtrWelcome
{
  GtkWidget parent_instance;
  GtkMenuButton *menu_button;
  OtrRow *folder_row;
  OtrRow *catalog_row;
  GtkDropDown *digest;
  GtkButton *import_button;
  GtkLabel *import_label;
  GtkSpinner *spinner;
  GtkWidget *buttons;

  GFile *folder;
  char *catalog;
  GCancellable *folder_look;
  GCancellable *catalog_look;
};

G_DEFINE_FINAL_TYPE (OtrWelcome, otr_welcome, GTK_TYPE_WIDGET)

enum
{
  IMPORT,
  SAMPLE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
restart (GCancellable **cancellable)
{
  g_cancellable_cancel (*cancellable);
  g_clear_object (cancellable);
  *cancellable = g_cancellable_new ();
}

/* ---- the folder ---- */

static void
show_found (OtrWelcome *self, guint64 photos, guint64 bytes, const OtrStorage *storage)
{
  g_autofree char *count = otr_words_photos (photos);
  g_autofree char *size = g_format_size (bytes);
  g_autofree char *text = NULL;
  gboolean counting = storage == NULL;

  if (storage == NULL || storage->kind == OTR_STORAGE_UNKNOWN)
    /* Translators: "48,251 photos" and "250.7 GB". */
    text = g_strdup_printf (counting ? _ ("%s so far, %s") : _ ("%s, %s"), count, size);
  else
    /* Translators: "48,251 photos", "250.7 GB" and "on an NVMe drive". */
    text = g_strdup_printf (_ ("%s, %s, %s"), count, size, otr_words_on_storage (storage->kind));
  otr_row_set_caption (self->folder_row, text);
}

static void
on_folder_progress (guint64 photos, guint64 bytes, gpointer data)
{
  show_found (data, photos, bytes, NULL);
}

static void
on_folder_facts (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  OtrFolderFacts *facts = otr_engine_look_at_folder_finish (result, &error);
  OtrWelcome *self = data;
  g_autofree char *text = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return; /* `self` may be gone */
  gtk_widget_set_sensitive (GTK_WIDGET (self->import_button), facts != NULL);
  if (facts != NULL)
    {
      show_found (self, facts->photos, facts->bytes, facts->storage);
      otr_folder_facts_free (facts);
      return;
    }
  text = otr_words_error (error);
  otr_row_set_caption (self->folder_row, NULL);
  otr_row_set_message (self->folder_row, text, TRUE);
}

static void
set_folder (OtrWelcome *self, GFile *folder)
{
  g_autofree char *uri = g_file_get_uri (folder);
  g_autofree char *name = otr_words_name (uri);
  g_autofree char *label = NULL;

  g_set_object (&self->folder, folder);
  restart (&self->folder_look);
  otr_row_set_title (self->folder_row, name);
  otr_row_set_caption (self->folder_row, _ ("Looking through the folder…"));
  otr_row_set_message (self->folder_row, NULL, FALSE);
  /* Translators: %s is the name of a folder. */
  label = g_strdup_printf (_ ("Import %s"), name);
  gtk_label_set_label (self->import_label, label);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self->import_button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_set_sensitive (GTK_WIDGET (self->import_button), TRUE);
  otr_engine_look_at_folder_async (
      folder, on_folder_progress, self, self->folder_look, on_folder_facts, self);
}

static void
on_folder_chosen (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OtrWelcome) self = data;
  g_autoptr (GPtrArray) files = otr_compat_choose_finish (result, NULL);

  if (files != NULL)
    set_folder (self, files->pdata[0]);
}

static void
on_choose_folder (OtrWelcome *self)
{
  OtrChooser chooser = {
    .title = _ ("Choose a Folder with Photos"),
    .accept = _ ("_Choose"),
    .start = self->folder,
    .folders = TRUE,
  };

  otr_compat_choose_async (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                           &chooser,
                           on_folder_chosen,
                           g_object_ref (self));
}

/* ---- the catalog ---- */

static void
on_catalog_place (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OtrStorage) storage = otr_engine_look_at_storage_finish (result, NULL);
  OtrWelcome *self = data;

  /* NULL: cancelled. Shared memory is what the catalog goes by, too. */
  if (storage == NULL || storage->shared_mmap)
    return;
  otr_row_set_message (
      self->catalog_row,
      _ ("This folder is on a network file system. The catalog is safe there but slower, and only "
         "one computer can use it at a time. Keep it on this computer if you can; the photos may "
         "stay on the network."),
      FALSE);
}

/* A catalog that is there already is opened, whatever kind of digest it has. */
static void
on_catalog_tried (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OtrEngine) engine = otr_engine_open_finish (result, &error);
  OtrWelcome *self = data;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (engine != NULL)
    otr_row_set_message (
        self->catalog_row, _ ("This catalog is there already. It will be opened."), FALSE);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    otr_welcome_show_error (self, error);
  gtk_widget_set_sensitive (GTK_WIDGET (self->digest), engine == NULL);
}

static void
set_catalog (OtrWelcome *self, const char *path)
{
  g_autofree char *place = otr_words_place (path);

  g_free (self->catalog);
  self->catalog = g_strdup (path);
  restart (&self->catalog_look);
  otr_row_set_caption (self->catalog_row, place);
  otr_row_set_message (self->catalog_row, NULL, FALSE);
  otr_engine_open_async (path,
                         NULL,
                         OTR_CATALOG_READ_ONLY,
                         OTR_DIGEST_SHA256,
                         self->catalog_look,
                         on_catalog_tried,
                         self);
  otr_engine_look_at_storage_async (path, self->catalog_look, on_catalog_place, self);
}

static void
on_catalog_chosen (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OtrWelcome) self = data;
  g_autoptr (GPtrArray) files = otr_compat_choose_finish (result, NULL);
  const char *path;

  if (files == NULL)
    return;
  path = g_file_peek_path (files->pdata[0]);
  if (path != NULL)
    set_catalog (self, path);
  else
    otr_row_set_message (self->catalog_row,
                         _ ("The catalog needs a folder of this computer. Choose another place."),
                         TRUE);
}

static void
on_change_catalog (OtrWelcome *self)
{
  OtrChooser chooser = {
    .title = _ ("Choose a Place for the Catalog"),
    .accept = _ ("_Choose"),
    .name = "catalog.db",
    .save = TRUE,
  };

  otr_compat_choose_async (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                           &chooser,
                           on_catalog_chosen,
                           g_object_ref (self));
}

void
otr_welcome_show_error (OtrWelcome *self, const GError *error)
{
  g_autofree char *text = otr_words_error (error);

  g_return_if_fail (OTR_IS_WELCOME (self));
  otr_row_set_message (self->catalog_row, text, TRUE);
}

void
otr_welcome_set_busy (OtrWelcome *self, gboolean busy)
{
  g_return_if_fail (OTR_IS_WELCOME (self));
  gtk_widget_set_sensitive (self->buttons, !busy);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), busy);
  gtk_spinner_set_spinning (self->spinner, busy);
}

/* ---- starting ---- */

static OtrDigestKind
chosen_digest (OtrWelcome *self)
{
  return gtk_drop_down_get_selected (self->digest) == 1 ? OTR_DIGEST_MD5 : OTR_DIGEST_SHA256;
}

static void
on_import (OtrWelcome *self)
{
  g_signal_emit (self, signals[IMPORT], 0, self->catalog, chosen_digest (self), self->folder);
}

static void
on_sample (OtrWelcome *self)
{
  g_signal_emit (self, signals[SAMPLE], 0, self->catalog, chosen_digest (self));
}

static GFile *
pictures_folder (void)
{
  const char *path = g_get_user_special_dir (G_USER_DIRECTORY_PICTURES);

  return g_file_new_for_path (path != NULL ? path : g_get_home_dir ());
}

void
otr_welcome_start (OtrWelcome *self, const char *catalog)
{
  g_autoptr (GFile) folder = pictures_folder ();

  g_return_if_fail (OTR_IS_WELCOME (self));
  if (self->folder == NULL) /* after a failure the person's own choice stays */
    set_folder (self, folder);
  set_catalog (self, catalog);
}

void
otr_welcome_stop (OtrWelcome *self)
{
  g_return_if_fail (OTR_IS_WELCOME (self));
  g_cancellable_cancel (self->folder_look);
  g_cancellable_cancel (self->catalog_look);
}

static void
otr_welcome_dispose (GObject *object)
{
  OtrWelcome *self = OTR_WELCOME (object);

  otr_welcome_stop (self);
  g_clear_object (&self->folder_look);
  g_clear_object (&self->catalog_look);
  g_clear_object (&self->folder);
  g_clear_pointer (&self->catalog, g_free);
  otr_widget_dispose_template (GTK_WIDGET (self), OTR_TYPE_WELCOME);
  G_OBJECT_CLASS (otr_welcome_parent_class)->dispose (object);
}

static void
otr_welcome_class_init (OtrWelcomeClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = otr_welcome_dispose;
  signals[IMPORT] = g_signal_new ("import",
                                  OTR_TYPE_WELCOME,
                                  G_SIGNAL_RUN_LAST,
                                  0,
                                  NULL,
                                  NULL,
                                  NULL,
                                  G_TYPE_NONE,
                                  3,
                                  G_TYPE_STRING,
                                  G_TYPE_INT,
                                  G_TYPE_FILE);
  signals[SAMPLE] = g_signal_new ("sample",
                                  OTR_TYPE_WELCOME,
                                  G_SIGNAL_RUN_LAST,
                                  0,
                                  NULL,
                                  NULL,
                                  NULL,
                                  G_TYPE_NONE,
                                  2,
                                  G_TYPE_STRING,
                                  G_TYPE_INT);
  g_type_ensure (OTR_TYPE_ROW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/outrider_photos/Outrider/welcome.ui");
  gtk_widget_class_bind_template_child (widget_class, OtrWelcome, menu_button);
  gtk_widget_class_bind_template_child (widget_class, OtrWelcome, folder_row);
  gtk_widget_class_bind_template_child (widget_class, OtrWelcome, catalog_row);
  gtk_widget_class_bind_template_child (widget_class, OtrWelcome, digest);
  gtk_widget_class_bind_template_child (widget_class, OtrWelcome, import_button);
  gtk_widget_class_bind_template_child (widget_class, OtrWelcome, import_label);
  gtk_widget_class_bind_template_child (widget_class, OtrWelcome, spinner);
  gtk_widget_class_bind_template_child (widget_class, OtrWelcome, buttons);
  gtk_widget_class_bind_template_callback (widget_class, on_choose_folder);
  gtk_widget_class_bind_template_callback (widget_class, on_change_catalog);
  gtk_widget_class_bind_template_callback (widget_class, on_import);
  gtk_widget_class_bind_template_callback (widget_class, on_sample);
}

static void
otr_welcome_init (OtrWelcome *self)
{
  g_autoptr (GtkBuilder) menus = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  menus = gtk_builder_new_from_resource ("/io/github/outrider_photos/Outrider/menus.ui");
  gtk_menu_button_set_menu_model (self->menu_button,
                                  G_MENU_MODEL (gtk_builder_get_object (menus, "main_menu")));
}
