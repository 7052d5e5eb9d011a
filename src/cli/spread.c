/* --no-overlap: nodes as they are drawn may not cover each other.  How large
 * they are in the drawing depends on how large the drawing is, so the two are
 * found in turns. */
#include "base/mem.h"
#include "job.h"
#include "paint.h"
#include "render/canvas/scene.h"
#include "solve/arrange/overlap.h"

#include <math.h>
#include <string.h>

enum { TURNS = 30 };

/* The diameter of the nodes in the units of the drawing: what is 2 radii plus
 * a hair on the page.  0 if nothing can be said (a single spot). */
static double
diameter_of(const mg_scene *scene, const double *xy, size_t n)
{
  double low = INFINITY, high = -INFINITY, from = INFINITY, to = -INFINITY;
  double radius = 0;

  /* Along the diagonal, so that a drawing that is all wide or all high has an
   * extent. */
  for (size_t i = 0; i < n; i++) {
    from = fmin(from, xy[2 * i] + xy[2 * i + 1]);
    to = fmax(to, xy[2 * i] + xy[2 * i + 1]);
  }
  for (size_t p = 0; p < scene->panels; p++)
    for (size_t r = 0; r < scene->panel[p].node_runs; r++) {
      const mg_node_run *run = &scene->panel[p].nodes[r];

      if (strcmp(scene->panel[p].name, "drawing") != 0)
        continue;
      for (size_t k = 0; k < run->count; k++) {
        int own = run->dot[k].radius > 0 ? run->dot[k].radius : run->radius;

        radius = fmax(radius, own + run->outline_width / 2.0);
        /* y is down on the page */
        low = fmin(low, run->dot[k].at.x - run->dot[k].at.y);
        high = fmax(high, run->dot[k].at.x - run->dot[k].at.y);
      }
    }
  return high > low && to > from ? 2.1 * radius * (to - from) / (high - low) : 0;
}

static mgnn_status
diameter_now(const mg_job *job, const double *xy, double *out, mgnn_error *err)
{
  const mg_graph *g = &job->in.problem->graph;
  mg_picture pic = { .n = g->n, .m = g->m, .ends = g->ends, .xy = xy,
                     .group = job->in.groups.group,
                     .groups = (const char *const *)job->in.groups.name,
                     .group_count = job->in.groups.count };
  mg_style style = job->opt->style;
  mg_dress dress;
  mg_scene scene;
  mgnn_status status;

  style.labels = 0;
  memset(&scene, 0, sizeof scene);
  memset(&dress, 0, sizeof dress);
  mg_paint_expect(job->paint, 1);
  status = mg_paint_see(job->paint, xy, err);
  if (status == MGNN_OK)
    status = mg_paint_settle(job->paint, err);
  if (status == MGNN_OK)
    status = mg_paint_dress(job->paint, xy, &pic, &dress, err);
  if (status == MGNN_OK)
    status = mg_scene_build(&scene, &pic, &style, NULL, err);
  if (status == MGNN_OK)
    *out = diameter_of(&scene, xy, g->n);
  mg_scene_free(&scene);
  mg_dress_free(&dress);
  return status;
}

mgnn_status
mg_job_spread(mg_job *job, double *y, mgnn_error *err)
{
  size_t n = job->in.src.n, pairs = 1;
  double *before;
  mgnn_status status = MGNN_OK;

  if (!job->opt->no_overlap || n < 2)
    return MGNN_OK;
  before = mg_alloc(2 * n, sizeof *before);
  if (before == NULL)
    return mg_fail_memory(err);
  memcpy(before, y, 2 * n * sizeof *y);
  job->spread.energy_before = job->outcome.energy;
  for (int turn = 0; turn < TURNS && pairs > 0 && status == MGNN_OK; turn++) {
    double gap = 0;

    status = diameter_now(job, y, &gap, err);
    if (status != MGNN_OK || !(gap > 0))
      break;
    status = mg_overlap_remove(n, y, gap, (unsigned long)job->opt->seed, &pairs,
                               err);
    if (turn == 0)
      job->spread.pairs = pairs;
  }
  for (size_t i = 0; i < n; i++) {
    double moved = hypot(y[2 * i] - before[2 * i],
                         y[2 * i + 1] - before[2 * i + 1]);

    job->spread.mean_move += moved / (double)n;
    job->spread.max_move = fmax(job->spread.max_move, moved);
  }
  mg_free(before);
  return status;
}
