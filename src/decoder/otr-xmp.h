/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "otr-dates.h"

G_BEGIN_DECLS

/* What an XMP packet says. Several packets may be read into one. */
typedef struct
{
  gint8 rating;        /* OTR_RATING_NONE */
  GPtrArray *keywords; /* dc:subject */
  char *caption;       /* dc:description */
  gboolean has_date;
  OtrDate date;
  GHashTable *named; /* "prefix:name" to text, all simple values, for the EXIF cache */
} OtrXmp;

void otr_xmp_init (OtrXmp *xmp);
void otr_xmp_clear (OtrXmp *xmp);

/* FALSE when the packet is not well formed; what came before that is kept. */
gboolean otr_xmp_parse (OtrXmp *xmp, const guint8 *data, gsize size);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OtrXmp, otr_xmp_clear)

G_END_DECLS
