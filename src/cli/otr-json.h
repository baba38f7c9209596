/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include <stdio.h>

G_BEGIN_DECLS

/* Writes one JSON object as one line of UTF-8, whatever the locale is. `name` is NULL inside
 * arrays. One thread. */
typedef struct _OtrJson OtrJson;

OtrJson *otr_json_new (void); /* an object is open */
void otr_json_free (OtrJson *json);

void otr_json_open_object (OtrJson *json, const char *name);
void otr_json_close_object (OtrJson *json);
void otr_json_open_array (OtrJson *json, const char *name);
void otr_json_close_array (OtrJson *json);

/* Bytes that are not UTF-8 are shown as \xHH. NULL writes null. */
void otr_json_string (OtrJson *json, const char *name, const char *text);
void otr_json_strings (OtrJson *json, const char *name, const char *const *texts); /* NULL: [] */
void otr_json_int (OtrJson *json, const char *name, gint64 number);
void otr_json_uint (OtrJson *json, const char *name, guint64 number);
/* Shortest form that reads back as the same number; NAN and infinity write null. */
void otr_json_double (OtrJson *json, const char *name, double number);
void otr_json_bool (OtrJson *json, const char *name, gboolean value);
void otr_json_null (OtrJson *json, const char *name);

/* A name of bytes: as string, and when it is no UTF-8 also as base64 in `<name>_bytes`. */
void otr_json_bytes (OtrJson *json, const char *name, const char *bytes);

/* Closes the object; the text with its newline. Borrowed. */
const char *otr_json_end (OtrJson *json);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrJson, otr_json_free)

G_END_DECLS
