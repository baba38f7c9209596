/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-photo-item.h"

#include <glib/gi18n.h>

#include "otr-calendar.h"
#include "otr-grid-layout.h"

struct _OtrPhotoItem
{
  GObject parent_instance;

  gint64 photo_id;
  gint64 taken_ms;
  OtrPhotoRecord *record;
  gboolean loaded;
};

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OtrPhotoItem, otr_photo_item, G_TYPE_OBJECT)

static void
otr_photo_item_finalize (GObject *object)
{
  OtrPhotoItem *self = OTR_PHOTO_ITEM (object);

  g_clear_pointer (&self->record, otr_photo_record_free);
  G_OBJECT_CLASS (otr_photo_item_parent_class)->finalize (object);
}

static void
otr_photo_item_class_init (OtrPhotoItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = otr_photo_item_finalize;
  signals[SIGNAL_CHANGED] = g_signal_new ("changed",
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
otr_photo_item_init (OtrPhotoItem *self)
{
}

OtrPhotoItem *
otr_photo_item_new (gint64 photo_id, gint64 taken_ms)
{
  OtrPhotoItem *self = g_object_new (OTR_TYPE_PHOTO_ITEM, NULL);

  self->photo_id = photo_id;
  self->taken_ms = taken_ms;
  return self;
}

gint64
otr_photo_item_get_id (OtrPhotoItem *self)
{
  return self->photo_id;
}

gint64
otr_photo_item_get_taken_ms (OtrPhotoItem *self)
{
  return self->taken_ms;
}

const OtrPhotoRecord *
otr_photo_item_get_record (OtrPhotoItem *self)
{
  return self->record;
}

gboolean
otr_photo_item_is_loaded (OtrPhotoItem *self)
{
  return self->loaded;
}

static gboolean
looks_the_same (const OtrPhotoRecord *a, const OtrPhotoRecord *b)
{
  return a->content_id == b->content_id && a->file_id == b->file_id && a->state == b->state &&
         a->decode_state == b->decode_state && a->folder_id == b->folder_id &&
         a->facts->rating == b->facts->rating && g_strcmp0 (a->name, b->name) == 0;
}

void
otr_photo_item_take_record (OtrPhotoItem *self, OtrPhotoRecord *record)
{
  g_autoptr (OtrPhotoRecord) old = g_steal_pointer (&self->record);

  self->record = record;
  self->loaded = TRUE;
  if (old == NULL || record == NULL || !looks_the_same (old, record))
    g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static char *
describe_name (OtrPhotoItem *self, const char *day)
{
  g_autofree char *folder = NULL, *name = NULL;

  /* Translators: spoken name of a photo whose details are not known yet; %s is its day */
  if (self->record == NULL)
    return g_strdup_printf (_ ("Photo, %s"), day);
  folder = g_filename_display_basename (self->record->folder_path);
  name = g_filename_display_name (self->record->name);
  /* Translators: spoken name of a photo: its day, folder and file name */
  return g_strdup_printf (_ ("Photo, %s, %s, %s"), day, folder, name);
}

static void
describe_kind (const OtrPhotoRecord *record, GPtrArray *parts)
{
  guint seconds = (record->facts->duration_ms + 500) / 1000;

  if (record->facts->is_raw)
    g_ptr_array_add (parts, g_strdup (_ ("RAW")));
  if (record->facts->duration_ms > 0)
    g_ptr_array_add (parts,
                     g_strdup_printf (ngettext ("video, %u second", "video, %u seconds", seconds),
                                      seconds));
  if (otr_photo_record_is_damaged (record))
    g_ptr_array_add (parts, g_strdup (_ ("damaged")));
  if (record->decode_state == OTR_DECODE_NO_LOADER)
    g_ptr_array_add (parts, g_strdup (_ ("in a format that can’t be shown")));
  if (record->state == OTR_FILE_OFFLINE)
    g_ptr_array_add (parts, g_strdup (_ ("offline")));
  if (record->state == OTR_FILE_MISSING)
    g_ptr_array_add (parts, g_strdup (_ ("missing")));
}

char *
otr_photo_item_describe (OtrPhotoItem *self)
{
  g_autofree char *day = otr_calendar_day (otr_calendar_day_of (self->taken_ms));
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (parts, describe_name (self, day));
  if (self->record != NULL)
    describe_kind (self->record, parts);
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (", ", (char **) parts->pdata);
}

gboolean
otr_photo_record_is_damaged (const OtrPhotoRecord *record)
{
  return record->decode_state == OTR_DECODE_DAMAGED || record->decode_state == OTR_DECODE_CRASHED ||
         record->decode_state == OTR_DECODE_LIMIT;
}
