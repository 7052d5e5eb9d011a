/* Layers on shards have the bits of mgnn_propagate, which knows nothing of ranks: all
 * rules, dimensions and precisions, for several owners of the nodes. */
#include "mpi_unit.h"
#include "base/random.h"
#include "distributed/shard_layers.h"
#include "problem/problem.h"
#include "scatter.h"

#include <math.h>
#include <string.h>

static scatter_owner *const owners[] = { scatter_block, scatter_round, scatter_last };

enum { OWNERS = sizeof owners / sizeof *owners, NODES = 90, EDGES = 260 };

/* The same on all ranks: random edges, some nodes with none, two nodes on one spot
 * later.  Lengths are floats where `whole` is set; weights and intervals if asked. */
static mgnn_problem *
problem_make(int whole, int weighted, int intervals)
{
  static unsigned char seen[NODES][NODES];
  mgnn_node ends[2 * EDGES];
  double lower[EDGES], upper[EDGES], weight[EDGES];
  uint64_t stream = mg_random_stream(5, 3);
  mgnn_problem *p = NULL;
  size_t m = 0;

  memset(seen, 0, sizeof seen);
  while (m < EDGES) {
    size_t a = mg_random_below(&stream, NODES - 3);
    size_t b = m < 60 ? 7 : mg_random_below(&stream, NODES - 3);   /* a hub */

    if (m < 60)
      a = 10 + m;
    if (a == b || seen[a][b])
      continue;
    seen[a][b] = seen[b][a] = 1;
    ends[2 * m] = a;
    ends[2 * m + 1] = b;
    lower[m] = whole ? 1 + (double)mg_random_below(&stream, 4)
                     : mg_random_uniform(&stream);
    upper[m] = lower[m] + (intervals ? mg_random_uniform(&stream) : 0);
    weight[m++] = 0.5 + mg_random_uniform(&stream);
  }
  FACT(mgnn_problem_new(&p, NODES, m, ends, lower, NULL) == MGNN_OK);
  if (weighted)
    FACT(mgnn_problem_stiffness_set(p, weight, NULL) == MGNN_OK);
  if (intervals)
    FACT(mgnn_problem_bounds_set(p, lower, upper, NULL) == MGNN_OK);
  return p;
}

static void
start_make(size_t dim, double *z)
{
  for (size_t i = 0; i < NODES; i++)
    mg_random_place(3, i, dim, 1, z + i * dim);
  memcpy(z + 7 * dim, z + 12 * dim, dim * sizeof *z);  /* neighbours */
}

/* Of the own nodes. */
static double *
part_of(const mg_shard *s, size_t dim, const double *z)
{
  double *own = mg_alloc(s->own * dim, sizeof *own);

  for (size_t i = 0; i < s->own; i++)
    memcpy(own + i * dim, z + s->name[i] * dim, dim * sizeof *own);
  return own;
}

static void
compare(const mgnn_problem *p, mg_shard *s, size_t dim, const mgnn_layer_params *par)
{
  static double z[NODES * 12], first[NODES * 12];
  mgnn_layer_params here = *par;
  mg_shard_run run = { s, dim, &here, p->graph.loop, NULL };
  double *own, *origin = NULL;
  mgnn_error err = { MGNN_OK, "" };

  start_make(dim, z);
  memcpy(first, z, sizeof first);
  own = part_of(s, dim, z);
  if (par->origin != NULL)
    here.origin = origin = part_of(s, dim, par->origin);
  FACT(mgnn_propagate(p, dim, par, z, &err) == MGNN_OK);
  FACT(mg_shard_propagate(&run, own, &err) == MGNN_OK);
  for (size_t i = 0; i < s->own; i++)
    if (memcmp(own + i * dim, z + s->name[i] * dim, dim * sizeof *z) != 0) {
      fprintf(stderr, "# %s, dim %zu, single %d, node %u: %g for %g\n", par->rule,
              dim, par->single_precision, s->name[i], own[i * dim],
              z[s->name[i] * dim]);
      FACT(!"the bits of mgnn_propagate");
      break;
    }
  mg_free(own);
  mg_free(origin);
}

static void
all_rules(int whole, int weighted, int intervals, int loops)
{
  static const size_t dims[] = { 1, 2, 3, 4, 7, 12 };
  static double origin[NODES * 12];
  mgnn_problem *p = problem_make(whole, weighted, intervals);

  for (size_t k = 0; k < NODES * 12; k++)
    origin[k] = sin((double)k);
  mg_graph_loops_set(&p->graph, loops);
  for (size_t o = 0; o < OWNERS; o++) {
    mg_shard s;
    mgnn_error err;

    FACT(scatter(&s, &all, &p->graph, owners[o], &err) == MGNN_OK);
    for (size_t r = 0; mgnn_rule_name(r) != NULL; r++)
      for (size_t d = 0; d < sizeof dims / sizeof *dims; d++)
        for (int single = 0; single < 2; single++) {
          mgnn_layer_params par;

          mgnn_layer_params_init(&par);
          par.rule = mgnn_rule_name(r);
          par.layers = 6;
          par.single_precision = single;
          par.origin = d % 2 == 1 ? origin : NULL;
          compare(p, &s, dims[d], &par);
        }
    mg_shard_free(&s);
  }
  mgnn_problem_free(p);
}

static void
layers_have_the_bits_of_one_process(void)
{
  all_rules(1, 0, 0, 0);
  all_rules(0, 0, 0, 0);
}

static void
weights_intervals_and_loops_as_well(void)
{
  all_rules(0, 1, 0, 0);
  all_rules(0, 0, 1, 0);
  all_rules(0, 1, 1, 0);
}

/* Loops are part of the graph, so shards have degrees without them. */
static void
self_loops_as_well(void)
{
  mgnn_problem *p = problem_make(1, 0, 0);
  mg_shard s;
  mgnn_error err;
  mgnn_layer_params par;

  FACT(scatter(&s, &all, &p->graph, scatter_round, &err) == MGNN_OK);
  mg_graph_loops_set(&p->graph, 1);
  for (size_t r = 0; mgnn_rule_name(r) != NULL; r++) {
    mgnn_layer_params_init(&par);
    par.rule = mgnn_rule_name(r);
    par.layers = 5;
    compare(p, &s, 2, &par);
  }
  mg_shard_free(&s);
  mgnn_problem_free(p);
}

/* Figures agree with mgnn_measure, whose sums have another order, to 1e-12. */
static void
figures_are_those_of_one_process(void)
{
  static double z[NODES * 2], y[NODES * 2];
  mgnn_problem *p = problem_make(0, 1, 0);
  mgnn_figures want;
  mgnn_layer_params par;
  mgnn_error err;

  mgnn_layer_params_init(&par);
  start_make(2, z);
  memcpy(y, z, sizeof y);
  mgnn_rescale(p, 2, y, 1);
  FACT(mgnn_measure(p, 2, y, z, 0.3, &want, &err) == MGNN_OK);
  for (size_t o = 0; o < OWNERS; o++) {
    mg_shard s;
    mg_shard_figures got;
    double *own, scale, stress;

    FACT(scatter(&s, &all, &p->graph, owners[o], &err) == MGNN_OK);
    own = part_of(&s, 2, z);
    par.origin = own;
    FACT(mg_shard_measure(&(mg_shard_run){ &s, 2, &par, 0, NULL }, own, 1, 0.3, &got,
                          &err) == MGNN_OK);
    FACT(fabs(got.figures.energy / want.energy - 1) < 1e-12);
    FACT(fabs(got.figures.objective / want.objective - 1) < 1e-12);
    FACT(fabs(got.figures.stress / want.stress - 1) < 1e-12);
    FACT(fabs(got.figures.rms_relative_error / want.rms_relative_error - 1) < 1e-12);
    FACT(got.figures.max_relative_error == want.max_relative_error);
    FACT(got.figures.coincident == want.coincident);
    FACT(mg_stress_scaled(p, 2, y, &scale, &stress, &err) == MGNN_OK);
    FACT(fabs(got.scale / scale - 1) < 1e-12);
    FACT(fabs(got.scaled_stress / stress - 1) < 1e-12);
    mg_free(own);
    mg_shard_free(&s);
  }
  mgnn_problem_free(p);
}

/* Positions that grow without limit are told with the layer, by all ranks. */
static void
all_ranks_diverge(void)
{
  mgnn_problem *p = problem_make(1, 0, 0);
  mgnn_layer_params par;
  mg_shard s;
  mgnn_error err = { MGNN_OK, "" }, plain = { MGNN_OK, "" };
  static double z[NODES * 2];
  double *own;

  mgnn_layer_params_init(&par);
  par.layers = 9;
  par.beta = 1e60;
  par.single_precision = 1;
  FACT(scatter(&s, &all, &p->graph, scatter_block, &err) == MGNN_OK);
  start_make(2, z);
  own = part_of(&s, 2, z);
  FACT(mgnn_propagate(p, 2, &par, z, &plain) == MGNN_EINVAL);
  FACT(mg_shard_propagate(&(mg_shard_run){ &s, 2, &par, 0, NULL }, own, &err)
       == MGNN_EINVAL);
  FACT(strcmp(err.text, plain.text) == 0);
  mg_free(own);
  mg_shard_free(&s);
  mgnn_problem_free(p);
}

int
main(void)
{
  const mpi_test tests[] = {
    MPI_TEST(layers_have_the_bits_of_one_process),
    MPI_TEST(weights_intervals_and_loops_as_well),
    MPI_TEST(self_loops_as_well),
    MPI_TEST(figures_are_those_of_one_process),
    MPI_TEST(all_ranks_diverge)
  };

  return mpi_unit_run(tests, sizeof tests / sizeof *tests);
}
