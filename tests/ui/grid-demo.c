/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <gtk/gtk.h>

#include "otr-date-scrubber.h"
#include "otr-frame-cost.h"
#include "otr-photo-grid.h"
#include "otr-style.h"

/* The grid alone, over a made-up list and coloured pictures: what the grid's UI tests drive.
 * Usage: grid-demo [N photos]. Actions of the window: insert(i), remove-top, order(s), zoom(i),
 * room(i), whole(b), scroll(d), animate(b), cost; each prints what tests want to know. */

#define DAY_MS G_GINT64_CONSTANT (86400000)
#define NEWEST_MS (G_GINT64_CONSTANT (1695513600000)) /* 24 September 2023 */
#define ANSWER_MS 4
#define ANSWERS_AT_ONCE 6
#define SEEN_AT_ONCE 60

typedef struct
{
  GtkApplication *app;
  GtkWindow *window;
  OtrPhotoGrid *grid;
  GtkAdjustment *adjustment;
  OtrPhotoList *list;
  GArray *keys; /* as last given to the list */
  gint64 next_id;
  GArray *wanted;
  guint answering;
  OtrFrameCost *cost;
  guint fling;
} Demo;

static int
newest_first (gconstpointer a, gconstpointer b)
{
  const OtrPhotoKey *x = a, *y = b;

  if (x->taken_ms != y->taken_ms)
    return x->taken_ms < y->taken_ms ? 1 : -1;
  return (x->photo_id > y->photo_id) - (x->photo_id < y->photo_id);
}

static void
add_photos (Demo *demo, guint n, gint64 newest_ms)
{
  for (guint i = 0; i < n; i++)
    {
      /* Days of very different sizes. */
      gint64 day = (i / 7 * 3 + i / 50) * DAY_MS / 2;
      OtrPhotoKey key = { demo->next_id++, newest_ms - day - (i % 1000) * 1000 };

      g_array_append_val (demo->keys, key);
    }
}

static void
show_keys (Demo *demo)
{
  GArray *copy;

  g_array_sort (demo->keys, newest_first);
  copy = g_array_sized_new (FALSE, FALSE, sizeof (OtrPhotoKey), demo->keys->len);
  g_array_append_vals (copy, demo->keys->data, demo->keys->len);
  otr_photo_list_take_keys (demo->list, copy, OTR_SORT_TAKEN_NEWEST);
}

/* ---- pictures and records ---- */

static OtrPhotoRecord *
make_record (gint64 id)
{
  OtrPhotoRecord *record = g_new0 (OtrPhotoRecord, 1);

  record->photo_id = record->content_id = record->file_id = id;
  record->folder_id = 1;
  record->folder_path = g_strdup ("/pictures/Mountains");
  record->name = g_strdup_printf ("photo-%" G_GINT64_FORMAT ".jpg", id);
  record->facts = otr_facts_new ();
  record->facts->is_raw = id % 13 == 2;
  record->facts->duration_ms = id % 17 == 8 ? 42000 : 0;
  record->decode_state = id % 19 == 6 ? OTR_DECODE_DAMAGED : OTR_DECODE_OK;
  record->state = id % 23 == 5 ? OTR_FILE_OFFLINE : OTR_FILE_OK;
  return record;
}

/* What the catalog does in the program: records of what is seen come a moment later. */
static void
on_view_changed (OtrPhotoGrid *grid, Demo *demo)
{
  guint top, n = otr_photo_list_get_length (demo->list);

  if (!otr_photo_grid_get_top (grid, &top))
    return;
  for (guint i = top; i < MIN (top + SEEN_AT_ONCE, n); i++)
    {
      g_autoptr (OtrPhotoItem) item = otr_photo_list_get_photo (demo->list, i);

      if (!otr_photo_item_is_loaded (item))
        otr_photo_item_take_record (item, make_record (otr_photo_item_get_id (item)));
    }
}

static GBytes *
make_picture (const OtrThumbWanted *wanted, guint *out_width, guint *out_height)
{
  guint width = wanted->width;
  guint height = wanted->cover ? wanted->height : wanted->height * 2 / 3;
  guint32 seed = (guint32) wanted->photo_id * 2654435761u;
  guint8 *pixels = g_malloc ((gsize) width * height * 4);

  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      {
        guint8 *pixel = pixels + 4 * ((gsize) y * width + x);

        pixel[0] = (guint8) ((seed & 0x7f) + y * 120 / height);
        pixel[1] = (guint8) ((seed >> 8 & 0x7f) + x * 120 / width);
        pixel[2] = (guint8) ((seed >> 16 & 0x7f) + (x + y) * 60 / width);
        pixel[3] = 0xff;
      }
  *out_width = width;
  *out_height = height;
  return g_bytes_new_take (pixels, (gsize) width * height * 4);
}

static gboolean
on_answer (gpointer data)
{
  Demo *demo = data;

  for (guint i = 0; i < ANSWERS_AT_ONCE && demo->wanted->len > 0; i++)
    {
      OtrThumbWanted wanted = g_array_index (demo->wanted, OtrThumbWanted, 0);
      guint width, height;
      g_autoptr (GBytes) pixels = make_picture (&wanted, &width, &height);

      g_array_remove_index (demo->wanted, 0);
      otr_photo_grid_take_thumbnail (demo->grid,
                                     &wanted,
                                     wanted.photo_id % 29 == 3 ? OTR_THUMB_STAGE_NONE
                                                               : OTR_THUMB_STAGE_THUMBNAIL,
                                     wanted.photo_id % 29 == 3 ? NULL : pixels,
                                     width,
                                     height);
    }
  if (demo->wanted->len > 0)
    return G_SOURCE_CONTINUE;
  demo->answering = 0;
  return G_SOURCE_REMOVE;
}

static void
on_wanted (const OtrThumbWanted *wanted, gsize n, gpointer data)
{
  Demo *demo = data;

  g_array_set_size (demo->wanted, 0);
  g_array_append_vals (demo->wanted, wanted, (guint) n);
  if (demo->answering == 0 && n > 0)
    demo->answering = g_timeout_add_full (G_PRIORITY_LOW, ANSWER_MS, on_answer, demo, NULL);
}

/* ---- actions ---- */

static void
report (Demo *demo, const char *what)
{
  guint top = 0;
  gint64 id = 0;

  if (otr_photo_grid_get_top (demo->grid, &top))
    id = otr_photo_list_get_id (demo->list, top);
  g_print ("%s top=%" G_GINT64_FORMAT " value=%.0f upper=%.0f n=%u\n",
           what,
           id,
           gtk_adjustment_get_value (demo->adjustment),
           gtk_adjustment_get_upper (demo->adjustment),
           otr_photo_list_get_length (demo->list));
}

static void
on_insert (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  Demo *demo = data;
  guint n = (guint) g_variant_get_int32 (parameter);

  add_photos (demo, n, NEWEST_MS + 400 * DAY_MS);
  add_photos (demo, n, NEWEST_MS - 9000 * DAY_MS);
  show_keys (demo);
  report (demo, "inserted");
}

static void
on_remove_top (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  Demo *demo = data;
  guint top;

  if (!otr_photo_grid_get_top (demo->grid, &top))
    return;
  g_array_remove_index (demo->keys, top);
  show_keys (demo);
  report (demo, "removed");
}

static void
on_zoom (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  Demo *demo = data;

  otr_photo_grid_zoom (demo->grid, g_variant_get_int32 (parameter));
  report (demo, "zoomed");
}

static void
on_room (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  Demo *demo = data;

  g_object_set (demo->grid, "bottom-room", g_variant_get_int32 (parameter), NULL);
  report (demo, "room");
}

static void
on_whole (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  Demo *demo = data;

  g_object_set (demo->grid, "whole-photos", g_variant_get_boolean (parameter), NULL);
}

static void
on_dark (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_object_set (gtk_settings_get_default (),
                "gtk-application-prefer-dark-theme",
                g_variant_get_boolean (parameter),
                NULL);
}

static void
on_scroll (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  Demo *demo = data;

  gtk_adjustment_set_value (demo->adjustment, g_variant_get_double (parameter));
  report (demo, "scrolled");
}

static gboolean
on_fling_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  Demo *demo = data;

  gtk_adjustment_set_value (demo->adjustment,
                            gtk_adjustment_get_value (demo->adjustment) + 40);
  if (--demo->fling > 0)
    return G_SOURCE_CONTINUE;
  {
    g_autofree char *text = otr_frame_cost_to_string (demo->cost);

    g_print ("cost %s\n", text);
  }
  return G_SOURCE_REMOVE;
}

/* Scrolls 40 px a frame for as many frames, and prints the main thread's CPU per frame. */
static void
on_fling (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  Demo *demo = data;

  demo->fling = (guint) g_variant_get_int32 (parameter);
  if (demo->cost == NULL)
    demo->cost = otr_frame_cost_new (GTK_WIDGET (demo->window));
  otr_frame_cost_reset (demo->cost);
  gtk_widget_add_tick_callback (GTK_WIDGET (demo->grid), on_fling_tick, demo, NULL);
}

static void
on_report (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  Demo *demo = data;
  g_autoptr (GArray) selected = otr_photo_grid_get_selected (demo->grid);

  report (demo, "report");
  g_print ("selected %u\n", selected->len);
}

static const GActionEntry actions[] = {
  { .name = "insert", .activate = on_insert, .parameter_type = "i" },
  { .name = "remove-top", .activate = on_remove_top },
  { .name = "zoom", .activate = on_zoom, .parameter_type = "i" },
  { .name = "room", .activate = on_room, .parameter_type = "i" },
  { .name = "whole", .activate = on_whole, .parameter_type = "b" },
  { .name = "dark", .activate = on_dark, .parameter_type = "b" },
  { .name = "scroll", .activate = on_scroll, .parameter_type = "d" },
  { .name = "fling", .activate = on_fling, .parameter_type = "i" },
  { .name = "report", .activate = on_report },
};

static void
on_photo_activated (OtrPhotoGrid *grid, gint64 photo_id, gpointer data)
{
  g_print ("activated %" G_GINT64_FORMAT "\n", photo_id);
}

static GtkWidget *
make_page (Demo *demo)
{
  GtkWidget *overlay = gtk_overlay_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *scrubber = otr_date_scrubber_new ();

  demo->grid = OTR_PHOTO_GRID (otr_photo_grid_new ());
  g_object_set (demo->grid, "end-room", 62, NULL);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled),
                                  GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (demo->grid));
  demo->adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  gtk_overlay_set_child (GTK_OVERLAY (overlay), scrolled);
  gtk_widget_set_halign (scrubber, GTK_ALIGN_END);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), scrubber);
  otr_date_scrubber_set_grid (OTR_DATE_SCRUBBER (scrubber), demo->grid);
  gtk_widget_add_css_class (overlay, "view");
  return overlay;
}

static void
on_activate (GtkApplication *app, Demo *demo)
{
  demo->window = GTK_WINDOW (gtk_application_window_new (app));
  gtk_window_set_title (demo->window, "Grid");
  gtk_window_set_default_size (demo->window, 964, 740);
  gtk_window_set_child (demo->window, make_page (demo));
  (void) otr_style_new (gtk_widget_get_display (GTK_WIDGET (demo->window)));
  g_action_map_add_action_entries (G_ACTION_MAP (demo->window),
                                   actions,
                                   G_N_ELEMENTS (actions),
                                   demo);
  otr_photo_grid_set_thumb_func (demo->grid, on_wanted, demo);
  otr_photo_grid_set_model (demo->grid, demo->list);
  g_signal_connect (demo->grid, "view-changed", G_CALLBACK (on_view_changed), demo);
  g_signal_connect (demo->grid, "activate-photo", G_CALLBACK (on_photo_activated), demo);
  show_keys (demo);
  gtk_window_present (demo->window);
  gtk_widget_grab_focus (GTK_WIDGET (demo->grid));
  report (demo, "ready");
}

int
main (int argc, char **argv)
{
  guint64 n = argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : 100000;
  Demo demo = {
    .app = gtk_application_new ("io.github.outrider_photos.GridDemo", G_APPLICATION_DEFAULT_FLAGS),
    .keys = g_array_new (FALSE, FALSE, sizeof (OtrPhotoKey)),
    .wanted = g_array_new (FALSE, FALSE, sizeof (OtrThumbWanted)),
    .list = otr_photo_list_new (),
    .next_id = 1,
  };
  int status;

  setvbuf (stdout, NULL, _IOLBF, 0);
  add_photos (&demo, (guint) n, NEWEST_MS);
  g_signal_connect (demo.app, "activate", G_CALLBACK (on_activate), &demo);
  status = g_application_run (G_APPLICATION (demo.app), 1, argv);
  g_clear_handle_id (&demo.answering, g_source_remove);
  g_clear_pointer (&demo.cost, otr_frame_cost_free);
  g_array_unref (demo.keys);
  g_array_unref (demo.wanted);
  g_object_unref (demo.list);
  g_object_unref (demo.app);
  return status;
}
