/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-facts.h"
#include "otr-xmp.h"

G_BEGIN_DECLS

/* Camera and position from XMP, where `facts` has none: some software keeps them only there. */
void otr_xmp_facts_describe (const OtrXmp *xmp, OtrFacts *facts);

G_END_DECLS
