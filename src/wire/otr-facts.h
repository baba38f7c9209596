/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What is known of one photo's content, in the units Outrider uses everywhere. The decoder fills
 * it from the file's bytes alone; the engine completes `taken_*` from the file name or mtime when
 * the bytes hold no date. Absent: NULL, NAN, 0 or the *_NONE value named beside each field. */

typedef enum
{
  OTR_TAKEN_NONE,
  OTR_TAKEN_EXIF_ORIGINAL,  /* Exif DateTimeOriginal (0x9003) */
  OTR_TAKEN_EXIF_DIGITIZED, /* Exif DateTimeDigitized (0x9004) */
  OTR_TAKEN_EXIF_MODIFIED,  /* TIFF DateTime (0x0132) */
  OTR_TAKEN_XMP,
  OTR_TAKEN_IPTC,
  OTR_TAKEN_VIDEO,
  OTR_TAKEN_GPS,      /* GPSDateStamp + GPSTimeStamp: UTC */
  OTR_TAKEN_FILENAME, /* IMG_20190501_123300 and its like */
  OTR_TAKEN_MTIME,
} OtrTakenSource;

/* How much of the content could be decoded. Stored numbers: never renumber. */
typedef enum
{
  OTR_DECODE_OK = 0,
  OTR_DECODE_PENDING = 1,     /* metadata read, pixels not tried yet */
  OTR_DECODE_DAMAGED = 2,     /* truncated or undecodable */
  OTR_DECODE_NO_LOADER = 3,   /* a known format without its loader: warning, not damage */
  OTR_DECODE_LIMIT = 4,       /* too large or too slow: placeholder ("damaged" for the CLI) */
  OTR_DECODE_CRASHED = 5,     /* the decoder process died on it */
  OTR_DECODE_NOT_A_PHOTO = 6, /* not an image, or a kind we do not import: never in the catalog */
} OtrDecodeState;

#define OTR_OFFSET_NONE G_MININT16
#define OTR_RATING_NONE G_MININT8
#define OTR_TAKEN_MS_NONE G_MININT64

typedef struct
{
  OtrDecodeState state;
  char *reason; /* English sentence for every state from DAMAGED on; else NULL */

  const char *mime; /* interned ("image/jpeg"); from the content, never from the name */
  guint32 width;    /* upright, pixels of the photo (not of a preview); 0 unknown */
  guint32 height;
  guint8 orientation;  /* 1-8 as the file says (0 in the file = 1) */
  guint32 duration_ms; /* video; 0 none */
  gboolean is_raw;

  gint64 taken_ms;     /* wall clock as if UTC, ms since 1970; OTR_TAKEN_MS_NONE */
  gint16 taken_offset; /* minutes east of UTC, only when the file says it; OTR_OFFSET_NONE */
  guint8 taken_digits; /* digits of sub-second the file gave, 0-3 */
  OtrTakenSource taken_source;

  char *make; /* UTF-8, trimmed, no control characters; NULL */
  char *model;
  char *lens;
  double f_number;      /* NAN */
  double exposure_time; /* s, NAN */
  guint32 iso;          /* 0 */
  double focal_length;  /* mm, NAN */
  double latitude;      /* degrees north, NAN; both or none */
  double longitude;     /* degrees east, NAN */
  double altitude;      /* m above sea, NAN */
  gint8 rating;         /* -1..5, OTR_RATING_NONE */
  char **keywords;      /* NULL when none */
  char *caption;
  char **warnings; /* English sentences, NULL when none */

  /* All tags, floating never: type OTR_FACTS_TAGS_TYPE, NULL when none. */
  GVariant *tags;
} OtrFacts;

/* (version, binary tags: (group, tag, value), named tags: (name, value)). Groups: 0 IFD0, 1
 * IFD1, 2 Exif, 3 GPS, 4 Interoperability. Values by TIFF type: ASCII s; BYTE, UNDEFINED ay;
 * SHORT aq; LONG au; SSHORT an; SLONG ai; RATIONAL a(uu); SRATIONAL a(ii); FLOAT, DOUBLE ad. A
 * value is at most 4 KiB, there are at most 1,000 tags; MakerNote (0x927C), embedded thumbnails
 * and larger tables of numbers are left out. What else was cut is named in `warnings`. Named
 * tags hold what has no number (XMP, PNG text): values s or as. */
#define OTR_FACTS_TAGS_TYPE G_VARIANT_TYPE ("(ya(yqv)a(sv))")
#define OTR_FACTS_TAGS_VERSION 1

OtrFacts *otr_facts_new (void); /* every field absent */
OtrFacts *otr_facts_copy (const OtrFacts *facts);
void otr_facts_free (OtrFacts *facts);

/* The interned name when `mime` is one Outrider knows, else NULL. */
const char *otr_facts_known_mime (const char *mime);

/* Fields in the order of the struct; "m" marks what may be absent. */
#define OTR_FACTS_TYPE G_VARIANT_TYPE ("(umsmsuuyubxnyumsmsmsdduddddnasmsasm(ya(yqv)a(sv)))")

/* For the wire and for nothing else. Never NULL; not floating. */
GVariant *otr_facts_to_variant (const OtrFacts *facts);

/* Treats `variant` as hostile: checks normal form, types, ranges, lengths, UTF-8. NULL with
 * OTR_ERROR_CORRUPT otherwise. */
OtrFacts *otr_facts_from_variant (GVariant *variant, GError **error);

/* "exif-original" ..., NULL for NONE. */
const char *otr_taken_source_to_string (OtrTakenSource source);
/* "YYYY-MM-DDTHH:MM:SS[.fff]"; free with g_free. */
char *otr_taken_to_string (gint64 taken_ms, guint digits);
/* "+05:45"; NULL for OTR_OFFSET_NONE. */
char *otr_taken_offset_to_string (gint16 offset_minutes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrFacts, otr_facts_free)

G_END_DECLS
