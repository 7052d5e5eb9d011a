/* The questions of mgnn-inspect, one function each. */
#include "base/mem.h"
#include "inspect.h"
#include "inspect/feasible.h"
#include "io/table.h"

#include <math.h>
#include <string.h>

/* Graphs with more edges are not drawn unasked. */
enum { SEARCH_EDGES = 20000 };

/* ---- reading ---- */

static mgnn_status
read_second(mg_inspection *in, mgnn_error *err)
{
  int dim;
  mgnn_status status = mg_read_rows(&in->job.in.src, in->path[1], &in->y[1], &dim,
                                    err);

  if (status == MGNN_OK && (size_t)dim != in->job.in.dim)
    status = mg_fail(err, MGNN_EINVAL, "%s: has %d coordinates per node, but %s "
                     "has %zu: give drawings of one dimension", in->path[1],
                     dim, in->path[0], in->job.in.dim);
  return status;
}

mgnn_status
mg_inspection_read(mg_inspection *in, mgnn_error *err)
{
  const mg_layout_options *opt = in->job.opt;
  mgnn_status status;

  status = mg_job_input(&in->job, in->path[0], err);
  if (status == MGNN_OK && in->given > 1)
    status = read_second(in, err);
  in->y[0] = in->job.in.positions;     /* freed here from now on */
  in->job.in.positions = NULL;
  for (size_t k = 0; k < in->given && status == MGNN_OK; k++)
    if (opt->space != NULL && *opt->space == 'z')
      mgnn_rescale(in->job.in.problem, in->job.in.dim, in->y[k], 1);
  if (status == MGNN_OK && in->dim_first > 0 && in->job.in.pinned > 0)
    status = mg_fail(err, MGNN_EINVAL, "--dims does not go with pins: they have "
                     "a dimension");
  if (status == MGNN_OK && in->opt->realizations > 0 && in->job.in.pinned > 0)
    status = mg_fail(err, MGNN_EINVAL, "--realizations does not go with pins: "
                     "what is reflected would move them");
  mg_source_release(&in->job.in.src);
  return status;
}

/* ---- a drawing that meets the lengths ---- */

static void
params_fill(const mg_inspection *in, mgnn_search_params *par)
{
  const mg_layout_options *opt = in->job.opt;

  mgnn_search_params_init(par);
  par->control.seed = (unsigned long)opt->seed;
  par->control.max_iterations = (size_t)opt->max_iterations;
  par->control.time_limit = opt->time_limit;
}

/* The best drawing in so many dimensions. */
static mgnn_status
embed(mg_inspection *in, size_t dim, double *y, mgnn_error *err)
{
  mgnn_search_params par;
  mgnn_status status;

  params_fill(in, &par);
  status = mgnn_layout(in->job.in.problem, dim, &par, y, NULL, err);
  if (status == MGNN_ENOCONV) {
    in->stopped = 1;
    status = MGNN_OK;
  }
  return status;
}

static mgnn_status
search(mg_inspection *in, mgnn_error *err)
{
  size_t size = in->job.in.src.n * in->job.in.dim;
  mgnn_status status;

  in->found = mg_alloc(size, sizeof *in->found);
  if (in->found == NULL)
    return mg_fail_memory(err);
  memcpy(in->found, in->job.in.start, size * sizeof *in->found);
  status = embed(in, in->job.in.dim, in->found, err);
  if (status == MGNN_OK)
    status = mgnn_feasibility_certify(&in->feasible, in->job.in.problem,
                                      in->found, err);
  return status;
}

/* 1. Witnesses first; then the positions that were given; then a search. */
static mgnn_status
ask_feasible(mg_inspection *in, mgnn_error *err)
{
  const mgnn_problem *p = in->job.in.problem;
  mgnn_status status = mgnn_feasibility_find(p, in->job.in.dim,
                                             in->opt->tolerance, &in->feasible,
                                             err);

  for (size_t k = 0; k < in->given && status == MGNN_OK; k++)
    status = mgnn_feasibility_certify(&in->feasible, p, in->y[k], err);
  if (status != MGNN_OK || in->feasible.feasible >= 0)
    return status;
  if (in->opt->no_search)
    in->unsearched = "--no-search";
  else if (p->graph.m > SEARCH_EDGES)
    in->unsearched = "more than 20000 edges; draw them with mgnn-layout and "
                     "give the drawing as POSITIONS";
  else
    status = search(in, err);
  return status;
}

/* Of the rigidity matrix at given positions: below this a singular value
 * counts as 0. */
static const double singular = 1e-6;

/* 2.  What the tests cannot do is an answer too. */
static mgnn_status
ask_rigid(mg_inspection *in, mgnn_error *err)
{
  mgnn_error why;
  mgnn_status status = mgnn_rigidity_find(in->job.in.problem, in->job.in.dim,
                                          (unsigned long)in->job.opt->seed,
                                          &in->rigidity, &why);

  if (status == MGNN_EINVAL) {
    in->undetermined = mg_strdup(why.text);
    return in->undetermined != NULL ? MGNN_OK : mg_fail_memory(err);
  }
  for (size_t k = 0; k < in->given && status == MGNN_OK; k++) {
    status = mgnn_infinitesimal_find(in->job.in.problem, in->job.in.dim,
                                     in->y[k], singular, &in->local[k], &why);
    if (status == MGNN_EINVAL) {         /* too much work: not known */
      in->local[k].rigid = -1;
      status = MGNN_OK;
    }
  }
  if (status != MGNN_OK && err != NULL)
    *err = why;
  return status;
}

/* 3. */
static mgnn_status
ask_dims(mg_inspection *in, mgnn_error *err)
{
  const mgnn_problem *p = in->job.in.problem;
  size_t count = in->dim_last + 1 - in->dim_first;
  double *y;
  mgnn_status status = MGNN_OK;

  if (in->dim_first == 0)
    return MGNN_OK;
  in->dims = mg_zalloc(count, sizeof *in->dims);
  y = mg_zalloc(in->job.in.src.n * in->dim_last, sizeof *y);
  if (in->dims == NULL || y == NULL)
    status = mg_fail_memory(err);
  for (size_t k = 0; k < count && status == MGNN_OK; k++) {
    mg_dim_answer *a = &in->dims[k];
    mgnn_figures f;

    a->dim = in->dim_first + k;
    status = embed(in, a->dim, y, err);
    if (status == MGNN_OK)
      status = mgnn_measure(p, a->dim, y, NULL, 0, &f, err);
    if (status == MGNN_OK) {
      a->energy = f.energy;
      a->max_relative_error = f.max_relative_error;
      a->met = mg_lengths_met(&p->graph, &f, in->opt->tolerance);
    }
  }
  mg_free(y);
  return status;
}

/* 4. */
static mgnn_status
ask_lengths(mg_inspection *in, mgnn_error *err)
{
  const mgnn_problem *p = in->job.in.problem;
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < in->given && status == MGNN_OK; k++) {
    status = mgnn_measure(p, in->job.in.dim, in->y[k], NULL, 0, &in->figures[k], err);
    if (status == MGNN_OK)
      status = mgnn_distribution_find(p, in->job.in.dim, in->y[k],
                                      in->opt->tolerance, &in->spread[k], err);
  }
  return status;
}

/* 5. */
static mgnn_status
ask_same(mg_inspection *in, mgnn_error *err)
{
  size_t n = in->job.in.src.n, dim = in->job.in.dim;
  mgnn_status status = MGNN_OK;

  if (in->given < 2)
    return MGNN_OK;
  TRY(mg_allocated(in->aligned = mg_alloc(n * dim, sizeof *in->aligned), err));
  TRY(mgnn_compare(in->job.in.problem, dim, in->y[0], in->y[1],
                   in->opt->tolerance, &in->same, err));
  memcpy(in->aligned, in->y[0], n * dim * sizeof *in->aligned);
  TRY(mgnn_align(n, dim, in->y[1], in->aligned, err));
end:
  return status;
}

/* A drawing that meets the lengths: one that was given, or else one that is
 * searched for; NULL: there is none. */
static mgnn_status
find_base(mg_inspection *in, const double **base, mgnn_error *err)
{
  const mgnn_problem *p = in->job.in.problem;
  mgnn_figures f;
  mgnn_status status = MGNN_OK;

  *base = NULL;
  for (size_t k = 0; k < in->given && *base == NULL; k++)
    if (mg_lengths_met(&p->graph, &in->figures[k], in->opt->tolerance))
      *base = in->y[k];
  if (*base != NULL || in->feasible.feasible == 0)
    return MGNN_OK;
  if (in->found == NULL)
    status = search(in, err);
  if (status == MGNN_OK)
    status = mgnn_measure(p, in->job.in.dim, in->found, NULL, 0, &f, err);
  if (status == MGNN_OK && mg_lengths_met(&p->graph, &f, in->opt->tolerance))
    *base = in->found;
  return status;
}

/* 6. */
static mgnn_status
ask_others(mg_inspection *in, mgnn_error *err)
{
  const mg_realize_options opt = { (unsigned long)in->job.opt->seed,
                                   (size_t)in->opt->realizations,
                                   in->opt->tolerance };
  const double *base;
  mgnn_status status;

  if (in->opt->realizations == 0)
    return MGNN_OK;
  status = find_base(in, &base, err);
  if (status != MGNN_OK || base == NULL)
    return status;
  return mg_realizations_find(&in->others, in->job.in.problem, in->job.in.dim,
                              &opt, base, err);
}

mgnn_status
mg_inspection_ask(mg_inspection *in, mgnn_error *err)
{
  static const struct {
    const char *phase;
    mgnn_status (*ask)(mg_inspection *in, mgnn_error *err);
  } question[] = {
    { "feasible", ask_feasible }, { "rigid", ask_rigid }, { "dims", ask_dims },
    { "lengths", ask_lengths }, { "same", ask_same }, { "others", ask_others }
  };
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < sizeof question / sizeof *question
                     && status == MGNN_OK; k++) {
    status = question[k].ask(in, err);
    mg_phase_end(&in->job.phases, question[k].phase);
  }
  return status;
}

void
mg_inspection_free(mg_inspection *in)
{
  mgnn_feasibility_free(&in->feasible);
  mgnn_rigidity_free(&in->rigidity);
  mg_free(in->undetermined);
  for (size_t k = 0; k < MG_DRAWINGS; k++)
    mg_free(in->y[k]);
  mg_free(in->found);
  mg_free(in->dims);
  mg_free(in->aligned);
  mg_realizations_free(&in->others);
  mg_input_free(&in->job.in);
}

/* ---- what follows from the answers ---- */

size_t
mg_inspection_dim_enough(const mg_inspection *in)
{
  for (size_t k = 0; in->dims != NULL && k <= in->dim_last - in->dim_first; k++)
    if (in->dims[k].met)
      return in->dims[k].dim;
  return 0;
}

size_t
mg_inspection_farthest(const mg_inspection *in, size_t room, mg_node_rest *out)
{
  size_t dim = in->job.in.dim, count = 0;

  for (size_t i = 0; i < in->job.in.src.n; i++) {
    const mg_node_rest here = { i, mg_distance(in->aligned + i * dim,
                                               in->y[1] + i * dim, dim) };
    size_t at = count;

    if (!(here.distance > in->opt->tolerance * in->same.size))
      continue;
    while (at > 0 && out[at - 1].distance < here.distance) {
      if (at < room)
        out[at] = out[at - 1];
      at--;
    }
    if (at < room) {
      out[at] = here;
      count += count < room;
    }
  }
  return count;
}

int
mg_inspection_strict_fails(const mg_inspection *in)
{
  double limit = in->job.opt->strict;

  if (isnan(limit))
    return 0;
  if (in->feasible.feasible == 0)
    return 1;
  for (size_t k = 0; k < in->given; k++)
    if (!mg_lengths_met(&in->job.in.problem->graph, &in->figures[k], limit))
      return 1;
  return 0;
}

void
mg_inspection_why(const mg_inspection *in, char *out, size_t room)
{
  const mgnn_feasibility *f = &in->feasible;
  const char *method = f->method != NULL ? f->method : "";
  double x = f->tolerance;

  if (strcmp(method, "paths") == 0)
    snprintf(out, room, "exact: shortest paths, rounding 1e-12");
  else if (strcmp(method, "spectrum") == 0)
    snprintf(out, room, "numerical: eigenvalues of the Gram matrix of all "
             "pairs, tolerance %g of the lengths", x);
  else if (strcmp(method, "rank") == 0)
    snprintf(out, room, "numerical: rank of the Gram matrix of all pairs, "
             "tolerance %g of the lengths", x);
  else if (strcmp(method, "clique") == 0)
    snprintf(out, room, "numerical: Gram matrix of %zu nodes that are all "
             "joined, tolerance %g of the lengths", f->group_size, x);
  else if (strcmp(method, "drawing") == 0)
    snprintf(out, room, "numerical: a drawing that meets every length, "
             "tolerance %g", x);
  else
    snprintf(out, room, "no witness, and no drawing within %g of every length",
             x);
}

void
mg_inspection_why_rigid(const mg_inspection *in, int global, char *out,
                        size_t room)
{
  const mgnn_rigidity *r = &in->rigidity;
  const char *method = global ? r->global_method : r->method;
  double error = global ? r->global_error : r->error;

  if (in->undetermined != NULL)
    snprintf(out, room, "not found out: %s", in->undetermined);
  else if (global && r->globally_rigid < 0)
    snprintf(out, room, "not found out");
  else if (error > 0)
    snprintf(out, room, "%s: wrong with a probability of at most %.2g", method,
             error);
  else
    snprintf(out, room, "%s: exact", method);
}
