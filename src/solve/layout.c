/* Layout mode: every component by the search that was asked for, turned and
 * packed.  The searches themselves are in search_edges and search_pairs. */
#include "base/mem.h"
#include "base/subgraph.h"
#include "run_control.h"
#include "solve/arrange/orient.h"
#include "solve/arrange/pack.h"
#include "problem/components.h"
#include "solver.h"
#include "solve/arrange/trajectory.h"

#include <math.h>
#include <string.h>

enum { SIZE_SMALL = 100 };     /* coordinates: below, one thread is enough */

/* One call of mgnn_layout. */
typedef struct {
  const mgnn_problem *p;
  size_t dim;
  const mgnn_search_params *par;
  mg_effort how;
  int paths;                   /* all pairs count */
  int given;                   /* and go down from where y has them */
  mg_start *by;                /* not NULL: no search, only this start */
  double start;                /* by mg_clock */
  atomic_flag busy;            /* held by who uses what follows */
  mgnn_progress now;
  double began;                /* the descent under way, by mg_clock */
  size_t size;                 /* coordinates of the component under way */
  _Atomic(const char *) limit; /* what ended it early, or NULL */
  atomic_size_t spent;         /* iterations */
  size_t largest;              /* nodes of the largest component */
  mgnn_outcome *out;
  double *y;
  unsigned *map;               /* scratch of mg_subgraph_init */
  mg_trace *trace;             /* of the whole; NULL: nobody asks */
  mg_trace *part;              /* of each component, as l->y was when its */
  size_t parts;                /* search ended; and whose they are */
  const unsigned **part_node;
} layout;

static int
is_over(void *ctx)
{
  layout *l = ctx;

  if (atomic_load(&l->limit) == NULL && !atomic_flag_test_and_set(&l->busy)) {
    l->now.step = atomic_load(&l->spent);
    atomic_store(&l->limit, mg_solver_limit(&l->par->control, l->start,
                                            &l->now));
    atomic_flag_clear(&l->busy);
  }
  return atomic_load(&l->limit) != NULL;
}

/* How far a descent is; those on parts of a component are not shown. */
static void
on_stand(void *ctx, const mg_stand *stand)
{
  layout *l = ctx;
  double now = mg_clock();

  if (stand->size != l->size)
    return;
  while (atomic_flag_test_and_set(&l->busy))
    ;
  if (stand->iteration == 0)
    l->began = now;
  if (!isnan(stand->value))
    l->now.value = stand->value;
  l->now.left = stand->iteration == 0 ? NAN
                : stand->left * (now - l->began) / (double)stand->iteration;
  atomic_flag_clear(&l->busy);
}

static int
is_pinned(const unsigned char *pin, size_t count)
{
  for (size_t c = 0; c < count && pin != NULL; c++)
    if (pin[c])
      return 1;
  return 0;
}

static mgnn_status
search(layout *l, const mg_graph *g, const unsigned char *pin, double *y,
       unsigned char *determined, mgnn_error *err)
{
  size_t dim = l->dim;
  double stress = NAN;
  mg_search found = { 0, 0, NULL };
  mgnn_status status;

  l->size = g->n * dim;
  /* Threads would wait for each other longer than they work. */
  l->how.threads = l->size < SIZE_SMALL ? 1 : l->par->control.threads;
  l->now.value = l->now.left = NAN;
  if (l->by != NULL)
    status = l->by(g, dim, &l->how, y, err);
  else if (l->paths)
    status = mg_search_pairs(g, dim, pin, l->given, &l->how, y, &stress, &found,
                             err);
  else
    status = mg_search_edges(g, dim, pin, &l->how, y, determined, &found, err);
  if (status != MGNN_OK)
    return status;
  if (l->paths)
    l->out->pair_stress += stress;
  if (g->n > l->largest) {
    l->largest = g->n;
    l->out->stage = found.stage;
  }
  return l->given || is_pinned(pin, g->n * dim) ? MGNN_OK
         : mg_orient(dim, g->n, y, err);
}

/* The pins of a component, or NULL if it has none. */
static unsigned char *
pins_take(const layout *l, const unsigned *nodes, size_t count,
          unsigned char *room)
{
  size_t dim = l->dim;

  if (l->p->pin == NULL)
    return NULL;
  for (size_t a = 0; a < count; a++)
    memcpy(room + a * dim, l->p->pin + nodes[a] * dim, dim);
  return is_pinned(room, count * dim) ? room : NULL;
}

/* A node on its own: there is nothing to search for. */
static void
lone_node(layout *l, size_t i)
{
  size_t dim = l->dim;

  for (size_t c = i * dim; c < (i + 1) * dim; c++)
    if (!l->given && (l->p->pin == NULL || !l->p->pin[c]))
      l->y[c] = 0;
  if (l->out->determined != NULL)
    l->out->determined[i] = 0;
}

/* The next component's way will be recorded, if that is wanted. */
static void
part_begin(layout *l, const unsigned *nodes, size_t count)
{
  if (l->trace == NULL)
    return;
  mg_trace_init(&l->part[l->parts], count, l->dim, 0);
  l->part_node[l->parts] = nodes;
  l->how.trace = &l->part[l->parts++];
}

/* The unit in which the search reckons: 1, or a power of 2 near the greatest
 * length where that is far from 1, since squares of squares of lengths come up
 * and must neither overflow nor vanish. */
static double
unit_of(const mg_graph *g)
{
  double most = 0;
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

/* x times `by`, if there is an x. */
static void
scale_all(double *x, size_t count, double by)
{
  for (size_t k = 0; k < count && x != NULL; k++)
    x[k] *= by;
}

/* Divide the lengths by the unit.  What is too small beside the greatest for
 * any number to tell is 0. */
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

enum { LARGE = 2000 };         /* nodes: a copy is worth avoiding */

/* A component as a graph of its own.  A large graph that is one component is
 * not copied: then *s has no nodes of its own, and borrows. */
static mgnn_status
part_take(layout *l, const unsigned *nodes, size_t count, mg_subgraph *s,
          mgnn_error *err)
{
  if (count < LARGE || count < l->p->graph.n || unit_of(&l->p->graph) != 1)
    return mg_subgraph_init(s, &l->p->graph, nodes, count, l->map, NULL, err);
  *s = (mg_subgraph){ .graph = l->p->graph };
  return MGNN_OK;
}

static mgnn_status
component(layout *l, const unsigned *nodes, size_t count, mgnn_error *err)
{
  size_t dim = l->dim;
  mg_subgraph s;
  double *y = mg_alloc(count * dim, sizeof *y), unit = 1;
  unsigned char *pin = mg_alloc(count * dim, 1), *sure = NULL;
  mgnn_status status = part_take(l, nodes, count, &s, err);

  if (l->out->determined != NULL)
    sure = mg_alloc(count, 1);
  if (status == MGNN_OK
      && (y == NULL || pin == NULL
          || (l->out->determined != NULL && sure == NULL)))
    status = mg_fail_memory(err);
  if (status == MGNN_OK) {
    for (size_t a = 0; a < count; a++)
      memcpy(y + a * dim, l->y + nodes[a] * dim, dim * sizeof *y);
    unit = unit_of(&s.graph);
    l->how.trace = NULL;
    if (unit != 1) {           /* and its way is not recorded */
      unit_set(&s.graph, unit);
      scale_all(y, count * dim, 1 / unit);
    } else
      part_begin(l, nodes, count);
    if (sure != NULL)
      memset(sure, 255, count);
    status = search(l, &s.graph, pins_take(l, nodes, count, pin), y, sure, err);
  }
  if (status == MGNN_OK) {
    if (unit != 1)
      scale_all(y, count * dim, unit);
    for (size_t a = 0; a < count; a++)
      memcpy(l->y + nodes[a] * dim, y + a * dim, dim * sizeof *y);
    for (size_t a = 0; a < count && sure != NULL; a++)
      l->out->determined[nodes[a]] = sure[a];
  }
  if (s.node != NULL)
    mg_subgraph_free(&s);
  mg_free(y);
  mg_free(pin);
  mg_free(sure);
  return status;
}

/* The box around a component, in the first two coordinates. */
static void
bounds(const layout *l, const unsigned *nodes, size_t count, double low[2],
       double high[2])
{
  size_t dim = l->dim;

  for (size_t c = 0; c < 2; c++) {
    low[c] = high[c] = c < dim ? l->y[nodes[0] * dim + c] : 0;
    for (size_t a = 1; a < count && c < dim; a++) {
      low[c] = fmin(low[c], l->y[nodes[a] * dim + c]);
      high[c] = fmax(high[c], l->y[nodes[a] * dim + c]);
    }
  }
}

static void
shift(const layout *l, const unsigned *nodes, size_t count, double dx,
      double dy)
{
  size_t dim = l->dim;

  for (size_t a = 0; a < count; a++) {
    l->y[nodes[a] * dim] += dx;
    if (dim > 1)
      l->y[nodes[a] * dim + 1] += dy;
  }
}

/* The gap between components: half the mean length of an edge. */
static double
gap_of(const mg_graph *g)
{
  double sum = 0;

  for (size_t e = 0; e < g->m; e++)
    sum += g->target[e];
  return sum > 0 ? 0.5 * sum / (double)g->m : 0.5;
}

/* Pack the components without pins; to the right of what is pinned. */
static mgnn_status
pack(layout *l, const mg_components *c, mgnn_error *err)
{
  size_t dim = l->dim, free_count = 0;
  mg_box *box = mg_alloc(c->count, sizeof *box);
  size_t *which = mg_alloc(c->count, sizeof *which);
  double gap = gap_of(&l->p->graph), low[2], high[2], left = -INFINITY;
  double unit = unit_of(&l->p->graph); /* areas must not overflow either */
  double base = INFINITY;
  mgnn_status status = MGNN_OK;

  if (box == NULL || which == NULL)
    status = mg_fail_memory(err);
  for (size_t k = 0; k < c->count && status == MGNN_OK; k++) {
    const unsigned *nodes = c->node + c->first[k];
    size_t count = c->first[k + 1] - c->first[k];
    int pinned = 0;

    for (size_t a = 0; a < count && l->p->pin != NULL; a++)
      pinned |= is_pinned(l->p->pin + nodes[a] * dim, dim);
    bounds(l, nodes, count, low, high);
    if (pinned) {
      left = fmax(left, high[0] + gap);
      base = fmin(base, low[1]);
      continue;
    }
    which[free_count] = k;
    box[free_count++] = (mg_box){ (high[0] - low[0] + gap) / unit,
                                  (high[1] - low[1] + gap) / unit, 0, 0 };
  }
  if (status == MGNN_OK && (free_count > 1 || isfinite(left)))
    status = mg_pack(box, free_count, dim > 1 ? l->par->aspect : 1e9, err);
  for (size_t k = 0; k < free_count && status == MGNN_OK; k++) {
    const unsigned *nodes = c->node + c->first[which[k]];
    size_t count = c->first[which[k] + 1] - c->first[which[k]];

    if (free_count == 1 && !isfinite(left))
      break;
    bounds(l, nodes, count, low, high);
    shift(l, nodes, count,
          box[k].x * unit - low[0] + (isfinite(left) ? left : 0),
          box[k].y * unit - low[1] + (isfinite(left) ? base : 0));
  }
  mg_free(box);
  mg_free(which);
  return status;
}

/* Lay the ways of the components to where these are now, and join them. */
static mgnn_status
parts_join(layout *l, mgnn_error *err)
{
  size_t n = l->p->graph.n, dim = l->dim;
  double *y = mg_alloc(n * dim, sizeof *y);
  mgnn_status status = y != NULL ? MGNN_OK : mg_fail_memory(err);

  for (size_t k = 0; k < l->parts && status == MGNN_OK; k++) {
    mg_trace *t = &l->part[k];
    int pinned = 0;

    for (size_t a = 0; a < t->n; a++) {
      size_t i = l->part_node[k][a];

      memcpy(y + a * dim, l->y + i * dim, dim * sizeof *y);
      pinned |= l->p->pin != NULL && is_pinned(l->p->pin + i * dim, dim);
    }
    if (!pinned)
      status = mg_trace_lay(t, y, 1, err);
  }
  if (status == MGNN_OK)
    status = mg_trace_join(l->trace, l->y, n, dim, l->part, l->part_node,
                           l->parts, err);
  mg_free(y);
  return status;
}

static mgnn_status
parts_init(layout *l, size_t count, mgnn_error *err)
{
  if (l->trace == NULL)
    return MGNN_OK;
  l->part = mg_zalloc(count, sizeof *l->part);
  l->part_node = mg_alloc(count, sizeof *l->part_node);
  return l->part != NULL && l->part_node != NULL ? MGNN_OK
                                                 : mg_fail_memory(err);
}

static void
parts_free(layout *l)
{
  for (size_t k = 0; k < l->parts; k++)
    mg_trace_free(&l->part[k]);
  mg_free(l->part);
  mg_free(l->part_node);
}

static mgnn_status
all_components(layout *l, mgnn_error *err)
{
  mg_components c;
  mgnn_status status = mg_components_find(&c, &l->p->graph, err);

  if (status != MGNN_OK)
    return status;
  status = parts_init(l, c.count, err);
  for (size_t k = 0; k < c.count && status == MGNN_OK; k++) {
    size_t count = c.first[k + 1] - c.first[k];

    if (count == 1)
      lone_node(l, c.node[c.first[k]]);
    else
      status = component(l, c.node + c.first[k], count, err);
  }
  if (status == MGNN_OK && !l->given)
    status = pack(l, &c, err);
  if (status == MGNN_OK && l->trace != NULL)
    status = parts_join(l, err);
  parts_free(l);
  mg_components_free(&c);
  return status;
}

/* Lay out all components into y, which stays as it is on failure. */
static mgnn_status
lay_out(layout *l, double *y, mgnn_error *err)
{
  size_t n = l->p->graph.n, size = n * l->dim;
  mgnn_status status = MGNN_OK;

  l->start = mg_clock();
  l->now = (mgnn_progress){ 0, NULL, NAN, NAN };
  atomic_flag_clear(&l->busy);
  l->how = (mg_effort){ .seed = l->par->control.seed, .threads = l->par->control.threads,
                        .tolerance = l->par->tolerance, .over = is_over,
                        .over_ctx = l, .tell = on_stand,
                        .max_iterations = l->par->control.max_iterations,
                        .spent = &l->spent };
  l->y = mg_alloc(size, sizeof *l->y);
  l->map = mg_alloc(n, sizeof *l->map);
  if (l->y == NULL || l->map == NULL)
    status = mg_fail_memory(err);
  if (status == MGNN_OK) {
    memcpy(l->y, y, size * sizeof *y);
    for (size_t i = 0; i < n; i++)
      l->map[i] = MG_NOWHERE;
    status = all_components(l, err);
  }
  if (status == MGNN_OK)
    memcpy(y, l->y, size * sizeof *y);
  if (l->par->control.max_iterations > 0
      && atomic_load(&l->spent) >= l->par->control.max_iterations
      && atomic_load(&l->limit) == NULL)
    atomic_store(&l->limit, "iterations");
  mg_free(l->y);
  mg_free(l->map);
  return status;
}

mgnn_status
mgnn_start(const mgnn_problem *p, size_t dim, const char *start,
           const mgnn_search_params *par, double *y, mgnn_error *err)
{
  mgnn_outcome unused = { 0 };
  layout l = { .p = p, .dim = dim, .par = par, .out = &unused };
  mgnn_status status;

  TRY(mg_problem_dim_check(p, dim, err));
  if (strcmp(start, "pivot") == 0)
    l.by = mg_start_pivot;
  else if (strcmp(start, "buildup") == 0)
    l.by = mg_start_buildup;
  else
    return mg_fail(err, MGNN_EINVAL, "there is no start named \"%s\"", start);
  status = lay_out(&l, y, err);
end:
  return status;
}

/* Lay out, and say how it went; *out is empty if that fails. */
static mgnn_status
run(layout *l, double *y, mgnn_outcome *out, mgnn_error *err)
{
  const mgnn_problem *p = l->p;
  double *partial = mg_alloc(mg_blocks(p->graph.n), sizeof *partial);
  mgnn_outcome unused;
  const char *limit;
  mgnn_status status;

  l->out = out != NULL ? out : &unused;
  *l->out = (mgnn_outcome){ .pair_stress = l->paths ? 0 : NAN };
  TRY(mg_problem_dim_check(p, l->dim, err));
  TRY(mg_allocated(partial, err));
  if (!l->paths && out != NULL)
    TRY(mg_allocated(out->determined = mg_alloc(p->graph.n, 1), err));
  TRY(lay_out(l, y, err));
  limit = atomic_load(&l->limit);
  l->out->energy = mg_energy(&p->graph, l->dim, l->par->control.seed,
                             l->par->control.threads, y, NULL, partial);
  l->out->iterations = atomic_load(&l->spent);
  l->out->reason = limit != NULL ? limit : "converged";
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
mg_layout_trace(const mg_descent *d, int given, double *y, mgnn_outcome *out,
                mg_trace *trace, mgnn_error *err)
{
  layout l = { .p = d->p, .dim = d->dim, .par = d->par, .given = given,
               .trace = trace };
  mgnn_status status;

  TRY(mg_solver_pairs(d->par, &l.paths, err));
  status = run(&l, y, out, err);
end:
  return status;
}

mgnn_status
mg_solve_pairs(const mg_descent *d, double *y, mgnn_outcome *out,
               mgnn_error *err)
{
  layout l = { .p = d->p, .dim = d->dim, .par = d->par, .paths = 1,
               .given = 1 };
  mgnn_status status = run(&l, y, out, err);

  out->stage = NULL;
  return status;
}

mgnn_status
mgnn_layout(const mgnn_problem *p, size_t dim, const mgnn_search_params *par,
            double *y, mgnn_outcome *out, mgnn_error *err)
{
  const mg_descent d = { p, dim, par, mg_clock() };

  return mg_layout_trace(&d, 0, y, out, NULL, err);
}
