/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a file is, by its first bytes. Everything behind this gate is only ever given to the
 * reader of that format, so nothing can smuggle itself to a more dangerous loader by its name. */
#include "config.h"

#include "otr-sniff.h"

#include <string.h>

#define HEAD_SIZE 4096u

typedef struct
{
  guint offset;
  guint size;
  const char *bytes;
  OtrFormat format;
} Magic;

static const Magic magics[] = {
  { 0, 2, "\xff\xd8", OTR_FORMAT_JPEG },
  { 0, 8, "\x89PNG\r\n\x1a\n", OTR_FORMAT_PNG },
  { 0, 4, "II*\0", OTR_FORMAT_TIFF },
  { 0, 4, "MM\0*", OTR_FORMAT_TIFF },
  { 0, 4, "II+\0", OTR_FORMAT_TIFF },
  { 0, 4, "MM\0+", OTR_FORMAT_TIFF },
  { 0, 4, "IIU\0", OTR_FORMAT_TIFF },
  { 0, 4, "IIRO", OTR_FORMAT_TIFF },
  { 0, 4, "IIRS", OTR_FORMAT_TIFF },
  { 8, 4, "WEBP", OTR_FORMAT_WEBP },
  { 0, 6, "GIF87a", OTR_FORMAT_GIF },
  { 0, 6, "GIF89a", OTR_FORMAT_GIF },
  { 0, 2, "BM", OTR_FORMAT_BMP },
  { 4, 8, "JXL \r\n\x87\n", OTR_FORMAT_JXL },
  { 0, 2, "\xff\x0a", OTR_FORMAT_JXL },
  { 4, 4, "ftyp", OTR_FORMAT_BMFF },
  { 4, 4, "moov", OTR_FORMAT_BMFF },
  { 4, 4, "wide", OTR_FORMAT_BMFF },
  { 4, 4, "mdat", OTR_FORMAT_BMFF },
  { 0, 4, "8BPS", OTR_FORMAT_PSD },
  { 6, 8, "HEAPCCDR", OTR_FORMAT_CRW },
  { 0, 15, "FUJIFILMCCD-RAW", OTR_FORMAT_RAF },
  { 4, 4, "idat", OTR_FORMAT_NOT_A_PHOTO },
  { 4, 4, "idsc", OTR_FORMAT_NOT_A_PHOTO },
  { 0, 4, "\0\0\1\0", OTR_FORMAT_NOT_A_PHOTO },
  { 0, 4, "\0\0\2\0", OTR_FORMAT_NOT_A_PHOTO },
  { 8, 4, "ACON", OTR_FORMAT_NOT_A_PHOTO },
  { 0, 4, "icns", OTR_FORMAT_NOT_A_PHOTO },
  { 0, 9, "/* XPM */", OTR_FORMAT_NOT_A_PHOTO },
};

static OtrFormat
sniff_text (const char *head, gsize size)
{
  static const char *const xmp_marks[] = { "<x:xmpmeta", "<x:xapmeta", "<rdf:RDF", "<?xpacket" };

  for (gsize i = 0; i < G_N_ELEMENTS (xmp_marks); i++)
    if (g_strstr_len (head, (gssize) size, xmp_marks[i]) != NULL)
      return OTR_FORMAT_XMP;
  return g_strstr_len (head, (gssize) size, "<svg") != NULL ? OTR_FORMAT_NOT_A_PHOTO
                                                            : OTR_FORMAT_NOT_AN_IMAGE;
}

/* "BM" begins many a text, too: the header that follows must have a size that exists. */
static gboolean
is_bmp (const guint8 *head, gsize size)
{
  return size >= 18 && head[15] == 0 && head[16] == 0 && head[17] == 0 &&
         (head[14] == 12 || head[14] == 40 || head[14] == 52 || head[14] == 56 || head[14] == 64 ||
          head[14] == 108 || head[14] == 124);
}

OtrFormat
otr_sniff (OtrSource *source)
{
  gsize size = (gsize) MIN (otr_source_get_length (source), HEAD_SIZE);
  const guint8 *head = otr_source_peek (source, 0, size);

  if (head == NULL)
    return OTR_FORMAT_NOT_AN_IMAGE;
  for (gsize i = 0; i < G_N_ELEMENTS (magics); i++)
    {
      const Magic *magic = &magics[i];

      if (size < magic->offset + magic->size ||
          memcmp (head + magic->offset, magic->bytes, magic->size) != 0)
        continue;
      if (magic->format != OTR_FORMAT_BMP || is_bmp (head, size))
        return magic->format;
    }
  return sniff_text ((const char *) head, size);
}
