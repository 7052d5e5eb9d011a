/* A repair moves what is wrong; where that fails, a search that knows nothing of
 * the drawing but its border may find what fits. */
#include "search_around.h"
#include "base/mem.h"
#include "base/subgraph.h"
#include "search_lengths.h"
#include "solve/descent/descend.h"
#include "solve/descent/length_error.h"

#include <math.h>
#include <string.h>

enum {
  SPOTS = 16,                  /* searched at most */
  WRONG = 100,                 /* nodes with wrong edges: where there are more,
                                  lengths rather cannot be met */
  SIZES = 2
};

/* Nodes of a surrounding: a larger one where the smaller did not help. */
static const size_t size_of[SIZES] = { 60, 200 };

static const double wrong = 1e-4;      /* error of an edge */

typedef struct {
  const mg_task *task;
  double *y;
  unsigned *node, *map;        /* n each; map all MG_NOWHERE */
  unsigned char *seen;         /* n: all 0 */
  size_t iterations;
} around;

/* Nodes around node i, `most` or somewhat more. */
static size_t
collect(around *a, size_t i, size_t most)
{
  size_t begin = 0, count = 1;

  a->node[0] = (unsigned)i;
  a->seen[i] = 1;
  while (count < most && begin < count) {
    size_t next = mg_breadth_first_from(a->task->graph, a->node, begin, count,
                                        1, a->seen);

    begin = count;
    count = next;
  }
  return count;
}

/* Nodes with neighbours outside are held, as are pins. */
static void
hold_border(const around *a, size_t count, unsigned char *pin)
{
  const mg_graph *g = a->task->graph;
  size_t dim = a->task->dim;

  for (size_t k = 0; k < count; k++) {
    size_t i = a->node[k];
    int border = 0;

    for (size_t s = g->row[i]; s < g->row[i + 1]; s++)
      border |= !a->seen[g->to[s]];
    for (size_t c = 0; c < dim; c++)
      pin[k * dim + c] = border || (a->task->pin != NULL
                                    && a->task->pin[i * dim + c]);
  }
}

static mgnn_status
search_spot(around *a, size_t i, size_t most, int *better, mgnn_error *err)
{
  size_t dim = a->task->dim, count = collect(a, i, most);
  double *part = mg_alloc(count, dim * sizeof *part);
  double *partial = mg_alloc(mg_blocks(count), sizeof *partial), before;
  unsigned char *pin = mg_alloc(count, dim);
  mg_run_control quiet = *a->task->control;
  mg_subgraph sub = { 0 };
  mg_task t = { &sub.graph, dim, pin, &quiet, NULL };
  mg_search found;
  mgnn_status status = MGNN_OK;

  quiet.trajectory = NULL;
  TRY(mg_allocated(part, err));
  TRY(mg_allocated(partial, err));
  TRY(mg_allocated(pin, err));
  hold_border(a, count, pin);
  TRY(mg_subgraph_init(&sub, a->task->graph, a->node, count, a->map, NULL,
                       err));
  mg_subgraph_take(&sub, dim, a->y, part);
  before = mg_energy(&sub.graph, dim, quiet.seed, 1, part, NULL, partial);
  TRY(mg_search_lengths(&t, part, NULL, &found, err));
  a->iterations += found.iterations;
  *better = found.energy < 0.5 * before;
  if (*better)
    mg_subgraph_give(&sub, dim, part, a->y);
end:
  for (size_t k = 0; k < count; k++)
    a->seen[a->node[k]] = 0;
  mg_subgraph_free(&sub);
  mg_free(part);
  mg_free(partial);
  mg_free(pin);
  return status;
}

static mgnn_status
spots(around *a, mgnn_error *err)
{
  const mg_task *t = a->task;
  mg_error_unit unit = mg_error_unit_of(t->graph);
  size_t tried = 0, count = 0;
  mgnn_status status = MGNN_OK;

  for (size_t i = 0; i < t->graph->n; i++)
    count += mg_length_error_at(t->graph, i, t->dim, a->y, unit) >= wrong;
  if (count > WRONG)
    goto end;
  for (size_t i = 0; i < t->graph->n && tried < SPOTS; i++) {
    int better = 0;

    if (mg_length_error_at(t->graph, i, t->dim, a->y, unit) < wrong)
      continue;
    tried++;
    for (size_t k = 0; k < SIZES && !better && !mg_run_over(t->control); k++)
      TRY(search_spot(a, i, size_of[k], &better, err));
  }
end:
  return status;
}

mgnn_status
mg_search_around(const mg_task *t, double *y, mg_search *found, mgnn_error *err)
{
  size_t n = t->graph->n;
  around a = { .task = t, .y = y };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(a.node = mg_alloc(2 * n, sizeof *a.node), err));
  TRY(mg_allocated(a.seen = mg_zalloc(n, 1), err));
  a.map = a.node + n;
  memset(a.map, 255, n * sizeof *a.map);
  TRY(spots(&a, err));
  found->iterations += a.iterations;
  TRY(mg_descend_from(t, (mg_depth){ 0, 1e-4, 1e-20, 5 }, y, found, err));
end:
  mg_free(a.node);
  mg_free(a.seen);
  return status;
}
