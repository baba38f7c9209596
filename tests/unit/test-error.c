/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <errno.h>

#include <gio/gio.h>

#include "otr-error.h"

static void
test_full_disk (void)
{
  const int codes[] = { ENOSPC, EDQUOT };

  for (gsize i = 0; i < G_N_ELEMENTS (codes); i++)
    {
      g_autoptr (GError) error = NULL;

      otr_error_set_errno (&error, codes[i], "/photos/a.jpg");
      g_assert_error (error, OTR_ERROR, OTR_ERROR_NO_SPACE);
      g_assert_true (g_str_has_prefix (error->message, "/photos/a.jpg: "));
    }
}

static void
test_other_errno (void)
{
  g_autoptr (GError) error = NULL;

  otr_error_set_errno (&error, EACCES, "/photos/a.jpg");
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
  g_assert_cmpstr (error->message, ==, "/photos/a.jpg: Permission denied");
}

static void
test_path_is_made_displayable (void)
{
  g_autoptr (GError) error = NULL;

  otr_error_set_errno (&error, ENOENT, "/photos/\xff.jpg");
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

int
main (int argc, char **argv)
{
  g_setenv ("LC_ALL", "C.UTF-8", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/error/full-disk", test_full_disk);
  g_test_add_func ("/error/other-errno", test_other_errno);
  g_test_add_func ("/error/path-is-made-displayable", test_path_is_made_displayable);
  return g_test_run ();
}
