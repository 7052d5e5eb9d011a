/* Layout on many ranks: searches, components, sparse stress, descent; all with
 * the same energy however the nodes are divided, and near what one process finds. */
#include "mpi_unit.h"
#include "base/random.h"
#include "base/reproducible_sum.h"
#include "distributed/checkpoint.h"
#include "distributed/shard_components.h"
#include "distributed/shard_layout.h"
#include "problem/paths.h"
#include "scatter.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

static scatter_owner *const owners_of[] = { scatter_last, scatter_block, scatter_round };

enum { OWNERS = sizeof owners_of / sizeof *owners_of };

/* ---- graphs, the same on all ranks ---- */

/* A grid of side * side nodes, `copies` of them, the last with its first nodes only;
 * lengths from 1 to 1 + vary. */
static void
grid_make(mg_graph *g, size_t side, size_t copies, double vary, double extra)
{
  size_t n = side * side * copies, m = 0;
  unsigned *ends = mg_alloc(4 * n, sizeof *ends);
  double *length = mg_alloc(2 * n, sizeof *length);
  uint64_t stream = mg_random_stream(11, side);

  for (size_t i = 0; i < n; i++)
    for (size_t way = 0; way < 2; way++) {
      size_t x = i % side, y = i / side % side, j = way ? i + side : i + 1;

      if ((way ? y : x) + 1 == side)
        continue;
      ends[2 * m] = (unsigned)i;
      ends[2 * m + 1] = (unsigned)j;
      length[m++] = 1 + vary * mg_random_uniform(&stream);
    }
  mg_graph_init(g, n + (size_t)extra, m, ends, NULL);
  mg_graph_lengths_set(g, length, NULL, NULL);
  mg_free(length);
}

typedef struct {
  mg_shard s;
  mg_owners owners;
} divided;

static mgnn_status
divide(divided *d, const mg_graph *g, scatter_owner *who, mgnn_error *err)
{
  mgnn_status status = mg_owners_init(&d->owners, &all, g->n, err);
  size_t first = (size_t)d->owners.first[all.rank];
  size_t home = mg_owners_at_home(&d->owners, all.rank);

  d->owners.owner = mg_alloc(home + 1, sizeof *d->owners.owner);
  for (size_t i = 0; i < home; i++)
    d->owners.owner[i] = who(first + i, g->n, all.size);
  if (status == MGNN_OK)
    status = scatter(&d->s, &all, g, who, err);
  return status;
}

static void
divided_free(divided *d)
{
  mg_shard_free(&d->s);
  mg_owners_free(&d->owners);
}

/* ---- searches ---- */

/* Distances have the bits of a search in the whole graph, all lengths equal or not. */
static void
distances_are_those_of_the_whole_graph(void)
{
  double tenth[760];                     /* which is not a whole number of bits */

  for (size_t e = 0; e < sizeof tenth / sizeof *tenth; e++)
    tenth[e] = 0.1;
  for (int kind = 0; kind < 3; kind++) {
    mg_graph g;
    mg_paths whole;
    int vary = kind == 1;
    int64_t source[MG_PATHS_AT_ONCE] = { 0, 399, 17, 210, 5, 333, 100, 20 };

    grid_make(&g, 20, 1, vary, 0);
    if (kind == 2)
      mg_graph_lengths_set(&g, tenth, NULL, NULL);
    FACT(mg_paths_init(&whole, &g, NULL) == MGNN_OK);
    for (size_t o = 0; o < OWNERS; o++) {
      divided d;
      mg_shard_paths p;
      mgnn_error err;

      FACT(divide(&d, &g, owners_of[o], &err) == MGNN_OK);
      FACT(mg_shard_paths_init(&p, &d.s, &err) == MGNN_OK);
      FACT((p.least == p.most) == !vary);
      FACT(mg_shard_paths_from(&p, MG_PATHS_AT_ONCE, source, &err) == MGNN_OK);
      for (size_t b = 0; b < MG_PATHS_AT_ONCE; b++) {
        mg_paths_all(&whole, (size_t)source[b]);
        for (size_t i = 0; i < d.s.own; i++)
          FACT(mg_shard_path(&p, b)[i] == whole.distance[d.s.name[i]]);
      }
      mg_shard_paths_free(&p);
      divided_free(&d);
    }
    mg_paths_free(&whole);
    mg_graph_free(&g);
  }
}

/* The nearest nodes are those of a search, at its distances. */
static void
nearest_nodes_are_the_nearest(void)
{
  mg_graph g;
  mg_paths whole;

  grid_make(&g, 15, 1, 1, 0);
  FACT(mg_paths_init(&whole, &g, NULL) == MGNN_OK);
  for (size_t o = 0; o < OWNERS; o++) {
    divided d;
    mg_shard near;
    mg_shard_paths p;
    mgnn_error err;

    FACT(divide(&d, &g, owners_of[o], &err) == MGNN_OK);
    FACT(mg_shard_paths_init(&p, &d.s, &err) == MGNN_OK);
    FACT(mg_shard_nearest(&near, &p, &d.owners, &err) == MGNN_OK);
    FACT(near.own == d.s.own);
    for (size_t i = 0; i < near.own; i++) {
      mg_paths_from(&whole, near.name[i], MG_NEAREST + 1);
      FACT(near.row[i + 1] - near.row[i] >= MG_NEAREST);
      for (size_t k = 0; k < MG_NEAREST; k++) {
        size_t slot = near.row[i] + k;

        FACT(near.name[near.to[slot]] == whole.reached[k + 1]);
        /* Added from the other end: the last bit may differ. */
        FACT(fabs(near.length[slot] - whole.distance[whole.reached[k + 1]]) < 1e-12);
      }
    }
    mg_shard_free(&near);
    mg_shard_paths_free(&p);
    divided_free(&d);
  }
  mg_paths_free(&whole);
  mg_graph_free(&g);
}

enum { SMALL = 10 };           /* nodes of a component that is not large */

/* The lowest name of each component, by going over all edges until nothing changes. */
static int64_t *
lowest_names(const mg_graph *g)
{
  int64_t *lowest = mg_alloc(g->n, sizeof *lowest);

  for (size_t i = 0; i < g->n; i++)
    lowest[i] = (int64_t)i;
  for (int changed = 1; changed;) {
    changed = 0;
    for (size_t e = 0; e < g->m; e++) {
      int64_t *a = &lowest[g->ends[2 * e]], *b = &lowest[g->ends[2 * e + 1]];

      changed |= *a != *b;
      *a = *b = *a < *b ? *a : *b;
    }
  }
  return lowest;
}

/* Names, sizes and the large ones, however the nodes are divided. */
static void
components_are_right(const mg_graph *g)
{
  int64_t *lowest = lowest_names(g);
  uint64_t *size = mg_zalloc(g->n, sizeof *size);

  for (size_t i = 0; i < g->n; i++)
    size[lowest[i]]++;
  for (size_t o = 0; o < OWNERS; o++) {
    divided d;
    mg_shard_components c;
    mgnn_error err;
    uint64_t count = 0;
    size_t large = 0;

    FACT(divide(&d, g, owners_of[o], &err) == MGNN_OK);
    FACT(mg_shard_components_find(&c, &d.s, &d.owners, SMALL, &err) == MGNN_OK);
    for (size_t i = 0; i < d.s.own; i++) {
      FACT(c.label[i] == lowest[d.s.name[i]]);
      FACT(c.size[i] == size[c.label[i]]);
    }
    for (size_t i = 0; i < g->n; i++) {
      count += size[i] > 0;
      if (size[i] > SMALL)
        FACT(large < c.large_count && c.large[large++] == (int64_t)i);
    }
    FACT(c.count == count && c.large_count == large);
    mg_shard_components_free(&c);
    divided_free(&d);
  }
  mg_free(lowest);
  mg_free(size);
}

static void
components_of_grids_and_lone_nodes_are_found(void)
{
  mg_graph g;

  grid_make(&g, 7, 5, 0, 3);
  components_are_right(&g);
  mg_graph_free(&g);
}

static void
components_of_edges_are_right(unsigned *ends, size_t n, size_t m)
{
  mg_graph g;

  mg_graph_init(&g, n, m, ends, NULL);
  components_are_right(&g);
  mg_graph_free(&g);
}

/* Chains, trees and cycles, 1500 nodes with 1350 edges. */
static void
components_of_nodes_in_random_order_are_found(void)
{
  enum { NODES = 1500, EDGES = 1350 };
  unsigned *ends = mg_alloc(2 * EDGES, sizeof *ends);
  uint64_t stream = mg_random_stream(5, 1);
  size_t m = 0;

  for (unsigned k = 0; k < EDGES; k++) {
    unsigned a = k * 617 % NODES;      /* chains of 300, then any two */
    unsigned b = k < 900 ? (k % 300 < 299 ? (k + 1) * 617 % NODES : a)
                 : (unsigned)(mg_random_uniform(&stream) * NODES);

    if (a != b) {
      ends[2 * m] = a;
      ends[2 * m++ + 1] = b;
    }
  }
  components_of_edges_are_right(ends, NODES, m);
}

/* Chains of the names with the same rest, joined at their highest names: where a rank
 * has each, its lowest name is beside none of another rank. */
static void
chains_that_meet_at_their_ends_are_one_component(void)
{
  for (unsigned chains = 2; chains <= 4; chains++) {
    unsigned n = 25 * chains;
    unsigned *ends = mg_alloc(2 * n, sizeof *ends);
    size_t m = 0;

    for (unsigned i = 0; i + 1 < n; i++)
      if (i + chains < n || i >= n - chains) {
        ends[2 * m] = i;
        ends[2 * m++ + 1] = i + (i >= n - chains ? 1 : chains);
      }
    components_of_edges_are_right(ends, n, m);
  }
}

/* ---- layouts ---- */

static mgnn_status
layout(const mg_graph *g, scatter_owner *who, mg_shard_layout_options *opt,
       const unsigned char *pin, const double *start, double *out,
       mg_shard_outcome *outcome)
{
  divided d;
  mgnn_error err = { 0 };
  mgnn_status status = divide(&d, g, who, &err);
  double *y = mg_zalloc(d.s.own + 1, opt->dim * sizeof *y);
  unsigned char *held = mg_zalloc(d.s.own + 1, opt->dim);

  FACT(status == MGNN_OK);
  for (size_t k = 0; k < d.s.own * opt->dim; k++) {
    size_t at = d.s.name[k / opt->dim] * opt->dim + k % opt->dim;

    y[k] = start != NULL ? start[at] : 0;
    held[k] = pin != NULL && pin[at];
  }
  status = mg_shard_layout(&d.s, &d.owners, opt, pin != NULL ? held : NULL, y, outcome,
                           &err);
  if (status != MGNN_OK && status != MGNN_ENOCONV)
    fprintf(stderr, "# %s\n", err.text);
  gather(&d.s, opt->dim, y, out);
  mg_free(y);
  mg_free(held);
  divided_free(&d);
  return status;
}

/* What is tried with every division of the nodes. */
typedef struct {
  size_t side, copies, extra, dim;
  double vary;
  int paths, pinned, stiff, intervals;
} kind;

static const kind kinds[] = {
  { 20, 1, 0, 2, 0, 1, 0, 0, 0 }, { 20, 1, 0, 2, 0.5, 1, 0, 0, 0 },
  { 20, 1, 0, 3, 0, 1, 0, 0, 0 }, { 20, 1, 0, 2, 0, 0, 0, 0, 0 },
  { 20, 1, 0, 2, 0.1, 0, 1, 0, 0 }, { 20, 1, 0, 2, 0.5, 0, 0, 1, 0 },
  { 20, 1, 0, 2, 0.2, 0, 0, 0, 1 }, { 20, 1, 0, 2, 0, 1, 1, 1, 0 },
  { 12, 4, 5, 2, 0, 1, 0, 0, 0 }, { 12, 3, 2, 2, 0.3, 0, 0, 0, 0 }
};

static void
kind_make(const kind *k, mg_graph *g, double *start, unsigned char *pin)
{
  uint64_t stream = mg_random_stream(3, 4);
  double *x, *upper;

  grid_make(g, k->side, k->copies, k->vary, (double)k->extra);
  x = mg_alloc(2 * g->m, sizeof *x);
  upper = x + g->m;
  for (size_t e = 0; e < g->m; e++) {
    x[e] = k->stiff ? 0.5 + mg_random_uniform(&stream) : g->target[e];
    upper[e] = x[e] + 0.3;
  }
  if (k->stiff)
    mg_graph_stiffness_set(g, x, NULL);
  if (k->intervals)
    mg_graph_lengths_set(g, x, upper, NULL);
  memset(start, 0, g->n * k->dim * sizeof *start);
  memset(pin, 0, g->n * k->dim);
  if (k->pinned) {                       /* two corners, 30 apart, and half a third */
    memset(pin, 1, k->dim);
    memset(pin + (g->n - 1) * k->dim, 1, k->dim);
    start[(g->n - 1) * k->dim] = 30;
    pin[k->side * k->dim] = 1;
    start[k->side * k->dim] = 1;
  }
  mg_free(x);
}

/* Energies are the same to 1e-9 of them; what is below 1e-18 is 0 but for rounding. */
static int
is_same(double a, double b)
{
  return fabs(a - b) <= 1e-9 * fmax(a, b) || fmax(a, b) <= 1e-18;
}

static void
energies_do_not_depend_on_the_division(void)
{
  for (size_t q = 0; q < sizeof kinds / sizeof *kinds; q++) {
    const kind *k = &kinds[q];
    mg_graph g;
    size_t n = k->side * k->side * k->copies + k->extra;
    double *start = mg_alloc(2 * n, k->dim * sizeof *start);
    unsigned char *pin = mg_alloc(n, k->dim);
    double *y = start + n * k->dim;
    mg_shard_outcome out, out_first;

    kind_make(k, &g, start, pin);
    for (size_t o = 0; o < OWNERS; o++) {
      mg_shard_layout_options opt;

      mg_shard_layout_options_init(&opt);
      opt.dim = k->dim;
      opt.paths = k->paths;
      opt.gather = q == 8 ? 143 : 50;
      FACT(layout(&g, owners_of[o], &opt, k->pinned ? pin : NULL, start, y, &out)
           == MGNN_OK);
      if (o == 0)
        out_first = out;
      FACT(is_same(out.energy, out_first.energy));
      FACT(!k->paths || is_same(out.stress, out_first.stress));
      FACT(out.divided == k->copies && out.components == k->copies + k->extra);
      for (size_t c = 0; c < n * k->dim; c++) {
        FACT(isfinite(y[c]));
        FACT(!k->pinned || !pin[c] || y[c] == start[c]);
      }
    }
    mg_graph_free(&g);
    mg_free(start);
    mg_free(pin);
  }
}

/* The stress of all pairs of a grid, computed here, is within 2 % of what the ordinary
 * search leads to. */
static double
stress_of(const mg_graph *g, const double *y)
{
  mg_paths p;
  double sum = 0;

  mg_paths_init(&p, g, NULL);
  for (size_t i = 0; i < g->n; i++) {
    mg_paths_all(&p, i);
    for (size_t j = 0; j < i; j++) {
      double e = mg_distance(y + 2 * i, y + 2 * j, 2) / p.distance[j] - 1;

      sum += e * e;
    }
  }
  mg_paths_free(&p);
  return sum;
}

static void
stress_is_near_that_of_the_ordinary_search(void)
{
  for (int vary = 0; vary < 2; vary++) {
    mg_graph g;
    mgnn_problem *problem;
    mgnn_search_params par;
    mg_shard_layout_options opt;
    mg_shard_outcome out;
    double *y, *ordinary, want;

    grid_make(&g, 30, 1, vary, 0);
    y = mg_alloc(g.n, 2 * sizeof *y);
    ordinary = mg_zalloc(g.n, 2 * sizeof *y);
    FACT(mgnn_problem_new(&problem, g.n, g.m, g.ends, g.target, NULL) == MGNN_OK);
    mgnn_search_params_init(&par);
    par.pairs = "paths";
    par.control.threads = 1;
    FACT(mgnn_layout(problem, 2, &par, ordinary, NULL, NULL) == MGNN_OK);
    want = stress_of(&g, ordinary);
    mg_shard_layout_options_init(&opt);
    opt.paths = 1;
    opt.gather = 10;
    FACT(layout(&g, scatter_block, &opt, NULL, NULL, y, &out) == MGNN_OK);
    FACT(stress_of(&g, y) < 1.02 * want);
    /* The estimate has 400 of 900 rows. */
    FACT(fabs(out.stress / stress_of(&g, y) - 1) < 0.1);
    /* With one rank for all, it is the ordinary search. */
    opt.gather = 5000;
    FACT(layout(&g, scatter_round, &opt, NULL, NULL, y, &out) == MGNN_OK);
    FACT(fabs(stress_of(&g, y) / want - 1) < 1e-3 && out.divided == 0);
    mgnn_problem_free(problem);
    mg_free(y);
    mg_free(ordinary);
    mg_graph_free(&g);
  }
}

/* Lengths of a grid that is drawn as one are met from a start near it; E is that of
 * one process. */
static void
lengths_are_met_by_descent(void)
{
  mg_graph g;
  mg_shard_layout_options opt;
  mg_shard_outcome out;
  double *start, *y, energy = 0;
  uint64_t stream = mg_random_stream(8, 8);

  grid_make(&g, 15, 1, 0, 0);
  start = mg_alloc(2 * g.n, 2 * sizeof *start);
  y = start + 2 * g.n;
  for (size_t i = 0; i < g.n; i++) {
    start[2 * i] = (double)(i % 15) + 0.2 * mg_random_uniform(&stream);
    start[2 * i + 1] = (double)(i / 15) + 0.2 * mg_random_uniform(&stream);
  }
  mg_shard_layout_options_init(&opt);
  opt.given = 1;
  opt.gather = 10;
  FACT(layout(&g, scatter_round, &opt, NULL, start, y, &out) == MGNN_OK);
  for (size_t e = 0; e < g.m; e++)
    energy += pow(mg_edge_length(&g, e, 2, y) - 1, 2);
  FACT(energy < 1e-9);
  FACT(fabs(out.energy - energy) <= 1e-12);
  mg_free(start);
  mg_graph_free(&g);
}

/* ---- limits and checkpoints ---- */

static int
countdown(void *ctx)
{
  int *left = ctx;

  return --*left < 0;
}

/* Left wherever it may be, a search that was kept goes on to the same energy, also with
 * other owners of the nodes. */
static void
a_layout_goes_on_from_its_checkpoint(void)
{
  for (int paths = 0; paths < 2; paths++) {
    mg_graph g;
    mg_shard_outcome out, whole;
    double *y;
    char file[64];
    int base = 100 + (int)getppid() % 10000;

    snprintf(file, sizeof file, "kept-%d-%d.bin", base, all.size);
    grid_make(&g, 9, 2, 0.4, 2);
    y = mg_alloc(g.n, 2 * sizeof *y);
    for (int stop = -1; stop < 100; stop += 26) {
      mg_shard_layout_options opt;
      mgnn_status status;
      int left = stop;

      mg_shard_layout_options_init(&opt);
      opt.paths = paths;
      opt.gather = 10;
      if (stop >= 0) {
        opt.checkpoint = file;
        opt.every = 600;
        opt.limits.stop = countdown;
        opt.limits.ctx = &left;
      }
      status = layout(&g, scatter_block, &opt, NULL, NULL, y, stop < 0 ? &whole : &out);
      FACT(status == MGNN_OK || (stop >= 0 && status == MGNN_ENOCONV));
      if (stop < 0 || status == MGNN_OK)
        continue;
      FACT(strcmp(opt.limits.reached, "stopped") == 0);
      if (access(file, R_OK) != 0)       /* nothing was kept yet */
        continue;
      opt.limits = (mg_shard_limits){ 0 };
      opt.resume = 1;
      FACT(layout(&g, scatter_round, &opt, NULL, NULL, y, &out) == MGNN_OK);
      FACT(is_same(out.energy, whole.energy));
      MPI_Barrier(all.comm);
      if (all.rank == 0)
        unlink(file);
      MPI_Barrier(all.comm);
    }
    MPI_Barrier(all.comm);
    unlink(file);
    mg_free(y);
    mg_graph_free(&g);
  }
}

/* A chain that is drawn out, which gradients shorten in thousands of steps: its lengths
 * are met for every division, also from where a search was left. */
static void
a_chain_is_met_in_few_steps(void)
{
  enum { NODES = 600 };
  unsigned *ends = mg_alloc(2 * NODES, sizeof *ends);
  double length[NODES], start[2 * NODES], y[2 * NODES];
  uint64_t stream = mg_random_stream(4, 2);
  const char *file = all.size == 1 ? "chain-1.bin" : "chain-2.bin";
  mg_graph g;

  for (unsigned i = 0; i < NODES; i++) {
    length[i] = 1;
    ends[2 * i] = i;
    ends[2 * i + 1] = i + 1;
    start[2 * i] = 3.0 * i;
    start[2 * i + 1] = 0.1 * mg_random_uniform(&stream);
  }
  mg_graph_init(&g, NODES, NODES - 1, ends, NULL);
  mg_graph_lengths_set(&g, length, NULL, NULL);
  for (int run = 0; run < 3; run++) {
    mg_shard_layout_options opt;
    mg_shard_outcome out;
    int left = 3;

    mg_shard_layout_options_init(&opt);
    opt.given = 1;
    opt.gather = 10;
    if (run == 2) {
      opt.checkpoint = file;
      opt.every = 600;
      opt.limits.stop = countdown;
      opt.limits.ctx = &left;
      FACT(layout(&g, scatter_block, &opt, NULL, start, y, &out) == MGNN_ENOCONV);
      opt.limits = (mg_shard_limits){ 0 };
      opt.resume = 1;
    }
    FACT(layout(&g, run == 0 ? scatter_block : scatter_round, &opt, NULL, start, y, &out)
         == MGNN_OK);
    FACT(out.iterations < 100);
    for (size_t e = 0; e < g.m; e++)
      FACT(fabs(mg_edge_length(&g, e, 2, y) - 1) < 1e-8);
  }
  MPI_Barrier(all.comm);
  unlink(file);
  mg_graph_free(&g);
}

static void
limits_end_a_layout(void)
{
  mg_graph g;
  mg_shard_layout_options opt;
  mg_shard_outcome out;
  double *y;

  grid_make(&g, 20, 1, 0.3, 0);
  y = mg_alloc(g.n, 2 * sizeof *y);
  mg_shard_layout_options_init(&opt);
  opt.gather = 10;
  opt.limits.iterations = 50;
  FACT(layout(&g, scatter_block, &opt, NULL, NULL, y, &out) == MGNN_ENOCONV);
  FACT(out.iterations == 50 && strcmp(opt.limits.reached, "iterations") == 0);
  mg_shard_layout_options_init(&opt);
  opt.gather = 10;
  opt.limits.seconds = 1e-9;
  FACT(layout(&g, scatter_block, &opt, NULL, NULL, y, &out) == MGNN_ENOCONV);
  FACT(strcmp(opt.limits.reached, "time") == 0);
  for (size_t k = 0; k < 2 * g.n; k++)
    FACT(isfinite(y[k]));
  for (int time = 0; time < 2; time++) {         /* searched whole by one rank */
    mg_shard_layout_options_init(&opt);
    opt.limits.iterations = time ? 0 : 7;
    opt.limits.seconds = time ? 1e-9 : 0;
    FACT(layout(&g, scatter_block, &opt, NULL, NULL, y, &out) == MGNN_ENOCONV);
    FACT(out.iterations <= 7 && out.divided == 0);
    FACT(strcmp(opt.limits.reached, time ? "time" : "iterations") == 0);
  }
  mg_free(y);
  mg_graph_free(&g);
}

int
main(void)
{
  static const mpi_test tests[] = {
    MPI_TEST(distances_are_those_of_the_whole_graph),
    MPI_TEST(nearest_nodes_are_the_nearest),
    MPI_TEST(components_of_grids_and_lone_nodes_are_found),
    MPI_TEST(components_of_nodes_in_random_order_are_found),
    MPI_TEST(chains_that_meet_at_their_ends_are_one_component),
    MPI_TEST(energies_do_not_depend_on_the_division),
    MPI_TEST(stress_is_near_that_of_the_ordinary_search),
    MPI_TEST(lengths_are_met_by_descent),
    MPI_TEST(a_layout_goes_on_from_its_checkpoint),
    MPI_TEST(a_chain_is_met_in_few_steps),
    MPI_TEST(limits_end_a_layout)
  };

  return mpi_unit_run(tests, sizeof tests / sizeof *tests);
}
