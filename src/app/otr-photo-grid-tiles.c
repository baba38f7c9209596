/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-day-heading.h"
#include "otr-photo-grid-private.h"

/* Tiles and headings are never destroyed while the grid lives, only hidden: some thirty of each.
 * Tiles are bound to photos by id, so what stays in view keeps its tile, its texture and its focus
 * whatever the list does. */

gpointer
otr_photo_grid_key (gint64 photo_id)
{
  return GSIZE_TO_POINTER ((gsize) photo_id);
}

static void
on_content_changed (OtrPhotoTile *tile, OtrPhotoGrid *self)
{
  otr_photo_grid_content_changed (self, otr_photo_item_get_id (otr_photo_tile_get_item (tile)));
}

static OtrPhotoTile *
take_tile (OtrPhotoGrid *self)
{
  OtrPhotoTile *tile;

  if (self->spare->len > 0)
    return g_ptr_array_steal_index_fast (self->spare, self->spare->len - 1);
  tile = OTR_PHOTO_TILE (otr_photo_tile_new ());
  gtk_widget_set_parent (GTK_WIDGET (tile), GTK_WIDGET (self));
  g_signal_connect (tile, "content-changed", G_CALLBACK (on_content_changed), self);
  return tile;
}

static void
set_spare (GtkWidget *widget, gboolean spare)
{
  gtk_widget_set_child_visible (widget, !spare);
  gtk_accessible_update_state (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_HIDDEN, spare, -1);
}

static void
bind_tile (OtrPhotoGrid *self, OtrPhotoTile *tile, guint position)
{
  g_autoptr (OtrPhotoItem) item = otr_photo_list_get_photo (self->model, position);
  gint64 id = otr_photo_item_get_id (item);

  otr_photo_tile_bind (tile, item);
  otr_photo_tile_set_whole (tile, self->whole_photos);
  otr_photo_tile_set_selected (tile, otr_photo_grid_is_selected (self, id));
  otr_photo_tile_set_texture (tile, otr_grid_thumbs_get (self->thumbs, id), TRUE);
  set_spare (GTK_WIDGET (tile), FALSE);
}

static gboolean
has_focus (OtrPhotoTile *tile)
{
  return gtk_widget_has_focus (GTK_WIDGET (tile));
}

/* The tile with the keyboard focus stays with its photo also out of view, or the focus would be
 * lost. */
static void
keep_focus_tile (OtrPhotoGrid *self, GHashTable *before)
{
  gpointer id = otr_photo_grid_key (self->focus_id);
  OtrPhotoTile *tile = g_hash_table_lookup (before, id);

  if (tile == NULL || !has_focus (tile) ||
      !otr_photo_list_find (self->model, self->focus_id, &self->focus_position))
    return;
  g_hash_table_steal (before, id);
  g_hash_table_insert (self->tiles, id, tile);
}

static void
release_tiles (OtrPhotoGrid *self, GHashTable *tiles)
{
  GHashTableIter iter;
  gpointer tile;

  g_hash_table_iter_init (&iter, tiles);
  while (g_hash_table_iter_next (&iter, NULL, &tile))
    {
      otr_photo_tile_bind (tile, NULL);
      set_spare (tile, TRUE);
      g_ptr_array_add (self->spare, tile);
    }
}

/* Binds what lies in view, and a row above and below so that small steps find their tiles ready. */
gboolean
otr_photo_grid_seen (OtrPhotoGrid *self, int around, guint *out_first, guint *out_last)
{
  gint64 top = (gint64) otr_photo_grid_get_value (self);
  gint64 bottom = top + gtk_widget_get_height (GTK_WIDGET (self));

  return self->model != NULL && otr_grid_layout_range (&self->layout,
                                                       top - around,
                                                       bottom + around,
                                                       out_first,
                                                       out_last);
}

static void
show_tiles (OtrPhotoGrid *self, guint first, guint last, GHashTable *before)
{
  for (guint i = first; i <= last; i++)
    {
      gpointer id = otr_photo_grid_key (otr_photo_list_get_id (self->model, i));
      OtrPhotoTile *tile = g_hash_table_lookup (before, id);

      if (tile != NULL)
        {
          g_hash_table_steal (before, id);
          g_hash_table_insert (self->tiles, id, tile);
        }
    }
  keep_focus_tile (self, before);
  release_tiles (self, before);
  for (guint i = first; i <= last; i++)
    {
      gpointer id = otr_photo_grid_key (otr_photo_list_get_id (self->model, i));
      OtrPhotoTile *tile = g_hash_table_lookup (self->tiles, id);

      if (tile == NULL)
        {
          tile = take_tile (self);
          bind_tile (self, tile, i);
          g_hash_table_insert (self->tiles, id, tile);
        }
      otr_photo_tile_set_position (tile, i, self->layout.n_photos, self->layout.columns);
    }
}

static void
on_day_ticked (OtrDayHeading *heading, OtrPhotoGrid *self)
{
  for (guint i = 0; i < self->layout.n_sections; i++)
    if (self->layout.sections[i].day == otr_day_heading_get_day (heading))
      {
        otr_photo_grid_toggle_section (self, i);
        return;
      }
}

static OtrDayHeading *
take_heading (OtrPhotoGrid *self)
{
  OtrDayHeading *heading;

  if (self->spare_headings->len > 0)
    return g_ptr_array_steal_index_fast (self->spare_headings, self->spare_headings->len - 1);
  heading = OTR_DAY_HEADING (otr_day_heading_new ());
  gtk_widget_set_parent (GTK_WIDGET (heading), GTK_WIDGET (self));
  g_signal_connect (heading, "ticked", G_CALLBACK (on_day_ticked), self);
  return heading;
}

static void
show_heading (OtrPhotoGrid *self, guint section, GHashTable *before)
{
  const OtrSection *days = &self->layout.sections[section];
  gpointer key = GINT_TO_POINTER (days->day);
  OtrDayHeading *heading = g_hash_table_lookup (before, key);

  if (heading != NULL)
    g_hash_table_steal (before, key);
  else
    heading = take_heading (self);
  g_hash_table_insert (self->headings, key, heading);
  otr_day_heading_set_day (heading,
                           days->day,
                           days->count,
                           otr_photo_list_get_place (self->model, section));
  otr_day_heading_set_ticked (heading, otr_photo_grid_is_section_selected (self, section));
  set_spare (GTK_WIDGET (heading), FALSE);
}

static void
show_headings (OtrPhotoGrid *self, guint first, guint last)
{
  g_autoptr (GHashTable) before = g_steal_pointer (&self->headings);
  guint end = otr_grid_layout_section_of (&self->layout, last);
  GHashTableIter iter;
  gpointer heading;

  self->headings = g_hash_table_new (NULL, NULL);
  for (guint i = otr_grid_layout_section_of (&self->layout, first);
       self->layout.spec.headings && first <= last && i <= end;
       i++)
    show_heading (self, i, before);

  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, NULL, &heading))
    {
      set_spare (heading, TRUE);
      g_ptr_array_add (self->spare_headings, heading);
    }
}

void
otr_photo_grid_update_tiles (OtrPhotoGrid *self)
{
  g_autoptr (GHashTable) before = g_steal_pointer (&self->tiles);
  guint first = 1, last = 0;

  self->tiles = g_hash_table_new (NULL, NULL);
  if (otr_photo_grid_seen (self, self->layout.tile, &first, &last))
    {
      show_tiles (self, first, last, before);
      show_headings (self, first, last);
    }
  else
    {
      release_tiles (self, before);
      if (self->layout.n_sections > 0)
        show_headings (self, 1, 0);
    }
  self->wants_changed = TRUE;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

void
otr_photo_grid_show_selection (OtrPhotoGrid *self)
{
  GHashTableIter iter;
  gpointer tile;

  g_hash_table_iter_init (&iter, self->tiles);
  while (g_hash_table_iter_next (&iter, NULL, &tile))
    otr_photo_tile_set_selected (
        tile,
        otr_photo_grid_is_selected (self, otr_photo_item_get_id (otr_photo_tile_get_item (tile))));
  for (guint i = 0; i < self->layout.n_sections; i++)
    {
      gpointer key = GINT_TO_POINTER (self->layout.sections[i].day);
      OtrDayHeading *heading = g_hash_table_lookup (self->headings, key);

      if (heading != NULL)
        otr_day_heading_set_ticked (heading, otr_photo_grid_is_section_selected (self, i));
    }
}
