/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs outrider-decoder on files and prints what it says, one JSON object a line:
 *   decode-file DECODER [--px N] [--facts] [--descriptor] [--ppm FILE] PHOTO...
 * Each photo gets a process of its own, so that its memory and time are its own, too. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "otr-fd.h"
#include "otr-wire.h"

static guint option_px = 256;
static gboolean option_facts = FALSE;
static gboolean option_descriptor = FALSE;
static char *option_ppm = NULL;

static GOptionEntry options[] = {
  { "px", 0, 0, G_OPTION_ARG_INT, &option_px, "Longest side of the thumbnail", "N" },
  { "facts", 0, 0, G_OPTION_ARG_NONE, &option_facts, "Only facts", NULL },
  { "descriptor",
    0,
    0,
    G_OPTION_ARG_NONE,
    &option_descriptor,
    "Give a descriptor, not bytes",
    NULL },
  { "ppm", 0, 0, G_OPTION_ARG_FILENAME, &option_ppm, "Write the thumbnail there", "FILE" },
  { NULL }
};

static void
print_string (const char *text)
{
  putchar ('"');
  for (const char *p = text; *p != '\0'; p++)
    if (*p == '"' || *p == '\\')
      printf ("\\%c", *p);
    else if ((guchar) *p < 0x20)
      printf ("\\u%04x", *p);
    else
      putchar (*p);
  putchar ('"');
}

static void
print_text (const char *name, const char *text)
{
  if (text == NULL)
    return;
  printf (",\"%s\":", name);
  print_string (text);
}

static void
print_number (const char *name, double value)
{
  if (!isnan (value))
    printf (",\"%s\":%.15g", name, value);
}

static void
print_strv (const char *name, char **strv)
{
  printf (",\"%s\":[", name);
  for (gsize i = 0; strv != NULL && strv[i] != NULL; i++)
    {
      if (i > 0)
        putchar (',');
      print_string (strv[i]);
    }
  putchar (']');
}

static void
print_facts (const OtrFacts *facts)
{
  g_autofree char *taken = NULL;
  g_autofree char *offset = otr_taken_offset_to_string (facts->taken_offset);

  printf (",\"state\":%d,\"width\":%u,\"height\":%u,\"orientation\":%u,\"raw\":%d",
          (int) facts->state,
          facts->width,
          facts->height,
          facts->orientation,
          facts->is_raw);
  if (facts->taken_ms != OTR_TAKEN_MS_NONE)
    taken = otr_taken_to_string (facts->taken_ms, facts->taken_digits);
  print_text ("reason", facts->reason);
  print_text ("mime", facts->mime);
  print_text ("taken", taken);
  print_text ("taken_offset", offset);
  print_text ("taken_source", otr_taken_source_to_string (facts->taken_source));
  print_text ("make", facts->make);
  print_text ("model", facts->model);
  print_text ("lens", facts->lens);
  print_number ("f_number", facts->f_number);
  print_number ("exposure_time", facts->exposure_time);
  print_number ("iso", facts->iso != 0 ? facts->iso : NAN);
  print_number ("focal_length", facts->focal_length);
  print_number ("latitude", facts->latitude);
  print_number ("longitude", facts->longitude);
  print_number ("altitude", facts->altitude);
  print_number ("rating", facts->rating != OTR_RATING_NONE ? facts->rating : NAN);
  print_strv ("keywords", facts->keywords);
  print_text ("caption", facts->caption);
  print_strv ("warnings", facts->warnings);
  if (facts->tags != NULL)
    printf (",\"tags_bytes\":%zu", g_variant_get_size (facts->tags));
}

static void
print_image (const char *name, const OtrImage *image)
{
  if (image->width != 0)
    printf (",\"%s\":\"%ux%u/%d\"", name, image->width, image->height, (int) image->source);
}

static gboolean
write_ppm (const OtrImage *image, const char *path)
{
  FILE *file = fopen (path, "we");
  gsize size;
  const guint8 *pixels = g_bytes_get_data (image->pixels, &size);

  if (file == NULL)
    return FALSE;
  fprintf (file, "P6\n%u %u\n255\n", image->width, image->height);
  (void) fwrite (pixels, 1, size, file);
  return fclose (file) == 0;
}

/* A memfd with the file's bytes, or an empty one when the decoder gets the descriptor itself. */
static int
make_arena (int file_fd, guint64 length)
{
  int arena = memfd_create ("input", MFD_CLOEXEC);
  off_t offset = 0;

  if (option_descriptor)
    return arena;
  while ((guint64) offset < length)
    {
      char buffer[65536];
      gssize n = pread (file_fd, buffer, sizeof buffer, offset);

      if (n <= 0 || pwrite (arena, buffer, (gsize) n, offset) != n)
        break;
      offset += n;
    }
  return arena;
}

static pid_t
start (const char *program, int socket_fd, int input_fd, int output_fd)
{
  extern char **environ;
  char *argv[] = { (char *) program, NULL };
  posix_spawn_file_actions_t actions;
  pid_t pid = -1;

  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_adddup2 (&actions, socket_fd, 0);
  posix_spawn_file_actions_adddup2 (&actions, input_fd, 1);
  posix_spawn_file_actions_adddup2 (&actions, output_fd, 2);
  if (posix_spawn (&pid, program, &actions, NULL, argv, environ) != 0)
    pid = -1;
  posix_spawn_file_actions_destroy (&actions);
  return pid;
}

static void
make_job (OtrWireJob *job, guint64 length)
{
  memset (job, 0, sizeof *job);
  job->magic = OTR_WIRE_MAGIC;
  job->version = OTR_WIRE_VERSION;
  job->id = 1;
  job->want = OTR_WIRE_WANT_FACTS;
  if (!option_facts)
    job->want |= OTR_WIRE_WANT_PREVIEW | OTR_WIRE_WANT_THUMBNAIL;
  job->max_px = option_px;
  job->length = length;
  job->has_source_fd = option_descriptor;
}

static void
print_answer (const OtrWireAnswer *answer)
{
  print_facts (answer->facts);
  print_image ("preview", &answer->preview);
  print_image ("thumbnail", &answer->thumbnail);
  printf (",\"cpu_ms\":%.2f", (double) answer->cpu_us / 1000);
  if (option_ppm != NULL && answer->thumbnail.width != 0 &&
      !write_ppm (&answer->thumbnail, option_ppm))
    print_text ("error", "can't write the thumbnail");
}

static void
talk (int socket_fd, const OtrWireJob *job, int file_fd, const guint8 *output)
{
  OtrWireResult result;
  g_auto (OtrWireAnswer) answer = { 0 };
  g_autoptr (GError) error = NULL;

  if (otr_wire_send (socket_fd, job, sizeof *job, &file_fd, job->has_source_fd) < 0 ||
      otr_wire_receive (socket_fd, &result, sizeof result, NULL, 0) != (gssize) sizeof result)
    print_text ("error", "the decoder died");
  else if (!otr_wire_result_read (&result,
                                  job,
                                  output,
                                  OTR_WIRE_OUTPUT_SIZE,
                                  NULL,
                                  &answer,
                                  &error))
    print_text ("error", error->message);
  else
    print_answer (&answer);
}

static void
decode_file (const char *program, const char *path)
{
  otr_autofd int file_fd = open (path, O_RDONLY | O_CLOEXEC);
  otr_autofd int output_fd = memfd_create ("output", MFD_CLOEXEC);
  otr_autofd int arena_fd = -1;
  int pair[2], status = 0;
  struct stat info;
  struct rusage usage = { 0 };
  OtrWireJob job;
  guint8 *output;
  pid_t pid;

  if (file_fd < 0 || fstat (file_fd, &info) != 0 ||
      ftruncate (output_fd, OTR_WIRE_OUTPUT_SIZE) != 0 ||
      socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
    {
      g_printerr ("%s: %s\n", path, g_strerror (errno));
      return;
    }
  output = mmap (NULL, OTR_WIRE_OUTPUT_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, output_fd, 0);
  arena_fd = make_arena (file_fd, (guint64) info.st_size);
  pid = start (program, pair[1], arena_fd, output_fd);
  otr_fd_close (&pair[1]);
  make_job (&job, (guint64) info.st_size);
  printf ("{\"path\":\"%s\"", path);
  talk (pair[0], &job, file_fd, output);
  otr_fd_close (&pair[0]);
  if (pid > 0)
    (void) wait4 (pid, &status, 0, &usage);
  printf (",\"status\":%d,\"rss_mb\":%ld}\n", status, usage.ru_maxrss / 1024);
  (void) munmap (output, OTR_WIRE_OUTPUT_SIZE);
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("DECODER PHOTO...");
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc < 3)
    {
      g_printerr ("%s\n", error != NULL ? error->message : "DECODER and PHOTO are needed");
      return 2;
    }
  for (int i = 2; i < argc; i++)
    decode_file (argv[1], argv[i]);
  return 0;
}
