/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-photo-tile.h"

#include <glib/gi18n.h>

#include "otr-compat.h"
#include "otr-words.h"

#define FADE_US 120000
#define RADIUS 4
#define SELECTED_INSET 3
#define BADGE_HEIGHT 20
#define BADGE_MARGIN 6
#define BADGE_PADDING 8
#define BADGE_ICON 12
#define TICK_SIZE 24
#define TICK_MARGIN 8
#define AWAY_OPACITY 0.45

static const GdkRGBA badge_ground = { 20 / 255.f, 20 / 255.f, 22 / 255.f, 0.72f };
static const GdkRGBA white = { 1, 1, 1, 1 };
static const GdkRGBA veil = { 1, 1, 1, 0.06f };
static const GdkRGBA ring_ground = { 0, 0, 0, 0.28f };
static const GdkRGBA warning = { 1, 0xd2 / 255.f, 0x7a / 255.f, 1 };

struct _OtrPhotoTile
{
  GtkWidget parent_instance;

  OtrPhotoItem *item;
  gulong changed_handler;
  gint64 content_id; /* of the record that was there last; 0: none yet */
  OtrDecodeState decode_state;
  guint position;
  GdkTexture *texture;
  GdkTexture *before; /* while fading */
  gint64 fade_start_us;
  double fade; /* 0..1 */
  guint fade_tick;
  gboolean whole;
  PangoLayout *badge; /* NULL: no badge with text */
};

enum
{
  SIGNAL_CONTENT_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OtrPhotoTile, otr_photo_tile, GTK_TYPE_WIDGET)

/* ---- what is shown of the record ---- */

static const OtrPhotoRecord *
record_of (OtrPhotoTile *self)
{
  return self->item != NULL ? otr_photo_item_get_record (self->item) : NULL;
}

static void
update_badge (OtrPhotoTile *self)
{
  const OtrPhotoRecord *record = record_of (self);
  g_autofree char *text = NULL;
  PangoAttrList *attributes;

  g_clear_object (&self->badge);
  if (record == NULL || (!record->facts->is_raw && record->facts->duration_ms == 0))
    return;
  if (record->facts->duration_ms > 0)
    text = otr_words_clock (record->facts->duration_ms / 1000.0);
  else
    text = g_strdup (_ ("RAW"));
  attributes = pango_attr_list_new ();
  pango_attr_list_insert (attributes, pango_attr_scale_new (0.75));
  pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  self->badge = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  pango_layout_set_attributes (self->badge, attributes);
  pango_attr_list_unref (attributes);
}

/* Another content under the same photo: its picture is another too. */
static void
note_content (OtrPhotoTile *self)
{
  const OtrPhotoRecord *record = record_of (self);
  gboolean known = self->content_id != 0;

  if (record == NULL ||
      (record->content_id == self->content_id && record->decode_state == self->decode_state))
    return;
  self->content_id = record->content_id;
  self->decode_state = record->decode_state;
  if (known)
    g_signal_emit (self, signals[SIGNAL_CONTENT_CHANGED], 0);
}

static void
on_item_changed (OtrPhotoItem *item, OtrPhotoTile *self)
{
  g_autofree char *description = otr_photo_item_describe (item);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  description,
                                  -1);
  update_badge (self);
  note_content (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- crossfade ---- */

static void
stop_fading (OtrPhotoTile *self)
{
  if (self->fade_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->fade_tick);
  self->fade_tick = 0;
  self->fade = 1;
  g_clear_object (&self->before);
}

static gboolean
on_fade_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  OtrPhotoTile *self = OTR_PHOTO_TILE (widget);
  gint64 now = gdk_frame_clock_get_frame_time (clock);

  if (self->fade_start_us == 0)
    self->fade_start_us = now;
  self->fade = (double) (now - self->fade_start_us) / FADE_US;
  gtk_widget_queue_draw (widget);
  if (self->fade < 1)
    return G_SOURCE_CONTINUE;
  self->fade_tick = 0; /* removed by what we return */
  stop_fading (self);
  return G_SOURCE_REMOVE;
}

static gboolean
wants_animations (OtrPhotoTile *self)
{
  gboolean enabled = TRUE;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)),
                "gtk-enable-animations",
                &enabled,
                NULL);
  return enabled && gtk_widget_get_mapped (GTK_WIDGET (self));
}

void
otr_photo_tile_set_texture (OtrPhotoTile *self, GdkTexture *texture, gboolean at_once)
{
  if (texture == self->texture)
    return;
  stop_fading (self);
  self->before = g_steal_pointer (&self->texture);
  self->texture = texture != NULL ? g_object_ref (texture) : NULL;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (at_once || texture == NULL || !wants_animations (self))
    {
      g_clear_object (&self->before);
      return;
    }
  self->fade = 0;
  self->fade_start_us = 0;
  self->fade_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_fade_tick, NULL, NULL);
}

/* ---- drawing ---- */

static graphene_rect_t
rect (double x, double y, double width, double height)
{
  return GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, (float) height);
}

/* Fills (or fits into) the tile; a texture of just the shown size is drawn pixel by pixel. */
static void
draw_texture (OtrPhotoTile *self, GtkSnapshot *snapshot, GdkTexture *texture)
{
  int size = gtk_widget_get_width (GTK_WIDGET (self));
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  double width = (double) gdk_texture_get_width (texture) / scale;
  double height = (double) gdk_texture_get_height (texture) / scale;
  double by = self->whole ? MIN (size / width, size / height) : MAX (size / width, size / height);
  graphene_rect_t bounds;

  if (self->whole && MAX (width, height) <= size && MAX (width, height) >= size - 1)
    by = 1;
  width *= by;
  height *= by;
  bounds = rect (floor ((size - width) / 2), floor ((size - height) / 2), width, height);
  gtk_snapshot_append_texture (snapshot, texture, &bounds);
}

static void
draw_picture (OtrPhotoTile *self, GtkSnapshot *snapshot)
{
  const OtrPhotoRecord *record = record_of (self);
  gboolean away = record != NULL && record->state != OTR_FILE_OK;
  gboolean selected = gtk_widget_get_state_flags (GTK_WIDGET (self)) & GTK_STATE_FLAG_SELECTED;
  int inset = selected ? SELECTED_INSET : 0;
  int size = gtk_widget_get_width (GTK_WIDGET (self));
  graphene_rect_t bounds = rect (inset, inset, size - 2 * inset, size - 2 * inset);
  GskRoundedRect clip;

  if (self->texture == NULL)
    return;
  gsk_rounded_rect_init_from_rect (&clip, &bounds, selected ? RADIUS - 1 : RADIUS);
  gtk_snapshot_push_rounded_clip (snapshot, &clip);
  if (away)
    gtk_snapshot_push_opacity (snapshot, AWAY_OPACITY);
  if (self->before != NULL)
    draw_texture (self, snapshot, self->before);
  if (self->fade < 1)
    gtk_snapshot_push_opacity (snapshot, MAX (self->fade, 0));
  draw_texture (self, snapshot, self->texture);
  if (self->fade < 1)
    gtk_snapshot_pop (snapshot);
  if (away)
    gtk_snapshot_pop (snapshot);
  gtk_snapshot_pop (snapshot);
}

static void
draw_pill (GtkSnapshot *snapshot, const graphene_rect_t *bounds, const GdkRGBA *colour)
{
  GskRoundedRect pill;

  gsk_rounded_rect_init_from_rect (&pill, bounds, bounds->size.height / 2);
  gtk_snapshot_push_rounded_clip (snapshot, &pill);
  gtk_snapshot_append_color (snapshot, colour, bounds);
  gtk_snapshot_pop (snapshot);
}

static void
draw_icon (OtrPhotoTile *self,
           GtkSnapshot *snapshot,
           const char *name,
           const graphene_rect_t *bounds,
           const GdkRGBA *colour)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gtk_widget_get_display (widget));
  g_autoptr (GtkIconPaintable) icon =
      gtk_icon_theme_lookup_icon (theme,
                                  name,
                                  NULL,
                                  (int) bounds->size.width,
                                  gtk_widget_get_scale_factor (widget),
                                  gtk_widget_get_direction (widget),
                                  GTK_ICON_LOOKUP_FORCE_SYMBOLIC);
  GdkRGBA colours[4] = { *colour, *colour, *colour, *colour };

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &bounds->origin);
  gtk_symbolic_paintable_snapshot_symbolic (GTK_SYMBOLIC_PAINTABLE (icon),
                                            snapshot,
                                            bounds->size.width,
                                            bounds->size.height,
                                            colours,
                                            G_N_ELEMENTS (colours));
  gtk_snapshot_restore (snapshot);
}

static gboolean
is_rtl (OtrPhotoTile *self)
{
  return gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
}

/* `x` counts from the start side. */
static double
from_start (OtrPhotoTile *self, double x, double width)
{
  return is_rtl (self) ? gtk_widget_get_width (GTK_WIDGET (self)) - x - width : x;
}

static void
draw_kind_badge (OtrPhotoTile *self, GtkSnapshot *snapshot)
{
  int size = gtk_widget_get_width (GTK_WIDGET (self));
  int y = size - BADGE_MARGIN - BADGE_HEIGHT;
  gboolean video = record_of (self)->facts->duration_ms > 0;
  int icon_room = video ? BADGE_ICON + 2 : 0;
  int text_width, text_height, width;
  graphene_rect_t bounds, icon;
  double text_x;

  pango_layout_get_pixel_size (self->badge, &text_width, &text_height);
  width = text_width + icon_room + 2 * BADGE_PADDING;
  bounds = rect (from_start (self, size - BADGE_MARGIN - width, width), y, width, BADGE_HEIGHT);
  draw_pill (snapshot, &bounds, &badge_ground);
  text_x = bounds.origin.x + BADGE_PADDING + (is_rtl (self) ? 0 : icon_room);
  if (video)
    {
      icon = rect (is_rtl (self) ? text_x + text_width + 2 : text_x - icon_room,
                   y + (BADGE_HEIGHT - BADGE_ICON) / 2,
                   BADGE_ICON,
                   BADGE_ICON);
      draw_icon (self, snapshot, "media-playback-start-symbolic", &icon, &white);
    }
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT ((float) text_x,
                                                (float) (y + (BADGE_HEIGHT - text_height) / 2)));
  gtk_snapshot_append_layout (snapshot, self->badge, &white);
  gtk_snapshot_restore (snapshot);
}

static const char *
state_icon (const OtrPhotoRecord *record)
{
  if (record->state == OTR_FILE_OFFLINE)
    return "network-offline-symbolic";
  if (record->state == OTR_FILE_MISSING)
    return "image-missing-symbolic";
  if (otr_photo_record_is_damaged (record) || record->decode_state == OTR_DECODE_NO_LOADER)
    return "dialog-warning-symbolic";
  return NULL;
}

static void
draw_state_badge (OtrPhotoTile *self, GtkSnapshot *snapshot)
{
  const OtrPhotoRecord *record = record_of (self);
  const char *name = state_icon (record);
  int width = BADGE_ICON + 2 * BADGE_PADDING - 2;
  int y = gtk_widget_get_width (GTK_WIDGET (self)) - BADGE_MARGIN - BADGE_HEIGHT;
  graphene_rect_t bounds = rect (from_start (self, BADGE_MARGIN, width), y, width, BADGE_HEIGHT);
  graphene_rect_t icon = rect (bounds.origin.x + (width - BADGE_ICON) / 2,
                               y + (BADGE_HEIGHT - BADGE_ICON) / 2,
                               BADGE_ICON,
                               BADGE_ICON);

  if (name == NULL)
    return;
  draw_pill (snapshot, &bounds, &badge_ground);
  draw_icon (self, snapshot, name, &icon, record->state == OTR_FILE_OK ? &warning : &white);
}

static void
draw_tick (OtrPhotoTile *self, GtkSnapshot *snapshot, gboolean selected)
{
  double x = from_start (self, TICK_MARGIN, TICK_SIZE);
  graphene_rect_t outer = rect (x, TICK_MARGIN, TICK_SIZE, TICK_SIZE);
  graphene_rect_t icon = rect (x + 4, TICK_MARGIN + 4, TICK_SIZE - 8, TICK_SIZE - 8);
  GskRoundedRect ring;
  GdkRGBA colour;

  otr_compat_get_color (GTK_WIDGET (self), &colour);
  draw_pill (snapshot, &outer, selected ? &colour : &ring_ground);
  gsk_rounded_rect_init_from_rect (&ring, &outer, TICK_SIZE / 2);
  gtk_snapshot_append_border (snapshot,
                              &ring,
                              (const float[4]){ 2, 2, 2, 2 },
                              (const GdkRGBA[4]){ white, white, white, white });
  if (selected)
    draw_icon (self, snapshot, "object-select-symbolic", &icon, &white);
}

static void
otr_photo_tile_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  OtrPhotoTile *self = OTR_PHOTO_TILE (widget);
  GtkStateFlags flags = gtk_widget_get_state_flags (widget);
  int size = gtk_widget_get_width (widget);
  graphene_rect_t bounds = rect (0, 0, size, size);

  draw_picture (self, snapshot);
  if (flags & GTK_STATE_FLAG_PRELIGHT)
    gtk_snapshot_append_color (snapshot, &veil, &bounds);
  if (record_of (self) != NULL)
    draw_state_badge (self, snapshot);
  if (self->badge != NULL)
    draw_kind_badge (self, snapshot);
  if (flags & (GTK_STATE_FLAG_PRELIGHT | GTK_STATE_FLAG_SELECTED))
    draw_tick (self, snapshot, (flags & GTK_STATE_FLAG_SELECTED) != 0);
}

/* ---- the widget ---- */

void
otr_photo_tile_bind (OtrPhotoTile *self, OtrPhotoItem *item)
{
  if (item == self->item)
    return;
  if (self->item != NULL)
    g_clear_signal_handler (&self->changed_handler, self->item);
  g_set_object (&self->item, item);
  stop_fading (self);
  g_clear_object (&self->texture);
  self->content_id = 0;
  update_badge (self);
  if (item == NULL)
    return;
  self->changed_handler = g_signal_connect (item, "changed", G_CALLBACK (on_item_changed), self);
  on_item_changed (item, self);
}

OtrPhotoItem *
otr_photo_tile_get_item (OtrPhotoTile *self)
{
  return self->item;
}

void
otr_photo_tile_set_selected (OtrPhotoTile *self, gboolean selected)
{
  GtkWidget *widget = GTK_WIDGET (self);

  if (selected)
    gtk_widget_set_state_flags (widget, GTK_STATE_FLAG_SELECTED, FALSE);
  else
    gtk_widget_unset_state_flags (widget, GTK_STATE_FLAG_SELECTED);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED, selected, -1);
}

void
otr_photo_tile_set_whole (OtrPhotoTile *self, gboolean whole)
{
  if (whole == self->whole)
    return;
  self->whole = whole;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
otr_photo_tile_set_position (OtrPhotoTile *self, guint position, guint n, guint columns)
{
  self->position = position;
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_RELATION_ROW_INDEX,
                                  (int) (position / columns) + 1,
                                  GTK_ACCESSIBLE_RELATION_COL_INDEX,
                                  (int) (position % columns) + 1,
                                  GTK_ACCESSIBLE_RELATION_POS_IN_SET,
                                  (int) position + 1,
                                  GTK_ACCESSIBLE_RELATION_SET_SIZE,
                                  (int) n,
                                  -1);
}

guint
otr_photo_tile_get_position (OtrPhotoTile *self)
{
  return self->position;
}

static void
otr_photo_tile_dispose (GObject *object)
{
  OtrPhotoTile *self = OTR_PHOTO_TILE (object);

  otr_photo_tile_bind (self, NULL);
  G_OBJECT_CLASS (otr_photo_tile_parent_class)->dispose (object);
}

static void
otr_photo_tile_class_init (OtrPhotoTileClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = otr_photo_tile_dispose;
  widget_class->snapshot = otr_photo_tile_snapshot;
  signals[SIGNAL_CONTENT_CHANGED] = g_signal_new ("content-changed",
                                                  G_TYPE_FROM_CLASS (klass),
                                                  G_SIGNAL_RUN_LAST,
                                                  0,
                                                  NULL,
                                                  NULL,
                                                  NULL,
                                                  G_TYPE_NONE,
                                                  0);
  gtk_widget_class_set_css_name (widget_class, "photo-tile");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GRID_CELL);
}

static void
otr_photo_tile_init (OtrPhotoTile *self)
{
  self->fade = 1;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
}

GtkWidget *
otr_photo_tile_new (void)
{
  return g_object_new (OTR_TYPE_PHOTO_TILE, NULL);
}
