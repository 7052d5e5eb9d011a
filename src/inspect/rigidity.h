/* What lengths on the edges alone determine: rank, degrees of freedom, rigid
 * parts and global rigidity.  The public face is mgnn_rigidity_find; here are
 * its pieces. */
#ifndef MG_RIGIDITY_H
#define MG_RIGIDITY_H

#include "node_sets.h"
#include "problem/problem.h"

/* What the edges of a graph are to a framework.  A bar holds its ends at one
 * distance; an interval only bounds it, and without stiffness nothing does. */
typedef struct {
  size_t bars, intervals, loose;       /* loose: of stiffness 0 */
} mg_edge_kinds;

static inline int
mg_is_loose(const mg_graph *g, size_t e)
{
  return g->stiffness != NULL && !(g->stiffness[e] > 0);
}

static inline int
mg_is_bar(const mg_graph *g, size_t e)
{
  return !mg_is_loose(g, e)
         && (g->target_upper == NULL || g->target_upper[e] == g->target[e]);
}

mg_edge_kinds mg_edge_kinds_count(const mg_graph *g);

/* The bars of a framework: those edges of a graph that are, and more of them that
 * hold the pinned nodes together as one rigid body. */
typedef struct {
  size_t n, m;
  size_t real;                 /* the first bars are edges of the graph, */
  unsigned *edge;              /*   real: these */
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

/* The bars with keep[k] != 0 of others, m bytes, as a framework of its own. */
mgnn_status mg_bars_select(mg_bars *out, const mg_bars *b,
                           const unsigned char *keep, mgnn_error *err);

static inline size_t
mg_bars_degree(const mg_bars *b, unsigned i)
{
  return b->row[i + 1] - b->row[i];
}

/* A search for nodes that are all joined. */
typedef struct {
  const mg_bars *b;
  const unsigned char *ask;    /* n: only these, beside the first; NULL: all */
  int alone;                   /* pinned nodes are as others */
  size_t size;                 /* how many */
  unsigned *node;              /* n + dim + 2 at least: these */
  size_t count;
  size_t steps;                /* so far: after some millions there are no more */
} mg_clique;

/* Find `size` nodes that are all joined: all pinned ones (not more than that), or
 * without any v, and others.  Returns 1 if found. */
int mg_clique_find(mg_clique *c, unsigned v);

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

/* Multiplications that an elimination over the field may take: some minutes of
 * them; seconds; and so few that a layout takes longer. */
#define MG_WORK_MOST 3e11
#define MG_WORK_SECONDS 1e10
#define MG_WORK_LITTLE 3e7

/* mgnn_rigidity_find at random positions (in any dimension) or by counting (in
 * one and two): where both can be had, each is a test of the other. */
mgnn_status mg_rigidity_find(const mgnn_problem *p, size_t dim,
                             unsigned long seed, int randomized, double work,
                             mgnn_rigidity *out, mgnn_error *err);

/* mgnn_rigidity_find where that is cheap compared to a layout: up to 200,000 nodes
 * and edges, and as far as `work` goes.  *known is 0, and *out zeroed, where it is
 * not. */
mgnn_status mg_rigidity_quick(const mgnn_problem *p, size_t dim, double work,
                              mgnn_rigidity *out, int *known, mgnn_error *err);

/* The degrees of freedom within components: each component has rigid motions of its
 * own, and all of them but those of the whole are degrees of freedom of the graph.
 * Of a problem without pins, or of one component.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_rigidity_inner(const mgnn_problem *p, const mgnn_rigidity *r,
                              size_t *out, mgnn_error *err);

#endif
