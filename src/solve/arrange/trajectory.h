/* The way a search went down: positions on it, a bounded number of them, at
 * about even steps of motion and of the fall of what is brought down. */
#ifndef MG_TRAJECTORY_H
#define MG_TRAJECTORY_H

#include "base/error.h"
#include "mgnn.h"

typedef struct mg_trace {
  size_t n, dim;
  size_t most;                 /* points that are kept, at least 8 */
  size_t count;
  double *x;                   /* count * n*dim */
  size_t *iteration;           /* of each; two may share a number where a part
                                  was moved between two descents */
  double *value;               /* of what is brought down; never rises */
  double *way;                 /* motion since the first, root mean square over
                                  the nodes, added up along the points */
  /* NULL, or computes the value of a point that comes without; INFINITY if
   * memory runs out. */
  double (*judge)(void *ctx, const double *x);
  void *judge_ctx;

  size_t room;                 /* points there is memory for */
  size_t before;               /* iterations before the present descent */
  int failed;                  /* memory ran out: it is not complete */
} mg_trace;

/* An empty trace of n nodes in dim dimensions.  `most` of 0 chooses a number
 * that keeps the memory within bounds. */
void mg_trace_init(mg_trace *t, size_t n, size_t dim, size_t most);
void mg_trace_free(mg_trace *t);

/* Forget the points; swap two traces of the same nodes. */
void mg_trace_clear(mg_trace *t);
void mg_trace_swap(mg_trace *a, mg_trace *b);

/* Add the positions after an iteration; iteration 0 is the beginning of a
 * descent, which goes on where the last one ended or was moved to since.  A
 * value above the last one is no way down: the point is left out.  A value of
 * NAN is found by the judge.  Cheap: one pass over the positions. */
void mg_trace_add(mg_trace *t, size_t iteration, const double *x, double value);

/* MGNN_ENOMEM if a point could not be kept. */
mgnn_status mg_trace_check(const mg_trace *t, mgnn_error *err);

/* Give the points the numbering of a larger or older graph: node a becomes
 * node[a] of n. */
mgnn_status mg_trace_renumber(mg_trace *t, const unsigned *node,
                              mgnn_error *err);

/* Lay the trace onto y, where its last point has come to: all points by the
 * one rigid motion (mirror images allowed) that brings the last one to y; with
 * `steady` then each, from the last back, turned and shifted onto the one
 * after it, so that the way neither spins nor drifts. */
mgnn_status mg_trace_lay(mg_trace *t, const double *y, int steady,
                         mgnn_error *err);

/* Put the ways of parts together: point k of the whole is where every part is
 * after the same share of its points.  Values and iterations are added up.
 * Nodes in no part stay where `y` (whole n*dim) has them; part[p] has its nodes
 * in node[p].  out is initialised here. */
mgnn_status mg_trace_join(mg_trace *out, const double *y, size_t n, size_t dim,
                          const mg_trace *part, const unsigned *const *node,
                          size_t parts, mgnn_error *err);

/* The root mean square distance between two sets of n positions. */
double mg_trace_between(const double *x, const double *y, size_t n, size_t dim);

/* mgnn_layout, and the way to what it delivers; given: only down from y, all
 * pairs.  *trace is initialised here; its last point is the drawing. */
struct mg_descent;
mgnn_status mg_layout_trace(const struct mg_descent *d, int given, double *y,
                            mgnn_outcome *out, mg_trace *trace,
                            mgnn_error *err);

#endif
