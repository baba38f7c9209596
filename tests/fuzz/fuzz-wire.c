/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-facts.h"
#include "otr-fuzz.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (OtrFacts) facts = NULL;

  variant = g_variant_ref_sink (g_variant_new_from_bytes (OTR_FACTS_TYPE, bytes, FALSE));
  facts = otr_facts_from_variant (variant, NULL);
  return 0;
}
