/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "otr-dates.h"

G_BEGIN_DECLS

/* What an IPTC-IIM block says. */
typedef struct
{
  GPtrArray *keywords; /* of char * */
  char *caption;
  gboolean has_date;
  OtrDate date;
} OtrIptc;

void otr_iptc_parse (const guint8 *data, gsize size, OtrIptc *out_iptc);
void otr_iptc_clear (OtrIptc *iptc);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OtrIptc, otr_iptc_clear)

G_END_DECLS
