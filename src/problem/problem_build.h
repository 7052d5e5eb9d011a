/* Builds a problem from files that were read, for the library and the programs. */
#ifndef MG_PROBLEM_BUILD_H
#define MG_PROBLEM_BUILD_H

#include "attributes.h"
#include "metric.h"
#include "problem.h"

typedef struct {
  mgnn_problem *problem;
  mg_groups groups;            /* labels of the nodes; empty: not asked for */
  int lengths_given;           /* 0: no lengths were found, so all are 1 */
  char unit[MG_UNIT_MAX];      /* of the lengths; or empty */
} mg_built;

/* Build a problem from a source, its edges after merging, and tables, which have
 * all been read.  To save memory, input is released as soon as it is used: the
 * tables are freed, the ends of the edges move from the source, or from `simple`, to
 * the problem, and a column of the source may be moved out (see mg_metric_lengths).
 * Notes are added to the source.
 *
 * *out is freed with mg_built_free; zeroed if the call fails. */
mgnn_status mg_build(mg_built *out, mg_source *src, mg_simple *simple,
                     mg_tables *tables, const mg_specification *spec,
                     mgnn_error *err);
void mg_built_free(mg_built *b);

#endif
