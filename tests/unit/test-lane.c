/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-lane.h"

typedef struct
{
  GThread *owner;
  GThread *lane; /* where the first call ran */
  GString *order;
  GAsyncResult *result;
  int freed; /* atomic */
} Fixture;

static gpointer
append_letter (gpointer lane_data, gpointer data, GCancellable *cancellable, GError **error)
{
  Fixture *fixture = lane_data;

  g_assert_true (g_thread_self () != fixture->owner);
  if (fixture->lane == NULL)
    fixture->lane = g_thread_self ();
  g_assert_true (fixture->lane == g_thread_self ());
  g_string_append (fixture->order, data);
  if (g_str_equal (data, "x"))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "x");
      return NULL;
    }
  return g_strdup (data);
}

static void
on_freed (gpointer data)
{
  g_atomic_int_inc (&((Fixture *) data)->freed);
}

static void
on_result (GObject *object, GAsyncResult *result, gpointer data)
{
  Fixture *fixture = data;

  g_assert_true (g_thread_self () == fixture->owner);
  g_set_object (&fixture->result, result);
}

static void
call (Fixture *fixture, OtrLane *lane, const char *letter, GCancellable *cancellable)
{
  OtrLaneCall what = { append_letter, g_strdup (letter), g_free, g_free };

  otr_lane_run (lane, &what, g_task_new (NULL, cancellable, on_result, fixture));
}

static void
wait_for_result (Fixture *fixture)
{
  while (fixture->result == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_order_and_results (void)
{
  Fixture fixture = { .owner = g_thread_self (), .order = g_string_new (NULL) };
  OtrLane *lane = otr_lane_new ("test-lane", &fixture, on_freed);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *letter = NULL;
  g_autoptr (GError) error = NULL;

  call (&fixture, lane, "a", NULL);
  wait_for_result (&fixture);
  letter = g_task_propagate_pointer (G_TASK (fixture.result), &error);
  g_assert_cmpstr (letter, ==, "a");

  g_clear_object (&fixture.result);
  call (&fixture, lane, "x", NULL);
  wait_for_result (&fixture);
  g_assert_null (g_task_propagate_pointer (G_TASK (fixture.result), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);

  g_clear_error (&error);
  g_clear_object (&fixture.result);
  g_cancellable_cancel (cancellable);
  call (&fixture, lane, "never", cancellable);
  wait_for_result (&fixture);
  g_assert_null (g_task_propagate_pointer (G_TASK (fixture.result), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  /* What was asked for before is still answered. */
  g_clear_object (&fixture.result);
  call (&fixture, lane, "b", NULL);
  otr_lane_free (lane);
  wait_for_result (&fixture);
  while (g_atomic_int_get (&fixture.freed) == 0)
    g_thread_yield ();
  g_assert_cmpstr (fixture.order->str, ==, "axb");
  g_clear_object (&fixture.result);
  (void) g_string_free (fixture.order, TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lane/order-and-results", test_order_and_results);
  return g_test_run ();
}
