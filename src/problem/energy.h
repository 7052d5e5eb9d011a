/* The formulas: E and its gradient, over a range of rows.  Nothing here
 * allocates, decides or prints. */
#ifndef MG_ENERGY_H
#define MG_ENERGY_H

#include "base/graph.h"
#include "base/threads.h"
#include "base/vec.h"

/* Rows are handed out to threads in blocks of this many, and sums are kept per
 * block and added in order, so that no result depends on the threads. */
enum { MG_BLOCK = 512 };

static inline size_t
mg_blocks(size_t count)
{
  return (count + MG_BLOCK - 1) / MG_BLOCK;
}

static inline size_t
mg_block_end(size_t block, size_t count)
{
  return (block + 1) * MG_BLOCK < count ? (block + 1) * MG_BLOCK : count;
}

/* The target of slot k at distance r: r itself where r is within the bounds. */
static inline double
mg_target(const mg_graph *g, size_t k, double r)
{
  if (g->upper == NULL || r <= g->length[k])
    return g->length[k];
  return r < g->upper[k] ? r : g->upper[k];
}

/* For the rows from begin to end - 1: the energy, each edge counted half,
 *   sum_i sum_j w_ij (r - m_ij)^2 / 2,   r = |y_i - y_j|,
 * and, if grad is not NULL, half the gradient of E,
 *   grad_i = sum_j w_ij (1 - m_ij / r) (y_i - y_j).
 * y_i - D^-1 grad_i is one MGNN layer with alpha 0, beta 1, eps 0.  Where r is
 * 0 the direction comes from the seed. */
double mg_energy_rows(const mg_graph *g, size_t dim, unsigned long seed,
                      const double *y, double *grad, size_t begin, size_t end);

/* E over all rows, with `threads` threads (0: as many as there are); grad as
 * above.  `partial` has mg_blocks(n) doubles of scratch. */
double mg_energy(const mg_graph *g, size_t dim, unsigned long seed, int threads,
                 const double *y, double *grad, double *partial);

#endif
