/* A random graph of N nodes with the lengths as a matrix, for a second
 * computation. */
#ifndef RANDOM_GRAPH_H
#define RANDOM_GRAPH_H

#include "problem/problem.h"
#include "random_numbers.h"
#include "unit.h"

#include <math.h>

enum { N = 40 };

/* length: INFINITY where there is no edge. */
static inline mgnn_problem *
random_problem(unsigned seed, int unit, double length[N][N])
{
  size_t m = 0;
  mgnn_node ends[N * N];
  double per_edge[N * N / 2];
  mgnn_problem *p;

  for (size_t i = 0; i < N; i++)
    for (size_t j = i; j < N; j++) {
      length[i][j] = length[j][i] = i == j ? 0 : INFINITY;
      if (i == j || random_unit32(&seed) > 0.08)
        continue;
      ends[2 * m] = i;
      ends[2 * m + 1] = j;
      per_edge[m] = unit ? 2 : floor(5 * random_unit32(&seed));
      length[i][j] = length[j][i] = per_edge[m++];
    }
  ck_assert_int_eq(mgnn_problem_new(&p, N, m, ends, per_edge, NULL), MGNN_OK);
  return p;
}

#endif
