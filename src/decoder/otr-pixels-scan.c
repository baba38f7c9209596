/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JPEG pixels by the DC scan. */
#include "config.h"

#include "otr-pixels-scan.h"

#include "otr-dc-scan.h"
#include "otr-limits.h"
#include "otr-scale.h"

#define ROWS_PER_LOOK 16 /* at the clock, which is a system call */

static gboolean
read_rows (OtrDcScan *scan, OtrScale *scale, guint64 cpu_end_us)
{
  guint width = otr_dc_scan_get_width (scan), height = otr_dc_scan_get_height (scan);
  gboolean inks = otr_dc_scan_is_cmyk (scan);
  g_autofree guint8 *rgb = inks ? g_malloc ((gsize) width * 3) : NULL;

  for (guint y = 0; y < height; y++)
    {
      const guint8 *row = otr_dc_scan_read_row (scan);

      if (row == NULL || (y % ROWS_PER_LOOK == 0 && otr_limits_get_cpu_us () > cpu_end_us))
        return FALSE;
      if (inks)
        otr_pixels_cmyk_to_rgb (row, rgb, width, otr_dc_scan_has_adobe (scan));
      otr_scale_push (scale, inks ? rgb : row);
    }
  return TRUE;
}

gboolean
otr_pixels_scan_decode (OtrSource *source,
                        guint max_px,
                        guint64 cpu_end_us,
                        OtrPixels *out_pixels)
{
  gsize size = 0;
  const guint8 *bytes = otr_source_chunk (source, 0, &size);
  g_autoptr (OtrDcScan) scan = NULL;
  g_autoptr (OtrScale) scale = NULL;
  guint from_width, from_height, width, height;

  if (bytes == NULL || size != otr_source_get_length (source))
    return FALSE;
  scan = otr_dc_scan_new (bytes, size, max_px);
  if (scan == NULL)
    return FALSE;
  from_width = otr_dc_scan_get_width (scan);
  from_height = otr_dc_scan_get_height (scan);
  otr_pixels_fit (from_width, from_height, max_px, &width, &height);
  scale = otr_scale_new (from_width, from_height, out_pixels, width, height);
  if (scale != NULL && read_rows (scan, scale, cpu_end_us))
    return TRUE;
  otr_pixels_clear (out_pixels);
  return FALSE;
}
