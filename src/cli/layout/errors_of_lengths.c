/* --noise, --robust, --ellipses and --uncertainty: errors of lengths and positions. */
#include "errors_of_lengths.h"
#include "base/mem.h"
#include "base/number.h"
#include "io/text/message.h"
#include "io/write/output.h"
#include "io/write/sink.h"
#include "io/write/write.h"
#include "cli/common/put_json.h"
#include "cli/common/program.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(mg_error_options, member)

const mg_option mg_error_rows[] = {
  { 0, "noise", "X|relative:X|estimate", MG_WORD | MG_OF_LAYOUT, AT(noise), 0, 0,
    "standard error of the lengths: absolute, relative to each length (weights 1/length^2), or estimated; adds statistics to the report" },
  { 0, "robust", "huber|geman-mcclure", MG_WORD | MG_OF_LAYOUT, AT(robust), 0, 0,
    "give lengths that contradict the others less weight, or none; lists them" },
  { 0, "ellipses", "P", MG_REAL | MG_OF_LAYOUT, AT(ellipses), 0.01, 99.99,
    "draw ellipses that hold the true positions with probability P, as 0.95 or 95 (2D only)" },
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
                int report, mgnn_error *err)
{
  e->opt = opt;
  e->table = table;
  e->wanted = table != NULL || opt->noise != NULL
              || (report && opt->robust != NULL) || opt->ellipses > 0;
  return opt->noise != NULL ? noise_parse(e, opt->noise, err) : MGNN_OK;
}

mgnn_status
mg_errors_weigh(mg_errors *e, const mg_input *in, mgnn_error *err)
{
  const mg_graph *g = &in->problem->graph;
  size_t zero = e->relative ? mg_noise_zero(g) : g->m;

  if (e->opt->noise == NULL)
    return MGNN_OK;
  if (zero < g->m)
    return mg_fail(err, MGNN_EINVAL, "--noise relative needs lengths that are not "
                   "0, but \"%.60s\" - \"%.60s\" has the length 0",
                   in->src.names.text[g->ends[2 * zero]],
                   in->src.names.text[g->ends[2 * zero + 1]]);
  return mgnn_problem_noise_set(in->problem, e->relative ? "relative" : "absolute",
                                e->sigma, err);
}

mgnn_status
mg_errors_reweigh(mg_errors *e, const mg_results *runs, mgnn_error *err)
{
  mgnn_search_params par;
  mgnn_status status;

  if (runs->paths && (e->wanted || e->opt->robust != NULL))
    return mg_fail(err, MGNN_EINVAL, "--noise, --robust, --uncertainty and "
                   "--ellipses are about errors of the edges' lengths: give lengths, "
                   "or --pairs edges");
  if (e->opt->robust == NULL)
    return MGNN_OK;
  mgnn_search_params_init(&par);
  par.control.seed = runs->seed;
  par.control.watch = mg_program_watch;
  status = mgnn_robust_find(runs->in->problem, runs->dim, e->opt->robust, &par,
                            runs->run[0].last, &e->robust, err);
  return status == MGNN_ENOCONV ? MGNN_OK : status;    /* keep what was found */
}

/* Make the ellipses.  In the plane d^T C^-1 d has a chi2 distribution with two degrees
 * of freedom, so it is below -2 log(1 - p) with probability p. */
static mgnn_status
ellipses_make(mg_errors *e, const mg_results *runs, mgnn_error *err)
{
  size_t n = runs->in->src.n;
  double most = -2 * log(1 - e->opt->ellipses / (e->opt->ellipses < 1 ? 1 : 100));

  if (runs->dim != 2)
    return mg_fail(err, MGNN_EINVAL, "--ellipses are drawn in the plane, but the "
                   "positions have %zu dimensions; write their errors with "
                   "--uncertainty FILE", runs->dim);
  PASS(mg_allocated(e->ellipse = mg_alloc(n, 3 * sizeof *e->ellipse), err));
  for (size_t i = 0; i < n; i++) {
    const double *block = mgnn_uncertainty_covariance(e->at, i);

    e->ellipse[3 * i] = most * block[0];
    e->ellipse[3 * i + 1] = most * block[1];
    e->ellipse[3 * i + 2] = most * block[3];
  }
  return MGNN_OK;
}

mgnn_status
mg_errors_measure(mg_errors *e, const mg_results *runs, mgnn_error *err)
{
  if (!e->wanted)
    return MGNN_OK;
  PASS(mgnn_uncertainty_find(runs->in->problem, runs->dim, runs->run[0].last,
                             &e->at, err));
  if (e->table != NULL && e->sigma == 0 && isnan(mgnn_uncertainty_estimate(e->at)))
    return mg_fail(err, MGNN_EINVAL, "--uncertainty: there are no more lengths than "
                   "the positions need, so their error cannot be estimated; give "
                   "it with --noise X");
  return e->opt->ellipses > 0 ? ellipses_make(e, runs, err) : MGNN_OK;
}

/* Write the table: node, se_x, ..., and the covariances that ellipses need. */
static void
table_put(mg_sink *s, const mg_errors *e, const mg_input *in, size_t dim)
{
  char a[MG_COORDINATE_MAX], b[MG_COORDINATE_MAX];

  mg_put_text(s, "node");
  for (size_t c = 0; c < dim; c++) {
    mg_put_text(s, ",se_");
    mg_put_text(s, mg_coordinate_name(dim, c, a));
  }
  for (size_t c = 0; c < dim; c++)
    for (size_t d = c + 1; d < dim; d++) {
      mg_put_text(s, ",cov_");
      mg_put_text(s, mg_coordinate_name(dim, c, a));
      mg_put_text(s, "_");
      mg_put_text(s, mg_coordinate_name(dim, d, b));
    }
  mg_put_char(s, '\n');
  for (size_t i = 0; i < in->src.n; i++) {
    const double *block = mgnn_uncertainty_covariance(e->at, i);
    int known = isfinite(block[0]);

    mg_put_cell(s, in->src.names.text[i]);
    for (size_t c = 0; c < dim; c++) {
      mg_put_char(s, ',');
      if (known)
        mg_put_number(s, mgnn_uncertainty_error(e->at, i, c));
    }
    for (size_t c = 0; c < dim; c++)
      for (size_t d = c + 1; d < dim; d++) {
        mg_put_char(s, ',');
        if (known)
          mg_put_number(s, block[c * dim + d]);
      }
    mg_put_char(s, '\n');
  }
}

mgnn_status
mg_errors_write(const mg_errors *e, const mg_results *runs, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  mg_output out = { 0 };
  mg_sink s;

  if (e->table == NULL)
    return MGNN_OK;
  TRY(mg_output_open(&out, e->table, err));
  mg_sink_init(&s, out.file);
  table_put(&s, e, runs->in, runs->dim);
  mg_sink_flush(&s);
  TRY(mg_output_keep(&out, runs->files, err));
end:
  mg_output_discard(&out);
  return status;
}

static void
suspects_say(const mgnn_robust *r, const mg_input *in)
{
  const mg_graph *g = &in->problem->graph;
  size_t count = mgnn_robust_suspects(r), k = 0;
  char a[MG_SHOW_MAX], b[MG_SHOW_MAX];

  fprintf(stderr, "mgnn-layout: %zu of %zu lengths %s suspect", count, g->m,
          count == 1 ? "is" : "are");
  for (; k < count && k < SUSPECTS_SHOWN; k++) {
    size_t e = mgnn_robust_suspect(r, k);

    fprintf(stderr, "%s%s - %s (%.3g to 1)", k == 0 ? ": " : ", ",
            mg_show_name(a, in->src.names.text[g->ends[2 * e]]),
            mg_show_name(b, in->src.names.text[g->ends[2 * e + 1]]),
            mgnn_robust_odds(r, e));
  }
  fprintf(stderr, "%s\n", count > k ? ", ..." : "");
}

void
mg_errors_say(const mg_errors *e, const mg_input *in)
{
  const mgnn_uncertainty *u = e->at;
  double percent = e->relative ? 100 : 1;
  size_t free_nodes;

  if (e->robust != NULL)
    suspects_say(e->robust, in);
  if (u == NULL)
    return;
  if (isnan(mgnn_uncertainty_estimate(u))) {
    fputs("mgnn-layout: no more lengths than the positions need: their error "
          "cannot be estimated\n", stderr);
    return;
  }
  fprintf(stderr, "mgnn-layout: standard error of lengths, estimated: %.3g%s",
          percent * mgnn_uncertainty_estimate(u),
          e->relative ? " % of each length" : "");
  if (e->sigma > 0)
    fprintf(stderr, "; chi2 per degree of freedom %.3g (%.0f)",
            mgnn_uncertainty_chi2(u) / mgnn_uncertainty_freedom(u),
            mgnn_uncertainty_freedom(u));
  else
    fprintf(stderr, ", from %.0f degrees of freedom", mgnn_uncertainty_freedom(u));
  free_nodes = mgnn_uncertainty_free_nodes(u);
  if (free_nodes > 0)
    fprintf(stderr, "; %zu node%s free", free_nodes,
            free_nodes == 1 ? " is" : "s are");
  fputc('\n', stderr);
}

static void
suspects_put(mg_json *j, const mgnn_robust *r, const mg_results *runs)
{
  const mg_graph *g = &runs->in->problem->graph;
  char **name = runs->in->src.names.text;

  put_open(j, "suspects", '[');
  for (size_t e = 0; e < g->m; e++) {
    if (!(mgnn_robust_odds(r, e) > 1))
      continue;
    mg_json_row(j, '{');
    put_text(j, "source", name[g->ends[2 * e]]);
    put_text(j, "target", name[g->ends[2 * e + 1]]);
    put_number(j, "length", mg_edge_length(g, e, runs->dim, runs->run[0].last));
    put_number(j, "asked", g->target[e]);
    put_number(j, "odds", mgnn_robust_odds(r, e));
    mg_json_close(j);
  }
  mg_json_close(j);
}

static void
standard_errors_put(mg_json *j, const mgnn_uncertainty *u, const mg_results *runs)
{
  put_open(j, "standard_errors", '{');
  for (size_t i = 0; i < runs->in->src.n; i++) {
    put_row(j, runs->in->src.names.text[i], '[');
    for (size_t c = 0; c < runs->dim; c++) {
      double se = mgnn_uncertainty_error(u, i, c);

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
  const mgnn_uncertainty *u = e->at;

  if (!e->wanted && e->opt->robust == NULL)
    return;
  put_open(j, "errors", '{');
  put_text(j, "noise", e->opt->noise);
  put_text(j, "robust", e->opt->robust);
  if (e->robust != NULL) {
    put_number(j, "scale", mgnn_robust_scale(e->robust));
    put_number(j, "share_wrong", mgnn_robust_share(e->robust));
    suspects_put(j, e->robust, runs);
  }
  if (u != NULL) {
    put_number(j, "estimate", mgnn_uncertainty_estimate(u));
    put_number(j, "degrees_of_freedom", mgnn_uncertainty_freedom(u));
    put_number(j, "chi2", mgnn_uncertainty_chi2(u));
    put_number(j, "chi2_per_degree",
               mgnn_uncertainty_chi2(u) / mgnn_uncertainty_freedom(u));
    put_count(j, "free_nodes", mgnn_uncertainty_free_nodes(u));
    standard_errors_put(j, u, runs);
  }
  mg_json_close(j);
}

void
mg_errors_free(mg_errors *e)
{
  mgnn_robust_free(e->robust);
  mgnn_uncertainty_free(e->at);
  mg_free(e->ellipse);
}
