/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-photo.h"

G_BEGIN_DECLS

/* Makes photo->facts complete out of what the format's reader found: tags, XMP, IPTC. */
void otr_describe (OtrPhoto *photo);

G_END_DECLS
