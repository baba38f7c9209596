/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Content digests by libcrypto, the only file that calls it. A digester belongs to one thread at a
 * time; its algorithm is fetched once, since a fetch for each photo would cost more than hashing a
 * small one. */
#include "config.h"

#include "otr-digest.h"

#include <string.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>

struct _OtrDigester
{
  EVP_MD_CTX *context;
  EVP_MD *algorithm;
};

static void
restart (OtrDigester *digester)
{
  int done = EVP_DigestInit_ex2 (digester->context, digester->algorithm, NULL);

  g_assert (done == 1);
}

OtrDigester *
otr_digester_new (OtrDigestKind kind)
{
  OtrDigester *digester = g_new0 (OtrDigester, 1);

  digester->algorithm = EVP_MD_fetch (NULL, kind == OTR_DIGEST_MD5 ? "MD5" : "SHA256", NULL);
  digester->context = EVP_MD_CTX_new ();
  if (digester->algorithm == NULL || digester->context == NULL)
    g_error ("libcrypto has no %s", otr_digest_kind_to_string (kind));
  restart (digester);
  return digester;
}

void
otr_digester_free (OtrDigester *digester)
{
  if (digester == NULL)
    return;
  EVP_MD_CTX_free (digester->context);
  EVP_MD_free (digester->algorithm);
  g_free (digester);
}

void
otr_digester_update (OtrDigester *digester, gconstpointer data, gsize size_bytes)
{
  int done = EVP_DigestUpdate (digester->context, data, size_bytes);

  g_assert (done == 1);
}

void
otr_digester_finish (OtrDigester *digester, OtrDigest *out_digest)
{
  guint8 bytes[EVP_MAX_MD_SIZE];
  unsigned int length = 0;
  int done = EVP_DigestFinal_ex (digester->context, bytes, &length);

  g_assert (done == 1 && length <= OTR_DIGEST_MAX);
  memset (out_digest, 0, sizeof *out_digest);
  memcpy (out_digest->bytes, bytes, length);
  out_digest->length = (guint8) length;
  restart (digester);
}

const char *
otr_digest_kind_to_string (OtrDigestKind kind)
{
  switch (kind)
    {
    case OTR_DIGEST_SHA256:
      return "sha256";
    case OTR_DIGEST_MD5:
      return "md5";
    default:
      g_return_val_if_reached (NULL);
    }
}

gboolean
otr_digest_kind_from_string (const char *text, OtrDigestKind *out_kind)
{
  if (g_strcmp0 (text, "sha256") == 0)
    *out_kind = OTR_DIGEST_SHA256;
  else if (g_strcmp0 (text, "md5") == 0)
    *out_kind = OTR_DIGEST_MD5;
  else
    return FALSE;
  return TRUE;
}

char *
otr_digest_to_hex (const OtrDigest *digest)
{
  static const char digits[] = "0123456789abcdef";
  char *hex = g_malloc (2 * (gsize) digest->length + 1);

  for (gsize i = 0; i < digest->length; i++)
    {
      hex[2 * i] = digits[digest->bytes[i] >> 4];
      hex[2 * i + 1] = digits[digest->bytes[i] & 15];
    }
  hex[2 * (gsize) digest->length] = '\0';
  return hex;
}

const char *
otr_digest_library_version (void)
{
  return OpenSSL_version (OPENSSL_VERSION);
}
