/* Runs layers under many settings.  Settings run in parallel, each on one thread, so
 * that results do not depend on the number of threads. */
#include "sweep.h"
#include "base/threads.h"
#include "base/mem.h"
#include "base/number.h"
#include "io/write/output.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

mgnn_status
mg_sweep_check(mg_sweep *s, const mg_sweep_options *opt, const mg_sweep_use *use,
               mgnn_error *err)
{
  int swept = opt->axes.count > 0 || opt->seeds != NULL;
  const char *given = opt->axes.count > 0 ? "sweep" : opt->seeds != NULL
                      ? "seeds" : use->table != NULL ? "table"
                      : use->claims != NULL ? "claims" : NULL;

  if (given == NULL)
    return MGNN_OK;
  if (swept && use->table == NULL && use->claims == NULL && use->plot == NULL
      && use->sheet == NULL)
    return mg_fail(err, MGNN_EINVAL, "--%s: nothing would show the settings; give "
                   "--table FILE, --plot FILE, --sheet FILE or --claims", given);
  PASS(mg_sweep_axes(s, opt, use, err));
  PASS(mg_sweep_patterns(s, use, err));
  s->drawn = use->sheet != NULL && s->settings > 1;
  s->shows = !use->call->quiet && isatty(STDERR_FILENO);
  return MGNN_OK;
}

/* ---- the runs ---- */

/* A run of one model under one setting, with the buffers of its thread. */
typedef struct {
  const mg_sweep *s;
  const mg_results *runs;
  mg_facts_plan plan;
  size_t setting, model, size; /* size: n*dim of its graph */
  double *x, *z0, *y;
  mgnn_status status;
  mgnn_error err;
} runner;

static int
watch(void *ctx, const mgnn_progress *now)
{
  runner *r = ctx;
  const mg_graph *g = &r->plan.in->problem->graph;
  mg_facts facts = { 0 };

  memcpy(r->y, now->x, r->size * sizeof *r->y);
  mg_graph_rescale(g, r->plan.dim, r->y, 1);
  r->status = mg_facts_find(&r->plan, now->step, now->x, r->y, &facts, NULL,
                            &r->err);
  for (int space = 0; space < MG_SPACES; space++)
    memcpy(mg_sweep_at(r->s, r->setting, r->model, now->step, space),
           facts.value[space], sizeof facts.value[space]);
  mg_facts_free(&facts);
  r->s->ran[r->setting * r->s->models + r->model] = now->step + 1;
  return r->status != MGNN_OK || mg_program_stopped();
}

static int
draws(const runner *r)
{
  return r->s->drawn && mg_sweep_draws(r->s, r->setting);
}

/* Keep the positions after the last layer, for a drawing. */
static mgnn_status
keep(runner *r, const mg_run *run)
{
  size_t last = mg_sweep_last(r->s, r->setting);
  mg_run *kept = &r->s->kept[r->setting * r->s->models + r->model];

  kept->rule = run->rule;
  kept->look = run->look;
  kept->last = mg_alloc(r->size, sizeof *kept->last);
  PASS(mg_allocated(kept->last, &r->err));
  memcpy(kept->last, r->x, r->size * sizeof *kept->last);
  kept->figures = mg_zalloc(r->s->layers + 1, sizeof *kept->figures);
  PASS(mg_allocated(kept->figures, &r->err));
  memcpy(r->y, r->x, r->size * sizeof *r->y);
  mg_graph_rescale(&r->plan.in->problem->graph, r->plan.dim, r->y, 1);
  return mgnn_measure(r->plan.in->problem, r->plan.dim, r->y, NULL, 0,
                      &kept->figures[last], &r->err);
}

static mgnn_status
run_one(runner *r, const mg_layers_options *opt, const mg_run *run)
{
  const mg_sweep_graph *g =
    &r->s->graph[mg_sweep_index(r->s, r->setting, MG_AXIS_GRAPH)];
  const mg_input *in = g->in;
  double swept = mg_sweep_value(r->s, r->setting, MG_AXIS_SEED);
  unsigned long seed = isnan(swept) ? g->plan.seed : (unsigned long)swept;
  const double *origin = in->origin == in->start ? r->z0 : in->origin;
  mgnn_layer_params par;
  mg_run here = *run;
  double *before = r->plan.before;
  mgnn_status status;

  r->plan = g->plan;
  r->plan.before = before;     /* this thread's buffer */
  r->size = in->src.n * in->dim;
  for (int k = 0; k < MG_PARAMS; k++)
    if (r->s->axis[k].count > 0 && mg_rule_takes(run->rule, k))
      here.param[k] = mg_sweep_value(r->s, r->setting, k);
  memcpy(r->z0, in->start, r->size * sizeof *r->z0);
  if (in->random_scale > 0)
    PASS(mgnn_place(in->problem, in->dim, seed, in->random_scale, r->z0,
                    &r->err));
  memcpy(r->x, r->z0, r->size * sizeof *r->x);
  mg_layers_params(opt, r->runs, &here, &par);
  par.layers = mg_program_stopped() ? 0 : mg_sweep_last(r->s, r->setting);
  par.origin = origin;
  par.control.seed = seed;
  par.control.threads = 1;
  par.control.watch = watch;
  par.control.watch_ctx = r;
  status = mgnn_propagate(in->problem, in->dim, &par, r->x, &r->err);
  PASS(r->status);
  PASS(status != MGNN_ENOCONV ? status : MGNN_OK);
  return draws(r) ? keep(r, run) : MGNN_OK;
}

static mgnn_status
runner_init(runner *r, const mg_sweep *s, const mg_results *runs)
{
  size_t most = 0;

  for (size_t k = 0; k < s->graphs; k++)
    if (s->graph[k].in->src.n * s->graph[k].in->dim > most)
      most = s->graph[k].in->src.n * s->graph[k].in->dim;
  *r = (runner){ .s = s, .runs = runs };
  /* One block for four buffers: x, z0, y, and Y of the layer before. */
  r->x = mg_alloc(4 * most, sizeof *r->x);
  if (r->x == NULL)
    return mg_fail_memory(&r->err);
  r->z0 = r->x + most;
  r->y = r->z0 + most;
  r->plan.before = r->y + most;
  return MGNN_OK;
}

/* Show progress on a terminal, in a line that is overwritten. */
static void
progress_show(const mg_sweep *s, size_t done, size_t all, double begin)
{
  double left = (mg_clock() - begin) / (double)done * (double)(all - done);

  if (s->shows)
    fprintf(stderr, "\rmgnn-layout: %zu of %zu settings, about %.0f s left "
            "  %s", done / s->models, s->settings, left,
            done == all ? "\r\033[K" : "");
}

static mgnn_status
values_allocate(mg_sweep *s, size_t runs, mgnn_error *err)
{
  size_t count = runs * (s->layers + 1) * MG_SPACES * MG_MEASURES;

  s->value = mg_alloc(runs * (s->layers + 1), MG_SPACES * MG_MEASURES
                      * sizeof *s->value);
  s->ran = mg_zalloc(runs, sizeof *s->ran);
  s->kept = s->drawn ? mg_zalloc(runs, sizeof *s->kept) : NULL;
  if (s->value == NULL || s->ran == NULL || (s->drawn && s->kept == NULL))
    return mg_fail_memory(err);
  for (size_t k = 0; k < count; k++)
    s->value[k] = NAN;
  return MGNN_OK;
}

/* Refuse to sweep a parameter that --model sets for one of the models. */
static mgnn_status
own_check(const mg_sweep *s, const mg_results *runs, mgnn_error *err)
{
  for (size_t k = 0; k < runs->count; k++)
    for (int a = 0; a < MG_PARAMS; a++)
      if (s->axis[a].count > 0 && (runs->run[k].own & 1u << a))
        return mg_fail(err, MGNN_EINVAL, "--model %s sets %s, and so does --sweep "
                       "%s=; leave out one of them",
                       runs->run[k].name, s->axis[a].name, s->axis[a].name);
  return MGNN_OK;
}

mgnn_status
mg_sweep_run(mg_sweep *s, const mg_layers_options *opt, const mg_results *runs,
             mgnn_error *err)
{
  size_t all = s->settings * runs->count;
  double begin = mg_clock();
  mgnn_status status = MGNN_OK;

  s->models = runs->count;
  PASS(own_check(s, runs, err));
  PASS(values_allocate(s, all, err));
#pragma omp parallel if (all > 1) num_threads(mg_threads(0))
  {
    runner r;
    mgnn_status mine = runner_init(&r, s, runs);

#pragma omp for schedule(dynamic, 1)
    for (size_t k = 0; k < all; k++)
      if (mine == MGNN_OK) {
        r.setting = k / s->models;
        r.model = k % s->models;
        if (mg_program_stopped() && !draws(&r))
          continue;
        mine = run_one(&r, opt, &runs->run[r.model]);
        if (s->ran[k] <= mg_sweep_last(s, r.setting))
          continue;
#pragma omp critical(sweep_progress)
        progress_show(s, ++s->finished, all, begin);
      }
#pragma omp critical(sweep_failure)
    if (mine != MGNN_OK && status == MGNN_OK) {
      status = mine;
      if (err != NULL)
        *err = r.err;
    }
    mg_free(r.x);
  }
  return status;
}

/* ---- the table ---- */

/* Write the rows of one layer. */
static void
put_layer(FILE *out, const mg_sweep *s, const mg_results *runs, size_t setting,
          size_t model, size_t layer)
{
  char number[MG_NUMBER_MAX];

  for (size_t k = 0; k < MG_SPACES * MG_MEASURES; k++) {
    size_t space = k / MG_MEASURES, m = k % MG_MEASURES;
    double x = mg_sweep_at(s, setting, model, layer, (int)space)[m];

    if (!runs->plan.wanted[m])
      continue;
    for (int a = 0; a < MG_AXES; a++)
      if (s->axis[a].count > 0) {
        mg_number_write(number, mg_sweep_value(s, setting, a));
        fprintf(out, "%s,", number);
      }
    *number = '\0';
    if (isfinite(x))
      mg_number_write(number, x);
    fprintf(out, "%s,%zu,%c,%s,%s\n", runs->run[model].name, layer,
            space == MG_IN_Z ? 'z' : 'y', mg_measures[m].name, number);
  }
}

mgnn_status
mg_sweep_write(const mg_sweep *s, const char *path, const mg_results *runs,
               mgnn_error *err)
{
  mg_output out = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_output_open(&out, path, err));
  for (int a = 0; a < MG_AXES; a++)
    if (s->axis[a].count > 0)
      fprintf(out.file, "%s,", s->axis[a].name);
  fputs("model,layer,space,measure,value\n", out.file);
  for (size_t setting = 0; setting < s->settings; setting++)
    for (size_t k = 0; k < s->models; k++)
      for (size_t layer = 0; layer < s->ran[setting * s->models + k]; layer++)
        put_layer(out.file, s, runs, setting, k, layer);
  TRY(mg_output_keep(&out, runs->files, err));
end:
  mg_output_discard(&out);
  return status;
}

void
mg_sweep_free(mg_sweep *s)
{
  for (int a = 0; a < MG_AXES; a++)
    mg_free(s->axis[a].value);
  for (size_t k = 1; s->graph != NULL && k < s->graphs; k++) {
    mg_free(s->graph[k].plan.before);
    mg_encoding_free(s->graph[k].encoding);
    mg_input_free(&s->graph[k].own);
  }
  for (size_t k = 0; s->kept != NULL && k < s->settings * s->models; k++)
    mg_free_all(s->kept[k].last, s->kept[k].figures);
  mg_free_all(s->graph, s->kept, s->ran, s->value);
  mg_pool_free(&s->pool);
}
