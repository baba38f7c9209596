/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-cli-progress.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "otr-cli-text.h"

gboolean
otr_cli_progress_is_wanted (gboolean quiet)
{
  return !quiet && isatty (STDERR_FILENO);
}

/* A line longer than the terminal would wrap and could not be written over. */
static void
show (const char *line)
{
  struct winsize size = { 0 };
  glong columns = 80;
  const char *end;

  if (ioctl (STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1)
    columns = size.ws_col;
  end = g_utf8_offset_to_pointer (line, MIN (g_utf8_strlen (line, -1), columns - 1));
  (void) fprintf (stderr, "\r%.*s\033[K", (int) (end - line), line);
  (void) fflush (stderr);
}

void
otr_cli_progress_show_import (const OtrImportProgress *progress)
{
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree char *bytes = otr_cli_text_size (progress->done_bytes);

  if (progress->phase == OTR_PHASE_THUMBNAILS)
    g_string_append_printf (
        line, "thumbnails: %" G_GUINT64_FORMAT " left", progress->thumbnails_left);
  else
    g_string_append_printf (line,
                            "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                            "%s files, %s, %.0f MB/s, %.0f photos/s",
                            progress->done,
                            progress->found,
                            progress->scan_done ? "" : "+",
                            bytes,
                            progress->mb_per_s,
                            progress->photos_per_s);
  if (progress->seconds_left >= 0)
    {
      g_autofree char *left = otr_cli_text_duration (progress->seconds_left);

      g_string_append_printf (line, ", %s left", left);
    }
  if (progress->folder != NULL)
    {
      g_autofree char *folder = otr_cli_text_display (progress->folder);

      g_string_append_printf (line, "  %s", folder);
    }
  show (line->str);
}

void
otr_cli_progress_show_count (const char *what, guint64 done, guint64 total)
{
  g_autofree char *line =
      g_strdup_printf ("%s: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT, what, done, total);

  show (line);
}

void
otr_cli_progress_erase (void)
{
  (void) fputs ("\r\033[K", stderr);
  (void) fflush (stderr);
}
