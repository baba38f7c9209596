/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Content digests (libcrypto). Digest + length is the identity of content. Any thread. */
typedef enum
{
  OTR_DIGEST_SHA256 = 1, /* stored numbers: never renumber */
  OTR_DIGEST_MD5 = 2,
} OtrDigestKind;

#define OTR_DIGEST_MAX 32

typedef struct
{
  guint8 bytes[OTR_DIGEST_MAX];
  guint8 length; /* 32 or 16; 0: none */
} OtrDigest;

/* incremental; one thread at a time; reusable after finish */
typedef struct _OtrDigester OtrDigester;

OtrDigester *otr_digester_new (OtrDigestKind kind);
void otr_digester_free (OtrDigester *digester);
void otr_digester_update (OtrDigester *digester, gconstpointer data, gsize size_bytes);
void otr_digester_finish (OtrDigester *digester, OtrDigest *out_digest);

const char *otr_digest_kind_to_string (OtrDigestKind kind); /* "sha256", "md5" */
gboolean otr_digest_kind_from_string (const char *text, OtrDigestKind *out_kind);
char *otr_digest_to_hex (const OtrDigest *digest);

const char *otr_digest_library_version (void); /* "OpenSSL 3.0.15 ..." */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrDigester, otr_digester_free)

G_END_DECLS
