/* --no-overlap: nodes as they are drawn may not cover each other.  How large
 * they are in the drawing depends on how large the drawing is, so the two are
 * found in turns. */
#include "base/mem.h"
#include "job.h"
#include "paint.h"
#include "render/compose/still.h"
#include "solve/arrange/overlap.h"

#include <math.h>
#include <string.h>

enum { TURNS = 30 };

/* How far apart nodes have to be with the drawing as it is now. */
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
  mgnn_status status = MGNN_OK;

  style.labels = 0;
  memset(&dress, 0, sizeof dress);
  mg_paint_expect(job->paint, 1);
  TRY(mg_paint_see(job->paint, xy, err));
  TRY(mg_paint_settle(job->paint, err));
  TRY(mg_paint_dress(job->paint, xy, &pic, &dress, err));
  TRY(mg_still_diameter(&pic, &style, out, err));
end:
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
