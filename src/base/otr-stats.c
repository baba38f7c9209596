/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lock-free counters of one stage. A snapshot taken while others add may be one item apart between
 * its numbers, which no reader minds. Any thread enters. */
#include "config.h"

#include "otr-stats.h"

#define LOAD(p) __atomic_load_n (p, __ATOMIC_RELAXED)
#define ADD(p, n) ((void) __atomic_fetch_add (p, n, __ATOMIC_RELAXED))

/* Bucket 4 * octave + quarter: the top bit of the latency and the two bits below it. */
static guint
bucket_of (guint64 us)
{
  guint octave;

  if (us == 0)
    return 0;
  octave = 63 - (guint) __builtin_clzll (us);
  if (octave >= OTR_STATS_BUCKETS / 4)
    return OTR_STATS_BUCKETS - 1;
  return 4 * octave + (guint) (((us << 2) >> octave) & 3);
}

static double
bucket_middle_us (guint bucket)
{
  double octave = (double) (G_GUINT64_CONSTANT (1) << (bucket / 4));

  return octave * (4.5 + bucket % 4) / 4;
}

void
otr_stats_add (OtrStats *stats, guint64 bytes, guint64 latency_us)
{
  guint64 max = LOAD (&stats->max_us);

  ADD (&stats->items, 1);
  ADD (&stats->bytes, bytes);
  ADD (&stats->busy_us, latency_us);
  ADD (&stats->buckets[bucket_of (latency_us)], 1);
  while (latency_us > max &&
         !__atomic_compare_exchange_n (&stats->max_us,
                                       &max,
                                       latency_us,
                                       TRUE,
                                       __ATOMIC_RELAXED,
                                       __ATOMIC_RELAXED))
    continue;
}

static double
quantile_ms (const guint64 *buckets, guint64 total, double quantile, double max_us)
{
  guint64 rank = (guint64) (quantile * (double) total);
  guint64 seen = 0;

  for (guint i = 0; i < OTR_STATS_BUCKETS; i++)
    {
      seen += buckets[i];
      if (seen > rank)
        return MIN (bucket_middle_us (i), max_us) / 1000;
    }
  return max_us / 1000;
}

void
otr_stats_summarise (const OtrStats *stats, OtrStatsSummary *out_summary)
{
  guint64 buckets[OTR_STATS_BUCKETS];
  guint64 total = 0;
  double max_us = (double) LOAD (&stats->max_us);

  for (guint i = 0; i < OTR_STATS_BUCKETS; i++)
    total += buckets[i] = LOAD (&stats->buckets[i]);
  *out_summary = (OtrStatsSummary){
    .items = LOAD (&stats->items),
    .bytes = LOAD (&stats->bytes),
    .busy_s = (double) LOAD (&stats->busy_us) / G_USEC_PER_SEC,
    .max_ms = max_us / 1000,
  };
  if (total == 0)
    return;
  out_summary->mean_ms = out_summary->busy_s * 1000 / (double) total;
  out_summary->p50_ms = quantile_ms (buckets, total, 0.50, max_us);
  out_summary->p99_ms = quantile_ms (buckets, total, 0.99, max_us);
}
