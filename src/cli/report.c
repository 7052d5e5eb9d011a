/* What came of it: the report as JSON, the notices, and a line or two for a
 * person. */
#include "base/mem.h"
#include "io/json.h"
#include "io/output.h"
#include "io/show.h"
#include "job.h"
#include "measure/measure.h"
#include "put_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORST_IN_SUMMARY = 3 };

static const mgnn_figures *
last_figures(const mg_job *job, const mg_run *run)
{
  return &run->figures[mg_job_in_layers(job) ? job->layers : 0];
}

static void
put_model(mg_json *j, const mg_job *job, const mg_run *run)
{
  mg_json_open(j, '{');
  put_text(j, "name", run->rule->name);
  put_number(j, "alpha", run->rule->takes_alpha ? run->alpha : NAN);
  put_number(j, "beta", run->rule->takes_beta ? run->beta : NAN);
  put_number(j, "eps", run->rule->takes_beta ? job->opt->eps : NAN);
  mg_json_key(j, "layers");
  mg_json_open(j, '[');
  for (size_t layer = 0; layer <= job->layers; layer++) {
    mg_json_row(j, '{');
    put_count(j, "layer", layer);
    mg_json_figures(j, &run->figures[layer]);
    mg_json_close(j);
  }
  mg_json_close(j);
  mg_json_close(j);
}

/* The words of the command line, quoted for a shell where they need it. */
static mgnn_status
put_command(mg_json *j, const mg_job *job, mgnn_error *err)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);

  if (out == NULL)
    return mg_fail_memory(err);
  for (int k = 0; k < job->argc; k++) {
    const char *word = job->argv[k];
    int plain = *word != '\0' && strpbrk(word, " \t\n\"'\\$`*?[]{}()<>|&;!#~")
                                == NULL;

    fputs(k > 0 ? plain ? " " : " '" : plain ? "" : "'", out);
    for (; *word != '\0'; word++)
      if (*word == '\'')
        fputs("'\\''", out);
      else
        fputc(*word, out);
    fputs(plain ? "" : "'", out);
  }
  if (fclose(out) != 0) {
    free(text);
    return mg_fail_memory(err);
  }
  put_text(j, "command", text);
  free(text);
  return MGNN_OK;
}

/* What the graph's lengths determine, as in mgnn-inspect; null where it is not
 * known. */
static void
put_rigidity(mg_json *j, const mg_job *job)
{
  const mgnn_rigidity *r = &job->rigidity;

  put_flag(j, "rigid", job->rigidity_known ? r->rigid : -1);
  put_flag(j, "globally_rigid", job->rigidity_known ? r->globally_rigid : -1);
  if (job->rigidity_known)
    put_count(j, "degrees_of_freedom", r->degrees_of_freedom);
  else
    put_flag(j, "degrees_of_freedom", -1);
}

/* What layout mode found, and how it ended. */
static void
put_outcome(mg_json *j, const mg_job *job)
{
  put_text(j, "pairs", job->paths ? "paths" : "edges");
  put_count(j, "pinned_nodes", job->in.pinned);
  put_count(j, "iterations", job->outcome.iterations);
  mg_json_key(j, "converged");
  mg_json_flag(j, !job->stopped);
  put_text(j, "stop_reason", job->outcome.reason);
  put_text(j, "stage", job->outcome.stage);
  put_number(j, "pair_stress", job->outcome.pair_stress);
  mg_json_key(j, "restarts");
  mg_json_open(j, '[');
  for (size_t k = 0; k < job->try_count; k++) {
    mg_json_row(j, '{');
    put_count(j, "seed", (size_t)job->opt->seed + k);
    put_number(j, "energy", job->tries[k].energy);
    put_number(j, "pair_stress", job->tries[k].pair_stress);
    put_count(j, "iterations", job->tries[k].iterations);
    put_text(j, "stage", job->tries[k].stage);
    mg_json_close(j);
  }
  mg_json_close(j);
  put_number(j, "align_rmsd", job->in.align != NULL ? job->align_rms : NAN);
  mg_json_key(j, "overlap");
  if (job->opt->no_overlap) {
    mg_json_row(j, '{');
    put_count(j, "pairs", job->spread.pairs);
    put_number(j, "mean_move", job->spread.mean_move);
    put_number(j, "max_move", job->spread.max_move);
    put_number(j, "energy_before", job->spread.energy_before);
    mg_json_close(j);
  } else
    mg_json_null(j);
  put_rigidity(j, job);
  put_flag(j, "feasible", job->judged ? job->verdict.feasible : -1);
  if (job->judged && job->verdict.violations.checked == job->in.problem->graph.m)
    mg_json_violations(j, job, &job->verdict.violations);
  else {
    mg_json_key(j, "violations");
    mg_json_null(j);
  }
}

/* Per node: true, false, or null where it is not known. */
static void
put_determined(mg_json *j, const mg_job *job)
{
  mg_json_key(j, "determined");
  if (job->outcome.determined == NULL) {
    mg_json_null(j);
    return;
  }
  mg_json_row(j, '{');
  for (size_t i = 0; i < job->in.src.n; i++) {
    mg_json_key(j, job->in.src.names.text[i]);
    if (job->outcome.determined[i] == 255)
      mg_json_null(j);
    else
      mg_json_flag(j, job->outcome.determined[i]);
  }
  mg_json_close(j);
}

static mgnn_status
put_job(mg_json *j, const mg_job *job, const double *y, mgnn_error *err)
{
  static const char *const phase[MG_PHASES] = { "read", "layout", "draw",
                                                "write" };
  const mg_run *run = &job->run[0];
  mgnn_status status;

  mg_json_open(j, '{');
  status = put_command(j, job, err);
  put_text(j, "version", mgnn_version());
  put_count(j, "seed", (size_t)job->opt->seed);
  put_count(j, "threads", (size_t)mg_threads(0));
  put_text(j, "mode", mg_job_in_layers(job) ? "layers" : "layout");
  put_count(j, "nodes", job->in.src.n);
  put_count(j, "edges", job->in.problem->graph.m);
  put_count(j, "components", job->in.components);
  put_count(j, "dropped_loops", job->in.simple.loops);
  put_count(j, "merged_edges", job->in.simple.merged);
  put_count(j, "dim", job->in.dim);
  put_text(j, "space", job->draws_z ? "z" : "y");
  if (mg_job_in_layers(job)) {
    mg_json_key(j, "self_loops");
    mg_json_flag(j, job->opt->self_loops);
    mg_json_key(j, "models");
    mg_json_open(j, '[');
    for (size_t k = 0; k < job->runs; k++)
      put_model(j, job, &job->run[k]);
    mg_json_close(j);
  } else
    put_outcome(j, job);
  mg_json_key(j, "final");
  mg_json_open(j, '{');
  mg_json_figures(j, last_figures(job, run));
  mg_json_worst(j, job, y);
  mg_json_close(j);
  mg_json_key(j, "seconds");
  mg_json_row(j, '{');
  for (int k = 0; k < MG_PHASES; k++)
    put_number(j, phase[k], job->seconds[k]);
  mg_json_close(j);
  if (!mg_job_in_layers(job))
    put_determined(j, job);
  mg_json_close(j);
  return status;
}

mgnn_status
mg_report_write(const mg_job *job, mgnn_error *err)
{
  mg_output out;
  mg_json json;
  double *y;
  mgnn_status status;

  if (job->opt->report == NULL)
    return MGNN_OK;
  y = mg_alloc(job->in.src.n * job->in.dim, sizeof *y);
  if (y == NULL)
    return mg_fail_memory(err);
  mg_job_positions(job, &job->run[0], job->layers, 0, y);
  status = mg_output_open(&out, job->opt->report, err);
  if (status == MGNN_OK) {
    mg_json_begin(&json, out.file);
    status = put_job(&json, job, y, err);
    mg_json_end(&json);
    if (status == MGNN_OK)
      status = mg_output_commit(&out, err);
    else
      mg_output_discard(&out);
  }
  mg_free(y);
  return status;
}

/* "lengths off by 3.1 % (rms), 12 % at worst", and where. */
static void
say_lengths(const mg_job *job, const mg_run *run, const double *y)
{
  const mgnn_figures *f = last_figures(job, run);
  const mg_graph *g = &job->in.problem->graph;
  mg_edge_fit worst[WORST_IN_SUMMARY];
  char rms[32], max[32], a[MG_SHOW_MAX], b[MG_SHOW_MAX];
  size_t count;

  if (isnan(f->max_relative_error))
    return;
  if (f->max_relative_error < 1e-6
      && !(f->max_zero_length > 1e-6 * mg_mean_length(&job->in.problem->graph))) {
    fputs("; all lengths are met", stderr);
    return;
  }
  mg_job_say(rms, sizeof rms, "", 100 * f->rms_relative_error);
  mg_job_say(max, sizeof max, "", 100 * f->max_relative_error);
  fprintf(stderr, "; lengths off by %s %% (rms), %s %% at worst", rms, max);
  if (!isnan(f->max_zero_length))
    fprintf(stderr, ", up to %.3g where 0 was asked", f->max_zero_length);
  if (y == NULL || f->max_relative_error < 1e-3)
    return;                    /* four digits would not show the difference */
  count = mg_edges_worst(job->in.problem, job->in.dim, y, WORST_IN_SUMMARY,
                         worst);
  for (size_t k = 0; k < count; k++)
    fprintf(stderr, "%s%s - %s: %.4g for %.4g",
            k == 0 ? "\nmgnn-layout: worst edges: " : "; ",
            mg_show_name(a, job->in.src.names.text[g->ends[2 * worst[k].edge]]),
            mg_show_name(b, job->in.src.names.text[g->ends[2 * worst[k].edge + 1]]),
            worst[k].length, worst[k].target);
}

/* Layers mode: a line per model. */
static void
say_layers(const mg_job *job)
{
  for (size_t k = 0; k < job->runs; k++) {
    const mg_run *run = &job->run[k];
    char first[32], last[32];

    mg_job_say(first, sizeof first, "", run->figures[0].energy);
    mg_job_say(last, sizeof last, "", run->figures[job->layers].energy);
    fprintf(stderr, "mgnn-layout: %s: %zu layer%s, energy %s -> %s",
            run->rule->name, job->layers, job->layers == 1 ? "" : "s", first,
            last);
    say_lengths(job, run, NULL);
    fputc('\n', stderr);
  }
}

/* Whether lengths determine the drawing, by the graph alone; what cannot be met
 * determines nothing. */
static void
say_rigidity(const mg_job *job)
{
  const mgnn_rigidity *r = &job->rigidity;

  if (!job->rigidity_known || job->verdict.feasible == 0)
    return;
  if (!r->rigid)
    fprintf(stderr, "\nmgnn-layout: lengths do not determine the drawing: "
            "%zu degree%s of freedom", r->degrees_of_freedom,
            r->degrees_of_freedom == 1 ? "" : "s");
  else if (r->globally_rigid == 0)
    fputs("\nmgnn-layout: the drawing is rigid, but others may have the same "
          "lengths", stderr);
  else if (r->globally_rigid > 0)
    fputs("\nmgnn-layout: lengths determine the drawing", stderr);
}

enum { NUMBER = 32 };

/* Two numbers as texts of as few digits as tell them apart, four at least. */
static void
tell_apart(double a, double b, char *a_text, char *b_text)
{
  int digits = 4;

  do {
    snprintf(a_text, NUMBER, "%.*g", digits, a);
    snprintf(b_text, NUMBER, "%.*g", digits, b);
  } while (digits++ < 17 && strcmp(a_text, b_text) == 0);
}

/* That the lengths cannot be met, and why. */
static void
say_verdict(const mg_job *job)
{
  const mgnn_feasibility *f = &job->verdict;
  const mgnn_violation *v = f->violations.item;
  char **name = job->in.src.names.text, a[MG_SHOW_MAX], b[MG_SHOW_MAX];
  char asked[NUMBER], way[NUMBER];

  if (!job->judged || f->feasible != 0)
    return;
  fputs("\nmgnn-layout: no drawing can meet these lengths", stderr);
  if (f->violations.count > 0) {
    tell_apart(v->length, v->path_length, asked, way);
    fprintf(stderr, ": %s - %s is to be %s, but there is a way of %s",
            mg_show_name(a, name[v->path[0]]),
            mg_show_name(b, name[v->path[v->nodes - 1]]), asked, way);
    if (f->violations.count > 1)
      fprintf(stderr, " (%zu such edges)", f->violations.count);
  } else {
    fprintf(stderr, " in %zu dimension%s", job->in.dim, job->in.dim == 1 ? "" : "s");
    for (size_t k = 0; k < f->group_size; k++)
      fprintf(stderr, "%s%s", k == 0 ? ", not even of " : ", ",
              mg_show_name(a, name[f->group[k]]));
  }
}

/* Layout mode: how well, and how long it took. */
static void
say_layout(const mg_job *job)
{
  fputs("mgnn-layout:", stderr);
  if (job->paths)
    fprintf(stderr, " stress of all pairs %.6g, %.3g per pair",
            job->outcome.pair_stress,
            job->in.pairs > 0 ? job->outcome.pair_stress / job->in.pairs : 0);
  if (!job->paths || job->in.lengths_given) {
    fprintf(stderr, "%s energy %.4g", job->paths ? ";" : "",
            job->run[0].figures[0].energy);
    say_lengths(job, &job->run[0], job->run[0].last);
  }
  say_verdict(job);
  say_rigidity(job);
  if (job->opt->no_overlap)
    fprintf(stderr, "\nmgnn-layout: %zu pairs of nodes covered each other: nodes "
            "moved by %.3g on average, the energy rose from %.4g to %.4g",
            job->spread.pairs, job->spread.mean_move, job->spread.energy_before,
            job->run[0].figures[0].energy);
  if (job->in.align != NULL)
    fprintf(stderr, "\nmgnn-layout: %s %s: %.4g apart (rms)",
            job->in.pinned > 0 ? "compared with" : "aligned with", job->opt->align,
            job->align_rms);
  if (job->opt->dim_auto)
    fprintf(stderr, job->dim_met ? "\nmgnn-layout: dimension %zu meets the lengths"
            : "\nmgnn-layout: no dimension up to 6 meets the lengths; %zu comes "
              "within 1 %% of the best", job->in.dim);
  if (job->opt->verbose && job->outcome.stage != NULL)
    fprintf(stderr, "\nmgnn-layout: found by: %s", job->outcome.stage);
  fprintf(stderr, "\nmgnn-layout: %s after %zu iteration%s, %.2f s\n",
          !job->stopped ? "converged"
          : strcmp(job->outcome.reason, "time") == 0 ? "stopped by --time-limit"
          : strcmp(job->outcome.reason, "iterations") == 0
            ? "stopped by --max-iterations" : "interrupted",
          job->outcome.iterations, job->outcome.iterations == 1 ? "" : "s",
          job->seconds[MG_LAYOUT]);
}

void
mg_report_summary(const mg_job *job)
{
  if (job->opt->quiet)
    return;
  fprintf(stderr, "mgnn-layout: %s: %zu node%s, %zu edge%s", job->in.src.path,
          job->in.src.n, job->in.src.n == 1 ? "" : "s", job->in.problem->graph.m,
          job->in.problem->graph.m == 1 ? "" : "s");
  if (job->in.components > 1)
    fprintf(stderr, ", %zu components", job->in.components);
  fputc('\n', stderr);
  if (mg_job_in_layers(job))
    say_layers(job);
  else
    say_layout(job);
}

void
mg_job_say(char *out, size_t room, const char *before, double x)
{
  int whole = fabs(x) >= 1e3 && fabs(x) < 1e9;

  snprintf(out, room, whole ? "%s%.0f" : "%s%.3g", before, x);
}

int
mg_job_strict_fails(const mg_job *job)
{
  double limit = job->opt->strict, mean = mg_mean_length(&job->in.problem->graph);

  if (isnan(limit))
    return 0;
  for (size_t k = 0; k < job->runs; k++) {
    const mgnn_figures *f = last_figures(job, &job->run[k]);

    /* A length of 0 has no relative error: it is judged by the mean length. */
    if (f->max_relative_error > limit || f->max_zero_length > limit * mean)
      return 1;
  }
  return 0;
}

void
mg_job_free(mg_job *job)
{
  for (size_t k = 0; k < job->runs; k++) {
    mg_free(job->run[k].last);
    mg_free(job->run[k].frames);
    mg_free(job->run[k].frame);
    mg_free(job->run[k].curve);
    mg_free(job->run[k].figures);
  }
  mg_free(job->run);
  mg_job_tries_free(job);
  mgnn_feasibility_free(&job->verdict);
  mgnn_rigidity_free(&job->rigidity);
  mg_paint_free(job->paint);
  mg_input_free(&job->in);
}
