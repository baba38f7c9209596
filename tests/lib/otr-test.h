/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What many tests need: a folder of their own, files, small photos made in code, the samples. */

/* A new empty folder below the temporary folder; the other removes it with everything in it,
 * whatever its permissions, and frees the name. */
char *otr_test_dir_new (void);
void otr_test_dir_remove (char *dir);

#define otr_test_autodir __attribute__ ((cleanup (otr_test_dir_cleanup)))
static inline void
otr_test_dir_cleanup (char **dir)
{
  if (*dir != NULL)
    otr_test_dir_remove (*dir);
  *dir = NULL;
}

/* Writes `dir`/`name` (folders in `name` are made) and returns its path. `size` -1: a string. */
char *otr_test_write (const char *dir, const char *name, gconstpointer data, gssize size);
char *otr_test_write_bytes (const char *dir, const char *name, GBytes *bytes);
char *otr_test_mkdir (const char *dir, const char *name);

/* A baseline JPEG. Everything may be zero: then 64x48 and no EXIF. Without `pixels` the stored
 * picture has four quarters, from the top left: red, green; blue, yellow. */
typedef struct
{
  guint width;
  guint height;
  const guint8 *pixels; /* RGB, 3 * width * height bytes; NULL */
  guint quality;        /* 0: 90 */
  guint seed;           /* other seed, other bytes (in a comment) */
  guint orientation;    /* 0: no tag */
  const char *taken;    /* DateTimeOriginal, "2019:05:01 12:33:00"; NULL */
  const char *make;
  const char *model;
  gboolean thumbnail; /* with an EXIF thumbnail of 160x120 */
} OtrTestPhoto;

GBytes *otr_test_jpeg (const OtrTestPhoto *photo);

/* The EXIF block alone ("Exif\0\0" and the TIFF data), or NULL when `photo` asks for no EXIF. */
GBytes *otr_test_exif (const OtrTestPhoto *photo);

/* Both at once: a photo on disk. Returns its path. */
char *otr_test_write_photo (const char *dir, const char *name, const OtrTestPhoto *photo);

/* The folder of sample photos ($OUTRIDER_SAMPLES, else ../shared/photos beside the source tree), or
 * NULL after "SKIP name: reason" and g_test_skip(): then just return. Borrowed. */
const char *otr_test_samples (const char *name);

/* Prints "SKIP name: reason" and marks the running test as skipped. */
void otr_test_skip (const char *name, const char *reason);

/* A thread that a test joins itself. */
GThread *otr_test_thread_new (GThreadFunc func, gpointer data);

/* A seed for random input: $OTR_TEST_SEED or a new one, printed to repeat a failure. */
guint32 otr_test_seed (void);

G_END_DECLS
