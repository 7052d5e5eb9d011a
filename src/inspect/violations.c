/* Finds edges that are longer than another path between their ends, so that no
 * drawing in any dimension can meet them.  One Dijkstra search per node, as far
 * as the longest edge judged from there, finds them all if lengths are similar.
 * If that search grows too large, the node's edges are tested one by one, by
 * searches from both ends that stop when they meet. */
#include "violations.h"
#include "base/mem.h"
#include "problem/energy.h"
#include "problem/paths.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 1024 };         /* nodes between two checks of the budget */

/* State of one edge during the search; every edge is judged from its first
 * end. */
typedef struct {
  double path_length;          /* INFINITY: no path is shorter */
  size_t nodes;                /* on that path, both ends included */
  size_t at;                   /* index in the array of all paths' nodes */
} finding;

typedef struct {
  const mg_graph *g;
  size_t *first;               /* n+1: the edges judged from node i start at */
  unsigned *edge;              /*   edge[first[i]] ... */
  mg_paths *paths;             /* two per thread: from here, from there */
  int threads;
  finding *found;              /* m */
  double tolerance;            /* see mg_violations_find */
  size_t near;
} path_search;

static mgnn_status
search_init(path_search *s, const mg_graph *g, mgnn_error *err)
{
  size_t count = 2 * (size_t)s->threads;

  s->g = g;
  PASS(mg_allocated_all(err, MG_ZEROS(s->first, g->n + 2), MG_NEW(s->edge, g->m),
                        MG_NEW(s->found, g->m), MG_ZEROS(s->paths, count)));
  for (size_t k = 0; k < count; k++) {
    mg_paths *p = &s->paths[k];

    PASS(mg_paths_init(p, g, err));
    p->longest = 1;
    PASS(mg_allocated(p->from = mg_alloc(g->n, sizeof *p->from), err));
  }
  for (size_t e = 0; e < g->m; e++) {
    s->first[g->ends[2 * e] + 2]++;
    s->found[e] = (finding){ INFINITY, 0, 0 };
  }
  for (size_t i = 0; i < g->n; i++)
    s->first[i + 2] += s->first[i + 1];
  for (size_t e = 0; e < g->m; e++)      /* afterwards first[i+1] ends node i's edges */
    s->edge[s->first[g->ends[2 * e] + 1]++] = (unsigned)e;
  return MGNN_OK;
}

/* The cost of a search: the slots of the settled nodes, and a hundred more for
 * each node's heap operations. */
static size_t
work_of(const path_search *s, const mg_paths *p)
{
  size_t work = 100 * p->reached_count;

  for (size_t k = 0; k < p->reached_count; k++)
    work += s->g->row[p->reached[k] + 1] - s->g->row[p->reached[k]];
  return work;
}

/* Search from node i as far as its longest edge.  Returns 0 if the search
 * stopped after about s->near nodes (more if many edges share it). */
static int
look_around(const path_search *s, mg_paths *p, size_t i)
{
  size_t most = s->near + s->near * (s->g->row[i + 1] - s->g->row[i]) / 32;

  p->reach = 0;
  for (size_t k = s->first[i]; k < s->first[i + 1]; k++)
    p->reach = fmax(p->reach, s->g->target[s->edge[k]]);
  mg_paths_from(p, i, most);
  return p->reached_count < most;
}

/* Where two searches meet: at nodes a, b joined by an edge, or at one node. */
typedef struct {
  double length;               /* of the path; INFINITY: not shorter than the edge */
  unsigned a, b;
} meeting;

/* Settle one node of p and check whether `other` has reached its neighbours.
 * `turned`: p is the search from the second end. */
static void
step(mg_paths *p, const mg_paths *other, int turned, meeting *met)
{
  const mg_graph *g = p->graph;
  unsigned i = mg_paths_step(p);

  for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
    unsigned j = g->to[k];
    double length = p->distance[i] + other->distance[j]
                    + (g->upper != NULL ? g->upper[k] : g->length[k]);

    if (length < met->length)
      *met = turned ? (meeting){ length, j, i } : (meeting){ length, i, j };
  }
}

/* Find the shortest path between the ends of an edge if it is shorter than the
 * edge.  The distances in p and q stay valid for the caller. */
static meeting
meet(const path_search *s, size_t e, mg_paths *p, mg_paths *q)
{
  meeting met = { s->g->target[e], 0, 0 };

  p->reach = q->reach = s->g->target[e];
  mg_paths_begin(p, s->g->ends[2 * e]);
  mg_paths_begin(q, s->g->ends[2 * e + 1]);
  while (mg_paths_next(p) + mg_paths_next(q) < met.length) {
    if (mg_paths_next(p) <= mg_paths_next(q))
      step(p, q, 0, &met);
    else
      step(q, p, 1, &met);
  }
  if (!(met.length < s->g->target[e]))
    met.length = INFINITY;
  return met;
}

static size_t
steps_to(const mg_paths *p, unsigned source, unsigned j)
{
  size_t nodes = 1;

  for (; j != source; j = p->from[j])
    nodes++;
  return nodes;
}

/* Record a violation.  A path over the edge itself is as long as its upper
 * bound and never counts.  Within the tolerance t the edge may be 1 - t times
 * as long, and the path 1 + t times. */
static void
note(const path_search *s, size_t e, double path_length, size_t nodes)
{
  double length = s->g->target[e];

  if (length - path_length > MG_PATH_ROUNDING * length
      && length - path_length > s->tolerance * (length + path_length)) {
    s->found[e].path_length = path_length;
    s->found[e].nodes = nodes;
  }
}

static size_t
judge_edge(const path_search *s, size_t e)
{
  mg_paths *p = &s->paths[2 * mg_thread()], *q = p + 1;
  const unsigned *ends = s->g->ends + 2 * e;
  meeting met = meet(s, e, p, q);

  if (!isinf(met.length))
    note(s, e, met.length, steps_to(p, ends[0], met.a)
                           + steps_to(q, ends[1], met.b));
  mg_paths_end(p);
  mg_paths_end(q);
  return work_of(s, p) + work_of(s, q);
}

static size_t
judge_from(const path_search *s, size_t i)
{
  mg_paths *p = &s->paths[2 * mg_thread()];
  size_t work;
  int all;

  if (s->first[i] == s->first[i + 1])
    return 0;
  all = look_around(s, p, i);
  work = work_of(s, p);
  for (size_t k = s->first[i]; k < s->first[i + 1] && all; k++) {
    unsigned j = s->g->ends[2 * s->edge[k] + 1];

    if (!isinf(p->distance[j]))
      note(s, s->edge[k], p->distance[j], steps_to(p, (unsigned)i, j));
  }
  for (size_t k = s->first[i]; k < s->first[i + 1] && !all; k++)
    work += judge_edge(s, s->edge[k]);
  return work;
}

/* Judge node after node until the budget is used up; returns the nodes judged.
 * The budget is checked only between batches, so that the answer does not
 * depend on the number of threads. */
static size_t
judge_all(const path_search *s, double budget)
{
  double used = 0;
  size_t done = 0;

  while (done < s->g->n && used < budget) {
    size_t end = done + BATCH < s->g->n ? done + BATCH : s->g->n, work = 0;

#pragma omp parallel for schedule(dynamic, 8) reduction(+:work) \
  num_threads(s->threads)
    for (size_t i = done; i < end; i++)
      work += judge_from(s, i);
    used += (double)work;
    done = end;
  }
  return done;
}

/* Write the path to j, filled from its end: predecessors lead back to the
 * source. */
static void
path_put(const mg_paths *p, unsigned j, size_t nodes, unsigned *end)
{
  for (size_t k = 0; k < nodes; k++, j = p->from[j])
    *end-- = j;
}

/* Write the path of edge e.  The search is repeated, as few edges are
 * violations and storing all predecessors would cost more. */
static void
path_fill_met(const path_search *s, size_t e, unsigned *path)
{
  mg_paths *p = &s->paths[2 * mg_thread()], *q = p + 1;
  meeting met = meet(s, e, p, q);
  size_t before = steps_to(p, s->g->ends[2 * e], met.a);

  path_put(p, met.a, before, path + before - 1);
  for (unsigned j = met.b; before < s->found[e].nodes; j = q->from[j])
    path[before++] = j;
  mg_paths_end(p);
  mg_paths_end(q);
}

/* Write the paths of all violations in a second pass, with the lengths that the
 * first pass found. */
static void
paths_fill(const path_search *s, unsigned *nodes)
{
#pragma omp parallel for schedule(dynamic, 8) num_threads(s->threads)
  for (size_t i = 0; i < s->g->n; i++) {
    mg_paths *p = &s->paths[2 * mg_thread()];
    int all = -1;              /* -1: not searched yet */

    for (size_t k = s->first[i]; k < s->first[i + 1]; k++) {
      const finding *f = &s->found[s->edge[k]];

      if (f->nodes == 0)
        continue;
      if (all < 0)
        all = look_around(s, p, i);
      if (all)
        path_put(p, s->g->ends[2 * s->edge[k] + 1], f->nodes,
                 nodes + f->at + f->nodes - 1);
      else
        path_fill_met(s, s->edge[k], nodes + f->at);
    }
  }
}

/* Order by excess, largest first, then by edge number. */
static int
by_excess(const void *a, const void *b)
{
  const mgnn_violation *x = a, *y = b;
  double dx = x->length - x->path_length, dy = y->length - y->path_length;

  if (dx != dy)
    return dx > dy ? -1 : 1;
  return x->edge < y->edge ? -1 : x->edge > y->edge;
}

static mgnn_status
collect(const path_search *s, mgnn_violations *out, mgnn_error *err)
{
  size_t count = 0, nodes = 0;

  for (size_t e = 0; e < s->g->m; e++) {
    s->found[e].at = nodes;
    nodes += s->found[e].nodes;
    count += s->found[e].nodes > 0;
  }
  out->item = mg_alloc(count, sizeof *out->item);
  out->path_nodes = mg_alloc(nodes, sizeof *out->path_nodes);
  if (out->item == NULL || out->path_nodes == NULL)
    return mg_fail_memory(err);
  if (count > 0)
    paths_fill(s, out->path_nodes);
  for (size_t e = 0; e < s->g->m; e++) {
    const finding *f = &s->found[e];
    double length = s->g->target[e];

    if (f->nodes == 0)
      continue;
    out->item[out->count++] = (mgnn_violation){ e, length, f->path_length,
                                                f->nodes, out->path_nodes + f->at };
    out->uniform_change = fmax(out->uniform_change, (length - f->path_length)
                                                  / (length + f->path_length));
  }
  qsort(out->item, count, sizeof *out->item, by_excess);
  for (size_t k = 0; k < count; k++)
    out->shortening += out->item[k].length - out->item[k].path_length;
  return MGNN_OK;
}

mgnn_status
mg_violations_find(mgnn_violations *out, const mg_graph *g, double tolerance,
                   double budget, size_t near, mgnn_error *err)
{
  path_search s = { .tolerance = tolerance, .near = near,
                    .threads = g->n < BATCH ? 1 : mg_threads(0) };
  size_t done = g->n;
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  TRY(search_init(&s, g, err));
  if (!s.paths[0].unit)        /* with equal lengths, never: a path has two edges */
    done = judge_all(&s, budget);
  out->checked = done < g->n ? s.first[done] : g->m;
  TRY(collect(&s, out, err));
end:
  for (int k = 0; s.paths != NULL && k < 2 * s.threads; k++) {
    mg_free(s.paths[k].from);
    mg_paths_free(&s.paths[k]);
  }
  mg_free_all(s.paths, s.first, s.edge, s.found);
  if (status != MGNN_OK)
    mgnn_violations_free(out);
  return status;
}

mgnn_status
mgnn_violations_find(const mgnn_problem *p, mgnn_violations *out,
                     mgnn_error *err)
{
  return mg_violations_find(out, &p->graph, 0, MG_VIOLATIONS_BUDGET,
                            MG_VIOLATIONS_NEAR, err);
}

/* The edge that joins the neighbours i and j; edge: the edge of every slot. */
static size_t
edge_between(const mg_graph *g, const unsigned *edge, unsigned i, unsigned j)
{
  size_t k = g->row[i];

  while (g->to[k] != j)
    k++;
  return edge[k];
}

mgnn_status
mg_violations_floor(const mgnn_violations *v, const mg_graph *g, double *floor,
                    mgnn_error *err)
{
  size_t *slot = mg_alloc(g->n, sizeof *slot);
  unsigned *edge = mg_alloc(g->m, 2 * sizeof *edge);
  unsigned char *used = mg_zalloc(g->m, 1);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, slot, edge, used));
  memset(floor, 0, g->n * sizeof *floor);
  memcpy(slot, g->row, g->n * sizeof *slot);
  for (size_t k = 0; k < 2 * g->m; k++)
    edge[slot[g->ends[k]]++] = (unsigned)(k / 2);
  for (size_t k = 0; k < v->count; k++) {
    const mgnn_violation *here = &v->item[k];
    double excess = here->length - here->path_length, give = 0;
    int alone = !used[here->edge];

    for (size_t a = 0; a < here->nodes; a++) {
      size_t e = a == 0 ? here->edge
                 : edge_between(g, edge, here->path[a - 1], here->path[a]);

      alone &= !used[e];
      give += g->stiffness != NULL ? 1 / g->stiffness[e] : 1;
    }
    if (!alone)
      continue;
    floor[g->ends[2 * here->edge]] += excess * excess / give;
    used[here->edge] = 1;
    for (size_t a = 1; a < here->nodes; a++)
      used[edge_between(g, edge, here->path[a - 1], here->path[a])] = 1;
  }
end:
  mg_free_all(slot, edge, used);
  return status;
}

void
mgnn_violations_free(mgnn_violations *v)
{
  mg_free_all(v->item, v->path_nodes);
  memset(v, 0, sizeof *v);
}
