/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-activity.h"
#include "otr-clamp.h"
#include "otr-curve.h"
#include "otr-import-dialog.h"
#include "otr-import-view.h"
#include "otr-performance-page.h"
#include "otr-preferences-window.h"
#include "otr-report-row.h"
#include "otr-report.h"
#include "otr-row.h"
#include "otr-settings.h"
#include "otr-shortcuts-window.h"
#include "otr-side-bar-row.h"
#include "otr-side-bar.h"
#include "otr-toast.h"
#include "otr-welcome.h"

/* Makes every widget with a template and lets go of it again: a name that is not in its .ui file, a
 * missing resource or a child left behind warns, and warnings are fatal here. */

static void
test_make (gconstpointer data)
{
  GType (*get_type) (void) = data;
  GtkWidget *widget = g_object_new (get_type (), NULL);
  gpointer watched = widget;

  g_assert_true (GTK_IS_WIDGET (widget));
  g_object_add_weak_pointer (G_OBJECT (widget), &watched);
  if (GTK_IS_WINDOW (widget))
    gtk_window_destroy (GTK_WINDOW (widget));
  else
    {
      g_object_ref_sink (widget);
      g_object_unref (widget);
    }
  g_assert_null (watched);
}

static void
test_preferences (void)
{
  g_autoptr (GSettings) settings = otr_settings_new ();
  GtkWidget *window;

  g_assert_nonnull (settings);
  window = otr_preferences_window_new (NULL, settings, NULL);
  gtk_window_present (GTK_WINDOW (window));
  g_settings_set_string (settings, "preset", "nvme");
  gtk_window_destroy (GTK_WINDOW (window));
  g_settings_set_string (settings, "preset", "hdd"); /* nobody may be listening */
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    GType (*get_type) (void);
  } widgets[] = {
    { "activity", otr_activity_get_type },
    { "clamp", otr_clamp_get_type },
    { "curve", otr_curve_get_type },
    { "import-dialog", otr_import_dialog_get_type },
    { "import-view", otr_import_view_get_type },
    { "performance-page", otr_performance_page_get_type },
    { "preferences-window", otr_preferences_window_get_type },
    { "report", otr_report_get_type },
    { "report-row", otr_report_row_get_type },
    { "row", otr_row_get_type },
    { "shortcuts-window", otr_shortcuts_window_get_type },
    { "side-bar", otr_side_bar_get_type },
    { "side-bar-row", otr_side_bar_row_get_type },
    { "toast", otr_toast_get_type },
    { "welcome", otr_welcome_get_type },
  };

  g_test_init (&argc, &argv, NULL);
  gtk_init ();
  for (gsize i = 0; i < G_N_ELEMENTS (widgets); i++)
    {
      g_autofree char *path = g_strconcat ("/templates/", widgets[i].name, NULL);

      g_test_add_data_func (path, widgets[i].get_type, test_make);
    }
  g_test_add_func ("/templates/preferences-follow-settings", test_preferences);
  return g_test_run ();
}
