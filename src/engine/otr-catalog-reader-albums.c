/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Roots, the side bar's tree, counts, duplicates. Photos are counted by folder once, in an index,
 * and folded upwards here: a million photos in 10,000 folders are one scan. The reader's thread
 * only. */
#include "config.h"

#include <string.h>

#include "otr-catalog-private.h"
#include "otr-natural.h"

static void
root_free (gpointer root)
{
  otr_root_free (root);
}

GPtrArray *
otr_catalog_reader_roots (OtrCatalogReader *reader, GError **error)
{
  g_autoptr (GPtrArray) roots = g_ptr_array_new_with_free_func (root_free);
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      reader->sql, "SELECT id, path, is_uri, volume_id, marker FROM root ORDER BY path", error);
  int state;

  if (stmt == NULL)
    return NULL;
  while ((state = otr_stmt_step (stmt, error)) > 0)
    {
      OtrRoot *root = g_new0 (OtrRoot, 1);

      root->id = otr_stmt_get_int (stmt, 0);
      root->path = otr_stmt_dup_bytes (stmt, 1);
      root->is_uri = otr_stmt_get_int (stmt, 2) != 0;
      root->volume_id = otr_stmt_dup_text (stmt, 3);
      root->marker = otr_stmt_dup_text (stmt, 4);
      g_ptr_array_add (roots, root);
    }
  return state == 0 ? g_steal_pointer (&roots) : NULL;
}

/* ---- the tree ---- */

typedef struct _Node Node;

struct _Node
{
  OtrAlbumRow *row;
  GBytes *key;         /* order among brothers */
  GPtrArray *children; /* Node; NULL none */
};

static void
node_free (gpointer data)
{
  Node *node = data;

  otr_album_row_free (node->row);
  g_bytes_unref (node->key);
  g_clear_pointer (&node->children, g_ptr_array_unref);
  g_free (node);
}

static Node *
read_node (OtrStmt *stmt)
{
  g_autofree char *root = otr_stmt_dup_bytes (stmt, 3);
  g_autofree char *relative = otr_stmt_dup_bytes (stmt, 2);
  g_autofree char *name = NULL;
  Node *node = g_new0 (Node, 1);
  OtrAlbumRow *row = g_new0 (OtrAlbumRow, 1);

  row->id = otr_stmt_get_int (stmt, 0);
  row->parent_id = otr_stmt_get_int (stmt, 1);
  row->view = OTR_VIEW_FOLDER;
  row->path = otr_catalog_join_path (root, otr_stmt_get_int (stmt, 4) != 0, relative);
  name = g_path_get_basename (relative[0] != '\0' ? relative : root);
  row->name = g_filename_display_name (name);
  row->offline = otr_stmt_get_int (stmt, 5) != 0;
  node->row = row;
  node->key = otr_natural_key (name);
  return node;
}

static gboolean
read_folders (OtrCatalogReader *reader, GHashTable *nodes, GError **error)
{
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      reader->sql,
      "SELECT d.id, d.parent_id, d.relative, r.path, r.is_uri, r.offline FROM folder d"
      " JOIN root r ON r.id = d.root_id",
      error);
  int state;

  if (stmt == NULL)
    return FALSE;
  while ((state = otr_stmt_step (stmt, error)) > 0)
    {
      Node *node = read_node (stmt);

      g_hash_table_insert (nodes, &node->row->id, node);
    }
  return state == 0;
}

static gboolean
read_own_counts (OtrCatalogReader *reader, GHashTable *nodes, GError **error)
{
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      reader->sql,
      "SELECT folder_id, count (*) FROM file WHERE removed = 0 AND lead = 1 GROUP BY folder_id",
      error);
  int state;

  if (stmt == NULL)
    return FALSE;
  while ((state = otr_stmt_step (stmt, error)) > 0)
    {
      gint64 id = otr_stmt_get_int (stmt, 0);
      Node *node = g_hash_table_lookup (nodes, &id);

      if (node != NULL)
        node->row->count = (guint64) otr_stmt_get_int (stmt, 1);
    }
  return state == 0;
}

static int
compare_nodes (gconstpointer a, gconstpointer b)
{
  const Node *first = *(const Node *const *) a;
  const Node *second = *(const Node *const *) b;
  int order = g_bytes_compare (first->key, second->key);

  return order != 0 ? order : strcmp (first->row->path, second->row->path);
}

/* Hangs every node below its parent and returns the roots' nodes. */
static GPtrArray *
link_nodes (GHashTable *nodes)
{
  GPtrArray *tops = g_ptr_array_new ();
  GHashTableIter iter;
  Node *node;

  g_hash_table_iter_init (&iter, nodes);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &node))
    {
      Node *parent = g_hash_table_lookup (nodes, &node->row->parent_id);

      if (parent != NULL && parent->children == NULL)
        parent->children = g_ptr_array_new ();
      g_ptr_array_add (parent != NULL ? parent->children : tops, node);
    }
  return tops;
}

/* Adds up and sorts what is below. As deep as folders nest, which is at most a few thousand levels.
 */
static void
fold (Node *node)
{
  if (node->children == NULL)
    return;
  for (guint i = 0; i < node->children->len; i++)
    {
      Node *child = g_ptr_array_index (node->children, i);

      fold (child);
      node->row->count += child->row->count;
    }
  g_ptr_array_sort (node->children, compare_nodes);
}

/* Parents before children. A folder without photos below is no album. */
static void
emit (GPtrArray *nodes, GPtrArray *rows)
{
  for (guint i = 0; nodes != NULL && i < nodes->len; i++)
    {
      Node *node = g_ptr_array_index (nodes, i);

      if (node->row->count == 0)
        continue;
      g_ptr_array_add (rows, g_steal_pointer (&node->row));
      emit (node->children, rows);
    }
}

static gboolean
read_set_albums (OtrCatalogReader *reader, GPtrArray *rows, GError **error)
{
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      reader->sql,
      "SELECT a.id, a.name, count (p.id) FROM album a LEFT JOIN album_photo m ON m.album_id = a.id"
      " LEFT JOIN photo p ON p.id = m.photo_id AND p.removed = 0 GROUP BY a.id ORDER BY a.name",
      error);
  int state;

  if (stmt == NULL)
    return FALSE;
  while ((state = otr_stmt_step (stmt, error)) > 0)
    {
      OtrAlbumRow *row = g_new0 (OtrAlbumRow, 1);

      row->id = otr_stmt_get_int (stmt, 0);
      row->view = OTR_VIEW_ALBUM;
      row->name = otr_stmt_dup_text (stmt, 1);
      row->count = (guint64) otr_stmt_get_int (stmt, 2);
      g_ptr_array_add (rows, row);
    }
  return state == 0;
}

static void
album_row_free (gpointer row)
{
  otr_album_row_free (row);
}

static gboolean
read_tree (OtrCatalogReader *reader, GPtrArray *rows, GError **error)
{
  g_autoptr (GHashTable) nodes =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, node_free);
  g_autoptr (GPtrArray) tops = NULL;

  if (!read_folders (reader, nodes, error) || !read_own_counts (reader, nodes, error))
    return FALSE;
  tops = link_nodes (nodes);
  for (guint i = 0; i < tops->len; i++)
    fold (g_ptr_array_index (tops, i));
  g_ptr_array_sort (tops, compare_nodes);
  emit (tops, rows);
  return TRUE;
}

GPtrArray *
otr_catalog_reader_albums (OtrCatalogReader *reader, GError **error)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (album_row_free);
  gboolean ok;

  if (!otr_sql_begin_read (reader->sql, error))
    return NULL;
  ok = read_tree (reader, rows, error) && read_set_albums (reader, rows, error);
  otr_sql_rollback (reader->sql);
  return ok ? g_steal_pointer (&rows) : NULL;
}

/* ---- counts ---- */

static gboolean
count (OtrCatalogReader *reader, const char *text, guint64 *out_count, GError **error)
{
  gint64 n;

  if (!otr_sql_query_int (reader->sql, text, 0, &n, error))
    return FALSE;
  *out_count = (guint64) n;
  return TRUE;
}

static gboolean
read_counts (OtrCatalogReader *reader, OtrCounts *counts, GError **error)
{
  return count (reader,
                "SELECT count (*) FROM file WHERE removed = 0 AND lead = 1",
                &counts->all,
                error) &&
         count (reader,
                "SELECT count (*) FROM roll WHERE EXISTS"
                " (SELECT 1 FROM photo WHERE roll_id = roll.id AND removed = 0)",
                &counts->rolls,
                error) &&
         count (reader,
                "SELECT sum (n) FROM (SELECT count (*) AS n FROM file WHERE removed = 0"
                " GROUP BY content_id HAVING count (*) > 1)",
                &counts->duplicates,
                error) &&
         count (reader,
                "SELECT count (*) FROM file WHERE removed = 0 AND lead = 1"
                " AND content_id IN (SELECT id FROM content WHERE decode_state IN (2, 4, 5))",
                &counts->damaged,
                error) &&
         count (reader,
                "SELECT count (*) FROM file WHERE state = 1 AND state <> 0 AND removed = 0",
                &counts->missing,
                error);
}

gboolean
otr_catalog_reader_counts (OtrCatalogReader *reader, OtrCounts *out_counts, GError **error)
{
  OtrCounts counts = { 0 };
  gboolean ok;

  if (!otr_sql_begin_read (reader->sql, error))
    return FALSE;
  ok = read_counts (reader, &counts, error);
  otr_sql_rollback (reader->sql);
  if (ok)
    *out_counts = counts;
  return ok;
}

/* ---- duplicates ---- */

static void
duplicate_free (gpointer duplicate)
{
  otr_duplicate_free (duplicate);
}

static OtrDuplicate *
start_duplicate (OtrStmt *stmt)
{
  OtrDuplicate *duplicate = g_new0 (OtrDuplicate, 1);
  g_autoptr (GBytes) digest = otr_stmt_dup_blob (stmt, 1);
  gsize length = MIN (g_bytes_get_size (digest), OTR_DIGEST_MAX);

  memcpy (duplicate->digest.bytes, g_bytes_get_data (digest, NULL), length);
  duplicate->digest.length = (guint8) length;
  duplicate->size = (guint64) otr_stmt_get_int (stmt, 2);
  duplicate->paths = g_ptr_array_new_with_free_func (g_free);
  return duplicate;
}

GPtrArray *
otr_catalog_reader_duplicates (OtrCatalogReader *reader, GError **error)
{
  g_autoptr (GPtrArray) duplicates = g_ptr_array_new_with_free_func (duplicate_free);
  OtrDuplicate *duplicate = NULL;
  gint64 content_id = 0;
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      reader->sql,
      "SELECT c.id, c.digest, c.length, r.path, r.is_uri, d.relative, f.name FROM content c"
      " JOIN file f ON f.content_id = c.id AND f.removed = 0"
      " JOIN folder d ON d.id = f.folder_id JOIN root r ON r.id = d.root_id WHERE c.id IN"
      " (SELECT content_id FROM file WHERE removed = 0 GROUP BY content_id HAVING count (*) > 1)"
      " ORDER BY c.id, r.path, d.relative, f.name",
      error);
  int state;

  if (stmt == NULL)
    return NULL;
  while ((state = otr_stmt_step (stmt, error)) > 0)
    {
      gboolean is_uri = otr_stmt_get_int (stmt, 4) != 0;
      g_autofree char *root = otr_stmt_dup_bytes (stmt, 3);
      g_autofree char *relative = otr_stmt_dup_bytes (stmt, 5);
      g_autofree char *name = otr_stmt_dup_bytes (stmt, 6);
      g_autofree char *folder = otr_catalog_join_path (root, is_uri, relative);

      if (duplicate == NULL || content_id != otr_stmt_get_int (stmt, 0))
        {
          duplicate = start_duplicate (stmt);
          content_id = otr_stmt_get_int (stmt, 0);
          g_ptr_array_add (duplicates, duplicate);
        }
      g_ptr_array_add (duplicate->paths, otr_catalog_join_path (folder, is_uri, name));
    }
  return state == 0 ? g_steal_pointer (&duplicates) : NULL;
}
