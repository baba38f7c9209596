/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-verify.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "otr-error.h"
#include "otr-fd.h"
#include "otr-path.h"

/* Stateless; the caller's thread reads, a MiB at a time. */

#define CHUNK_BYTES (1024 * 1024)

static gint64
mtime_ns_of (const struct stat *st)
{
  return st->st_mtim.tv_sec * G_GINT64_CONSTANT (1000000000) + st->st_mtim.tv_nsec;
}

static gboolean
digest_fd (int fd,
           OtrDigestKind kind,
           const char *path,
           GCancellable *cancellable,
           OtrDigest *out_digest,
           GError **error)
{
  g_autoptr (OtrDigester) digester = otr_digester_new (kind);
  g_autofree guint8 *chunk = g_malloc (CHUNK_BYTES);
  gssize n;

  while ((n = read (fd, chunk, CHUNK_BYTES)) != 0)
    {
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          otr_error_set_errno (error, errno, path);
          return FALSE;
        }
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      otr_digester_update (digester, chunk, (gsize) n);
    }
  otr_digester_finish (digester, out_digest);
  return TRUE;
}

static OtrVerifyResult
compare (const OtrPhotoRecord *record, const struct stat *st, const OtrDigest *digest)
{
  if ((guint64) st->st_size != record->size || mtime_ns_of (st) != record->mtime_ns)
    return OTR_VERIFY_CHANGED;
  if (digest->length != record->digest.length ||
      memcmp (digest->bytes, record->digest.bytes, digest->length) != 0)
    return OTR_VERIFY_ROTTEN;
  return OTR_VERIFY_SAME;
}

/* FALSE with an error when it can't be read. */
static gboolean
verify_path (const OtrPhotoRecord *record,
             const char *path,
             OtrDigestKind kind,
             GCancellable *cancellable,
             OtrVerifyResult *out_result,
             GError **error)
{
  otr_autofd int fd = otr_path_open (path, O_RDONLY | O_NONBLOCK, 0);
  OtrDigest digest = { 0 };
  struct stat st;

  if (fd < 0 || fstat (fd, &st) != 0)
    {
      otr_error_set_errno (error, errno, path);
      return FALSE;
    }
  if (!S_ISREG (st.st_mode))
    {
      *out_result = OTR_VERIFY_CHANGED;
      return TRUE;
    }
  (void) posix_fadvise (fd, 0, 0, POSIX_FADV_DONTNEED);
  if (!digest_fd (fd, kind, path, cancellable, &digest, error))
    return FALSE;
  *out_result = compare (record, &st, &digest);
  return TRUE;
}

gboolean
otr_verify_file (const OtrPhotoRecord *record,
                 OtrDigestKind kind,
                 GCancellable *cancellable,
                 OtrVerifyResult *out_result,
                 char **out_reason,
                 GError **error)
{
  g_autofree char *path = otr_photo_record_get_path (record);
  g_autoptr (GError) trouble = NULL;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (record->is_uri)
    {
      *out_result = OTR_VERIFY_UNREADABLE;
      *out_reason = g_strdup ("only files of this machine can be verified yet");
      return TRUE;
    }
  if (verify_path (record, path, kind, cancellable, out_result, &trouble))
    return TRUE;
  if (g_error_matches (trouble, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&trouble));
      return FALSE;
    }
  if (g_error_matches (trouble, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    *out_result = OTR_VERIFY_MISSING;
  else
    {
      *out_result = OTR_VERIFY_UNREADABLE;
      *out_reason = g_strdup (trouble->message);
    }
  return TRUE;
}
