/* Builds problems, and for the library reads a graph file into a problem. */
#include "problem_build.h"
#include "base/error.h"
#include "io/read/read.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* mg_graph_lengths_take checks this too, but here the message can name nodes. */
static mgnn_status
check_lengths(const mg_metric_input *in, const mg_lengths *l, mgnn_error *err)
{
  const mg_simple *simple = in->simple;
  char *const *name = in->src->names.text;

  for (size_t e = 0; e < simple->m; e++) {
    double lower = l->lower[e], upper = l->upper != NULL ? l->upper[e] : lower;
    int low = !mg_length_allowed(lower);
    double bad = low ? lower : upper;

    if (low || (!mg_length_allowed(upper) && upper != INFINITY))
      return mg_fail(err, MGNN_EINVAL, "%s: the length of the edge \"%.60s\" - "
                     "\"%.60s\" is %g; lengths must be 0 or from 1e-150 to "
                     "1e150: use another unit", in->src->path,
                     name[simple->ends[2 * e]], name[simple->ends[2 * e + 1]],
                     bad);
  }
  return MGNN_OK;
}

static mgnn_status
read_values(mg_lengths *out, mg_metric_input *in, mgnn_error *err)
{
  double *stiffness = NULL;

  PASS(mg_metric_lengths(out, in, err));
  mg_tables_free(in->tables);
  PASS(check_lengths(in, out, err));
  PASS(mg_metric_stiffness(&stiffness, in, out->stiffness != NULL, err));
  if (stiffness != NULL) {
    mg_free(out->stiffness);
    out->stiffness = stiffness;
  }
  return mg_metric_unused_note(in, 1, &in->src->notes, err);
}

mgnn_status
mg_build(mg_built *out, mg_source *src, mg_simple *simple, mg_tables *tables,
         const mg_specification *spec, mgnn_error *err)
{
  int without = MG_GRAPH_CHECKED | MG_GRAPH_UNMEASURED
                | (spec->lean ? MG_GRAPH_LEAN : 0);
  mg_metric_input in = { src, simple, spec, tables, NULL };
  mgnn_status status = MGNN_OK;
  mg_lengths lengths = { 0 };
  mg_centres centres = tables->centres;        /* lengths free the rest early */

  memset(&tables->centres, 0, sizeof tables->centres);
  memset(out, 0, sizeof *out);
  if (spec->labels != NULL)
    TRY(mg_groups_read(&out->groups, src, spec->labels, err));
  in.group = out->groups.group;
  TRY(read_values(&lengths, &in, err));
  out->lengths_given = lengths.given;
  memcpy(out->unit, lengths.unit, sizeof out->unit);
  TRY(mg_problem_take(&out->problem, src->n, simple->m,
                      mg_simple_take(simple, src), without, err));
  TRY(mg_graph_lengths_take(&out->problem->graph, lengths.lower, lengths.upper,
                            err));
  lengths.lower = lengths.upper = NULL;
  if (lengths.stiffness != NULL)
    TRY(mgnn_problem_stiffness_set(out->problem, lengths.stiffness, err));
  if (centres.count > 0)
    TRY(mgnn_problem_chirality_set(out->problem, centres.count, centres.node,
                                   centres.sign, centres.volume, err));
  mgnn_problem_self_loops_set(out->problem, spec->self_loops);
end:
  mg_tables_free(tables);
  mg_centres_free(&centres);
  mg_lengths_free(&lengths);
  if (status != MGNN_OK)
    mg_built_free(out);
  return status;
}

void
mg_built_free(mg_built *b)
{
  mgnn_problem_free(b->problem);
  mg_groups_free(&b->groups);
  memset(b, 0, sizeof *b);
}

/* Copy the names of the nodes, as the pools that hold them belong to the source. */
static mgnn_status
keep_names(mgnn_problem *p, const mg_source *src, mgnn_error *err)
{
  size_t bytes = 0;
  char *at;

  for (size_t i = 0; i < src->n; i++)
    bytes += strlen(src->names.text[i]) + 1;
  PASS(mg_allocated_all(err, MG_NEW(p->name, src->n),
                        at = p->name_text = mg_alloc(bytes, 1)));
  for (size_t i = 0; i < src->n; i++) {
    size_t size = strlen(src->names.text[i]) + 1;

    p->name[i] = memcpy(at, src->names.text[i], size);
    at += size;
  }
  return MGNN_OK;
}

/* Read a problem from a file, or from the bytes in memory given in limits. */
static mgnn_status
problem_read(mgnn_problem **out, const char *path, const char *format,
             const mg_limits *limits, const mg_specification *spec, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  mg_source src = { 0 };
  mg_simple simple = { 0 };
  mg_tables tables = { 0 };
  mg_built built = { 0 };

  *out = NULL;
  TRY(mg_read_within(&src, path, format, limits, err));
  TRY(mg_simplify(&simple, src.n, src.m, src.ends, err));
  TRY(mg_tables_read(&tables, &src, &spec->metric, err));
  TRY(mg_build(&built, &src, &simple, &tables, spec, err));
  TRY(keep_names(built.problem, &src, err));
  built.problem->notes = src.notes;
  src.notes = (mg_notes){ 0 };
  *out = built.problem;
end:
  if (status != MGNN_OK)
    mg_built_free(&built);
  mg_tables_free(&tables);
  mg_simple_free(&simple);
  mg_source_free(&src);
  return status;
}

/* ---- of the library ---- */

static const mgnn_read_params defaults;        /* all NULL */

static const mg_params_kind kind = {
  "mgnn_read_params", sizeof defaults,
  offsetof(mgnn_read_params, stiffness) + sizeof defaults.stiffness, &defaults
};

void
mgnn_read_params_init_size(mgnn_read_params *par, size_t size)
{
  mg_params_init(&kind, par, size);
}

mgnn_status
mgnn_problem_read_by(mgnn_problem **out, const mgnn_read_params *given,
                     mgnn_error *err)
{
  mg_specification spec = { .stiffness = NULL };
  mg_limits limits;
  mgnn_read_params par;

  *out = NULL;
  PASS(mg_params_take(&kind, &par, given, err));
  if (par.path == NULL && par.bytes == NULL)
    PASS(mg_fail(err, MGNN_EINVAL, "neither a path nor bytes are given to read"));
  spec.stiffness = par.stiffness;
  if (par.lengths != NULL)
    spec.metric = (mg_metric_spec){ .kind = MG_METRIC_ATTR, .name = par.lengths };
  if (par.metric != NULL && par.lengths != NULL)
    PASS(mg_fail(err, MGNN_EINVAL, "both lengths and metric are given; FILE:COLUMN names a "
                 "column of a table"));
  if (par.metric != NULL)
    PASS(mg_metric_parse(&spec.metric, par.metric, err));
  mg_limits_init(&limits);
  limits.memory = par.bytes;
  limits.size = par.bytes_size;
  return problem_read(out, par.path != NULL ? par.path : "memory", par.format, &limits,
                      &spec, err);
}

mgnn_status
mgnn_problem_read(mgnn_problem **out, const char *path, mgnn_error *err)
{
  mgnn_read_params par;

  mgnn_read_params_init(&par);
  par.path = path;
  return mgnn_problem_read_by(out, &par, err);
}

mgnn_status
mgnn_problem_read_memory(mgnn_problem **out, const void *bytes, size_t size,
                         const char *format, mgnn_error *err)
{
  mgnn_read_params par;

  mgnn_read_params_init(&par);
  par.bytes = size > 0 ? bytes : "";
  par.bytes_size = size;
  par.format = format;
  return mgnn_problem_read_by(out, &par, err);
}
