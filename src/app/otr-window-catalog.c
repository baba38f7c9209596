/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "otr-compat.h"
#include "otr-error.h"
#include "otr-settings.h"
#include "otr-window-private.h"
#include "otr-words.h"

/* Which catalog the window shows: found at start, made on the welcome page, chosen from the menu.
 */

static guint
thumbnail_threads (OtrWindow *self)
{
  OtrTuning tuning;

  otr_settings_get_tuning (self->settings, &tuning);
  return tuning.thumbnail_threads != 0 ? tuning.thumbnail_threads
                                       : MIN (g_get_num_processors (), OTR_THREADS_MAX);
}

static void
take_engine (OtrWindow *self, OtrEngine *engine)
{
  OtrThumbClass class =
      otr_settings_get_thumb_class (self->settings, otr_window_get_max_scale (self));
  OtrCatalog *catalog = engine != NULL ? otr_engine_get_catalog (engine) : NULL;

  g_set_object (&self->engine, engine);
  self->last_removal = 0;
  otr_window_enable_action (self, "undo", FALSE);
  otr_photo_grid_set_engine (self->grid, engine, thumbnail_threads (self), class);
  otr_side_bar_set_engine (self->side_bar, engine);
  otr_report_set_engine (self->report, engine);
  otr_window_enable_action (self, "import", engine != NULL);
  otr_window_enable_action (self, "report", engine != NULL);
  if (engine == NULL)
    {
      otr_photo_list_set_query (self->photos, NULL, &self->query);
      return;
    }
  otr_side_bar_choose (self->side_bar, OTR_VIEW_ALL);
  otr_window_show_grid (self);
  if (otr_catalog_get_salvage_note (catalog) != NULL)
    otr_toast_show_action (
        self->toast,
        _ ("The catalog was damaged. What could be saved is in a new one; the old "
           "one was kept beside it."),
        NULL,
        NULL,
        NULL,
        OTR_TOAST_UNDO_SECONDS);
}

typedef struct
{
  OtrWindow *window;
  char *path;
  gboolean create;
} Opening;

static void
opening_free (Opening *opening)
{
  g_object_unref (opening->window);
  g_free (opening->path);
  g_free (opening);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Opening, opening_free)

/* The default place is kept as "": it follows the person's folders. */
static void
remember_catalog (OtrWindow *self, const char *path)
{
  g_autofree char *usual = otr_catalog_default_path ();

  g_settings_set_string (self->settings, "catalog", g_str_equal (path, usual) ? "" : path);
}

/* At start it is no error that there is no catalog yet; when one is made, any trouble is. */
static void
show_open_error (const Opening *opening, const GError *error)
{
  OtrWindow *self = opening->window;
  g_autofree char *text = otr_words_error (error);

  if (self->engine != NULL)
    {
      otr_toast_show (self->toast, text);
      otr_window_show_page (self, "grid");
      return;
    }
  otr_window_import_forget (self); /* the welcome page asks for the folder again */
  otr_welcome_start (self->welcome, opening->path);
  if (opening->create || !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    otr_welcome_show_error (self->welcome, error);
  otr_window_show_page (self, "welcome");
}

static void
on_opened (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Opening) opening = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (OtrEngine) engine = otr_engine_open_finish (result, &error);
  OtrWindow *self = opening->window;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self->opening = FALSE;
  otr_welcome_set_busy (self->welcome, FALSE);
  /* Folders that were handed over are imported at once, into a catalog made where it was looked
   * for. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND) && !opening->create &&
      !g_queue_is_empty (&self->imports))
    {
      otr_window_open_catalog (self, opening->path, TRUE, OTR_DIGEST_SHA256);
      return;
    }
  if (engine == NULL)
    {
      show_open_error (opening, error);
      return;
    }
  otr_welcome_stop (self->welcome);
  remember_catalog (self, opening->path);
  take_engine (self, engine);
  if (self->wants_sample)
    otr_window_import_sample (self);
  self->wants_sample = FALSE;
  otr_window_import_next (self);
}

void
otr_window_open_catalog (OtrWindow *self, const char *path, gboolean create, OtrDigestKind digest)
{
  Opening *opening = g_new0 (Opening, 1);

  g_return_if_fail (OTR_IS_WINDOW (self));
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  self->opening = TRUE;
  opening->window = g_object_ref (self);
  opening->path = g_strdup (path);
  opening->create = create;
  otr_welcome_set_busy (self->welcome, TRUE);
  otr_engine_open_async (
      path, NULL, create ? OTR_CATALOG_CREATE : 0, digest, self->cancellable, on_opened, opening);
}

void
otr_window_start (OtrWindow *self, const char *catalog)
{
  g_autofree char *path =
      catalog != NULL ? g_strdup (catalog) : g_settings_get_string (self->settings, "catalog");

  g_return_if_fail (OTR_IS_WINDOW (self));
  if (*path == '\0')
    {
      g_free (path);
      path = otr_catalog_default_path ();
    }
  otr_window_open_catalog (self, path, FALSE, OTR_DIGEST_SHA256);
}

/* ---- the welcome page ---- */

void
otr_window_on_welcome_import (
    OtrWelcome *welcome, const char *catalog, int digest, GFile *folder, gpointer data)
{
  OtrWindow *self = data;
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (files, g_object_ref (folder));
  otr_window_open_catalog (self, catalog, TRUE, digest);
  otr_window_import (self, files, NULL);
}

void
otr_window_on_welcome_sample (OtrWelcome *welcome, const char *catalog, int digest, gpointer data)
{
  OtrWindow *self = data;

  self->wants_sample = TRUE;
  otr_window_open_catalog (self, catalog, TRUE, digest);
}

/* ---- actions ---- */

static void
on_catalog_chosen (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OtrWindow) self = data;
  g_autoptr (GPtrArray) files = otr_compat_choose_finish (result, NULL);
  const char *path = files != NULL ? g_file_peek_path (files->pdata[0]) : NULL;

  if (path != NULL)
    otr_window_open_catalog (self, path, FALSE, OTR_DIGEST_SHA256);
}

static void
open_catalog (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  OtrChooser chooser = { .title = _ ("Open a Catalog"), .accept = _ ("_Open") };

  otr_compat_choose_async (GTK_WINDOW (data), &chooser, on_catalog_chosen, g_object_ref (data));
}

static void
on_new_catalog_chosen (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OtrWindow) self = data;
  g_autoptr (GPtrArray) files = otr_compat_choose_finish (result, NULL);
  const char *path = files != NULL ? g_file_peek_path (files->pdata[0]) : NULL;

  if (path != NULL)
    otr_window_open_catalog (self, path, TRUE, OTR_DIGEST_SHA256);
}

static void
new_catalog (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  OtrChooser chooser = {
    .title = _ ("New Catalog"),
    .accept = _ ("_Create"),
    .name = "catalog.db",
    .save = TRUE,
  };

  otr_compat_choose_async (GTK_WINDOW (data), &chooser, on_new_catalog_chosen, g_object_ref (data));
}

void
otr_window_catalog_init (OtrWindow *self)
{
  static const GActionEntry entries[] = {
    { "open-catalog", open_catalog },
    { "new-catalog", new_catalog },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
