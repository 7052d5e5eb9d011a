/* Layout mode: searches each component on its own, orients it and packs them
 * all.  The searches themselves are in lengths/ and stress/. */
#include "layout_components.h"
#include "base/mem.h"
#include "base/subgraph.h"
#include "problem/components.h"
#include "problem/energy.h"
#include "run_control.h"
#include "solve/arrange/align.h"
#include "solve/arrange/pack_components.h"
#include "solve/descent/descend.h"
#include "solve/descent/length_error.h"
#include "solve/arrange/overlap.h"
#include "solve/arrange/tree.h"
#include "solve/lengths/embed_bounds.h"
#include "solve/lengths/search_lengths.h"
#include "solve/lengths/search_spread.h"
#include "solve/lengths/search_terms.h"
#include "solve/stress/pivot_mds.h"
#include "solve/stress/search_pairs.h"
#include "solve/stress/sparse_stress.h"

#include <math.h>
#include <string.h>

enum {
  SIZE_SMALL = 100,            /* coordinates below which threads wait longer
                                  than they work */
  SIZE_SHOWN = 20000,          /* coordinates up to which the watcher gets the
                                  positions of every iteration */
  LARGE = 2000                 /* nodes from which a copy is avoided */
};

/* State of the user's watcher, and the limit that ends the search. */
typedef struct {
  const mgnn_control *control;
  double start;                /* by mg_clock */
  atomic_flag busy;            /* lock of the members below */
  mgnn_progress now;
  double began;                /* start of the present descent, by mg_clock */
  double *x;                   /* n*dim: the positions in `now`; NULL: not wanted */
  double copied;               /* time of the last copy, by mg_clock */
  const unsigned *node;        /* nodes of the present component */
  size_t dim;
  double unit;                 /* unit of the present component */
  size_t size;                 /* coordinates of the present component */
  _Atomic(const char *) limit; /* the limit that ended it early, or NULL */
  atomic_size_t iterations;
} watch;

/* State of one call of mgnn_layout. */
typedef struct {
  const mgnn_problem *p;
  size_t dim;
  const mgnn_search_params *par;
  mg_run_control control;
  int paths;                   /* nonzero: all pairs at their path lengths */
  int given;                   /* nonzero: only a descent from the given y */
  mg_start *by;                /* not NULL: only this start, no search */
  int radial;                  /* nonzero: draw trees around their middle */
  const double *floor;         /* as in mg_descent */
  watch watch;
  size_t largest;              /* nodes of the largest component */
  mgnn_outcome *out;
  double *y;
  unsigned *map;               /* scratch of mg_subgraph_init */
  mg_trajectory *whole;        /* NULL: not wanted */
  mg_trajectory_parts parts;   /* of components, as oriented after each
                                  search */
} layout;

/* ---- the watcher ---- */

static int
is_over(void *ctx)
{
  watch *w = ctx;

  if (atomic_load(&w->limit) == NULL && !atomic_flag_test_and_set(&w->busy)) {
    w->now.step = atomic_load(&w->iterations);
    atomic_store(&w->limit, mg_limit_reached(w->control, w->start, &w->now));
    atomic_flag_clear(&w->busy);
  }
  return atomic_load(&w->limit) != NULL;
}

/* Copy the positions of the present component for the watcher, if the descent has
 * them; for large components not at every iteration, as copying takes time. */
static void
positions_show(watch *w, const mg_descent_progress *progress, double now)
{
  size_t n = progress->size / w->dim;

  if (w->x == NULL || progress->y == NULL
      || (progress->size > SIZE_SHOWN && now - w->copied < 0.2))
    return;
  w->copied = now;
  for (size_t a = 0; a < n; a++) {
    size_t i = w->node[progress->called != NULL ? progress->called[a] : a];

    for (size_t c = 0; c < w->dim; c++) {
      double y = progress->y[a * w->dim + c];

      if (progress->frame != NULL)
        y = progress->frame->unit * y
            + (progress->frame->origin != NULL ? progress->frame->origin[c] : 0);
      w->x[i * w->dim + c] = w->unit * y;
    }
  }
}

/* Descents on parts of a component have other values, which would make the
 * figures jump; these descents are recognised by their size and not shown. */
static void
on_progress(void *ctx, const mg_descent_progress *progress)
{
  watch *w = ctx;
  double now = mg_clock(), done = (double)progress->iteration;

  if (progress->size != w->size)
    return;
  while (atomic_flag_test_and_set(&w->busy))
    ;
  if (progress->iteration == 0)
    w->began = now;
  if (!isnan(progress->value))
    w->now.value = progress->value;
  w->now.left = progress->iteration == 0 ? NAN
                : progress->left * (now - w->began) / done;
  positions_show(w, progress, now);
  atomic_flag_clear(&w->busy);
}

/* ---- one component ---- */

/* The largest given or pinned coordinate of some nodes. */
static double
farthest_of(const layout *l, const unsigned *nodes, size_t count)
{
  const unsigned char *pin = l->p->pin;
  double most = 0;

  for (size_t k = 0; k < count * l->dim; k++) {
    size_t at = nodes[k / l->dim] * l->dim + k % l->dim;

    if (l->given || (pin != NULL && pin[at]))
      most = fmax(most, fabs(l->y[at]));
  }
  return most;
}

/* The unit that the search computes in: 1, or if the greatest length or
 * coordinate (`most`) is far from 1, a power of 2 near it, because fourth
 * powers of lengths occur that must neither overflow nor underflow. */
static double
unit_of(const mg_graph *g, double most)
{
  int exponent;

  for (size_t e = 0; e < g->m; e++) {
    most = fmax(most, g->target[e]);
    if (g->target_upper != NULL && isfinite(g->target_upper[e]))
      most = fmax(most, g->target_upper[e]);
  }
  if (most == 0 || (most > 1e-50 && most < 1e50))
    return 1;
  frexp(most, &exponent);
  return ldexp(1, exponent);
}

static void
scale_all(double *x, size_t count, double by)
{
  for (size_t k = 0; k < count && x != NULL; k++)
    x[k] *= by;
}

/* Divide the lengths by the unit.  Results below MG_LENGTH_LEAST are set to 0,
 * which they equal compared to the greatest; their squares would underflow. */
static void
unit_set(mg_graph *g, double unit)
{
  double *const all[] = { g->target, g->target_upper, g->length, g->upper };

  for (size_t a = 0; a < 4; a++) {
    size_t count = a < 2 ? g->m : 2 * g->m;

    scale_all(all[a], count, 1 / unit);
    for (size_t k = 0; k < count && all[a] != NULL; k++)
      if (all[a][k] < MG_LENGTH_LEAST)
        all[a][k] = 0;
  }
}

static int
any_pinned(const unsigned char *pin, size_t count)
{
  for (size_t c = 0; c < count && pin != NULL; c++)
    if (pin[c])
      return 1;
  return 0;
}

static int
is_pinned(const layout *l, const unsigned *nodes, size_t count)
{
  for (size_t a = 0; a < count && l->p->pin != NULL; a++)
    if (any_pinned(l->p->pin + nodes[a] * l->dim, l->dim))
      return 1;
  return 0;
}

static void
mirror(const mg_task *t, double *y)
{
  for (size_t k = t->dim - 1; k < t->graph->n * t->dim; k += t->dim)
    y[k] = -y[k];
}

/* Orient along the principal axes.  Since axes have no sign, this may mirror
 * the drawing; keep the image with as many right centres as before, or with the
 * more of them if the search ignored handedness (choose). */
static mgnn_status
orient(const mg_task *t, int choose, double *y, mgnn_error *err)
{
  const mg_chirality *c = t->terms != NULL && t->dim >= 3 ? &t->terms->chirality
                                                          : NULL;
  size_t right = c != NULL ? mg_chirality_right(c, t->dim, y) : 0;

  PASS(mg_orient(t->dim, t->graph->n, y, err));
  if (c == NULL)
    return MGNN_OK;
  if (choose) {
    size_t here = mg_chirality_right(c, t->dim, y);

    mirror(t, y);
    right = mg_chirality_right(c, t->dim, y);
    right = right > here ? right : here;
  }
  if (mg_chirality_right(c, t->dim, y) != right)
    mirror(t, y);
  return MGNN_OK;
}

/* Search for prescribed lengths.  Weights that follow from relative errors make
 * a search harder and the result better, so only the last descent uses them.
 * They favour lengths that were measured too short, which shrinks the drawing
 * by two variances, so it is scaled back to the scale without weights. */
static mgnn_status
search_edges(layout *l, const mg_task *t, double *y, mg_search *found,
             mg_spread_facts *facts, mgnn_error *err)
{
  const mg_depth depth = { 0, 1e-2 * t->control->tolerance, 1e-20, 10 };
  mg_graph even = *t->graph;
  mg_task plain = *t;
  int weighted = l->p->noise.kind != NULL && l->p->given == NULL
                 && even.stiffness != NULL;

  if (weighted) {
    even.stiffness = even.weight = even.degree = NULL;
    plain.graph = l->control.shown = &even;
    l->control.floor = 0;      /* the bound is for the weighted energy */
  }
  PASS(l->par->spread ? mg_search_spread(&plain, y, NULL, found, facts, err)
                      : mg_search_lengths(&plain, y, NULL, found, err));
  l->control.shown = t->graph;
  if (weighted && !mg_run_over(t->control)) {
    PASS(mg_descend_from(t, depth, y, found, err));
    if (t->pin == NULL && even.upper == NULL)
      mg_scale_to_lengths(&even, t->dim, y);
  }
  return MGNN_OK;
}

/* ---- trees ---- */

/* Rows of distances sampled to measure the stress of a drawing of trees. */
enum { STRESS_ROWS = 400 };

/* Lay out the core by all pairs, with room for the trees attached to its nodes. */
static mgnn_status
core_search(layout *l, const mg_task *t, const mg_forest *f, const double *room,
            double *y, mg_search *found, mgnn_error *err)
{
  size_t count = 0, n = t->graph->n;
  unsigned *node = mg_alloc(n, sizeof *node), *map = mg_alloc(n, sizeof *map);
  mg_run_control control = l->control;
  mg_subgraph s = { 0 };
  mg_task core = { &s.graph, 2, NULL, &control, NULL };
  double *part = mg_zalloc(n, 2 * sizeof *part), *length = NULL;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(node, err));
  TRY(mg_allocated(map, err));
  TRY(mg_allocated(part, err));
  memset(map, 255, n * sizeof *map);   /* MG_NOWHERE */
  for (size_t i = 0; i < n; i++)
    if (f->parent[i] == MG_NOWHERE)
      node[count++] = (unsigned)i;
  TRY(mg_subgraph_init(&s, t->graph, node, count, map, NULL, err));
  TRY(mg_allocated(length = mg_alloc(s.graph.m, sizeof *length), err));
  for (size_t e = 0; e < s.graph.m; e++)
    length[e] = 0.5 + room[s.node[s.graph.ends[2 * e]]]
                + room[s.node[s.graph.ends[2 * e + 1]]];
  TRY(mg_graph_lengths_set(&s.graph, length, NULL, err));
  control.trajectory = NULL;
  control.shown = NULL;
  if (count > 1)
    TRY(mg_search_pairs(&core, 0, part, found, err));
  mg_subgraph_give(&s, 2, part, y);
end:
  mg_subgraph_free(&s);
  mg_free_all(node, map, part, length);
  return status;
}

/* Least distance of nodes, as a share of the drawing; 1/2000 counts as apart. */
static const double nearest = 6e-4;

/* Draw the trees of a component around their roots.  Without lengths the core
 * leaves room for them; with lengths it is a single node.  The stress of all pairs
 * goes to found->energy without lengths, to facts->stress with lengths. */
static mgnn_status
trees_draw(layout *l, const mg_task *t, mg_forest *f, double *y, mg_search *found,
           mg_spread_facts *facts, mgnn_error *err)
{
  size_t n = t->graph->n;
  double *room = mg_zalloc(n, sizeof *room), sum = 0, stress, low[2], high[2];
  size_t close;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(room, err));
  if (l->paths)
    mg_forest_lengths_choose(f, t->graph, room);
  TRY(core_search(l, t, f, room, y, found, err));
  TRY(mg_forest_place(f, t->graph, y, err));
  for (size_t c = 0; c < 2; c++) {
    low[c] = high[c] = y[c];
    for (size_t i = 0; i < n; i++) {
      low[c] = fmin(low[c], y[2 * i + c]);
      high[c] = fmax(high[c], y[2 * i + c]);
    }
  }
  if (l->paths && f->hanging + 1 < n)  /* in a tree it might make edges cross */
    TRY(mg_overlap_remove(n, y, nearest * fmax(high[0] - low[0], high[1] - low[1]),
                          l->par->control.seed, &close, err));
  for (size_t e = 0; e < t->graph->m && l->paths; e++)
    sum += mg_edge_length(t->graph, e, 2, y);
  if (l->paths)                /* mean length of edges to 1 */
    scale_all(y, 2 * n, (double)t->graph->m / sum);
  TRY(mg_sparse_stress(t, y, n < STRESS_ROWS ? n : STRESS_ROWS, &stress, err));
  found->stage = "trees";
  if (l->paths)
    found->energy = stress;
  else
    *facts = (mg_spread_facts){ n, stress };
end:
  mg_free(room);
  return status;
}

static mgnn_status
trees_try(layout *l, const mg_task *t, double *y, mg_search *found,
          mg_spread_facts *facts, int *done, mgnn_error *err)
{
  mg_forest f = { 0 };
  mgnn_status status = MGNN_OK;

  *done = 0;
  if (!l->radial || t->dim != 2 || t->pin != NULL || mg_terms_any(t->terms)
      || t->graph->n < 3)
    return MGNN_OK;
  TRY(mg_forest_find(&f, t->graph, err));
  /* Trees are drawn this way, and without lengths graphs with at least half of the
   * nodes in attached trees.  With fewer, room for the trees costs the core more
   * crossings than it saves (power grid with a third in trees: 12,310 to 16,729). */
  if (l->paths ? 2 * f.hanging >= t->graph->n
      : f.hanging + 1 == t->graph->n && t->graph->target_upper == NULL) {
    TRY(trees_draw(l, t, &f, y, found, facts, err));
    *done = 1;
  }
end:
  mg_forest_free(&f);
  return status;
}

/* ---- the search ---- */

/* Search one component.  If nothing is pinned or given, a rule sets its
 * orientation. */
static mgnn_status
search(layout *l, const mg_task *t, double *y, mgnn_error *err)
{
  size_t n = t->graph->n;
  mg_search found = { .energy = NAN };
  mg_spread_facts facts = { 0, 0 };
  int done, embedded = 0;

  l->watch.size = n * t->dim;
  l->control.threads = l->watch.size < SIZE_SMALL ? 1
                       : l->par->control.threads;
  l->watch.now.value = l->watch.now.left = NAN;
  PASS(trees_try(l, t, y, &found, &facts, &done, err));
  if (!done && l->by == NULL && !l->paths && mg_terms_any(t->terms))
    embedded = t->graph->upper != NULL && mg_embed_suits(t);
  if (embedded)
    PASS(mg_embed_bounds(t, y, &found, err));
  else if (done)
    ;
  else if (l->by != NULL)
    PASS(l->by(t, y, err));
  else if (l->paths)
    PASS(mg_search_pairs(t, l->given, y, &found, err));
  else
    PASS(search_edges(l, t, y, &found, &facts, err));
  if (l->paths)
    l->out->pair_stress += found.energy;
  l->out->spread_nodes += facts.nodes;
  l->out->spread_stress += facts.stress;
  if (n > l->largest) {
    l->largest = n;
    l->out->stage = found.stage;
  }
  if (mg_terms_any(t->terms) && l->by == NULL && !l->paths && !embedded)
    PASS(mg_search_terms(t, y, &found, err));
  if (!l->given && t->pin == NULL)
    PASS(orient(t, l->paths, y, err));
  return MGNN_OK;
}

static void
part_begin(layout *l, const unsigned *nodes, size_t count)
{
  mg_trajectory_parts *p = &l->parts;

  if (l->whole == NULL)
    return;
  mg_trajectory_init(&p->part[p->count], count, l->dim, 0);
  p->node[p->count] = nodes;
  l->control.trajectory = &p->part[p->count++];
}

static void
lone_node(layout *l, size_t i)
{
  size_t dim = l->dim;

  for (size_t c = i * dim; c < (i + 1) * dim; c++)
    if (!l->given && (l->p->pin == NULL || !l->p->pin[c]))
      l->y[c] = 0;
}

/* Take a component as a graph of its own.  A large graph with one component is
 * not copied, which saves 40 bytes per edge; then *s borrows it, and s->node is
 * NULL. */
static mgnn_status
part_take(layout *l, const unsigned *nodes, size_t count, mg_subgraph *s,
          mgnn_error *err)
{
  if (count < LARGE || count < l->p->graph.n
      || unit_of(&l->p->graph, farthest_of(l, nodes, count)) != 1)
    return mg_subgraph_init(s, &l->p->graph, nodes, count, l->map, NULL, err);
  *s = (mg_subgraph){ .graph = l->p->graph };
  return MGNN_OK;
}

/* Take the terms of a component; none if the search computes in another unit. */
static mgnn_status
terms_take(layout *l, const unsigned *nodes, size_t count, mg_terms *out,
           mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  if (!mg_terms_any(&l->p->terms)
      || unit_of(&l->p->graph, farthest_of(l, nodes, count)) != 1)
    goto end;
  for (size_t a = 0; a < count; a++)
    l->map[nodes[a]] = (unsigned)a;
  status = mg_terms_take(out, &l->p->terms, l->map, err);
  for (size_t a = 0; a < count; a++)
    l->map[nodes[a]] = MG_NOWHERE;
end:
  return status;
}

static mgnn_status
component(layout *l, const unsigned *nodes, size_t count, mgnn_error *err)
{
  size_t dim = l->dim;
  mg_subgraph s = { 0 };
  mg_terms terms = { 0 };
  mg_task t = { &s.graph, dim, NULL, &l->control, &terms };
  double *y = mg_alloc(count * dim, sizeof *y), unit;
  unsigned char *bytes = mg_alloc(count, dim);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(y, err));
  TRY(mg_allocated(bytes, err));
  TRY(part_take(l, nodes, count, &s, err));
  TRY(terms_take(l, nodes, count, &terms, err));
  for (size_t a = 0; a < count; a++)
    memcpy(y + a * dim, l->y + nodes[a] * dim, dim * sizeof *y);
  unit = unit_of(&s.graph, farthest_of(l, nodes, count));
  l->control.floor = 0;
  for (size_t a = 0; a < count && l->floor != NULL; a++)
    l->control.floor += l->floor[nodes[a]] / (unit * unit);
  if (is_pinned(l, nodes, count)) {
    for (size_t a = 0; a < count; a++)
      memcpy(bytes + a * dim, l->p->pin + nodes[a] * dim, dim);
    t.pin = bytes;
  }
  l->control.shown = &s.graph;
  l->watch.node = nodes;
  l->watch.unit = unit;
  l->control.trajectory = NULL;
  if (unit != 1) {             /* no trajectory is recorded */
    unit_set(&s.graph, unit);
    scale_all(y, count * dim, 1 / unit);
  } else
    part_begin(l, nodes, count);
  TRY(search(l, &t, y, err));
  if (unit != 1)
    scale_all(y, count * dim, unit);
  for (size_t k = 0; k < count * dim; k++)
    if (t.pin == NULL || !t.pin[k])
      l->y[nodes[k / dim] * dim + k % dim] = y[k];
  for (size_t k = 0; k < count * dim && l->watch.x != NULL; k++)
    l->watch.x[nodes[k / dim] * dim + k % dim] = y[k];
end:
  if (s.node != NULL)
    mg_subgraph_free(&s);
  mg_terms_free(&terms);
  mg_free_all(y, bytes);
  return status;
}

/* ---- all of them ---- */

/* Join the trajectories of the components.  Each is first aligned to its
 * component, which was oriented and packed after its search. */
static mgnn_status
parts_join(layout *l, mgnn_error *err)
{
  size_t n = l->p->graph.n, dim = l->dim;
  double *y = mg_alloc(n * dim, sizeof *y);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(y, err));
  for (size_t k = 0; k < l->parts.count; k++) {
    mg_trajectory *t = &l->parts.part[k];
    const unsigned *nodes = l->parts.node[k];

    for (size_t a = 0; a < t->n; a++)
      memcpy(y + a * dim, l->y + nodes[a] * dim, dim * sizeof *y);
    if (!is_pinned(l, nodes, t->n))
      TRY(mg_trajectory_align(t, y, 1, err));
  }
  TRY(mg_trajectory_join(l->whole, l->y, n, dim, &l->parts, err));
end:
  mg_free(y);
  return status;
}

static mgnn_status
all_components(layout *l, mgnn_error *err)
{
  mg_components c = { 0 };
  mg_trajectory_parts *p = &l->parts;
  mgnn_status status = MGNN_OK;

  TRY(mg_components_find(&c, &l->p->graph, err));
  if (l->whole != NULL) {
    TRY(mg_allocated(p->part = mg_zalloc(c.count, sizeof *p->part), err));
    TRY(mg_allocated(p->node = mg_alloc(c.count, sizeof *p->node), err));
  }
  for (size_t k = 0; k < c.count; k++) {
    size_t count = c.first[k + 1] - c.first[k];

    if (count == 1)
      lone_node(l, c.node[c.first[k]]);
    else
      TRY(component(l, c.node + c.first[k], count, err));
  }
  if (!l->given)
    TRY(mg_pack_components(&(mg_packing){ &l->p->graph, &c, l->dim, l->p->pin,
                                          l->par->aspect, NULL }, l->y, err));
  if (l->whole != NULL)
    TRY(parts_join(l, err));
end:
  for (size_t k = 0; k < p->count; k++)
    mg_trajectory_free(&p->part[k]);
  mg_free_all(p->part, p->node);
  mg_components_free(&c);
  return status;
}

/* Search all components in a copy, so that y stays as it is on failure. */
static mgnn_status
search_all(layout *l, double *y, mgnn_error *err)
{
  const mgnn_control *asked = &l->par->control;
  watch *w = &l->watch;
  size_t n = l->p->graph.n, size = n * l->dim;
  mgnn_status status = MGNN_OK;

  w->control = asked;
  w->start = mg_clock();
  w->now = (mgnn_progress){ 0, NULL, NAN, NAN };
  w->dim = l->dim;
  atomic_flag_clear(&w->busy);
  l->control = (mg_run_control){
    .seed = asked->seed, .threads = asked->threads,
    .tolerance = l->par->tolerance, .stop = is_over, .report = on_progress,
    .ctx = w, .max_iterations = asked->max_iterations,
    .brief = l->paths && l->par->effort != NULL
             && strcmp(l->par->effort, "low") == 0,
    .iterations = &w->iterations, .varied = l->par->ensemble > 0
  };
  TRY(mg_allocated(l->y = mg_alloc(size, sizeof *l->y), err));
  TRY(mg_allocated(l->map = mg_alloc(n, sizeof *l->map), err));
  memcpy(l->y, y, size * sizeof *y);
  if (asked->watch != NULL) {
    TRY(mg_allocated(w->x = mg_alloc(size, sizeof *w->x), err));
    memcpy(w->x, y, size * sizeof *y);
    w->now.x = w->x;
  }
  memset(l->map, 255, n * sizeof *l->map);     /* MG_NOWHERE */
  TRY(all_components(l, err));
  memcpy(y, l->y, size * sizeof *y);
  if (asked->max_iterations > 0
      && atomic_load(&w->iterations) >= asked->max_iterations
      && atomic_load(&w->limit) == NULL)
    atomic_store(&w->limit, "iterations");
end:
  mg_free_all(l->y, l->map, w->x);
  return status;
}

mgnn_status
mgnn_start(const mgnn_problem *p, size_t dim, const char *start,
           const mgnn_search_params *par, double *y, mgnn_error *err)
{
  mgnn_outcome unused = { 0 };
  mgnn_search_params own;
  layout l = { .p = p, .dim = dim, .par = &own, .out = &unused };
  int paths;

  PASS(mg_search_params_take(&own, par, err));
  PASS(mg_problem_dim_check(p, dim, err));
  if (start == NULL || strcmp(start, "pivot") == 0)
    l.by = mg_start_pivot;
  else if (strcmp(start, "buildup") == 0)
    l.by = mg_start_buildup;
  else
    return mg_fail(err, MGNN_EINVAL, "there is no start named \"%.60s\", must be "
                   "pivot or buildup", start);
  PASS(mg_search_params_check(&own, &paths, err));
  return search_all(&l, y, err);
}

void
mgnn_outcome_free(mgnn_outcome *out)
{
  mg_free(out->determined);
  out->determined = NULL;
}

/* Show the watcher the final result; its answer is ignored. */
static void
watcher_end(const layout *l, const double *y)
{
  const mgnn_control *asked = &l->par->control;

  if (asked->watch != NULL)
    asked->watch(asked->watch_ctx,
                 &(mgnn_progress){ l->out->iterations, y,
                                   l->paths ? l->out->pair_stress
                                   : l->out->energy, 0 });
}

/* Run a layout.  Stopping early keeps the result; after an error *out is empty. */
static mgnn_status
run(layout *l, double *y, mgnn_outcome *out, mgnn_error *err)
{
  const mgnn_problem *p = l->p;
  double *partial = mg_alloc(mg_blocks(p->graph.n), sizeof *partial);
  mgnn_outcome unused;
  const char *limit;
  mgnn_status status = MGNN_OK;

  l->out = out != NULL ? out : &unused;
  *l->out = (mgnn_outcome){ .pair_stress = l->paths ? 0 : NAN };
  TRY(mg_problem_dim_check(p, l->dim, err));
  if (l->given || p->pin != NULL)
    TRY(mg_positions_check(p->graph.n, l->dim, y, l->given ? NULL : p->pin, err));
  TRY(mg_allocated(partial, err));
  TRY(search_all(l, y, err));
  limit = atomic_load(&l->watch.limit);
  l->out->energy = mg_energy(&p->graph, l->dim, l->par->control.seed,
                             l->par->control.threads, y, NULL, partial);
  l->out->iterations = atomic_load(&l->watch.iterations);
  l->out->reason = limit != NULL ? limit : "converged";
  if (limit == NULL)
    watcher_end(l, y);
  status = limit != NULL ? MGNN_ENOCONV : MGNN_OK;
end:
  mg_free(partial);
  if (status != MGNN_OK && status != MGNN_ENOCONV) {
    mgnn_outcome_free(l->out);
    *l->out = (mgnn_outcome){ 0 };
  }
  return status;
}

mgnn_status
mg_layout_trajectory(const mg_descent *d, int given, double *y,
                     mgnn_outcome *out, mg_trajectory *trajectory,
                     mgnn_error *err)
{
  layout l = { .p = d->p, .dim = d->dim, .par = d->par, .given = given,
               .radial = d->radial && !given, .floor = d->floor,
               .whole = trajectory };
  mgnn_status status = MGNN_OK;

  TRY(mg_search_params_check(d->par, &l.paths, err));
  status = run(&l, y, out, err);
end:
  return status;
}

mgnn_status
mg_solve_pairs(const mg_descent *d, double *y, mgnn_outcome *out, mgnn_error *err)
{
  layout l = { .p = d->p, .dim = d->dim, .par = d->par, .paths = 1,
               .given = 1 };
  mgnn_status status = run(&l, y, out, err);

  out->stage = NULL;
  return status;
}
