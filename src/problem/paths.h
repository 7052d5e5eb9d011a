/* Shortest paths in a graph, by the target lengths of the edges. */
#ifndef MG_PATHS_H
#define MG_PATHS_H

#include "base/graph.h"

/* Scratch memory for many searches in one graph; each thread needs its own. */
typedef struct {
  const mg_graph *graph;
  struct mg_paths_entry {
    double far;
    unsigned node;
  } *heap;                     /* nodes by distance, the nearest on top */
  unsigned *place;             /* node -> its place in the heap */
  double *distance;            /* n, INFINITY if not reached */
  unsigned *reached;           /* nodes in the order in which they were settled */
  size_t reached_count;
  size_t open;                 /* nodes in the heap */
  int unit;                    /* all lengths equal: breadth first */
  unsigned *first;             /* first node of each bucket, by distance; NULL if
                                  lengths differ too much to use buckets */
  unsigned *next;              /* n: next node in the same bucket */
  size_t buckets;              /* a power of 2 */
  double per_width;            /* 1 / the width of a bucket */

  /* Options, which the caller may change between searches. */
  double reach;                /* do not search for nodes at this distance or
                                  beyond (default INFINITY); ignored if `unit` */
  int longest;                 /* nonzero: an interval counts by its upper bound */
  unsigned *from;              /* if not NULL: n numbers, receives for each node
                                  that is reached its predecessor on the path;
                                  ignored if `unit` */
} mg_paths;

/* Prepare searches.  Edges have their target lengths; an interval counts as its middle,
 * or as its lower bound if there is no upper.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_paths_init(mg_paths *p, const mg_graph *g, mgnn_error *err);
void mg_paths_free(mg_paths *p);

/* Distances from a node to the `most` nearest nodes that it can reach (itself
 * included).  Fills p->distance and p->reached, and first clears the results of an
 * earlier search.  Ties are broken by the node number, so the result is unique.
 * Time O(k log k) for the k edges touched. */
void mg_paths_from(mg_paths *p, size_t source, size_t most);

/* Distances from a node to all that it can reach, faster than mg_paths_from, but
 * p->reached is in no order.  Only with the options at their defaults. */
void mg_paths_all(mg_paths *p, size_t source);

/* Update n distances of the caller after some have decreased: mg_paths_settle continues
 * the search from the nodes where that happened, the seeds (each listed once).  Uses
 * only rows and lengths of the graph.  Free p later.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_paths_init_seeds(mg_paths *p, const mg_graph *g, mgnn_error *err);
void mg_paths_settle(mg_paths *p, double *distance, size_t seeds, const unsigned *seed);

/* A search step by step, for any lengths: begin at a node; mg_paths_next is the
 * distance of the next node, or INFINITY if there is none, and mg_paths_step settles
 * that node and returns it.  Call mg_paths_end before another search; distances and
 * nodes that were settled can still be read then. */
void mg_paths_begin(mg_paths *p, size_t source);
double mg_paths_next(const mg_paths *p);
unsigned mg_paths_step(mg_paths *p);
void mg_paths_end(mg_paths *p);

/* The length of slot k in paths. */
static inline double
mg_paths_length(const mg_graph *g, size_t k)
{
  if (g->upper == NULL || isinf(g->upper[k]))
    return g->length[k];
  return (g->length[k] + g->upper[k]) / 2;
}

#endif
