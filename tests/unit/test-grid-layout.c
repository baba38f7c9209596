/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-grid-layout.h"

#define FIRST_ROW OTR_GRID_HEADING

/* 12 photos in rows of 5, 1 photo, 5 photos. */
static const OtrSection days[] = {
  { .first = 0, .count = 12, .day = 30 },
  { .first = 12, .count = 1, .day = 20 },
  { .first = 13, .count = 5, .day = 10 },
};

static const OtrGridSpec spec = {
  .width = 964,
  .start_room = 16,
  .end_room = 78,
  .bottom_room = 16,
  .tile_size = 168,
  .min_columns = 1,
  .headings = TRUE,
};

static void
lay_out (OtrGridLayout *layout)
{
  otr_grid_layout_init (layout);
  otr_grid_layout_update (layout, &spec, days, G_N_ELEMENTS (days));
}

static void
test_columns (void)
{
  /* width, wanted, least columns, expected columns and tile */
  static const int cases[][5] = {
    { 964, 168, 1, 5, 170 },
    { 964, 96, 1, 8, 105 },
    { 964, 320, 1, 2, 433 },
    { 400, 320, 3, 3, 99 },
    { 100, 168, 1, 1, 6 },
    { 10, 168, 1, 1, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      OtrGridLayout layout;
      OtrGridSpec one = spec;

      one.width = cases[i][0];
      one.tile_size = cases[i][1];
      one.min_columns = cases[i][2];
      otr_grid_layout_init (&layout);
      otr_grid_layout_update (&layout, &one, days, G_N_ELEMENTS (days));
      g_assert_cmpuint (layout.columns, ==, (guint) cases[i][3]);
      g_assert_cmpint (layout.tile, ==, cases[i][4]);
      otr_grid_layout_clear (&layout);
    }
}

static void
test_places (void)
{
  OtrGridLayout layout;
  gint64 second, third;

  lay_out (&layout);
  second = FIRST_ROW + 3 * 174 - 4;
  third = second + 12 + OTR_GRID_HEADING + 170;
  g_assert_cmpint (otr_grid_layout_heading_y (&layout, 0), ==, 0);
  g_assert_cmpint (otr_grid_layout_heading_y (&layout, 1), ==, second + 12);
  g_assert_cmpint (otr_grid_layout_heading_y (&layout, 2), ==, third + 12);
  g_assert_cmpint (otr_grid_layout_place (&layout, 0).x, ==, 16);
  g_assert_cmpint (otr_grid_layout_place (&layout, 4).x, ==, 964 - 78 - 170);
  g_assert_cmpint (otr_grid_layout_place (&layout, 5).y, ==, FIRST_ROW + 174);
  g_assert_cmpint (otr_grid_layout_place (&layout, 12).y, ==, second + 12 + OTR_GRID_HEADING);
  g_assert_cmpint (layout.height, ==, third + 12 + OTR_GRID_HEADING + 170 + 16);
  g_assert_cmpuint (otr_grid_layout_section_of (&layout, 11), ==, 0);
  g_assert_cmpuint (otr_grid_layout_section_of (&layout, 12), ==, 1);
  g_assert_cmpuint (otr_grid_layout_section_of (&layout, 17), ==, 2);
  otr_grid_layout_clear (&layout);
}

/* Against the plain way: every photo, one by one. */
static void
test_range (void)
{
  OtrGridLayout layout;

  lay_out (&layout);
  for (gint64 top = -50; top < layout.height + 50; top += 7)
    for (gint64 bottom = top + 1; bottom < top + 700; bottom += 111)
      {
        guint first = 0, last = 0, expected_first = 0, expected_last = 0;
        gboolean expected = FALSE;

        for (guint i = 0; i < layout.n_photos; i++)
          {
            gint64 y = otr_grid_layout_place (&layout, i).y;

            if (y >= bottom || y + layout.tile <= top)
              continue;
            if (!expected)
              expected_first = i;
            expected = TRUE;
            expected_last = i;
          }
        g_assert_cmpint (otr_grid_layout_range (&layout, top, bottom, &first, &last), ==, expected);
        g_assert_cmpuint (first, ==, expected_first);
        g_assert_cmpuint (last, ==, expected_last);
      }
  otr_grid_layout_clear (&layout);
}

static void
test_pick (void)
{
  OtrGridLayout layout;
  guint position;

  lay_out (&layout);
  for (guint i = 0; i < layout.n_photos; i++)
    {
      OtrGridPlace place = otr_grid_layout_place (&layout, i);

      g_assert_true (otr_grid_layout_pick (&layout, place.x, place.y, &position));
      g_assert_cmpuint (position, ==, i);
      g_assert_true (otr_grid_layout_pick (&layout, place.x + 169, place.y + 169, &position));
      g_assert_cmpuint (position, ==, i);
      g_assert_false (otr_grid_layout_pick (&layout, place.x + 171, place.y, &position));
    }
  g_assert_false (otr_grid_layout_pick (&layout, 100, 10, &position)); /* a heading */
  g_assert_false (otr_grid_layout_pick (&layout, 500, FIRST_ROW + 3 * 174 - 50, &position));
  otr_grid_layout_clear (&layout);
}

static void
test_moves (void)
{
  OtrGridLayout layout;

  lay_out (&layout);
  g_assert_cmpuint (otr_grid_layout_move (&layout, 3, 1), ==, 8);
  g_assert_cmpuint (otr_grid_layout_move (&layout, 9, 1), ==, 11); /* a shorter row */
  g_assert_cmpuint (otr_grid_layout_move (&layout, 11, 1), ==, 12);
  g_assert_cmpuint (otr_grid_layout_move (&layout, 12, 1), ==, 13);
  g_assert_cmpuint (otr_grid_layout_move (&layout, 17, 1), ==, 17); /* the end */
  g_assert_cmpuint (otr_grid_layout_move (&layout, 17, -1), ==, 12);
  g_assert_cmpuint (otr_grid_layout_move (&layout, 12, -1), ==, 10);
  g_assert_cmpuint (otr_grid_layout_move (&layout, 2, -1), ==, 2);
  g_assert_cmpuint (otr_grid_layout_move (&layout, 0, 4), ==, 13);

  g_assert_cmpuint (otr_grid_layout_page (&layout, 0, 400), ==, 10);
  g_assert_cmpuint (otr_grid_layout_page (&layout, 0, 1), ==, 5); /* at least a row */
  g_assert_cmpuint (otr_grid_layout_page (&layout, 10, -400), ==, 0);
  g_assert_cmpuint (otr_grid_layout_page (&layout, 0, 100000), ==, 13);
  otr_grid_layout_clear (&layout);
}

static void
test_without_headings (void)
{
  OtrGridLayout layout;
  OtrGridSpec plain = spec;
  OtrSection all = { .first = 0, .count = 7, .day = OTR_DAY_NONE };

  plain.headings = FALSE;
  otr_grid_layout_init (&layout);
  otr_grid_layout_update (&layout, &plain, &all, 1);
  g_assert_cmpint (otr_grid_layout_place (&layout, 0).y, ==, 16);
  g_assert_cmpint (layout.height, ==, 16 + 2 * 174 - 4 + 16);
  otr_grid_layout_clear (&layout);
}

static void
test_nothing (void)
{
  OtrGridLayout layout;
  guint first, last;

  otr_grid_layout_init (&layout);
  otr_grid_layout_update (&layout, &spec, NULL, 0);
  g_assert_cmpuint (layout.n_photos, ==, 0);
  g_assert_false (otr_grid_layout_range (&layout, 0, 1000, &first, &last));
  otr_grid_layout_clear (&layout);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/grid-layout/columns", test_columns);
  g_test_add_func ("/grid-layout/places", test_places);
  g_test_add_func ("/grid-layout/range", test_range);
  g_test_add_func ("/grid-layout/pick", test_pick);
  g_test_add_func ("/grid-layout/moves", test_moves);
  g_test_add_func ("/grid-layout/without-headings", test_without_headings);
  g_test_add_func ("/grid-layout/nothing", test_nothing);
  return g_test_run ();
}
