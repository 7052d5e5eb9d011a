/* The graph as plain arrays: a list of edges, and for each node a row of slots, one per
 * neighbour, with the target length. */
#ifndef MG_GRAPH_H
#define MG_GRAPH_H

#include "error.h"
#include "dense.h"
#include <stdint.h>

typedef struct {
  size_t n, m;                 /* nodes, undirected edges */

  /* Edge by edge, in the order and orientation of the input. */
  unsigned *ends;              /* 2m: edge e joins ends[2e] and ends[2e+1] */
  double *target;              /* m: the length, or the lower bound */
  double *target_upper;        /* m upper bounds, or NULL: all lengths exact */
  double *stiffness;           /* m, or NULL: all 1 */

  /* Row by row: the slots of node i are row[i] to row[i+1]-1, in the order of
   * the edges, so that every sum over neighbours has one fixed order. */
  size_t *row;                 /* n+1 */
  unsigned *to;                /* 2m: the neighbour */

  /* Copies of the edges' values slot by slot, for the solvers.  They are NULL in a
   * lean graph, which takes half the memory. */
  double *length;              /* 2m: target of the edge in this slot */
  double *upper;               /* 2m, or NULL as target_upper */
  double *weight;              /* 2m, or NULL as stiffness */

  const unsigned *name;        /* for a part of a larger graph: the numbers of the
                                  nodes there, from which random directions follow;
                                  borrowed; else NULL */

  double loop;                 /* 1 with self-loops (A + I), else 0 */
  double *degree;              /* n: sum of the stiffnesses, plus loop; NULL
                                  if all are 1, see mg_degree */
} mg_graph;

/* Nonzero if the length of edge e must be exactly 0. */
static inline int
mg_edge_is_zero(const mg_graph *g, size_t e)
{
  return g->target[e] == 0
         && (g->target_upper == NULL || g->target_upper[e] == 0);
}

/* Work that mg_graph_make may leave out. */
enum {
  MG_GRAPH_CHECKED = 1,        /* no check of the ends: the caller knows them valid */
  MG_GRAPH_LEAN = 2,           /* no arrays per slot: no solver will use the graph */
  MG_GRAPH_UNMEASURED = 4      /* no lengths: the caller sets them before any use */
};

/* Make a graph.  `ends` is checked (in range, no loop, no pair twice) and
 * taken over: it belongs to the graph if the call succeeds and is untouched if
 * not.  All lengths are 1 and exact.  On failure *g is left zeroed.  A graph
 * takes 8 bytes per node and 40 per edge (a lean one 24), and 8 more per node
 * while it is made.  `without` is a sum of the constants above. */
mgnn_status mg_graph_make(mg_graph *g, size_t n, size_t m, unsigned *ends,
                          int without, mgnn_error *err);
void mg_graph_free(mg_graph *g);

/* mg_graph_make with nothing left out. */
static inline mgnn_status
mg_graph_init(mg_graph *g, size_t n, size_t m, unsigned *ends, mgnn_error *err)
{
  return mg_graph_make(g, n, m, ends, 0, err);
}

/* The degree of node i; and its square root, or 1 if the degree is 0. */
static inline double
mg_degree(const mg_graph *g, size_t i)
{
  return g->degree != NULL ? g->degree[i]
                           : (double)(g->row[i + 1] - g->row[i]) + g->loop;
}

static inline double
mg_root(const mg_graph *g, size_t i)
{
  double degree = mg_degree(g, i);

  return degree > 0 ? sqrt(degree) : 1;
}

/* Whether there are enough edges (one per coordinate, less those of rigid motions) for
 * the lengths to fix the drawing, or most of it.  Never on a line, where every path
 * can be folded. */
static inline int
mg_graph_braced(const mg_graph *g, size_t dim)
{
  return dim > 1 && g->m + dim * (dim + 1) / 2 >= g->n * dim;
}

/* The length that edge e has in the drawing y, n*dim doubles. */
static inline double
mg_edge_length(const mg_graph *g, size_t e, size_t dim, const double *y)
{
  return mg_distance(y + g->ends[2 * e] * dim, y + g->ends[2 * e + 1] * dim,
                     dim);
}

/* The allowed length nearest to r, for entry k of these bounds.  upper NULL: the only
 * allowed length is target[k]. */
static inline double
mg_target_near(const double *target, const double *upper, size_t k, double r)
{
  return upper != NULL && r > target[k] ? fmin(r, upper[k]) : target[k];
}

/* The least and largest positive length.  Within them, squares of lengths and sums
 * of many squares neither overflow nor vanish. */
#define MG_LENGTH_LEAST 1e-150
#define MG_LENGTH_MOST 1e150

static inline int
mg_length_allowed(double x)
{
  return x == 0 || (x >= MG_LENGTH_LEAST && x <= MG_LENGTH_MOST);
}

/* The same holds for squares of distances: this is the largest absolute value of a
 * coordinate.  It exceeds the longest length, as drawings are larger than an edge. */
#define MG_POSITION_MOST 1e152

static inline int
mg_position_allowed(double x)
{
  return x >= -MG_POSITION_MOST && x <= MG_POSITION_MOST;
}

/* Set the targets from m values each; upper NULL: exact lengths.  Checked:
 * allowed as above (upper may be infinite), lower <= upper. */
mgnn_status mg_graph_lengths_set(mg_graph *g, const double *lower,
                                 const double *upper, mgnn_error *err);
/* The same, but the graph takes over the two arrays if the call succeeds. */
mgnn_status mg_graph_lengths_take(mg_graph *g, double *lower, double *upper,
                                  mgnn_error *err);

/* Set the stiffnesses from m values (NULL: all 1); switch self-loops on or off. */
mgnn_status mg_graph_stiffness_set(mg_graph *g, const double *stiffness,
                                   mgnn_error *err);
void mg_graph_loops_set(mg_graph *g, int on);

/* Turn Z into Y = D^-1/2 Z (to_y nonzero) or back, in place: n*dim doubles. */
void mg_graph_rescale(const mg_graph *g, size_t dim, double *x, int to_y);

/* The mean of the targets over the edges, in their order; 0 without edges.  An
 * interval counts with its lower bound. */
double mg_mean_length(const mg_graph *g);

/* Number the nodes of n rows of neighbours breadth first, component after
 * component, so that neighbours are near in memory: the new number of node i is
 * place[i], and node order[k] has number k.  Both have n entries. */
void mg_breadth_first(size_t n, const size_t *row, const unsigned *to,
                      unsigned *order, unsigned *place);

/* Search breadth first from the nodes node[begin] to node[count - 1], up to `hops`
 * edges away (SIZE_MAX: no limit).  Nodes with seen[i] 0 are marked there and appended
 * to node.  Returns the new number of nodes in it. */
size_t mg_breadth_first_from(const mg_graph *g, unsigned *node, size_t begin,
                             size_t count, size_t hops, unsigned char *seen);

#endif
