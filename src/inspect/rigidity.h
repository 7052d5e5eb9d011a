/* What lengths on the edges alone determine: rank, degrees of freedom, rigid
 * parts and global rigidity.  The public face is mgnn_rigidity_find; here are
 * its pieces. */
#ifndef MG_RIGIDITY_H
#define MG_RIGIDITY_H

#include "node_sets.h"
#include "problem/problem.h"

/* The bars of a framework: the edges of a graph, and more of them that hold
 * the pinned nodes together as one rigid body. */
typedef struct {
  size_t n, m;
  size_t real;                 /* the first bars are the graph's edges */
  size_t pinned;               /* nodes with all coordinates pinned */
  unsigned char *pin;          /* n: nonzero for these */
  unsigned *ends;              /* 2m */
  size_t *row;                 /* n+1 */
  unsigned *to, *bar;          /* 2m: neighbour, and the bar that leads to it */
} mg_bars;

/* pin has n*dim bytes, as in a problem; NULL: none.  A node that is pinned in
 * some coordinates only counts as free.  The body is built node by node, each
 * joined to the dim+1 first ones: it is globally rigid.  On failure *out is
 * left zeroed.  Time O(n + m + pinned * degrees). */
mgnn_status mg_bars_init(mg_bars *out, const mg_graph *g, size_t dim,
                         const unsigned char *pin, mgnn_error *err);
void mg_bars_free(mg_bars *b);

static inline size_t
mg_bars_degree(const mg_bars *b, unsigned i)
{
  return b->row[i + 1] - b->row[i];
}

/* What is found about the bars.  Arrays belong to it. */
typedef struct {
  size_t rank;                 /* of all bars */
  unsigned char *redundant;    /* m: the rank stays when this bar goes */
  unsigned *part;              /* m: the part of each bar */
  mg_node_sets parts;          /* sets that move as one */
} mg_bar_facts;

/* For `m` bars, all zero.  On failure *out is left zeroed. */
mgnn_status mg_bar_facts_init(mg_bar_facts *out, size_t m, mgnn_error *err);
void mg_bar_facts_free(mg_bar_facts *f);

/* On the line: components and bridges.  Exact, time O(n + m). */
mgnn_status mg_rigidity_1d(const mg_bars *b, mg_bar_facts *out,
                           mgnn_error *err);

/* In the plane: the pebble game.  Exact.  Time O(n m) at worst, and close to
 * linear for most graphs. */
mgnn_status mg_rigidity_2d(const mg_bars *b, mg_bar_facts *out,
                           mgnn_error *err);

/* Whether the graph stays connected when any one node, any two nodes, are
 * taken out.  Exact, time O(n + m). */
mgnn_status mg_biconnected(const mg_bars *b, int *yes, mgnn_error *err);
mgnn_status mg_triconnected(const mg_bars *b, int *yes, mgnn_error *err);

/* The dimension of the rigid motions of n generic points in dim dimensions
 * that hold `pinned` of them where they are. */
size_t mg_rigid_motions(size_t n, size_t pinned, size_t dim);

/* mgnn_rigidity_find at random positions (in any dimension) or by counting (in
 * one and two): where both can be had, each is a test of the other. */
mgnn_status mg_rigidity_find(const mgnn_problem *p, size_t dim,
                             unsigned long seed, int randomized,
                             mgnn_rigidity *out, mgnn_error *err);

/* mgnn_rigidity_find where that is cheap compared to a layout: up to 200,000 nodes
 * and edges in one and two dimensions, some hundred coordinates in more.  *known
 * is 0, and *out zeroed, where it is not, or where lengths are intervals, which
 * leave more open. */
mgnn_status mg_rigidity_quick(const mgnn_problem *p, size_t dim,
                              mgnn_rigidity *out, int *known, mgnn_error *err);

/* The degrees of freedom within components: each component has rigid motions of its
 * own, and all of them but those of the whole are degrees of freedom of the graph.
 * Of a problem without pins, or of one component.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_rigidity_inner(const mgnn_problem *p, const mgnn_rigidity *r,
                              size_t *out, mgnn_error *err);

#endif
