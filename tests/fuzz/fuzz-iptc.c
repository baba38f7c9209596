/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-fuzz.h"
#include "otr-iptc.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_auto (OtrIptc) iptc = { 0 };

  otr_iptc_parse (data, size, &iptc);
  return 0;
}
