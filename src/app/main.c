/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <locale.h>

#include <glib/gi18n.h>

#include "otr-application.h"

int
main (int argc, char **argv)
{
  g_autoptr (OtrApplication) application = NULL;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, OTR_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_application_name ("Outrider");
  gtk_window_set_default_icon_name (OTR_APP_ID);
  application = otr_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
