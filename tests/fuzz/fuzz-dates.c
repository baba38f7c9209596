/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib.h>

#include "otr-dates.h"
#include "otr-fuzz.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  OtrDate date;
  gint16 offset;

  (void) otr_dates_parse (text, &date);
  (void) otr_dates_parse_offset (text, &offset);
  return 0;
}
