/* Tests rigidity: chooses the method for the dimension and combines the
 * results. */
#include "rigidity.h"

#include "base/mem.h"
#include "base/subgraph.h"
#include "framework.h"
#include "problem/components.h"

#include <string.h>

/* n points in general position span min(n-1, dim) dimensions.  The motions that
 * fix k of them are the rotations around their span, less the rotations that
 * move none of the n points:
 *   C(dim+1 - min(k, dim+1), 2) - C(dim+1 - min(n, dim+1), 2),
 * where k = 0 counts translations as rotations. */
size_t
mg_rigid_motions(size_t n, size_t pinned, size_t dim)
{
  size_t a = dim + 1 - (pinned < dim + 1 ? pinned : dim + 1);
  size_t b = dim + 1 - (n < dim + 1 ? n : dim + 1);

  return (a * a - a) / 2 - (b * b - b) / 2;
}

/* With n <= dim+1 nodes, globally rigid means complete. */
static int
complete(const mg_bars *b)
{
  return b->m == b->n * (b->n - (b->n > 0)) / 2;
}

static int
all_redundant(const mg_bars *b, const mg_bar_facts *f)
{
  for (size_t e = 0; e < b->m; e++)
    if (!f->redundant[e])
      return 0;
  return 1;
}

/* Globally rigid means 3-connected and redundantly rigid in the plane,
 * 2-connected on the line (Connelly, Jackson and Jordan). */
static mgnn_status
decide_by_counting(const mg_bars *b, const mg_bar_facts *f, mgnn_rigidity *r,
              mgnn_error *err)
{
  r->globally_rigid = 0;
  if (b->n <= r->dim + 1) {
    r->globally_rigid = complete(b);
    return MGNN_OK;
  }
  if (r->dim == 1)
    return mg_biconnected(b, &r->globally_rigid, err);
  if (!r->rigid || !all_redundant(b, f))
    return MGNN_OK;
  return mg_triconnected(b, &r->globally_rigid, err);
}

/* "Yes" is certain: the rank of a matrix over the field is never too high.  If
 * some bar carries no stress the answer is no (Hendrickson). */
static mgnn_status
decide_by_stress(const mg_bars *b, const mg_bar_facts *f, mg_framework *w,
                 mgnn_rigidity *r, mgnn_error *err)
{
  size_t rank = 0, enough = b->n - r->dim - 1;
  uint64_t *stress;
  mgnn_status status = MGNN_OK;

  r->globally_rigid = 0;
  if (b->n <= r->dim + 1) {
    r->globally_rigid = complete(b);
    r->global_method = "combinatorial";
    return MGNN_OK;
  }
  r->global_error = mg_stress_rank_error(w);
  if (!r->rigid || !all_redundant(b, f))
    return MGNN_OK;
  TRY(mg_allocated(stress = mg_alloc(b->m, sizeof *stress), err));
  TRY(mg_framework_stress(w, stress, err));
  status = mg_stress_rank(w, stress, &rank, err);
  r->globally_rigid = status == MGNN_OK ? rank == enough : -1;
  if (r->globally_rigid == 1)
    r->global_error = 0;
  if (status == MGNN_EINVAL)   /* too much work: not known */
    status = MGNN_OK;
end:
  mg_free(stress);
  return status;
}

/* Compute the counts from the rank of all bars, with k nodes pinned:
 *   free coordinates = rank + rigid motions + degrees of freedom,
 * where the rank is over free coordinates: without that of the pinned body. */
static void
count(const mg_bars *b, const mg_bar_facts *f, mgnn_rigidity *r)
{
  size_t dim = r->dim;
  size_t body = dim * b->pinned - mg_rigid_motions(b->pinned, 0, dim);

  r->rank = f->rank - body;
  r->motions = mg_rigid_motions(b->n, b->pinned, dim);
  r->degrees_of_freedom = dim * (b->n - b->pinned) - r->rank - r->motions;
  r->stresses = b->real - r->rank;
  r->rigid = r->degrees_of_freedom == 0;
}

/* Turn results for bars into results for edges, backwards because no bar has a
 * higher number than its edge.  Edges between pinned nodes count as redundant. */
static void
give(const mg_bars *b, mg_bar_facts *f, mgnn_rigidity *r)
{
  size_t k = b->real;

  for (size_t e = r->edges; e-- > 0;) {
    int bar = k > 0 && b->edge[k - 1] == e;

    k -= (size_t)bar;
    f->part[e] = bar ? f->part[k] : MG_NOWHERE;
    f->redundant[e] = bar && (f->redundant[k] || (b->pin[b->ends[2 * k]]
                                                  && b->pin[b->ends[2 * k + 1]]));
    r->redundant += f->redundant[e];
  }
  r->redundantly_rigid = r->rigid && r->redundant == b->real;
  r->edge_redundant = f->redundant;
  r->edge_part = f->part;
  r->parts = f->parts.count;
  r->part_first = f->parts.first;
  r->part_node = f->parts.node;
}

static mgnn_status
find_by_counting(const mg_bars *b, mg_bar_facts *f, mgnn_rigidity *r,
                 mgnn_error *err)
{
  PASS(r->dim == 1 ? mg_rigidity_1d(b, f, err) : mg_rigidity_2d(b, f, err));
  count(b, f, r);
  return decide_by_counting(b, f, r, err);
}

static mgnn_status
find_randomly(const mg_bars *b, uint64_t seed, double work, mg_bar_facts *f,
              mgnn_rigidity *r, mgnn_error *err)
{
  mg_framework w = { 0 };
  mgnn_status status = MGNN_OK;

  r->method = r->global_method = "randomized";
  TRY(mg_framework_init(&w, b, r->dim, seed, work, err));
  TRY(mg_rigidity_random(&w, f, err));
  count(b, f, r);
  r->error = r->rigid ? 0 : mg_framework_error(&w);
  TRY(decide_by_stress(b, f, &w, r, err));
end:
  mg_framework_free(&w);
  return status;
}

mgnn_status
mg_rigidity_find(const mgnn_problem *p, size_t dim, unsigned long seed,
                 int randomized, double work, mgnn_rigidity *out,
                 mgnn_error *err)
{
  mgnn_rigidity r = { .dim = dim, .nodes = p->graph.n,
                      .edges = p->graph.m, .globally_rigid = -1,
                      .method = "combinatorial",
                      .global_method = "combinatorial" };
  mg_bar_facts facts = { 0 };
  mg_bars bars = { 0 };
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  if (p->graph.n > (size_t)1 << 30)
    return mg_fail(err, MGNN_EINVAL, "rigidity is tested for at most 2^30 "
                   "nodes, not %zu", p->graph.n);
  TRY(mg_problem_dim_check(p, dim, err));
  TRY(mg_bars_init(&bars, &p->graph, dim, p->pin, err));
  TRY(mg_bar_facts_init(&facts, bars.m > p->graph.m ? bars.m : p->graph.m,
                        err));
  TRY(randomized ? find_randomly(&bars, seed, work, &facts, &r, err)
                 : find_by_counting(&bars, &facts, &r, err));
  TRY(mg_node_sets_sort(&facts.parts, facts.part, bars.m, err));
  give(&bars, &facts, &r);
  *out = r;
end:
  if (status != MGNN_OK)
    mg_bar_facts_free(&facts);
  mg_bars_free(&bars);
  return status;
}

mgnn_status
mgnn_rigidity_find(const mgnn_problem *p, size_t dim, unsigned long seed,
                   mgnn_rigidity *out, mgnn_error *err)
{
  return mg_rigidity_find(p, dim, seed, dim > 2, MG_WORK_MOST, out, err);
}

mgnn_status
mg_rigidity_quick(const mgnn_problem *p, size_t dim, double work,
                  mgnn_rigidity *out, int *known, mgnn_error *err)
{
  mgnn_status status;

  memset(out, 0, sizeof *out);
  *known = 0;
  if (p->graph.n + p->graph.m > 200000)
    return MGNN_OK;
  status = mg_rigidity_find(p, dim, 1, dim > 2, work, out, err);
  *known = status == MGNN_OK;
  return status == MGNN_EINVAL ? MGNN_OK : status;
}

void
mgnn_rigidity_free(mgnn_rigidity *r)
{
  mg_free_all(r->edge_redundant, r->part_first, r->part_node, r->edge_part);
  memset(r, 0, sizeof *r);
}

mgnn_status
mg_rigidity_inner(const mgnn_problem *p, const mgnn_rigidity *r, size_t *out,
                  mgnn_error *err)
{
  const mg_graph *g = &p->graph;
  size_t apart = 0;
  mg_components c = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_components_find(&c, g, err));
  for (size_t k = 0; k < c.count; k++)
    apart += mg_rigid_motions(c.first[k + 1] - c.first[k], 0, r->dim);
  *out = r->degrees_of_freedom;
  if (c.count > 1)
    *out -= apart - mg_rigid_motions(g->n, 0, r->dim);
end:
  mg_components_free(&c);
  return status;
}
