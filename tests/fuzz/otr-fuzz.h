/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Every target defines it: for libFuzzer, and for the plain main that runs a corpus as a test. */
int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);
