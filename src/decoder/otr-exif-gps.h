/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-dates.h"
#include "otr-photo.h"

G_BEGIN_DECLS

/* Latitude, longitude and altitude from photo->tags, both or none, with a warning where a
 * position was meant but can't be trusted. */
void otr_exif_gps_describe (OtrPhoto *photo);

/* GPSDateStamp and GPSTimeStamp: UTC. */
gboolean otr_exif_gps_get_date (OtrPhoto *photo, OtrDate *out_date);

G_END_DECLS
