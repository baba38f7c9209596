/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-side-bar.h"

#include <glib/gi18n.h>

#include "otr-album-node.h"
#include "otr-side-bar-row.h"
#include "otr-widget.h"
#include "otr-words.h"

#define REFRESH_MS 500

typedef struct
{
  OtrView view;
  const char *icon;
  const char *name;
  gsize count; /* offset in OtrCounts */
} LibraryRow;

static const LibraryRow library_rows[] = {
  { OTR_VIEW_ALL, "emblem-photos-symbolic", N_ ("All Photos"), G_STRUCT_OFFSET (OtrCounts, all) },
  { OTR_VIEW_ROLL,
    "document-open-recent-symbolic",
    N_ ("Latest Imports"),
    G_STRUCT_OFFSET (OtrCounts, rolls) },
  { OTR_VIEW_DUPLICATES,
    "edit-copy-symbolic",
    N_ ("Duplicates"),
    G_STRUCT_OFFSET (OtrCounts, duplicates) },
  { OTR_VIEW_DAMAGED,
    "dialog-warning-symbolic",
    N_ ("Damaged"),
    G_STRUCT_OFFSET (OtrCounts, damaged) },
  { OTR_VIEW_MISSING,
    "image-missing-symbolic",
    N_ ("Missing"),
    G_STRUCT_OFFSET (OtrCounts, missing) },
};

struct _OtrSideBar
{
  GtkWidget parent_instance;
  GtkListBox *library;
  GtkListView *albums;
  GtkWidget *albums_heading;
  GtkWidget *menu; /* popover of the row last pressed, or NULL */

  OtrSideBarRow *rows[G_N_ELEMENTS (library_rows)];
  OtrAlbumTree *tree;
  GtkSingleSelection *selection;
  OtrCounts counts;
  OtrEngine *engine;
  GCancellable *cancellable;
  gulong changed_handler;
  guint refresh_timer;
  gboolean reading;
  gboolean again;
  gboolean choosing; /* one list clears the other's selection */
};

G_DEFINE_FINAL_TYPE (OtrSideBar, otr_side_bar, GTK_TYPE_WIDGET)

static guint chosen_signal;

typedef struct
{
  OtrCounts counts;
  GPtrArray *albums;
} SideBarFacts;

static void
facts_free (SideBarFacts *facts)
{
  g_clear_pointer (&facts->albums, g_ptr_array_unref);
  g_free (facts);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SideBarFacts, facts_free)

/* ---- reading ---- */

static void refresh (OtrSideBar *self);

static gpointer
read_facts (OtrCatalogReader *reader, gpointer data, GCancellable *cancellable, GError **error)
{
  g_autoptr (SideBarFacts) facts = g_new0 (SideBarFacts, 1);

  if (!otr_catalog_reader_counts (reader, &facts->counts, error))
    return NULL;
  facts->albums = otr_catalog_reader_albums (reader, error);
  return facts->albums != NULL ? g_steal_pointer (&facts) : NULL;
}

static void
show_library (OtrSideBar *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (library_rows); i++)
    {
      const LibraryRow *row = &library_rows[i];
      guint64 count = G_STRUCT_MEMBER (guint64, &self->counts, row->count);
      GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (self->rows[i]));
      g_autofree char *label = NULL;

      if (row->view == OTR_VIEW_ROLL)
        label = g_strdup (_ (row->name));
      else
        label = otr_side_bar_row_describe (_ (row->name), count, FALSE);
      otr_side_bar_row_set (self->rows[i], row->icon, _ (row->name), count, FALSE);
      gtk_accessible_update_property (
          GTK_ACCESSIBLE (parent), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
    }
}

/* What was imported lies open, one level deep, until the person closes it. */
static void
open_new_roots (OtrSideBar *self)
{
  GListModel *roots = otr_album_tree_get_roots (self->tree);
  GtkTreeListModel *model = GTK_TREE_LIST_MODEL (gtk_single_selection_get_model (self->selection));

  for (guint i = 0; i < g_list_model_get_n_items (roots); i++)
    {
      g_autoptr (OtrAlbumNode) node = g_list_model_get_item (roots, i);
      g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_child_row (model, i);

      if (otr_album_node_take_fresh (node))
        gtk_tree_list_row_set_expanded (row, TRUE);
    }
}

static void
on_facts (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SideBarFacts) facts = otr_engine_read_finish (OTR_ENGINE (source), result, &error);
  OtrSideBar *self = data;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return; /* `self` may be gone */
  self->reading = FALSE;
  if (facts != NULL)
    {
      self->counts = facts->counts;
      show_library (self);
      otr_album_tree_update (self->tree, facts->albums);
      open_new_roots (self);
      gtk_widget_set_visible (self->albums_heading,
                              g_list_model_get_n_items (otr_album_tree_get_roots (self->tree)) > 0);
    }
  if (self->again)
    refresh (self);
}

static gboolean
on_refresh_time (gpointer data)
{
  OtrSideBar *self = data;

  self->refresh_timer = 0;
  self->reading = TRUE;
  otr_engine_read_async (self->engine,
                         read_facts,
                         NULL,
                         NULL,
                         (GDestroyNotify) facts_free,
                         self->cancellable,
                         on_facts,
                         self);
  return G_SOURCE_REMOVE;
}

/* Counting a large catalog takes longer than showing it: not more often than twice a second. */
static void
refresh (OtrSideBar *self)
{
  self->again = self->reading;
  if (!self->reading && self->refresh_timer == 0)
    self->refresh_timer = g_timeout_add (REFRESH_MS, on_refresh_time, self);
}

void
otr_side_bar_set_engine (OtrSideBar *self, OtrEngine *engine)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();

  g_return_if_fail (OTR_IS_SIDE_BAR (self));
  if (self->engine != NULL)
    g_clear_signal_handler (&self->changed_handler, self->engine);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->refresh_timer, g_source_remove);
  self->reading = FALSE;
  self->again = FALSE;
  self->cancellable = g_cancellable_new ();
  g_set_object (&self->engine, engine);
  if (engine == NULL)
    {
      otr_album_tree_update (self->tree, none);
      return;
    }
  self->changed_handler = g_signal_connect_swapped (engine, "changed", G_CALLBACK (refresh), self);
  on_refresh_time (self);
}

const OtrCounts *
otr_side_bar_get_counts (OtrSideBar *self)
{
  g_return_val_if_fail (OTR_IS_SIDE_BAR (self), NULL);
  return &self->counts;
}

GPtrArray *
otr_side_bar_get_album_names (OtrSideBar *self)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  GListModel *roots = otr_album_tree_get_roots (self->tree);

  for (guint i = 0; i < g_list_model_get_n_items (roots); i++)
    {
      g_autoptr (OtrAlbumNode) node = g_list_model_get_item (roots, i);
      const OtrAlbumRow *row = otr_album_node_get_row (node);

      if (row->view == OTR_VIEW_ALBUM)
        g_ptr_array_add (names, g_strdup (row->name));
    }
  return names;
}

/* ---- choosing ---- */

static void
on_library_selected (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  OtrSideBar *self = data;
  const LibraryRow *chosen;

  if (row == NULL || self->choosing)
    return;
  self->choosing = TRUE;
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  self->choosing = FALSE;
  chosen = &library_rows[gtk_list_box_row_get_index (row)];
  g_signal_emit (self, chosen_signal, 0, chosen->view, (gint64) 0, _ (chosen->name));
}

static void
on_album_selected (GtkSingleSelection *selection, GParamSpec *pspec, gpointer data)
{
  OtrSideBar *self = data;
  GtkTreeListRow *tree_row = gtk_single_selection_get_selected_item (selection);
  g_autoptr (OtrAlbumNode) node = NULL;
  const OtrAlbumRow *row;

  if (tree_row == NULL || self->choosing)
    return;
  node = OTR_ALBUM_NODE (gtk_tree_list_row_get_item (tree_row));
  row = otr_album_node_get_row (node);
  self->choosing = TRUE;
  gtk_list_box_unselect_all (self->library);
  self->choosing = FALSE;
  g_signal_emit (self, chosen_signal, 0, row->view, row->id, row->name);
}

void
otr_side_bar_choose (OtrSideBar *self, OtrView view)
{
  g_return_if_fail (OTR_IS_SIDE_BAR (self));
  for (gsize i = 0; i < G_N_ELEMENTS (library_rows); i++)
    {
      if (library_rows[i].view != view)
        continue;
      gtk_list_box_unselect_all (self->library);
      gtk_list_box_select_row (self->library, gtk_list_box_get_row_at_index (self->library, i));
    }
}

/* ---- rows of the albums ---- */

static const char *
icon_of (const OtrAlbumRow *row)
{
  if (row->view == OTR_VIEW_ALBUM)
    return "emblem-photos-symbolic";
  return row->parent_id == 0 ? "folder-pictures-symbolic" : "folder-symbolic";
}

static void
show_node (OtrAlbumNode *node, GtkTreeExpander *expander)
{
  const OtrAlbumRow *row = otr_album_node_get_row (node);
  GtkWidget *item = gtk_widget_get_parent (GTK_WIDGET (expander));
  g_autofree char *label = otr_side_bar_row_describe (row->name, row->count, row->offline);

  otr_side_bar_row_set (OTR_SIDE_BAR_ROW (gtk_tree_expander_get_child (expander)),
                        icon_of (row),
                        row->name,
                        row->count,
                        row->offline);
  if (item != NULL)
    gtk_accessible_update_property (
        GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static GMenuModel *
menu_for (const OtrAlbumRow *row)
{
  g_autofree char *uri = g_path_is_absolute (row->path) ? g_filename_to_uri (row->path, NULL, NULL)
                                                        : g_strdup (row->path);
  g_autoptr (GMenuItem) show = g_menu_item_new (_ ("Show in Files"), NULL);
  g_autoptr (GMenuItem) again = g_menu_item_new (_ ("Import Again"), NULL);
  g_autoptr (GMenuItem) drop = g_menu_item_new (_ ("Remove from Catalog"), NULL);
  GMenu *menu = g_menu_new ();

  g_menu_item_set_action_and_target (show, "win.show-in-files", "s", uri);
  g_menu_item_set_action_and_target (again, "app.import-folder", "s", uri);
  g_menu_item_set_action_and_target (drop, "win.remove-folder", "s", uri);
  g_menu_append_item (menu, show);
  g_menu_append_item (menu, again);
  g_menu_append_item (menu, drop);
  return G_MENU_MODEL (menu);
}

static void
on_secondary_press (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  OtrSideBar *self = data;
  GtkWidget *expander = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  g_autoptr (OtrAlbumNode) node =
      OTR_ALBUM_NODE (gtk_tree_expander_get_item (GTK_TREE_EXPANDER (expander)));
  g_autoptr (GMenuModel) menu = NULL;

  if (node == NULL || otr_album_node_get_row (node)->path == NULL)
    return;
  menu = menu_for (otr_album_node_get_row (node));
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  self->menu = gtk_popover_menu_new_from_model (menu);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_widget_translate_coordinates (expander, GTK_WIDGET (self), x, y, &x, &y);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *expander = gtk_tree_expander_new ();
  GtkGesture *press = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (press), GDK_BUTTON_SECONDARY);
  g_signal_connect (press, "pressed", G_CALLBACK (on_secondary_press), data);
  gtk_widget_add_controller (expander, GTK_EVENT_CONTROLLER (press));
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), otr_side_bar_row_new ());
  gtk_list_item_set_child (item, expander);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkTreeExpander *expander = GTK_TREE_EXPANDER (gtk_list_item_get_child (item));
  GtkTreeListRow *row = gtk_list_item_get_item (item);
  OtrAlbumNode *node = OTR_ALBUM_NODE (gtk_tree_list_row_get_item (row));

  gtk_tree_expander_set_list_row (expander, row);
  g_signal_connect (node, "changed", G_CALLBACK (show_node), expander);
  show_node (node, expander);
  /* The tree row forgets its item when it leaves the tree, which is before it is unbound. */
  g_object_set_data_full (G_OBJECT (expander), "node", node, g_object_unref);
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkTreeExpander *expander = GTK_TREE_EXPANDER (gtk_list_item_get_child (item));
  OtrAlbumNode *node = g_object_get_data (G_OBJECT (expander), "node");

  g_signal_handlers_disconnect_by_data (node, expander);
  g_object_set_data (G_OBJECT (expander), "node", NULL);
  gtk_tree_expander_set_list_row (expander, NULL);
}

static GListModel *
children_of (gpointer item, gpointer data)
{
  GListModel *children = otr_album_node_get_children (item);

  return g_list_model_get_n_items (children) > 0 ? g_object_ref (children) : NULL;
}

/* ---- the widget ---- */

static void
build_library (OtrSideBar *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (library_rows); i++)
    {
      self->rows[i] = OTR_SIDE_BAR_ROW (otr_side_bar_row_new ());
      gtk_list_box_append (self->library, GTK_WIDGET (self->rows[i]));
    }
  show_library (self);
}

static void
build_albums (OtrSideBar *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  GListModel *roots = g_object_ref (otr_album_tree_get_roots (self->tree));
  GtkTreeListModel *model = gtk_tree_list_model_new (roots, FALSE, FALSE, children_of, NULL, NULL);

  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (model));
  g_object_unref (model);
  g_signal_connect (self->selection, "notify::selected-item", G_CALLBACK (on_album_selected), self);
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), self);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), self);
  gtk_list_view_set_factory (self->albums, factory);
  gtk_list_view_set_model (self->albums, GTK_SELECTION_MODEL (self->selection));
}

static void
otr_side_bar_dispose (GObject *object)
{
  OtrSideBar *self = OTR_SIDE_BAR (object);

  if (self->engine != NULL)
    g_clear_signal_handler (&self->changed_handler, self->engine);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->refresh_timer, g_source_remove);
  g_clear_object (&self->engine);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  otr_widget_dispose_template (GTK_WIDGET (self), OTR_TYPE_SIDE_BAR);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->tree, otr_album_tree_free);
  G_OBJECT_CLASS (otr_side_bar_parent_class)->dispose (object);
}

static void
otr_side_bar_class_init (OtrSideBarClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = otr_side_bar_dispose;
  chosen_signal = g_signal_new ("chosen",
                                OTR_TYPE_SIDE_BAR,
                                G_SIGNAL_RUN_LAST,
                                0,
                                NULL,
                                NULL,
                                NULL,
                                G_TYPE_NONE,
                                3,
                                G_TYPE_INT,
                                G_TYPE_INT64,
                                G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/outrider_photos/Outrider/side-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, OtrSideBar, library);
  gtk_widget_class_bind_template_child (widget_class, OtrSideBar, albums);
  gtk_widget_class_bind_template_child (widget_class, OtrSideBar, albums_heading);
  gtk_widget_class_bind_template_callback (widget_class, on_library_selected);
}

static void
otr_side_bar_init (OtrSideBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->tree = otr_album_tree_new ();
  build_library (self);
  build_albums (self);
}
