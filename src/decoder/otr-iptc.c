/* SPDX-License-Identifier: GPL-3.0-or-later */
/* IPTC-IIM: records of 0x1c, record, data set, length, bytes. */
#include "config.h"

#include "otr-iptc.h"

#include <string.h>

#include "otr-bytes.h"
#include "otr-text.h"

#define KEYWORD_MAX 256u
#define KEYWORDS_MAX 1000u
#define CAPTION_MAX 4096u

enum
{
  DATA_KEYWORD = 25,
  DATA_DATE_CREATED = 55,
  DATA_TIME_CREATED = 60,
  DATA_CAPTION = 120,
};

void
otr_iptc_clear (OtrIptc *iptc)
{
  g_clear_pointer (&iptc->keywords, g_ptr_array_unref);
  g_clear_pointer (&iptc->caption, g_free);
}

static void
add_keyword (OtrIptc *iptc, char *keyword)
{
  if (keyword != NULL && iptc->keywords->len < KEYWORDS_MAX)
    g_ptr_array_add (iptc->keywords, keyword);
  else
    g_free (keyword);
}

void
otr_iptc_parse (const guint8 *data, gsize size, OtrIptc *out_iptc)
{
  g_autofree char *date = NULL;
  g_autofree char *time = NULL;
  g_autofree char *both = NULL;
  gsize at = 0;

  memset (out_iptc, 0, sizeof *out_iptc);
  out_iptc->keywords = g_ptr_array_new_with_free_func (g_free);
  while (at + 5 <= size && data[at] == 0x1c)
    {
      guint record = data[at + 1], kind = data[at + 2];
      gsize length = otr_bytes_16 (data + at + 3, TRUE);
      const guint8 *value = data + at + 5;

      if (length > size - at - 5)
        break;
      at += 5 + length;
      if (record != 2)
        continue;
      if (kind == DATA_KEYWORD)
        add_keyword (out_iptc, otr_text_from_bytes (value, length, KEYWORD_MAX));
      else if (kind == DATA_CAPTION && out_iptc->caption == NULL)
        out_iptc->caption = otr_text_from_lines (value, length, CAPTION_MAX);
      else if (kind == DATA_DATE_CREATED && date == NULL)
        date = otr_text_from_bytes (value, length, 16);
      else if (kind == DATA_TIME_CREATED && time == NULL)
        time = otr_text_from_bytes (value, length, 16);
    }
  if (date == NULL)
    return;
  both = g_strconcat (date, time != NULL ? "T" : NULL, time, NULL);
  out_iptc->has_date = otr_dates_parse (both, &out_iptc->date);
}
