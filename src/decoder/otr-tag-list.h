/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The directory entries of a photo as raw values, wherever they came from: a libexif block or
 * the TIFF directories of the file itself. One thread. */
typedef enum
{
  OTR_TAG_GROUP_IFD0 = 0,
  OTR_TAG_GROUP_IFD1 = 1,
  OTR_TAG_GROUP_EXIF = 2,
  OTR_TAG_GROUP_GPS = 3,
  OTR_TAG_GROUP_INTEROP = 4,
} OtrTagGroup;

typedef enum
{
  OTR_TAG_BYTE = 1,
  OTR_TAG_ASCII = 2,
  OTR_TAG_SHORT = 3,
  OTR_TAG_LONG = 4,
  OTR_TAG_RATIONAL = 5,
  OTR_TAG_SBYTE = 6,
  OTR_TAG_UNDEFINED = 7,
  OTR_TAG_SSHORT = 8,
  OTR_TAG_SLONG = 9,
  OTR_TAG_SRATIONAL = 10,
  OTR_TAG_FLOAT = 11,
  OTR_TAG_DOUBLE = 12,
  OTR_TAG_IFD = 13,
  OTR_TAG_LONG8 = 16,
  OTR_TAG_SLONG8 = 17,
  OTR_TAG_IFD8 = 18,
} OtrTagType;

typedef struct
{
  guint8 group; /* OtrTagGroup */
  guint8 type;  /* OtrTagType */
  guint16 tag;
  gboolean big_endian;
  guint32 count; /* whole elements in `data` */
  guint32 size;
  guint8 data[];
} OtrTag;

typedef struct _OtrTagList OtrTagList;

OtrTagList *otr_tag_list_new (void);
void otr_tag_list_free (OtrTagList *list);

/* Bytes of one element; 0 for a type that does not exist. */
guint otr_tag_type_size (guint type);

/* `data` is copied. The first of equal tags wins; a tag of an unknown type is dropped. */
void otr_tag_list_add (OtrTagList *list, const OtrTag *head, const guint8 *data, gsize size);
guint otr_tag_list_get_length (OtrTagList *list);
const OtrTag *otr_tag_list_get (OtrTagList *list, guint index);
const OtrTag *otr_tag_list_find (OtrTagList *list, OtrTagGroup group, guint16 tag);

/* Element `index` as a number, from any numeric type, or from text that is one. FALSE for x/0. */
gboolean otr_tag_get_double (const OtrTag *tag, guint index, double *out_value);
gboolean otr_tag_get_uint (const OtrTag *tag, guint index, guint64 *out_value);

/* The text of an ASCII (or BYTE, UNDEFINED) tag, cleaned; NULL when empty. */
char *otr_tag_dup_text (const OtrTag *tag, gsize max_bytes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrTagList, otr_tag_list_free)

G_END_DECLS
