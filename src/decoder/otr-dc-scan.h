/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A baseline JPEG at 1/8 of its size, at a fraction of the cost of decoding it: the same picture,
 * within 1 level, as libjpeg-turbo makes at scale 1/8. Row by row, one thread. */
typedef struct _OtrDcScan OtrDcScan;

/* NULL when the JPEG is not for it, or its long side would have less than `min_px` pixels: then
 * libjpeg must do. `bytes` is borrowed. */
OtrDcScan *otr_dc_scan_new (const guint8 *bytes, gsize size, guint min_px);
void otr_dc_scan_free (OtrDcScan *scan);

guint otr_dc_scan_get_width (const OtrDcScan *scan);
guint otr_dc_scan_get_height (const OtrDcScan *scan);

/* Whether rows are of CMYK, 4 bytes a pixel, as libjpeg gives it (with Adobe's marker inverted),
 * and not of RGB, 3 bytes a pixel. */
gboolean otr_dc_scan_is_cmyk (const OtrDcScan *scan);
gboolean otr_dc_scan_has_adobe (const OtrDcScan *scan);

/* The next row, valid until the next call. NULL after the last one, and as soon as the data turn
 * out to be cut or damaged: what is left of such a picture is libjpeg's to find. */
const guint8 *otr_dc_scan_read_row (OtrDcScan *scan);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrDcScan, otr_dc_scan_free)

G_END_DECLS
