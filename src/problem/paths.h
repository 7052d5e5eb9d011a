/* Shortest paths along the edges, by their target lengths. */
#ifndef MG_PATHS_H
#define MG_PATHS_H

#include "base/graph.h"

/* Scratch for searches in one graph; made once, used for many.  One thread at a time. */
typedef struct {
  const mg_graph *graph;
  struct mg_paths_entry {
    double far;
    unsigned node;
  } *heap;                     /* nodes by distance, the nearest on top */
  unsigned *place;             /* node -> its place in the heap */
  double *distance;            /* n, INFINITY if not reached */
  unsigned *reached;           /* nodes in the order they were settled */
  size_t reached_count;
  size_t open;                 /* nodes in the heap */
  int unit;                    /* all lengths equal: breadth first */
  unsigned *first;             /* buckets by distance, NULL if the lengths
                                  are too different for them: a node of each */
  unsigned *next;              /* n: of the same bucket */
  size_t buckets;              /* a power of 2 */
  double per_width;            /* 1 / the width of a bucket */

  /* Set by the caller between searches where it wants something else. */
  double reach;                /* INFINITY: nodes so far away or farther are
                                  not looked for; not where `unit` */
  int longest;                 /* 0; else intervals count by their upper bounds */
  unsigned *from;              /* NULL; else n numbers, set for the nodes that
                                  were reached: the one before on the path; not
                                  where `unit` */
} mg_paths;

/* Lengths are the targets; of an interval its middle, or its lower bound where
 * there is no upper.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_paths_init(mg_paths *p, const mg_graph *g, mgnn_error *err);
void mg_paths_free(mg_paths *p);

/* Distances from a node to all it can reach, or to the `most` nearest only
 * (itself included).  Fills p->distance and p->reached; what an earlier search
 * left there is cleared first.  Ties are broken by the node number, so the
 * result depends on nothing else.  Time O(k log k) for the k edges touched. */
void mg_paths_from(mg_paths *p, size_t source, size_t most);

/* Distances from a node to all it can reach, the same in less time: p->reached
 * is in no order.  Not for searches that want something else. */
void mg_paths_all(mg_paths *p, size_t source);

/* Searches that go on where distances of the caller's, n, have become less: at the seeds,
 * each once.  Only rows and lengths of the graph are looked at.  mg_paths_free is due;
 * MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_paths_init_seeds(mg_paths *p, const mg_graph *g, mgnn_error *err);
void mg_paths_settle(mg_paths *p, double *distance, size_t seeds, const unsigned *seed);

/* The same step by step, whatever the lengths: begin at a node; mg_paths_next is
 * the distance of the next node, INFINITY if there is none, and mg_paths_step
 * settles that node and returns it.  End before anything else is begun; what
 * was settled stays to be read. */
void mg_paths_begin(mg_paths *p, size_t source);
double mg_paths_next(const mg_paths *p);
unsigned mg_paths_step(mg_paths *p);
void mg_paths_end(mg_paths *p);

/* The length that a path takes for slot k. */
static inline double
mg_paths_length(const mg_graph *g, size_t k)
{
  if (g->upper == NULL || isinf(g->upper[k]))
    return g->length[k];
  return (g->length[k] + g->upper[k]) / 2;
}

#endif
