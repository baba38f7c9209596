/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the few tags of the sample pictures: a little-endian TIFF structure of three directories.
 */
#include "config.h"

#include "otr-sample-exif.h"

#include <math.h>
#include <string.h>

enum
{
  TYPE_ASCII = 2,
  TYPE_SHORT = 3,
  TYPE_LONG = 4,
  TYPE_RATIONAL = 5,
  TYPE_UNDEFINED = 7,
};

#define HEADER_SIZE 8
#define ENTRY_SIZE 12

/* A directory while it is filled: entries must come in order of their tags. */
typedef struct
{
  guint32 start; /* in the TIFF structure */
  guint n_entries;
  guint n_total;
  GByteArray *entries;
  GByteArray *values; /* those longer than 4 bytes; they follow the entries */
} Directory;

static void
put16 (GByteArray *out, guint value)
{
  guint8 bytes[] = { value & 255, value >> 8 & 255 };

  g_byte_array_append (out, bytes, sizeof bytes);
}

static void
put32 (GByteArray *out, guint32 value)
{
  put16 (out, value & 0xffff);
  put16 (out, value >> 16);
}

static void
directory_init (Directory *directory, guint32 start, guint n_total)
{
  *directory = (Directory){ start, 0, n_total, g_byte_array_new (), g_byte_array_new () };
}

static guint32
directory_size (const Directory *directory)
{
  return 2 + directory->n_total * ENTRY_SIZE + 4 + directory->values->len;
}

static void
add (Directory *directory, guint tag, guint type, guint32 count, const GByteArray *value)
{
  guint8 padding[4] = { 0 };

  put16 (directory->entries, tag);
  put16 (directory->entries, type);
  put32 (directory->entries, count);
  if (value->len <= 4)
    {
      g_byte_array_append (directory->entries, value->data, value->len);
      g_byte_array_append (directory->entries, padding, 4 - value->len);
    }
  else
    {
      put32 (directory->entries, directory->start + directory_size (directory));
      g_byte_array_append (directory->values, value->data, value->len);
      g_byte_array_append (directory->values, padding, value->len & 1);
    }
  directory->n_entries++;
}

static void
add_text (Directory *directory, guint tag, const char *text)
{
  g_autoptr (GByteArray) value = g_byte_array_new ();

  g_byte_array_append (value, (const guint8 *) text, strlen (text) + 1);
  add (directory, tag, TYPE_ASCII, value->len, value);
}

static void
add_short (Directory *directory, guint tag, guint number)
{
  g_autoptr (GByteArray) value = g_byte_array_new ();

  put16 (value, number);
  add (directory, tag, TYPE_SHORT, 1, value);
}

static void
add_long (Directory *directory, guint tag, guint32 number)
{
  g_autoptr (GByteArray) value = g_byte_array_new ();

  put32 (value, number);
  add (directory, tag, TYPE_LONG, 1, value);
}

static void
add_rational (Directory *directory, guint tag, guint32 numerator, guint32 denominator)
{
  g_autoptr (GByteArray) value = g_byte_array_new ();

  put32 (value, numerator);
  put32 (value, denominator);
  add (directory, tag, TYPE_RATIONAL, 1, value);
}

/* Degrees, minutes and hundredths of seconds. */
static void
add_degrees (Directory *directory, guint tag, double degrees)
{
  g_autoptr (GByteArray) value = g_byte_array_new ();
  guint32 hundredths = (guint32) lround (fabs (degrees) * 360000);

  put32 (value, hundredths / 360000);
  put32 (value, 1);
  put32 (value, hundredths / 6000 % 60);
  put32 (value, 1);
  put32 (value, hundredths % 6000);
  put32 (value, 100);
  add (directory, tag, TYPE_RATIONAL, 3, value);
}

static void
directory_finish (Directory *directory, GByteArray *out)
{
  g_assert (directory->n_entries == directory->n_total);
  put16 (out, directory->n_entries);
  g_byte_array_append (out, directory->entries->data, directory->entries->len);
  put32 (out, 0);
  g_byte_array_append (out, directory->values->data, directory->values->len);
  g_byte_array_unref (directory->entries);
  g_byte_array_unref (directory->values);
}

static void
fill_exif (Directory *exif, const OtrSampleShot *shot)
{
  g_autoptr (GByteArray) version = g_byte_array_new ();

  g_byte_array_append (version, (const guint8 *) "0232", 4);
  add_rational (exif, 0x829a, 1, shot->speed);
  add_rational (exif, 0x829d, shot->f_tenths, 10);
  add_short (exif, 0x8827, shot->iso);
  add (exif, 0x9000, TYPE_UNDEFINED, 4, version);
  add_text (exif, 0x9003, shot->taken);
  add_text (exif, 0x9011, shot->offset);
  add_rational (exif, 0x920a, shot->focal_mm, 1);
  add_short (exif, 0xa001, 1);
  add_text (exif, 0xa434, shot->lens);
}

static void
fill_position (Directory *gps, const OtrSampleShot *shot)
{
  add_text (gps, 1, shot->latitude < 0 ? "S" : "N");
  add_degrees (gps, 2, shot->latitude);
  add_text (gps, 3, shot->longitude < 0 ? "W" : "E");
  add_degrees (gps, 4, shot->longitude);
}

GByteArray *
otr_sample_exif_new (const OtrSampleShot *shot)
{
  GByteArray *out = g_byte_array_new ();
  gboolean placed = !isnan (shot->latitude);
  Directory main_directory, exif, gps;
  guint32 pointers = placed ? 2 : 1;

  g_byte_array_append (out, (const guint8 *) "Exif\0\0II*\0", 10);
  put32 (out, HEADER_SIZE);

  directory_init (&main_directory, HEADER_SIZE, 5 + pointers);
  add_text (&main_directory, 0x010f, shot->make);
  add_text (&main_directory, 0x0110, shot->model);
  add_short (&main_directory, 0x0112, shot->orientation);
  add_text (&main_directory, 0x0131, "Outrider sample album");
  add_text (&main_directory, 0x0132, shot->taken);

  directory_init (&exif, HEADER_SIZE + directory_size (&main_directory), 9);
  fill_exif (&exif, shot);
  add_long (&main_directory, 0x8769, exif.start);
  directory_init (&gps, exif.start + directory_size (&exif), placed ? 4 : 0);
  if (placed)
    {
      fill_position (&gps, shot);
      add_long (&main_directory, 0x8825, gps.start);
    }
  directory_finish (&main_directory, out);
  directory_finish (&exif, out);
  directory_finish (&gps, out);
  return out;
}
