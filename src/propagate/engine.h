/* The engine: compact rows, positions in the form of the kernels, and the choices
 * that change time but no bit. */
#ifndef MG_ENGINE_H
#define MG_ENGINE_H

#include "filter.h"
#include "kernel.h"
#include "problem/problem.h"
#include "rows.h"
#include "rule.h"

/* Number nodes as mg_breadth_first does, but along a Hilbert curve through the
 * first two coordinates of y, n*dim numbers, dim at least 2.  Nodes within one of
 * 2^32 squares keep their order.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_order_along(const double *y, size_t n, size_t dim,
                           unsigned *order, unsigned *place, mgnn_error *err);

/* Whether y is a drawing in which neighbours are near: in most slots of a sample
 * of the rows, less than 3/8 as far as a node taken at random. */
int mg_order_is_local(const mg_rows *rows, const double *y, size_t dim);

/* How far apart the numbers of neighbours are, on average over a sample of the
 * rows; place NULL: the numbers they have. */
double mg_order_gap(const mg_rows *rows, const unsigned *place);

/* From so many layers on a new numbering may be worth its time. */
enum { MG_LONG_RUN = 60 };

enum { MG_BREADTH = 1, MG_ALONG };     /* numberings: see mg_order_along */

/* Choices that the engine makes by itself where they are -1; tests force
 * them. */
typedef struct {
  int prefetch;                /* 0 or 1 */
  int reorder;                 /* 0, MG_BREADTH or MG_ALONG */
  mg_cpu cpu;                  /* the most that may be used */
} mg_choice;

/* What is run on what. */
typedef struct {
  const mgnn_problem *p;
  size_t dim;
  const mgnn_layer_params *par;
  const mg_rule *rule;
  mg_choice choice;
} mg_layer_run;

/* Neighbours that are not among the rows: copies of nodes that other processes have.
 * Their positions stand after those of the rows.  Zeroed: there are none. */
typedef struct {
  size_t count;
  size_t inner;                /* the first rows have none as neighbours */
  /* Bring the positions y up to date: inner rows are computed between the two
   * calls.  The context remembers failures. */
  void (*begin)(void *ctx, const mg_numbers *numbers, size_t width, void *y);
  void (*end)(void *ctx, const mg_numbers *numbers, size_t width, void *y);
  void *ctx;
} mg_halo;

/* What a rule does to a layer after its kernel; zeroed: nothing. */
typedef struct {
  int form;                    /* of the rule */
  double step, theta;
  double *matrix;              /* dim*dim: b W of this layer */
  mg_filter filter;
  void *other;                 /* n*width numbers: what is mapped, or shown */
  void *sum;                   /* n*width numbers, of the filter */
} mg_finish;

typedef struct {
  size_t dim;
  mg_rates rate;
  int threads;
  mg_rows rows;
  mg_halo halo;
  double *degree;              /* n, or NULL: those of the graph */
  unsigned *order;             /* the nodes' names, or NULL: not reordered */
  const mg_kernel_row *kernel;
  const mg_numbers *numbers;   /* doubles or floats */
  size_t width;                /* numbers for a node */
  double scale;                /* positions are in these units */
  void *y0, *y, *next;         /* n*width numbers each; the last two: and those of
                                  the halo */
  mg_finish finish;
  int prefetch;                /* 0 or 1; -1: still being timed */
  size_t layers;               /* done so far */
  double seconds[2];           /* the best layer without, with prefetch */
} mg_engine;

/* Get ready to run the layers from z, n*dim doubles in the space of Z.
 * mg_engine_free is due in any case. */
mgnn_status mg_engine_init(mg_engine *e, const mg_layer_run *run,
                           const double *z, mgnn_error *err);
void mg_engine_free(mg_engine *e);

/* The same in steps, for rows that come from elsewhere.  First the rates, in a unit by
 * which positions and lengths are multiplied: with single precision mg_engine_unit of
 * the largest of them, else 1.  Then the caller sets e->rows and e->halo.  Then the
 * rest; z has the positions of the rows, par->origin as many. */
void mg_engine_begin(mg_engine *e, const mg_layer_run *run, double scale);
mgnn_status mg_engine_start(mg_engine *e, const mg_layer_run *run, const double *z,
                            mgnn_error *err);

/* A power of two by which a number becomes 1 at most: squares that a float can hold are
 * between 1e-38 and 1e38, and layers do not depend on units. */
double mg_engine_unit(double most);

/* What a rule reads of the rows: MG_ROWS_LENGTH, ... */
int mg_rule_reads(const mg_rule *rule);

/* One layer.  Returns nonzero if all positions are finite. */
int mg_engine_step(mg_engine *e);

/* The positions, in the space of Z, into n*dim doubles. */
void mg_engine_take(const mg_engine *e, double *z);

/* Whether the parameters are in range; *rule is that of their name.  m: the number of
 * edges. */
mgnn_status mg_layer_params_check(const mgnn_layer_params *par, size_t m,
                                  const mg_rule **rule, mgnn_error *err);

/* The failure of a layer whose positions are not finite. */
mgnn_status mg_layer_diverged(const mg_layer_run *run, size_t layer, mgnn_error *err);

/* mgnn_propagate with choices; run->rule is found here. */
mgnn_status mg_propagate(mg_layer_run *run, double *z, mgnn_error *err);

#endif
