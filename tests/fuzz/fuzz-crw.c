/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-crw.h"
#include "otr-describe.h"
#include "otr-fuzz.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (OtrSource) source = otr_source_new_memory (data, size);
  g_autoptr (OtrPhoto) photo = otr_photo_new (source);

  otr_crw_read (photo);
  otr_describe (photo);
  return 0;
}
