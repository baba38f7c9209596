/* SPDX-License-Identifier: GPL-3.0-or-later */
/* outrider-decoder: gets the bytes of one photo after the other, answers with facts and pixels.
 * It opens no file while it works and never prints; whatever goes wrong inside ends only this
 * process. One thread. */
#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "otr-decode.h"
#include "otr-fd.h"
#include "otr-limits.h"
#include "otr-pixels-heif.h"
#include "otr-pixels-pixbuf.h"
#include "otr-wire.h"

#define SOCKET_FD 0
#define INPUT_FD 1
#define OUTPUT_FD 2

typedef struct
{
  const guint8 *input; /* NULL: every job brings a descriptor */
  gsize input_size;
  guint8 *output;
} Arenas;

/* Once they are mapped, the descriptors are not needed, and a library that prints must hit
 * nothing. */
static gboolean
map_arenas (Arenas *arenas)
{
  struct stat info;
  otr_autofd int null_fd = open ("/dev/null", O_RDWR | O_CLOEXEC);
  void *mapped;

  if (fstat (INPUT_FD, &info) == 0 && S_ISREG (info.st_mode) && info.st_size > 0)
    {
      mapped = mmap (NULL, (gsize) info.st_size, PROT_READ, MAP_SHARED, INPUT_FD, 0);
      if (mapped == MAP_FAILED)
        return FALSE;
      arenas->input = mapped;
      arenas->input_size = (gsize) info.st_size;
    }
  mapped = mmap (NULL, OTR_WIRE_OUTPUT_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, OUTPUT_FD, 0);
  if (mapped == MAP_FAILED)
    return FALSE;
  arenas->output = mapped;
  return null_fd >= 0 && dup2 (null_fd, INPUT_FD) >= 0 && dup2 (null_fd, OUTPUT_FD) >= 0;
}

static GLogWriterOutput
drop_message (GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer data)
{
  return G_LOG_WRITER_HANDLED;
}

static OtrSource *
open_source (const Arenas *arenas, const OtrWireJob *job, int fd)
{
  if (job->has_source_fd != 0)
    return fd >= 0 ? otr_source_new_fd (fd, job->length) : NULL;
  if (job->length == 0)
    return otr_source_new_memory ((const guint8 *) "", 0);
  if (arenas->input == NULL || job->offset > arenas->input_size ||
      job->length > arenas->input_size - job->offset)
    return NULL;
  return otr_source_new_memory (arenas->input + job->offset, job->length);
}

/* FALSE when the job makes no sense or the engine is gone. */
static gboolean
do_job (const Arenas *arenas, const OtrWireJob *job, int source_fd, int picture_fd)
{
  g_autoptr (OtrSource) source = open_source (arenas, job, source_fd);
  OtrDecodeTarget target = { arenas->output, NULL };
  OtrWireResult result;
  void *mapped = NULL;

  if (source == NULL)
    return FALSE;
  if (job->has_picture_fd != 0)
    {
      mapped = mmap (NULL,
                     job->picture_capacity,
                     PROT_READ | PROT_WRITE,
                     MAP_SHARED,
                     picture_fd,
                     0);
      if (mapped == MAP_FAILED)
        return FALSE;
      target.picture = mapped;
    }
  otr_decode (source, job, &target, &result);
  if (mapped != NULL)
    (void) munmap (mapped, job->picture_capacity);
  return otr_wire_send (SOCKET_FD, &result, sizeof result, NULL, 0) == (gssize) sizeof result;
}

static gboolean
receive_and_do (const Arenas *arenas)
{
  OtrWireJob job;
  int fds[2];
  gssize n = otr_wire_receive (SOCKET_FD, &job, sizeof job, fds, G_N_ELEMENTS (fds));
  otr_autofd int first = n >= 0 ? fds[0] : -1;
  otr_autofd int second = n >= 0 ? fds[1] : -1;

  if (n != (gssize) sizeof job || !otr_wire_job_check (&job, NULL))
    return FALSE;
  if (job.has_source_fd != 0)
    return do_job (arenas, &job, first, second);
  return do_job (arenas, &job, -1, first);
}

int
main (int argc, char **argv)
{
  Arenas arenas = { 0 };

  (void) prctl (PR_SET_PDEATHSIG, SIGKILL);
  g_log_set_writer_func (drop_message, NULL, NULL);
  if (!map_arenas (&arenas))
    return 1;
  otr_pixels_pixbuf_preload ();
  otr_pixels_heif_preload ();
  otr_limits_apply (arenas.input_size + OTR_WIRE_OUTPUT_SIZE);
  while (receive_and_do (&arenas))
    ;
  return 0;
}
