/* The frames of a run in layout mode: from the trajectory of the search to
 * drawings at even steps of motion. */
#include "base/mem.h"
#include "search.h"

#include <math.h>
#include <string.h>

enum { STEPS = 60 };           /* into which the whole trajectory is divided */

static mgnn_status
curve_make(const mg_results *runs, mg_run *run, const mg_trajectory *t,
           mgnn_error *err)
{
  size_t size = t->n * t->dim;

  PASS(mg_allocated(run->curve = mg_zalloc(t->count, sizeof *run->curve), err));
  for (size_t k = 0; k < t->count; k++) {
    run->curve[k].step = t->iteration[k];
    run->curve[k].merit = t->value[k];
    PASS(mgnn_measure(runs->in->problem, t->dim, t->x + k * size, NULL, 0,
                      &run->curve[k].figures, err));
  }
  run->curve_count = t->count;
  return MGNN_OK;
}

/* Frames from point a, where the last one so far is, to point b: one for each
 * `step` of motion between them, those before b on the straight line
 *   x(k) = x_a + k/parts (x_b - x_a). */
static void
frames_between(mg_run *run, const mg_trajectory *t, size_t a, size_t b,
               double step)
{
  size_t size = t->n * t->dim;
  double gap = t->length[b] - t->length[a];
  size_t parts = step > 0 && gap > 1.5 * step ? (size_t)(gap / step + 0.5) : 1;
  const double *from = t->x + a * size, *to = t->x + b * size;

  for (size_t k = 1; k <= parts; k++) {
    double share = (double)k / (double)parts;
    double *x = run->frames + run->frame_count * size;

    run->frame[run->frame_count] = run->curve[k < parts ? a : b];
    run->frame[run->frame_count++].between = k < parts;
    if (k == parts)
      memcpy(x, to, size * sizeof *x);
    else
      for (size_t c = 0; c < size; c++)
        x[c] = from[c] + share * (to[c] - from[c]);
  }
}

/* Whether nodes move by more than can be seen, a ten-thousandth of the extent: a
 * drawing that is only turned into place does not, but for rounding. */
static int
is_moving(const mg_trajectory *t)
{
  size_t size = t->n * t->dim, last = t->count - 1;
  const double *x = t->x + last * size;
  double extent = 0;

  for (size_t k = 0; k < size; k++)
    extent = fmax(extent, fabs(x[k] - x[k % t->dim]));
  return t->length[last] > 1e-4 * extent;
}

/* A gap makes at most gap / (0.75 step) frames, the last one 1 more. */
static mgnn_status
frames_make(mg_run *run, const mg_trajectory *t, mgnn_error *err)
{
  size_t size = t->n * t->dim, last = t->count - 1, at = 0;
  size_t steps = t->most < STEPS ? t->most : STEPS, most = steps * 4 / 3 + 4;
  double step = t->length[last] / (double)steps;

  PASS(mg_allocated(run->frames = mg_alloc(most, size * sizeof *run->frames), err));
  PASS(mg_allocated(run->frame = mg_zalloc(most, sizeof *run->frame), err));
  if (!is_moving(t))
    at = last;
  memcpy(run->frames, t->x + at * size, size * sizeof *run->frames);
  run->frame[0] = run->curve[at];
  run->frame_count = 1;
  for (size_t k = at + 1; k <= last; k++)
    if (t->length[k] - t->length[at] >= 0.75 * step || k == last) {
      frames_between(run, t, at, k, step);
      at = k;
    }
  return MGNN_OK;
}

mgnn_status
mg_trajectory_frames(const mg_results *runs, mg_run *run,
                     const mg_trajectory *t, mgnn_error *err)
{
  PASS(curve_make(runs, run, t, err));
  return frames_make(run, t, err);
}
