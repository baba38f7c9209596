/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-photo-grid.h"

#include <glib/gi18n.h>

#include "otr-photo-grid-private.h"

/* Not GtkGridView: that of GTK 4.8 jumps when scrolled, binds seven times what it shows and
 * knows no headings. Here tiles are bound to photos by id: what stays in view keeps its tile,
 * its texture and its focus whatever the list does. */

#define MAX_ASKED 600

const int otr_photo_grid_sizes[5] = { 96, 128, 168, 232, 320 };
guint otr_photo_grid_signals[OTR_PHOTO_GRID_N_SIGNALS];

enum
{
  PROP_0,
  PROP_MODEL,
  PROP_TILE_SIZE,
  PROP_WHOLE_PHOTOS,
  PROP_BOTTOM_ROOM,
  PROP_END_ROOM,
  PROP_N_SELECTED,
  N_PROPS,
  PROP_HADJUSTMENT = N_PROPS,
  PROP_VADJUSTMENT,
  PROP_HSCROLL_POLICY,
  PROP_VSCROLL_POLICY,
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE_WITH_CODE (OtrPhotoGrid,
                               otr_photo_grid,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SCROLLABLE, NULL))

static gboolean
is_rtl (OtrPhotoGrid *self)
{
  return gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
}

static GtkAdjustment *
vertical (OtrPhotoGrid *self)
{
  return self->adjustments[GTK_ORIENTATION_VERTICAL];
}

static int
page_of (OtrPhotoGrid *self)
{
  return gtk_widget_get_height (GTK_WIDGET (self));
}

/* ---- focus ---- */

gboolean
otr_photo_grid_get_focus_position (OtrPhotoGrid *self, guint *out_position)
{
  if (self->layout.n_photos == 0)
    return FALSE;
  if (self->focus_id != 0 &&
      otr_photo_list_find (self->model, self->focus_id, &self->focus_position))
    {
      *out_position = self->focus_position;
      return TRUE;
    }
  if (self->focus_id == 0 && !otr_photo_grid_get_top (self, &self->focus_position))
    self->focus_position = 0;
  *out_position = MIN (self->focus_position, self->layout.n_photos - 1);
  return TRUE;
}

static void
set_focus (OtrPhotoGrid *self, guint position)
{
  self->focus_position = position;
  self->focus_id = otr_photo_list_get_id (self->model, position);
}

void
otr_photo_grid_focus_position (OtrPhotoGrid *self, guint position)
{
  OtrPhotoTile *tile;

  set_focus (self, position);
  otr_photo_grid_scroll_into_view (self, position);
  tile = g_hash_table_lookup (self->tiles, otr_photo_grid_key (self->focus_id));
  self->focus_soon = tile == NULL;
  if (tile != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (tile));
}

static gboolean
otr_photo_grid_grab_focus (GtkWidget *widget)
{
  OtrPhotoGrid *self = OTR_PHOTO_GRID (widget);
  guint position;

  if (!otr_photo_grid_get_focus_position (self, &position))
    return FALSE;
  otr_photo_grid_focus_position (self, position);
  return TRUE;
}

/* One Tab stop: into the photo that had the focus, and out again. */
static gboolean
otr_photo_grid_focus (GtkWidget *widget, GtkDirectionType direction)
{
  if (gtk_widget_get_focus_child (widget) != NULL)
    return FALSE;
  return otr_photo_grid_grab_focus (widget);
}

/* The photo with the focus left the list: the one in its place takes the tile over. */
static void
repair_focus (OtrPhotoGrid *self, gboolean had_focus)
{
  guint position;

  if (!had_focus || !otr_photo_grid_get_focus_position (self, &position))
    return;
  if (otr_photo_list_get_id (self->model, position) != self->focus_id)
    otr_photo_grid_focus_position (self, position);
}

void
otr_photo_grid_reveal (OtrPhotoGrid *self, gint64 photo_id)
{
  guint position;

  if (self->model == NULL || !otr_photo_list_find (self->model, photo_id, &position))
    return;
  set_focus (self, position);
  if (self->layout.n_photos > position)
    otr_photo_grid_scroll_into_view (self, position);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    otr_photo_grid_focus_position (self, position);
}

/* ---- thumbnails ---- */

static void
append_range (GArray *ids, OtrPhotoGrid *self, gint64 top, gint64 bottom)
{
  guint first, last;

  if (!otr_grid_layout_range (&self->layout, top, bottom, &first, &last))
    return;
  for (guint i = first; i <= last && ids->len < MAX_ASKED; i++)
    {
      gint64 id = otr_photo_list_get_id (self->model, i);

      g_array_append_val (ids, id);
    }
}

/* Visible first, then two views ahead in the direction of scrolling, then one behind. */
static void
state_wants (OtrPhotoGrid *self)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 top = (gint64) otr_photo_grid_get_value (self);
  gint64 page = page_of (self);
  int below = self->direction < 0 ? 1 : 2, above = self->direction < 0 ? 2 : 1;
  guint scale = (guint) gtk_widget_get_scale_factor (GTK_WIDGET (self));

  if (self->model == NULL || self->settle_source != 0)
    return;
  append_range (ids, self, top, top + page);
  if (self->direction < 0)
    append_range (ids, self, top - above * page, top);
  append_range (ids, self, top + page, top + page + below * page);
  if (self->direction >= 0)
    append_range (ids, self, top - above * page, top);
  otr_grid_thumbs_want (self->thumbs,
                        (const gint64 *) ids->data,
                        ids->len,
                        (guint) self->layout.tile * scale,
                        !self->whole_photos);
}

/* While widgets are allocated nothing may ask for a resize, as new tiles do, and a scrolled window
 * when scrolling begins to make sense: GTK forgets it where a widget above only hands on to its
 * children. Here it lays out once more, still before the frame is drawn. */
static void
on_frame_layout (GdkFrameClock *clock, OtrPhotoGrid *self)
{
  if (!self->layout_late)
    return;
  self->layout_late = FALSE;
  otr_photo_grid_relayout (self);
}

/* What is visible is right only after the frame's layout; who follows the view may show widgets,
 * so not in the layout phase itself. */
static void
on_frame_done (GdkFrameClock *clock, OtrPhotoGrid *self)
{
  if (!self->wants_changed || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->wants_changed = FALSE;
  state_wants (self);
  if (self->focus_soon)
    gtk_widget_grab_focus (GTK_WIDGET (self));
  g_signal_emit (self, otr_photo_grid_signals[OTR_PHOTO_GRID_VIEW_CHANGED], 0);
}

static void
on_thumb (gint64 photo_id, gpointer data)
{
  OtrPhotoGrid *self = data;
  OtrPhotoTile *tile = g_hash_table_lookup (self->tiles, otr_photo_grid_key (photo_id));

  if (tile != NULL)
    otr_photo_tile_set_texture (tile, otr_grid_thumbs_get (self->thumbs, photo_id), FALSE);
}

/* The file was replaced, or its pixels can be had now. */
void
otr_photo_grid_content_changed (OtrPhotoGrid *self, gint64 photo_id)
{
  otr_grid_thumbs_renew (self->thumbs, photo_id);
  self->wants_changed = TRUE;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

void
otr_photo_grid_set_engine (OtrPhotoGrid *self,
                           OtrEngine *engine,
                           guint n_threads,
                           OtrThumbClass class)
{
  g_return_if_fail (OTR_IS_PHOTO_GRID (self));

  otr_grid_thumbs_set_engine (self->thumbs, engine, n_threads, class);
  self->wants_changed = TRUE;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

void
otr_photo_grid_set_thumb_func (OtrPhotoGrid *self, OtrWantThumbsFunc func, gpointer data)
{
  otr_grid_thumbs_set_func (self->thumbs, func, data);
}

void
otr_photo_grid_take_thumbnail (OtrPhotoGrid *self,
                               const OtrThumbWanted *wanted,
                               OtrThumbStage stage,
                               GBytes *pixels,
                               guint width,
                               guint height)
{
  otr_grid_thumbs_take (self->thumbs, wanted, stage, pixels, width, height);
}

/* ---- the list ---- */

static void
on_items_changed (GListModel *model, guint position, guint removed, guint added, OtrPhotoGrid *self)
{
  gboolean had_focus = gtk_widget_get_focus_child (GTK_WIDGET (self)) != NULL;

  otr_photo_grid_relayout (self);
  otr_photo_grid_remember_anchor (self);
  repair_focus (self, had_focus);
}

static void
on_removed (OtrPhotoList *model, GArray *photo_ids, OtrPhotoGrid *self)
{
  otr_photo_grid_unselect_ids (self, photo_ids);
}

/* Another query: begin at its top. */
static void
on_loaded (OtrPhotoList *model, OtrPhotoGrid *self)
{
  self->anchor_id = 0;
  self->focus_id = self->range_id = 0;
  self->direction = 1;
  otr_photo_grid_unselect_all (self);
  otr_photo_grid_relayout (self);
}

static void
on_places_changed (OtrPhotoList *model, OtrPhotoGrid *self)
{
  otr_photo_grid_update_tiles (self);
}

void
otr_photo_grid_set_model (OtrPhotoGrid *self, OtrPhotoList *model)
{
  g_return_if_fail (OTR_IS_PHOTO_GRID (self));

  if (model == self->model)
    return;
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  g_set_object (&self->model, model);
  self->anchor_id = self->focus_id = self->range_id = 0;
  otr_photo_grid_unselect_all (self);
  if (model != NULL)
    {
      g_signal_connect (model, "items-changed", G_CALLBACK (on_items_changed), self);
      g_signal_connect (model, "removed", G_CALLBACK (on_removed), self);
      g_signal_connect (model, "loaded", G_CALLBACK (on_loaded), self);
      g_signal_connect (model, "places-changed", G_CALLBACK (on_places_changed), self);
    }
  otr_photo_grid_relayout (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_MODEL]);
}

OtrPhotoList *
otr_photo_grid_get_model (OtrPhotoGrid *self)
{
  return self->model;
}

void
otr_photo_grid_zoom (OtrPhotoGrid *self, int steps)
{
  int index = 0;
  int last = G_N_ELEMENTS (otr_photo_grid_sizes) - 1;

  for (int i = 0; i <= last; i++)
    if (otr_photo_grid_sizes[i] <= self->tile_size)
      index = i;
  index = CLAMP (index + steps, 0, last);
  g_object_set (self,
                "tile-size",
                steps == 0 ? OTR_PHOTO_GRID_DEFAULT_SIZE : otr_photo_grid_sizes[index],
                NULL);
}

/* ---- the widget ---- */

static void
otr_photo_grid_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  OtrPhotoGrid *self = OTR_PHOTO_GRID (widget);

  *minimum = 1;
  *natural = self->tile_size * 3;
}

static void
place_child (OtrPhotoGrid *self, GtkWidget *child, int x, gint64 y, int width, int height)
{
  int left = is_rtl (self) ? self->layout.spec.width - x - width : x;
  gint64 top = y - (gint64) otr_photo_grid_get_value (self);
  GskTransform *transform =
      gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT ((float) left, (float) top));

  gtk_widget_allocate (child, width, height, -1, transform);
}

static void
place_tiles (OtrPhotoGrid *self)
{
  GHashTableIter iter;
  gpointer key, tile;

  g_hash_table_iter_init (&iter, self->tiles);
  while (g_hash_table_iter_next (&iter, &key, &tile))
    {
      OtrGridPlace place;
      guint position = otr_photo_tile_get_position (tile);

      if (GPOINTER_TO_SIZE (key) == (gsize) self->focus_id)
        position = self->focus_position; /* it may be far from what is seen */
      if (position >= self->layout.n_photos)
        continue;
      place = otr_grid_layout_place (&self->layout, position);
      place_child (self, tile, place.x, place.y, self->layout.tile, self->layout.tile);
    }
}

static void
place_headings (OtrPhotoGrid *self)
{
  int width =
      self->layout.spec.width - self->layout.spec.start_room - self->layout.spec.end_room;

  for (guint i = 0; g_hash_table_size (self->headings) > 0 && i < self->layout.n_sections; i++)
    {
      gpointer key = GINT_TO_POINTER (self->layout.sections[i].day);
      GtkWidget *heading = g_hash_table_lookup (self->headings, key);

      if (heading != NULL)
        place_child (self,
                     heading,
                     self->layout.spec.start_room,
                     otr_grid_layout_heading_y (&self->layout, i),
                     MAX (width, 1),
                     OTR_GRID_HEADING);
    }
}

static void
otr_photo_grid_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  OtrPhotoGrid *self = OTR_PHOTO_GRID (widget);

  if (width != self->layout.spec.width ||
      (vertical (self) != NULL && height != (int) gtk_adjustment_get_page_size (vertical (self))))
    self->layout_late = TRUE;
  place_tiles (self);
  place_headings (self);
}

static void
on_realize (OtrPhotoGrid *self)
{
  self->clock = g_object_ref (gtk_widget_get_frame_clock (GTK_WIDGET (self)));
  self->layout_handler =
      g_signal_connect_after (self->clock, "layout", G_CALLBACK (on_frame_layout), self);
  self->frame_handler =
      g_signal_connect (self->clock, "after-paint", G_CALLBACK (on_frame_done), self);
}

static void
on_unrealize (OtrPhotoGrid *self)
{
  if (self->clock == NULL)
    return;
  g_clear_signal_handler (&self->layout_handler, self->clock);
  g_clear_signal_handler (&self->frame_handler, self->clock);
  g_clear_object (&self->clock);
}

static void
otr_photo_grid_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (otr_photo_grid_parent_class)->map (widget);
  OTR_PHOTO_GRID (widget)->wants_changed = TRUE;
}

/* ---- properties ---- */

static void
set_adjustment (OtrPhotoGrid *self, GtkOrientation orientation, GtkAdjustment *adjustment)
{
  GtkAdjustment **place = &self->adjustments[orientation];

  if (*place != NULL)
    g_signal_handlers_disconnect_by_data (*place, self);
  g_set_object (place, adjustment);
  if (adjustment == NULL || orientation != GTK_ORIENTATION_VERTICAL)
    return;
  otr_photo_grid_relayout (self);
  g_signal_connect_swapped (adjustment,
                            "value-changed",
                            G_CALLBACK (otr_photo_grid_follow_value),
                            self);
}

static void
set_whole_photos (OtrPhotoGrid *self, gboolean whole)
{
  GHashTableIter iter;
  gpointer tile;

  self->whole_photos = whole;
  if (whole)
    gtk_widget_add_css_class (GTK_WIDGET (self), "whole");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "whole");
  g_hash_table_iter_init (&iter, self->tiles);
  while (g_hash_table_iter_next (&iter, NULL, &tile))
    otr_photo_tile_set_whole (tile, whole);
  otr_photo_grid_relayout (self);
}

static void
set_number (OtrPhotoGrid *self, int *place, const GValue *value)
{
  *place = g_value_get_int (value);
  otr_photo_grid_relayout (self);
}

static void
otr_photo_grid_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  OtrPhotoGrid *self = OTR_PHOTO_GRID (object);

  switch (id)
    {
    case PROP_MODEL:
      otr_photo_grid_set_model (self, g_value_get_object (value));
      break;
    case PROP_TILE_SIZE:
      set_number (self, &self->tile_size, value);
      break;
    case PROP_WHOLE_PHOTOS:
      set_whole_photos (self, g_value_get_boolean (value));
      break;
    case PROP_BOTTOM_ROOM:
      set_number (self, &self->bottom_room, value);
      break;
    case PROP_END_ROOM:
      set_number (self, &self->end_room, value);
      break;
    case PROP_HADJUSTMENT:
    case PROP_VADJUSTMENT:
      set_adjustment (self,
                      id == PROP_HADJUSTMENT ? GTK_ORIENTATION_HORIZONTAL
                                             : GTK_ORIENTATION_VERTICAL,
                      g_value_get_object (value));
      break;
    case PROP_HSCROLL_POLICY:
    case PROP_VSCROLL_POLICY:
      self->policies[id - PROP_HSCROLL_POLICY] = (guint) g_value_get_enum (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
otr_photo_grid_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  OtrPhotoGrid *self = OTR_PHOTO_GRID (object);

  switch (id)
    {
    case PROP_MODEL:
      g_value_set_object (value, self->model);
      break;
    case PROP_TILE_SIZE:
      g_value_set_int (value, self->tile_size);
      break;
    case PROP_WHOLE_PHOTOS:
      g_value_set_boolean (value, self->whole_photos);
      break;
    case PROP_BOTTOM_ROOM:
      g_value_set_int (value, self->bottom_room);
      break;
    case PROP_END_ROOM:
      g_value_set_int (value, self->end_room);
      break;
    case PROP_N_SELECTED:
      g_value_set_uint (value, (guint) gtk_bitset_get_size (self->selected));
      break;
    case PROP_HADJUSTMENT:
    case PROP_VADJUSTMENT:
      g_value_set_object (value, self->adjustments[id - PROP_HADJUSTMENT]);
      break;
    case PROP_HSCROLL_POLICY:
    case PROP_VSCROLL_POLICY:
      g_value_set_enum (value, (int) self->policies[id - PROP_HSCROLL_POLICY]);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
otr_photo_grid_dispose (GObject *object)
{
  OtrPhotoGrid *self = OTR_PHOTO_GRID (object);
  GtkWidget *child;

  on_unrealize (self);
  g_clear_handle_id (&self->settle_source, g_source_remove);
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  set_adjustment (self, GTK_ORIENTATION_HORIZONTAL, NULL);
  set_adjustment (self, GTK_ORIENTATION_VERTICAL, NULL);
  g_clear_pointer (&self->thumbs, otr_grid_thumbs_free);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (otr_photo_grid_parent_class)->dispose (object);
}

static void
otr_photo_grid_finalize (GObject *object)
{
  OtrPhotoGrid *self = OTR_PHOTO_GRID (object);

  g_hash_table_unref (self->tiles);
  g_hash_table_unref (self->headings);
  g_ptr_array_unref (self->spare);
  g_ptr_array_unref (self->spare_headings);
  gtk_bitset_unref (self->selected);
  otr_grid_layout_clear (&self->layout);
  G_OBJECT_CLASS (otr_photo_grid_parent_class)->finalize (object);
}

static void
install_properties (GObjectClass *object_class)
{
  props[PROP_MODEL] = g_param_spec_object (
      "model", NULL, NULL, OTR_TYPE_PHOTO_LIST, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  props[PROP_TILE_SIZE] = g_param_spec_int ("tile-size",
                                            NULL,
                                            NULL,
                                            otr_photo_grid_sizes[0],
                                            otr_photo_grid_sizes[4],
                                            OTR_PHOTO_GRID_DEFAULT_SIZE,
                                            G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  props[PROP_WHOLE_PHOTOS] = g_param_spec_boolean (
      "whole-photos", NULL, NULL, FALSE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  props[PROP_BOTTOM_ROOM] = g_param_spec_int (
      "bottom-room", NULL, NULL, 0, 1000, 0, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  props[PROP_END_ROOM] = g_param_spec_int (
      "end-room", NULL, NULL, 0, 1000, 0, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  props[PROP_N_SELECTED] = g_param_spec_uint (
      "n-selected", NULL, NULL, 0, G_MAXUINT, 0, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  g_object_class_override_property (object_class, PROP_HADJUSTMENT, "hadjustment");
  g_object_class_override_property (object_class, PROP_VADJUSTMENT, "vadjustment");
  g_object_class_override_property (object_class, PROP_HSCROLL_POLICY, "hscroll-policy");
  g_object_class_override_property (object_class, PROP_VSCROLL_POLICY, "vscroll-policy");
}

static guint
add_signal (OtrPhotoGridClass *klass, const char *name, guint n, GType type)
{
  return g_signal_new (name,
                       G_TYPE_FROM_CLASS (klass),
                       G_SIGNAL_RUN_LAST,
                       0,
                       NULL,
                       NULL,
                       NULL,
                       G_TYPE_NONE,
                       n,
                       type,
                       type);
}

static void
otr_photo_grid_class_init (OtrPhotoGridClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = otr_photo_grid_set_property;
  object_class->get_property = otr_photo_grid_get_property;
  object_class->dispose = otr_photo_grid_dispose;
  object_class->finalize = otr_photo_grid_finalize;
  widget_class->measure = otr_photo_grid_measure;
  widget_class->size_allocate = otr_photo_grid_size_allocate;
  widget_class->focus = otr_photo_grid_focus;
  widget_class->grab_focus = otr_photo_grid_grab_focus;
  widget_class->map = otr_photo_grid_map;
  install_properties (object_class);

  otr_photo_grid_signals[OTR_PHOTO_GRID_ACTIVATE_PHOTO] =
      add_signal (klass, "activate-photo", 1, G_TYPE_INT64);
  otr_photo_grid_signals[OTR_PHOTO_GRID_SELECTION_CHANGED] =
      add_signal (klass, "selection-changed", 0, G_TYPE_NONE);
  otr_photo_grid_signals[OTR_PHOTO_GRID_VIEW_CHANGED] =
      add_signal (klass, "view-changed", 0, G_TYPE_NONE);
  otr_photo_grid_signals[OTR_PHOTO_GRID_CONTEXT_MENU] =
      add_signal (klass, "context-menu", 2, G_TYPE_INT);
  gtk_widget_class_set_css_name (widget_class, "photo-grid");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GRID);
}

static void
otr_photo_grid_init (OtrPhotoGrid *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  otr_grid_layout_init (&self->layout);
  self->tile_size = OTR_PHOTO_GRID_DEFAULT_SIZE;
  self->direction = 1;
  self->tiles = g_hash_table_new (NULL, NULL);
  self->headings = g_hash_table_new (NULL, NULL);
  self->spare = g_ptr_array_new ();
  self->spare_headings = g_ptr_array_new ();
  self->selected = gtk_bitset_new_empty ();
  self->thumbs = otr_grid_thumbs_new (on_thumb, self);
  otr_photo_grid_add_controllers (self);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  g_signal_connect (self, "realize", G_CALLBACK (on_realize), NULL);
  g_signal_connect (self, "unrealize", G_CALLBACK (on_unrealize), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Photos"),
                                  -1);
}

GtkWidget *
otr_photo_grid_new (void)
{
  return g_object_new (OTR_TYPE_PHOTO_GRID, NULL);
}
