/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-cli-table.h"

#include "otr-cli-text.h"

struct _OtrCliTable
{
  guint n_columns;
  gboolean *right;  /* by column */
  GPtrArray *cells; /* char *, row by row; the first row is the headings */
};

static int
width_of (const char *text)
{
  int width = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_iszerowidth (c))
        width += g_unichar_iswide (c) ? 2 : 1;
    }
  return width;
}

OtrCliTable *
otr_cli_table_new (const char *const *headings)
{
  OtrCliTable *table = g_new0 (OtrCliTable, 1);

  table->n_columns = g_strv_length ((char **) headings);
  table->right = g_new0 (gboolean, table->n_columns);
  table->cells = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < table->n_columns; i++)
    {
      table->right[i] = headings[i][0] == '>';
      g_ptr_array_add (table->cells, g_strdup (headings[i] + (table->right[i] ? 1 : 0)));
    }
  return table;
}

void
otr_cli_table_free (OtrCliTable *table)
{
  if (table == NULL)
    return;
  g_ptr_array_unref (table->cells);
  g_free (table->right);
  g_free (table);
}

void
otr_cli_table_add (OtrCliTable *table, char *const *cells)
{
  for (guint i = 0; i < table->n_columns; i++)
    {
      g_ptr_array_add (table->cells, otr_cli_text_display (cells[i] != NULL ? cells[i] : ""));
      g_free (cells[i]);
    }
}

static void
print_cell (const OtrCliTable *table, guint column, const char *text, int width, FILE *out)
{
  int padding = width - width_of (text);

  if (table->right[column])
    (void) fprintf (out, "%*s%s", padding, "", text);
  else if (column + 1 < table->n_columns)
    (void) fprintf (out, "%s%*s", text, padding, "");
  else
    (void) fputs (text, out);
  (void) fputs (column + 1 < table->n_columns ? "  " : "\n", out);
}

void
otr_cli_table_print (OtrCliTable *table, FILE *out)
{
  g_autofree int *widths = g_new0 (int, table->n_columns);

  if (table->cells->len <= table->n_columns)
    return;
  for (guint i = 0; i < table->cells->len; i++)
    widths[i % table->n_columns] =
        MAX (widths[i % table->n_columns], width_of (g_ptr_array_index (table->cells, i)));
  for (guint i = 0; i < table->cells->len; i++)
    print_cell (table,
                i % table->n_columns,
                g_ptr_array_index (table->cells, i),
                widths[i % table->n_columns],
                out);
  g_ptr_array_set_size (table->cells, (int) table->n_columns);
}
