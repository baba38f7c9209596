/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Marks a text that the window translates when it shows it. Below the window nothing is
 * translated: what is stored and printed stays English. */
#define N_(text) (text)
