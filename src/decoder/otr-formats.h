/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-photo.h"

G_BEGIN_DECLS

/* Finds out what photo->source is and lets the reader of that format fill in the rest. */
void otr_formats_read (OtrPhoto *photo);

G_END_DECLS
