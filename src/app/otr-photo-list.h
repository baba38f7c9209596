/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "otr-engine.h"
#include "otr-grid-layout.h"
#include "otr-photo-item.h"

G_BEGIN_DECLS

/* The photos of a query as a GListModel of OtrPhotoItem. Holds 16 bytes a photo; items are made
 * when asked for. Follows the catalog: looked at again off the main thread at most 10 times a
 * second (and at most a quarter of the time), then one "items-changed" spans the first to the
 * last difference. Main thread.
 * Signals:
 *     "removed" (GArray of gint64): photos that left the list with this change; before
 *     "items-changed"
 *     "loaded": the first answer to a query has come (also when the list is empty)
 *     "failed" (GError): a query went wrong; the list keeps what it had */
#define OTR_TYPE_PHOTO_LIST (otr_photo_list_get_type ())
G_DECLARE_FINAL_TYPE (OtrPhotoList, otr_photo_list, OTR, PHOTO_LIST, GObject)

OtrPhotoList *otr_photo_list_new (void);

/* Both are copied or referenced. NULL engine: empties the list. */
void otr_photo_list_set_query (OtrPhotoList *self, OtrEngine *engine, const OtrPhotoQuery *query);
const OtrPhotoQuery *otr_photo_list_get_query (OtrPhotoList *self); /* NULL before the first */

/* Without an engine: takes an array of OtrPhotoKey (for tests). */
void otr_photo_list_take_keys (OtrPhotoList *self, GArray *keys, OtrSort sort);

gboolean otr_photo_list_is_loaded (OtrPhotoList *self); /* FALSE until the query was answered */
guint otr_photo_list_get_length (OtrPhotoList *self);
gint64 otr_photo_list_get_id (OtrPhotoList *self, guint position);
gint64 otr_photo_list_get_taken_ms (OtrPhotoList *self, guint position);
gboolean otr_photo_list_find (OtrPhotoList *self, gint64 photo_id, guint *out_position);

/* Days, in list order; one section with OTR_DAY_NONE when the order is not by date. Borrowed
 * until the next change. */
const OtrSection *otr_photo_list_get_sections (OtrPhotoList *self, guint *out_n);
gboolean otr_photo_list_has_days (OtrPhotoList *self);

/* Transfer full. Its record is read soon, in one batch with the others that came into view. */
OtrPhotoItem *otr_photo_list_get_photo (OtrPhotoList *self, guint position);

/* The folder all photos of this section lie in, or NULL: not known (yet; then "places-changed"
 * follows), or several. */
const char *otr_photo_list_get_place (OtrPhotoList *self, guint section);

G_END_DECLS
