/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "otr-catalog.h"

#include <glib-object.h>

G_BEGIN_DECLS

/* One photo while somebody looks at it. Signal "changed": its record came or was read again.
 * Main thread. */
#define OTR_TYPE_PHOTO_ITEM (otr_photo_item_get_type ())
G_DECLARE_FINAL_TYPE (OtrPhotoItem, otr_photo_item, OTR, PHOTO_ITEM, GObject)

OtrPhotoItem *otr_photo_item_new (gint64 photo_id, gint64 taken_ms);
gint64 otr_photo_item_get_id (OtrPhotoItem *self);
gint64 otr_photo_item_get_taken_ms (OtrPhotoItem *self);

/* Borrowed; NULL until it was read. */
const OtrPhotoRecord *otr_photo_item_get_record (OtrPhotoItem *self);
/* TRUE when reading was tried, though the photo may be gone. */
gboolean otr_photo_item_is_loaded (OtrPhotoItem *self);
/* Takes `record` (may be NULL). */
void otr_photo_item_take_record (OtrPhotoItem *self, OtrPhotoRecord *record);

/* What a screen reader says: "Photo, Sunday 24 September 2023, Mountains, kingfisher.jpg, RAW". */
char *otr_photo_item_describe (OtrPhotoItem *self);

/* What the window calls damaged: its pixels can't all be shown. */
gboolean otr_photo_record_is_damaged (const OtrPhotoRecord *record);

G_END_DECLS
