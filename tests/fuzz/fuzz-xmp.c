/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-fuzz.h"
#include "otr-xmp.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_auto (OtrXmp) xmp = { 0 };

  otr_xmp_init (&xmp);
  (void) otr_xmp_parse (&xmp, data, size);
  return 0;
}
