/* Graph, lengths and dimension, checked once and then only read. */
#ifndef MG_PROBLEM_H
#define MG_PROBLEM_H

#include "base/graph.h"

enum { MG_DIM_MAX = 10000 };

struct mgnn_problem {
  mg_graph graph;
  int dim;
  unsigned char *pin;          /* n*dim, nonzero is held; or NULL: none */
};

/* As mgnn_problem_new, but `ends` is taken over, and freed if the call fails;
 * `without` as in mg_graph_make. */
mgnn_status mg_problem_take(mgnn_problem **out, size_t n, int dim, size_t m,
                            unsigned *ends, int without, mgnn_error *err);

#endif
