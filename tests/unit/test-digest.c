/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include "otr-digest.h"

static char *
hash_in_pieces (OtrDigester *digester, const char *text, gsize piece)
{
  OtrDigest digest;
  gsize length = strlen (text);

  for (gsize done = 0; done < length; done += piece)
    otr_digester_update (digester, text + done, MIN (piece, length - done));
  otr_digester_finish (digester, &digest);
  return otr_digest_to_hex (&digest);
}

/* The vectors of FIPS 180-2 and RFC 1321. */
static const struct
{
  OtrDigestKind kind;
  const char *text;
  const char *hex;
} vectors[] = {
  { OTR_DIGEST_SHA256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
  { OTR_DIGEST_SHA256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
  { OTR_DIGEST_SHA256,
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
  { OTR_DIGEST_MD5, "", "d41d8cd98f00b204e9800998ecf8427e" },
  { OTR_DIGEST_MD5, "message digest", "f96b697d7cb7938d525a2f31aaf161d0" },
};

static void
test_known_vectors (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (vectors); i++)
    {
      g_autoptr (OtrDigester) digester = otr_digester_new (vectors[i].kind);
      g_autofree char *once = hash_in_pieces (digester, vectors[i].text, 1000);
      g_autofree char *again = hash_in_pieces (digester, vectors[i].text, 7);

      g_assert_cmpstr (once, ==, vectors[i].hex);
      g_assert_cmpstr (again, ==, vectors[i].hex);
    }
}

static void
test_lengths (void)
{
  g_autoptr (OtrDigester) sha = otr_digester_new (OTR_DIGEST_SHA256);
  g_autoptr (OtrDigester) md5 = otr_digester_new (OTR_DIGEST_MD5);
  OtrDigest digest;

  otr_digester_finish (sha, &digest);
  g_assert_cmpuint (digest.length, ==, 32);
  otr_digester_finish (md5, &digest);
  g_assert_cmpuint (digest.length, ==, 16);
  for (guint i = 16; i < OTR_DIGEST_MAX; i++)
    g_assert_cmpuint (digest.bytes[i], ==, 0);
}

static void
test_names (void)
{
  OtrDigestKind kind = OTR_DIGEST_SHA256;

  g_assert_true (otr_digest_kind_from_string ("md5", &kind));
  g_assert_cmpint (kind, ==, OTR_DIGEST_MD5);
  g_assert_true (otr_digest_kind_from_string ("sha256", &kind));
  g_assert_cmpint (kind, ==, OTR_DIGEST_SHA256);
  g_assert_false (otr_digest_kind_from_string ("crc32", &kind));
  g_assert_false (otr_digest_kind_from_string (NULL, &kind));
  g_assert_cmpstr (otr_digest_kind_to_string (OTR_DIGEST_MD5), ==, "md5");
  g_assert_cmpstr (otr_digest_kind_to_string (OTR_DIGEST_SHA256), ==, "sha256");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/digest/known-vectors", test_known_vectors);
  g_test_add_func ("/digest/lengths", test_lengths);
  g_test_add_func ("/digest/names", test_names);
  return g_test_run ();
}
