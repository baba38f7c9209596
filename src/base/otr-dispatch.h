/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Runs `func (data)` once in `context` (NULL: the default one), in order with other dispatches of
 * the same priority, never on the calling thread unless that iterates the context. `destroy` (may
 * be NULL) is called in the context afterwards, or when the context goes away first. Any thread. */
typedef void (*OtrDispatchFunc) (gpointer data);

void
otr_dispatch (GMainContext *context, OtrDispatchFunc func, gpointer data, GDestroyNotify destroy);

G_END_DECLS
