/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-dc-scan.h"
#include "otr-fuzz.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (OtrDcScan) scan = otr_dc_scan_new (data, size, 0);

  while (scan != NULL && otr_dc_scan_read_row (scan) != NULL)
    ;
  return 0;
}
