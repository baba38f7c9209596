/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "otr-compat.h"
#include "otr-window-private.h"
#include "otr-words.h"

/* What a person does with photos and folders: remove from the catalog, undo, show in the file
 * manager, the context menu. */

typedef struct
{
  GArray *photo_ids; /* NULL: `path` */
  char *path;
} Removal;

typedef struct
{
  gint64 removal;
  guint64 n;
} Removed;

static void
removal_free (gpointer data)
{
  Removal *removal = data;

  g_clear_pointer (&removal->photo_ids, g_array_unref);
  g_free (removal->path);
  g_free (removal);
}

static gpointer
write_removal (OtrCatalogWriter *writer, gpointer data, GError **error)
{
  const Removal *removal = data;
  g_autofree Removed *removed = g_new0 (Removed, 1);
  gboolean ok;

  if (removal->photo_ids != NULL)
    {
      removed->n = removal->photo_ids->len;
      ok = otr_catalog_writer_remove_photos (writer,
                                             (const gint64 *) removal->photo_ids->data,
                                             removal->photo_ids->len,
                                             &removed->removal,
                                             error);
    }
  else
    ok = otr_catalog_writer_remove_path (
        writer, removal->path, &removed->removal, &removed->n, error);
  return ok ? g_steal_pointer (&removed) : NULL;
}

static void
show_error (OtrWindow *self, const GError *error)
{
  g_autofree char *text = otr_words_error (error);

  otr_toast_show (self->toast, text);
}

static void
on_removed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OtrWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree Removed *removed = otr_engine_write_finish (OTR_ENGINE (source), result, &error);
  g_autofree char *number = NULL;
  g_autofree char *text = NULL;

  if (removed == NULL)
    {
      show_error (self, error);
      return;
    }
  self->last_removal = removed->removal;
  number = otr_words_count (removed->n);
  /* Translators: %s is a number. */
  text = g_strdup_printf (ngettext ("%s photo removed from the catalog",
                                    "%s photos removed from the catalog",
                                    (gulong) removed->n),
                          number);
  otr_window_enable_action (self, "undo", TRUE);
  otr_toast_show_action (self->toast, text, _ ("Undo"), "win.undo", NULL, OTR_TOAST_UNDO_SECONDS);
}

static void
start_removal (OtrWindow *self, Removal *removal)
{
  otr_engine_write_async (
      self->engine, write_removal, removal, removal_free, g_free, on_removed, g_object_ref (self));
}

static void
remove_photos (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  OtrWindow *self = data;
  g_autoptr (GArray) ids = otr_photo_grid_get_selected (self->grid);
  Removal *removal;

  if (self->engine == NULL || ids->len == 0)
    return;
  removal = g_new0 (Removal, 1);
  removal->photo_ids = g_steal_pointer (&ids);
  otr_photo_grid_unselect_all (self->grid);
  start_removal (self, removal);
}

static void
remove_folder (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  OtrWindow *self = data;
  const char *uri = g_variant_get_string (parameter, NULL);
  g_autoptr (GFile) folder = g_file_new_for_commandline_arg (uri);
  Removal *removal;

  if (self->engine == NULL)
    return;
  removal = g_new0 (Removal, 1);
  removal->path = g_file_get_path (folder);
  if (removal->path == NULL)
    removal->path = g_strdup (uri);
  start_removal (self, removal);
}

/* ---- undo ---- */

static gpointer
write_restore (OtrCatalogWriter *writer, gpointer data, GError **error)
{
  const gint64 *removal = data;

  if (!otr_catalog_writer_restore (writer, *removal, error))
    return NULL;
  return g_memdup2 (removal, sizeof *removal);
}

static void
on_restored (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OtrWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree gint64 *removal = otr_engine_write_finish (OTR_ENGINE (source), result, &error);

  if (removal == NULL)
    show_error (self, error);
  else
    otr_toast_show (self->toast, _ ("The photos are back in the catalog."));
}

static void
undo (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  OtrWindow *self = data;

  if (self->engine == NULL || self->last_removal == 0)
    return;
  otr_engine_write_async (self->engine,
                          write_restore,
                          g_memdup2 (&self->last_removal, sizeof self->last_removal),
                          g_free,
                          g_free,
                          on_restored,
                          g_object_ref (self));
  self->last_removal = 0;
  otr_window_enable_action (self, "undo", FALSE);
}

/* ---- the file manager ---- */

static void
show_in_files (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (g_variant_get_string (parameter, NULL));

  otr_compat_show_in_files (GTK_WINDOW (data), file);
}

static void
show_photo_in_files (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  OtrWindow *self = data;
  g_autoptr (GArray) ids = otr_photo_grid_get_selected (self->grid);
  g_autoptr (OtrPhotoItem) item = NULL;
  g_autoptr (GFile) file = NULL;
  g_autofree char *path = NULL;
  const OtrPhotoRecord *record;
  guint position;

  if (ids->len == 0 ||
      !otr_photo_list_find (self->photos, g_array_index (ids, gint64, 0), &position))
    return;
  item = otr_photo_list_get_photo (self->photos, position);
  record = otr_photo_item_get_record (item);
  if (record == NULL)
    return; /* not on the screen any more */
  path = otr_photo_record_get_path (record);
  file = record->is_uri ? g_file_new_for_uri (path) : g_file_new_for_path (path);
  otr_compat_show_in_files (GTK_WINDOW (self), file);
}

/* ---- selection and context menu ---- */

static void
on_selection_changed (OtrWindow *self)
{
  guint n;

  g_object_get (self->grid, "n-selected", &n, NULL);
  otr_window_enable_action (self, "remove-photos", n > 0);
  otr_window_enable_action (self, "show-photo-in-files", n > 0);
}

static void
popup_menu (OtrWindow *self, int x, int y)
{
  GMenuModel *menu = G_MENU_MODEL (gtk_builder_get_object (self->menus, "photo_menu"));

  if (self->photo_menu == NULL)
    {
      self->photo_menu = gtk_popover_menu_new_from_model (menu);
      gtk_popover_set_has_arrow (GTK_POPOVER (self->photo_menu), FALSE);
      gtk_widget_set_halign (self->photo_menu, GTK_ALIGN_START);
      gtk_widget_set_parent (self->photo_menu, self->grid_scroll);
    }
  gtk_popover_set_pointing_to (GTK_POPOVER (self->photo_menu), &(GdkRectangle){ x, y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->photo_menu));
}

void
otr_window_photos_class_init (GtkWidgetClass *widget_class)
{
  /* As bindings, not accelerators: an entry with the focus keeps these keys. */
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Delete, 0, "win.remove-photos", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "win.undo", NULL);
}

void
otr_window_photos_init (OtrWindow *self)
{
  static const GActionEntry entries[] = {
    { "remove-photos", remove_photos },
    { "remove-folder", remove_folder, "s" },
    { "undo", undo },
    { "show-in-files", show_in_files, "s" },
    { "show-photo-in-files", show_photo_in_files },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_swapped (self->grid, "context-menu", G_CALLBACK (popup_menu), self);
  g_signal_connect_swapped (
      self->grid, "selection-changed", G_CALLBACK (on_selection_changed), self);
  otr_window_enable_action (self, "undo", FALSE);
  on_selection_changed (self);
}
