/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-maker-note.h"
#include "otr-test-bytes.h"

#define SHORT 3
#define ASCII 2
#define IFD 13

static OtrPhoto *
describe (const char *make, GByteArray *note)
{
  OtrPhoto *photo = otr_photo_new (NULL);
  OtrTag head = { .group = OTR_TAG_GROUP_EXIF, .type = OTR_TAG_UNDEFINED, .tag = 0x927c };

  photo->tags = otr_tag_list_new ();
  photo->facts->make = g_strdup (make);
  otr_tag_list_add (photo->tags, &head, note->data, note->len);
  otr_maker_note_describe (photo);
  return photo;
}

static guint32
get_iso (const char *make, GByteArray *note)
{
  g_autoptr (OtrPhoto) photo = describe (make, note);

  return photo->facts->iso;
}

static void
test_old_casio (void)
{
  g_autoptr (GByteArray) note = g_byte_array_new ();

  otr_test_put_le (note, 2, 2);
  otr_test_put_entry (note, 1, SHORT, 1, 1);
  otr_test_put_entry (note, 0x14, SHORT, 1, 64);
  g_assert_cmpuint (get_iso ("CASIO", note), ==, 64);
  g_assert_cmpuint (get_iso ("Asahi Optical Co.,Ltd", note), ==, 64);
  g_assert_cmpuint (get_iso ("Other", note), ==, 0);
  note->data[22] = 3; /* a code, not a number */
  g_assert_cmpuint (get_iso ("CASIO", note), ==, 0);
}

static void
test_new_casio (void)
{
  static const guint8 bytes[] = "QVC\0\0\0\0\1\x30\x14\0\3\0\0\0\1\0\x32\0\0";
  g_autoptr (GByteArray) note = g_byte_array_new ();

  g_byte_array_append (note, bytes, sizeof bytes - 1);
  g_assert_cmpuint (get_iso ("CASIO COMPUTER CO.,LTD", note), ==, 50);
}

static void
test_kodak (void)
{
  g_autoptr (GByteArray) note = g_byte_array_new ();

  otr_test_put_text (note, "KDK0002");
  g_byte_array_set_size (note, 104);
  otr_test_put_le (note, 200, 2);
  g_assert_cmpuint (get_iso ("EASTMAN KODAK COMPANY", note), ==, 200);
  g_byte_array_set_size (note, 105);
  g_assert_cmpuint (get_iso ("EASTMAN KODAK COMPANY", note), ==, 0);
}

static void
test_nikon (void)
{
  static const guint8 bytes[] = "Nikon\0\2\0\0\0MM\0*\0\0\0\10\0\1\0\2\0\3\0\0\0\2\0\0\0\xc8";
  g_autoptr (GByteArray) note = g_byte_array_new ();

  g_byte_array_append (note, bytes, sizeof bytes - 1);
  g_assert_cmpuint (get_iso ("NIKON CORPORATION", note), ==, 200);
  memset (note->data + 14, 0xff, 4);
  g_assert_cmpuint (get_iso ("NIKON CORPORATION", note), ==, 0);
}

static GByteArray *
make_olympus (guint32 size, guint32 offset)
{
  GByteArray *note = g_byte_array_new ();

  otr_test_put_text (note, "OLYMPUS");
  otr_test_put_le (note, 0, 1);
  otr_test_put_text (note, "II\3");
  otr_test_put_le (note, 0, 1);
  otr_test_put_le (note, 1, 2);
  otr_test_put_entry (note, 0x2010, IFD, 1, 26);
  otr_test_put_le (note, 1, 2);
  otr_test_put_entry (note, 0x0203, ASCII, size, offset);
  otr_test_put_text (note, "OLYMPUS M.17mm");
  return note;
}

static void
test_olympus (void)
{
  static const guint32 wrong[][2] = { { 15, 40 }, { 14, G_MAXUINT32 }, { G_MAXUINT32, 40 } };
  g_autoptr (GByteArray) good = make_olympus (14, 40);
  g_autoptr (OtrPhoto) photo = describe ("OLYMPUS", good);

  g_assert_cmpstr (photo->facts->lens, ==, "OLYMPUS M.17mm");
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GByteArray) bad = make_olympus (wrong[i][0], wrong[i][1]);
      g_autoptr (OtrPhoto) other = describe ("OLYMPUS", bad);

      g_assert_null (other->facts->lens);
    }
}

/* What EXIF itself says stays. */
static void
test_nothing_replaced (void)
{
  g_autoptr (GByteArray) note = make_olympus (14, 40);
  g_autoptr (OtrPhoto) photo = describe ("OLYMPUS", note);

  g_free (photo->facts->lens);
  photo->facts->lens = g_strdup ("mine");
  photo->facts->iso = 7;
  otr_maker_note_describe (photo);
  g_assert_cmpstr (photo->facts->lens, ==, "mine");
  g_assert_cmpuint (photo->facts->iso, ==, 7);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/maker-note/old-casio", test_old_casio);
  g_test_add_func ("/maker-note/new-casio", test_new_casio);
  g_test_add_func ("/maker-note/kodak", test_kodak);
  g_test_add_func ("/maker-note/nikon", test_nikon);
  g_test_add_func ("/maker-note/olympus", test_olympus);
  g_test_add_func ("/maker-note/nothing-is-replaced", test_nothing_replaced);
  return g_test_run ();
}
