/* Options for making a problem from files.  Zeroed, they are the defaults of the
 * library: lengths and stiffness from the usual attributes, and missing or
 * contradictory values are errors. */
#ifndef MG_SPECIFICATION_H
#define MG_SPECIFICATION_H

#include "similarity.h"

typedef enum {
  MG_METRIC_DEFAULT,           /* len or length, lower and upper, else all 1 */
  MG_METRIC_FILE,              /* a metric table */
  MG_METRIC_ATTR,              /* attr:NAME */
  MG_METRIC_CONST,             /* const:X */
  MG_METRIC_LABELS,            /* labels:WITHIN,BETWEEN */
  MG_METRIC_ATTENTION,         /* attention:NAME */
  MG_METRIC_COORDS,            /* coords:FILE */
  MG_METRIC_WALK,              /* walk:T */
  MG_METRIC_SIMILARITY         /* a row of similarity.h */
} mg_metric_kind;

typedef struct {
  mg_metric_kind kind;
  const char *name;            /* file or attribute, points into the text that
                                  was parsed */
  const char *column;          /* of FILE:COLUMN, within name; or NULL */
  double a, b;                 /* const:a, labels:a,b, walk:a */
  const mg_similarity *similarity;     /* with MG_METRIC_SIMILARITY; `name` is
                                  then an attribute, if it needs one */
} mg_metric_spec;

/* Messages that may end in advice on what to do.  The program provides the texts,
 * as only it knows its options. */
typedef enum {
  MG_HINT_MISSING,             /* edges without a value */
  MG_HINT_PARALLEL,            /* parallel edges whose values differ */
  MG_HINT_PAIRS,               /* pairs of the metric table that are not edges */
  MG_HINT_LABELS,              /* the metric needs labels */
  MG_HINT_FEATURES,            /* the metric needs features */
  MG_HINT_WEIGHT,              /* the attribute weight is not used */
  MG_HINT_COLUMN,              /* a column of numbers is not used; its name
                                  follows the hint */
  MG_HINTS
} mg_hint;

typedef struct {
  mg_metric_spec metric;
  const char *stiffness;       /* an edge attribute; NULL: `stiffness`, if it
                                  exists and the metric does not use it */
  const char *labels;          /* a node attribute; NULL: no labels */
  double eps;                  /* of the layers, for attention */
  int lenient;                 /* replace missing or contradictory values by
                                  means */
  int self_loops;
  const char *edge_column;     /* an edge attribute to keep, as it is needed after
                                  the lengths are made; or NULL */
  int keep_columns;            /* keep the column from which lengths are made, as
                                  it is needed after that */
  int lean;                    /* the graph is for layers, not for solvers */
  const char *const *hint;     /* MG_HINTS texts for the ends of messages; NULL:
                                  no hints */
} mg_specification;

#endif
