/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-photo.h"

G_BEGIN_DECLS

/* The size in the header of a JPEG XL codestream; does nothing when the size is known already. */
void otr_jxl_read_stream (OtrPhoto *photo, guint64 offset, guint64 length);

G_END_DECLS
