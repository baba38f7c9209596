/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-photo.h"

G_BEGIN_DECLS

/* The few values that old cameras wrote only into their maker notes, where `photo` has none yet:
 * the ISO of Casio, Kodak, Nikon and Pentax, the lens of Olympus. */
void otr_maker_note_describe (OtrPhoto *photo);

G_END_DECLS
