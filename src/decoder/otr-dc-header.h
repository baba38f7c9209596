/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-dc-huffman.h"

G_BEGIN_DECLS

/* What the DC scan must know of a JPEG, up to where its scan begins. */

#define OTR_DC_COMPONENTS_MAX 4
#define OTR_DC_MCU_BLOCKS_MAX 10

typedef enum
{
  OTR_DC_GREY,
  OTR_DC_RGB,
  OTR_DC_YCC,
  OTR_DC_CMYK,
  OTR_DC_YCCK,
} OtrDcColours;

typedef struct
{
  guint8 id;
  guint8 h, v;  /* sampling factors; 1 in a picture of one component */
  guint8 quant; /* tables */
  guint8 dc, ac;
  guint8 size;               /* samples along a side of a block at 1/8: 1 or 2 */
  guint8 h_expand, v_expand; /* pixels for a sample */
} OtrDcComponent;

typedef struct
{
  guint width;
  guint height;
  guint n_components;
  OtrDcComponent components[OTR_DC_COMPONENTS_MAX];
  guint max_h, max_v;
  guint restart_interval; /* in MCUs; 0: none */
  gboolean has_jfif;
  gint adobe; /* colour transform of Adobe's marker, or -1 */
  OtrDcColours colours;
  gboolean has_quant[4];
  guint16 quant[4][64];           /* in zigzag order */
  OtrDcHuffmanSpec huffman[2][4]; /* DC, AC */
  gsize scan_offset;
} OtrDcHeader;

/* FALSE when the JPEG is not for the DC scan: progressive, lossless, arithmetic, 12 bits, in
 * several scans, of unknown height or sampling no one uses, or damaged. */
gboolean otr_dc_header_read (OtrDcHeader *header, const guint8 *bytes, gsize size);

G_END_DECLS
