/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-photo-grid-private.h"

/* A GtkBitset of photo ids: a million selected photos are a few kilobytes, since ids of one import
 * follow each other. Ids are given out from 1 and never reach 2^32. */

static guint
bit_of (gint64 photo_id)
{
  return (guint) photo_id;
}

static void
selection_changed (OtrPhotoGrid *self)
{
  otr_photo_grid_show_selection (self);
  g_signal_emit (self, otr_photo_grid_signals[OTR_PHOTO_GRID_SELECTION_CHANGED], 0);
  g_object_notify (G_OBJECT (self), "n-selected");
}

gboolean
otr_photo_grid_is_selected (OtrPhotoGrid *self, gint64 photo_id)
{
  return gtk_bitset_contains (self->selected, bit_of (photo_id));
}

GArray *
otr_photo_grid_get_selected (OtrPhotoGrid *self)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  GtkBitsetIter iter;
  guint bit;

  for (gboolean more = gtk_bitset_iter_init_first (&iter, self->selected, &bit); more;
       more = gtk_bitset_iter_next (&iter, &bit))
    {
      gint64 id = bit;

      g_array_append_val (ids, id);
    }
  return ids;
}

/* Neighbours in the list mostly have neighbouring ids, up or down: whole runs are added at once,
 * which makes selecting a million photos a matter of milliseconds. */
static void
add_range (OtrPhotoGrid *self, guint first, guint last)
{
  guint run_first = bit_of (otr_photo_list_get_id (self->model, first));
  guint run_last = run_first;

  for (guint i = first + 1; i <= last; i++)
    {
      guint bit = bit_of (otr_photo_list_get_id (self->model, i));

      if (bit + 1 == run_first || bit == run_last + 1)
        {
          run_first = MIN (run_first, bit);
          run_last = MAX (run_last, bit);
          continue;
        }
      gtk_bitset_add_range_closed (self->selected, run_first, run_last);
      run_first = run_last = bit;
    }
  gtk_bitset_add_range_closed (self->selected, run_first, run_last);
}

void
otr_photo_grid_select_all (OtrPhotoGrid *self)
{
  guint n = self->model != NULL ? otr_photo_list_get_length (self->model) : 0;

  if (n == 0)
    return;
  add_range (self, 0, n - 1);
  selection_changed (self);
}

void
otr_photo_grid_unselect_all (OtrPhotoGrid *self)
{
  if (gtk_bitset_is_empty (self->selected))
    return;
  gtk_bitset_remove_all (self->selected);
  selection_changed (self);
}

void
otr_photo_grid_select_only (OtrPhotoGrid *self, guint position)
{
  self->range_id = otr_photo_list_get_id (self->model, position);
  gtk_bitset_remove_all (self->selected);
  gtk_bitset_add (self->selected, bit_of (self->range_id));
  selection_changed (self);
}

void
otr_photo_grid_toggle (OtrPhotoGrid *self, guint position)
{
  self->range_id = otr_photo_list_get_id (self->model, position);
  if (otr_photo_grid_is_selected (self, self->range_id))
    gtk_bitset_remove (self->selected, bit_of (self->range_id));
  else
    gtk_bitset_add (self->selected, bit_of (self->range_id));
  selection_changed (self);
}

void
otr_photo_grid_select_range (OtrPhotoGrid *self, guint position, gboolean add)
{
  guint from;

  if (self->range_id == 0 || !otr_photo_list_find (self->model, self->range_id, &from))
    {
      from = position;
      self->range_id = otr_photo_list_get_id (self->model, position);
    }
  if (!add)
    gtk_bitset_remove_all (self->selected);
  add_range (self, MIN (from, position), MAX (from, position));
  selection_changed (self);
}

gboolean
otr_photo_grid_is_section_selected (OtrPhotoGrid *self, guint section)
{
  const OtrSection *days = &self->layout.sections[section];

  if (gtk_bitset_get_size (self->selected) < days->count)
    return FALSE;
  for (guint i = 0; i < days->count; i++)
    if (!otr_photo_grid_is_selected (self, otr_photo_list_get_id (self->model, days->first + i)))
      return FALSE;
  return TRUE;
}

void
otr_photo_grid_toggle_section (OtrPhotoGrid *self, guint section)
{
  const OtrSection *days = &self->layout.sections[section];
  gboolean selected = otr_photo_grid_is_section_selected (self, section);

  for (guint i = 0; selected && i < days->count; i++)
    gtk_bitset_remove (self->selected,
                       bit_of (otr_photo_list_get_id (self->model, days->first + i)));
  if (!selected)
    add_range (self, days->first, days->first + days->count - 1);
  selection_changed (self);
}

void
otr_photo_grid_unselect_ids (OtrPhotoGrid *self, GArray *photo_ids)
{
  guint64 before = gtk_bitset_get_size (self->selected);

  if (before == 0)
    return;
  for (guint i = 0; i < photo_ids->len; i++)
    gtk_bitset_remove (self->selected, bit_of (g_array_index (photo_ids, gint64, i)));
  if (gtk_bitset_get_size (self->selected) != before)
    selection_changed (self);
}
