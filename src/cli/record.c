/* The frames of a run in layout mode: from the way that the search went down
 * to drawings at even steps of motion. */
#include "base/mem.h"
#include "job.h"
#include "solve/arrange/trajectory.h"

#include <math.h>
#include <string.h>

enum { STEPS = 60 };           /* into which the whole way is divided */

/* The drawing as it is delivered ends the way: --no-overlap and --align have
 * moved it since the search. */
static mgnn_status
way_finish(const mg_job *job, const mg_run *run, mg_trajectory *t, mgnn_error *err)
{
  size_t size = job->in.src.n * job->in.dim, last;
  mgnn_status status = MGNN_OK;
  double rest;

  if (job->in.pinned == 0)
    status = mg_trajectory_align(t, run->last, job->in.start_given, err);
  if (status != MGNN_OK)
    return status;
  if (t->count == 0)
    mg_trajectory_add(t, 0, run->last, 0);
  else {
    last = t->count - 1;
    rest = mg_rms_distance(t->x + last * size, run->last, t->n, t->dim);
    if (rest > 1e-3 * t->length[last])
      mg_trajectory_add(t, t->iteration[last] - t->before, run->last,
                   t->value[last]);
  }
  status = mg_trajectory_check(t, err);
  if (status == MGNN_OK)
    memcpy(t->x + (t->count - 1) * size, run->last, size * sizeof *t->x);
  return status;
}

/* Every point of the way, measured. */
static mgnn_status
curve_make(const mg_job *job, mg_run *run, const mg_trajectory *t, mgnn_error *err)
{
  size_t size = job->in.src.n * job->in.dim;
  mgnn_status status = MGNN_OK;

  run->curve = mg_zalloc(t->count, sizeof *run->curve);
  if (run->curve == NULL)
    return mg_fail_memory(err);
  for (size_t k = 0; k < t->count && status == MGNN_OK; k++) {
    run->curve[k].step = t->iteration[k];
    run->curve[k].merit = t->value[k];
    status = mgnn_measure(job->in.problem, job->in.dim, t->x + k * size, NULL, 0,
                          &run->curve[k].figures, err);
  }
  run->curve_count = t->count;
  return status;
}

/* Frames from point a, which is the last one so far, to point b: as many as
 * fit, those before b on the straight line. */
static void
frames_go(mg_run *run, const mg_trajectory *t, size_t a, size_t b, double step)
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

/* A gap makes at most gap / (0.75 step) frames, the last one 1 more. */
static mgnn_status
frames_make(mg_run *run, const mg_trajectory *t, mgnn_error *err)
{
  size_t size = t->n * t->dim, last = t->count - 1, at = 0;
  size_t steps = t->most < STEPS ? t->most : STEPS, most = steps * 4 / 3 + 4;
  double step = t->length[last] / (double)steps;

  run->frames = mg_alloc(most, size * sizeof *run->frames);
  run->frame = mg_zalloc(most, sizeof *run->frame);
  if (run->frames == NULL || run->frame == NULL)
    return mg_fail_memory(err);
  memcpy(run->frames, t->x, size * sizeof *run->frames);
  run->frame[0] = run->curve[0];
  run->frame_count = 1;
  for (size_t k = 1; k <= last; k++)
    if (t->length[k] - t->length[at] >= 0.75 * step || k == last) {
      frames_go(run, t, at, k, step);
      at = k;
    }
  return MGNN_OK;
}

mgnn_status
mg_job_record(const mg_job *job, mg_run *run, mg_trajectory *t, mgnn_error *err)
{
  mgnn_status status = way_finish(job, run, t, err);

  if (status == MGNN_OK)
    status = curve_make(job, run, t, err);
  if (status == MGNN_OK)
    status = frames_make(run, t, err);
  return status;
}
