/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Cached tags in words, for the command line and the window. Any thread. */

/* "Exif", "GPS"...; "" for a group that does not exist. */
const char *otr_tag_group_name (guint8 group);

/* "ExposureTime"; NULL when the number has no name. */
const char *otr_tag_name (guint8 group, guint16 tag);

/* One value of OTR_FACTS_TAGS_TYPE (not the variant around it) as one readable line, at most
 * about 200 letters. Free with g_free. */
char *otr_tag_value_to_string (GVariant *value);

G_END_DECLS
