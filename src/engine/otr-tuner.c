/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Climbs to the settings that read fastest, while an import runs. Each trial is measured over a
 * window and kept only when it gains more than the doubt in the measurement; when nothing is left
 * to try, or the time for trying is over, the best one stays. Then it watches: another speed that
 * lasts starts a new climb.
 *
 * A window counts work, not bytes alone, so that a folder of small files does not look like slow
 * storage. Reads are counted piece by piece: sixteen whole photos take four seconds on a wireless
 * share, sixteen pieces a third of one. */

#include "config.h"

#include "otr-tuner.h"

#include <math.h>

#define WINDOW_S 0.29 /* three ticks of 100 ms */
#define WINDOW_UNITS 16
#define UNIT_BYTES (256 * 1024)
#define WARM_UP_S 0.09
#define SETTLE_S 2.0
#define SETTLE_PART 0.1 /* of the bytes; the later of the two ends the climb */
#define FILE_COST (128 * 1024)
#define STARVING 0.25
#define LEAST_DOUBT 0.04
#define MOST_DOUBT 0.15
#define MOST_READERS 32
#define MOST_SCOUTS 16
#define OTHER_LEVEL 0.25
#define PATIENCE 3 /* windows */
#define MOST_PATIENCE 48

/* No rotating disk and no card reads faster; and below it a digest is no matter. */
#define FAST_SPEED 200e6

typedef struct
{
  double seconds;
  double fill; /* sum over time */
  double units;
  double work;
  guint n;
  double rates, squares; /* sums over the samples */
} Window;

typedef enum
{
  STEP_FEWER,
  STEP_MORE,
  STEP_BETWEEN, /* the long step up lost: half of it may gain */
  STEP_DIGEST,
  N_STEPS
} Step;

/* Scouts are judged by what they find, and only while the readers have nothing to read. */
typedef struct
{
  Window window;
  guint best;
  double best_speed; /* 0: not measured yet */
  gboolean over;
} Scouts;

struct _OtrTuner
{
  OtrTunerStart start;
  OtrTunerChoice now;
  OtrTunerChoice best;
  double best_speed;
  OtrTunerState state;
  Step step;
  gboolean over[N_STEPS];
  gboolean fewer_lost; /* in this climb */
  Window window;
  Scouts scouts;
  double warm_up_s;
  guint64 warm_up_files;
  double climb_s;
  double climb_part; /* how much was done when the climb began */
  guint patience;
  int change;      /* of speed: up or down */
  guint n_changed; /* windows that showed it */
  char note[OTR_TUNER_NOTE_SIZE];
};

/* ---- windows ---- */

static void
add (Window *window, double seconds, double units, double work, double fill)
{
  double rate = work / seconds;

  window->seconds += seconds;
  window->units += units;
  window->work += work;
  window->fill += fill * seconds;
  window->n++;
  window->rates += rate;
  window->squares += rate * rate;
}

static gboolean
is_full (const Window *window)
{
  return window->seconds >= WINDOW_S && window->units >= WINDOW_UNITS;
}

static double
speed_of (const Window *window)
{
  return window->work / window->seconds;
}

/* Twice the standard error of the mean, as a part of it. */
static double
doubt_in (const Window *window)
{
  double mean = window->rates / window->n;
  double variance = MAX (window->squares / window->n - mean * mean, 0);
  double doubt = mean > 0 ? 2 * sqrt (variance / window->n) / mean : MOST_DOUBT;

  return CLAMP (doubt, LEAST_DOUBT, MOST_DOUBT);
}

/* Readers can't help later stages that have work waiting. */
static gboolean
is_starving (const Window *window)
{
  return window->fill / window->seconds < STARVING;
}

/* ---- notes ---- */

static void
describe (OtrTuner *self)
{
  gboolean digest = self->now.digest_while_preloading;
  double speed = self->best_speed / 1e6;
  g_autofree char *now = g_strdup_printf (
      "%u preloading%s", self->now.preload_threads, digest ? ", with digest" : "");
  g_autofree char *note = NULL;

  switch (self->state)
    {
    case OTR_TUNER_MEASURING:
      note = g_strdup_printf ("Measuring %s", now);
      break;
    case OTR_TUNER_TRYING:
      note = g_strdup_printf (
          "Trying %s: %u came to %.0f MB/s", now, self->best.preload_threads, speed);
      break;
    case OTR_TUNER_PROCESSOR:
      note = g_strdup_printf (
          "Keeps %s: later stages have work waiting at %.0f MB/s", now, speed);
      break;
    case OTR_TUNER_STORAGE:
    default:
      if (self->start.single_reader && self->now.preload_threads == 1)
        note = g_strdup_printf ("Keeps %s: more at once slow such storage down", now);
      else
        note = g_strdup_printf ("Keeps %s: nothing tried beats its %.0f MB/s", now, speed);
    }
  (void) g_strlcpy (self->note, note, sizeof self->note);
}

/* ---- the climb ---- */

/* Files under way are still read with the old settings: fewer readers come about one by one. */
static void
use (OtrTuner *self, OtrTunerChoice choice, OtrTunerState state)
{
  guint before = self->now.preload_threads;

  self->warm_up_s = WARM_UP_S;
  self->warm_up_files = before > choice.preload_threads ? before - choice.preload_threads : 0;
  choice.scout_threads = self->now.scout_threads;
  self->now = choice;
  self->state = state;
}

static guint
more_than (guint n)
{
  return MIN (n <= 2 ? n * 4 : n * 2, MOST_READERS);
}

static gboolean
is_open (const OtrTuner *self, Step step, gboolean starving)
{
  guint n = self->best.preload_threads;
  gboolean fast = self->best_speed >= FAST_SPEED;

  if (self->over[step])
    return FALSE;
  if (step == STEP_DIGEST)
    return fast;
  if (!starving)
    return FALSE;
  if (step == STEP_FEWER)
    return !fast && n > 1;
  return n < MOST_READERS && (fast || !self->start.single_reader);
}

static OtrTunerChoice
take_step (const OtrTuner *self, Step step)
{
  OtrTunerChoice choice = self->best;

  if (step == STEP_FEWER)
    choice.preload_threads /= 2;
  else if (step == STEP_MORE)
    choice.preload_threads = more_than (choice.preload_threads);
  else if (step == STEP_BETWEEN)
    choice.preload_threads *= 2;
  else
    choice.digest_while_preloading = !choice.digest_while_preloading;
  return choice;
}

static gboolean
is_late (const OtrTuner *self, const OtrTunerSample *sample, double needed_s)
{
  return self->climb_s + needed_s > SETTLE_S &&
         sample->done_part >= self->climb_part + SETTLE_PART;
}

/* What may be a rotating disk is tried with fewer readers first: more of them look like a gain
 * there, 91 MB/s with four after 84 with two, where one gets 115. */
static void
go_on (OtrTuner *self, const OtrTunerSample *sample)
{
  static const Step orders[][N_STEPS] = {
    { STEP_MORE, STEP_BETWEEN, STEP_FEWER, STEP_DIGEST },
    { STEP_FEWER, STEP_MORE, STEP_BETWEEN, STEP_DIGEST },
  };
  const Step *order = orders[self->start.unsure ? 1 : 0];
  gboolean starving = is_starving (&self->window);

  for (guint i = 0; i < N_STEPS && !is_late (self, sample, WARM_UP_S + WINDOW_S); i++)
    if (is_open (self, order[i], starving))
      {
        self->step = order[i];
        use (self, take_step (self, self->step), OTR_TUNER_TRYING);
        return;
      }
  use (self, self->best, starving ? OTR_TUNER_STORAGE : OTR_TUNER_PROCESSOR);
}

static void
begin (OtrTuner *self, const OtrTunerSample *sample, double speed)
{
  self->best = self->now;
  self->best_speed = speed;
  self->fewer_lost = FALSE;
  for (guint i = 0; i < N_STEPS; i++)
    self->over[i] = i == STEP_BETWEEN;
  go_on (self, sample);
}

/* What lost by fewer readers may gain a little by many: then a tie goes to them, once. A share
 * gives 78, 88 and 90 MB/s to one, two and eight; the last step is less than the doubt. */
static void
judge (OtrTuner *self, const OtrTunerSample *sample)
{
  double speed = speed_of (&self->window);
  double doubt = doubt_in (&self->window);
  gboolean long_step = self->now.preload_threads > 2 * self->best.preload_threads;
  gboolean ties = self->step == STEP_MORE && long_step && self->fewer_lost;

  if (speed > self->best_speed * (ties ? 1 : 1 + doubt))
    {
      self->best = self->now;
      self->best_speed = speed;
      self->patience = PATIENCE;
      self->over[self->step] = self->step == STEP_BETWEEN || self->step == STEP_DIGEST;
      if (self->step == STEP_FEWER)
        self->over[STEP_MORE] = speed < FAST_SPEED;
      if (self->step == STEP_MORE || self->step == STEP_BETWEEN)
        self->over[STEP_FEWER] = TRUE;
    }
  else
    {
      self->over[self->step] = TRUE;
      if (self->step == STEP_FEWER)
        self->fewer_lost = speed < self->best_speed * (1 - LEAST_DOUBT);
      if (self->step == STEP_MORE && long_step && speed < self->best_speed * (1 - doubt))
        self->over[STEP_BETWEEN] = FALSE;
    }
  go_on (self, sample);
}

/* ---- watching ---- */

/* Above or below what it settled at: 1 or -1. */
static int
find_change (const OtrTuner *self)
{
  double change = speed_of (&self->window) / self->best_speed - 1;

  if (self->state == OTR_TUNER_PROCESSOR && is_starving (&self->window))
    return 1;
  return fabs (change) <= OTHER_LEVEL ? 0 : change > 0 ? 1
                                                       : -1;
}

/* The first windows after a change hold some of the speed before it, so all is measured anew. What
 * proves to be nothing is waited for longer the next time. */
static void
watch (OtrTuner *self, const OtrTunerSample *sample)
{
  int change = find_change (self);

  self->n_changed = change == self->change ? self->n_changed + 1 : 1;
  self->change = change;
  if (change == 0 || self->n_changed < self->patience)
    return;
  self->patience = MIN (self->patience * 2, MOST_PATIENCE);
  self->climb_s = 0;
  self->climb_part = sample->done_part;
  self->n_changed = 0;
  use (self, self->now, OTR_TUNER_MEASURING);
}

/* ---- scouts ---- */

static void
tune_scouts (OtrTuner *self, const OtrTunerSample *sample)
{
  Scouts *scouts = &self->scouts;
  double speed;

  if (scouts->over || self->start.single_reader)
    return;
  add (&scouts->window, sample->seconds, (double) sample->found, (double) sample->found, 0);
  if (!is_full (&scouts->window))
    return;
  speed = speed_of (&scouts->window);
  if (speed > scouts->best_speed * (1 + doubt_in (&scouts->window)))
    {
      scouts->best = self->now.scout_threads;
      scouts->best_speed = speed;
      self->now.scout_threads = MIN (scouts->best * 2, MOST_SCOUTS);
      scouts->over = self->now.scout_threads == scouts->best;
    }
  else
    {
      self->now.scout_threads = scouts->best;
      scouts->over = TRUE;
    }
  scouts->window = (Window){ 0 };
}

/* ---- feeding ---- */

static gboolean
is_warming_up (OtrTuner *self, const OtrTunerSample *sample)
{
  if (self->warm_up_s <= 0 && self->warm_up_files == 0)
    return FALSE;
  self->warm_up_s -= sample->seconds;
  self->warm_up_files -= MIN (self->warm_up_files, sample->files);
  return TRUE;
}

static void
tune_readers (OtrTuner *self, const OtrTunerSample *sample)
{
  self->climb_s += sample->seconds;
  if (is_warming_up (self, sample))
    return;
  add (&self->window,
       sample->seconds,
       (double) sample->files + (double) sample->bytes / UNIT_BYTES,
       (double) sample->bytes + (double) sample->files * FILE_COST,
       sample->later_fill);
  if (self->state == OTR_TUNER_TRYING && !is_full (&self->window) && is_late (self, sample, 0))
    use (self, self->best, OTR_TUNER_STORAGE);
  else if (!is_full (&self->window))
    return;
  else if (self->state == OTR_TUNER_MEASURING)
    begin (self, sample, speed_of (&self->window));
  else if (self->state == OTR_TUNER_TRYING)
    judge (self, sample);
  else
    watch (self, sample);
  self->window = (Window){ 0 };
  describe (self);
}

gboolean
otr_tuner_feed (OtrTuner *self, const OtrTunerSample *sample, OtrTunerChoice *out_choice)
{
  OtrTunerChoice before = self->now;

  if (sample->seconds <= 0)
    return FALSE;
  /* Readers without work say nothing of the storage. */
  if (sample->n_planned > 0)
    tune_readers (self, sample);
  else if (sample->scanning)
    tune_scouts (self, sample);
  *out_choice = self->now;
  return before.preload_threads != self->now.preload_threads ||
         before.scout_threads != self->now.scout_threads ||
         before.digest_while_preloading != self->now.digest_while_preloading;
}

/* ---- life ---- */

OtrTuner *
otr_tuner_new (const OtrTunerStart *start)
{
  OtrTuner *self = g_new0 (OtrTuner, 1);

  self->start = *start;
  self->now = self->best = start->choice;
  self->scouts.best = start->choice.scout_threads;
  self->warm_up_s = WARM_UP_S;
  self->patience = PATIENCE;
  describe (self);
  return self;
}

void
otr_tuner_free (OtrTuner *self)
{
  g_free (self);
}

OtrTunerState
otr_tuner_get_state (const OtrTuner *self)
{
  return self->state;
}

const char *
otr_tuner_get_note (const OtrTuner *self)
{
  return self->note;
}
