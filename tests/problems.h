/* Problems that units of measure and inspect share: random graphs, and points
 * with all their distances. */
#ifndef PROBLEMS_H
#define PROBLEMS_H

#include "base/mem.h"
#include "base/random.h"
#include "base/dense.h"
#include "problem/problem.h"
#include "unit.h"

/* How many nodes a random problem has. */
enum { N = 30 };

/* A random graph with whole lengths from 0 to 9, and intervals if asked. */
static inline mgnn_problem *
random_problem(uint64_t seed, double density, int intervals)
{
  uint64_t stream = mg_random_stream(seed, 1);
  size_t m = 0;
  mgnn_node ends[N * N];
  double lower[N * N / 2], upper[N * N / 2];
  mgnn_problem *p;

  for (size_t i = 0; i < N; i++)
    for (size_t j = i + 1; j < N; j++) {
      if (mg_random_uniform(&stream) > density)
        continue;
      ends[2 * m] = i;
      ends[2 * m + 1] = j;
      lower[m] = (double)mg_random_below(&stream, 10);
      upper[m] = lower[m] + (intervals ? (double)mg_random_below(&stream, 4)
                                       : 0);
      m++;
    }
  ck_assert_int_eq(mgnn_problem_new(&p, N, m, ends, lower, NULL), MGNN_OK);
  if (intervals)
    ck_assert_int_eq(mgnn_problem_bounds_set(p, lower, upper, NULL), MGNN_OK);
  return p;
}

/* All pairs of n points, with their distances. */
static inline mgnn_problem *
points_problem(size_t n, size_t dim, const double *x)
{
  size_t m = n * (n - 1) / 2, e = 0;
  mgnn_node *ends = mg_alloc(m, 2 * sizeof *ends);
  double *length = mg_alloc(m, sizeof *length);
  mgnn_problem *p;

  for (size_t i = 0; i < n; i++)
    for (size_t j = i + 1; j < n; j++, e++) {
      ends[2 * e] = i;
      ends[2 * e + 1] = j;
      length[e] = mg_distance(x + i * dim, x + j * dim, dim);
    }
  ck_assert_int_eq(mgnn_problem_new(&p, n, m, ends, length, NULL),
                   MGNN_OK);
  mg_free(ends);
  mg_free(length);
  return p;
}

#endif
