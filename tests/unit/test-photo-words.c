/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-photo-words.h"

#define CHECK(call, expected)                \
  G_STMT_START                               \
  {                                          \
    g_autofree char *text_ = (call);         \
    g_assert_cmpstr (text_, ==, (expected)); \
  }                                          \
  G_STMT_END

static void
test_figures (void)
{
  g_autoptr (OtrFacts) facts = otr_facts_new ();

  CHECK (otr_photo_words_focal_length (facts), NULL);
  CHECK (otr_photo_words_aperture (facts), NULL);
  CHECK (otr_photo_words_exposure (facts), NULL);
  CHECK (otr_photo_words_iso (facts), NULL);
  facts->focal_length = 280;
  facts->f_number = 5.6;
  facts->exposure_time = 1 / 500.0;
  facts->iso = 8000;
  CHECK (otr_photo_words_focal_length (facts), "280 mm");
  CHECK (otr_photo_words_aperture (facts), "ƒ/5.6");
  CHECK (otr_photo_words_exposure (facts), "1/500 s");
  CHECK (otr_photo_words_iso (facts), "8000");
  facts->f_number = 8;
  CHECK (otr_photo_words_aperture (facts), "ƒ/8");
  facts->exposure_time = 2.5;
  CHECK (otr_photo_words_exposure (facts), "2.5 s");
  facts->exposure_time = 30;
  CHECK (otr_photo_words_exposure (facts), "30 s");
  facts->exposure_time = 0;
  CHECK (otr_photo_words_exposure (facts), NULL);
}

static void
test_camera (void)
{
  static const char *const cases[][3] = {
    { "Canon", "Canon EOS 5D", "Canon EOS 5D" },
    { "NIKON CORPORATION", "NIKON D750", "NIKON D750" },
    { "Apple", "iPhone XR", "Apple iPhone XR" },
    { NULL, "Pixel", "Pixel" },
    { "Kodak", NULL, "Kodak" },
    { NULL, NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (OtrFacts) facts = otr_facts_new ();

      facts->make = g_strdup (cases[i][0]);
      facts->model = g_strdup (cases[i][1]);
      CHECK (otr_photo_words_camera (facts), cases[i][2]);
    }
}

static void
test_position (void)
{
  g_autoptr (OtrFacts) facts = otr_facts_new ();

  CHECK (otr_photo_words_position (facts), NULL);
  facts->latitude = -33.85678;
  facts->longitude = 151.2153;
  CHECK (otr_photo_words_position (facts), "33.85678° S, 151.21530° E");
  facts->latitude = 0;
  facts->longitude = -0.5;
  CHECK (otr_photo_words_position (facts), "0.00000° N, 0.50000° W");
}

static void
test_file (void)
{
  g_autoptr (OtrFacts) facts = otr_facts_new ();
  OtrPhotoRecord record = { .facts = facts, .size = 458000, .folder_path = (char *) "/p/Animals" };
  OtrDigest digest = { .bytes = { 0x69, 0xda }, .length = 32 };

  CHECK (otr_photo_words_size (&record), "458.0\302\240"
                                         "kB");
  CHECK (otr_photo_words_when (&record), "Animals");
  facts->width = 1600;
  facts->height = 1067;
  facts->taken_ms = (16 * 3600 + 15 * 60 + 15) * 1000;
  CHECK (otr_photo_words_size (&record), "1600 × 1067 (1.7 MP), 458.0\302\240"
                                         "kB");
  CHECK (otr_photo_words_when (&record), "16:15:15 · Animals");
  CHECK (otr_photo_words_digest (&digest), "SHA-256 69da…0000");
  digest.length = 16;
  CHECK (otr_photo_words_digest (&digest), "MD5 69da…0000");
  digest.length = 0;
  CHECK (otr_photo_words_digest (&digest), NULL);
}

static void
test_failure_says_what_to_do (void)
{
  OtrPhotoRecord record = { .state = OTR_FILE_MISSING };
  g_autofree char *missing = otr_photo_words_failure (&record, NULL);
  g_autofree char *unknown = otr_photo_words_failure (NULL, NULL);
  g_autofree char *offline = NULL, *damaged = NULL;

  record.state = OTR_FILE_OFFLINE;
  offline = otr_photo_words_failure (&record, NULL);
  record.state = OTR_FILE_OK;
  record.decode_state = OTR_DECODE_CRASHED;
  damaged = otr_photo_words_failure (&record, NULL);
  g_assert_nonnull (strstr (missing, "missing"));
  g_assert_nonnull (strstr (offline, "Connect it"));
  g_assert_nonnull (strstr (damaged, "complete copy"));
  g_assert_cmpstr (unknown, ==, "This photo can’t be shown.");
}

static void
test_damage_is_told_beside_the_picture (void)
{
  OtrPhotoRecord record = { .decode_state = OTR_DECODE_DAMAGED };

  CHECK (otr_photo_words_damage (&record),
         "This photo is damaged: a part of it may be missing. Look for a complete copy.");
  record.decode_state = OTR_DECODE_OK;
  CHECK (otr_photo_words_damage (&record), NULL);
  CHECK (otr_photo_words_damage (NULL), NULL);
}

static void
test_tags (void)
{
  g_autoptr (OtrFacts) facts = otr_facts_new ();
  g_autoptr (GPtrArray) none = otr_photo_words_tags (facts);
  g_autoptr (GPtrArray) rows = NULL;

  g_assert_cmpuint (none->len, ==, 0);
  facts->tags = g_variant_ref_sink (g_variant_new_parsed (
      "(byte 1, [(byte 0, uint16 271, <'Canon'>), (byte 0, uint16 65000, <'odd'>)], "
      "[('dc:title', <'A frog'>)])"));
  rows = otr_photo_words_tags (facts);
  g_assert_cmpuint (rows->len, ==, 6);
  g_assert_cmpstr (rows->pdata[0], ==, "Make");
  g_assert_cmpstr (rows->pdata[1], ==, "Canon");
  g_assert_cmpstr (rows->pdata[2], ==, "0xfde8");
  g_assert_cmpstr (rows->pdata[4], ==, "dc:title");
  g_assert_cmpstr (rows->pdata[5], ==, "A frog");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/photo-words/figures", test_figures);
  g_test_add_func ("/photo-words/camera", test_camera);
  g_test_add_func ("/photo-words/position", test_position);
  g_test_add_func ("/photo-words/file", test_file);
  g_test_add_func ("/photo-words/failure-says-what-to-do", test_failure_says_what_to_do);
  g_test_add_func ("/photo-words/damage-is-told-beside-the-picture",
                   test_damage_is_told_beside_the_picture);
  g_test_add_func ("/photo-words/tags", test_tags);
  return g_test_run ();
}
