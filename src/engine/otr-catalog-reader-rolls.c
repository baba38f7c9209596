/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rolls and their issues. The reader's thread only. */
#include "config.h"

#include "otr-catalog-private.h"

static void
roll_free (gpointer roll)
{
  otr_roll_free (roll);
}

static void
issue_free (gpointer issue)
{
  otr_issue_free (issue);
}

static char **
unpack_sources (GBytes *bytes)
{
  g_autoptr (GVariant) value =
      g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING_ARRAY, bytes, FALSE));

  return g_variant_dup_bytestring_array (value, NULL);
}

static GVariant *
unpack_figures (GBytes *bytes)
{
  g_autoptr (GVariant) raw =
      g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE_VARDICT, bytes, FALSE));
#if G_BYTE_ORDER == G_BIG_ENDIAN
  return g_variant_byteswap (raw);
#else
  return g_variant_get_normal_form (raw);
#endif
}

static OtrRoll *
read_roll (OtrStmt *stmt)
{
  OtrRoll *roll = g_new0 (OtrRoll, 1);
  g_autoptr (GBytes) sources = otr_stmt_dup_blob (stmt, 3);
  g_autoptr (GBytes) figures = otr_stmt_dup_blob (stmt, 7);

  roll->id = otr_stmt_get_int (stmt, 0);
  roll->started_us = otr_stmt_get_int (stmt, 1);
  roll->ended_us = otr_stmt_get_int (stmt, 2);
  roll->sources = unpack_sources (sources);
  roll->bytes = (guint64) otr_stmt_get_int (stmt, 4);
  roll->seconds = otr_stmt_get_double (stmt, 5);
  roll->seconds_to_catalog = otr_stmt_get_double (stmt, 6);
  if (figures != NULL)
    roll->figures = unpack_figures (figures);
  for (int i = 0; i < OTR_N_RESULTS; i++)
    roll->counts[i] = (guint64) otr_stmt_get_int (stmt, 8 + i);
  return roll;
}

GPtrArray *
otr_catalog_reader_rolls (OtrCatalogReader *reader, GError **error)
{
  g_autoptr (GPtrArray) rolls = g_ptr_array_new_with_free_func (roll_free);
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      reader->sql,
      "SELECT id, started_us, ended_us, sources, bytes, seconds, seconds_to_catalog, figures, "
      "imported, known,"
      " moved, changed, duplicate, companion, skipped, damaged, failed FROM roll ORDER BY id DESC",
      error);
  int state;

  if (stmt == NULL)
    return NULL;
  while ((state = otr_stmt_step (stmt, error)) > 0)
    g_ptr_array_add (rolls, read_roll (stmt));
  return state == 0 ? g_steal_pointer (&rolls) : NULL;
}

static OtrIssue *
read_issue (OtrStmt *stmt)
{
  OtrIssue *issue = g_new0 (OtrIssue, 1);
  g_autofree char *root = otr_stmt_dup_bytes (stmt, 0);
  g_autofree char *relative = otr_stmt_dup_bytes (stmt, 2);

  issue->folder_path = otr_catalog_join_path (root, otr_stmt_get_int (stmt, 1) != 0, relative);
  issue->name = otr_stmt_dup_bytes (stmt, 3);
  issue->result = (OtrResult) CLAMP (otr_stmt_get_int (stmt, 4), 0, OTR_N_RESULTS - 1);
  issue->reason = otr_stmt_dup_text (stmt, 5);
  issue->warnings = otr_catalog_facts_split (otr_stmt_get_text (stmt, 6));
  issue->photo_id = otr_stmt_get_int (stmt, 7);
  return issue;
}

GPtrArray *
otr_catalog_reader_issues (OtrCatalogReader *reader, gint64 roll_id, GError **error)
{
  g_autoptr (GPtrArray) issues = g_ptr_array_new_with_free_func (issue_free);
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      reader->sql,
      "SELECT r.path, r.is_uri, d.relative, i.name, i.result, i.reason, i.warnings,"
      " coalesce ((SELECT p.id FROM photo p WHERE p.id = i.photo_id AND p.removed = 0), 0)"
      " FROM issue i JOIN folder d ON d.id = i.folder_id JOIN root r ON r.id = d.root_id"
      " WHERE i.roll_id = ?1 ORDER BY i.id",
      error);
  int state;

  if (stmt == NULL)
    return NULL;
  otr_stmt_bind_int (stmt, 1, roll_id);
  while ((state = otr_stmt_step (stmt, error)) > 0)
    g_ptr_array_add (issues, read_issue (stmt));
  return state == 0 ? g_steal_pointer (&issues) : NULL;
}
