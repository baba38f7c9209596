/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-decisions.h"

#include <glib/gi18n.h>

#include "otr-words.h"

#define MOST_LINES 200

struct _OtrDecisions
{
  GtkWidget parent_instance;
  GtkWidget *box; /* a heading, then lines */
  guint n_lines;
  OtrTunerState state;
  guint threads;
  gboolean digest;
};

G_DEFINE_FINAL_TYPE (OtrDecisions, otr_decisions, GTK_TYPE_WIDGET)

/* ---- words ---- */

static char *
describe_start (const OtrImportProgress *progress)
{
  guint n = progress->tuning.preload_threads;
  const char *place = otr_words_on_storage (progress->storage);

  if (progress->tuning.digest_while_preloading)
    /* Translators: %s is like "on an NVMe drive". */
    return g_strdup_printf (
        ngettext ("The photos are %s. Started with %u preload thread, digest while preloading on.",
                  "The photos are %s. Started with %u preload threads, digest while preloading on.",
                  n),
        place,
        n);
  /* Translators: %s is like "on an NVMe drive". */
  return g_strdup_printf (ngettext ("The photos are %s. Started with %u preload thread.",
                                    "The photos are %s. Started with %u preload threads.",
                                    n),
                          place,
                          n);
}

static char *
describe_try (const OtrImportProgress *progress)
{
  guint n = progress->tuning.preload_threads;

  if (progress->tuning.digest_while_preloading)
    return g_strdup_printf (ngettext ("Tries %u preload thread, digest while preloading on.",
                                      "Tries %u preload threads, digest while preloading on.",
                                      n),
                            n);
  return g_strdup_printf (ngettext ("Tries %u preload thread.", "Tries %u preload threads.", n), n);
}

static char *
describe_end (const OtrImportProgress *progress)
{
  guint n = progress->tuning.preload_threads;
  g_autofree char *rate = otr_words_rate (progress->mb_per_s);

  if (progress->auto_state == OTR_TUNER_PROCESSOR)
    /* Translators: number of threads, and a rate like "612 MB/s". */
    return g_strdup_printf (
        ngettext ("Keeps %u preload thread at %s: the later stages have work waiting.",
                  "Keeps %u preload threads at %s: the later stages have work waiting.",
                  n),
        n,
        rate);
  /* Translators: number of threads, and a rate like "612 MB/s". */
  return g_strdup_printf (
      ngettext ("Keeps %u preload thread at %s: nothing that was tried is faster.",
                "Keeps %u preload threads at %s: nothing that was tried is faster.",
                n),
      n,
      rate);
}

static char *
describe (OtrDecisions *self, const OtrImportProgress *progress)
{
  if (self->n_lines == 0)
    return describe_start (progress);
  if (progress->auto_state == OTR_TUNER_TRYING)
    return describe_try (progress);
  return progress->auto_state == OTR_TUNER_MEASURING ? NULL : describe_end (progress);
}

/* ---- lines ---- */

static void
add_line (OtrDecisions *self, double seconds, const char *text)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 16);
  g_autofree char *clock = otr_words_clock (seconds);
  GtkWidget *when = gtk_label_new (clock);
  GtkWidget *what = gtk_label_new (text);

  gtk_label_set_width_chars (GTK_LABEL (when), 5);
  gtk_label_set_xalign (GTK_LABEL (when), 1);
  gtk_label_set_xalign (GTK_LABEL (what), 0);
  gtk_label_set_wrap (GTK_LABEL (what), TRUE);
  gtk_widget_set_valign (when, GTK_ALIGN_START);
  gtk_widget_add_css_class (when, "dim");
  gtk_widget_add_css_class (when, "numeric");
  gtk_widget_add_css_class (line, "secondary");
  gtk_box_append (GTK_BOX (line), when);
  gtk_box_append (GTK_BOX (line), what);
  gtk_box_append (GTK_BOX (self->box), line);
}

void
otr_decisions_clear (OtrDecisions *self)
{
  GtkWidget *heading = gtk_widget_get_first_child (self->box);
  GtkWidget *line;

  g_return_if_fail (OTR_IS_DECISIONS (self));
  while ((line = gtk_widget_get_next_sibling (heading)) != NULL)
    gtk_box_remove (GTK_BOX (self->box), line);
  self->n_lines = 0;
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

void
otr_decisions_follow (OtrDecisions *self, const OtrImportProgress *progress)
{
  const OtrTuningEffective *tuning = &progress->tuning;
  g_autofree char *text = NULL;

  g_return_if_fail (OTR_IS_DECISIONS (self));
  if (*progress->auto_note == '\0' || self->n_lines >= MOST_LINES)
    return;
  if (self->n_lines > 0 && self->state == progress->auto_state &&
      self->threads == tuning->preload_threads &&
      self->digest == tuning->digest_while_preloading)
    return;
  self->state = progress->auto_state;
  self->threads = tuning->preload_threads;
  self->digest = tuning->digest_while_preloading;
  text = describe (self, progress);
  if (text == NULL)
    return;
  add_line (self, progress->seconds, text);
  self->n_lines++;
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
}

/* ---- the widget ---- */

static void
otr_decisions_dispose (GObject *object)
{
  g_clear_pointer (&OTR_DECISIONS (object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS (otr_decisions_parent_class)->dispose (object);
}

static void
otr_decisions_class_init (OtrDecisionsClass *class)
{
  G_OBJECT_CLASS (class)->dispose = otr_decisions_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static void
otr_decisions_init (OtrDecisions *self)
{
  GtkWidget *heading = gtk_label_new (_ ("What Automatic Decided"));

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "title");
  gtk_box_append (GTK_BOX (self->box), heading);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
