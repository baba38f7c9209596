/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <errno.h>

#include "otr-fault.h"

#ifdef OTR_FAULTS

static void
test_nth_call (void)
{
  g_assert_cmpint (otr_fault_errno ("write"), ==, 0);
  g_assert_cmpint (otr_fault_errno ("other"), ==, 0);
  g_assert_cmpint (otr_fault_errno ("write"), ==, ENOSPC);
  g_assert_cmpint (otr_fault_errno ("write"), ==, 0);
}

static void
test_delay (void)
{
  gint64 start = g_get_monotonic_time ();

  g_assert_cmpint (otr_fault_errno ("read"), ==, 0);
  g_assert_cmpint (g_get_monotonic_time () - start, >=, 5000);
}

#else

static void
test_compiled_out (void)
{
  for (guint i = 0; i < 3; i++)
    g_assert_cmpint (otr_fault_errno ("write"), ==, 0);
}

#endif

int
main (int argc, char **argv)
{
  g_setenv ("OTR_FAULT", "write:2:ENOSPC,read:1:delay=5", TRUE);
  g_test_init (&argc, &argv, NULL);
#ifdef OTR_FAULTS
  g_test_add_func ("/fault/nth-call", test_nth_call);
  g_test_add_func ("/fault/delay", test_delay);
#else
  g_test_add_func ("/fault/compiled-out", test_compiled_out);
#endif
  return g_test_run ();
}
