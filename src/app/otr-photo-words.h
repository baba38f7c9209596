/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-catalog.h"

G_BEGIN_DECLS

/* What is known of a photo, in words. NULL for what is not recorded, else free with g_free(). */

char *otr_photo_words_focal_length (const OtrFacts *facts); /* "280 mm" */
char *otr_photo_words_aperture (const OtrFacts *facts);     /* "ƒ/5.6" */
char *otr_photo_words_exposure (const OtrFacts *facts);     /* "1/500 s" */
char *otr_photo_words_iso (const OtrFacts *facts);          /* "8000" */
char *otr_photo_words_camera (const OtrFacts *facts);       /* "Canon EOS 5D Mark III" */
char *otr_photo_words_position (const OtrFacts *facts);     /* "47.60621° N, 122.33207° W" */
char *otr_photo_words_size (const OtrPhotoRecord *record);  /* "1600 × 1067 (1.7 MP), 458 kB" */
char *otr_photo_words_digest (const OtrDigest *digest);     /* "SHA-256 69da…6704" */
char *otr_photo_words_when (const OtrPhotoRecord *record);  /* "16:15:15 · Animals" */

/* Why the picture itself can't be shown, what to do; `error` may be NULL. Never NULL. */
char *otr_photo_words_failure (const OtrPhotoRecord *record, const GError *error);

/* What to know of a picture that can be shown. NULL when it is whole. */
char *otr_photo_words_damage (const OtrPhotoRecord *record);

/* All tags as rows of an even array: name, value, name, value... */
GPtrArray *otr_photo_words_tags (const OtrFacts *facts);

G_END_DECLS
