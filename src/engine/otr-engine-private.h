/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-engine.h"
#include "otr-lane.h"

G_BEGIN_DECLS

/* What the otr-engine-*.c files share. Not for others. */

/* otr-engine-picture.c: a lane that decodes whole photos. */
OtrLane *otr_engine_picture_lane_new (OtrCatalog *catalog);
OtrLane *otr_engine_get_picture_lane (OtrEngine *self);

G_END_DECLS
