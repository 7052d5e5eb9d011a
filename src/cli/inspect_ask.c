/* The questions of mgnn-inspect, one function each. */
#include "base/mem.h"
#include "inspect.h"
#include "inspect/determined.h"
#include "inspect/feasible.h"
#include "io/text/message.h"
#include "io/table/table.h"

#include <math.h>
#include <string.h>

/* With more edges a search may take long: it is left to the user. */
enum { SEARCH_EDGES = 20000 };

/* ---- reading ---- */

mgnn_status
mg_inspection_read_second(mg_inspection *in, mgnn_error *err)
{
  int dim;
  mgnn_status status = MGNN_OK;

  if (in->given < 2)
    return MGNN_OK;
  TRY(mg_read_rows(&in->input.src, in->path[1], &in->y[1], &dim, err));
  if ((size_t)dim != in->input.dim)
    status = mg_fail(err, MGNN_EINVAL, "%s: has %d coordinates per node, but %s "
                     "has %zu: give drawings of one dimension", in->path[1],
                     dim, in->path[0], in->input.dim);
end:
  return status;
}

mgnn_status
mg_inspection_start(void *inspection, mgnn_error *err)
{
  mg_inspection *in = inspection;
  size_t dim = in->input.dim;
  mgnn_status status = MGNN_OK;

  TRY(mg_input_start(&in->input, err));
  in->y[0] = in->input.positions;      /* freed here from now on */
  in->input.positions = NULL;
  for (size_t k = 0; k < in->given; k++)
    if (in->opt.space != NULL && *in->opt.space == 'z')
      mgnn_rescale(in->input.problem, dim, in->y[k], 1);
  if (in->opt.dim_first > 0 && in->input.pinned > 0)
    return mg_fail(err, MGNN_EINVAL, "--dims does not go with pins: they have a "
                   "dimension");
end:
  return status;
}

/* ---- a drawing that meets the lengths ---- */

mgnn_status
mg_inspection_embed(const mg_inspection *in, const char *pairs, size_t dim,
                    double *y, mgnn_error *err)
{
  mgnn_search_params par;

  mgnn_search_params_init(&par);
  par.pairs = pairs;
  par.control.seed = (unsigned long)in->opt.call.seed;
  par.control.max_iterations = (size_t)in->opt.limits.iterations;
  par.control.time_limit = in->opt.limits.seconds;
  return mgnn_layout(in->input.problem, dim, &par, y, NULL, err);
}

/* The best drawing in so many dimensions; a limit is noted, and no failure. */
static mgnn_status
embed(mg_inspection *in, size_t dim, double *y, mgnn_error *err)
{
  mgnn_status status = mg_inspection_embed(in, "edges", dim, y, err);

  if (status != MGNN_ENOCONV)
    return status;
  in->stopped = 1;
  return MGNN_OK;
}

static mgnn_status
search(mg_inspection *in, mgnn_error *err)
{
  size_t size = in->input.src.n * in->input.dim;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(in->found = mg_alloc(size, sizeof *in->found), err));
  memcpy(in->found, in->input.start, size * sizeof *in->found);
  TRY(embed(in, in->input.dim, in->found, err));
  TRY(mgnn_feasibility_certify(&in->feasible, in->input.problem, in->found,
                               err));
end:
  return status;
}

/* ---- the questions ---- */

/* Witnesses first; then the positions that were given; then a search. */
mgnn_status
mg_ask_feasible(void *run, mgnn_error *err)
{
  mg_inspection *in = run;
  const mgnn_problem *p = in->input.problem;
  mgnn_status status = MGNN_OK;

  TRY(mgnn_feasibility_find(p, in->input.dim, in->opt.tolerance, &in->feasible,
                            err));
  for (size_t k = 0; k < in->given; k++)
    TRY(mgnn_feasibility_certify(&in->feasible, p, in->y[k], err));
  if (in->feasible.feasible >= 0)
    return MGNN_OK;
  if (in->opt.no_search)
    in->unsearched = "--no-search";
  else if (p->graph.m > SEARCH_EDGES)
    in->unsearched = "more than 20000 edges; draw them with mgnn-layout and "
                     "give the drawing as POSITIONS";
  else
    TRY(search(in, err));
end:
  return status;
}

/* Of the rigidity matrix at given positions: below this a singular value
 * counts as 0. */
static const double singular = 1e-6;

/* Coordinates and bars up to which the second order is asked for unasked. */
enum { FEW = 300, FEW_DIMENSIONS = 16 };

/* Motions and stresses, where they are wanted, or where the first order says
 * flexible and it takes no time to look at the second. */
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

static mgnn_status
ask_nodes(mg_inspection *in, mgnn_error *err)
{
  mgnn_determined **d = &in->determined;
  mgnn_status status = MGNN_OK;

  TRY(mg_determined_find(in->input.problem, (unsigned long)in->opt.call.seed,
                         &in->rigidity, MG_WORK_MOST, d, err));
  TRY(mg_determined_anchors(*d, in->input.problem, in->input.dim, in->input.start,
                            err));
  for (size_t k = 0; k < in->given; k++)
    TRY(mg_verified_find(*d, in->input.problem, in->input.dim, in->y[k],
                         MG_WORK_MOST, &in->verified[k], err));
  in->nodes = (mg_determined_facts){ .yes = mgnn_determined_count(*d),
                                     .up_to = mgnn_determined_up_to(*d),
                                     .error = mgnn_determined_error(*d) };
  for (size_t i = 0; i < in->input.src.n; i++)
    in->nodes.no += mgnn_determined_node(*d, i) == 0;
end:
  return status;
}

/* What the tests cannot do is an answer too. */
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
  if (status == MGNN_OK)
    status = mg_realization_count_find(in->input.problem, &in->rigidity,
                                       MG_COUNT_WORK, &in->complex_count, &why);
  for (size_t k = 0; k < in->given && status == MGNN_OK; k++) {
    status = mgnn_infinitesimal_find(in->input.problem, in->input.dim,
                                     in->y[k], singular, &in->local[k], &why);
    if (status == MGNN_EINVAL) {         /* too much work: not known */
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

/* Whether there is a motion or stress of the number of --show. */
static mgnn_status
check_show(const mg_inspection *in, mgnn_error *err)
{
  const mg_show_options *show = &in->opt.show;
  int stress = show->what == MG_SHOW_STRESS;
  size_t have = stress ? mgnn_flexes_stresses(in->flexes[0])
                       : mgnn_flexes_motions(in->flexes[0]);
  const char *name = stress ? "self-stress" : "motion";

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

/* Coordinates and bars up to which a motion is followed, and how far the fastest
 * node goes in a step, in parts of the radius. */
enum { FOLLOWED = 300 };
static const double stride = 0.04;

/* Without anchors the largest rigid part stays in place, if that fixes the others
 * and there is more than one. */
mgnn_status
mg_ask_flex(void *run, mgnn_error *err)
{
  mg_inspection *in = run;
  const mgnn_rigidity *r = &in->rigidity;
  size_t size = in->input.src.n * in->input.dim;
  mg_flex_params par = { .most = MG_FLEX_CLOSES, .open = MG_FLEX_OPEN,
                         .stride = stride };
  double *direction = NULL;
  mgnn_status status = MGNN_OK;

  if (in->opt.show.what == MG_SHOW_PARTS || in->flexes[0] == NULL)
    return MGNN_OK;
  TRY(check_show(in, err));
  if (in->opt.show.what != MG_SHOW_FLEX)
    return MGNN_OK;
  if (size > FOLLOWED || in->kinds.bars > FOLLOWED)
    return mg_fail(err, MGNN_EINVAL, "--show %s: a motion is followed for up to %d "
                   "coordinates and bars, not %zu and %zu", in->opt.show.word,
                   FOLLOWED, size, in->kinds.bars);
  TRY(mg_allocated(direction = mg_alloc(size, sizeof *direction), err));
  TRY(mg_flexes_direction(in->flexes[0], in->opt.show.number, direction, err));
  par.direction = direction;
  if (!r->rigid && r->parts > 0 && r->part_first[1] >= in->input.dim) {
    par.ground = r->part_node;
    par.ground_count = r->part_first[1];
  }
  TRY(mg_flex_path_find(in->input.problem, in->input.dim, in->y[0], in->flexes[0],
                        &par, &in->flex, err));
end:
  mg_free(direction);
  return status;
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
  TRY(mg_allocated(in->dims = mg_zalloc(count, sizeof *in->dims), err));
  y = mg_zalloc(in->input.src.n * in->opt.dim_last, sizeof *y);
  TRY(mg_allocated(y, err));
  for (size_t k = 0; k < count; k++) {
    mg_dim_answer *a = &in->dims[k];
    mgnn_figures f;

    a->dim = in->opt.dim_first + k;
    TRY(embed(in, a->dim, y, err));
    TRY(mgnn_measure(p, a->dim, y, NULL, 0, &f, err));
    a->energy = f.energy;
    a->max_relative_error = f.max_relative_error;
    a->met = mg_lengths_met(&p->graph, &f, in->opt.tolerance);
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
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < in->given; k++) {
    mg_met *met = &in->met[k];

    TRY(mgnn_measure(p, dim, in->y[k], NULL, 0, &met->figures, err));
    TRY(mgnn_distribution_find(p, dim, in->y[k], in->opt.tolerance,
                               &met->errors, err));
    met->worst_count = mg_edges_worst(p, dim, in->y[k], MG_WORST_EDGES,
                                      met->worst);
  }
end:
  return status;
}

mgnn_status
mg_ask_same(void *run, mgnn_error *err)
{
  mg_inspection *in = run;
  size_t n = in->input.src.n, dim = in->input.dim;
  mgnn_status status = MGNN_OK;

  if (in->given < 2)
    return MGNN_OK;
  TRY(mg_allocated(in->aligned = mg_alloc(n * dim, sizeof *in->aligned), err));
  TRY(mgnn_compare(in->input.problem, dim, in->y[0], in->y[1],
                   in->opt.tolerance, &in->same, err));
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
  const mgnn_problem *p = in->input.problem;
  mgnn_figures f;
  mgnn_status status = MGNN_OK;

  *base = NULL;
  for (size_t k = 0; k < in->given && *base == NULL; k++)
    if (mg_lengths_met(&p->graph, &in->met[k].figures, in->opt.tolerance))
      *base = in->y[k];
  if (*base != NULL || in->feasible.feasible == 0)
    return MGNN_OK;
  if (in->found == NULL)
    TRY(search(in, err));
  TRY(mgnn_measure(p, in->input.dim, in->found, NULL, 0, &f, err));
  if (mg_lengths_met(&p->graph, &f, in->opt.tolerance))
    *base = in->found;
end:
  return status;
}

mgnn_status
mg_ask_others(void *run, mgnn_error *err)
{
  mg_inspection *in = run;
  mgnn_realization_params opt;
  const double *base;
  mgnn_status status = MGNN_OK;

  if (in->opt.realizations == 0)
    return MGNN_OK;
  TRY(find_base(in, &base, err));
  mgnn_realization_params_init(&opt);
  opt.seed = (unsigned long)in->opt.call.seed;
  opt.most = (size_t)in->opt.realizations;
  opt.tolerance = in->opt.tolerance;
  if (base != NULL)
    TRY(mgnn_realizations_find(in->input.problem, in->input.dim, base, &opt,
                               &in->others, err));
end:
  return status;
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
  mg_flex_path_free(&in->flex);
  mg_free(in->undetermined);
  for (size_t k = 0; k < MG_DRAWINGS; k++)
    mgnn_flexes_free(in->flexes[k]), mg_free(in->y[k]),
      mg_verified_free(&in->verified[k]);
  mg_free(in->found);
  mg_free(in->dims);
  mg_free(in->aligned);
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
