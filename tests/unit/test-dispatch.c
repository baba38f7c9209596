/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-dispatch.h"

#include "otr-pool.h"

typedef struct
{
  GString *log;
  GThread *ran_on;
  GThread *destroyed_on;
} Note;

static void
note_run (gpointer data)
{
  Note *note = data;

  g_string_append_c (note->log, 'r');
  note->ran_on = g_thread_self ();
}

static void
note_destroy (gpointer data)
{
  Note *note = data;

  g_string_append_c (note->log, 'd');
  note->destroyed_on = g_thread_self ();
}

static void
iterate (GMainContext *context)
{
  while (g_main_context_iteration (context, FALSE))
    continue;
}

static void
test_never_inline (void)
{
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (GMainContext) context = g_main_context_new ();
  Note note = { log };

  otr_dispatch (context, note_run, &note, note_destroy);
  g_assert_cmpstr (log->str, ==, "");
  iterate (context);
  g_assert_cmpstr (log->str, ==, "rd");
  iterate (context);
  g_assert_cmpstr (log->str, ==, "rd");
}

static void
append_letter (gpointer data)
{
  static GString *log;
  const char *letter = data;

  if (*letter == 'a')
    log = g_string_new (NULL);
  g_string_append (log, letter);
  if (*letter == 'c')
    {
      g_assert_cmpstr (log->str, ==, "abc");
      g_string_free (log, TRUE);
    }
}

static void
test_order (void)
{
  otr_dispatch (NULL, append_letter, "a", NULL);
  otr_dispatch (NULL, append_letter, "b", NULL);
  otr_dispatch (NULL, append_letter, "c", NULL);
  iterate (NULL);
}

static void
test_context_goes_away (void)
{
  g_autoptr (GString) log = g_string_new (NULL);
  GMainContext *context = g_main_context_new ();
  Note note = { log };

  otr_dispatch (context, note_run, &note, note_destroy);
  g_main_context_unref (context);
  g_assert_cmpstr (log->str, ==, "d");
}

static void
dispatch_from_worker (OtrPool *pool, guint index, gpointer data)
{
  otr_dispatch (NULL, note_run, data, note_destroy);
}

static void
test_from_a_worker (void)
{
  g_autoptr (GString) log = g_string_new (NULL);
  Note note = { log };
  g_autoptr (OtrPool) pool = otr_pool_new ("test-dispatch", dispatch_from_worker, &note);

  g_assert_true (otr_pool_resize (pool, 1));
  otr_pool_join (pool);
  g_assert_cmpstr (log->str, ==, "");
  iterate (NULL);
  g_assert_cmpstr (log->str, ==, "rd");
  g_assert_true (note.ran_on == g_thread_self ());
  g_assert_true (note.destroyed_on == g_thread_self ());
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dispatch/never-inline", test_never_inline);
  g_test_add_func ("/dispatch/order", test_order);
  g_test_add_func ("/dispatch/context-goes-away", test_context_goes_away);
  g_test_add_func ("/dispatch/from-a-worker", test_from_a_worker);
  return g_test_run ();
}
