/* What is asked of a problem that is made from files.  Zeroed, it asks for what
 * the library does on its own: lengths from the usual attributes, all springs
 * equally stiff, faults not overlooked. */
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

/* Where a message can tell what to do about it.  How that is asked for only the
 * program knows, so it provides the words. */
typedef enum {
  MG_HINT_MISSING,             /* edges without a value */
  MG_HINT_PARALLEL,            /* parallel edges whose values differ */
  MG_HINT_PAIRS,               /* pairs of the metric table that are no edges */
  MG_HINT_LABELS,              /* the metric needs labels */
  MG_HINT_FEATURES,            /* the metric needs features */
  MG_HINT_WEIGHT,              /* the attribute weight is not used */
  MG_HINT_COLUMN,              /* a column of numbers is not used: its name is
                                  put after the hint */
  MG_HINTS
} mg_hint;

typedef struct {
  mg_metric_spec metric;
  const char *stiffness;       /* an edge attribute; NULL: `stiffness`, if it
                                  is there and the metric does not take it */
  const char *labels;          /* a node attribute; NULL: none */
  double eps;                  /* of the layers, for attention */
  int lenient;                 /* values that are missing or contradictory are
                                  replaced by means */
  int self_loops;
  const char *edge_column;     /* an edge attribute that is needed after the
                                  lengths were made; or NULL */
  int keep_columns;            /* the values of edges that lengths are made of
                                  are needed after that */
  int lean;                    /* the graph is for layers, not for solvers */
  const char *const *hint;     /* MG_HINTS texts to end messages with; NULL:
                                  none */
} mg_specification;

#endif
