/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-photo-grid-private.h"

/* Where the grid is in its list: layout, scrolling, and the anchor that keeps the photo at the
 * top at its pixel while an import merges others in above it. */

#define MARGIN 16
#define NARROW_MARGIN 8
#define NARROW_WIDTH 600
#define WIDE_WIDTH 1800
#define NARROW_COLUMNS 3
#define SETTLE_MS 150

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

double
otr_photo_grid_get_value (OtrPhotoGrid *self)
{
  return vertical (self) != NULL ? floor (gtk_adjustment_get_value (vertical (self))) : 0;
}

void
otr_photo_grid_set_value (OtrPhotoGrid *self, double value)
{
  if (vertical (self) != NULL)
    gtk_adjustment_set_value (vertical (self), value);
}

void
otr_photo_grid_remember_anchor (OtrPhotoGrid *self)
{
  double value = otr_photo_grid_get_value (self);
  guint top;

  self->anchor_id = 0;
  if (value <= 0 || !otr_photo_grid_get_top (self, &top))
    return;
  self->anchor_id = otr_photo_list_get_id (self->model, top);
  self->anchor_position = top;
  self->anchor_offset = otr_grid_layout_place (&self->layout, top).y - (gint64) value;
}

/* The value at which the anchor is at its pixel again. */
static double
anchored_value (OtrPhotoGrid *self)
{
  guint position;
  gint64 offset = MAX (self->anchor_offset, -self->layout.tile);

  if (self->anchor_id == 0 || self->layout.n_photos == 0)
    return 0;
  if (!otr_photo_list_find (self->model, self->anchor_id, &position))
    position = MIN (self->anchor_position, self->layout.n_photos - 1);
  return (double) (otr_grid_layout_place (&self->layout, position).y - offset);
}

static void
configure_scrolling (OtrPhotoGrid *self, double value)
{
  double page = page_of (self);
  double upper = MAX ((double) self->layout.height, page);

  if (vertical (self) == NULL)
    return;
  self->placing = TRUE;
  gtk_adjustment_configure (vertical (self),
                            CLAMP (value, 0, upper - page),
                            0,
                            upper,
                            self->layout.tile / 2.0,
                            page * 0.9,
                            page);
  self->placing = FALSE;
  self->last_value = gtk_adjustment_get_value (vertical (self));
}

static int
real_tile_size (OtrPhotoGrid *self, int width)
{
  if (width < WIDE_WIDTH)
    return self->tile_size;
  for (guint i = 0; i + 1 < G_N_ELEMENTS (otr_photo_grid_sizes); i++)
    if (otr_photo_grid_sizes[i] == self->tile_size)
      return otr_photo_grid_sizes[i + 1];
  return self->tile_size;
}

static gboolean
on_settled (gpointer data)
{
  OtrPhotoGrid *self = data;

  self->settle_source = 0;
  self->settled_tile = self->layout.tile;
  self->wants_changed = TRUE;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  return G_SOURCE_REMOVE;
}

/* While the window is being resized the textures there are drawn scaled: exact ones follow. */
static void
settle_soon (OtrPhotoGrid *self)
{
  if (self->settled_tile <= 1)
    self->settled_tile = self->layout.tile;
  if (self->settled_tile == self->layout.tile)
    return;
  g_clear_handle_id (&self->settle_source, g_source_remove);
  self->settle_source = g_timeout_add (SETTLE_MS, on_settled, self);
}

void
otr_photo_grid_relayout (OtrPhotoGrid *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  gboolean narrow = width < NARROW_WIDTH;
  int margin = narrow ? NARROW_MARGIN : MARGIN;
  guint n = 0;
  const OtrSection *sections =
      self->model != NULL ? otr_photo_list_get_sections (self->model, &n) : NULL;
  OtrGridSpec spec = {
    .width = width,
    .start_room = margin,
    .end_room = margin + (narrow ? 0 : self->end_room),
    .bottom_room = margin + self->bottom_room,
    .tile_size = real_tile_size (self, width),
    .min_columns = narrow ? NARROW_COLUMNS : 1,
    .headings = self->model != NULL && otr_photo_list_has_days (self->model),
  };

  otr_grid_layout_update (&self->layout, &spec, sections, n);
  settle_soon (self);
  configure_scrolling (self, anchored_value (self));
  otr_photo_grid_update_tiles (self);
}

void
otr_photo_grid_follow_value (OtrPhotoGrid *self)
{
  double value = gtk_adjustment_get_value (vertical (self));

  if (self->placing)
    return;
  if (value != self->last_value)
    self->direction = value > self->last_value ? 1 : -1;
  self->last_value = value;
  otr_photo_grid_remember_anchor (self);
  otr_photo_grid_update_tiles (self);
}

void
otr_photo_grid_scroll_to (OtrPhotoGrid *self, guint position)
{
  guint section;

  if (position >= self->layout.n_photos)
    return;
  section = otr_grid_layout_section_of (&self->layout, position);
  if (position == self->layout.sections[section].first)
    otr_photo_grid_set_value (self,
                              (double) otr_grid_layout_heading_y (&self->layout, section));
  else
    otr_photo_grid_set_value (self, (double) otr_grid_layout_place (&self->layout, position).y);
}

/* A row of which only the lower half is seen does not count as the top, unless there is no
 * other. */
gboolean
otr_photo_grid_get_top (OtrPhotoGrid *self, guint *out_position)
{
  gint64 top = (gint64) otr_photo_grid_get_value (self);
  gint64 bottom = top + page_of (self);
  guint last;

  if (self->model == NULL)
    return FALSE;
  return otr_grid_layout_range (&self->layout,
                                top + self->layout.tile / 2,
                                bottom,
                                out_position,
                                &last) ||
         otr_grid_layout_range (&self->layout, top, bottom, out_position, &last);
}

/* The least scrolling that shows the photo, and the heading above it where it is a day's first
 * row. */
void
otr_photo_grid_scroll_into_view (OtrPhotoGrid *self, guint position)
{
  OtrGridPlace place = otr_grid_layout_place (&self->layout, position);
  guint section = otr_grid_layout_section_of (&self->layout, position);
  gboolean first_row =
      position - self->layout.sections[section].first < self->layout.columns;
  gint64 top = place.y - (first_row && self->layout.spec.headings ? OTR_GRID_HEADING : MARGIN);
  gint64 bottom = place.y + self->layout.tile + OTR_GRID_GAP + self->bottom_room;
  double value = otr_photo_grid_get_value (self);

  if ((double) top < value)
    otr_photo_grid_set_value (self, (double) top);
  else if ((double) bottom > value + page_of (self))
    otr_photo_grid_set_value (self, (double) (bottom - page_of (self)));
}
