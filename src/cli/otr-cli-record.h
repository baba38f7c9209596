/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-catalog.h"
#include "otr-json.h"
#include "otr-thumb-store.h"

G_BEGIN_DECLS

/* The fields of `list --json`, into an open object. `kind` is the catalog's kind of digest. */
void otr_cli_record_write_json (OtrJson *json, const OtrPhotoRecord *record, OtrDigestKind kind);

/* Fills the thumbnail fields from the store (NULL: there is none). */
OtrPhotoRecord *otr_cli_record_with_thumbnail (const OtrPhotoRecord *record, OtrThumbStore *store);

/* "Canon EOS 6D", without saying the maker twice; "" when unknown. */
char *otr_cli_record_camera (const OtrFacts *facts);

const char *otr_cli_record_state (const OtrPhotoRecord *record);
gboolean otr_cli_record_is_damaged (OtrDecodeState state);

G_END_DECLS
