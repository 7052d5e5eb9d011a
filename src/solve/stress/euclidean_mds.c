/* Metric MDS as a drawing with prescribed lengths: makes the pairs edges and
 * runs the usual search. */
#include "euclidean_mds.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/dense.h"

#include <math.h>
#include <mgnn.h>
#include <string.h>

enum { PAIRS_ALL = 100000, STRIDES = 50, ITERATIONS = 300 };

/* Choose the strides s of the pairs (i, i + s), distinct and random. */
static size_t
strides_choose(size_t n, unsigned long seed, size_t *stride)
{
  size_t count = 0, half = n / 2, most = STRIDES;
  uint64_t stream = mg_random_stream(seed, n);

  while (count < most) {
    size_t s = 1 + mg_random_below(&stream, half - 1), k = 0;

    while (k < count && stride[k] != s)
      k++;
    if (k == count)
      stride[count++] = s;
  }
  return count;
}

static size_t
pairs_list(size_t n, unsigned long seed, mgnn_node *ends)
{
  size_t stride[STRIDES], strides, m = 0;

  if (n * (n - 1) / 2 <= PAIRS_ALL) {
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < i; j++, m++) {
        ends[2 * m] = (mgnn_node)i;
        ends[2 * m + 1] = (mgnn_node)j;
      }
    return m;
  }
  strides = strides_choose(n, seed, stride);
  for (size_t k = 0; k < strides; k++)
    for (size_t i = 0; i < n; i++, m++) {
      ends[2 * m] = (mgnn_node)i;
      ends[2 * m + 1] = (mgnn_node)((i + stride[k]) % n);
    }
  return m;
}

mgnn_status
mg_euclidean_mds(size_t n, size_t dim, const double *x, unsigned long seed,
                 double *xy, double *stress, mgnn_error *err)
{
  size_t most = n * (n - (n > 0)) / 2 <= PAIRS_ALL ? n * (n - (n > 0)) / 2
                                                   : n * STRIDES, m;
  mgnn_node *ends = mg_alloc(2 * most, sizeof *ends);
  double *length = mg_alloc(most, sizeof *length);
  mgnn_problem *p = NULL;
  mgnn_search_params par;
  mgnn_figures f;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(ends, err));
  TRY(mg_allocated(length, err));
  m = pairs_list(n, seed, ends);
  for (size_t e = 0; e < m; e++) {
    length[e] = mg_distance(x + ends[2 * e] * dim, x + ends[2 * e + 1] * dim, dim);
    if (length[e] < 1e-150)
      length[e] = 0;
  }
  TRY(mgnn_problem_new(&p, n, m, ends, length, err));
  mgnn_search_params_init(&par);
  par.control.seed = seed;
  par.control.max_iterations = ITERATIONS;
  status = mgnn_solve(p, 2, &par, xy, NULL, err);
  if (status == MGNN_ENOCONV)
    status = MGNN_OK;
  TRY(status);
  TRY(mgnn_measure(p, 2, xy, NULL, 0, &f, err));
  *stress = sqrt(f.stress);
end:
  mgnn_problem_free(p);
  mg_free_all(ends, length);
  return status;
}
