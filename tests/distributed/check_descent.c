/* The descent on E of many ranks: E, computed here from the positions alone, never
 * rises from one iteration to the next, and TAO of PETSc, which knows nothing of our
 * L-BFGS, ends in the same minimum. */
#include "mpi_unit.h"
#include "base/random.h"
#include "base/dense.h"
#include "distributed/petsc_calls.h"
#include "distributed/shard_task.h"
#include "problem/energy.h"
#include "scatter.h"

#include <math.h>
#include <petsctao.h>
#include <string.h>

enum { SIDE = 6, NODES = SIDE * SIDE, DIM_MOST = 3, RECORD = 10 };

typedef struct {
  size_t dim;
  int pinned, stiff, intervals;
} kind;

/* ---- graphs and starts, the same on all ranks ---- */

/* A grid with both diagonals, which is rigid, with lengths that no drawing meets: those
 * of the grid, changed by up to 10 %. */
static void
braced_grid(mg_graph *g, const kind *k)
{
  static const int step[4][2] = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { -1, 1 } };
  unsigned *ends = mg_alloc(8 * NODES, sizeof *ends);
  double lower[4 * NODES], upper[4 * NODES], weight[4 * NODES];
  uint64_t stream = mg_random_stream(2, 9);
  size_t m = 0;

  for (int i = 0; i < NODES; i++)
    for (int s = 0; s < 4; s++) {
      int x = i % SIDE + step[s][0], y = i / SIDE + step[s][1];

      if (x < 0 || x >= SIDE || y >= SIDE)
        continue;
      ends[2 * m] = (unsigned)i;
      ends[2 * m + 1] = (unsigned)(y * SIDE + x);
      lower[m] = hypot(step[s][0], step[s][1])
                 * (0.9 + 0.2 * mg_random_uniform(&stream));
      upper[m] = lower[m] + 0.1;
      weight[m++] = 0.5 + mg_random_uniform(&stream);
    }
  mg_graph_init(g, NODES, m, ends, NULL);
  mg_graph_lengths_set(g, lower, k->intervals ? upper : NULL, NULL);
  if (k->stiff)
    mg_graph_stiffness_set(g, weight, NULL);
}

/* The grid, perturbed; two corners may be pinned. */
static void
start_make(const kind *k, double *x, unsigned char *pin)
{
  uint64_t stream = mg_random_stream(4, 4);

  memset(pin, 0, NODES * k->dim);
  for (size_t i = 0; i < NODES; i++)
    for (size_t c = 0; c < k->dim; c++)
      x[i * k->dim + c] = (c == 0 ? (double)(i % SIDE) : c == 1 ? (double)(i / SIDE) : 0)
                          + 0.3 * (mg_random_uniform(&stream) - 0.5);
  if (k->pinned) {
    memset(pin, 1, k->dim);
    memset(pin + (NODES - 1) * k->dim, 1, k->dim);
  }
}

/* E = sum over edges of w (r - M)^2, by its definition. */
static double
energy_of(const mg_graph *g, size_t dim, const double *y)
{
  double sum = 0;

  for (size_t i = 0; i < g->n; i++)
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      double r = mg_distance(y + i * dim, y + g->to[k] * dim, (int)dim);
      double low = g->length[k], high = g->upper != NULL ? g->upper[k] : low;
      double off = r < low ? low - r : r > high ? r - high : 0;

      sum += (g->weight != NULL ? g->weight[k] : 1) * off * off / 2;
    }
  return sum;
}

/* At most so many iterations from the start; all positions in y. */
static double
descend(const mg_graph *g, const kind *k, size_t iterations, double tolerance, double *y)
{
  double start[NODES * DIM_MOST], own[NODES * DIM_MOST];
  unsigned char pin[NODES * DIM_MOST], held[NODES * DIM_MOST];
  mg_shard_limits limits = { .iterations = iterations };
  double value = 0;
  mg_shard s;
  mg_shard_task task;
  mgnn_error err;

  FACT(scatter(&s, &all, g, scatter_round, &err) == MGNN_OK);
  start_make(k, start, pin);
  for (size_t c = 0; c < s.own * k->dim; c++) {
    size_t at = s.name[c / k->dim] * k->dim + c % k->dim;

    own[c] = start[at];
    held[c] = pin[at];
  }
  task = (mg_shard_task){ .shard = &s, .nodes = NODES, .dim = k->dim, .seed = 1,
                          .pin = k->pinned ? held : NULL, .limits = &limits };
  FACT(mg_shard_descend(&task, tolerance, own, NULL, &value, &err) == MGNN_OK);
  gather(&s, k->dim, own, y);
  mg_shard_free(&s);
  return value;
}

/* ---- facts ---- */

static void
energy_never_rises(void)
{
  static const kind kinds[] = { { 2, 0, 0, 0 }, { 3, 0, 0, 0 }, { 2, 1, 0, 0 },
                                { 2, 0, 1, 0 }, { 2, 0, 0, 1 }, { 2, 1, 1, 1 } };

  for (size_t q = 0; q < sizeof kinds / sizeof *kinds; q++) {
    const kind *k = &kinds[q];
    double y[NODES * DIM_MOST], before;
    unsigned char pin[NODES * DIM_MOST];
    mg_graph g;

    braced_grid(&g, k);
    start_make(k, y, pin);
    before = energy_of(&g, k->dim, y);
    for (size_t iterations = 1; iterations <= RECORD; iterations++) {
      double value = descend(&g, k, iterations, 1e-12, y);
      double now = energy_of(&g, k->dim, y);

      /* What is computed here in another order differs in the last bits. */
      FACT(now <= before * (1 + 1e-13));
      FACT(fabs(value - now) <= 1e-13 * now + 1e-20);
      FACT(iterations > 1 || now < 0.9 * before);
      before = now;
    }
    mg_graph_free(&g);
  }
}

typedef struct {
  const mg_graph *g;
  size_t dim;
  PetscInt first;              /* of this rank's coordinates */
  double *y, *grad;            /* of all nodes */
} tao_problem;

/* TAO's E: every rank has the whole graph, and its share of the coordinates. */
static PetscErrorCode
tao_value(Tao tao, Vec x, PetscReal *f, Vec gradient, void *ctx)
{
  tao_problem *t = ctx;
  double partial[1];
  const PetscScalar *own;
  PetscScalar *out;
  PetscInt count;

  (void)tao;
  VecGetLocalSize(x, &count);
  VecGetArrayRead(x, &own);
  for (size_t k = 0; k < t->g->n * t->dim; k++)
    t->y[k] = -INFINITY;
  memcpy(t->y + t->first, own, (size_t)count * sizeof *own);
  VecRestoreArrayRead(x, &own);
  mg_rank_most(&all, t->y, t->g->n * t->dim);
  *f = mg_energy(t->g, t->dim, 1, 1, t->y, t->grad, partial);
  VecGetArray(gradient, &out);
  for (PetscInt k = 0; k < count; k++)
    out[k] = 2 * t->grad[t->first + k];        /* see mg_energy_rows */
  VecRestoreArray(gradient, &out);
  return 0;
}

/* The minimum that TAO finds from the start; 0 if PETSc fails. */
static int
tao_minimise(tao_problem *t, const char *type, const double *start)
{
  PetscInt last;
  PetscScalar *own;
  Vec x;
  Tao tao;
  int good = VecCreateMPI(all.comm, PETSC_DECIDE, (PetscInt)(t->g->n * t->dim), &x) == 0;

  VecGetOwnershipRange(x, &t->first, &last);
  VecGetArray(x, &own);
  memcpy(own, start + t->first, (size_t)(last - t->first) * sizeof *own);
  VecRestoreArray(x, &own);
  good &= TaoCreate(all.comm, &tao) == 0 && TaoSetType(tao, type) == 0;
  good &= TaoSetSolution(tao, x) == 0
          && TaoSetObjectiveAndGradient(tao, NULL, tao_value, t) == 0
          && TaoSetTolerances(tao, 1e-11, 1e-11, 1e-11) == 0
          && TaoSetMaximumIterations(tao, 5000) == 0;
  good &= TaoSolve(tao) == 0;
  tao_value(tao, x, &(PetscReal){ 0 }, x, t);  /* leaves the solution in t->y */
  TaoDestroy(&tao);
  VecDestroy(&x);
  return good;
}

/* Energies agree to 1e-9 of them, lengths to 1e-5 of a unit: E is flat to second order
 * at its minimum. */
static void
tao_ends_in_the_same_minimum(void)
{
  static const kind kinds[] = { { 2, 0, 0, 0 }, { 2, 0, 1, 0 } };
  static const char *const types[] = { TAOLMVM, TAOBLMVM };

  for (size_t q = 0; q < 4; q++) {
    const kind *k = &kinds[q % 2];
    double start[NODES * DIM_MOST], ours[NODES * DIM_MOST], theirs[NODES * DIM_MOST];
    double grad[NODES * DIM_MOST], energy, other;
    unsigned char pin[NODES * DIM_MOST];
    tao_problem t = { .dim = k->dim, .y = theirs, .grad = grad };
    mg_graph g;

    braced_grid(&g, k);
    t.g = &g;
    start_make(k, start, pin);
    descend(&g, k, 0, 1e-10, ours);
    FACT(tao_minimise(&t, types[q / 2], start));
    energy = energy_of(&g, k->dim, ours);
    other = energy_of(&g, k->dim, theirs);
    FACT(energy > 0.01 && fabs(energy - other) <= 1e-9 * energy);
    for (size_t e = 0; e < g.m; e++)
      FACT(fabs(mg_edge_length(&g, e, k->dim, ours)
                - mg_edge_length(&g, e, k->dim, theirs)) <= 1e-5);
    mg_graph_free(&g);
  }
}

int
main(void)
{
  static const mpi_test tests[] = {
    MPI_TEST(energy_never_rises),
    MPI_TEST(tao_ends_in_the_same_minimum)
  };

  return mpi_unit_run(tests, sizeof tests / sizeof *tests);
}
