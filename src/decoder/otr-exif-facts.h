/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-dates.h"
#include "otr-photo.h"

G_BEGIN_DECLS

/* Camera, exposure, orientation from photo->tags into photo->facts. */
void otr_exif_facts_describe (OtrPhoto *photo);

/* The date in the three EXIF tags that may hold one; FALSE (with a warning where there was an
 * attempt) when there is none. */
gboolean otr_exif_facts_get_date (OtrPhoto *photo, OtrTakenSource source, OtrDate *out_date);

G_END_DECLS
