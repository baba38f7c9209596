/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-photo-panel.h"

#include <glib/gi18n.h>

#include "otr-calendar.h"
#include "otr-histogram.h"
#include "otr-photo-words.h"
#include "otr-stars.h"
#include "otr-words.h"
#include "otr-wrap-layout.h"

#define WIDTH 323

struct _OtrPhotoPanel
{
  GtkWidget parent_instance;

  GtkWidget *scrolled;
  GtkLabel *day;
  GtkLabel *when;
  OtrStars *stars;
  GtkWidget *histogram_card;
  OtrHistogram *histogram;
  GtkWidget *figures;
  GtkLabel *focal_length;
  GtkLabel *aperture;
  GtkLabel *exposure;
  GtkLabel *iso;
  GtkLabel *camera;
  GtkLabel *lens;
  GtkLabel *position;
  GtkLabel *name;
  GtkLabel *folder;
  GtkLabel *size;
  GtkLabel *digest;
  GtkLabel *damage;
  GtkBox *keywords;
  GtkLabel *no_keywords;
  GtkButton *all_tags;
  GtkWidget *show_in_files;

  gboolean has_pixels;
  gboolean narrow;
};

enum
{
  SIGNAL_RATED,
  SIGNAL_TAGS_WANTED,
  SIGNAL_FILES_WANTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OtrPhotoPanel, otr_photo_panel, GTK_TYPE_WIDGET)

/* Takes `text`. */
static void
set_text (GtkLabel *label, char *text)
{
  gtk_label_set_text (label, text != NULL ? text : _ ("Not recorded"));
  g_free (text);
}

static void
set_figure (GtkLabel *label, char *text)
{
  gtk_label_set_text (label, text != NULL ? text : "–");
  g_free (text);
}

static void
set_figures (OtrPhotoPanel *self, const OtrFacts *facts)
{
  set_figure (self->focal_length, otr_photo_words_focal_length (facts));
  set_figure (self->aperture, otr_photo_words_aperture (facts));
  set_figure (self->exposure, otr_photo_words_exposure (facts));
  set_figure (self->iso, otr_photo_words_iso (facts));
  gtk_widget_set_visible (self->figures,
                          facts->focal_length > 0 || facts->f_number > 0 ||
                              facts->exposure_time > 0 || facts->iso > 0);
}

static void
set_keywords (OtrPhotoPanel *self, char **keywords)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->keywords))) != NULL)
    gtk_box_remove (self->keywords, child);
  for (guint i = 0; keywords != NULL && keywords[i] != NULL; i++)
    {
      GtkWidget *label = gtk_label_new (keywords[i]);

      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_widget_add_css_class (label, "chip");
      gtk_box_append (self->keywords, label);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->keywords), keywords != NULL && keywords[0] != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->no_keywords),
                          keywords == NULL || keywords[0] == NULL);
}

static void
set_tags (OtrPhotoPanel *self, const OtrFacts *facts)
{
  g_autoptr (GPtrArray) rows = otr_photo_words_tags (facts);
  g_autofree char *label = NULL;

  /* Translators: a button; %u is how many tags the file has */
  label = g_strdup_printf (_ ("All Tags (%u)"), rows->len / 2);
  gtk_button_set_label (self->all_tags, label);
  gtk_widget_set_sensitive (GTK_WIDGET (self->all_tags), rows->len > 0);
}

static void
set_damage (OtrPhotoPanel *self, const OtrPhotoRecord *record)
{
  g_autofree char *reason = otr_words_reason (record->facts->reason);

  gtk_label_set_text (self->damage, reason);
  gtk_widget_set_visible (GTK_WIDGET (self->damage), *reason != '\0');
}

void
otr_photo_panel_set_record (OtrPhotoPanel *self, const OtrPhotoRecord *record)
{
  gtk_widget_set_visible (self->scrolled, record != NULL);
  if (record == NULL)
    return;
  set_text (self->day, otr_calendar_day (otr_calendar_day_of (record->facts->taken_ms)));
  set_text (self->when, otr_photo_words_when (record));
  otr_stars_set_rating (self->stars, record->facts->rating);
  set_figures (self, record->facts);
  set_text (self->camera, otr_photo_words_camera (record->facts));
  set_text (self->lens, g_strdup (record->facts->lens));
  set_text (self->position, otr_photo_words_position (record->facts));
  set_text (self->name, g_filename_display_name (record->name));
  set_text (self->folder, otr_words_place (record->folder_path));
  set_text (self->size, otr_photo_words_size (record));
  set_text (self->digest, otr_photo_words_digest (&record->digest));
  set_damage (self, record);
  set_keywords (self, record->facts->keywords);
  set_tags (self, record->facts);
}

void
otr_photo_panel_set_pixels (OtrPhotoPanel *self, GBytes *rgb)
{
  otr_histogram_set_pixels (self->histogram, rgb);
  self->has_pixels = rgb != NULL;
  gtk_widget_set_visible (self->histogram_card, self->has_pixels && !self->narrow);
}

void
otr_photo_panel_set_rating (OtrPhotoPanel *self, int rating)
{
  otr_stars_set_rating (self->stars, rating);
}

void
otr_photo_panel_set_narrow (OtrPhotoPanel *self, gboolean narrow)
{
  gtk_widget_set_size_request (self->scrolled, narrow ? -1 : WIDTH, narrow ? 240 : -1);
  self->narrow = narrow;
  gtk_widget_set_visible (self->histogram_card, self->has_pixels && !narrow);
}

static void
on_rated (OtrStars *stars, int rating, OtrPhotoPanel *self)
{
  g_signal_emit (self, signals[SIGNAL_RATED], 0, rating);
}

static void
on_all_tags_clicked (OtrPhotoPanel *self)
{
  g_signal_emit (self, signals[SIGNAL_TAGS_WANTED], 0);
}

static void
on_show_in_files_clicked (OtrPhotoPanel *self)
{
  g_signal_emit (self, signals[SIGNAL_FILES_WANTED], 0);
}

static void
otr_photo_panel_dispose (GObject *object)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (object));

  if (child != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (otr_photo_panel_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *klass)
{
  gtk_widget_class_bind_template_child (klass, OtrPhotoPanel, scrolled);
  gtk_widget_class_bind_template_child (klass, OtrPhotoPanel, day);
  gtk_widget_class_bind_template_child (klass, OtrPhotoPanel, when);
  gtk_widget_class_bind_template_child (klass, OtrPhotoPanel, stars);
  gtk_widget_class_bind_template_child (klass, OtrPhotoPanel, histogram_card);
  gtk_widget_class_bind_template_child (klass, OtrPhotoPanel, histogram);
  gtk_widget_class_bind_template_child (klass, OtrPhotoPanel, figures);
  gtk_widget_class_bind_template_child (klass, OtrPhotoPanel, focal_length);
  gtk_widget_class_bind_template_child (klass, OtrPhotoPanel, aperture);
  gtk_widget_class_bind_template_child (klass, OtrPhotoPanel, exposure);
  gtk_widget_class_bind_template_child (klass, OtrPhotoPanel, iso);
  gtk_widget_class_bind_template_child (klass, OtrPhotoPanel, camera);
  gtk_widget_class_bind_template_child (klass, OtrPhotoPanel, lens);
  gtk_widget_class_bind_template_child (klass, OtrPhotoPanel, position);
  gtk_widget_class_bind_template_child (klass, OtrPhotoPanel, name);
  gtk_widget_class_bind_template_child (klass, OtrPhotoPanel, folder);
  gtk_widget_class_bind_template_child (klass, OtrPhotoPanel, size);
  gtk_widget_class_bind_template_child (klass, OtrPhotoPanel, digest);
  gtk_widget_class_bind_template_child (klass, OtrPhotoPanel, damage);
  gtk_widget_class_bind_template_child (klass, OtrPhotoPanel, keywords);
  gtk_widget_class_bind_template_child (klass, OtrPhotoPanel, no_keywords);
  gtk_widget_class_bind_template_child (klass, OtrPhotoPanel, all_tags);
  gtk_widget_class_bind_template_child (klass, OtrPhotoPanel, show_in_files);
}

static guint
add_signal (OtrPhotoPanelClass *klass, const char *name, GType type)
{
  return g_signal_new (name,
                       G_TYPE_FROM_CLASS (klass),
                       G_SIGNAL_RUN_LAST,
                       0,
                       NULL,
                       NULL,
                       NULL,
                       G_TYPE_NONE,
                       type != G_TYPE_NONE ? 1 : 0,
                       type);
}

static void
otr_photo_panel_class_init (OtrPhotoPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = otr_photo_panel_dispose;
  g_type_ensure (OTR_TYPE_STARS);
  g_type_ensure (OTR_TYPE_HISTOGRAM);
  signals[SIGNAL_RATED] = add_signal (klass, "rated", G_TYPE_INT);
  signals[SIGNAL_TAGS_WANTED] = add_signal (klass, "tags-wanted", G_TYPE_NONE);
  signals[SIGNAL_FILES_WANTED] = add_signal (klass, "files-wanted", G_TYPE_NONE);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "photo-panel");
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/outrider_photos/Outrider/photo-panel.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, on_rated);
  gtk_widget_class_bind_template_callback (widget_class, on_all_tags_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_show_in_files_clicked);
}

static void
otr_photo_panel_init (OtrPhotoPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_layout_manager (GTK_WIDGET (self->keywords), otr_wrap_layout_new ());
  otr_photo_panel_set_record (self, NULL);
}
