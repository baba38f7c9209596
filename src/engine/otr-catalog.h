/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-digest.h"
#include "otr-facts.h"
#include "otr-wire.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* The catalog: one SQLite database. An OtrCatalog is the opened place (path, id, digest kind),
 * counted and usable from any thread; connections hang on it: any number of OtrCatalogReader and
 * one OtrCatalogWriter a process, each used by one thread only. All calls block: never on the main
 * thread of the window. */
typedef struct _OtrCatalog OtrCatalog;
typedef struct _OtrCatalogReader OtrCatalogReader;
typedef struct _OtrCatalogWriter OtrCatalogWriter;

typedef enum
{
  OTR_CATALOG_CREATE = 1 << 0,           /* make it (and its folders) when missing */
  OTR_CATALOG_READ_ONLY = 1 << 1,        /* for `list`, `rolls`, ... */
  OTR_CATALOG_NO_SHARED_MEMORY = 1 << 2, /* as on a network file system, wherever it is */
} OtrCatalogFlags;

/* Default: $XDG_DATA_HOME/outrider/catalog.db and $XDG_CACHE_HOME/outrider/<id>/thumbnails.db. */
char *otr_catalog_default_path (void);
char *otr_catalog_default_thumbnails (const OtrCatalog *catalog);

/* Errors: OTR_ERROR_FOREIGN, _TOO_NEW, _CORRUPT (set aside and salvaged first; see
 * otr_catalog_get_salvage_note), _NO_SPACE, G_IO_ERROR_*. `digest_kind` counts only when it is
 * created. */
OtrCatalog *otr_catalog_open (const char *path,
                              OtrCatalogFlags flags,
                              OtrDigestKind digest_kind,
                              GError **error);
OtrCatalog *otr_catalog_ref (OtrCatalog *catalog);
void otr_catalog_unref (OtrCatalog *catalog);
const char *otr_catalog_get_path (const OtrCatalog *catalog);
const char *otr_catalog_get_id (const OtrCatalog *catalog); /* UUID */
OtrDigestKind otr_catalog_get_digest_kind (const OtrCatalog *catalog);
gboolean otr_catalog_is_on_network (const OtrCatalog *catalog);
const char *otr_catalog_get_salvage_note (const OtrCatalog *catalog); /* NULL when all is well */
const char *otr_catalog_library_version (void);                       /* of SQLite: "3.40.1" */

/* One importing process per catalog: flock on FILE-import.lock beside it. OTR_ERROR_BUSY names the
 * pid. The lock goes with the returned descriptor. -1 on error. */
int otr_catalog_lock_import (OtrCatalog *catalog, GError **error);

/* ---- records ---- */

typedef enum
{
  OTR_FILE_OK,
  OTR_FILE_MISSING,
  OTR_FILE_OFFLINE,
} OtrFileState;

/* Also the events of `import --json`, in this order. */
typedef enum
{
  OTR_RESULT_IMPORTED,
  OTR_RESULT_KNOWN,
  OTR_RESULT_MOVED,
  OTR_RESULT_CHANGED,
  OTR_RESULT_DUPLICATE,
  OTR_RESULT_COMPANION,
  OTR_RESULT_SKIPPED,
  OTR_RESULT_DAMAGED,
  OTR_RESULT_FAILED,
  OTR_N_RESULTS
} OtrResult;

const char *otr_result_to_string (OtrResult result);

typedef struct
{
  gint64 id;
  char *path; /* absolute bytes, or a URI when is_uri */
  gboolean is_uri;
  char *volume_id; /* NULL unknown */
  char *marker;    /* unused for now, NULL */
} OtrRoot;

/* What the catalog knows of one file, for the plan. A companion has no content and ids of its own:
 * its file_id goes to otr_catalog_writer_drop_companions() and nowhere else. */
typedef struct
{
  gint64 file_id;
  gint64 content_id;
  char *name;
  guint64 size;
  gint64 mtime_ns;
  gint64 ctime_ns;
  guint64 inode;
  gint64 read_ns; /* wall clock when its bytes were read: suspect when within a tick of mtime */
  OtrFileState state;
  OtrDecodeState decode_state;
  int decoder_version;
  gboolean is_companion;
} OtrKnownFile;

/* One of the files that have a content: where a copy was, to tell moved from duplicate. */
typedef struct
{
  gint64 file_id;
  gint64 photo_id;
  gint64 root_id;
  char *relative; /* folder below the root */
  char *name;
  OtrFileState state;
} OtrContentFile;

/* Enough to order and head the grid; 16 bytes, a million of them are 16 MB. */
typedef struct
{
  gint64 photo_id;
  gint64 taken_ms; /* OTR_TAKEN_MS_NONE sorts last */
} OtrPhotoKey;

typedef struct
{
  gint64 photo_id;
  gint64 file_id;
  gint64 content_id;
  gint64 roll_id;
  gint64 folder_id;
  char *folder_path; /* absolute bytes, or URI */
  gboolean is_uri;
  char *name; /* bytes */
  guint64 size;
  gint64 mtime_ns;
  OtrDigest digest;
  OtrFacts *facts; /* tags only when asked for */
  OtrFileState state;
  OtrDecodeState decode_state;
  char **albums;         /* names of the set albums and the folder; NULL when not asked for */
  guint thumbnail_width; /* 0 none; filled by who holds the thumbnail store */
  guint thumbnail_height;
  OtrImageSource thumbnail_source;
} OtrPhotoRecord;

OtrPhotoRecord *otr_photo_record_copy (const OtrPhotoRecord *record);
void otr_photo_record_free (OtrPhotoRecord *record);
char *otr_photo_record_get_path (const OtrPhotoRecord *record); /* absolute bytes or URI */

typedef enum
{
  OTR_VIEW_ALL,
  OTR_VIEW_ROLL, /* id = roll; 0 = the latest */
  OTR_VIEW_DUPLICATES,
  OTR_VIEW_DAMAGED,
  OTR_VIEW_MISSING,
  OTR_VIEW_FOLDER, /* id = folder, with what is below it */
  OTR_VIEW_ALBUM,  /* id = album */
} OtrView;

typedef enum
{
  OTR_SORT_TAKEN_NEWEST,
  OTR_SORT_TAKEN_OLDEST,
  OTR_SORT_ADDED,
  OTR_SORT_NAME,
} OtrSort;

typedef struct
{
  OtrView view;
  gint64 id;
  char *search; /* what a person typed, or NULL; quoted inside, never FTS syntax */
  OtrSort sort;
} OtrPhotoQuery;

/* One row of the side bar's tree, parents before children. */
typedef struct
{
  gint64 id;        /* folder or album id */
  gint64 parent_id; /* 0 for roots and set albums */
  OtrView view;     /* OTR_VIEW_FOLDER or OTR_VIEW_ALBUM */
  char *name;       /* UTF-8, displayable */
  char *path;       /* bytes; NULL for set albums */
  guint64 count;    /* photos in it and below */
  gboolean offline;
} OtrAlbumRow;

typedef struct
{
  guint64 all, rolls, duplicates, damaged, missing;
} OtrCounts;

typedef struct
{
  char *folder_path; /* absolute bytes */
  char *name;
  OtrResult result;
  char *reason; /* English sentence; NULL for plain results */
  char **warnings;
  gint64 photo_id; /* 0 */
} OtrIssue;

typedef struct
{
  gint64 id;
  gint64 started_us; /* real time, us since 1970 */
  gint64 ended_us;   /* 0: it never ended (killed) */
  char **sources;    /* paths or URIs */
  guint64 counts[OTR_N_RESULTS];
  guint64 bytes;
  double seconds;
  double seconds_to_catalog;
  GVariant *figures; /* a{sv}: what the summary event says of tuning and stages; NULL */
} OtrRoll;

void otr_root_free (OtrRoot *root);
void otr_known_file_free (OtrKnownFile *file);
void otr_content_file_free (OtrContentFile *file);
void otr_album_row_free (OtrAlbumRow *row);
void otr_issue_free (OtrIssue *issue);
void otr_roll_free (OtrRoll *roll);
void otr_photo_query_clear (OtrPhotoQuery *query);

/* ---- reading ---- */

OtrCatalogReader *otr_catalog_reader_new (OtrCatalog *catalog, GError **error);
void otr_catalog_reader_free (OtrCatalogReader *reader);

/* Makes a long query of this reader end with G_IO_ERROR_CANCELLED. Any thread. */
void otr_catalog_reader_interrupt (OtrCatalogReader *reader);

/* Changes whenever anybody (this process or another) committed. */
gint64 otr_catalog_reader_get_version (OtrCatalogReader *reader);

/* The photos of a query in order: array of OtrPhotoKey. NULL on error. */
GArray *
otr_catalog_reader_list (OtrCatalogReader *reader, const OtrPhotoQuery *query, GError **error);

/* Records of `n` photos, in that order, NULL where a photo is gone: array of OtrPhotoRecord. */
GPtrArray *otr_catalog_reader_get_photos (
    OtrCatalogReader *reader, const gint64 *photo_ids, gsize n, gboolean with_tags, GError **error);

/* Every *file* (list --json: duplicates are rows of their own), in order of `query`, one by one. */
typedef gboolean (*OtrRecordFunc) (const OtrPhotoRecord *record, gpointer data); /* FALSE stops */
gboolean otr_catalog_reader_each_file (OtrCatalogReader *reader,
                                       const OtrPhotoQuery *query,
                                       gboolean with_tags,
                                       OtrRecordFunc func,
                                       gpointer data,
                                       GError **error);

/* By absolute path (bytes) or URI; NULL without error when it is not in the catalog. */
OtrPhotoRecord *
otr_catalog_reader_find_path (OtrCatalogReader *reader, const char *path, GError **error);

/* For the plan: name (bytes) -> OtrKnownFile of one folder, companions included, removed files not.
 */
GHashTable *otr_catalog_reader_known_folder (OtrCatalogReader *reader,
                                             gint64 root_id,
                                             const char *relative,
                                             GError **error);
/* Relative paths of the folders known below a folder of a root, itself included. */
GPtrArray *otr_catalog_reader_folders_below (OtrCatalogReader *reader,
                                             gint64 root_id,
                                             const char *relative,
                                             GError **error);
/* content id of digest + length, 0 when new, -1 on error; with its decode state. */
gint64 otr_catalog_reader_find_content (OtrCatalogReader *reader,
                                        const OtrDigest *digest,
                                        guint64 length,
                                        OtrDecodeState *out_state,
                                        int *out_decoder_version,
                                        GError **error);

/* Its files that were not removed: array of OtrContentFile. */
GPtrArray *
otr_catalog_reader_content_files (OtrCatalogReader *reader, gint64 content_id, GError **error);

GPtrArray *otr_catalog_reader_roots (OtrCatalogReader *reader, GError **error);  /* OtrRoot */
GPtrArray *otr_catalog_reader_albums (OtrCatalogReader *reader, GError **error); /* OtrAlbumRow */
gboolean
otr_catalog_reader_counts (OtrCatalogReader *reader, OtrCounts *out_counts, GError **error);
GPtrArray *otr_catalog_reader_rolls (OtrCatalogReader *reader,
                                     GError **error); /* OtrRoll, newest first */
GPtrArray *
otr_catalog_reader_issues (OtrCatalogReader *reader, gint64 roll_id, GError **error); /* OtrIssue */

typedef struct
{
  OtrDigest digest;
  guint64 size;
  GPtrArray *paths; /* char *, bytes */
} OtrDuplicate;
void otr_duplicate_free (OtrDuplicate *duplicate);
GPtrArray *otr_catalog_reader_duplicates (OtrCatalogReader *reader,
                                          GError **error); /* OtrDuplicate */

/* ---- writing ---- */

/* One file's outcome, ready to be stored. Borrowed by the writer during the call. */
typedef struct
{
  OtrResult result;     /* IMPORTED, MOVED, CHANGED, DUPLICATE, DAMAGED, COMPANION,
                           or KNOWN (refresh the stat); SKIPPED and FAILED become issues only */
  gint64 file_id;       /* of the row to change for KNOWN, MOVED and CHANGED; else 0 */
  const char *relative; /* folder below the root */
  const char *name;
  guint64 size;
  gint64 mtime_ns;
  gint64 ctime_ns;
  guint64 inode;
  gint64 read_ns;
  OtrDigest digest;
  gint64 content_id;     /* known content (duplicate, moved); 0: make it from `facts` */
  const OtrFacts *facts; /* with a known content_id only its taken_* count, and NULL means: as the
                            other files of that content */
  const char *reason;    /* for the issue list; NULL */
  const char *companion_of;
} OtrCatalogEntry;

typedef struct
{
  gint64 photo_id; /* 0 when none was made or touched */
  gint64 file_id;
  gint64 content_id;
  OtrResult result; /* as asked, but IMPORTED becomes DUPLICATE when another file has that content,
                       CHANGED or KNOWN when the name was in the catalog already */
} OtrCatalogAdded;

/* Waits (busy timeout) for another writer. */
OtrCatalogWriter *otr_catalog_writer_new (OtrCatalog *catalog, GError **error);
void otr_catalog_writer_free (OtrCatalogWriter *writer); /* TRUNCATE checkpoint */

/* The root that covers `path`: an existing one (then *out_relative is the part below it), or a new
 * one, which takes over existing roots inside it. */
gboolean otr_catalog_writer_ensure_root (OtrCatalogWriter *writer,
                                         const char *path,
                                         gboolean is_uri,
                                         const char *volume_id,
                                         gint64 *out_root_id,
                                         char **out_relative,
                                         GError **error);

gint64 otr_catalog_writer_begin_roll (OtrCatalogWriter *writer,
                                      const char *const *sources,
                                      GError **error);
gboolean
otr_catalog_writer_end_roll (OtrCatalogWriter *writer, const OtrRoll *roll, GError **error);

/* One transaction, synchronous=FULL. All or nothing. `album_id` 0: albums by folder only.
 * `out_added` has room for n. */
gboolean otr_catalog_writer_add (OtrCatalogWriter *writer,
                                 gint64 roll_id,
                                 gint64 root_id,
                                 gint64 album_id,
                                 const OtrCatalogEntry *entries,
                                 gsize n,
                                 OtrCatalogAdded *out_added,
                                 GError **error);

/* New facts for content that was decoded again or late (PENDING -> OK, or a newer decoder). */
gboolean otr_catalog_writer_set_facts (OtrCatalogWriter *writer,
                                       gint64 content_id,
                                       const OtrFacts *facts,
                                       GError **error);

/* One transaction. Files are never forgotten for being missing. */
gboolean otr_catalog_writer_set_state (
    OtrCatalogWriter *writer, const gint64 *file_ids, gsize n, OtrFileState state, GError **error);
/* Companions that are gone from the disk. */
gboolean otr_catalog_writer_drop_companions (OtrCatalogWriter *writer,
                                             const gint64 *companion_ids,
                                             gsize n,
                                             GError **error);
gboolean otr_catalog_writer_set_root_offline (OtrCatalogWriter *writer,
                                              gint64 root_id,
                                              gboolean offline,
                                              GError **error);

gint64 otr_catalog_writer_ensure_album (OtrCatalogWriter *writer, const char *name, GError **error);

/* From the catalog only; files untouched. Reversible until the next open: *out_removal names it. */
gboolean otr_catalog_writer_remove_photos (OtrCatalogWriter *writer,
                                           const gint64 *photo_ids,
                                           gsize n,
                                           gint64 *out_removal,
                                           GError **error);
gboolean otr_catalog_writer_remove_path (OtrCatalogWriter *writer,
                                         const char *path,
                                         gint64 *out_removal,
                                         guint64 *out_n,
                                         GError **error); /* a file or a folder with all below */
gboolean otr_catalog_writer_restore (OtrCatalogWriter *writer, gint64 removal, GError **error);

gboolean otr_catalog_writer_set_rating (OtrCatalogWriter *writer,
                                        gint64 photo_id,
                                        int rating,
                                        GError **error);

/* ---- care ---- */

/* Problems found, one English sentence each; empty: clean. NULL: could not check. After
 * OTR_ERROR_CORRUPT a catalog open for writing is salvaged when it is opened the next time. */
GPtrArray *otr_catalog_check (OtrCatalog *catalog, gboolean repair, GError **error);
/* VACUUM INTO a dated file in the `backups` folder beside the catalog, keeping the newest 7. */
char *otr_catalog_backup (OtrCatalog *catalog, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrCatalog, otr_catalog_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrCatalogReader, otr_catalog_reader_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrCatalogWriter, otr_catalog_writer_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrPhotoRecord, otr_photo_record_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrRoll, otr_roll_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OtrPhotoQuery, otr_photo_query_clear)

G_END_DECLS
