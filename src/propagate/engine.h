/* The engine that runs layers: compact rows, positions in the kernels' form,
 * and choices that affect the time but no bit of the result. */
#ifndef MG_ENGINE_H
#define MG_ENGINE_H

#include "filter.h"
#include "kernel.h"
#include "problem/problem.h"
#include "rows.h"
#include "rule.h"

/* Number nodes along a Hilbert curve through the first two coordinates of y,
 * n*dim numbers, dim at least 2; `order` and `place` are as in mg_breadth_first.
 * Nodes within one of 2^32 squares keep their order.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_order_along(const double *y, size_t n, size_t dim,
                           unsigned *order, unsigned *place, mgnn_error *err);

/* Whether y is a drawing with neighbours near each other: in most sampled
 * slots, the neighbour is less than 3/8 as far away as a random node. */
int mg_order_is_local(const mg_rows *rows, const double *y, size_t dim);

/* The mean difference between the numbers of neighbours, over a sample of the
 * rows.  place: the new numbers; NULL: the present ones. */
double mg_order_gap(const mg_rows *rows, const unsigned *place);

/* Renumber only runs of at least so many layers. */
enum { MG_LONG_RUN = 60 };

enum { MG_BREADTH = 1, MG_ALONG };     /* two ways to number nodes */

/* Choices that the engine makes by itself if they are -1; tests set them. */
typedef struct {
  int prefetch;                /* 0 or 1 */
  int reorder;                 /* 0, MG_BREADTH or MG_ALONG */
  mg_cpu cpu;                  /* use this processor's kernels at most */
} mg_choice;

/* The input of the engine. */
typedef struct {
  const mgnn_problem *p;
  size_t dim;
  const mgnn_layer_params *par;
  const mg_rule *rule;
  mg_choice choice;
} mg_layer_run;

/* Neighbours outside the rows: copies of nodes that other processes compute.
 * Their positions follow those of the rows.  Zeroed: no such neighbours. */
typedef struct {
  size_t count;
  size_t inner;                /* the first `inner` rows have no copies as neighbours */
  /* Start and finish updating the copies in y; inner rows are computed between
   * the two calls.  The context records failures. */
  void (*begin)(void *ctx, const mg_numbers *numbers, size_t width, void *y);
  void (*end)(void *ctx, const mg_numbers *numbers, size_t width, void *y);
  void *ctx;
} mg_halo;

/* What a rule does after the kernel of a layer; zeroed: nothing. */
typedef struct {
  int form;                    /* form of the rule */
  double step, theta;
  double *matrix;              /* dim*dim: b W of this layer */
  mg_filter filter;
  void *other;                 /* n*width numbers: mapped or filtered positions */
  void *sum;                   /* n*width numbers: the filter's running sum */
} mg_finish;

typedef struct {
  size_t dim;
  mg_rates rate;
  int threads;
  mg_rows rows;
  mg_halo halo;
  double *degree;              /* n; NULL: the degrees of the graph */
  unsigned *order;             /* the nodes' old numbers; NULL: not reordered */
  const mg_kernel_row *kernel;
  const mg_numbers *numbers;   /* doubles or floats */
  size_t width;                /* numbers per node */
  double scale;                /* positions are multiplied by this */
  void *y0, *y, *next;         /* n*width numbers each; y and next also hold the
                                  halo */
  mg_finish finish;
  int prefetch;                /* 0 or 1; -1: still being timed */
  size_t layers;               /* number of layers done */
  double seconds[2];           /* fastest layer without, with prefetch */
} mg_engine;

/* Prepare to run the layers from z, n*dim doubles in the space of Z.  Call
 * mg_engine_free afterwards, also after a failure. */
mgnn_status mg_engine_init(mg_engine *e, const mg_layer_run *run,
                           const double *z, mgnn_error *err);
void mg_engine_free(mg_engine *e);

/* mg_engine_init in steps, for rows made elsewhere.  mg_engine_begin sets the
 * rates; `scale`, by which positions and lengths are multiplied, is mg_engine_unit
 * of the largest in single precision, else 1.  The caller sets e->rows and e->halo,
 * then calls mg_engine_start; z and par->origin have the positions of the rows. */
void mg_engine_begin(mg_engine *e, const mg_layer_run *run, double scale);
mgnn_status mg_engine_start(mg_engine *e, const mg_layer_run *run, const double *z,
                            mgnn_error *err);

/* A power of two that scales `most` to 1 or less.  Layers do not depend on the
 * unit, and a float holds squares between 1e-38 and 1e38 only. */
double mg_engine_unit(double most);

/* The arrays of the rows that a rule reads: a sum of MG_ROWS_LENGTH, ... */
int mg_rule_reads(const mg_rule *rule);

/* Run one layer.  Returns nonzero if all positions are finite. */
int mg_engine_step(mg_engine *e);

/* Copy the positions, in the space of Z, to n*dim doubles. */
void mg_engine_take(const mg_engine *e, double *z);

/* Check the ranges of the parameters and find the rule by its name.  m: the
 * number of edges. */
mgnn_status mg_layer_params_check(const mgnn_layer_params *par, size_t m,
                                  const mg_rule **rule, mgnn_error *err);

/* Report a layer whose positions are not finite; returns the failure. */
mgnn_status mg_layer_diverged(const mg_layer_run *run, size_t layer, mgnn_error *err);

/* mgnn_propagate with given choices; sets run->rule. */
mgnn_status mg_propagate(mg_layer_run *run, double *z, mgnn_error *err);

#endif
