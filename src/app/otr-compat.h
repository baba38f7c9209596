/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What differs between GTK 4.8 and newer ones. Nothing else tests the version. */

/* Choosers. `callback` gets the result for the finish function; a chooser that was dismissed ends
 * with G_IO_ERROR_CANCELLED. `title` and `accept` are translated; `start` may be NULL. */
typedef struct
{
  const char *title;
  const char *accept;
  GFile *start;     /* folder to begin in */
  const char *name; /* proposed file name, for saving */
  gboolean folders;
  gboolean save;
  gboolean several;
} OtrChooser;

void otr_compat_choose_async (GtkWindow *parent,
                              const OtrChooser *chooser,
                              GAsyncReadyCallback callback,
                              gpointer data);
/* GPtrArray of GFile, at least one. */
GPtrArray *otr_compat_choose_finish (GAsyncResult *result, GError **error);

/* Opens the file manager on the file, or its folder. */
void otr_compat_show_in_files (GtkWindow *parent, GFile *file);

/* The CSS `color` of a widget. */
void otr_compat_get_color (GtkWidget *widget, GdkRGBA *out_color);

G_END_DECLS
