/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "otr-activity.h"
#include "otr-clamp.h"
#include "otr-date-scrubber.h"
#include "otr-engine.h"
#include "otr-import-view.h"
#include "otr-photo-grid.h"
#include "otr-photo-list.h"
#include "otr-photo-view.h"
#include "otr-report.h"
#include "otr-side-bar.h"
#include "otr-toast.h"
#include "otr-welcome.h"
#include "otr-window.h"

G_BEGIN_DECLS

/* Widths at which the layout changes. */
typedef enum
{
  OTR_WIDTH_WIDE,
  OTR_WIDTH_FOLDED, /* below 720: the side bar lies over the page */
  OTR_WIDTH_NARROW, /* below 600 */
} OtrWidth;

struct _OtrWindow
{
  GtkApplicationWindow parent_instance;

  GtkOverlay *overlay;
  GtkBox *columns;
  GtkRevealer *side;
  GtkWidget *side_box;
  GtkMenuButton *menu_button;
  OtrSideBar *side_bar;
  GtkStack *pages;
  GtkLabel *starting_text;
  OtrWelcome *welcome;
  GtkLabel *title;
  GtkLabel *subtitle;
  GtkWidget *show_side_button;
  GtkWidget *import_button;
  GtkWidget *import_label;
  GtkMenuButton *other_menu_button;
  GtkMenuButton *view_button;
  GtkWidget *sort_button;
  GtkToggleButton *search_button;
  GtkWidget *report_button;
  GtkSearchBar *search_bar;
  GtkSearchEntry *search_entry;
  GtkStack *grid_stack;
  GtkWidget *grid_scroll;
  OtrPhotoGrid *grid;
  GtkImage *empty_icon;
  GtkLabel *empty_title;
  GtkLabel *empty_text;
  GtkButton *empty_button;
  OtrDateScrubber *scrubber;
  OtrClamp *import_clamp;
  OtrImportView *import_view;
  OtrPhotoView *photo_view;
  OtrReport *report;
  OtrActivity *activity;
  GtkWidget *veil;
  GtkWidget *modal_veil;
  guint n_modal; /* dialogs of this window that are open */
  OtrToast *toast;
  GtkWidget *drop_hint;
  GtkWidget *photo_menu; /* popover, or NULL */
  GtkBuilder *menus;

  GSettings *settings;
  GCancellable *cancellable; /* of the catalog that is being opened or is open */
  OtrEngine *engine;         /* NULL: none is open */
  gboolean opening;
  gboolean wants_sample; /* the sample album is to be imported once it is open */
  OtrPhotoList *photos;
  OtrPhotoQuery query;
  gboolean focus_grid; /* as soon as there are photos */
  char *view_name;

  GQueue imports;      /* Import *, that wait */
  OtrImportJob *job;   /* the one that runs */
  gint64 last_removal; /* 0: nothing to undo */

  OtrWidth width;
  guint width_idle;
  gboolean side_over; /* the side bar lies over the page and is shown */
};

/* ---- otr-window-layout.c ---- */
void otr_window_layout_init (OtrWindow *self);
void otr_window_layout_dispose (OtrWindow *self);
void otr_window_layout_allocated (OtrWindow *self, int width);
void otr_window_layout_update (OtrWindow *self); /* page or setting changed */
void otr_window_layout_toggle_side (OtrWindow *self);
void otr_window_layout_close_side (OtrWindow *self);

/* ---- otr-window-import.c ---- */
void otr_window_import_init (OtrWindow *self);
void otr_window_import_dispose (OtrWindow *self);
void otr_window_import_next (OtrWindow *self);   /* when nothing runs */
void otr_window_import_forget (OtrWindow *self); /* those that wait */
void otr_window_import_settings_changed (OtrWindow *self);
int otr_window_get_max_scale (OtrWindow *self);

/* Makes the sample album and imports it. */
void otr_window_import_sample (OtrWindow *self);

/* ---- otr-window-catalog.c ---- */
void otr_window_catalog_init (OtrWindow *self);
void otr_window_on_welcome_import (
    OtrWelcome *welcome, const char *catalog, int digest, GFile *folder, gpointer data);
void
otr_window_on_welcome_sample (OtrWelcome *welcome, const char *catalog, int digest, gpointer data);

/* ---- otr-window-photos.c: what is done with photos and folders ---- */
void otr_window_photos_class_init (GtkWidgetClass *widget_class);
void otr_window_photos_init (OtrWindow *self);

/* ---- otr-window.c ---- */
void otr_window_show_page (OtrWindow *self, const char *name);
void otr_window_focus_grid (OtrWindow *self);
void otr_window_update_query (OtrWindow *self);
void otr_window_enable_action (OtrWindow *self, const char *name, gboolean enabled);

G_END_DECLS
