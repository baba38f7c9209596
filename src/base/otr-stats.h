/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Counters of one stage: items, bytes, busy time and a latency histogram with buckets of a quarter
 * octave from 1 us to about an hour. Adding is lock-free from any thread; a snapshot may be taken
 * at any time. Embedded; zero-initialised is ready to use. */
#define OTR_STATS_BUCKETS 128

typedef struct
{
  guint64 items;
  guint64 bytes;
  guint64 busy_us;
  guint64 max_us;
  guint64 buckets[OTR_STATS_BUCKETS];
} OtrStats;

typedef struct
{
  guint64 items;
  guint64 bytes;
  double busy_s;
  double mean_ms;
  double p50_ms;
  double p99_ms;
  double max_ms;
} OtrStatsSummary;

void otr_stats_add (OtrStats *stats, guint64 bytes, guint64 latency_us);
void otr_stats_summarise (const OtrStats *stats, OtrStatsSummary *out_summary);

G_END_DECLS
