/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-dc-header.h"

G_BEGIN_DECLS

/* One row of `n` pixels out of a row of samples of each component, all of the same length. `to`:
 * RGB, or CMYK for those colours. */
void otr_dc_colours_convert (OtrDcColours colours,
                             const guint8 *const rows[OTR_DC_COMPONENTS_MAX],
                             guint8 *to,
                             guint n);

/* Repeats each of the samples `times` times, up to `n` of them in all. */
void otr_dc_colours_expand (const guint8 *from, guint8 *to, guint n, guint times);

G_END_DECLS
