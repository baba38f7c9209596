/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalog's tables and the numbered steps that lead to them. A step that was released is never
 * edited: a change is a new step at the end. */
#include "config.h"

#include "otr-catalog-private.h"
#include "otr-error.h"

/* Names and paths are BLOBs: file names are bytes. A column `shown` or `words` is their readable
 * text. Lists of strings (keywords, warnings) are lines of one text, so that they can be searched
 * as they are. */
static const char places[] =
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE root ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, path BLOB NOT NULL UNIQUE, is_uri INTEGER NOT NULL,"
    "  volume_id TEXT, marker TEXT, offline INTEGER NOT NULL DEFAULT 0) STRICT;"
    "CREATE TABLE folder ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, root_id INTEGER NOT NULL REFERENCES root,"
    "  parent_id INTEGER REFERENCES folder, relative BLOB NOT NULL,"
    "  words TEXT NOT NULL," /* readable path from the root's own name on */
    "  UNIQUE (root_id, relative)) STRICT;"
    "CREATE INDEX folder_parent ON folder (parent_id);";

/* `taken_*` of a content is what its bytes say; of a photo, what it is sorted by (perhaps the
 * name's or the file's date). All tags are one serialised GVariant, little endian, in a table of
 * their own: beside the listed columns they would be dragged through every scan. */
static const char contents[] =
    "CREATE TABLE content ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, digest BLOB NOT NULL, length INTEGER NOT NULL,"
    "  decode_state INTEGER NOT NULL, decoder_version INTEGER NOT NULL, reason TEXT, mime TEXT,"
    "  width INTEGER NOT NULL, height INTEGER NOT NULL, orientation INTEGER NOT NULL,"
    "  duration_ms INTEGER NOT NULL, is_raw INTEGER NOT NULL, make TEXT, model TEXT, lens TEXT,"
    "  f_number REAL, exposure_time REAL, iso INTEGER, focal_length REAL,"
    "  latitude REAL, longitude REAL, altitude REAL, rating INTEGER,"
    "  keywords TEXT, caption TEXT, warnings TEXT,"
    "  taken_ms INTEGER, taken_offset INTEGER, taken_digits INTEGER, taken_source INTEGER,"
    "  UNIQUE (digest, length)) STRICT;"
    "CREATE INDEX content_damaged ON content (decode_state) WHERE decode_state IN (2, 4, 5);"
    "CREATE TABLE content_tags ("
    "  content_id INTEGER PRIMARY KEY REFERENCES content ON DELETE CASCADE, tags BLOB NOT NULL) "
    "STRICT;";

/* `removed` is 0, or the number of the removal that can still be undone. It stands at the end of
 * the indexes: a partial index is not covering (its condition needs the row), and one that begins
 * with
 * `removed` tempts the planner away from better ones. */
static const char photos[] =
    "CREATE TABLE roll ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, started_us INTEGER NOT NULL, ended_us INTEGER NOT "
    "NULL DEFAULT 0,"
    "  sources BLOB NOT NULL," /* serialised GVariant aay */
    "  imported INTEGER NOT NULL DEFAULT 0, known INTEGER NOT NULL DEFAULT 0,"
    "  moved INTEGER NOT NULL DEFAULT 0, changed INTEGER NOT NULL DEFAULT 0,"
    "  duplicate INTEGER NOT NULL DEFAULT 0, companion INTEGER NOT NULL DEFAULT 0,"
    "  skipped INTEGER NOT NULL DEFAULT 0, damaged INTEGER NOT NULL DEFAULT 0,"
    "  failed INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0,"
    "  seconds REAL NOT NULL DEFAULT 0, seconds_to_catalog REAL NOT NULL DEFAULT 0,"
    "  figures BLOB) STRICT;" /* serialised GVariant a{sv}, little endian */
    "CREATE TABLE photo ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, roll_id INTEGER NOT NULL REFERENCES roll,"
    "  taken_ms INTEGER, taken_offset INTEGER, taken_digits INTEGER, taken_source INTEGER,"
    "  name_key BLOB NOT NULL, rating INTEGER," /* NULL: as the content says */
    "  removed INTEGER NOT NULL DEFAULT 0) STRICT;"
    "CREATE INDEX photo_taken ON photo (taken_ms, name_key, removed);"
    "CREATE INDEX photo_roll ON photo (roll_id, removed);"
    "CREATE INDEX photo_removed ON photo (removed) WHERE removed <> 0;"
    "CREATE TABLE file ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, folder_id INTEGER NOT NULL REFERENCES folder,"
    "  name BLOB NOT NULL, shown TEXT," /* NULL: the name is readable as it is */
    "  size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, ctime_ns INTEGER NOT NULL,"
    "  inode INTEGER NOT NULL, read_ns INTEGER NOT NULL, state INTEGER NOT NULL DEFAULT 0,"
    "  content_id INTEGER NOT NULL REFERENCES content, photo_id INTEGER NOT NULL REFERENCES photo,"
    "  lead INTEGER NOT NULL DEFAULT 1," /* the one of its photo's files that is shown */
    "  removed INTEGER NOT NULL DEFAULT 0, UNIQUE (folder_id, name)) STRICT;"
    "CREATE INDEX file_content ON file (content_id, removed);"
    "CREATE INDEX file_photo ON file (photo_id);"
    "CREATE INDEX file_live ON file (folder_id, lead, removed);"
    "CREATE INDEX file_missing ON file (state) WHERE state <> 0;"
    /* It belongs to the file `companion_of` beside it, whichever of the two came first. */
    "CREATE TABLE companion ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, folder_id INTEGER NOT NULL REFERENCES folder,"
    "  name BLOB NOT NULL, companion_of BLOB NOT NULL, size INTEGER NOT NULL, mtime_ns INTEGER NOT "
    "NULL,"
    "  ctime_ns INTEGER NOT NULL, inode INTEGER NOT NULL, read_ns INTEGER NOT NULL,"
    "  UNIQUE (folder_id, name)) STRICT;";

static const char lists[] =
    "CREATE TABLE issue ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, roll_id INTEGER NOT NULL REFERENCES roll,"
    "  folder_id INTEGER NOT NULL REFERENCES folder, name BLOB NOT NULL, result INTEGER NOT NULL,"
    "  reason TEXT, warnings TEXT, photo_id INTEGER NOT NULL DEFAULT 0) STRICT;"
    "CREATE INDEX issue_roll ON issue (roll_id);"
    "CREATE TABLE album (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE) STRICT;"
    "CREATE TABLE album_photo ("
    "  album_id INTEGER NOT NULL REFERENCES album, photo_id INTEGER NOT NULL REFERENCES photo,"
    "  PRIMARY KEY (album_id, photo_id)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX album_photo_photo ON album_photo (photo_id);";

/* Both search tables keep no text of their own: it is read from this view. */
static const char search[] =
    "CREATE VIEW search_source AS SELECT"
    "  p.id AS id, coalesce (f.shown, CAST (f.name AS TEXT)) AS name, c.caption AS caption,"
    "  c.keywords AS keywords,"
    "  coalesce (c.make, '') || ' ' || coalesce (c.model, '') || ' ' || coalesce (c.lens, '') AS "
    "camera,"
    "  d.words || coalesce ((SELECT ' ' || group_concat (name, ' ') FROM ("
    "    SELECT a.name AS name FROM album_photo m JOIN album a ON a.id = m.album_id"
    "    WHERE m.photo_id = p.id ORDER BY a.id)), '') AS place"
    "  FROM photo p JOIN file f ON f.photo_id = p.id AND f.lead = 1"
    "  JOIN content c ON c.id = f.content_id JOIN folder d ON d.id = f.folder_id WHERE p.removed = "
    "0;"
    "CREATE VIRTUAL TABLE search_names USING fts5 (name, caption,"
    "  content = 'search_source', content_rowid = 'id', tokenize = 'trigram');"
    "CREATE VIRTUAL TABLE search_words USING fts5 (name, caption, keywords, camera, place,"
    "  content = 'search_source', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics "
    "2');";

static const char *const step_1[] = { places, contents, photos, lists, search, NULL };

const OtrSchemaStep otr_catalog_schema_steps[] = { step_1 };
const guint otr_catalog_schema_n_steps = G_N_ELEMENTS (otr_catalog_schema_steps);

gboolean
otr_catalog_schema_look (
    OtrSql *sql, guint n_steps, OtrSchemaState *out_state, int *out_version, GError **error)
{
  gint64 application, version, tables;

  if (!otr_sql_query_int (sql, "PRAGMA application_id", 0, &application, error) ||
      !otr_sql_query_int (sql, "PRAGMA user_version", 0, &version, error) ||
      !otr_sql_query_int (sql, "SELECT count(*) FROM sqlite_schema", 0, &tables, error))
    return FALSE;
  if (application != OTR_CATALOG_APPLICATION_ID &&
      (application != 0 || version != 0 || tables != 0))
    {
      g_set_error (error,
                   OTR_ERROR,
                   OTR_ERROR_FOREIGN,
                   "the file is a database, but not an Outrider catalog");
      return FALSE;
    }
  if (version > n_steps)
    {
      g_set_error (
          error,
          OTR_ERROR,
          OTR_ERROR_TOO_NEW,
          "the catalog was made by a newer Outrider (its version is %d, this one knows %u)",
          (int) version,
          n_steps);
      return FALSE;
    }
  *out_state = application == 0 ? OTR_SCHEMA_EMPTY : OTR_SCHEMA_OURS;
  *out_version = (int) version;
  return TRUE;
}

static gboolean
run_steps (OtrSql *sql, const OtrSchemaStep *steps, guint from, guint to, GError **error)
{
  g_autofree char *marks = g_strdup_printf (
      "PRAGMA application_id = %d; PRAGMA user_version = %u;", OTR_CATALOG_APPLICATION_ID, to);

  for (guint i = from; i < to; i++)
    for (guint part = 0; steps[i][part] != NULL; part++)
      if (!otr_sql_exec (sql, steps[i][part], error))
        {
          g_prefix_error (error, "bringing the catalog to version %u: ", i + 1);
          return FALSE;
        }
  return otr_sql_exec (sql, marks, error);
}

static gboolean
copy_to (OtrSql *sql, const char *backup, GError **error)
{
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (sql, "VACUUM INTO ?1", error);

  if (stmt == NULL)
    return FALSE;
  otr_stmt_bind_text (stmt, 1, backup);
  return otr_stmt_run (stmt, error);
}

gboolean
otr_catalog_schema_upgrade (
    OtrSql *sql, const OtrSchemaStep *steps, guint n_steps, const char *backup, GError **error)
{
  OtrSchemaState state;
  int version;

  if (!otr_catalog_schema_look (sql, n_steps, &state, &version, error))
    return FALSE;
  if (version == (int) n_steps)
    return TRUE;
  if (version > 0 && !copy_to (sql, backup, error))
    {
      g_prefix_error (error, "no backup before the upgrade: ");
      return FALSE;
    }
  /* Another process may have been faster: the lock first, then the version. */
  if (!otr_sql_begin (sql, error))
    return FALSE;
  if (!otr_catalog_schema_look (sql, n_steps, &state, &version, error) ||
      !run_steps (sql, steps, (guint) version, n_steps, error))
    {
      otr_sql_rollback (sql);
      return FALSE;
    }
  return otr_sql_commit (sql, error);
}

char *
otr_catalog_schema_get_meta (OtrSql *sql, const char *key, GError **error)
{
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (sql, "SELECT value FROM meta WHERE key = ?1", error);

  if (stmt == NULL)
    return NULL;
  otr_stmt_bind_text (stmt, 1, key);
  return otr_stmt_step (stmt, error) > 0 ? otr_stmt_dup_text (stmt, 0) : NULL;
}

gboolean
otr_catalog_schema_set_meta (OtrSql *sql, const char *key, const char *value, GError **error)
{
  g_autoptr (OtrStmt) stmt = otr_sql_prepare (
      sql,
      "INSERT INTO meta (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2",
      error);

  if (stmt == NULL)
    return FALSE;
  otr_stmt_bind_text (stmt, 1, key);
  otr_stmt_bind_text (stmt, 2, value);
  return otr_stmt_run (stmt, error);
}
