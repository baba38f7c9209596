/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A decoder that does as the first byte of a "photo" says: c crashes, l loops, m eats memory, g
 * answers garbage; anything else is answered well, as a photo whose width is that byte. */

#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "otr-wire.h"

static guint8
first_byte (const OtrWireJob *job, int source_fd)
{
  guint8 byte = 0;
  int fd = source_fd >= 0 ? source_fd : 1;

  if (pread (fd, &byte, 1, (off_t) job->offset) != 1)
    byte = 0;
  if (source_fd >= 0)
    (void) close (source_fd);
  return byte;
}

static void
loop_for_ever (void)
{
  volatile guint64 n = 0;

  for (;;)
    n++;
}

static void
eat_memory (void)
{
  for (;;)
    memset (malloc (8 << 20), 1, 8 << 20);
}

static void
answer (const OtrWireJob *job, guint8 byte, guint8 *output)
{
  OtrWireResult result = { OTR_WIRE_MAGIC, OTR_WIRE_VERSION, job->id };
  OtrFacts *facts = otr_facts_new ();
  GVariant *variant;

  facts->mime = "image/jpeg";
  facts->width = byte;
  facts->height = 1;
  facts->orientation = 1;
  variant = otr_facts_to_variant (facts);
  result.facts_length = g_variant_get_size (variant);
  g_variant_store (variant, output);
  g_variant_unref (variant);
  otr_facts_free (facts);
  (void) otr_wire_send (0, &result, sizeof result, NULL, 0);
}

int
main (void)
{
  guint8 *output = mmap (NULL, OTR_WIRE_OUTPUT_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, 2, 0);
  OtrWireJob job;
  int fds[2] = { -1, -1 };

  if (output == MAP_FAILED)
    return 1;
  while (otr_wire_receive (0, &job, sizeof job, fds, 2) == (gssize) sizeof job)
    {
      guint8 byte = first_byte (&job, fds[0]);

      if (byte == 'c')
        _exit (1);
      else if (byte == 'l')
        loop_for_ever ();
      else if (byte == 'm')
        eat_memory ();
      else if (byte == 'g')
        (void) otr_wire_send (0, "garbage", 7, NULL, 0);
      else
        answer (&job, byte, output);
    }
  return 0;
}
