/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-photo.h"

G_BEGIN_DECLS

/* All of photo->tags and `named` (name to string, may be NULL) as the value that the catalog
 * keeps. Not floating; NULL when there is nothing. What was cut is warned of. */
GVariant *otr_tags_to_variant (OtrPhoto *photo, GHashTable *named);

G_END_DECLS
