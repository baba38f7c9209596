/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-frame-cost.h"

#include <time.h>

struct _OtrFrameCost
{
  GdkFrameClock *clock;
  gulong begin_handler;
  gulong end_handler;
  double began_ms;
  GArray *costs; /* double, ms */
};

static double
thread_cpu_ms (void)
{
  struct timespec now;

  (void) clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static void
on_before_paint (GdkFrameClock *clock, OtrFrameCost *cost)
{
  cost->began_ms = thread_cpu_ms ();
}

static void
on_after_paint (GdkFrameClock *clock, OtrFrameCost *cost)
{
  double spent = thread_cpu_ms () - cost->began_ms;

  g_array_append_val (cost->costs, spent);
}

OtrFrameCost *
otr_frame_cost_new (GtkWidget *widget)
{
  OtrFrameCost *cost = g_new0 (OtrFrameCost, 1);

  cost->clock = g_object_ref (gtk_widget_get_frame_clock (widget));
  cost->costs = g_array_new (FALSE, FALSE, sizeof (double));
  cost->begin_handler =
      g_signal_connect (cost->clock, "before-paint", G_CALLBACK (on_before_paint), cost);
  cost->end_handler =
      g_signal_connect_after (cost->clock, "after-paint", G_CALLBACK (on_after_paint), cost);
  return cost;
}

void
otr_frame_cost_free (OtrFrameCost *cost)
{
  if (cost == NULL)
    return;
  g_clear_signal_handler (&cost->begin_handler, cost->clock);
  g_clear_signal_handler (&cost->end_handler, cost->clock);
  g_object_unref (cost->clock);
  g_array_unref (cost->costs);
  g_free (cost);
}

void
otr_frame_cost_reset (OtrFrameCost *cost)
{
  g_array_set_size (cost->costs, 0);
  cost->began_ms = thread_cpu_ms ();
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

char *
otr_frame_cost_to_string (OtrFrameCost *cost)
{
  guint n = cost->costs->len;
  double sum = 0;

  if (n == 0)
    return g_strdup ("frames=0");
  g_array_sort (cost->costs, compare);
  for (guint i = 0; i < n; i++)
    sum += g_array_index (cost->costs, double, i);
  return g_strdup_printf ("frames=%u mean_ms=%.2f p50_ms=%.2f p99_ms=%.2f max_ms=%.2f",
                          n,
                          sum / n,
                          g_array_index (cost->costs, double, n / 2),
                          g_array_index (cost->costs, double, n * 99 / 100),
                          g_array_index (cost->costs, double, n - 1));
}
