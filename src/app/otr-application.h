/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The program: one window, its actions over D-Bus, folders handed over by a file manager. */
#define OTR_TYPE_APPLICATION (otr_application_get_type ())
G_DECLARE_FINAL_TYPE (OtrApplication, otr_application, OTR, APPLICATION, GtkApplication)

OtrApplication *otr_application_new (void);

G_END_DECLS
