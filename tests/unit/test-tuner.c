/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "otr-tuner.h"

/* A source that exists only as figures, on a clock that exists only as a number. Six kinds of
 * storage as they were measured: MB/s by 1, 2, 4, 8, 16 readers of photos. */

#define MB 1e6
#define N_RUNS 5
#define RUN_S 8.0
#define STEP_S 0.01
#define TICK_STEPS 10
#define CORES 2
#define DIGEST_SPEED (1400 * MB) /* a core's */
#define POOL_BYTES (64 * MB)
#define MAX_TICKS 4000

typedef struct
{
  const char *name;
  double speeds[5];
  double file_s; /* more for each file: open, look-ups */
  guint preset_readers;
  guint preset_scouts;
  gboolean preset_digest;
  gboolean single_reader;
} Model;

static const Model models[] = {
  { "hdd", { 115, 84, 91, 87, 84 }, .004, 1, 1, FALSE, TRUE },
  { "sata-ssd", { 412, 491, 498, 500, 500 }, .0001, 4, 4, FALSE, FALSE },
  { "nvme", { 655, 1317, 2003, 2353, 2400 }, .0001, CORES, 4, TRUE, FALSE },
  { "nfs", { 78, 88, 90, 90, 90 }, .001, 8, 8, TRUE, FALSE },
  { "wifi-nas", { 15.5, 16, 19, 20, 20 }, .005, 8, 8, TRUE, FALSE },
  { "sd-card", { 80, 83, 84, 82, 82 }, .0004, 1, 1, FALSE, TRUE },
};

typedef struct
{
  const Model *model;
  double thumbnail_s; /* CPU a photo */
  double file_size;
  double noise;
  double total;
  guint32 seed;
  const Model *later_model; /* NULL: it stays as it is */
  double change_at;         /* bytes */
} Scene;

typedef struct
{
  double seconds;
  double changed_s; /* since the change */
  double settled_s; /* the first time */
  double swing;     /* after that: widest part from the mean, over whole seconds */
  guint n_changes;  /* ... */
  OtrTunerChoice last;
  OtrTunerState state;
} Outcome;

typedef struct
{
  const Scene *scene;
  GRand *random;
  OtrTunerChoice choice;
  double readers; /* really at work */
  double read, files_read, waiting, done;
  double luck;
} World;

static double
device_speed (const Model *model, double readers)
{
  double place = CLAMP (log2 (readers), 0, 4);
  guint i = MIN ((guint) place, 3);

  return (model->speeds[i] + (model->speeds[i + 1] - model->speeds[i]) * (place - i)) * MB;
}

static const Model *
present_model (const World *world)
{
  const Scene *scene = world->scene;
  gboolean late = scene->later_model != NULL && world->read > scene->change_at;

  return late ? scene->later_model : scene->model;
}

/* A photo handed over goes through memory once more than one digested while it is read. */
static double
processor_speed (const World *world)
{
  double digest_s = (world->choice.digest_while_preloading ? 1.0 : 1.1) / DIGEST_SPEED;

  return CORES / (digest_s + world->scene->thumbnail_s / world->scene->file_size);
}

static double
reading_speed (const World *world)
{
  const Model *model = present_model (world);
  double s = world->readers / device_speed (model, world->readers) +
             model->file_s / world->scene->file_size;

  if (world->choice.digest_while_preloading)
    s += 1 / DIGEST_SPEED;
  return world->readers / s * world->luck;
}

static void
step_world (World *world)
{
  double size = world->scene->file_size;
  double room = MAX (POOL_BYTES - world->readers * size - world->waiting, 0);
  double used = processor_speed (world) * STEP_S;
  double in = MIN (reading_speed (world) * STEP_S, world->scene->total - world->read);
  double out;

  in = MIN (in, room + used);
  if (world->choice.digest_while_preloading)
    in = MIN (in, used);
  out = MIN (world->waiting + in, used);
  world->waiting += in - out;
  world->done += out;
  world->read += in;
  /* New readers begin at once, others leave at the end of their file. */
  if (world->readers > world->choice.preload_threads)
    world->readers = MAX (world->readers - in / size, world->choice.preload_threads);
  else
    world->readers = world->choice.preload_threads;
}

static OtrTunerSample
take_sample (World *world, double read_before)
{
  const Scene *scene = world->scene;
  double unit = MIN (scene->file_size, 256 * 1024.0);

  return (OtrTunerSample){
    .seconds = STEP_S * TICK_STEPS,
    .files = (guint64) (floor (world->read / scene->file_size) -
                        floor (read_before / scene->file_size)),
    .bytes = (guint64) ((floor (world->read / unit) - floor (read_before / unit)) * unit),
    .n_planned = world->read < scene->total ? 1000 : 0,
    .later_fill =
        MIN (world->waiting / scene->file_size / (4 * CORES), 1),
    .done_part = world->done / scene->total,
  };
}

/* How far whole seconds lie from their mean. */
static double
find_swing (const double *rates, guint n)
{
  double seconds[MAX_TICKS / 10];
  double mean = 0, swing = 0;
  guint n_seconds = n / 10;

  for (guint i = 0; i < n_seconds; i++)
    {
      seconds[i] = 0;
      for (guint j = 0; j < 10; j++)
        seconds[i] += rates[10 * i + j];
      mean += seconds[i] / n_seconds;
    }
  for (guint i = 0; i < n_seconds; i++)
    swing = MAX (swing, fabs (seconds[i] / mean - 1));
  return swing;
}

static gboolean
is_settled (OtrTuner *tuner)
{
  return otr_tuner_get_state (tuner) >= OTR_TUNER_STORAGE;
}

/* `tuner` NULL: with fixed settings. */
static Outcome
run (const Scene *scene, OtrTunerChoice choice, OtrTuner *tuner)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (scene->seed);
  World world = { scene, random, choice, choice.preload_threads, .luck = 1 };
  Outcome outcome = { .settled_s = -1 };
  double rates[MAX_TICKS] = { 0 };
  double change_s = 0;
  guint n_rates = 0, tick;

  for (tick = 0; world.done < scene->total - 1; tick++)
    {
      double read_before = world.read;
      OtrTunerSample sample;

      g_assert_cmpuint (tick, <, MAX_TICKS);
      world.luck = 1 + scene->noise * g_rand_double_range (random, -1.7, 1.7);
      for (guint i = 0; i < TICK_STEPS && world.done < scene->total - 1; i++)
        {
          step_world (&world);
          outcome.seconds += STEP_S;
        }
      if (change_s == 0 && world.read > scene->change_at)
        change_s = outcome.seconds;
      if (tuner == NULL)
        continue;
      sample = take_sample (&world, read_before);
      if (is_settled (tuner) && sample.n_planned > 0)
        rates[n_rates++] = world.read - read_before;
      if (otr_tuner_feed (tuner, &sample, &world.choice) && outcome.settled_s >= 0)
        outcome.n_changes++;
      if (is_settled (tuner) && outcome.settled_s < 0)
        outcome.settled_s = outcome.seconds;
    }
  outcome.changed_s = outcome.seconds - change_s;
  outcome.swing = find_swing (rates, n_rates);
  outcome.last = world.choice;
  outcome.state = tuner != NULL ? otr_tuner_get_state (tuner) : OTR_TUNER_MEASURING;
  return outcome;
}

static Outcome
run_auto (const Scene *scene, const OtrTunerStart *start)
{
  g_autoptr (OtrTuner) tuner = otr_tuner_new (start);

  return run (scene, start->choice, tuner);
}

static const OtrTunerStart unknown = { { 2, 2, FALSE }, .unsure = TRUE };

static OtrTunerStart
start_of (const Model *model)
{
  return (OtrTunerStart){
    .choice = { model->preset_readers, model->preset_scouts, model->preset_digest },
    .single_reader = model->single_reader,
  };
}

static double
best_speed (const Model *model)
{
  double best = 0;

  for (guint i = 0; i < G_N_ELEMENTS (model->speeds); i++)
    best = MAX (best, model->speeds[i] * MB);
  return best;
}

static Scene
scene_of (const Model *model, double thumbnail_s)
{
  return (Scene){
    .model = model,
    .thumbnail_s = thumbnail_s,
    .file_size = 5.2 * MB,
    .noise = .05,
    .total = RUN_S * best_speed (model),
    .seed = 1,
  };
}

static double
best_fixed (const Scene *scene)
{
  double best = G_MAXDOUBLE;

  for (guint readers = 1; readers <= 16; readers *= 2)
    for (gboolean digest = FALSE; digest <= TRUE; digest++)
      best = MIN (best, run (scene, (OtrTunerChoice){ readers, 4, digest }, NULL).seconds);
  return best;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  return *(const double *) a < *(const double *) b ? -1 : 1;
}

/* Of the time against the best fixed setting, or against `fixed` when that is given. */
static double
median_ratio (Scene scene, const OtrTunerStart *start, const OtrTunerChoice *fixed)
{
  double ratios[N_RUNS];

  for (guint i = 0; i < N_RUNS; i++)
    {
      double seconds;

      scene.seed = i + 1;
      seconds = fixed != NULL ? run (&scene, *fixed, NULL).seconds : best_fixed (&scene);
      ratios[i] = run_auto (&scene, start).seconds / seconds;
    }
  qsort (ratios, N_RUNS, sizeof *ratios, compare);
  return ratios[N_RUNS / 2];
}

/* ---- tests ---- */

static void
test_unknown (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      Scene scene = scene_of (&models[i], 0);
      double ratio = median_ratio (scene, &unknown, NULL);
      Outcome outcome = run_auto (&scene, &unknown);

      g_test_message ("%s: %.3f of the best time, %u readers, digest %d, settled at %.1f s",
                      models[i].name,
                      ratio,
                      outcome.last.preload_threads,
                      outcome.last.digest_while_preloading,
                      outcome.settled_s);
      g_assert_cmpfloat (ratio, <=, 1.05);
    }
}

static void
test_unknown_with_thumbnails (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      double ratio = median_ratio (scene_of (&models[i], .028), &unknown, NULL);

      g_test_message ("%s: %.3f of the best time", models[i].name, ratio);
      g_assert_cmpfloat (ratio, <=, 1.05);
    }
}

static void
test_never_slower_than_preset (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    for (guint thumbnails = 0; thumbnails < 2; thumbnails++)
      {
        OtrTunerStart start = start_of (&models[i]);
        Scene scene = scene_of (&models[i], thumbnails * .028);
        double ratio = median_ratio (scene, &start, &start.choice);
        double best = median_ratio (scene, &start, NULL);

        g_test_message (
            "%s: %.3f of the preset's time, %.3f of the best", models[i].name, ratio, best);
        g_assert_cmpfloat (ratio, <=, 1.01);
      }
}

static void
test_settles (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    for (guint seed = 1; seed <= N_RUNS; seed++)
      {
        Scene scene = scene_of (&models[i], 0);
        Outcome outcome;

        scene.seed = seed;
        scene.total *= 2;
        outcome = run_auto (&scene, &unknown);
        g_test_message ("%s: settled at %.1f s, then a swing of %.1f %%",
                        models[i].name,
                        outcome.settled_s,
                        outcome.swing * 100);
        g_assert_cmpfloat (outcome.settled_s, >=, 0);
        g_assert_cmpfloat (outcome.settled_s, <=, MAX (2.01, outcome.seconds / 10 + .2));
        g_assert_cmpfloat (outcome.swing, <, .1);
        g_assert_cmpuint (outcome.n_changes, ==, 0);
      }
}

static void
test_follows_change (void)
{
  static const struct
  {
    guint before, after, least, most;
  } changes[] = {
    { 3, 4, 8, 32 }, /* a share whose link turned slow: more readers gain again */
    { 1, 4, 8, 32 },
    { 4, 2, 4, 32 },
    { 1, 0, 1, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      const Model *before = &models[changes[i].before], *after = &models[changes[i].after];
      Scene fixed = scene_of (after, 0);
      Scene scene = fixed;
      Outcome outcome;
      double best;

      fixed.total *= 3;
      scene.model = before;
      scene.later_model = after;
      scene.change_at = RUN_S * best_speed (before);
      scene.total = scene.change_at + fixed.total;
      outcome = run_auto (&scene, &unknown);
      best = best_fixed (&fixed);
      g_test_message ("%s, then %s: %u readers, then %.3f of the best time",
                      before->name,
                      after->name,
                      outcome.last.preload_threads,
                      outcome.changed_s / best);
      g_assert_cmpuint (outcome.last.preload_threads, >=, changes[i].least);
      g_assert_cmpuint (outcome.last.preload_threads, <=, changes[i].most);
      g_assert_cmpfloat (outcome.changed_s, <=, best * 1.05);
    }
}

static void
test_processor_is_the_limit (void)
{
  Scene scene = scene_of (&models[1], .1);
  OtrTunerStart start = start_of (&models[1]);
  Outcome outcome;

  scene.total = 600 * MB;
  start.choice.preload_threads = 2;
  outcome = run_auto (&scene, &start);
  g_assert_cmpuint (outcome.last.preload_threads, ==, 2);
  g_assert_cmpint (outcome.state, ==, OTR_TUNER_PROCESSOR);
}

static void
test_small_files (void)
{
  Scene scene = scene_of (&models[4], 0);
  double ratio;

  scene.file_size = 38e3;
  scene.total = 140 * MB;
  ratio = median_ratio (scene, &unknown, NULL);
  g_test_message ("small files on %s: %.3f of the best time", models[4].name, ratio);
  g_assert_cmpfloat (ratio, <=, 1.05);
}

/* Readers without work say nothing, and few files neither. */
static void
test_waits_for_windows (void)
{
  g_autoptr (OtrTuner) tuner = otr_tuner_new (&unknown);
  OtrTunerSample idle = { .seconds = .1 };
  OtrTunerSample slow = { .seconds = .1, .files = 1, .bytes = 1000, .n_planned = 5 };
  OtrTunerChoice choice;

  for (guint i = 0; i < 50; i++)
    g_assert_false (otr_tuner_feed (tuner, &idle, &choice));
  for (guint i = 0; i < 16; i++)
    g_assert_false (otr_tuner_feed (tuner, &slow, &choice));
  g_assert_cmpint (otr_tuner_get_state (tuner), ==, OTR_TUNER_MEASURING);
  g_assert_cmpstr (otr_tuner_get_note (tuner), ==, "Measuring 2 preloading");
  g_assert_true (otr_tuner_feed (tuner, &slow, &choice));
  g_assert_cmpuint (choice.preload_threads, ==, 1);
  g_assert_cmpstr (otr_tuner_get_note (tuner), ==, "Trying 1 preloading: 2 came to 1 MB/s");
}

/* Names come four times as fast with four scouts, and no faster with more. */
static void
test_scouts (void)
{
  g_autoptr (OtrTuner) tuner = otr_tuner_new (&unknown);
  OtrTunerSample sample = { .seconds = .1, .scanning = TRUE };
  OtrTunerChoice choice = unknown.choice;
  guint most = 0;

  for (guint i = 0; i < 100; i++)
    {
      sample.found = 190 * MIN (choice.scout_threads, 4);
      (void) otr_tuner_feed (tuner, &sample, &choice);
      most = MAX (most, choice.scout_threads);
    }
  g_assert_cmpuint (most, ==, 8);
  g_assert_cmpuint (choice.scout_threads, ==, 4);
  g_assert_cmpuint (choice.preload_threads, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tuner/unknown-storage", test_unknown);
  g_test_add_func ("/tuner/unknown-storage-with-thumbnails", test_unknown_with_thumbnails);
  g_test_add_func ("/tuner/never-slower-than-preset", test_never_slower_than_preset);
  g_test_add_func ("/tuner/settles", test_settles);
  g_test_add_func ("/tuner/follows-change", test_follows_change);
  g_test_add_func ("/tuner/processor-is-the-limit", test_processor_is_the_limit);
  g_test_add_func ("/tuner/small-files", test_small_files);
  g_test_add_func ("/tuner/waits-for-windows", test_waits_for_windows);
  g_test_add_func ("/tuner/scouts", test_scouts);
  return g_test_run ();
}
