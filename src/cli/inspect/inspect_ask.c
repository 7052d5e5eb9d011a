/* Answers the questions of mgnn-inspect, with one function for each. */
#include "base/mem.h"
#include "inspect.h"
#include "inspect/determined.h"
#include "inspect/feasible.h"
#include "io/text/message.h"
#include "policy/policy.h"
#include "problem/positions_file.h"
#include "solve/descent/length_error.h"

#include <math.h>
#include <string.h>

/* With more edges a search may take long, so it is left to the user. */
enum { SEARCH_EDGES = 20000 };

/* ---- reading ---- */

mgnn_status
mg_inspection_read_second(mg_inspection *in, mgnn_error *err)
{
  int dim;

  if (in->given < 2)
    return MGNN_OK;
  PASS(mg_positions_read_all(&in->input.src, in->path[1], &in->y[1], &dim, err));
  if ((size_t)dim != in->input.dim)
    return mg_fail(err, MGNN_EINVAL, "%s: has %d coordinates per node, but %s "
                   "has %zu: give drawings of one dimension", in->path[1],
                   dim, in->path[0], in->input.dim);
  return MGNN_OK;
}

mgnn_status
mg_inspection_start(void *inspection, mgnn_error *err)
{
  mg_inspection *in = inspection;
  size_t dim = in->input.dim;

  PASS(mg_input_start(&in->input, err));
  in->y[0] = in->input.positions;      /* now owned by *in */
  in->input.positions = NULL;
  for (size_t k = 0; k < in->given; k++)
    if (in->opt.space != NULL && *in->opt.space == 'z')
      mgnn_rescale(in->input.problem, dim, in->y[k], 1);
  if (in->opt.dim_first > 0 && in->input.pinned > 0)
    return mg_fail(err, MGNN_EINVAL, "--dims does not go with pins: they have a "
                   "dimension");
  return MGNN_OK;
}

/* ---- a drawing that meets the lengths ---- */

mgnn_status
mg_inspection_embed(const mg_inspection *in, const char *pairs, size_t dim,
                    mgnn_feasibility *f, double *y, mgnn_error *err)
{
  const mgnn_control control = {
    .seed = (unsigned long)in->opt.call.seed,
    .max_iterations = (size_t)in->opt.limits.iterations,
    .time_limit = in->opt.limits.seconds, .watch = mg_program_watch
  };

  return mg_feasibility_search(f, in->input.problem, dim, pairs, &control, y, err);
}

/* Find the best drawing in dim dimensions.  Reaching a limit only sets in->stopped. */
static mgnn_status
embed(mg_inspection *in, size_t dim, mgnn_feasibility *f, double *y, mgnn_error *err)
{
  mgnn_status status = mg_inspection_embed(in, "edges", dim, f, y, err);

  if (status != MGNN_ENOCONV)
    return status;
  in->stopped = 1;
  return MGNN_OK;
}

static mgnn_status
search(mg_inspection *in, mgnn_error *err)
{
  size_t size = in->input.src.n * in->input.dim;

  PASS(mg_allocated(in->found = mg_alloc(size, sizeof *in->found), err));
  memcpy(in->found, in->input.start, size * sizeof *in->found);
  return embed(in, in->input.dim, &in->feasible, in->found, err);
}

/* ---- the questions ---- */

/* Looks for witnesses first, then at the given positions, then searches. */
mgnn_status
mg_ask_feasible(void *run, mgnn_error *err)
{
  mg_inspection *in = run;
  const mgnn_problem *p = in->input.problem;

  PASS(mgnn_feasibility_find(p, in->input.dim, in->opt.tolerance, &in->feasible,
                             err));
  PASS(mg_feasibility_pins(&in->feasible, p, in->input.start, err));
  for (size_t k = 0; k < in->given; k++)
    PASS(mgnn_feasibility_certify(&in->feasible, p, in->y[k], err));
  if (in->feasible.feasible >= 0)
    return MGNN_OK;
  if (in->opt.no_search)
    in->unsearched = "--no-search";
  else if (p->graph.m > SEARCH_EDGES)
    in->unsearched = "more than 20000 edges; draw them with mgnn-layout and "
                     "give the drawing as POSITIONS";
  else
    PASS(search(in, err));
  return MGNN_OK;
}

/* Singular values of the rigidity matrix at given positions count as 0 below this. */
static const double singular = 1e-6;

/* Largest number of coordinates and bars to test second order without an option. */
enum { FEW = 300, FEW_DIMENSIONS = 16 };

/* Find motions and stresses if an option wants them, or if the drawing is flexible to
 * first order and small enough for the second order to be cheap. */
static mgnn_status
ask_flexes(mg_inspection *in, size_t k, mgnn_error *err)
{
  const mgnn_problem *p = in->input.problem;
  int wanted = k == 0 && (in->opt.motions != NULL || in->opt.stresses != NULL
                          || in->opt.show.what != MG_SHOW_PARTS);

  if (!wanted && (in->local[k].rigid != 0
                  || p->graph.n * in->input.dim > FEW
                  || in->input.dim > FEW_DIMENSIONS
                  || mgnn_problem_bars(p) > FEW))
    return MGNN_OK;
  return mgnn_flexes_find(p, in->input.dim, in->y[k], singular, &in->flexes[k],
                          err);
}

/* Count the determined nodes, and find which of them are in place. */
static mgnn_status
count_nodes(mg_inspection *in, mgnn_error *err)
{
  const mgnn_determined *d = in->determined;

  in->nodes = (mg_determined_facts){ .yes = d->count, .up_to = d->up_to,
                                     .special = mg_determined_has(d, MG_HOW_SPECIAL)
                                     && !mg_determined_has(d, MG_HOW_MOTION) };
  for (size_t i = 0; i < d->n; i++)
    in->nodes.no += d->node[i] == 0;
  for (size_t k = 0; k < in->given; k++) {
    mg_verified_free(&in->verified[k]);
    PASS(mg_verified_find(d, in->input.problem, in->input.dim, in->y[k],
                          &in->verified[k], err));
  }
  return MGNN_OK;
}

/* Choose the drawing by which to judge the lengths: the one found, else the given one
 * that meets them best; NULL: no drawing. */
static mgnn_status
choose_drawing(const mg_inspection *in, const double **out, mgnn_error *err)
{
  double least = INFINITY;

  *out = in->found;
  for (size_t k = 0; k < in->given && in->found == NULL; k++) {
    mgnn_figures f;

    PASS(mgnn_measure(in->input.problem, in->input.dim, in->y[k], NULL, 0, &f, err));
    if (f.energy < least) {
      least = f.energy;
      *out = in->y[k];
    }
  }
  return MGNN_OK;
}

static mgnn_status
ask_nodes(mg_inspection *in, mgnn_error *err)
{
  mgnn_determined **d = &in->determined;
  const double *y;

  PASS(mg_determined_find(in->input.problem, (unsigned long)in->opt.call.seed,
                          &in->rigidity, MG_WORK_MOST, d, err));
  PASS(mg_determined_anchors(*d, in->input.problem, in->input.dim, in->input.start,
                             err));
  PASS(choose_drawing(in, &y, err));
  PASS(mg_determined_given(*d, in->input.problem, in->input.dim, y,
                           in->feasible.feasible, err));
  return count_nodes(in, err);
}

/* A test that is too much work is no failure: the answer is "not known". */
mgnn_status
mg_ask_rigid(void *run, mgnn_error *err)
{
  mg_inspection *in = run;
  mgnn_error why;
  mgnn_status status = mgnn_rigidity_find(in->input.problem, in->input.dim,
                                          (unsigned long)in->opt.call.seed,
                                          &in->rigidity, &why);

  in->kinds = mg_edge_kinds_count(&in->input.problem->graph);
  if (status == MGNN_EINVAL) {
    in->undetermined = mg_strdup(why.text);
    return mg_allocated(in->undetermined, err);
  }
  if (status == MGNN_OK)
    status = ask_nodes(in, &why);
  for (size_t k = 0; k < in->given && status == MGNN_OK; k++) {
    status = mgnn_infinitesimal_find(in->input.problem, in->input.dim,
                                     in->y[k], singular, &in->local[k], &why);
    if (status == MGNN_EINVAL) {         /* too much work */
      in->local[k].rigid = -1;
      status = MGNN_OK;
    }
    if (status == MGNN_OK)
      status = ask_flexes(in, k, &why);
  }
  if (status != MGNN_OK && err != NULL)
    *err = why;
  return status;
}

/* Fails if the motion or stress of --show does not exist. */
mgnn_status
mg_ask_shown(void *run, mgnn_error *err)
{
  const mg_inspection *in = run;
  const mg_show_options *show = &in->opt.show;
  int stress = show->what == MG_SHOW_STRESS;
  const char *name = stress ? "self-stress" : "motion";
  size_t have;

  if (show->what == MG_SHOW_PARTS || in->flexes[0] == NULL)
    return MGNN_OK;
  have = stress ? mgnn_flexes_stresses(in->flexes[0])
                : mgnn_flexes_motions(in->flexes[0]);
  if (show->number < have)
    return MGNN_OK;
  if (have == 0)
    return mg_fail(err, MGNN_EINVAL, "--show %s: there is no %s at %s%s", show->word,
                   name, in->path[0], stress ? ": its edges are independent there"
                   : ": it is rigid to first order there");
  return mg_fail(err, MGNN_EINVAL, "--show %s: there %s %zu %s%s at %s", show->word,
                 have == 1 ? "is" : "are", have, name, stress && have > 1 ? "es"
                 : mg_plural(have), in->path[0]);
}

mgnn_status
mg_ask_dims(void *run, mgnn_error *err)
{
  mg_inspection *in = run;
  const mgnn_problem *p = in->input.problem;
  size_t count = in->opt.dim_last + 1 - in->opt.dim_first;
  double *y = NULL;
  mgnn_status status = MGNN_OK;

  if (in->opt.dim_first == 0)
    return MGNN_OK;
  TRY(mg_allocated_all(err, MG_ZEROS(in->dims, count),
                       MG_ZEROS(y, in->input.src.n * in->opt.dim_last)));
  for (size_t k = 0; k < count; k++) {
    mg_dim_answer *a = &in->dims[k];
    mgnn_figures f;

    a->dim = in->opt.dim_first + k;
    TRY(embed(in, a->dim, NULL, y, err));
    TRY(mgnn_measure(p, a->dim, y, NULL, 0, &f, err));
    a->energy = f.energy;
    a->max_relative_error = f.max_relative_error;
    a->met = mg_length_error_most(&p->graph, a->dim, y) <= in->opt.tolerance;
  }
end:
  mg_free(y);
  return status;
}

mgnn_status
mg_ask_lengths(void *run, mgnn_error *err)
{
  mg_inspection *in = run;
  const mgnn_problem *p = in->input.problem;
  size_t dim = in->input.dim;

  for (size_t k = 0; k < in->given; k++) {
    mg_met *met = &in->met[k];

    PASS(mgnn_measure(p, dim, in->y[k], NULL, 0, &met->figures, err));
    PASS(mgnn_distribution_find(p, dim, in->y[k], in->opt.tolerance,
                                &met->errors, err));
    met->worst_count = mg_edges_worst(p, dim, in->y[k], MG_WORST_EDGES,
                                      met->worst);
  }
  return MGNN_OK;
}

mgnn_status
mg_ask_same(void *run, mgnn_error *err)
{
  mg_inspection *in = run;
  size_t n = in->input.src.n, dim = in->input.dim;

  if (in->given < 2)
    return MGNN_OK;
  PASS(mg_allocated(in->aligned = mg_alloc(n * dim, sizeof *in->aligned), err));
  PASS(mgnn_compare(in->input.problem, dim, in->y[0], in->y[1],
                    in->opt.tolerance, &in->same, err));
  memcpy(in->aligned, in->y[0], n * dim * sizeof *in->aligned);
  return mgnn_align(n, dim, in->y[1], in->aligned, err);
}

/* Find a drawing that meets the lengths: a given one, else one found by a search; NULL:
 * no such drawing. */
static mgnn_status
find_base(mg_inspection *in, const double **base, mgnn_error *err)
{
  const mgnn_problem *p = in->input.problem;

  *base = NULL;
  for (size_t k = 0; k < in->given && *base == NULL; k++)
    if (mg_length_error_most(&p->graph, in->input.dim, in->y[k])
        <= in->opt.tolerance)
      *base = in->y[k];
  if (*base != NULL || in->feasible.feasible == 0)
    return MGNN_OK;
  if (in->found == NULL)
    PASS(search(in, err));
  if (mg_length_error_most(&p->graph, in->input.dim, in->found)
      <= in->opt.tolerance)
    *base = in->found;
  return MGNN_OK;
}

mgnn_status
mg_ask_others(void *run, mgnn_error *err)
{
  mg_inspection *in = run;
  mgnn_realization_params opt;
  const double *base;

  if (in->opt.realizations == 0)
    return MGNN_OK;
  PASS(find_base(in, &base, err));
  mgnn_realization_params_init(&opt);
  opt.seed = (unsigned long)in->opt.call.seed;
  opt.most = (size_t)in->opt.realizations;
  opt.tolerance = in->opt.tolerance;
  if (base != NULL)
    PASS(mgnn_realizations_find(in->input.problem, in->input.dim, base, &opt,
                                &in->others, err));
  if (in->determined != NULL && in->others.count > 0) {
    PASS(mg_determined_compare(in->determined, in->input.problem, in->input.dim,
                               &in->others, err));
    PASS(count_nodes(in, err));
  }
  in->other_figures = mg_alloc(in->others.count, sizeof *in->other_figures);
  PASS(mg_allocated(in->other_figures, err));
  for (size_t k = 0; k < in->others.count; k++)
    PASS(mgnn_measure(in->input.problem, in->input.dim,
                      in->others.y + k * in->input.src.n * in->input.dim, NULL, 0,
                      &in->other_figures[k], err));
  return MGNN_OK;
}

void
mg_inspection_free(void *inspection)
{
  mg_inspection *in = inspection;

  mg_input_free(&in->input);
  mgnn_feasibility_free(&in->feasible);
  mgnn_rigidity_free(&in->rigidity);
  mgnn_determined_free(in->determined);
  mgnn_realizations_free(&in->others);
  mg_free_all(in->other_figures, in->undetermined);
  for (size_t k = 0; k < MG_DRAWINGS; k++)
    mgnn_flexes_free(in->flexes[k]), mg_free(in->y[k]),
      mg_verified_free(&in->verified[k]);
  mg_free_all(in->found, in->dims, in->aligned);
}

/* ---- what follows from the answers ---- */

size_t
mg_inspection_dim_enough(const mg_inspection *in)
{
  size_t last = in->opt.dim_last - in->opt.dim_first;

  for (size_t k = 0; in->dims != NULL && k <= last; k++)
    if (in->dims[k].met)
      return in->dims[k].dim;
  return 0;
}

size_t
mg_inspection_farthest(const mg_inspection *in, size_t most, mg_node_rest *out)
{
  size_t dim = in->input.dim, count = 0;

  for (size_t i = 0; i < in->input.src.n; i++) {
    const mg_node_rest here = { i, mg_distance(in->aligned + i * dim,
                                               in->y[1] + i * dim, dim) };
    size_t at = count;

    if (!(here.distance > in->opt.tolerance * in->same.size))
      continue;
    while (at > 0 && out[at - 1].distance < here.distance) {
      if (at < most)
        out[at] = out[at - 1];
      at--;
    }
    if (at < most) {
      out[at] = here;
      count += count < most;
    }
  }
  return count;
}

int
mg_inspection_strict_fails(const mg_inspection *in)
{
  double limit = in->opt.strict;

  if (isnan(limit))
    return 0;
  if (in->feasible.feasible == 0)
    return 1;
  for (size_t k = 0; k < in->given; k++)
    if (!mg_lengths_met(&in->input.problem->graph, &in->met[k].figures, limit))
      return 1;
  return 0;
}

void
mg_inspection_why(const mg_inspection *in, char *out, size_t size)
{
  const mgnn_feasibility *f = &in->feasible;
  const char *method = f->method != NULL ? f->method : "";
  double x = f->tolerance;

  if (strcmp(method, "paths") == 0)
    snprintf(out, size, "exact: shortest paths, beyond the tolerance %g", x);
  else if (strcmp(method, "spectrum") == 0)
    snprintf(out, size, "numerical: eigenvalues of the Gram matrix of all "
             "pairs, tolerance %g of the lengths", x);
  else if (strcmp(method, "rank") == 0)
    snprintf(out, size, "numerical: rank of the Gram matrix of all pairs, "
             "tolerance %g of the lengths", x);
  else if (strcmp(method, "clique") == 0)
    snprintf(out, size, "numerical: Gram matrix of %zu nodes that are all "
             "joined, tolerance %g of the lengths", f->group_size, x);
  else if (strcmp(method, "pins") == 0)
    snprintf(out, size, "exact: the distance of two pinned nodes and a path "
             "between them, beyond the tolerance %g", x);
  else if (strcmp(method, "drawing") == 0)
    snprintf(out, size, "numerical: a drawing that meets every length, "
             "tolerance %g", x);
  else
    snprintf(out, size, "no witness, and no drawing within %g of every length",
             x);
}

void
mg_inspection_why_rigid(const mg_inspection *in, int global, char *out,
                        size_t size)
{
  const mgnn_rigidity *r = &in->rigidity;
  const char *method = global ? r->global_method : r->method;
  double error = global ? r->global_error : r->error;

  if (in->undetermined != NULL)
    snprintf(out, size, "not found out: %s", in->undetermined);
  else if (global && r->globally_rigid < 0)
    snprintf(out, size, "not found out");
  else if (error > 0)
    snprintf(out, size, "%s: wrong with a probability of at most %.2g", method,
             error);
  else
    snprintf(out, size, "%s: exact", method);
}
