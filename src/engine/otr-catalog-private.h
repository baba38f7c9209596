/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-catalog.h"
#include "otr-sql.h"

G_BEGIN_DECLS

/* What the otr-catalog-*.c files share. Not for others. */

#define OTR_CATALOG_APPLICATION_ID 0x4f747264 /* "Otrd" */

struct _OtrCatalog
{
  char *path;
  char *id;
  OtrDigestKind digest_kind;
  OtrCatalogFlags flags;
  gboolean on_network;
  char *salvage_note;
  int open_fd;  /* our share of FILE-open.lock, -1 when read-only */
  gint suspect; /* atomic: damage was met, so the next to open it must look and salvage */
};

struct _OtrCatalogReader
{
  OtrCatalog *catalog;
  OtrSql *sql;
};

struct _OtrCatalogWriter
{
  OtrCatalog *catalog;
  OtrSql *sql;
  GHashTable *folders; /* "<root id>/<relative>" -> gint64 *; emptied when a transaction fails */
};

/* ---- schema (otr-catalog-schema.c) ---- */

/* Step i, statements up to NULL, brings version i to i + 1. */
typedef const char *const *OtrSchemaStep;
extern const OtrSchemaStep otr_catalog_schema_steps[];
extern const guint otr_catalog_schema_n_steps;

typedef enum
{
  OTR_SCHEMA_EMPTY, /* nothing in the file yet */
  OTR_SCHEMA_OURS,
} OtrSchemaState;

/* OTR_ERROR_FOREIGN or _TOO_NEW when the file is not for us. Changes nothing. */
gboolean otr_catalog_schema_look (
    OtrSql *sql, guint n_steps, OtrSchemaState *out_state, int *out_version, GError **error);
/* All missing steps in one transaction. From any version but 0, a copy goes to `backup` first. */
gboolean otr_catalog_schema_upgrade (
    OtrSql *sql, const OtrSchemaStep *steps, guint n_steps, const char *backup, GError **error);
char *otr_catalog_schema_get_meta (OtrSql *sql, const char *key, GError **error); /* NULL: none */
gboolean
otr_catalog_schema_set_meta (OtrSql *sql, const char *key, const char *value, GError **error);

/* ---- salvage (otr-catalog-salvage.c) ---- */

/* Sets the damaged file at `path` aside and copies what can be read into a new catalog in its
 * place. Returns what happened, as English sentences. */
char *otr_catalog_salvage (const char *path, OtrSqlFlags flags, GError **error);

/* ---- facts (otr-catalog-facts.c) ---- */

/* Columns of `content` that hold facts, in the order of bind and read; `c` is "" or a table's "c.".
 */
#define OTR_CATALOG_FACTS_COLUMNS(c)                                                               \
  c "decode_state, " c "decoder_version, " c "reason, " c "mime, " c "width, " c "height, " c      \
    "orientation, " c "duration_ms, " c "is_raw, " c "make, " c "model, " c "lens, " c             \
    "f_number, " c "exposure_time, " c "iso, " c "focal_length, " c "latitude, " c "longitude, " c \
    "altitude, " c "rating, " c "keywords, " c "caption, " c "warnings, " c "taken_ms, " c         \
    "taken_offset, " c "taken_digits, " c "taken_source"
#define OTR_CATALOG_N_FACTS_COLUMNS 27

/* Text made for binding; lives as long as the statement needs it. */
typedef struct
{
  char *keywords;
  char *warnings;
} OtrCatalogFactsText;

void
otr_catalog_facts_bind (OtrStmt *stmt, int first, const OtrFacts *facts, OtrCatalogFactsText *text);
void otr_catalog_facts_text_clear (OtrCatalogFactsText *text);
OtrFacts *otr_catalog_facts_read (OtrStmt *stmt, int first);
void
otr_catalog_facts_bind_taken (OtrStmt *stmt, int first, const OtrFacts *facts); /* four columns */
void otr_catalog_facts_read_taken (OtrStmt *stmt, int first, OtrFacts *facts);
GBytes *otr_catalog_facts_pack_tags (GVariant *tags); /* little endian */
GVariant *otr_catalog_facts_unpack_tags (GBytes *bytes);
char *otr_catalog_facts_join (const char *const *strings); /* lines; NULL for none */
char **otr_catalog_facts_split (const char *text);

/* ---- paths ---- */

/* `base` "/" `relative`; `base` alone when `relative` is empty. A URI's part is escaped. */
char *otr_catalog_join_path (const char *base, gboolean is_uri, const char *relative);
/* The part of `path` below `base` as bytes ("" for itself), NULL when it is not there. */
char *otr_catalog_path_below (const char *path, const char *base, gboolean is_uri);
/* A copy without '/' at its end, but for "/" itself. */
char *otr_catalog_clean_path (const char *path);

/* ---- search (otr-search.c) ---- */

/* SQL text that narrows `p.id` to what was typed, "" for nothing, and its parameters (char *),
 * which are bound in order from `first_parameter` on. */
typedef struct
{
  GString *sql;
  GPtrArray *parameters;
} OtrSearch;

void otr_search_init (OtrSearch *search, const char *typed, int first_parameter);
void otr_search_clear (OtrSearch *search);
void otr_search_bind (const OtrSearch *search, OtrStmt *stmt, int first_parameter);
/* Takes photos out of the search tables and puts them in; inside a transaction. A photo is taken
 * out before anything it is found by changes. */
gboolean otr_search_remove (OtrSql *sql, gint64 photo_id, GError **error);
gboolean otr_search_add (OtrSql *sql, gint64 first_photo_id, gint64 last_photo_id, GError **error);
gboolean otr_search_rebuild (OtrSql *sql, GError **error);

/* ---- query (otr-catalog-query.c) ---- */

/* An OtrPhotoQuery as SQL over `photo p`; parameter 1 is its id, the search's follow. */
typedef struct
{
  const char *condition; /* "" or " AND ..." */
  const char *order;
  gint64 id;
  OtrSearch search;
} OtrCatalogQuery;

void otr_catalog_query_init (OtrCatalogQuery *query, const OtrPhotoQuery *asked);
void otr_catalog_query_clear (OtrCatalogQuery *query);
OtrStmt *otr_catalog_query_prepare (const OtrCatalogQuery *query,
                                    OtrSql *sql,
                                    const char *select,
                                    GError **error);

/* ---- writer parts ---- */

gboolean otr_catalog_writer_begin (OtrCatalogWriter *writer, GError **error);
/* Commits when `ok`, else rolls back and forgets what was cached. */
gboolean otr_catalog_writer_end (OtrCatalogWriter *writer, gboolean ok, GError **error);
/* Makes the folder and those above it, inside a transaction. */
gboolean otr_catalog_writer_ensure_folder (OtrCatalogWriter *writer,
                                           gint64 root_id,
                                           const char *relative,
                                           gint64 *out_folder_id,
                                           GError **error);

/* Forgets what was removed and not restored. */
gboolean otr_catalog_writer_purge (OtrCatalogWriter *writer, GError **error);

/* ---- check ---- */

/* Adds a sentence for each problem found. */
gboolean otr_catalog_check_sql (OtrSql *sql, gboolean repair, GPtrArray *problems, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OtrCatalogFactsText, otr_catalog_facts_text_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OtrSearch, otr_search_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OtrCatalogQuery, otr_catalog_query_clear)

G_END_DECLS
