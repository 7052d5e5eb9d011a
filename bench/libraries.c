/* What is written by hand beside what a library has for it, on the same input
 * and in the same run: rows of what, who, how much, in which unit.  Both answers
 * are compared before anything is printed.  Making igraph's graph, which costs
 * 50 bytes per edge and which a call of igraph would have to be charged with, is
 * a row of its own.  Usage: libraries [WORD], the rows whose name has WORD. */
#include "common.h"

#include "base/order.h"
#include "base/mem.h"
#include "base/subgraph.h"
#include "inspect/feasible.h"
#include "inspect/fronts.h"
#include "inspect/rigidity.h"
#include "problem/components.h"
#include "problem/paths.h"
#include "problem/simplify.h"
#include "propagate/engine.h"
#include "solve/descent/edge_energy.h"
#include "solve/descent/locate.h"
#include "solve/stitch/patch.h"
#include "solve/stress/distances.h"

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_multifit_nlinear.h>
#include <gsl/gsl_multimin.h>
#include <gsl/gsl_sort_uint.h>
#include <igraph.h>
#include <suitesparse/cholmod.h>

enum { REPEATS = 3 };

/* A graph in all forms that are asked for, and the positions its lengths come
 * from. */
typedef struct {
  bench_graph raw;
  mg_graph graph;
  igraph_t theirs;
  igraph_vector_t weight;
  mg_bars bars;
  double *y, *start;
  size_t evaluations;
} input;

static void
must(int fine, const char *what)
{
  if (fine)
    return;
  fprintf(stderr, "libraries: %s failed\n", what);
  exit(EXIT_FAILURE);
}

static void
ends_view(const bench_graph *g, igraph_vector_int_t *ends)
{
  igraph_vector_int_init(ends, (igraph_integer_t)(2 * g->m));
  for (size_t k = 0; k < 2 * g->m; k++)
    VECTOR(*ends)[k] = g->ends[k];
}

static void
graph_make(input *in)
{
  unsigned *ends = mg_alloc(2 * in->raw.m, sizeof *ends);

  must(ends != NULL, "memory");
  memcpy(ends, in->raw.ends, 2 * in->raw.m * sizeof *ends);
  must(mg_graph_init(&in->graph, in->raw.n, in->raw.m, ends, NULL) == MGNN_OK,
       "a graph");
  must(mg_graph_lengths_set(&in->graph, in->raw.length, NULL, NULL) == MGNN_OK,
       "lengths");
}

/* Random points of the square that n nodes fill at unit density, joined up to
 * the radius: 2.55 makes a mean degree of 20, 1.3 one of 5. */
static void
geometric_make(input *in, size_t n, double radius)
{
  double side = sqrt((double)n);
  uint64_t state = 3;

  in->y = bench_alloc(2 * n, sizeof *in->y);
  for (size_t k = 0; k < 2 * n; k++)
    in->y[k] = side * bench_uniform(&state);
  in->raw = (bench_graph){ n, 0, bench_alloc(40 * n, sizeof *in->raw.ends),
                           bench_alloc(20 * n, sizeof *in->raw.length) };
  for (size_t i = 0; i < n; i++)
    for (size_t j = i + 1; j < n; j++) {
      double far = mg_distance(in->y + 2 * i, in->y + 2 * j, 2);

      if (far >= radius || in->raw.m == 20 * n)
        continue;
      in->raw.ends[2 * in->raw.m] = (unsigned)i;
      in->raw.ends[2 * in->raw.m + 1] = (unsigned)j;
      in->raw.length[in->raw.m++] = far;
    }
}

static void
input_make(input *in, const char *kind, size_t n)
{
  igraph_vector_int_t ends;

  *in = (input){ .y = NULL };
  if (strcmp(kind, "geometric") == 0)
    geometric_make(in, n, 2.55);
  else if (strcmp(kind, "sparse") == 0)
    geometric_make(in, n, 1.3);
  else
    in->raw = bench_graph_make(kind, n, 10 * n);
  graph_make(in);
  must(mg_bars_init(&in->bars, &in->graph, 2, NULL, NULL) == MGNN_OK, "bars");
  ends_view(&in->raw, &ends);
  igraph_create(&in->theirs, &ends, (igraph_integer_t)in->raw.n,
                IGRAPH_UNDIRECTED);
  igraph_vector_int_destroy(&ends);
  igraph_vector_init_array(&in->weight, in->raw.length,
                           (igraph_integer_t)in->raw.m);
}

static void
input_free(input *in)
{
  bench_graph_free(&in->raw);
  mg_graph_free(&in->graph);
  mg_bars_free(&in->bars);
  igraph_destroy(&in->theirs);
  igraph_vector_destroy(&in->weight);
  free(in->y);
  free(in->start);
}

/* ---- graphs ---- */

static double
make_ours(input *in)
{
  mg_graph_free(&in->graph);
  graph_make(in);
  return (double)in->graph.m;
}

static double
make_theirs(input *in)
{
  igraph_vector_int_t ends;
  igraph_t g;
  double found;

  ends_view(&in->raw, &ends);
  igraph_create(&g, &ends, (igraph_integer_t)in->raw.n, IGRAPH_UNDIRECTED);
  igraph_vector_int_destroy(&ends);
  found = (double)igraph_ecount(&g);
  igraph_destroy(&g);
  return found;
}

static double
components_ours(input *in)
{
  mg_components c;
  double found;

  must(mg_components_find(&c, &in->graph, NULL) == MGNN_OK, "components");
  found = (double)c.count;
  mg_components_free(&c);
  return found;
}

static double
components_theirs(input *in)
{
  igraph_integer_t found;

  igraph_connected_components(&in->theirs, NULL, NULL, &found, IGRAPH_WEAK);
  return (double)found;
}

static double
cuts_ours(input *in)
{
  const mg_graph *g = &in->graph;
  unsigned char *cut = mg_zalloc(g->n, 1);
  mg_depth_first d;
  double found = 0;

  must(cut != NULL && mg_depth_first_init(&d, g->n, NULL) == MGNN_OK, "memory");
  for (unsigned i = 0; i < g->n; i++)
    if (d.found[i] == 0)
      mg_depth_first_search(&d, g->row, g->to, NULL, i);
  mg_cut_nodes(&d, cut);
  for (size_t i = 0; i < g->n; i++)
    found += cut[i];
  for (size_t e = 0; e < g->m; e++)
    found += mg_is_bridge(&d, g->ends[2 * e], g->ends[2 * e + 1]);
  mg_depth_first_free(&d);
  mg_free(cut);
  return found;
}

static double
cuts_theirs(input *in)
{
  igraph_vector_int_t list;
  double found;

  igraph_vector_int_init(&list, 0);
  igraph_articulation_points(&in->theirs, &list);
  found = (double)igraph_vector_int_size(&list);
  igraph_bridges(&in->theirs, &list);
  found += (double)igraph_vector_int_size(&list);
  igraph_vector_int_destroy(&list);
  return found;
}

static double
pairs_cut_ours(input *in)
{
  int yes;

  must(mg_triconnected(&in->bars, &yes, NULL) == MGNN_OK, "3-connectivity");
  return yes;
}

static double
pairs_cut_theirs(input *in)
{
  igraph_integer_t found;

  igraph_vertex_connectivity(&in->theirs, &found, 1);
  return found >= 3;
}

static double
simplify_ours(input *in)
{
  mg_simple s;
  double found;

  must(mg_simplify(&s, in->raw.n, in->raw.m, in->raw.ends, NULL) == MGNN_OK,
       "simplify");
  found = (double)s.m;
  mg_simple_free(&s);
  return found;
}

static double
simplify_theirs(input *in)
{
  igraph_t g;
  double found;

  igraph_copy(&g, &in->theirs);
  igraph_simplify(&g, 1, 1, NULL);
  found = (double)igraph_ecount(&g);
  igraph_destroy(&g);
  return found;
}

/* Every tenth hundred nodes. */
static double
subgraph_ours(input *in)
{
  size_t n = in->graph.n, count = 0;
  unsigned *map = bench_alloc(n, sizeof *map);
  unsigned *node = bench_alloc(n, sizeof *node);
  mg_subgraph s;
  double found;

  memset(map, 255, n * sizeof *map);
  for (size_t i = 0; i < n; i++)
    if (i / 100 % 10 == 0)
      node[count++] = (unsigned)i;
  must(mg_subgraph_init(&s, &in->graph, node, count, map, NULL, NULL)
       == MGNN_OK, "a subgraph");
  found = (double)s.graph.m;
  mg_subgraph_free(&s);
  free(map);
  free(node);
  return found;
}

static double
subgraph_theirs(input *in)
{
  igraph_vector_int_t node;
  igraph_t g;
  double found;

  igraph_vector_int_init(&node, 0);
  for (igraph_integer_t i = 0; i < igraph_vcount(&in->theirs); i++)
    if (i / 100 % 10 == 0)
      igraph_vector_int_push_back(&node, i);
  igraph_induced_subgraph(&in->theirs, &g, igraph_vss_vector(&node),
                          IGRAPH_SUBGRAPH_AUTO);
  found = (double)igraph_ecount(&g);
  igraph_destroy(&g);
  igraph_vector_int_destroy(&node);
  return found;
}

static double
core_ours(input *in)
{
  unsigned *order = bench_alloc(in->graph.n, sizeof *order);
  size_t outside;

  must(mg_k_core(&in->graph, 10, order, &outside, NULL) == MGNN_OK, "a core");
  free(order);
  return (double)outside;
}

static double
core_theirs(input *in)
{
  igraph_vector_int_t core;
  double outside = 0;

  igraph_vector_int_init(&core, 0);
  igraph_coreness(&in->theirs, &core, IGRAPH_ALL);
  for (igraph_integer_t i = 0; i < igraph_vector_int_size(&core); i++)
    outside += VECTOR(core)[i] < 10;
  igraph_vector_int_destroy(&core);
  return outside;
}

/* The nodes found; the graph is connected. */
static double
breadth_first_ours(input *in)
{
  const mg_graph *g = &in->graph;
  unsigned *order = bench_alloc(2 * g->n, sizeof *order);
  double found = 0;

  mg_breadth_first(g->n, g->row, g->to, order, order + g->n);
  for (size_t k = 0; k < g->n; k++)
    found += order[g->n + order[k]] == k;
  free(order);
  return found;
}

static double
breadth_first_theirs(input *in)
{
  igraph_vector_int_t order;
  double found;

  igraph_vector_int_init(&order, 0);
  igraph_bfs_simple(&in->theirs, 0, IGRAPH_ALL, &order, NULL, NULL);
  found = (double)igraph_vector_int_size(&order);
  igraph_vector_int_destroy(&order);
  return found;
}

/* ---- shortest paths ---- */

static double
row_ours(input *in)
{
  mg_paths p;
  double sum = 0;

  must(mg_paths_init(&p, &in->graph, NULL) == MGNN_OK, "paths");
  for (size_t k = 0; k < 10; k++) {
    mg_paths_all(&p, k);
    for (size_t i = 0; i < p.reached_count; i++)
      sum += p.distance[p.reached[i]];
  }
  mg_paths_free(&p);
  return sum;
}

static double
row_theirs(input *in)
{
  igraph_matrix_t row;
  double sum = 0;

  igraph_matrix_init(&row, 0, 0);
  for (igraph_integer_t k = 0; k < 10; k++) {
    igraph_distances_dijkstra(&in->theirs, &row, igraph_vss_1(k),
                              igraph_vss_all(), &in->weight, IGRAPH_ALL);
    for (igraph_integer_t i = 0; i < igraph_vcount(&in->theirs); i++)
      if (isfinite(MATRIX(row, 0, i)))
        sum += MATRIX(row, 0, i);
  }
  igraph_matrix_destroy(&row);
  return sum;
}

/* The farthest of the 50 nearest. */
static double
nearest_ours(input *in)
{
  mg_paths p;
  double sum = 0;

  must(mg_paths_init(&p, &in->graph, NULL) == MGNN_OK, "paths");
  for (size_t k = 0; k < 10; k++) {
    mg_paths_from(&p, k, 50);
    sum += p.distance[p.reached[p.reached_count - 1]];
  }
  mg_paths_free(&p);
  return sum;
}

static double
nearest_theirs(input *in)
{
  igraph_matrix_t row;
  double sum = 0;

  igraph_matrix_init(&row, 0, 0);
  for (igraph_integer_t k = 0; k < 10; k++) {
    igraph_vector_t far;

    igraph_distances_dijkstra(&in->theirs, &row, igraph_vss_1(k),
                              igraph_vss_all(), &in->weight, IGRAPH_ALL);
    igraph_vector_init(&far, 0);
    igraph_matrix_get_row(&row, &far, 0);
    igraph_vector_sort(&far);
    sum += VECTOR(far)[49];
    igraph_vector_destroy(&far);
  }
  igraph_matrix_destroy(&row);
  return sum;
}

/* All pairs, counted in edges. */
static double
all_pairs_ours(input *in)
{
  mg_run_control control = { .seed = 1, .threads = 1 };
  mg_distances d;
  float far[MG_PAIR_BLOCK];
  double sum = 0, *one = bench_alloc(in->raw.m, sizeof *one);
  int stopped = 0;

  for (size_t e = 0; e < in->raw.m; e++)
    one[e] = 1;
  must(mg_graph_lengths_set(&in->graph, one, NULL, NULL) == MGNN_OK
       && mg_distances_init(&d, &in->graph, &control, &stopped, NULL)
          == MGNN_OK, "distances");
  for (size_t i = 0; i < d.n; i++)
    for (size_t j = i + 1; j < d.n; j += MG_PAIR_BLOCK) {
      size_t count = d.n - j < MG_PAIR_BLOCK ? d.n - j : MG_PAIR_BLOCK;

      mg_distances_unpack(&d, i, j, count, far);
      for (size_t k = 0; k < count; k++)
        sum += far[k] * d.unit;
    }
  mg_distances_free(&d);
  free(one);
  return sum;
}

static double
all_pairs_theirs(input *in)
{
  igraph_matrix_t all;
  double sum;

  igraph_matrix_init(&all, 0, 0);
  igraph_distances(&in->theirs, &all, igraph_vss_all(), igraph_vss_all(),
                   IGRAPH_ALL);
  sum = igraph_matrix_sum(&all) / 2;
  igraph_matrix_destroy(&all);
  return sum;
}

/* ---- groups that do not fit ---- */

static double
cliques_ours(input *in)
{
  unsigned node[MG_CLIQUE_DIM + 2];
  int found;

  must(mg_clique_misfit(&in->graph, 2, 1e-6, node, &found, NULL) == MGNN_OK,
       "cliques");
  return found;
}

/* Counting them only, to the limit of ours: that they fit would have to be
 * tested yet. */
static igraph_error_t
count_one(const igraph_vector_int_t *clique, void *count)
{
  (void)clique;
  return ++*(size_t *)count < 200000 ? IGRAPH_SUCCESS : IGRAPH_STOP;
}

static double
cliques_theirs(input *in)
{
  size_t count = 0;

  igraph_cliques_callback(&in->theirs, 4, 4, count_one, &count);
  return count == 0;
}

/* ---- sorting ---- */

enum { SORTED = 1000000 };

static double
order_sum(const unsigned *order)
{
  double sum = 0;

  for (size_t k = 0; k < SORTED; k++)
    sum += (double)(k % 1000) * order[k];
  return sum;
}

/* Points at the middles of cells, so that both see the same keys. */
static void
points_make(double *y)
{
  uint64_t state = 5;

  for (size_t i = 0; i < SORTED; i++) {
    uint32_t cell[2] = { (uint32_t)bench_below(&state, 1 << 16),
                         (uint32_t)bench_below(&state, 1 << 16) };

    if (i < 2)                 /* the corners, which scale the others */
      cell[0] = cell[1] = i == 0 ? 0 : (1 << 16) - 1;
    y[2 * i] = cell[0];
    y[2 * i + 1] = cell[1];
  }
}

static double
order_ours(input *in)
{
  unsigned *order = bench_alloc(2 * SORTED, sizeof *order);
  double sum;

  must(mg_order_along(in->y, SORTED, 2, order, order + SORTED, NULL)
       == MGNN_OK, "an order");
  sum = order_sum(order);
  free(order);
  return sum;
}

static uint32_t
key_of(const double *y)
{
  uint32_t cell[2] = { (uint32_t)y[0], (uint32_t)y[1] };

  return (uint32_t)mg_hilbert_key(cell, 2);
}

typedef struct {
  uint32_t key;
  unsigned node;
} keyed;

static int
by_key(const void *a, const void *b)
{
  const keyed *x = a, *y = b;

  return x->key != y->key ? (x->key < y->key ? -1 : 1)
                          : (x->node > y->node) - (x->node < y->node);
}

static double
order_qsort(input *in)
{
  keyed *k = bench_alloc(SORTED, sizeof *k);
  unsigned *order = bench_alloc(SORTED, sizeof *order);
  double sum;

  for (size_t i = 0; i < SORTED; i++)
    k[i] = (keyed){ key_of(in->y + 2 * i), (unsigned)i };
  qsort(k, SORTED, sizeof *k, by_key);
  for (size_t i = 0; i < SORTED; i++)
    order[i] = k[i].node;
  sum = order_sum(order);
  free(k);
  free(order);
  return sum;
}

/* GSL's heap sort is not stable: nodes of one key come in another order, and
 * the sum is taken over the sorted nodes of each. */
static double
order_gsl(input *in)
{
  uint32_t *key = bench_alloc(SORTED, sizeof *key);
  size_t *at = bench_alloc(SORTED, sizeof *at);
  unsigned *order = bench_alloc(SORTED, sizeof *order);
  double sum;

  for (size_t i = 0; i < SORTED; i++)
    key[i] = key_of(in->y + 2 * i);
  gsl_sort_uint_index(at, key, 1, SORTED);
  for (size_t i = 0; i < SORTED; i++) {
    size_t j = i;

    for (; j > 0 && key[at[i]] == key[order[j - 1]] && order[j - 1] > at[i]; j--)
      order[j] = order[j - 1];
    order[j] = (unsigned)at[i];
  }
  sum = order_sum(order);
  free(key);
  free(at);
  free(order);
  return sum;
}

/* ---- one node from its neighbours ---- */

/* The share of the nodes that are found within 1e-6 of where they were. */
static double
locate_ours(input *in)
{
  mg_locator l;
  double found = 0, x[2];

  must(mg_locator_init(&l, &in->graph, 2, 1, NULL) == MGNN_OK, "a locator");
  for (size_t i = 0; i < in->graph.n; i++) {
    mg_locate(&l, &in->graph, i, in->y, NULL, x);
    found += mg_distance(x, in->y + 2 * i, 2) < 1e-6;
  }
  mg_locator_free(&l);
  return 100 * found / (double)in->graph.n;
}

typedef struct {
  const input *in;
  size_t i;
} neighbourhood;

static int
gaps(const gsl_vector *x, void *ctx, gsl_vector *f)
{
  const neighbourhood *h = ctx;
  const mg_graph *g = &h->in->graph;

  for (size_t k = g->row[h->i]; k < g->row[h->i + 1]; k++)
    gsl_vector_set(f, k - g->row[h->i],
                   mg_distance(x->data, h->in->y + 2 * g->to[k], 2)
                   - g->length[k]);
  return GSL_SUCCESS;
}

static int
gaps_slope(const gsl_vector *x, void *ctx, gsl_matrix *slope)
{
  const neighbourhood *h = ctx;
  const mg_graph *g = &h->in->graph;

  for (size_t k = g->row[h->i]; k < g->row[h->i + 1]; k++) {
    const double *at = h->in->y + 2 * g->to[k];
    double r = fmax(mg_distance(x->data, at, 2), 1e-300);

    for (size_t c = 0; c < 2; c++)
      gsl_matrix_set(slope, k - g->row[h->i], c, (x->data[c] - at[c]) / r);
  }
  return GSL_SUCCESS;
}

/* From the middle of the neighbours. */
static int
locate_one(const input *in, size_t i, double *x)
{
  const mg_graph *g = &in->graph;
  neighbourhood h = { in, i };
  size_t count = g->row[i + 1] - g->row[i];
  gsl_multifit_nlinear_parameters par = gsl_multifit_nlinear_default_parameters();
  gsl_multifit_nlinear_fdf fdf = { .f = gaps, .df = gaps_slope, .n = count,
                                   .p = 2, .params = &h };
  gsl_vector_view start = gsl_vector_view_array(x, 2);
  gsl_multifit_nlinear_workspace *w;
  int info;

  if (count < 2)
    return 0;
  x[0] = x[1] = 0;
  for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
    for (size_t c = 0; c < 2; c++)
      x[c] += in->y[2 * g->to[k] + c] / (double)count;
  w = gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &par, count, 2);
  gsl_multifit_nlinear_init(&start.vector, &fdf, w);
  gsl_multifit_nlinear_driver(20, 1e-9, 1e-9, 0, NULL, NULL, &info, w);
  memcpy(x, gsl_multifit_nlinear_position(w)->data, 2 * sizeof *x);
  gsl_multifit_nlinear_free(w);
  return 1;
}

static double
locate_theirs(input *in)
{
  double found = 0, x[2];

  for (size_t i = 0; i < in->graph.n; i++)
    found += locate_one(in, i, x)
             && mg_distance(x, in->y + 2 * i, 2) < 1e-6;
  return 100 * found / (double)in->graph.n;
}

/* ---- minimisation ---- */

static input *measured;        /* what evaluations are counted in */

static void
both(const gsl_vector *x, void *ctx, double *value, gsl_vector *slope)
{
  mg_edge_energy *e = ctx;

  measured->evaluations++;
  *value = e->objective.value(e, x->data, slope->data);
  gsl_vector_scale(slope, 2);  /* E's own comes halved */
}

static double
value_only(const gsl_vector *x, void *ctx)
{
  gsl_vector *slope = gsl_vector_alloc(x->size);
  double value;

  both(x, ctx, &value, slope);
  gsl_vector_free(slope);
  return value;
}

static void
slope_only(const gsl_vector *x, void *ctx, gsl_vector *slope)
{
  double value;

  both(x, ctx, &value, slope);
}

static const double stress_floor = 1e-6;       /* of E, in squares of lengths */

/* By PivotMDS, as layout mode begins. */
static const double *
start_of(input *in)
{
  mgnn_problem *p;
  mgnn_search_params par;

  if (in->start != NULL)
    return in->start;
  in->start = bench_alloc(2 * in->raw.n, sizeof *in->start);
  mgnn_search_params_init(&par);
  must(mgnn_problem_new(&p, in->raw.n, in->raw.m, in->raw.ends, in->raw.length,
                        NULL) == MGNN_OK
       && mgnn_start(p, 2, "pivot", &par, in->start, NULL) == MGNN_OK,
       "PivotMDS");
  mgnn_problem_free(p);
  return in->start;
}

static double
descend_ours(input *in)
{
  size_t size = 2 * in->graph.n;
  double *x = bench_alloc(size, sizeof *x);
  mg_edge_energy e;
  mg_lbfgs_options opt;
  mg_lbfgs_result result;

  memcpy(x, start_of(in), size * sizeof *x);
  must(mg_edge_energy_init(&e, &in->graph, 2, NULL, 1, 1, NULL) == MGNN_OK, "E");
  mg_lbfgs_init(&opt);
  opt.threads = 1;
  opt.floor = stress_floor * e.scale;
  must(mg_lbfgs(&e.objective, &opt, x, &result, NULL) == MGNN_OK, "L-BFGS");
  in->evaluations = result.evaluations;
  mg_edge_energy_free(&e);
  free(x);
  return result.value <= opt.floor;
}

static double
minimise(input *in, const gsl_multimin_fdfminimizer_type *type)
{
  size_t size = 2 * in->graph.n;
  gsl_vector_const_view x = gsl_vector_const_view_array(start_of(in), size);
  gsl_multimin_fdfminimizer *s = gsl_multimin_fdfminimizer_alloc(type, size);
  mg_edge_energy e;
  gsl_multimin_function_fdf f = { .n = size, .f = value_only, .df = slope_only,
                                  .fdf = both, .params = &e };
  int done;

  measured = in;
  in->evaluations = 0;
  must(mg_edge_energy_init(&e, &in->graph, 2, NULL, 1, 1, NULL) == MGNN_OK, "E");
  gsl_multimin_fdfminimizer_set(s, &f, &x.vector, 0.1, 0.1);
  for (int k = 0; k < 2000 && s->f > stress_floor * e.scale; k++)
    if (gsl_multimin_fdfminimizer_iterate(s) != GSL_SUCCESS)
      break;
  done = s->f <= stress_floor * e.scale;
  gsl_multimin_fdfminimizer_free(s);
  mg_edge_energy_free(&e);
  return done;
}

static double
descend_bfgs(input *in)
{
  return minimise(in, gsl_multimin_fdfminimizer_vector_bfgs2);
}

static double
descend_gradients(input *in)
{
  return minimise(in, gsl_multimin_fdfminimizer_conjugate_pr);
}

/* ---- inertia ---- */

static const double shift = 1e-12;     /* singular values below 1e-6 */

static void
directions(const input *in, size_t e, double *u)
{
  const unsigned *ends = in->raw.ends + 2 * e;
  const double *from = in->y + 2 * ends[0], *to = in->y + 2 * ends[1];

  for (size_t c = 0; c < 2; c++)
    u[c] = (from[c] - to[c]) / mg_distance(from, to, 2);
}

static double
inertia_ours(input *in)
{
  size_t m = in->raw.m, below = 0;
  double *value = bench_alloc(4 * m, sizeof *value);
  mg_shape shape;
  mg_fronts fronts;

  must(mg_shape_init(&shape, m, in->raw.n, 2, 2 * m, NULL) == MGNN_OK, "rows");
  for (size_t e = 0; e < m; e++) {
    double u[2];

    directions(in, e, u);
    shape.first[e] = 2 * e;
    for (size_t side = 0; side < 2; side++) {
      shape.node[2 * e + side] = in->raw.ends[2 * e + side];
      for (size_t c = 0; c < 2; c++)
        value[4 * e + 2 * side + c] = side == 0 ? u[c] : -u[c];
    }
  }
  shape.first[m] = 2 * m;
  must(mg_fronts_plan(&fronts, &shape, NULL) == MGNN_OK
       && mg_inertia(&shape, &fronts, value, shift, &below, NULL) == MGNN_OK,
       "inertia");
  mg_fronts_free(&fronts);
  mg_shape_free(&shape);
  free(value);
  return (double)below;
}

/* A^T, a column per edge: what CHOLMOD factors the square of. */
static cholmod_sparse *
transposed(const input *in, cholmod_common *common)
{
  size_t m = in->raw.m;
  cholmod_sparse *a = cholmod_l_allocate_sparse(2 * in->raw.n, m, 4 * m, 0, 1,
                                                0, CHOLMOD_REAL, common);
  SuiteSparse_long *first = a->p, *row = a->i;
  double *value = a->x;

  for (size_t e = 0; e < m; e++) {
    double u[2];

    directions(in, e, u);
    first[e] = (SuiteSparse_long)(4 * e);
    for (size_t k = 0; k < 4; k++) {
      row[4 * e + k] = 2 * in->raw.ends[2 * e + k / 2] + k % 2;
      value[4 * e + k] = k < 2 ? u[k] : -u[k - 2];
    }
  }
  first[m] = (SuiteSparse_long)(4 * m);
  return a;
}

/* CHOLMOD's L D L^T does not pivot, and knows no supernodes. */
static double
inertia_theirs(input *in)
{
  double beta[2] = { -shift, 0 }, found = 0;
  cholmod_common common;
  cholmod_sparse *a;
  cholmod_factor *l;

  cholmod_l_start(&common);
  common.supernodal = CHOLMOD_SIMPLICIAL;
  common.final_ll = 0;
  common.print = 0;
  a = transposed(in, &common);
  l = cholmod_l_analyze(a, &common);
  cholmod_l_factorize_p(a, beta, NULL, 0, l, &common);
  must(l->is_ll == 0 && l->minor == l->n, "CHOLMOD");
  for (size_t k = 0; k < l->n; k++)    /* D is on the diagonal of L */
    found += ((double *)l->x)[((SuiteSparse_long *)l->p)[k]] < 0;
  cholmod_l_free_factor(&l, &common);
  cholmod_l_free_sparse(&a, &common);
  cholmod_l_finish(&common);
  return found;
}

/* All eigenvalues of A^T A, as a full matrix. */
static double
inertia_dense(input *in)
{
  size_t size = 2 * in->raw.n;
  gsl_matrix *a = gsl_matrix_calloc(size, size);
  gsl_vector *value = gsl_vector_alloc(size);
  gsl_eigen_symm_workspace *work = gsl_eigen_symm_alloc(size);
  double found = 0;

  for (size_t e = 0; e < in->raw.m; e++) {
    double u[2];

    directions(in, e, u);
    for (size_t k = 0; k < 16; k++) {
      size_t p = k / 4, q = k % 4;
      double *at = gsl_matrix_ptr(a, 2 * in->raw.ends[2 * e + p / 2] + p % 2,
                                  2 * in->raw.ends[2 * e + q / 2] + q % 2);

      *at += (p / 2 == q / 2 ? 1 : -1) * u[p % 2] * u[q % 2];
    }
  }
  gsl_eigen_symm(a, value, work);
  for (size_t k = 0; k < size; k++)
    found += gsl_vector_get(value, k) < shift;
  gsl_eigen_symm_free(work);
  gsl_vector_free(value);
  gsl_matrix_free(a);
  return found;
}

/* ---- the rows ---- */

typedef struct {
  const char *what, *kind;
  size_t n;
  const char *who;
  double (*ours)(input *in), (*theirs)(input *in);
  int answers;                 /* nonzero: may differ, and are printed */
} row;

static const row rows[] = {
  { "make a graph", "random", 100000, "igraph", make_ours, make_theirs, 0 },
  { "components", "random", 100000, "igraph", components_ours,
    components_theirs, 0 },
  { "components", "near", 100000, "igraph", components_ours, components_theirs,
    0 },
  { "bridges and cut nodes", "random", 100000, "igraph", cuts_ours, cuts_theirs,
    0 },
  { "bridges and cut nodes", "near", 100000, "igraph", cuts_ours, cuts_theirs,
    0 },
  { "3-connected", "random", 100, "igraph", pairs_cut_ours, pairs_cut_theirs,
    0 },
  { "3-connected", "random", 200, "igraph", pairs_cut_ours, pairs_cut_theirs,
    0 },
  { "simplify", "random", 100000, "igraph", simplify_ours, simplify_theirs, 0 },
  { "subgraph", "near", 100000, "igraph", subgraph_ours, subgraph_theirs, 0 },
  { "10-core", "near", 100000, "igraph", core_ours, core_theirs, 0 },
  { "breadth first", "near", 100000, "igraph", breadth_first_ours,
    breadth_first_theirs, 0 },
  { "distances of 10 nodes", "near", 100000, "igraph", row_ours, row_theirs, 0 },
  { "50 nearest of 10 nodes", "near", 100000, "igraph", nearest_ours,
    nearest_theirs, 0 },
  { "distances of all pairs", "near", 4000, "igraph", all_pairs_ours,
    all_pairs_theirs, 0 },
  { "groups of 4", "geometric", 1500, "igraph", cliques_ours, cliques_theirs,
    0 },
  { "groups of 4", "geometric", 16000, "igraph", cliques_ours, cliques_theirs,
    0 },
  { "order along Hilbert's curve", "points", SORTED, "qsort", order_ours,
    order_qsort, 0 },
  { "order along Hilbert's curve", "points", SORTED, "GSL", order_ours,
    order_gsl, 0 },
  { "place a node", "geometric", 4000, "GSL", locate_ours, locate_theirs, 1 },
  { "place a node", "sparse", 4000, "GSL", locate_ours, locate_theirs, 1 },
  { "minimise E", "geometric", 4000, "GSL bfgs2", descend_ours, descend_bfgs,
    0 },
  { "minimise E", "geometric", 4000, "GSL conjugate", descend_ours,
    descend_gradients, 0 },
  { "inertia", "geometric", 500, "GSL", inertia_ours, inertia_dense, 0 },
  { "inertia", "geometric", 4000, "CHOLMOD", inertia_ours, inertia_theirs, 0 },
  { "inertia", "geometric", 16000, "CHOLMOD", inertia_ours, inertia_theirs, 0 }
};

static double
timed(double (*call)(input *in), input *in, double *best)
{
  double begin = bench_cpu(), answer = call(in);

  *best = fmin(*best, bench_cpu() - begin);
  return answer;
}

static void
compare(const row *r)
{
  double best[2] = { INFINITY, INFINITY }, answer[2] = { 0, 0 };
  size_t evaluations[2] = { 0, 0 };
  char what[100];
  input in;

  if (strcmp(r->kind, "points") == 0) {
    input_make(&in, "near", 256);
    in.y = bench_alloc(2 * SORTED, sizeof *in.y);
    points_make(in.y);
  } else
    input_make(&in, r->kind, r->n);
  for (int k = 0; k < REPEATS; k++) {
    in.evaluations = 0;
    answer[0] = timed(r->ours, &in, &best[0]);
    evaluations[0] = in.evaluations;
    answer[1] = timed(r->theirs, &in, &best[1]);
    evaluations[1] = in.evaluations;
  }
  if (!r->answers && !(fabs(answer[0] - answer[1]) <= 1e-9 * fabs(answer[0]))) {
    fprintf(stderr, "libraries: %s: %.17g, but %s %.17g\n", r->what, answer[0],
            r->who, answer[1]);
    exit(EXIT_FAILURE);
  }
  snprintf(what, sizeof what, "%s, %s %zu nodes", r->what, r->kind, r->n);
  for (int side = 0; side < 2; side++) {
    const char *who = side == 0 ? "ours" : r->who;

    bench_row(what, who, best[side], "s");
    if (evaluations[side] > 0)
      bench_row(what, who, (double)evaluations[side], "evaluations");
    if (r->answers)
      bench_row(what, who, answer[side], "% found");
  }
  input_free(&in);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
    if (argc < 2 || strstr(rows[k].what, argv[1]) != NULL)
      compare(&rows[k]);
  return 0;
}
