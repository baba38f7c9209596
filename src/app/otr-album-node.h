/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-catalog.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* One row of the tree of albums; kept while the tree is read again, so that what is open stays
 * open. Signal "changed": its name, count or state. */
#define OTR_TYPE_ALBUM_NODE (otr_album_node_get_type ())
G_DECLARE_FINAL_TYPE (OtrAlbumNode, otr_album_node, OTR, ALBUM_NODE, GObject)

const OtrAlbumRow *otr_album_node_get_row (OtrAlbumNode *self);
GListModel *otr_album_node_get_children (OtrAlbumNode *self);

/* TRUE once, when it has got children: then it may be opened. */
gboolean otr_album_node_take_fresh (OtrAlbumNode *self);

/* The whole tree. */
typedef struct _OtrAlbumTree OtrAlbumTree;

OtrAlbumTree *otr_album_tree_new (void);
void otr_album_tree_free (OtrAlbumTree *tree);
GListModel *otr_album_tree_get_roots (OtrAlbumTree *tree); /* borrowed */
/* Takes the rows (OtrAlbumRow, parents first) out of `rows`; touches only what differs. */
void otr_album_tree_update (OtrAlbumTree *tree, GPtrArray *rows);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrAlbumTree, otr_album_tree_free)

G_END_DECLS
