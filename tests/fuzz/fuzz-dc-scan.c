/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-dc-scan.h"

int LLVMFuzzerTestOneInput (const guint8 *bytes, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize size)
{
  g_autoptr (OtrDcScan) scan = otr_dc_scan_new (bytes, size, 0);

  while (scan != NULL && otr_dc_scan_read_row (scan) != NULL)
    ;
  return 0;
}
