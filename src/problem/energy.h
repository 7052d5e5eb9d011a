/* The energy E of a drawing and its gradient, over all rows of the graph or a range
 * of them.  Nothing here allocates memory or prints. */
#ifndef MG_ENERGY_H
#define MG_ENERGY_H

#include "base/graph.h"
#include "base/threads.h"
#include "base/dense.h"
#include <math.h>
#include <stddef.h>

/* The terms of one edge in E, its gradient and its curvature.  Every solver uses
 * these formulas. */

/* An edge of nodes a and b at distance r, with target m and stiffness w. */
typedef struct {
  double energy;               /* w (r - m)^2 */
  double pull;                 /* w (1 - m/r): half the gradient at y_a is pull
                                  (y_a - y_b); 0 if r is 0, which has no
                                  direction */
  double along, across;        /* curvature of half the energy, its positive part:
                                  w along the edge, w max(0, 1 - m/r) across */
} mg_edge_block;

/* The terms at distance r.  m: the target there, see mg_target_near.  inside: r lies
 * between the bounds of an interval, where E is constant. */
static inline mg_edge_block
mg_edge_block_at(double r, double m, double w, int inside)
{
  mg_edge_block b = { w * (r - m) * (r - m), 0, inside ? 0 : w, 0 };

  if (r > 0)
    b.pull = w * (1 - m / r);
  b.across = r > 0 && !inside ? fmax(0, b.pull) : b.along;
  return b;
}

/* Entry c, d of the block at y_a, y_a of the curvature,
 *   (along - across) u u^T + across I,   u = (y_a - y_b) / r;
 * that at y_a, y_b is its negative.  u is 0 if r is 0. */
static inline double
mg_edge_block_entry(const mg_edge_block *b, const double *u, size_t c, size_t d)
{
  return (b->along - b->across) * u[c] * u[d] + (c == d ? b->across : 0);
}

/* Threads work on blocks of this many rows.  Each block has its own sum, and these
 * are added in order, so that no result depends on the number of threads. */
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

/* The target of slot k at distance r; this is r itself if r is within the bounds. */
static inline double
mg_target(const mg_graph *g, size_t k, double r)
{
  return mg_target_near(g->length, g->upper, k, r);
}

/* The terms of the edge in slot k at distance r, with its stiffness times `by`. */
static inline mg_edge_block
mg_edge_block_of(const mg_graph *g, size_t k, double r, double by)
{
  double m = mg_target(g, k, r), w = by * (g->weight != NULL ? g->weight[k] : 1);

  return mg_edge_block_at(r, m, w, g->upper != NULL && m == r && g->length[k] < g->upper[k]);
}

/* For the rows from begin to end - 1: the energy, each edge counted half,
 *   sum_i sum_j w_ij (r - m_ij)^2 / 2,   r = |y_i - y_j|,
 * and, if grad is not NULL, half the gradient of E,
 *   grad_i = sum_j w_ij (1 - m_ij / r) (y_i - y_j).
 * y_i - D^-1 grad_i is one MGNN layer with alpha 0, beta 1, eps 0.  If r is 0,
 * a random direction that follows from the seed replaces that of y_i - y_j. */
double mg_energy_rows(const mg_graph *g, size_t dim, unsigned long seed,
                      const double *y, double *grad, size_t begin, size_t end);

/* E over all rows, with `threads` threads (0: see mg_threads); grad as above.
 * `partial` is scratch for mg_blocks(n) doubles. */
double mg_energy(const mg_graph *g, size_t dim, unsigned long seed, int threads,
                 const double *y, double *grad, double *partial);

#endif
