/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-shortcuts-window.h"

#include <glib/gi18n.h>

#include "otr-clamp.h"
#include "otr-row.h"

struct _OtrShortcutsWindow
{
  GtkWindow parent_instance;
  GtkBox *groups;
};

G_DEFINE_FINAL_TYPE (OtrShortcutsWindow, otr_shortcuts_window, GTK_TYPE_WINDOW)

typedef struct
{
  const char *title; /* NULL: `keys` is the title of a group */
  const char *keys;  /* accelerators, separated by spaces */
} Shortcut;

static const Shortcut shortcuts[] = {
  { NULL, N_ ("Photos") },
  { N_ ("Import folders"), "<Control>i" },
  { N_ ("Search photos"), "<Control>f" },
  { N_ ("Larger tiles"), "<Control>plus" },
  { N_ ("Smaller tiles"), "<Control>minus" },
  { N_ ("Default tiles"), "<Control>0" },
  { N_ ("Select all"), "<Control>a" },
  { N_ ("Select none, go back"), "Escape" },
  { N_ ("Select a photo"), "space" },
  { N_ ("Open a photo"), "Return" },
  { N_ ("Remove from the catalog"), "Delete" },
  { N_ ("Undo"), "<Control>z" },
  { NULL, N_ ("One Photo") },
  { N_ ("Next photo"), "Right" },
  { N_ ("Previous photo"), "Left" },
  { N_ ("Fit to window"), "f" },
  { N_ ("Original size"), "z" },
  { N_ ("Details"), "<Alt>Return i" },
  { N_ ("Full screen"), "F11" },
  { NULL, N_ ("Window") },
  { N_ ("Side bar"), "F9" },
  { N_ ("Activity"), "<Control><Shift>a" },
  { N_ ("Pause or continue the import"), "<Control><Shift>p" },
  { N_ ("Preferences"), "<Control>comma" },
  { N_ ("Keyboard shortcuts"), "<Control>question" },
  { N_ ("Main menu"), "F10" },
  { N_ ("Close the window"), "<Control>w" },
  { N_ ("Quit"), "<Control>q" },
};

static void
add_key (OtrRow *row, const char *accelerator)
{
  GdkModifierType modifiers;
  g_autofree char *text = NULL;
  GtkWidget *label;
  guint key;

  gtk_accelerator_parse (accelerator, &key, &modifiers);
  text = gtk_accelerator_get_label (key, modifiers);
  label = gtk_label_new (text);
  gtk_widget_add_css_class (label, "keycap");
  otr_row_add (row, label);
}

static GtkListBox *
add_group (OtrShortcutsWindow *self, const char *title)
{
  GtkWidget *heading = gtk_label_new (title);
  GtkWidget *list = gtk_list_box_new ();

  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "group-title");
  gtk_widget_set_margin_top (heading, 10);
  gtk_widget_add_css_class (list, "card");
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_box_append (self->groups, heading);
  gtk_box_append (self->groups, list);
  return GTK_LIST_BOX (list);
}

GtkWidget *
otr_shortcuts_window_new (GtkWindow *parent)
{
  return g_object_new (OTR_TYPE_SHORTCUTS_WINDOW, "transient-for", parent, NULL);
}

static void
otr_shortcuts_window_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), OTR_TYPE_SHORTCUTS_WINDOW);
  G_OBJECT_CLASS (otr_shortcuts_window_parent_class)->dispose (object);
}

static void
otr_shortcuts_window_class_init (OtrShortcutsWindowClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = otr_shortcuts_window_dispose;
  g_type_ensure (OTR_TYPE_CLAMP);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/outrider_photos/Outrider/shortcuts-window.ui");
  gtk_widget_class_bind_template_child (widget_class, OtrShortcutsWindow, groups);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
otr_shortcuts_window_init (OtrShortcutsWindow *self)
{
  GtkListBox *list = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  for (gsize i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    {
      g_auto (GStrv) keys = NULL;
      GtkWidget *row;

      if (shortcuts[i].title == NULL)
        {
          list = add_group (self, _ (shortcuts[i].keys));
          continue;
        }
      row = otr_row_new (_ (shortcuts[i].title), NULL);
      keys = g_strsplit (shortcuts[i].keys, " ", -1);
      for (guint k = 0; keys[k] != NULL; k++)
        add_key (OTR_ROW (row), keys[k]);
      gtk_list_box_append (list, row);
    }
}
