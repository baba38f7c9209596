/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-grid-layout.h"

#define TOP_WITHOUT_HEADING 16

void
otr_grid_layout_init (OtrGridLayout *layout)
{
  *layout = (OtrGridLayout){ .columns = 1, .tile = 1 };
  layout->tops = g_array_new (FALSE, FALSE, sizeof (gint64));
}

void
otr_grid_layout_clear (OtrGridLayout *layout)
{
  g_clear_pointer (&layout->tops, g_array_unref);
}

static guint
end_of (const OtrSection *section)
{
  return section->first + section->count;
}

static int
room (const OtrGridLayout *layout)
{
  return MAX (layout->spec.width - layout->spec.start_room - layout->spec.end_room, 1);
}

static int
pitch (const OtrGridLayout *layout)
{
  return layout->tile + OTR_GRID_GAP;
}

static guint
rows_of (const OtrGridLayout *layout, guint section)
{
  return (layout->sections[section].count + layout->columns - 1) / layout->columns;
}

static gint64
section_top (const OtrGridLayout *layout, guint section)
{
  return g_array_index (layout->tops, gint64, section);
}

static gint64
tiles_y (const OtrGridLayout *layout, guint section)
{
  int heading = layout->spec.headings ? OTR_GRID_HEADING : 0;

  return otr_grid_layout_heading_y (layout, section) + heading;
}

void
otr_grid_layout_update (OtrGridLayout *layout,
                        const OtrGridSpec *spec,
                        const OtrSection *sections,
                        guint n_sections)
{
  gint64 y = spec->headings ? 0 : TOP_WITHOUT_HEADING;
  int gaps;

  layout->spec = *spec;
  layout->sections = sections;
  layout->n_sections = n_sections;
  layout->n_photos = n_sections > 0 ? end_of (&sections[n_sections - 1]) : 0;
  layout->columns = MAX (1, (room (layout) + OTR_GRID_GAP) / (spec->tile_size + OTR_GRID_GAP));
  layout->columns = MAX (layout->columns, (guint) spec->min_columns);
  gaps = OTR_GRID_GAP * ((int) layout->columns - 1);
  layout->tile = MAX ((room (layout) - gaps) / (int) layout->columns, 1);

  g_array_set_size (layout->tops, n_sections);
  for (guint i = 0; i < n_sections; i++)
    {
      g_array_index (layout->tops, gint64, i) = y;
      y = tiles_y (layout, i) + (gint64) rows_of (layout, i) * pitch (layout) - OTR_GRID_GAP;
    }
  layout->height = y + spec->bottom_room;
}

gint64
otr_grid_layout_heading_y (const OtrGridLayout *layout, guint section)
{
  gboolean gap = section > 0 && layout->spec.headings;

  return section_top (layout, section) + (gap ? OTR_GRID_SECTION_GAP : 0);
}

guint
otr_grid_layout_section_of (const OtrGridLayout *layout, guint position)
{
  guint low = 0, high = layout->n_sections;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (layout->sections[middle].first <= position)
        low = middle;
      else
        high = middle;
    }
  return low;
}

OtrGridPlace
otr_grid_layout_place (const OtrGridLayout *layout, guint position)
{
  guint section = otr_grid_layout_section_of (layout, position);
  guint offset = position - layout->sections[section].first;
  int column = (int) (offset % layout->columns);
  int steps = MAX ((int) layout->columns - 1, 1);

  /* What is left over after whole pixels is spread over the gaps, so both edges are flush. */
  return (OtrGridPlace){
    .x = layout->spec.start_room + column * (room (layout) - layout->tile) / steps,
    .y = tiles_y (layout, section) + (gint64) (offset / layout->columns) * pitch (layout),
  };
}

/* The last section that begins at or above `y`. */
static guint
section_at (const OtrGridLayout *layout, gint64 y)
{
  guint low = 0, high = layout->n_sections;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (section_top (layout, middle) <= y)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/* First photo of the first row that ends below `y`; n_photos when all rows end above it. */
static guint
first_below (const OtrGridLayout *layout, gint64 y)
{
  guint section = section_at (layout, y);
  gint64 row = MAX ((y - tiles_y (layout, section) + OTR_GRID_GAP) / pitch (layout), 0);

  if (row >= rows_of (layout, section))
    return end_of (&layout->sections[section]);
  return layout->sections[section].first + (guint) row * layout->columns;
}

gboolean
otr_grid_layout_range (const OtrGridLayout *layout,
                       gint64 top,
                       gint64 bottom,
                       guint *out_first,
                       guint *out_last)
{
  guint first, last;

  if (layout->n_photos == 0 || bottom <= top)
    return FALSE;
  first = first_below (layout, top);
  if (first >= layout->n_photos || otr_grid_layout_place (layout, first).y >= bottom)
    return FALSE;

  last = first_below (layout, bottom);
  if (last < layout->n_photos && otr_grid_layout_place (layout, last).y < bottom)
    {
      const OtrSection *section = &layout->sections[otr_grid_layout_section_of (layout, last)];

      last = MIN (last + layout->columns, end_of (section));
    }
  *out_first = first;
  *out_last = MIN (last, layout->n_photos) - 1;
  return TRUE;
}

gboolean
otr_grid_layout_pick (const OtrGridLayout *layout, int x, gint64 y, guint *out_position)
{
  guint first, last;

  if (!otr_grid_layout_range (layout, y, y + 1, &first, &last))
    return FALSE;
  for (guint position = first; position <= last; position++)
    {
      OtrGridPlace place = otr_grid_layout_place (layout, position);

      if (x >= place.x && x < place.x + layout->tile && y >= place.y && y < place.y + layout->tile)
        {
          *out_position = position;
          return TRUE;
        }
    }
  return FALSE;
}

static guint
one_row (const OtrGridLayout *layout, guint position, gboolean down)
{
  guint index = otr_grid_layout_section_of (layout, position);
  const OtrSection *section = &layout->sections[index];
  guint offset = position - section->first;
  guint column = offset % layout->columns;
  guint row = offset / layout->columns;

  if (down && row + 1 < rows_of (layout, index))
    return MIN (position + layout->columns, end_of (section) - 1);
  if (!down && row > 0)
    return position - layout->columns;
  if (down ? index + 1 == layout->n_sections : index == 0)
    return position;

  index += down ? 1 : -1;
  section = &layout->sections[index];
  row = down ? 0 : rows_of (layout, index) - 1;
  return section->first + MIN (row * layout->columns + column, section->count - 1);
}

guint
otr_grid_layout_move (const OtrGridLayout *layout, guint position, int rows)
{
  for (int i = 0; i < ABS (rows); i++)
    position = one_row (layout, position, rows > 0);
  return position;
}

guint
otr_grid_layout_page (const OtrGridLayout *layout, guint position, int pixels)
{
  gint64 from = otr_grid_layout_place (layout, position).y;
  guint next = one_row (layout, position, pixels > 0);

  while (TRUE)
    {
      guint further = one_row (layout, next, pixels > 0);

      if (further == next || ABS (otr_grid_layout_place (layout, further).y - from) > ABS (pixels))
        return next;
      next = further;
    }
}
