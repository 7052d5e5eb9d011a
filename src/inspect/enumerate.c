/* Finds drawings with the same lengths: refines every leaf of branch and prune and
 * adds its mirror images; with intervals, refines leaves until there are enough. */
#include "enumerate.h"
#include "base/dense.h"
#include "base/mem.h"
#include "measure/measure.h"
#include "feasible.h"
#include "solve/arrange/align.h"
#include "solve/branch/arc_search.h"
#include "solve/branch/branch_prune.h"
#include "solve/descent/descend.h"
#include "solve/lengths/pin_edges.h"

#include <math.h>
#include <string.h>

enum {
  PASSES = 1000,               /* at most, over the tree of arcs */
  BARREN = 10                  /* passes in a row without a new drawing */
};

static const double work_most = 2e9;   /* places compared; some seconds */
static const double arc_work = 2e7;    /* iterations * edges; some seconds */
static const double near = 5e-3;       /* relative error of lengths in the tree
                                          of arcs */

typedef struct {
  const mg_enumeration *e;
  mg_enumerated *out;
  mg_task free;                /* without pins; their distances are edges instead */
  const mg_k_tree *tree;
  size_t span;                 /* dimension that the pins span */
  double *x, *trial, *plane;
  unsigned char *moved;
  double work;                 /* of descents: iterations times edges */
  int enough;
  mgnn_status status;
  mgnn_error *err;
} enumeration;

/* ---- pins ---- */

size_t
mg_pins_span(const mgnn_problem *p, size_t dim, const double *y)
{
  double basis[MG_BRANCH_DIM * MG_BRANCH_DIM], most = 0;
  const double *first = NULL;
  size_t rank = 0;

  if (p->pin == NULL)
    return SIZE_MAX;
  for (size_t i = 0; i < p->graph.n; i++) {
    size_t held = 0;
    double v[MG_BRANCH_DIM], height;

    for (size_t c = 0; c < dim; c++)
      held += p->pin[i * dim + c] != 0;
    if (held > 0 && held < dim)
      return 0;
    if (held == 0 || rank == dim || dim > MG_BRANCH_DIM)
      continue;
    if (first == NULL)
      first = y + i * dim;
    for (size_t c = 0; c < dim; c++)
      v[c] = y[i * dim + c] - first[c];
    most = fmax(most, sqrt(mg_inner(v, v, dim)));
    height = mg_orthogonalise(dim, basis, rank, v);
    if (!(height > 1e-6 * most))
      continue;
    for (size_t c = 0; c < dim; c++)
      basis[rank * dim + c] = v[c] / height;
    rank++;
  }
  return rank;
}

/* Mirror x in the hyperplane that the pins span. */
static void
mirror_at_pins(const enumeration *s, double *x)
{
  const mgnn_problem *p = s->e->p;
  size_t dim = s->e->dim, count = 0;
  double point[MG_BRANCH_DIM * MG_BRANCH_DIM], normal[MG_BRANCH_DIM];
  double basis[MG_BRANCH_DIM * MG_BRANCH_DIM];

  for (size_t i = 0; i < p->graph.n && count < dim; i++)
    if (p->pin[i * dim]) {
      memcpy(point + count * dim, x + i * dim, dim * sizeof *x);
      count += count == 0
               || mg_hyperplane(dim, point, count + 1, basis, normal) > 1e-6;
    }
  mg_hyperplane(dim, point, count, basis, normal);
  for (size_t i = 0; i < p->graph.n; i++) {
    double dot = 0;

    for (size_t c = 0; c < dim && !p->pin[i * dim]; c++)
      dot += (x[i * dim + c] - point[c]) * normal[c];
    for (size_t c = 0; c < dim; c++)
      x[i * dim + c] -= 2 * dot * normal[c];
  }
}

/* ---- leaves ---- */

/* Give s->x to the caller with the pins in place, and, if they span a
 * hyperplane, also its mirror image there. */
static mgnn_status
hand_over(enumeration *s)
{
  const mg_enumeration *e = s->e;
  size_t n = e->p->graph.n, dim = e->dim;

  memcpy(s->trial, s->x, n * dim * sizeof *s->x);
  if (e->p->pin != NULL)
    PASS(mg_align_to_pins(n, dim, e->p->pin, e->y, s->trial, s->err));
  PASS(e->found(e->ctx, s->trial, &s->enough, s->err));
  if (s->span != dim - 1 || s->enough)
    return MGNN_OK;
  memcpy(s->trial, s->x, n * dim * sizeof *s->x);
  PASS(mg_align_to_pins(n, dim, e->p->pin, e->y, s->trial, s->err));
  mirror_at_pins(s, s->trial);
  return e->found(e->ctx, s->trial, &s->enough, s->err);
}

/* Refine a leaf; *met: whether it then meets the lengths. */
static mgnn_status
refine(enumeration *s, const double *x, int *met)
{
  const mg_enumeration *e = s->e;
  mg_search found = { 0 };
  mgnn_figures f;

  memcpy(s->x, x, e->p->graph.n * e->dim * sizeof *x);
  PASS(mg_descend_from(&s->free, (mg_depth){ 0, 1e-6, 1e-24, 5 }, s->x, &found,
                       s->err));
  s->work += (double)found.iterations * (double)s->free.graph->m;
  PASS(mgnn_measure(e->p, e->dim, s->x, NULL, 0, &f, s->err));
  *met = mg_lengths_met(&e->p->graph, &f, e->tolerance);
  return MGNN_OK;
}

/* Hand over the 2^count drawings of a leaf: mirror one free node after another,
 * in the order of a Gray code. */
static mgnn_status
leaf_expand(enumeration *s, const mg_branch_leaf *leaf)
{
  mg_k_tree own = *s->tree;
  int met;

  PASS(refine(s, leaf->x, &met));
  if (!met)
    return MGNN_OK;
  s->out->count += ldexp(s->span == s->e->dim - 1 ? 2 : 1, (int)leaf->count);
  own.x = s->x;
  for (size_t k = 1; !s->enough; k++) {
    size_t bit = 0;

    PASS(hand_over(s));
    while (bit < leaf->count && !(k >> bit & 1))
      bit++;
    if (bit == leaf->count)
      break;
    mg_k_tree_flip(&own, leaf->free[bit], s->moved, s->plane);
  }
  return MGNN_OK;
}

static int
on_leaf(void *ctx, const mg_branch_leaf *leaf)
{
  enumeration *s = ctx;

  s->status = leaf_expand(s, leaf);
  return s->status != MGNN_OK
         || (s->e->work > 0 && (s->enough || s->work > s->e->work));
}

static mgnn_status
scratch_take(enumeration *s, mgnn_error *err)
{
  size_t n = s->free.graph->n, dim = s->free.dim;

  s->x = mg_alloc(2 * n * dim + (2 * dim + 2) * dim, sizeof *s->x);
  PASS(mg_allocated_all(err, s->x, s->moved = mg_alloc(n, 1)));
  s->trial = s->x + n * dim;
  s->plane = s->trial + n * dim;
  s->err = err;
  return MGNN_OK;
}

/* The largest error of a length in the known drawing. */
static double
known_off(const enumeration *s)
{
  const mg_graph *g = s->free.graph;
  double most = 0;

  for (size_t e = 0; e < g->m; e++) {
    double r = mg_edge_length(g, e, s->free.dim, s->e->y);

    if (g->stiffness == NULL || g->stiffness[e] > 0)
      most = fmax(most, fabs(r - mg_edge_fit_of(g, e, r).target));
  }
  return most;
}

/* Search the tree.  If the known drawing meets the lengths only roughly, others may
 * too: the tolerance is widened, but drawings may then be missed or found twice. */
static mgnn_status
search(enumeration *s, mg_k_tree *tree, mgnn_error *err)
{
  double exact = mg_branch_tolerance(s->free.graph), off = known_off(s);
  const mg_branch_options opt = { fmax(exact, 2 * off), s->e->work > 0
                                  ? s->e->work : work_most, on_leaf, s, NULL };
  mg_branch_result result;

  s->tree = tree;
  PASS(mg_branch_prune(tree, &opt, &result, err));
  PASS(s->status);
  s->out->complete = result.complete && off <= exact;
  if (off > exact)
    s->out->count = 0;
  return MGNN_OK;
}

/* ---- arcs ---- */

static int
on_arc_leaf(void *ctx, const double *x)
{
  enumeration *s = ctx;
  int met;
  mgnn_status status = MGNN_OK;

  TRY(refine(s, x, &met));
  if (met)
    TRY(hand_over(s));
end:
  s->status = status;
  return status != MGNN_OK || s->enough || s->work > arc_work;
}

static mgnn_status
arcs_search(enumeration *s, mgnn_error *err)
{
  mg_arc_options opt = { .good = near, .leaf = on_arc_leaf, .ctx = s };
  mg_run_control control = *s->free.control;
  mg_task task = s->free;
  mg_arc_result result;
  size_t barren = 0;

  control.seed = s->e->seed;
  task.control = &control;
  for (; opt.pass < PASSES && !s->enough && s->work < arc_work
         && barren < BARREN; opt.pass++) {
    size_t before = *s->e->kept;

    opt.work = arc_work - s->work;
    PASS(mg_arc_search(&task, NULL, &opt, s->x, &result, err));
    PASS(s->status);
    s->work += result.work;
    s->out->arcs = result.ordered;
    if (!result.ordered)
      break;
    barren = *s->e->kept > before ? 0 : barren + 1;
  }
  return MGNN_OK;
}

mgnn_status
mg_enumerate(const mg_enumeration *e, mg_enumerated *out, mgnn_error *err)
{
  static const mg_run_control plain = { .seed = 1, .threads = 1,
                                       .tolerance = 1e-6 };
  const mg_task task = { &e->p->graph, e->dim, e->p->pin, &plain, NULL };
  mg_subgraph joined = { 0 };
  mg_k_tree tree = { 0 };
  enumeration s = { .e = e, .out = out,
                    .free = { &e->p->graph, e->dim, NULL, &plain, NULL } };
  mgnn_status status = MGNN_OK;

  *out = (mg_enumerated){ 0 };
  if (e->dim > MG_BRANCH_DIM)
    return MGNN_OK;
  s.span = mg_pins_span(e->p, e->dim, e->y);
  if (e->p->pin != NULL && s.span + 1 < e->dim)
    return MGNN_OK;
  if (e->p->pin != NULL) {
    TRY(mg_pin_edges_add(&joined, &task, e->y, err));
    s.free.graph = &joined.graph;
  }
  TRY(mg_k_tree_find(&tree, s.free.graph, e->dim, NULL, err));
  out->ordered = tree.count == e->p->graph.n && tree.count > 0;
  TRY(scratch_take(&s, err));
  if (out->ordered)
    TRY(search(&s, &tree, err));
  else if (e->work == 0)
    TRY(arcs_search(&s, err));
end:
  mg_free_all(s.x, s.moved);
  mg_k_tree_free(&tree);
  mg_subgraph_free(&joined);
  return status;
}
