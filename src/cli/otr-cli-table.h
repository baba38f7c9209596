/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include <stdio.h>

G_BEGIN_DECLS

/* Aligned columns for people. Cells are made safe for the terminal; the last column is never
 * padded. */
typedef struct _OtrCliTable OtrCliTable;

/* `headings`: one per column, NULL-terminated; one that begins with '>' is aligned to the right. */
OtrCliTable *otr_cli_table_new (const char *const *headings);
void otr_cli_table_free (OtrCliTable *table);

/* Takes the strings (NULL: an empty cell); as many as there are headings. */
void otr_cli_table_add (OtrCliTable *table, char *const *cells);

/* Writes the headings and all rows and forgets the rows. Nothing when there are none. */
void otr_cli_table_print (OtrCliTable *table, FILE *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OtrCliTable, otr_cli_table_free)

G_END_DECLS
