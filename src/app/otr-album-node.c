/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-album-node.h"

struct _OtrAlbumNode
{
  GObject parent_instance;
  OtrAlbumRow *row;
  GListStore *children;
  gboolean fresh; /* its first children were never shown */
  gboolean
      reborn; /* it got its first or lost its last child: GTK must ask again for its children */
};

G_DEFINE_FINAL_TYPE (OtrAlbumNode, otr_album_node, G_TYPE_OBJECT)

static guint changed_signal;

struct _OtrAlbumTree
{
  GListStore *roots;
  GHashTable *nodes; /* key of a row -> OtrAlbumNode */
};

const OtrAlbumRow *
otr_album_node_get_row (OtrAlbumNode *self)
{
  g_return_val_if_fail (OTR_IS_ALBUM_NODE (self), NULL);
  return self->row;
}

GListModel *
otr_album_node_get_children (OtrAlbumNode *self)
{
  g_return_val_if_fail (OTR_IS_ALBUM_NODE (self), NULL);
  return G_LIST_MODEL (self->children);
}

gboolean
otr_album_node_take_fresh (OtrAlbumNode *self)
{
  gboolean fresh;

  g_return_val_if_fail (OTR_IS_ALBUM_NODE (self), FALSE);
  fresh = self->fresh && g_list_model_get_n_items (G_LIST_MODEL (self->children)) > 0;
  if (fresh)
    self->fresh = FALSE;
  return fresh;
}

static void
otr_album_node_finalize (GObject *object)
{
  OtrAlbumNode *self = OTR_ALBUM_NODE (object);

  g_clear_pointer (&self->row, otr_album_row_free);
  g_clear_object (&self->children);
  G_OBJECT_CLASS (otr_album_node_parent_class)->finalize (object);
}

static void
otr_album_node_class_init (OtrAlbumNodeClass *class)
{
  G_OBJECT_CLASS (class)->finalize = otr_album_node_finalize;
  changed_signal = g_signal_new (
      "changed", OTR_TYPE_ALBUM_NODE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
otr_album_node_init (OtrAlbumNode *self)
{
  self->children = g_list_store_new (OTR_TYPE_ALBUM_NODE);
  self->fresh = TRUE;
}

/* Folders and albums number apart; both fit into 62 bits. */
static gint64 *
key_new (OtrView view, gint64 id)
{
  gint64 key = id * 2 + (view == OTR_VIEW_ALBUM ? 1 : 0);

  return g_memdup2 (&key, sizeof key);
}

static gboolean
looks_alike (const OtrAlbumRow *a, const OtrAlbumRow *b)
{
  return a->count == b->count && a->offline == b->offline && g_str_equal (a->name, b->name);
}

/* Takes `row`. */
static OtrAlbumNode *
node_for_row (OtrAlbumTree *tree, GHashTable *nodes, OtrAlbumRow *row)
{
  gint64 *key = key_new (row->view, row->id);
  OtrAlbumNode *node = g_hash_table_lookup (tree->nodes, key);
  gboolean alike;

  node = node != NULL ? g_object_ref (node) : g_object_new (OTR_TYPE_ALBUM_NODE, NULL);
  alike = node->row == NULL || looks_alike (node->row, row);
  g_clear_pointer (&node->row, otr_album_row_free);
  node->row = row;
  g_hash_table_insert (nodes, key, node);
  if (!alike)
    g_signal_emit (node, changed_signal, 0);
  return node;
}

static gboolean
differs (gpointer old, OtrAlbumNode *wanted)
{
  return old != (gpointer) wanted || wanted->reborn;
}

/* Splices only what lies between the first and the last difference: rows outside of it keep their
 * expansion and selection. */
static void
replace_items (GListStore *store, GPtrArray *wanted)
{
  guint n_old = g_list_model_get_n_items (G_LIST_MODEL (store));
  guint n_new = wanted->len;
  guint first = 0;
  guint tail = 0;
  gpointer item;

  for (; first < n_old && first < n_new; first++)
    {
      g_autoptr (GObject) old = g_list_model_get_item (G_LIST_MODEL (store), first);

      if (differs (old, wanted->pdata[first]))
        break;
    }
  for (; tail < n_old - first && tail < n_new - first; tail++)
    {
      item = g_list_model_get_item (G_LIST_MODEL (store), n_old - 1 - tail);
      g_object_unref (item); /* the store keeps it */
      if (differs (item, wanted->pdata[n_new - 1 - tail]))
        break;
    }
  if (n_old - first - tail > 0 || n_new - first - tail > 0)
    g_list_store_splice (
        store, first, n_old - first - tail, wanted->pdata + first, n_new - first - tail);
}

static void
append_to_parent (GHashTable *lists, OtrAlbumNode *parent, OtrAlbumNode *node)
{
  GPtrArray *list = g_hash_table_lookup (lists, parent);

  if (list == NULL)
    {
      list = g_ptr_array_new ();
      g_hash_table_insert (lists, parent, list);
    }
  g_ptr_array_add (list, node);
}

static void
mark_reborn (GHashTable *nodes, GHashTable *lists)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, nodes);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      OtrAlbumNode *node = value;
      gboolean had = g_list_model_get_n_items (G_LIST_MODEL (node->children)) > 0;

      node->reborn = had != g_hash_table_contains (lists, node);
    }
}

void
otr_album_tree_update (OtrAlbumTree *tree, GPtrArray *rows)
{
  g_autoptr (GHashTable) nodes =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_object_unref);
  g_autoptr (GHashTable) lists =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GPtrArray) roots = g_ptr_array_new ();
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer node;

  g_ptr_array_set_free_func (rows, NULL);
  for (guint i = 0; i < rows->len; i++)
    {
      OtrAlbumRow *row = rows->pdata[i];
      g_autofree gint64 *parent_key = key_new (row->view, row->parent_id);
      OtrAlbumNode *parent = row->parent_id != 0 ? g_hash_table_lookup (nodes, parent_key) : NULL;
      OtrAlbumNode *added = node_for_row (tree, nodes, row);

      if (parent != NULL)
        append_to_parent (lists, parent, added);
      else
        g_ptr_array_add (roots, added);
    }
  g_ptr_array_set_size (rows, 0);

  mark_reborn (nodes, lists);
  g_hash_table_iter_init (&iter, nodes);
  while (g_hash_table_iter_next (&iter, NULL, &node))
    {
      GPtrArray *list = g_hash_table_lookup (lists, node);

      replace_items (((OtrAlbumNode *) node)->children, list != NULL ? list : none);
    }
  replace_items (tree->roots, roots);
  g_clear_pointer (&tree->nodes, g_hash_table_unref);
  tree->nodes = g_steal_pointer (&nodes);
}

OtrAlbumTree *
otr_album_tree_new (void)
{
  OtrAlbumTree *tree = g_new0 (OtrAlbumTree, 1);

  tree->roots = g_list_store_new (OTR_TYPE_ALBUM_NODE);
  tree->nodes = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_object_unref);
  return tree;
}

void
otr_album_tree_free (OtrAlbumTree *tree)
{
  if (tree == NULL)
    return;
  g_clear_object (&tree->roots);
  g_clear_pointer (&tree->nodes, g_hash_table_unref);
  g_free (tree);
}

GListModel *
otr_album_tree_get_roots (OtrAlbumTree *tree)
{
  return G_LIST_MODEL (tree->roots);
}
