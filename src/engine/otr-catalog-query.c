/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Views, orders and searches as SQL. The text is put together from fixed pieces, what a person
 * typed is only ever bound. */
#include "config.h"

#include "otr-catalog-private.h"

#define DUPLICATE_CONTENT \
  "SELECT content_id FROM file WHERE removed = 0 GROUP BY content_id HAVING count (*) > 1"

static const char *const conditions[] = {
  [OTR_VIEW_ALL] = "",
  [OTR_VIEW_ROLL] = " AND p.roll_id = CASE WHEN ?1 <> 0 THEN ?1"
                    " ELSE (SELECT max (roll_id) FROM photo WHERE removed = 0) END",
  [OTR_VIEW_DUPLICATES] = " AND p.id IN (SELECT photo_id FROM file WHERE removed = 0"
                          " AND content_id IN (" DUPLICATE_CONTENT "))",
  [OTR_VIEW_DAMAGED] =
      " AND p.id IN (SELECT photo_id FROM file WHERE removed = 0"
      " AND content_id IN (SELECT id FROM content WHERE decode_state IN (2, 4, 5)))",
  [OTR_VIEW_MISSING] =
      " AND p.id IN (SELECT photo_id FROM file WHERE removed = 0 AND state = 1 AND state <> 0)",
  [OTR_VIEW_FOLDER] = " AND p.id IN (WITH RECURSIVE below (id) AS (SELECT ?1"
                      " UNION ALL SELECT f.id FROM folder f JOIN below b ON f.parent_id = b.id)"
                      " SELECT photo_id FROM file WHERE removed = 0 AND lead = 1"
                      " AND folder_id IN (SELECT id FROM below))",
  [OTR_VIEW_ALBUM] = " AND p.id IN (SELECT photo_id FROM album_photo WHERE album_id = ?1)",
};

/* Newest and oldest are the two directions of the index photo_taken. `removed` is always 0 here,
 * but must be named (and its condition kept from being an equality, by a +) to match the index's
 * order. */
static const char *const orders[] = {
  [OTR_SORT_TAKEN_NEWEST] = " ORDER BY p.taken_ms DESC, p.name_key DESC, p.removed DESC, p.id DESC",
  [OTR_SORT_TAKEN_OLDEST] = " ORDER BY p.taken_ms ASC NULLS LAST, p.name_key, p.removed, p.id",
  [OTR_SORT_ADDED] = " ORDER BY p.id DESC",
  [OTR_SORT_NAME] = " ORDER BY p.name_key, p.id",
};

void
otr_catalog_query_init (OtrCatalogQuery *query, const OtrPhotoQuery *asked)
{
  g_return_if_fail ((guint) asked->view < G_N_ELEMENTS (conditions));
  g_return_if_fail ((guint) asked->sort < G_N_ELEMENTS (orders));

  query->condition = conditions[asked->view];
  query->order = orders[asked->sort];
  query->id = asked->id;
  otr_search_init (&query->search, asked->search, 2);
}

void
otr_catalog_query_clear (OtrCatalogQuery *query)
{
  otr_search_clear (&query->search);
}

OtrStmt *
otr_catalog_query_prepare (const OtrCatalogQuery *query,
                           OtrSql *sql,
                           const char *select,
                           GError **error)
{
  /* ?1 must exist even where the view has no use for it. */
  g_autofree char *text = g_strconcat (select,
                                       " WHERE +p.removed = 0 AND ?1 IS NOT NULL",
                                       query->condition,
                                       query->search.sql->str,
                                       query->order,
                                       NULL);
  OtrStmt *stmt = otr_sql_prepare (sql, text, error);

  if (stmt == NULL)
    return NULL;
  otr_stmt_bind_int (stmt, 1, query->id);
  otr_search_bind (&query->search, stmt, 2);
  return stmt;
}
