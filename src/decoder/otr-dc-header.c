/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See otr-dc-header.h. What is judged here is judged as libjpeg does, which decodes what is
 * refused. */
#include "config.h"

#include "otr-dc-header.h"

#include <string.h>

#include "otr-bytes.h"

#define SOF_BASELINE 0xc0
#define SOF_EXTENDED 0xc1
#define SOF_LAST 0xcf
#define DHT 0xc4
#define JPG_EXTENSION 0xc8
#define DAC 0xcc
#define RST_FIRST 0xd0
#define RST_LAST 0xd7
#define SOI 0xd8
#define EOI 0xd9
#define SOS 0xda
#define DQT 0xdb
#define DRI 0xdd
#define APP0 0xe0
#define APP14 0xee
#define TEM 0x01

static gboolean
read_quant (OtrDcHeader *header, const guint8 *p, gsize size)
{
  while (size > 0)
    {
      guint wide = p[0] >> 4, table = p[0] & 15;
      gsize length = 1 + 64 * (wide + 1);

      if (wide > 1 || table > 3 || size < length)
        return FALSE;
      for (guint i = 0; i < 64; i++)
        header->quant[table][i] = wide ? otr_bytes_16 (p + 1 + 2 * i, TRUE) : p[1 + i];
      header->has_quant[table] = TRUE;
      p += length;
      size -= length;
    }
  return TRUE;
}

static gboolean
read_huffman (OtrDcHeader *header, const guint8 *p, gsize size)
{
  while (size > 0)
    {
      OtrDcHuffmanSpec *spec;
      guint n = 0;

      if (size < 17 || p[0] >> 4 > 1 || (p[0] & 15) > 3)
        return FALSE;
      for (guint i = 1; i <= 16; i++)
        n += p[i];
      if (n > 256 || size < 17 + n)
        return FALSE;
      spec = &header->huffman[p[0] >> 4][p[0] & 15];
      *spec = (OtrDcHuffmanSpec){ .present = TRUE };
      memcpy (spec->counts + 1, p + 1, 16);
      memcpy (spec->symbols, p + 17, n);
      p += 17 + n;
      size -= 17 + n;
    }
  return TRUE;
}

static gboolean
read_frame (OtrDcHeader *header, const guint8 *p, gsize size)
{
  if (header->n_components != 0 || size < 6 || p[0] != 8 || size != 6 + 3u * p[5])
    return FALSE;
  header->height = otr_bytes_16 (p + 1, TRUE);
  header->width = otr_bytes_16 (p + 3, TRUE);
  header->n_components = p[5];
  if (header->width == 0 || header->height == 0 ||
      (p[5] != 1 && p[5] != 3 && p[5] != OTR_DC_COMPONENTS_MAX))
    return FALSE;
  for (guint i = 0; i < header->n_components; i++)
    {
      const guint8 *from = p + 6 + 3 * i;

      header->components[i] = (OtrDcComponent){
        .id = from[0],
        .h = from[1] >> 4,
        .v = from[1] & 15,
        .quant = from[2],
      };
    }
  return TRUE;
}

static gboolean
read_scan (OtrDcHeader *header, const guint8 *p, gsize size)
{
  guint n = header->n_components;

  if (n == 0 || size != 4 + 2 * n || p[0] != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      OtrDcComponent *component = &header->components[i];

      component->dc = p[2 + 2 * i] >> 4;
      component->ac = p[2 + 2 * i] & 15;
      if (component->id != p[1 + 2 * i] || component->dc > 3 || component->ac > 3 ||
          component->quant > 3 || !header->has_quant[component->quant] ||
          !header->huffman[0][component->dc].present || !header->huffman[1][component->ac].present)
        return FALSE;
    }
  p += 1 + 2 * n;
  return p[0] == 0 && p[1] == 63 && p[2] == 0;
}

static void
read_application (OtrDcHeader *header, guint marker, const guint8 *p, gsize size)
{
  if (marker == APP0 && size >= 14 && memcmp (p, "JFIF", 5) == 0)
    header->has_jfif = TRUE;
  else if (marker == APP14 && size >= 12 && memcmp (p, "Adobe", 5) == 0)
    header->adobe = p[11];
}

static gboolean
is_other_frame (guint marker)
{
  return marker > SOF_EXTENDED && marker <= SOF_LAST;
}

static gboolean
read_segment (OtrDcHeader *header, guint marker, const guint8 *p, gsize size)
{
  switch (marker)
    {
    case SOF_BASELINE:
    case SOF_EXTENDED:
      return read_frame (header, p, size);
    case DHT:
      return read_huffman (header, p, size);
    case DQT:
      return read_quant (header, p, size);
    case DRI:
      header->restart_interval = size == 2 ? otr_bytes_16 (p, TRUE) : 0;
      return size == 2;
    case SOS:
      return read_scan (header, p, size);
    case APP0:
    case APP14:
      read_application (header, marker, p, size);
      return TRUE;
    default:
      return !is_other_frame (marker) && (marker < RST_FIRST || marker > EOI) && marker > TEM;
    }
}

static gboolean
read_segments (OtrDcHeader *header, const guint8 *bytes, gsize size)
{
  gsize at = 2;

  if (size < 4 || bytes[0] != 0xff || bytes[1] != SOI)
    return FALSE;
  while (size - at >= 4 && bytes[at] == 0xff)
    {
      guint marker = bytes[at + 1];
      gsize length = otr_bytes_16 (bytes + at + 2, TRUE);

      if (marker == 0xff) /* a fill byte */
        {
          at++;
          continue;
        }
      if (length < 2 || length > size - at - 2 ||
          !read_segment (header, marker, bytes + at + 4, length - 2))
        return FALSE;
      at += 2 + length;
      if (marker == SOS)
        {
          header->scan_offset = at;
          return TRUE;
        }
    }
  return FALSE;
}

/* What libjpeg takes the components for. */
static OtrDcColours
find_colours (const OtrDcHeader *header)
{
  const OtrDcComponent *c = header->components;

  if (header->n_components == 1)
    return OTR_DC_GREY;
  if (header->n_components == 4)
    return header->adobe <= 0 ? OTR_DC_CMYK : OTR_DC_YCCK;
  if (header->has_jfif)
    return OTR_DC_YCC;
  if (header->adobe >= 0)
    return header->adobe == 0 ? OTR_DC_RGB : OTR_DC_YCC;
  return c[0].id == 'R' && c[1].id == 'G' && c[2].id == 'B' ? OTR_DC_RGB : OTR_DC_YCC;
}

/* A component with fewer samples gets more of them out of a block where that fits both ways; what
 * is then still missing is repeated. */
static gboolean
find_size (const OtrDcHeader *header, OtrDcComponent *component)
{
  guint h = component->h, v = component->v, size = 1;

  while (header->max_h % (h * size * 2) == 0 && header->max_v % (v * size * 2) == 0)
    size *= 2;
  component->size = (guint8) size;
  component->h_expand = (guint8) (header->max_h / (h * size));
  component->v_expand = (guint8) (header->max_v / (v * size));
  return size <= 2 && header->max_h % (h * size) == 0 && header->max_v % (v * size) == 0;
}

static gboolean
find_sampling (OtrDcHeader *header)
{
  guint blocks = 0;

  if (header->n_components == 1)
    header->components[0].h = header->components[0].v = 1;
  for (guint i = 0; i < header->n_components; i++)
    {
      const OtrDcComponent *component = &header->components[i];

      if (component->h < 1 || component->h > 4 || component->v < 1 || component->v > 4)
        return FALSE;
      header->max_h = MAX (header->max_h, component->h);
      header->max_v = MAX (header->max_v, component->v);
      blocks += component->h * component->v;
    }
  for (guint i = 0; i < header->n_components; i++)
    if (!find_size (header, &header->components[i]))
      return FALSE;
  return blocks <= OTR_DC_MCU_BLOCKS_MAX;
}

gboolean
otr_dc_header_read (OtrDcHeader *header, const guint8 *bytes, gsize size)
{
  memset (header, 0, sizeof *header);
  header->adobe = -1;
  if (!read_segments (header, bytes, size) || !find_sampling (header))
    return FALSE;
  header->colours = find_colours (header);
  return TRUE;
}
