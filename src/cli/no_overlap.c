/* --no-overlap: nodes as they are drawn may not cover each other.  How large
 * they are in the drawing depends on how large the drawing is, so the two are
 * found in turns. */
#include "base/mem.h"
#include "layout_stages.h"
#include "render/compose/still.h"
#include "solve/arrange/overlap.h"

#include <math.h>
#include <string.h>

enum { TURNS = 30 };

static mgnn_status
diameter_now(const mg_layout *l, const double *xy, double *out, mgnn_error *err)
{
  const mg_graph *g = &l->in.problem->graph;
  mg_picture pic = { .n = g->n, .m = g->m, .ends = g->ends, .xy = xy,
                     .group = l->in.groups.group,
                     .groups = (const char *const *)l->in.groups.name,
                     .group_count = l->in.groups.count };
  mg_encoding *encoding = l->pictures.encoding;
  mg_encoded values = { 0 };
  mgnn_status status = MGNN_OK;

  mg_encoding_begin(encoding, 2, 1);
  TRY(mg_encoding_add(encoding, xy, err));
  TRY(mg_encoding_finish(encoding, err));
  TRY(mg_encode(encoding, xy, &pic, &values, err));
  TRY(mg_still_diameter(&pic, &l->pictures.style, out, err));
end:
  mg_encoded_free(&values);
  return status;
}

mgnn_status
mg_layout_no_overlap(mg_layout *l, mgnn_error *err)
{
  size_t n = l->in.src.n, pairs = 1;
  double *y = l->runs.run[0].last, *before = NULL;
  mgnn_status status = MGNN_OK;

  if (!l->opt.search.no_overlap || n < 2)
    return MGNN_OK;
  TRY(mg_allocated(before = mg_alloc(2 * n, sizeof *before), err));
  memcpy(before, y, 2 * n * sizeof *y);
  l->found.overlap.energy_before = l->found.best->energy;
  for (int turn = 0; turn < TURNS && pairs > 0; turn++) {
    double gap = 0;

    TRY(diameter_now(l, y, &gap, err));
    if (!(gap > 0))
      break;
    TRY(mg_overlap_remove(n, y, gap, l->runs.seed, &pairs, err));
    if (turn == 0)
      l->found.overlap.pairs = pairs;
  }
  for (size_t i = 0; i < n; i++) {
    double moved = hypot(y[2 * i] - before[2 * i],
                         y[2 * i + 1] - before[2 * i + 1]);

    l->found.overlap.mean_move += moved / (double)n;
    l->found.overlap.max_move = fmax(l->found.overlap.max_move, moved);
  }
end:
  mg_free(before);
  return status;
}
