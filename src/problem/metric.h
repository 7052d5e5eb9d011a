/* Target lengths for the edges of a simple graph, from one --metric SPEC. */
#ifndef MG_METRIC_H
#define MG_METRIC_H

#include "problem.h"
#include "simplify.h"

typedef enum {
  MG_METRIC_DEFAULT,           /* len or length, lower and upper, else all 1 */
  MG_METRIC_FILE,              /* a metric table */
  MG_METRIC_ATTR,              /* attr:NAME */
  MG_METRIC_CONST,             /* const:X */
  MG_METRIC_LABELS,            /* labels:WITHIN,BETWEEN */
  MG_METRIC_ATTENTION,         /* attention:NAME */
  MG_METRIC_COORDS             /* coords:FILE */
} mg_metric_kind;

typedef struct {
  mg_metric_kind kind;
  const char *name;            /* file or attribute, points into the spec */
  double a, b;                 /* const:a, labels:a,b */
} mg_metric_spec;

/* Read a SPEC; NULL is the default.  MGNN_EINVAL says what it should be. */
mgnn_status mg_metric_parse(mg_metric_spec *out, const char *spec,
                            mgnn_error *err);

/* What lengths may be made from. */
typedef struct {
  mg_source *src;              /* notices are added to it */
  const mg_simple *simple;     /* its edges after merging */
  const int *group;            /* labels of the nodes, -1 none; or NULL */
  const double *origin;        /* Z0, n * dim; or NULL: no features */
  size_t dim;
  double eps;
  int lenient;
  int spend;                   /* a column that is the lengths as it stands may
                                  be taken out of src */
} mg_metric_input;

/* Values per edge of the simple graph; freed with mg_lengths_free. */
typedef struct {
  double *lower;
  double *upper;               /* NULL: all lengths exact */
  double *stiffness;           /* NULL: the table named none */
  int given;                   /* 0: all 1, for want of anything else */
} mg_lengths;

/* Lengths by a SPEC.  Messages name file, line and nodes.  On failure *out is
 * left zeroed. */
mgnn_status mg_metric_lengths(mg_lengths *out, const mg_metric_spec *spec,
                              const mg_metric_input *in, mgnn_error *err);
void mg_lengths_free(mg_lengths *l);

/* Give the lengths and bounds to a problem, which takes them over where the
 * call succeeds. */
mgnn_status mg_problem_lengths_take(mgnn_problem *p, mg_lengths *l,
                                    mgnn_error *err);

/* Stiffness by an edge attribute: *out receives one value per edge, the sum
 * over the edges merged into it, to be freed with mg_free. */
mgnn_status mg_metric_stiffness(double **out, const char *name,
                                const mg_metric_input *in, mgnn_error *err);

/* Remark that the edge attribute `weight` is there and not used, if that is
 * so: length to some tools, stiffness to others, it is used only by name.
 * `stiffness` is the attribute that --stiffness names, or NULL. */
mgnn_status mg_metric_weight_note(mg_source *src, const mg_metric_spec *spec,
                                  const char *stiffness, mgnn_error *err);

/* Before merging: append to src the pairs of a metric table that are not edges
 * of it yet (pairs with a length, that is; in a matrix also those of 0).  The
 * added edges have no attributes and no line. */
mgnn_status mg_metric_add_edges(mg_source *src, const char *path,
                                mgnn_error *err);

#endif
