/* A problem straight from a graph file, with the rules that files are read by
 * when no option says otherwise. */
#include "io/read.h"
#include "metric.h"
#include "problem.h"

static mgnn_status
problem_from(mgnn_problem **out, mg_source *src, mgnn_error *err)
{
  mg_simple simple;
  mg_lengths lengths = { 0 };
  mg_metric_spec spec;
  const mg_metric_input in = { .src = src, .simple = &simple, .spend = 1 };
  mgnn_status status = mg_simplify(&simple, src->n, src->m, src->ends, err);

  if (status != MGNN_OK)
    return status;
  status = mg_metric_parse(&spec, NULL, err);
  if (status == MGNN_OK)
    status = mg_metric_lengths(&lengths, &spec, &in, err);
  if (status == MGNN_OK)
    status = mg_problem_take(out, src->n, simple.m,
                             mg_simple_take(&simple, src),
                             MG_GRAPH_CHECKED | MG_GRAPH_UNMEASURED, err);
  if (status == MGNN_OK)
    status = mg_problem_lengths_take(*out, &lengths, err);
  if (status != MGNN_OK) {
    mgnn_problem_free(*out);
    *out = NULL;
  }
  mg_lengths_free(&lengths);
  mg_simple_free(&simple);
  return status;
}

mgnn_status
mgnn_problem_read(mgnn_problem **out, const char *path, mgnn_error *err)
{
  mg_source src;
  mgnn_status status;

  *out = NULL;
  status = mg_read(&src, path, NULL, err);
  if (status == MGNN_OK) {
    status = problem_from(out, &src, err);
    mg_source_free(&src);
  }
  return status;
}
