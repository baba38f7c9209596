/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-photo-view.h"

#include <glib/gi18n.h>

#include "otr-compat.h"
#include "otr-photo-loader.h"
#include "otr-photo-panel.h"
#include "otr-photo-words.h"
#include "otr-picture.h"
#include "otr-tags-window.h"
#include "otr-window.h"
#include "otr-words.h"

#define RESIZE_MS 150
#define KEY_ZOOM 1.4
#define WHOLE_PX 65535

struct _OtrPhotoView
{
  GtkWidget parent_instance;

  GtkLabel *title;
  GtkLabel *subtitle;
  GtkToggleButton *original;
  GtkWidget *fullscreen;
  GtkToggleButton *details;
  OtrPicture *picture;
  GtkWidget *previous;
  GtkWidget *next;
  GtkLabel *message;
  GtkBox *pages; /* the picture and the panel */
  GtkRevealer *revealer;
  OtrPhotoPanel *panel;

  OtrEngine *engine;
  OtrPhotoList *list;
  OtrPhotoLoader *loader;
  OtrPhotoRecord *record; /* of the photo shown, with tags; NULL until it came */
  GPtrArray *around;      /* OtrPhotoItem: the photo, next, previous; so their sizes are known */
  gint64 photo_id;
  guint position; /* in the list, as last known */
  char *place;
  gboolean narrow;
  guint resize_source;
};

enum
{
  PROP_0,
  PROP_PHOTO_ID,
  PROP_PLACE,
  PROP_SHOW_DETAILS,
  PROP_NARROW,
  N_PROPS
};

enum
{
  SIGNAL_BACK,
  SIGNAL_FULLSCREEN,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OtrPhotoView, otr_photo_view, GTK_TYPE_WIDGET)

/* ---- what is shown ---- */

static void
show_place (OtrPhotoView *self)
{
  g_autofree char *index = otr_words_count (self->position + 1);
  g_autofree char *count = otr_words_count (otr_photo_list_get_length (self->list));
  g_autofree char *text = NULL;

  if (self->place != NULL)
    /* Translators: which photo of how many, and of what: 7 of 1,204 in Animals */
    text = g_strdup_printf (_ ("%s of %s in %s"), index, count, self->place);
  else
    /* Translators: which photo of how many: 7 of 1,204 */
    text = g_strdup_printf (_ ("%s of %s"), index, count);
  gtk_label_set_text (self->subtitle, text);
  gtk_widget_set_sensitive (self->previous, self->position > 0);
  gtk_widget_set_sensitive (self->next,
                            self->position + 1 < otr_photo_list_get_length (self->list));
}

/* In place of a picture, or at the foot of one. */
static void
show_message (OtrPhotoView *self, char *text)
{
  gtk_widget_set_valign (GTK_WIDGET (self->message),
                         otr_picture_is_empty (self->picture) ? GTK_ALIGN_CENTER : GTK_ALIGN_END);
  gtk_label_set_text (self->message, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->message), text != NULL);
  g_free (text);
}

static void
name_picture (OtrPhotoView *self)
{
  g_autoptr (OtrPhotoItem) item = otr_photo_list_get_photo (self->list, self->position);
  g_autofree char *text = NULL;

  if (!otr_photo_item_is_loaded (item))
    otr_photo_item_take_record (item, otr_photo_record_copy (self->record));
  text = otr_photo_item_describe (item);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->picture),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text,
                                  -1);
}

static void
on_details (const OtrPhotoRecord *record, GdkTexture *thumbnail, gpointer data)
{
  OtrPhotoView *self = data;
  g_autofree char *name = NULL;

  if (record == NULL)
    return; /* removed meanwhile: the list will say so */
  self->record = otr_photo_record_copy (record);
  name = g_filename_display_name (record->name);
  gtk_label_set_text (self->title, name);
  otr_photo_panel_set_record (self->panel, record);
  name_picture (self);
  if (otr_picture_is_empty (self->picture))
    {
      otr_picture_begin (self->picture, record->facts->width, record->facts->height);
      otr_picture_set_texture (self->picture, thumbnail);
    }
  /* Pixels that were kept come before the details. */
  if (!gtk_widget_get_visible (GTK_WIDGET (self->message)))
    show_message (self, otr_photo_words_damage (record));
  otr_photo_loader_resize (self->loader, otr_picture_get_wanted_px (self->picture));
}

/* In the size it will have, so the size must be known: then it is drawn pixel by pixel. */
static guint
fit_px (OtrPhotoView *self, OtrPhotoItem *item)
{
  const OtrPhotoRecord *record = otr_photo_item_get_record (item);

  if (record == NULL)
    return 0;
  return otr_picture_get_fit_px (self->picture, record->facts->width, record->facts->height);
}

static void
preload_neighbours (OtrPhotoView *self)
{
  for (guint i = 1; i < self->around->len; i++)
    {
      OtrPhotoItem *item = self->around->pdata[i];

      otr_photo_loader_preload (self->loader, otr_photo_item_get_id (item), fit_px (self, item));
    }
}

static void
look_around (OtrPhotoView *self)
{
  guint n = otr_photo_list_get_length (self->list);

  g_ptr_array_set_size (self->around, 0);
  g_ptr_array_add (self->around, otr_photo_list_get_photo (self->list, self->position));
  if (self->position + 1 < n)
    g_ptr_array_add (self->around, otr_photo_list_get_photo (self->list, self->position + 1));
  if (self->position > 0)
    g_ptr_array_add (self->around, otr_photo_list_get_photo (self->list, self->position - 1));
}

static void
on_picture (GBytes *rgb, guint width, guint height, const GError *error, gpointer data)
{
  OtrPhotoView *self = data;

  otr_photo_panel_set_pixels (self->panel, rgb);
  if (rgb == NULL)
    {
      show_message (self, otr_photo_words_failure (self->record, error));
      return;
    }
  otr_picture_set_pixels (self->picture, rgb, width, height);
  show_message (self, otr_photo_words_damage (self->record));
  preload_neighbours (self);
}

static const OtrPhotoLoaderFuncs loader_funcs = {
  .details = on_details,
  .picture = on_picture,
};

/* What the list knows already is shown at once; the rest comes with the details. The panel keeps
 * what it has until then, or it would flicker. */
static void
show_known (OtrPhotoView *self, OtrPhotoItem *item)
{
  const OtrPhotoRecord *record = otr_photo_item_get_record (item);
  g_autofree char *name = NULL;

  if (record == NULL)
    {
      gtk_label_set_text (self->title, "");
      otr_picture_begin (self->picture, 0, 0);
      return;
    }
  name = g_filename_display_name (record->name);
  gtk_label_set_text (self->title, name);
  otr_picture_begin (self->picture, record->facts->width, record->facts->height);
}

static void
show_position (OtrPhotoView *self, guint position)
{
  OtrPhotoItem *item;

  self->position = position;
  self->photo_id = otr_photo_list_get_id (self->list, position);
  g_clear_pointer (&self->record, otr_photo_record_free);
  g_clear_handle_id (&self->resize_source, g_source_remove);
  look_around (self);
  item = self->around->pdata[0];
  show_known (self, item);
  show_message (self, NULL);
  show_place (self);
  otr_photo_loader_show (self->loader, self->photo_id, fit_px (self, item));
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PHOTO_ID]);
}

static void
go (OtrPhotoView *self, int by)
{
  guint n = self->list != NULL ? otr_photo_list_get_length (self->list) : 0;

  if (self->photo_id == 0 || (by < 0 && self->position == 0) ||
      (by > 0 && self->position + 1 >= n))
    return;
  show_position (self, self->position + (guint) by);
}

static void
on_items_changed (GListModel *list, guint at, guint removed, guint added, OtrPhotoView *self)
{
  guint n = otr_photo_list_get_length (self->list);

  if (self->photo_id == 0)
    return;
  if (otr_photo_list_find (self->list, self->photo_id, &self->position))
    {
      look_around (self);
      show_place (self);
    }
  else if (n > 0)
    show_position (self, MIN (self->position, n - 1));
  else
    g_signal_emit (self, signals[SIGNAL_BACK], 0);
}

void
otr_photo_view_clear (OtrPhotoView *self)
{
  g_return_if_fail (OTR_IS_PHOTO_VIEW (self));

  g_clear_handle_id (&self->resize_source, g_source_remove);
  g_clear_pointer (&self->loader, otr_photo_loader_free);
  if (self->list != NULL)
    g_signal_handlers_disconnect_by_data (self->list, self);
  g_clear_object (&self->list);
  g_clear_object (&self->engine);
  g_clear_pointer (&self->record, otr_photo_record_free);
  g_ptr_array_set_size (self->around, 0);
  self->photo_id = 0;
  otr_picture_begin (self->picture, 0, 0);
  otr_photo_panel_set_record (self->panel, NULL);
}

void
otr_photo_view_show (OtrPhotoView *self, OtrEngine *engine, OtrPhotoList *list, gint64 photo_id)
{
  guint position;

  g_return_if_fail (OTR_IS_PHOTO_VIEW (self));

  if (engine != self->engine || list != self->list)
    {
      otr_photo_view_clear (self);
      self->engine = g_object_ref (engine);
      self->list = g_object_ref (list);
      self->loader = otr_photo_loader_new (engine, &loader_funcs, self);
      g_signal_connect (list, "items-changed", G_CALLBACK (on_items_changed), self);
    }
  if (otr_photo_list_find (list, photo_id, &position))
    show_position (self, position);
}

gint64
otr_photo_view_get_photo_id (OtrPhotoView *self)
{
  return self->photo_id;
}

/* ---- rating ---- */

typedef struct
{
  gint64 photo_id;
  int rating;
} Rating;

static gpointer
write_rating (OtrCatalogWriter *writer, gpointer data, GError **error)
{
  const Rating *rating = data;

  if (!otr_catalog_writer_set_rating (writer, rating->photo_id, rating->rating, error))
    return NULL;
  return g_memdup2 (rating, sizeof *rating);
}

static void
on_rating_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OtrPhotoView) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree Rating *written = otr_engine_write_finish (OTR_ENGINE (source), result, &error);

  if (written != NULL)
    {
      if (self->record != NULL && self->photo_id == written->photo_id)
        self->record->facts->rating = (gint8) written->rating;
      return;
    }
  if (self->record != NULL) /* what is stored, not what was wished */
    otr_photo_panel_set_rating (self->panel, self->record->facts->rating);
  show_message (self, otr_words_error (error));
}

static void
rate (OtrPhotoView *self, int value)
{
  Rating *rating;

  if (self->photo_id == 0)
    return;
  otr_photo_panel_set_rating (self->panel, value);
  rating = g_new0 (Rating, 1);
  rating->photo_id = self->photo_id;
  rating->rating = value;
  otr_engine_write_async (self->engine,
                          write_rating,
                          rating,
                          g_free,
                          g_free,
                          on_rating_written,
                          g_object_ref (self));
}

/* ---- commands ---- */

static void
on_rated (OtrPhotoPanel *panel, int rating, OtrPhotoView *self)
{
  rate (self, rating);
}

static void
on_back_clicked (OtrPhotoView *self)
{
  g_signal_emit (self, signals[SIGNAL_BACK], 0);
}

static void
on_fullscreen_clicked (OtrPhotoView *self)
{
  g_signal_emit (self, signals[SIGNAL_FULLSCREEN], 0);
}

static void
on_previous_clicked (OtrPhotoView *self)
{
  go (self, -1);
}

static void
on_next_clicked (OtrPhotoView *self)
{
  go (self, 1);
}

static void
on_tags_wanted (OtrPhotoView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (self->record == NULL || !OTR_IS_WINDOW (root))
    return;
  otr_window_present_modal (OTR_WINDOW (root),
                            GTK_WINDOW (otr_tags_window_new (GTK_WINDOW (root),
                                                             gtk_label_get_text (self->title),
                                                             self->record->facts)));
}

static void
on_files_wanted (OtrPhotoView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  g_autofree char *path = NULL;
  g_autoptr (GFile) file = NULL;

  if (self->record == NULL)
    return;
  path = otr_photo_record_get_path (self->record);
  file = self->record->is_uri ? g_file_new_for_uri (path) : g_file_new_for_path (path);
  otr_compat_show_in_files (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, file);
}

static void
on_copy_location (OtrPhotoView *self)
{
  g_autofree char *path = NULL, *text = NULL;

  if (self->record == NULL)
    return;
  path = otr_photo_record_get_path (self->record);
  text = g_filename_display_name (path);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
on_original_toggled (OtrPhotoView *self)
{
  gboolean fit = TRUE;

  g_object_get (self->picture, "fit", &fit, NULL);
  if (gtk_toggle_button_get_active (self->original) != fit)
    return;
  if (fit)
    otr_picture_zoom_to (self->picture, 1);
  else
    otr_picture_fit (self->picture);
}

static void
on_fit_changed (OtrPhotoView *self)
{
  gboolean fit = TRUE;

  g_object_get (self->picture, "fit", &fit, NULL);
  gtk_toggle_button_set_active (self->original, !fit);
}

static gboolean
on_resized (gpointer data)
{
  OtrPhotoView *self = data;
  gboolean fit = TRUE;

  self->resize_source = 0;
  g_object_get (self->picture, "fit", &fit, NULL);
  /* Scaled by hand the next steps will want more still: the whole photo, once. */
  otr_photo_loader_resize (self->loader,
                           fit ? otr_picture_get_wanted_px (self->picture) : WHOLE_PX);
  return G_SOURCE_REMOVE;
}

static void
on_scaled (OtrPhotoView *self)
{
  guint wanted = otr_picture_get_wanted_px (self->picture);

  if (self->loader == NULL || self->record == NULL ||
      wanted <= otr_picture_get_longest (self->picture))
    return;
  g_clear_handle_id (&self->resize_source, g_source_remove);
  self->resize_source = g_timeout_add (RESIZE_MS, on_resized, self);
}

/* ---- keys ---- */

static gboolean
zoom_by_key (OtrPhotoView *self, guint keyval)
{
  switch (keyval)
    {
    case GDK_KEY_f:
    case GDK_KEY_F:
      otr_picture_fit (self->picture);
      return TRUE;
    case GDK_KEY_z:
    case GDK_KEY_Z:
      otr_picture_zoom_to (self->picture, 1);
      return TRUE;
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add:
      otr_picture_zoom_by (self->picture, KEY_ZOOM);
      return TRUE;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      otr_picture_zoom_by (self->picture, 1 / KEY_ZOOM);
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
act_by_key (OtrPhotoView *self, guint keyval)
{
  int forward = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL ? -1 : 1;

  switch (keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      go (self, -forward);
      return TRUE;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      go (self, forward);
      return TRUE;
    case GDK_KEY_i:
    case GDK_KEY_I:
      gtk_toggle_button_set_active (self->details, !gtk_toggle_button_get_active (self->details));
      return TRUE;
    case GDK_KEY_Escape:
      g_signal_emit (self, signals[SIGNAL_BACK], 0);
      return TRUE;
    case GDK_KEY_F11:
      g_signal_emit (self, signals[SIGNAL_FULLSCREEN], 0);
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint keyval,
                guint keycode,
                GdkModifierType state,
                OtrPhotoView *self)
{
  state &= gtk_accelerator_get_default_mod_mask ();
  if (state == GDK_ALT_MASK && (keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter))
    return act_by_key (self, GDK_KEY_i);
  if ((state & ~GDK_SHIFT_MASK) != 0)
    return GDK_EVENT_PROPAGATE;
  if (keyval >= GDK_KEY_0 && keyval <= GDK_KEY_5)
    {
      rate (self, (int) (keyval - GDK_KEY_0));
      return GDK_EVENT_STOP;
    }
  return act_by_key (self, keyval) || zoom_by_key (self, keyval);
}

/* ---- the widget ---- */

static void
set_narrow (OtrPhotoView *self, gboolean narrow)
{
  self->narrow = narrow;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->pages),
                                  narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  gtk_revealer_set_transition_type (self->revealer,
                                    narrow ? GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP
                                           : GTK_REVEALER_TRANSITION_TYPE_SLIDE_LEFT);
  otr_photo_panel_set_narrow (self->panel, narrow);
  /* Their commands are in the menu too. */
  gtk_widget_set_visible (GTK_WIDGET (self->original), !narrow);
  gtk_widget_set_visible (self->fullscreen, !narrow);
  if (narrow)
    gtk_widget_add_css_class (GTK_WIDGET (self), "narrow");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "narrow");
}

static void
set_place (OtrPhotoView *self, const char *place)
{
  g_free (self->place);
  self->place = g_strdup (place);
  if (self->photo_id != 0)
    show_place (self);
}

static void
otr_photo_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  OtrPhotoView *self = OTR_PHOTO_VIEW (object);

  switch (id)
    {
    case PROP_PLACE:
      set_place (self, g_value_get_string (value));
      break;
    case PROP_SHOW_DETAILS:
      gtk_toggle_button_set_active (self->details, g_value_get_boolean (value));
      break;
    case PROP_NARROW:
      set_narrow (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
otr_photo_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  OtrPhotoView *self = OTR_PHOTO_VIEW (object);

  switch (id)
    {
    case PROP_PHOTO_ID:
      g_value_set_int64 (value, self->photo_id);
      break;
    case PROP_PLACE:
      g_value_set_string (value, self->place);
      break;
    case PROP_SHOW_DETAILS:
      g_value_set_boolean (value, gtk_toggle_button_get_active (self->details));
      break;
    case PROP_NARROW:
      g_value_set_boolean (value, self->narrow);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
on_details_toggled (OtrPhotoView *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SHOW_DETAILS]);
}

static gboolean
otr_photo_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (OTR_PHOTO_VIEW (widget)->picture));
}

static void
otr_photo_view_dispose (GObject *object)
{
  OtrPhotoView *self = OTR_PHOTO_VIEW (object);
  GtkWidget *child;

  if (self->picture != NULL)
    otr_photo_view_clear (self);
  self->picture = NULL;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->place, g_free);
  g_clear_pointer (&self->around, g_ptr_array_unref);
  G_OBJECT_CLASS (otr_photo_view_parent_class)->dispose (object);
}

static void
install_properties (GObjectClass *object_class)
{
  GParamFlags both = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  props[PROP_PHOTO_ID] = g_param_spec_int64 ("photo-id",
                                             NULL,
                                             NULL,
                                             0,
                                             G_MAXINT64,
                                             0,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  props[PROP_PLACE] = g_param_spec_string ("place", NULL, NULL, NULL, both);
  props[PROP_SHOW_DETAILS] = g_param_spec_boolean ("show-details", NULL, NULL, TRUE, both);
  props[PROP_NARROW] = g_param_spec_boolean ("narrow", NULL, NULL, FALSE, both);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
bind_template (GtkWidgetClass *klass)
{
  gtk_widget_class_set_template_from_resource (
      klass, "/io/github/outrider_photos/Outrider/photo-view.ui");
  gtk_widget_class_bind_template_child (klass, OtrPhotoView, title);
  gtk_widget_class_bind_template_child (klass, OtrPhotoView, subtitle);
  gtk_widget_class_bind_template_child (klass, OtrPhotoView, original);
  gtk_widget_class_bind_template_child (klass, OtrPhotoView, fullscreen);
  gtk_widget_class_bind_template_child (klass, OtrPhotoView, details);
  gtk_widget_class_bind_template_child (klass, OtrPhotoView, picture);
  gtk_widget_class_bind_template_child (klass, OtrPhotoView, previous);
  gtk_widget_class_bind_template_child (klass, OtrPhotoView, next);
  gtk_widget_class_bind_template_child (klass, OtrPhotoView, message);
  gtk_widget_class_bind_template_child (klass, OtrPhotoView, pages);
  gtk_widget_class_bind_template_child (klass, OtrPhotoView, revealer);
  gtk_widget_class_bind_template_child (klass, OtrPhotoView, panel);
  gtk_widget_class_bind_template_callback (klass, on_back_clicked);
  gtk_widget_class_bind_template_callback (klass, on_fullscreen_clicked);
  gtk_widget_class_bind_template_callback (klass, on_previous_clicked);
  gtk_widget_class_bind_template_callback (klass, on_next_clicked);
  gtk_widget_class_bind_template_callback (klass, on_original_toggled);
  gtk_widget_class_bind_template_callback (klass, on_details_toggled);
  gtk_widget_class_bind_template_callback (klass, on_fit_changed);
  gtk_widget_class_bind_template_callback (klass, on_scaled);
  gtk_widget_class_bind_template_callback (klass, on_rated);
  gtk_widget_class_bind_template_callback (klass, on_tags_wanted);
  gtk_widget_class_bind_template_callback (klass, on_files_wanted);
  gtk_widget_class_bind_template_callback (klass, on_key_pressed);
}

static const char *const action_names[] = {
  "photo.show-in-files",
  "photo.copy-location",
  "photo.all-tags",
  "photo.toggle-size",
  "photo.fullscreen",
};

static void
run_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  OtrPhotoView *self = OTR_PHOTO_VIEW (widget);

  if (g_str_equal (name, "photo.show-in-files"))
    on_files_wanted (self);
  else if (g_str_equal (name, "photo.all-tags"))
    on_tags_wanted (self);
  else if (g_str_equal (name, "photo.fullscreen"))
    on_fullscreen_clicked (self);
  else if (g_str_equal (name, "photo.toggle-size"))
    gtk_toggle_button_set_active (self->original, !gtk_toggle_button_get_active (self->original));
  else
    on_copy_location (self);
}

static guint
add_signal (OtrPhotoViewClass *klass, const char *name)
{
  return g_signal_new (name,
                       G_TYPE_FROM_CLASS (klass),
                       G_SIGNAL_RUN_LAST,
                       0,
                       NULL,
                       NULL,
                       NULL,
                       G_TYPE_NONE,
                       0);
}

static void
otr_photo_view_class_init (OtrPhotoViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = otr_photo_view_set_property;
  object_class->get_property = otr_photo_view_get_property;
  object_class->dispose = otr_photo_view_dispose;
  widget_class->grab_focus = otr_photo_view_grab_focus;
  g_type_ensure (OTR_TYPE_PICTURE);
  g_type_ensure (OTR_TYPE_PHOTO_PANEL);
  install_properties (object_class);
  signals[SIGNAL_BACK] = add_signal (klass, "back");
  signals[SIGNAL_FULLSCREEN] = add_signal (klass, "fullscreen");
  bind_template (widget_class);
  for (guint i = 0; i < G_N_ELEMENTS (action_names); i++)
    gtk_widget_class_install_action (widget_class, action_names[i], NULL, run_action);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "photo-view");
}

static void
otr_photo_view_init (OtrPhotoView *self)
{
  GtkLayoutManager *layout;

  self->around = g_ptr_array_new_with_free_func (g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  g_object_bind_property (
      self->details, "active", self->revealer, "reveal-child", G_BINDING_SYNC_CREATE);
}

GtkWidget *
otr_photo_view_new (void)
{
  return g_object_new (OTR_TYPE_PHOTO_VIEW, NULL);
}
