/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-album-node.h"

static void
add_row (GPtrArray *rows, gint64 id, gint64 parent_id, const char *name, guint64 count)
{
  OtrAlbumRow *row = g_new0 (OtrAlbumRow, 1);

  row->id = id;
  row->parent_id = parent_id;
  row->view = OTR_VIEW_FOLDER;
  row->name = g_strdup (name);
  row->path = g_strdup (name);
  row->count = count;
  g_ptr_array_add (rows, row);
}

static GPtrArray *
rows_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) otr_album_row_free);
}

static OtrAlbumNode *
child_at (GListModel *model, guint position)
{
  OtrAlbumNode *node = g_list_model_get_item (model, position);

  g_assert_nonnull (node);
  g_object_unref (node); /* the model keeps it */
  return node;
}

static void
count (gpointer counter)
{
  (*(guint *) counter)++;
}

static void
test_tree (void)
{
  g_autoptr (OtrAlbumTree) tree = otr_album_tree_new ();
  g_autoptr (GPtrArray) rows = rows_new ();
  GListModel *roots = otr_album_tree_get_roots (tree);
  OtrAlbumNode *root;

  add_row (rows, 1, 0, "Pictures", 5);
  add_row (rows, 2, 1, "Animals", 2);
  add_row (rows, 3, 1, "Cities", 3);
  add_row (rows, 4, 3, "London", 1);
  otr_album_tree_update (tree, rows);
  g_assert_cmpuint (g_list_model_get_n_items (roots), ==, 1);
  root = child_at (roots, 0);
  g_assert_cmpuint (g_list_model_get_n_items (otr_album_node_get_children (root)), ==, 2);
  g_assert_true (otr_album_node_take_fresh (root));
  g_assert_false (otr_album_node_take_fresh (root));
  g_assert_cmpstr (otr_album_node_get_row (child_at (otr_album_node_get_children (root), 1))->name,
                   ==,
                   "Cities");
}

/* Nodes live on and only what differs is spliced: what is open in the side bar stays open. */
static void
test_update_keeps_nodes (void)
{
  g_autoptr (OtrAlbumTree) tree = otr_album_tree_new ();
  g_autoptr (GPtrArray) rows = rows_new ();
  g_autoptr (GPtrArray) again = rows_new ();
  GListModel *roots = otr_album_tree_get_roots (tree);
  GListModel *children;
  OtrAlbumNode *root;
  guint n_spliced = 0;
  guint n_changed = 0;

  add_row (rows, 1, 0, "Pictures", 5);
  add_row (rows, 2, 1, "Animals", 2);
  add_row (rows, 3, 1, "Zoo", 3);
  otr_album_tree_update (tree, rows);
  root = child_at (roots, 0);
  children = otr_album_node_get_children (root);
  g_signal_connect_swapped (children, "items-changed", G_CALLBACK (count), &n_spliced);
  g_signal_connect_swapped (root, "changed", G_CALLBACK (count), &n_changed);

  add_row (again, 1, 0, "Pictures", 6);
  add_row (again, 2, 1, "Animals", 2);
  add_row (again, 5, 1, "Birds", 1);
  add_row (again, 3, 1, "Zoo", 3);
  otr_album_tree_update (tree, again);
  g_assert_true (child_at (roots, 0) == root);
  g_assert_cmpuint (n_spliced, ==, 1);
  g_assert_cmpuint (n_changed, ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (children), ==, 3);
  g_assert_cmpuint (otr_album_node_get_row (root)->count, ==, 6);
}

/* GTK asks a row for children once: a folder that gets its first one is put in anew. */
static void
test_first_child (void)
{
  g_autoptr (OtrAlbumTree) tree = otr_album_tree_new ();
  g_autoptr (GPtrArray) rows = rows_new ();
  g_autoptr (GPtrArray) again = rows_new ();
  guint n_spliced = 0;

  add_row (rows, 1, 0, "Pictures", 5);
  otr_album_tree_update (tree, rows);
  g_signal_connect_swapped (
      otr_album_tree_get_roots (tree), "items-changed", G_CALLBACK (count), &n_spliced);
  add_row (again, 1, 0, "Pictures", 5);
  add_row (again, 2, 1, "Animals", 2);
  otr_album_tree_update (tree, again);
  g_assert_cmpuint (n_spliced, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/album-node/tree", test_tree);
  g_test_add_func ("/album-node/update-keeps-nodes", test_update_keeps_nodes);
  g_test_add_func ("/album-node/first-child", test_first_child);
  return g_test_run ();
}
