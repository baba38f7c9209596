/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "otr-catalog.h"
#include "otr-grid-layout.h"

G_BEGIN_DECLS

/* The answer to a query, with what the grid needs of it: days and the way from an id to its
 * position. Made and compared on a worker; never changed afterwards; counted, any thread. */
typedef struct
{
  GArray *keys;     /* OtrPhotoKey */
  GArray *sections; /* OtrSection */
  guint32 *by_id;   /* positions in ascending order of photo id */
  gboolean has_days;
} OtrPhotoOrder;

/* Takes `keys`. */
OtrPhotoOrder *otr_photo_order_new (GArray *keys, OtrSort sort);
OtrPhotoOrder *otr_photo_order_ref (OtrPhotoOrder *order);
void otr_photo_order_unref (OtrPhotoOrder *order);

const OtrPhotoKey *otr_photo_order_get (const OtrPhotoOrder *order, guint position);
gboolean otr_photo_order_find (const OtrPhotoOrder *order, gint64 photo_id, guint *out_position);

/* One range from the first to the last difference; both 0: the same photos in the same order. */
typedef struct
{
  guint position;
  guint n_removed;
  guint n_added;
  GArray *gone; /* gint64: ids that are in `before` only */
} OtrPhotoChange;

void otr_photo_change_init (OtrPhotoChange *change,
                            const OtrPhotoOrder *before,
                            const OtrPhotoOrder *after);
void otr_photo_change_clear (OtrPhotoChange *change);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrPhotoOrder, otr_photo_order_unref)

G_END_DECLS
