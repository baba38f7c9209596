/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-stats.h"

#include "otr-pool.h"

#define N_THREADS 4
#define N_ADDS 20000

static void
test_empty (void)
{
  OtrStats stats = { 0 };
  OtrStatsSummary summary;

  otr_stats_summarise (&stats, &summary);
  g_assert_cmpuint (summary.items, ==, 0);
  g_assert_cmpfloat (summary.mean_ms, ==, 0);
  g_assert_cmpfloat (summary.p99_ms, ==, 0);
}

/* A bucket spans at most a quarter of its octave: its middle is within 12.5 % of every member. */
static void
test_quantiles (void)
{
  OtrStats stats = { 0 };
  OtrStatsSummary summary;

  for (guint us = 1; us <= 1000; us++)
    otr_stats_add (&stats, 10, us * 1000);
  otr_stats_summarise (&stats, &summary);
  g_assert_cmpuint (summary.items, ==, 1000);
  g_assert_cmpuint (summary.bytes, ==, 10000);
  g_assert_cmpfloat_with_epsilon (summary.busy_s, 500.5, 1e-9);
  g_assert_cmpfloat_with_epsilon (summary.mean_ms, 500.5, 1e-9);
  g_assert_cmpfloat_with_epsilon (summary.p50_ms, 500, 500 * 0.125);
  g_assert_cmpfloat_with_epsilon (summary.p99_ms, 990, 990 * 0.125);
  g_assert_cmpfloat (summary.max_ms, ==, 1000);
}

static void
test_extremes (void)
{
  OtrStats stats = { 0 };
  OtrStatsSummary summary;

  otr_stats_add (&stats, 0, 0);
  otr_stats_add (&stats, 0, G_MAXINT64);
  otr_stats_summarise (&stats, &summary);
  g_assert_cmpuint (stats.buckets[0], ==, 1);
  g_assert_cmpuint (stats.buckets[OTR_STATS_BUCKETS - 1], ==, 1);
  g_assert_cmpuint (summary.items, ==, 2);
}

static void
test_single_value_is_exact_enough (void)
{
  for (guint64 us = 1; us < G_MAXUINT32; us = us * 5 / 3 + 1)
    {
      OtrStats stats = { 0 };
      OtrStatsSummary summary;

      otr_stats_add (&stats, 0, us);
      otr_stats_summarise (&stats, &summary);
      g_assert_cmpfloat (summary.p50_ms, <=, (double) us / 1000);
      g_assert_cmpfloat (summary.p50_ms, >=, (double) us / 1000 * 0.875);
    }
}

static void
add_many (OtrPool *pool, guint index, gpointer data)
{
  for (guint i = 0; i < N_ADDS; i++)
    otr_stats_add (data, 3, index * N_ADDS + i);
}

static void
test_threads (void)
{
  OtrStats stats = { 0 };
  OtrStatsSummary summary;
  g_autoptr (OtrPool) pool = otr_pool_new ("test-stats", add_many, &stats);

  g_assert_true (otr_pool_resize (pool, N_THREADS));
  otr_pool_join (pool);
  otr_stats_summarise (&stats, &summary);
  g_assert_cmpuint (summary.items, ==, N_THREADS * N_ADDS);
  g_assert_cmpuint (summary.bytes, ==, 3 * N_THREADS * N_ADDS);
  g_assert_cmpuint (stats.max_us, ==, N_THREADS * N_ADDS - 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stats/empty", test_empty);
  g_test_add_func ("/stats/quantiles", test_quantiles);
  g_test_add_func ("/stats/extremes", test_extremes);
  g_test_add_func ("/stats/single-value-is-exact-enough", test_single_value_is_exact_enough);
  g_test_add_func ("/stats/threads", test_threads);
  return g_test_run ();
}
