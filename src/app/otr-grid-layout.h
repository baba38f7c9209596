/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Where everything in the grid lies: sections (days) of rows of square tiles, in content pixels.
 * Pure arithmetic: no GTK, so it is tested without a display. */

#define OTR_DAY_NONE G_MININT32

/* A run of neighbouring photos under one heading. */
typedef struct
{
  guint first; /* position of its first photo */
  guint count; /* > 0 */
  gint32 day;  /* days since 1970-01-01 of the wall clock; OTR_DAY_NONE: no date */
} OtrSection;

typedef struct
{
  int width;      /* of the viewport */
  int start_room; /* kept free left of the tiles (right in right-to-left) */
  int end_room;
  int bottom_room; /* kept free under the last row */
  int tile_size;   /* wanted */
  int min_columns;
  gboolean headings; /* FALSE: one run without headings or gaps between sections */
} OtrGridSpec;

#define OTR_GRID_GAP 4
#define OTR_GRID_HEADING 44
#define OTR_GRID_SECTION_GAP 12

typedef struct
{
  OtrGridSpec spec;
  const OtrSection *sections; /* borrowed: as long as the list keeps them */
  guint n_sections;
  guint n_photos;
  guint columns;
  int tile;      /* real size: all tiles are equal, so one texture size serves all */
  gint64 height; /* of the whole content */
  GArray *tops;  /* gint64: top of each section, its gap included */
} OtrGridLayout;

typedef struct
{
  int x; /* left to right; the widget mirrors */
  gint64 y;
} OtrGridPlace;

void otr_grid_layout_init (OtrGridLayout *layout);
void otr_grid_layout_clear (OtrGridLayout *layout);

/* O(sections), not O(photos). */
void otr_grid_layout_update (OtrGridLayout *layout,
                             const OtrGridSpec *spec,
                             const OtrSection *sections,
                             guint n_sections);

/* `position` < n_photos. */
OtrGridPlace otr_grid_layout_place (const OtrGridLayout *layout, guint position);
gint64 otr_grid_layout_heading_y (const OtrGridLayout *layout, guint section);
guint otr_grid_layout_section_of (const OtrGridLayout *layout, guint position);

/* Photos whose rows touch [top, bottom): FALSE when there are none. */
gboolean otr_grid_layout_range (const OtrGridLayout *layout,
                                gint64 top,
                                gint64 bottom,
                                guint *out_first,
                                guint *out_last);

/* The photo under a point; FALSE over a gap or a heading. */
gboolean otr_grid_layout_pick (const OtrGridLayout *layout, int x, gint64 y, guint *out_position);

/* The photo `rows` rows below (negative: above), in the same column or the row's last one. */
guint otr_grid_layout_move (const OtrGridLayout *layout, guint position, int rows);

/* The same by pixels, for Page Up and Down: at least one row. */
guint otr_grid_layout_page (const OtrGridLayout *layout, guint position, int pixels);

G_END_DECLS
