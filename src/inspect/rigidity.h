/* Rigidity of the framework that the edge lengths form: rank, degrees of
 * freedom, rigid parts and global rigidity.  mgnn_rigidity_find is the public
 * function; its parts are declared here. */
#ifndef MG_RIGIDITY_H
#define MG_RIGIDITY_H

#include "node_sets.h"
#include "problem/problem.h"

/* Kinds of edges in a framework.  A bar holds its ends at one distance, an interval
 * bounds their distance, and an edge of stiffness 0 is loose and has no effect. */
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

/* The bars of a framework: the edges of a graph that are bars, then extra bars
 * that hold the pinned nodes together as one rigid body. */
typedef struct {
  size_t n, m;
  size_t real;                 /* the first `real` bars are edges of the graph */
  unsigned *edge;              /* real: the edge of each of these bars */
  size_t pinned;               /* nodes with all coordinates pinned */
  unsigned char *pin;          /* n: nonzero for pinned nodes */
  unsigned *ends;              /* 2m */
  size_t *row;                 /* n+1 */
  unsigned *to, *bar;          /* 2m: neighbour, and the bar that leads to it */
} mg_bars;

/* Set up the bars.  pin has n*dim bytes, as in a problem; NULL: no pins.  A
 * node with only some coordinates pinned counts as free.  Each pinned node is
 * joined to the first dim+1 pinned nodes, which makes them globally rigid.  On
 * failure *out is left zeroed.  Time O(n + m + pinned * degrees). */
mgnn_status mg_bars_init(mg_bars *out, const mg_graph *g, size_t dim,
                         const unsigned char *pin, mgnn_error *err);
void mg_bars_free(mg_bars *b);

/* Make a framework of the bars of b with keep[k] != 0; keep: m bytes. */
mgnn_status mg_bars_select(mg_bars *out, const mg_bars *b,
                           const unsigned char *keep, mgnn_error *err);

static inline size_t
mg_bars_degree(const mg_bars *b, unsigned i)
{
  return b->row[i + 1] - b->row[i];
}

/* A search for a clique: nodes that are all joined by bars. */
typedef struct {
  const mg_bars *b;
  const unsigned char *ask;    /* n: only these nodes, and the first; NULL: all */
  int alone;                   /* treat pinned nodes as any other */
  size_t size;                 /* number of nodes wanted */
  unsigned *node;              /* the nodes found; room for n + dim + 2 */
  size_t count;
  size_t steps;                /* so far; the search stops after 2 million */
} mg_clique;

/* Find a clique of `size` nodes that contains all pinned nodes (at most `size`)
 * or, if there are no pins or `alone` is set, node v.  Returns 1 if found. */
int mg_clique_find(mg_clique *c, unsigned v);

/* Facts found about the bars.  The struct owns its arrays. */
typedef struct {
  size_t rank;                 /* of all bars */
  unsigned char *redundant;    /* m: 1 if the rank stays when this bar is removed */
  unsigned *part;              /* m: the rigid part that the bar is in */
  mg_node_sets parts;          /* sets of nodes that move as one body */
} mg_bar_facts;

/* Allocate facts for `m` bars, all zero.  On failure *out is left zeroed. */
mgnn_status mg_bar_facts_init(mg_bar_facts *out, size_t m, mgnn_error *err);
void mg_bar_facts_free(mg_bar_facts *f);

/* Facts on the line, from components and bridges.  Exact, time O(n + m). */
mgnn_status mg_rigidity_1d(const mg_bars *b, mg_bar_facts *out,
                           mgnn_error *err);

/* Facts in the plane, by the pebble game.  Exact.  Time O(n m) at worst, close
 * to linear for most graphs. */
mgnn_status mg_rigidity_2d(const mg_bars *b, mg_bar_facts *out,
                           mgnn_error *err);

/* Whether the graph stays connected when any one node, or any two nodes, are
 * removed.  Exact, time O(n + m). */
mgnn_status mg_biconnected(const mg_bars *b, int *yes, mgnn_error *err);
mgnn_status mg_triconnected(const mg_bars *b, int *yes, mgnn_error *err);

/* The dimension of the rigid motions of n generic points in dim dimensions that
 * keep `pinned` of them in place. */
size_t mg_rigid_motions(size_t n, size_t pinned, size_t dim);

/* Multiplications that an elimination over the field may take: some minutes'
 * worth; seconds' worth; less than a layout takes. */
#define MG_WORK_MOST 3e11
#define MG_WORK_SECONDS 1e10
#define MG_WORK_LITTLE 3e7

/* mgnn_rigidity_find by random positions (in any dimension) or by counting (in
 * one and two, where each method tests the other). */
mgnn_status mg_rigidity_find(const mgnn_problem *p, size_t dim,
                             unsigned long seed, int randomized, double work,
                             mgnn_rigidity *out, mgnn_error *err);

/* mgnn_rigidity_find if it is cheap compared to a layout: at most 200,000 nodes
 * and edges, and `work` multiplications.  Else *known is 0 and *out zeroed. */
mgnn_status mg_rigidity_quick(const mgnn_problem *p, size_t dim, double work,
                              mgnn_rigidity *out, int *known, mgnn_error *err);

/* The degrees of freedom within components.  Those that several components add,
 * their rigid motions less those of the whole graph, are not counted.  The
 * problem must have no pins, or one component.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_rigidity_inner(const mgnn_problem *p, const mgnn_rigidity *r,
                              size_t *out, mgnn_error *err);

#endif
