/* --noise, --robust and --uncertainty. */
#include "errors_of_lengths.h"
#include "base/mem.h"
#include "base/number.h"
#include "io/text/message.h"
#include "io/write/output.h"
#include "io/write/sink.h"
#include "io/write/write.h"
#include "put_json.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(mg_error_options, member)

const mg_option mg_error_rows[] = {
  { 0, "noise", "X|relative:X|estimate", MG_WORD, AT(noise), 0, 0,
    "standard error of the lengths: a length, relative to each, which makes them count by 1/length^2, or to be estimated; adds statistics" },
  { 0, "robust", "huber|geman-mcclure", MG_WORD, AT(robust), 0, 0,
    "lengths that contradict the others count less, or not; they are listed" },
  { 0, "ellipses", "P", MG_REAL, AT(ellipses), 1, 99.99,
    "draw ellipses that hold the true positions with P per cent probability (plane drawings)" },
  MG_OPTIONS_END
};

enum { SUSPECTS_SHOWN = 5 };

static mgnn_status
noise_parse(mg_errors *e, const char *word, mgnn_error *err)
{
  static const char relative[] = "relative:";
  const char *number = word;

  if (strcmp(word, "estimate") == 0)
    return MGNN_OK;
  e->relative = strncmp(word, relative, sizeof relative - 1) == 0
                || strcmp(word, "relative") == 0;
  if (strcmp(word, "relative") == 0)
    return MGNN_OK;
  if (e->relative)
    number += sizeof relative - 1;
  if (mg_number_whole(number, strlen(number), &e->sigma) && e->sigma > 0
      && isfinite(e->sigma))
    return MGNN_OK;
  return mg_fail(err, MGNN_EINVAL, "--noise is \"%.60s\", must be a positive "
                 "number, relative, relative:X with X positive, or estimate",
                 word);
}

mgnn_status
mg_errors_check(mg_errors *e, const mg_error_options *opt, const char *table,
                int layers, int report, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  e->opt = opt;
  e->table = table;
  e->unit = 1;
  e->wanted = table != NULL || opt->noise != NULL
              || (report && opt->robust != NULL) || opt->ellipses > 0;
  if (layers && (opt->noise != NULL || opt->robust != NULL
                 || table != NULL || opt->ellipses > 0))
    return mg_fail(err, MGNN_EINVAL, "--noise, --robust, --uncertainty and "
                   "--ellipses belong to layout mode: leave them out, or --layers");
  if (opt->noise != NULL)
    TRY(noise_parse(e, opt->noise, err));
  if (opt->robust != NULL && strcmp(opt->robust, "huber") != 0
      && strcmp(opt->robust, "geman-mcclure") != 0)
    TRY(mg_fail(err, MGNN_EINVAL, "--robust is \"%.60s\", must be huber or "
                "geman-mcclure", opt->robust));
end:
  return status;
}

/* The length that the error is relative to: of bounds, the mean. */
static double
typical(const mg_graph *g, size_t e)
{
  double upper = g->target_upper != NULL ? g->target_upper[e] : g->target[e];

  return isinf(upper) ? g->target[e] : (g->target[e] + upper) / 2;
}

static int
number_compare(const void *p, const void *q)
{
  double a = *(const double *)p, b = *(const double *)q;

  return a < b ? -1 : a > b;
}

/* Relative errors: the stiffness of a length l is multiplied by (unit/l)^2, unit
 * the root mean square, so that the scale of the energy stays. */
mgnn_status
mg_errors_weigh(mg_errors *e, const mg_input *in, mgnn_error *err)
{
  const mg_graph *g = &in->problem->graph;
  double *stiffness = NULL, sum = 0;
  mgnn_status status = MGNN_OK;

  if (!e->relative || g->m == 0)
    return MGNN_OK;
  TRY(mg_allocated(stiffness = mg_alloc(g->m, sizeof *stiffness), err));
  for (size_t k = 0; k < g->m; k++) {
    double l = typical(g, k);

    if (!(l > 0))
      TRY(mg_fail(err, MGNN_EINVAL, "--noise relative needs lengths that are not "
                  "0, but \"%.60s\" - \"%.60s\" has the length 0",
                  in->src.names.text[g->ends[2 * k]],
                  in->src.names.text[g->ends[2 * k + 1]]));
    sum += l * l / (double)g->m;
  }
  e->unit = sqrt(sum);
  for (size_t k = 0; k < g->m; k++) {
    double ratio = e->unit / typical(g, k);

    stiffness[k] = (g->stiffness != NULL ? g->stiffness[k] : 1) * ratio * ratio;
  }
  TRY(mgnn_problem_stiffness_set(in->problem, stiffness, err));
end:
  mg_free(stiffness);
  return status;
}

/* Whether what is left of the lengths at y looks like errors and little else.  The
 * size of normal errors is known, or 1.4826 times the median residual.  Parts that
 * are folded over leave residuals much larger than that: at most one of FOLDED may
 * be beyond FAR, and the root mean square of the others, per degree of freedom, is
 * that of errors. */
static int
looks_like_noise(const mg_errors *e, const mg_input *in, const double *y,
                 double *work)
{
  enum { FAR = 5, FOLDED = 100 };
  const mg_graph *g = &in->problem->graph;
  double sum = 0, scale, unknowns = (double)(g->n * in->dim);
  double freedom = fmax(1, (double)g->m - unknowns);
  size_t far = 0;

  for (size_t k = 0; k < g->m; k++) {
    double r = mg_edge_length(g, k, in->dim, y), target = g->target[k];
    double w = g->stiffness != NULL ? g->stiffness[k] : 1;

    if (g->target_upper != NULL && r > target)
      target = fmin(r, g->target_upper[k]);
    work[k] = sqrt(w) * fabs(r - target);
  }
  qsort(work, g->m, sizeof *work, number_compare);
  scale = 1.4826 * work[g->m / 2] * sqrt((double)g->m / freedom);
  if (e->sigma > 0)
    scale = e->sigma * e->unit;
  for (size_t k = 0; k < g->m; k++) {
    far += work[k] > FAR * scale;
    sum += work[k] > FAR * scale ? 0 : work[k] * work[k];
  }
  return sqrt(sum / freedom) < 1.1 * scale && far * FOLDED <= g->m;
}

mgnn_status
mg_errors_start(const mg_errors *e, mg_input *in, unsigned long seed,
                mgnn_error *err)
{
  const mg_graph *g = &in->problem->graph;
  size_t size = g->n * in->dim;
  double *y = NULL, *work = NULL;
  mgnn_outcome out = { 0 };
  mgnn_search_params par;
  mgnn_status status = MGNN_OK;

  if (e->opt->noise == NULL || in->start_given || in->pinned > 0
      || !in->lengths_given || g->m <= size)
    return MGNN_OK;
  mgnn_search_params_init(&par);
  par.control.seed = seed;
  TRY(mg_allocated(y = mg_alloc(size, sizeof *y), err));
  TRY(mg_allocated(work = mg_alloc(g->m, sizeof *work), err));
  TRY(mgnn_start(in->problem, in->dim, "pivot", &par, y, err));
  TRY(mgnn_solve(in->problem, in->dim, &par, y, &out, err));
  if (looks_like_noise(e, in, y, work)) {
    memcpy(in->start, y, size * sizeof *y);
    in->start_given = 1;
    in->start_scale = 0;
  }
end:
  mgnn_outcome_free(&out);
  mg_free(y);
  mg_free(work);
  return status == MGNN_ENOCONV ? MGNN_OK : status;
}

mgnn_status
mg_errors_reweigh(mg_errors *e, const mg_results *runs, mgnn_error *err)
{
  mg_robust_params par = { .kind = MG_ROBUST_GEMAN_MCCLURE,
                           .sigma = e->sigma * e->unit };

  if (runs->paths && (e->wanted || e->opt->robust != NULL))
    return mg_fail(err, MGNN_EINVAL, "--noise, --robust and --uncertainty are "
                   "about errors of the edges' lengths: give lengths, or --pairs "
                   "edges");
  if (e->opt->robust == NULL)
    return MGNN_OK;
  if (strcmp(e->opt->robust, "huber") == 0)
    par.kind = MG_ROBUST_HUBER;
  mgnn_search_params_init(&par.search);
  par.search.control.seed = runs->seed;
  return mg_robust_find(runs->in->problem, runs->dim, &par, runs->run[0].last,
                        &e->robust, err);
}

/* In the plane d^T C^-1 d is distributed as chi2 with two degrees of freedom: it
 * is below -2 log(1 - p) with the probability p. */
static mgnn_status
ellipses_make(mg_errors *e, mgnn_error *err)
{
  const mg_uncertainty *u = &e->at;
  double most = -2 * log(1 - e->opt->ellipses / 100);

  if (u->dim != 2)
    return mg_fail(err, MGNN_EINVAL, "--ellipses are drawn in the plane, but the "
                   "positions have %zu dimensions; write their errors with "
                   "--uncertainty FILE", u->dim);
  e->ellipse = mg_alloc(u->n, 3 * sizeof *e->ellipse);
  if (e->ellipse == NULL)
    return mg_fail_memory(err);
  for (size_t i = 0; i < u->n; i++) {
    e->ellipse[3 * i] = most * u->covariance[4 * i];
    e->ellipse[3 * i + 1] = most * u->covariance[4 * i + 1];
    e->ellipse[3 * i + 2] = most * u->covariance[4 * i + 3];
  }
  return MGNN_OK;
}

mgnn_status
mg_errors_measure(mg_errors *e, const mg_results *runs, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  if (!e->wanted)
    return MGNN_OK;
  TRY(mg_uncertainty_find(runs->in->problem, runs->dim, runs->run[0].last,
                          e->sigma * e->unit, &e->at, err));
  if (e->opt->ellipses > 0)
    TRY(ellipses_make(e, err));
end:
  return status;
}

/* node, se_x, ..., and what an ellipse takes: the covariances. */
static void
table_put(mg_sink *s, const mg_errors *e, const mg_input *in)
{
  const mg_uncertainty *u = &e->at;
  char a[MG_COORDINATE_MAX], b[MG_COORDINATE_MAX];

  mg_put_text(s, "node");
  for (size_t c = 0; c < u->dim; c++) {
    mg_put_text(s, ",se_");
    mg_put_text(s, mg_coordinate_name(u->dim, c, a));
  }
  for (size_t c = 0; c < u->dim; c++)
    for (size_t d = c + 1; d < u->dim; d++) {
      mg_put_text(s, ",cov_");
      mg_put_text(s, mg_coordinate_name(u->dim, c, a));
      mg_put_text(s, "_");
      mg_put_text(s, mg_coordinate_name(u->dim, d, b));
    }
  mg_put_char(s, '\n');
  for (size_t i = 0; i < u->n; i++) {
    const double *block = u->covariance + i * u->dim * u->dim;
    int known = isfinite(block[0]);

    mg_put_cell(s, in->src.names.text[i]);
    for (size_t c = 0; c < u->dim; c++) {
      mg_put_char(s, ',');
      if (known)
        mg_put_number(s, sqrt(fmax(0, block[c * u->dim + c])));
    }
    for (size_t c = 0; c < u->dim; c++)
      for (size_t d = c + 1; d < u->dim; d++) {
        mg_put_char(s, ',');
        if (known)
          mg_put_number(s, block[c * u->dim + d]);
      }
    mg_put_char(s, '\n');
  }
}

mgnn_status
mg_errors_write(const mg_errors *e, const mg_input *in, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  mg_output out = { 0 };
  mg_sink s;

  if (e->table == NULL)
    return MGNN_OK;
  if (isnan(e->at.sigma))
    TRY(mg_fail(err, MGNN_EINVAL, "--uncertainty: there are no more lengths than "
                "the positions need, so their error cannot be estimated; give "
                "it with --noise X"));
  TRY(mg_output_open(&out, e->table, err));
  mg_sink_init(&s, out.file);
  table_put(&s, e, in);
  mg_sink_flush(&s);
  TRY(mg_output_commit(&out, err));
end:
  mg_output_discard(&out);
  return status;
}

/* The most likely suspects, in descending order: indices into out. */
static size_t
suspects_find(const mg_robust *r, size_t m, size_t *out)
{
  size_t count = 0;

  for (size_t e = 0; e < m; e++) {
    size_t k = count;

    if (!(r->odds[e] > 1)
        || (count == SUSPECTS_SHOWN && r->odds[out[count - 1]] >= r->odds[e]))
      continue;
    count += count < SUSPECTS_SHOWN;
    for (k = count - 1; k > 0 && r->odds[out[k - 1]] < r->odds[e]; k--)
      out[k] = out[k - 1];
    out[k] = e;
  }
  return count;
}

static void
suspects_say(const mg_robust *r, const mg_input *in)
{
  const mg_graph *g = &in->problem->graph;
  size_t first[SUSPECTS_SHOWN], count = suspects_find(r, g->m, first);
  char a[MG_SHOW_MAX], b[MG_SHOW_MAX];

  fprintf(stderr, "mgnn-layout: %zu of %zu lengths %s suspect", r->suspects, g->m,
          r->suspects == 1 ? "is" : "are");
  for (size_t k = 0; k < count; k++) {
    const unsigned *ends = g->ends + 2 * first[k];

    fprintf(stderr, "%s%s - %s (%.3g to 1)", k == 0 ? ": " : ", ",
            mg_show_name(a, in->src.names.text[ends[0]]),
            mg_show_name(b, in->src.names.text[ends[1]]), r->odds[first[k]]);
  }
  fprintf(stderr, "%s\n", r->suspects > count ? ", ..." : "");
}

void
mg_errors_say(const mg_errors *e, const mg_input *in)
{
  const mg_uncertainty *u = &e->at;
  const char *of = e->relative ? " of each length" : "";
  double percent = e->relative ? 100 : 1;

  if (e->robust.odds != NULL)
    suspects_say(&e->robust, in);
  if (!e->wanted || u->covariance == NULL)
    return;
  if (isnan(u->estimate)) {
    fputs("mgnn-layout: no more lengths than the positions need: their error "
          "cannot be estimated\n", stderr);
    return;
  }
  fprintf(stderr, "mgnn-layout: standard error of lengths, estimated: %.3g%s%s",
          percent * u->estimate / e->unit, e->relative ? " %" : "", of);
  if (e->sigma > 0)
    fprintf(stderr, "; chi2 per degree of freedom %.3g (%.0f)",
            u->chi2 / u->freedom / (e->sigma * e->unit * e->sigma * e->unit),
            u->freedom);
  else
    fprintf(stderr, ", from %.0f degrees of freedom", u->freedom);
  if (u->free_nodes > 0)
    fprintf(stderr, "; %zu node%s free", u->free_nodes,
            u->free_nodes == 1 ? " is" : "s are");
  fputc('\n', stderr);
}

static void
suspects_put(mg_json *j, const mg_robust *r, const mg_results *runs)
{
  const mg_graph *g = &runs->in->problem->graph;
  char **name = runs->in->src.names.text;

  mg_json_key(j, "suspects");
  mg_json_open(j, '[');
  for (size_t e = 0; e < g->m; e++) {
    if (!(r->odds[e] > 1))
      continue;
    mg_json_row(j, '{');
    put_text(j, "source", name[g->ends[2 * e]]);
    put_text(j, "target", name[g->ends[2 * e + 1]]);
    put_number(j, "length", mg_edge_length(g, e, runs->dim, runs->run[0].last));
    put_number(j, "asked", g->target[e]);
    put_number(j, "odds", r->odds[e]);
    mg_json_close(j);
  }
  mg_json_close(j);
}

static void
standard_errors_put(mg_json *j, const mg_uncertainty *u, const mg_input *in)
{
  mg_json_key(j, "standard_errors");
  mg_json_open(j, '{');
  for (size_t i = 0; i < u->n; i++) {
    mg_json_key(j, in->src.names.text[i]);
    mg_json_row(j, '[');
    for (size_t c = 0; c < u->dim; c++) {
      double se = mg_standard_error(u, i, c);

      if (isfinite(se))
        mg_json_number(j, se);
      else
        mg_json_null(j);
    }
    mg_json_close(j);
  }
  mg_json_close(j);
}

void
mg_errors_put(mg_json *j, const mg_errors *e, const mg_results *runs)
{
  const mg_uncertainty *u = &e->at;
  double sigma = e->sigma * e->unit;

  if (!e->wanted && e->opt->robust == NULL)
    return;
  mg_json_key(j, "errors");
  mg_json_open(j, '{');
  put_text(j, "noise", e->opt->noise);
  put_text(j, "robust", e->opt->robust);
  if (e->robust.odds != NULL) {
    put_number(j, "scale", e->robust.scale / e->unit);
    put_number(j, "share_wrong", e->robust.share);
    suspects_put(j, &e->robust, runs);
  }
  if (u->covariance != NULL) {
    put_number(j, "estimate", u->estimate / e->unit);
    put_number(j, "degrees_of_freedom", u->freedom);
    put_number(j, "chi2", sigma > 0 ? u->chi2 / sigma / sigma : NAN);
    put_number(j, "chi2_per_degree",
               sigma > 0 ? u->chi2 / sigma / sigma / u->freedom : NAN);
    put_count(j, "free_nodes", u->free_nodes);
    standard_errors_put(j, u, runs->in);
  }
  mg_json_close(j);
}

void
mg_errors_free(mg_errors *e)
{
  mg_robust_free(&e->robust);
  mg_uncertainty_free(&e->at);
  mg_free(e->ellipse);
}
