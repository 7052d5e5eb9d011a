/* Branch and prune as a start: the first leaf that is good, or the best of some. */
#include "branch_start.h"
#include "solve/descent/length_error.h"

#include <string.h>

enum { LEAVES = 64 };          /* that are looked at */

static const double good = 1e-4;       /* relative error of a length */
static const double rounding = 1e-7;   /* of positions, in mean lengths */

typedef struct {
  const mg_task *task;
  double *y;
  double worst;                /* error of y; INFINITY: there is none */
  size_t leaves;
} best;

double
mg_branch_tolerance(const mg_graph *g)
{
  mg_error_unit unit = mg_error_unit_of(g);

  return rounding * unit.mean + 2 * unit.rounding;
}

static int
on_leaf(void *ctx, const mg_branch_leaf *leaf)
{
  best *b = ctx;
  const mg_graph *g = b->task->graph;
  double worst = mg_length_error_most(g, b->task->dim, leaf->x);

  if (worst < b->worst) {
    b->worst = worst;
    memcpy(b->y, leaf->x, g->n * b->task->dim * sizeof *b->y);
  }
  return ++b->leaves >= LEAVES || worst < good;
}

mgnn_status
mg_branch_start(const mg_task *t, const unsigned *number, double work, double *y,
                int *found, mgnn_error *err)
{
  best b = { .task = t, .y = y, .worst = INFINITY };
  mg_branch_options opt = { mg_branch_tolerance(t->graph), work, on_leaf, &b,
                            t->control };
  mg_branch_result result;
  mg_k_tree tree = { 0 };
  mgnn_status status = MGNN_OK;

  *found = 0;
  if (t->dim > MG_BRANCH_DIM)
    return MGNN_OK;
  TRY(mg_k_tree_find(&tree, t->graph, t->dim, number, err));
  if (tree.count < t->graph->n || tree.missed > 10 * opt.tolerance)
    goto end;
  TRY(mg_branch_prune(&tree, &opt, &result, err));
  *found = b.leaves > 0;
end:
  mg_k_tree_free(&tree);
  return status;
}
