/* Layers mode: chooses models and their parameters, runs the models, measures them. */
#include "layers.h"
#include "base/mem.h"
#include "base/number.h"
#include "propagate/filter.h"
#include "cli/common/program.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define AT(member) offsetof(mg_layers_options, member)

const mg_option mg_layers_rows[] = {
  { 0, "layers", "K", MG_COUNT, AT(layers), 0, 1e6,
    "run exactly K layers, in place of the layout" },
  { 0, "model", "NAME[:PARAM=X]...[,NAME]...", MG_WORD | MG_OF_LAYERS, AT(model), 0, 0,
    "{rules}; parameters after colons, as in mgnn:alpha=0.1:beta=1,mgnn:alpha=0.5 [default: mgnn]" },
  { 0, "alpha", "X|MODEL=X", MG_LIST | MG_OF_LAYERS, AT(alpha), 0, 0,
    "pull to the start, 0 to 1 [default: 0.05; models without lengths 0.1]" },
  { 0, "beta", "X|MODEL=X", MG_LIST | MG_OF_LAYERS, AT(beta), 0, 0,
    "weight of the lengths [default: 0.5]" },
  { 0, "eps", "X", MG_REAL | MG_OF_LAYERS, AT(eps), 0, 1e100,
    "added to distances [default: 1e-5]" },
  { 0, "step", "X", MG_REAL | MG_OF_LAYERS, AT(step), 0, 1,
    "mgnn-damped: share of the step to the next layer, above 0 and up to 1 [default: 0.5]" },
  { 0, "theta", "X", MG_REAL | MG_OF_LAYERS, AT(theta), 0, 1e100,
    "gcnii: weight of its random maps [default: 0.5]" },
  { 0, "gpr", "FILTER", MG_WORD | MG_OF_LAYERS, AT(gpr), 0, 0,
    "gpr: ppr, heat:T, monomial:K or coefficients C0,C1,... [default: ppr]" },
  { 0, "p", "X", MG_REAL | MG_OF_LAYERS, AT(p), 1, 100,
    "pgnn: power of the distances [default: 1.5]" },
  { 0, "mu", "X", MG_REAL | MG_OF_LAYERS, AT(mu), 0, 1e100,
    "pgnn: pull to the start [default: 0.1]" },
  { 0, "attention", "NAME", MG_WORD | MG_OF_LAYERS, AT(attention), 0, 0,
    "gat: edge attribute that weights the neighbours" },
  { 0, "self-loops", NULL, MG_FLAG | MG_OF_LAYERS, AT(self_loops), 0, 0,
    "use A + I in place of A" },
  { 0, "precision", "double|single", MG_WORD | MG_OF_LAYERS, AT(precision), 0, 0,
    "number format of positions; single is faster and takes half the memory [default: double]" },
  MG_OPTIONS_END
};

void
mg_layers_options_init(mg_layers_options *opt)
{
  *opt = (mg_layers_options){ .layers = -1, .eps = 1e-5, .step = -1, .theta = -1,
                              .p = -1, .mu = -1 };
}

/* ---- which models ---- */

/* Two more options that only some models take, numbered after the parameters. */
enum { GPR = MG_PARAMS, ATTENTION };

/* Check that each option for only some models has such a model among the runs. */
static mgnn_status
own_options_check(const mg_layers_options *opt, const mg_results *runs, mgnn_error *err)
{
  const struct {
    const char *option;
    int param, given;
  } own[] = {
    { "step", MG_PARAM_STEP, opt->step >= 0 }, { "theta", MG_PARAM_THETA, opt->theta >= 0 },
    { "p", MG_PARAM_P, opt->p >= 0 }, { "mu", MG_PARAM_MU, opt->mu >= 0 },
    { "gpr", GPR, opt->gpr != NULL }, { "attention", ATTENTION, opt->attention != NULL }
  };
  mg_filter filter = { 0 };
  mgnn_error why;

  for (size_t k = 0; k < sizeof own / sizeof *own; k++) {
    const mg_rule *first = mg_rules;
    size_t r = 0;

    while (r < runs->count && !mg_rule_takes(runs->run[r].rule, own[k].param))
      r++;
    while (!mg_rule_takes(first, own[k].param))
      first++;
    if (own[k].given && r == runs->count)
      return mg_fail(err, MGNN_EINVAL, "--%s belongs to the model %s: name it with "
                     "--model", own[k].option, first->name);
  }
  if (opt->step == 0)
    return mg_fail(err, MGNN_EINVAL, "--step is 0, must be above 0: no node would "
                   "move");
  if (opt->gpr == NULL)
    return MGNN_OK;
  if (mg_filter_parse(&filter, opt->gpr, 0, &why) != MGNN_OK)
    return mg_fail(err, why.status, "--gpr: %s", why.text);
  mg_filter_free(&filter);
  return MGNN_OK;
}

/* The row of the table of rules with the name of `len` bytes; NULL, with the reason in
 * err, if there is no such rule. */
static const mg_rule *
model_find(const char *option, const char *word, size_t len, mgnn_error *err)
{
  char names[300];

  for (const mg_rule *rule = mg_rules; rule->name != NULL; rule++)
    if (strlen(rule->name) == len && strncmp(rule->name, word, len) == 0)
      return rule;
  mg_fail(err, MGNN_EINVAL, "--%s: there is no model \"%.*s\"; give %s", option,
          len < 31 ? (int)len : 31, word,
          mg_choices(names, sizeof names, mgnn_rule_name));
  return NULL;
}

/* Set *rate to the value of --alpha or --beta for a rule: the last value with its name,
 * else the last without a name; else leave *rate as it is. */
static mgnn_status
rate_of(const mg_list *list, const char *option, double max,
        const mg_rule *rule, double *rate, mgnn_error *err)
{
  int named = 0;

  for (size_t k = 0; k < list->count; k++) {
    const char *word = list->word[k], *equals = strchr(word, '=');
    const char *text = equals != NULL ? equals + 1 : word;
    const mg_rule *of = rule;
    double x;

    if (!mg_number_whole(text, strlen(text), &x) || !(x >= 0 && x <= max))
      return mg_fail(err, MGNN_EINVAL, "--%s: \"%s\" is not a number %s",
                     option, text, max == 1 ? "from 0 to 1" : "of at least 0");
    if (equals != NULL)
      of = model_find(option, word, (size_t)(equals - word), err);
    if (of == NULL)
      return MGNN_EINVAL;
    if (of == rule && (equals != NULL || !named))
      *rate = x;
    named |= of == rule && equals != NULL;
  }
  return MGNN_OK;
}

/* ---- parameters of one model ---- */

#define OF(member) offsetof(mgnn_layer_params, member)

const mg_layer_param mg_layer_param_table[MG_PARAMS] = {
  { "alpha", "\u03b1", OF(alpha), 0, 1 },
  { "beta", "\u03b2", OF(beta), 0, 1e300 },
  { "eps", "\u03b5", OF(eps), 0, 1e100 },
  { "step", "\u03c4", OF(step), 1e-9, 1 },
  { "theta", "\u03b8", OF(theta), 0, 1e100 },
  { "p", "p", OF(p), 1, 100 },
  { "mu", "\u03bc", OF(mu), 0, 1e100 }
};

const char *
mg_layer_param_name(size_t k)
{
  return k < MG_PARAMS ? mg_layer_param_table[k].name : NULL;
}

int
mg_rule_takes(const mg_rule *rule, int k)
{
  switch (k) {
  case MG_PARAM_ALPHA:
    return rule->takes_alpha;
  case MG_PARAM_STEP:
    return rule->form & MG_DAMPED;
  case MG_PARAM_THETA:
    return rule->form & MG_MAPPED;
  case MG_PARAM_P:
  case MG_PARAM_MU:
    return rule->kind == MG_LAPLACIAN;
  case GPR:
    return rule->form & MG_FILTERED;
  case ATTENTION:
    return rule->form & MG_ATTENDED;
  default:
    return rule->takes_beta;
  }
}

/* The parameter with the given name; MG_PARAMS: there is no such parameter. */
static int
param_find(const char *word, size_t len)
{
  int k = 0;

  while (k < MG_PARAMS && !(strlen(mg_layer_param_table[k].name) == len
                            && strncmp(mg_layer_param_table[k].name, word, len)
                               == 0))
    k++;
  return k;
}

static mgnn_status
param_set(mg_run *run, const char *word, size_t len, mgnn_error *err)
{
  size_t name = strcspn(word, "=");
  int k = param_find(word, name), shown = len < 31 ? (int)len : 31;
  const mg_layer_param *param = &mg_layer_param_table[k < MG_PARAMS ? k : 0];
  char names[100];
  double x;

  if (k == MG_PARAMS || name >= len)
    return mg_fail(err, MGNN_EINVAL, "--model %s: \"%.*s\" is not NAME=X, with a NAME "
                   "out of %s", run->rule->name, shown, word,
                   mg_choices(names, sizeof names, mg_layer_param_name));
  if (!mg_number_whole(word + name + 1, len - name - 1, &x)
      || !(x >= param->least && x <= param->most))
    return mg_fail(err, MGNN_EINVAL, "--model %s: \"%.*s\" is not a number from "
                   "%g to %g", run->rule->name, shown, word, param->least,
                   param->most);
  if (!mg_rule_takes(run->rule, k))
    return mg_fail(err, MGNN_EINVAL, "--model %s: it has no %s",
                   run->rule->name, param->name);
  run->param[k] = x;
  run->own |= 1u << k;
  return MGNN_OK;
}

/* Set the parameters from a word such as mgnn:alpha=0.1:beta=1, and their text for
 * captions: "\u03b1 = 0.1, \u03b2 = 1". */
static mgnn_status
params_set(mg_run *run, const char *word, size_t len, mgnn_error *err)
{
  size_t at = strlen(run->rule->name), used = 0;

  while (at < len) {
    const char *param = word + at + 1;
    size_t most = len - at - 1, size = strcspn(param, ":,");
    size_t name = strcspn(param, "=");

    PASS(param_set(run, param, size < most ? size : most, err));
    if (used < sizeof run->settings)
      used += (size_t)snprintf(run->settings + used,
                               sizeof run->settings - used, "%s%s = %.*s",
                               used > 0 ? ", " : "",
                               mg_layer_param_table[param_find(param, name)]
                                 .sign,
                               (int)(size - name - 1), param + name + 1);
    at += 1 + size;
  }
  return MGNN_OK;
}

/* Set the name, title and look of a run.  The first run of a rule has the look of that
 * rule; further runs of the rule have looks that belong to no rule. */
static mgnn_status
run_name(mg_run *run, const mg_results *runs, const char *word, size_t len,
         mgnn_error *err)
{
  size_t rules = 0;
  char *title;

  run->look = (size_t)(run->rule - mg_rules);
  while (mg_rules[rules].name != NULL)
    rules++;
  for (const mg_run *r = runs->run; r < run; r++)
    if (r->rule == run->rule)
      run->look = rules + (size_t)(run - runs->run);
  PASS(mg_allocated(run->name = mg_strndup(word, len), err));
  title = mg_alloc(strlen(run->rule->title) + strlen(run->settings) + 3, 1);
  PASS(mg_allocated(title, err));
  sprintf(title, *run->settings != '\0' ? "%s, %s" : "%s%s", run->rule->title,
          run->settings);
  run->title = title;
  return MGNN_OK;
}

/* Set parameters as given for all models, else to the default of rule or library. */
static void
params_default(const mg_layers_options *opt, mg_run *run)
{
  const double given[MG_PARAMS] = { run->rule->alpha, run->rule->beta, opt->eps,
                                    opt->step, opt->theta, opt->p, opt->mu };

  for (int k = 0; k < MG_PARAMS; k++)
    if (given[k] >= 0)
      run->param[k] = given[k];
    else
      memcpy(&run->param[k],
             (const char *)&mg_layer_params_default + mg_layer_param_table[k].at,
             sizeof run->param[k]);
}

static mgnn_status
model_add(const mg_layers_options *opt, mg_results *runs, const char *word,
          size_t len, mgnn_error *err)
{
  size_t name = strcspn(word, ":,");
  const mg_rule *rule = model_find("model", word, name < len ? name : len, err);
  mg_run *more, *run;

  if (rule == NULL)
    return MGNN_EINVAL;
  for (size_t k = 0; k < runs->count; k++)
    if (strlen(runs->run[k].name) == len
        && strncmp(runs->run[k].name, word, len) == 0)
      return mg_fail(err, MGNN_EINVAL, "--model names %s twice; the same model "
                     "with other parameters is %s:alpha=0.1", runs->run[k].name,
                     rule->name);
  PASS(mg_allocated(more = mg_resize(runs->run, runs->count + 1, sizeof *more), err));
  runs->run = more;
  run = &more[runs->count++];
  *run = (mg_run){ .rule = rule };
  params_default(opt, run);
  PASS(rate_of(&opt->alpha, "alpha", 1, rule, &run->param[MG_PARAM_ALPHA], err));
  if (!rule->takes_alpha)
    run->param[MG_PARAM_ALPHA] = 0;
  PASS(rate_of(&opt->beta, "beta", 1e300, rule, &run->param[MG_PARAM_BETA],
               err));
  PASS(params_set(run, word, len, err));
  return run_name(run, runs, word, len, err);
}

/* Check that every model named in --alpha or --beta is run and has that parameter. */
static mgnn_status
named_rates_check(const mg_list *list, int param, const mg_results *runs,
                  mgnn_error *err)
{
  const char *option = mg_layer_param_table[param].name;

  for (size_t k = 0; k < list->count; k++) {
    const char *word = list->word[k];
    size_t len = strcspn(word, "="), r = 0;
    const mg_rule *rule;

    if (word[len] == '\0')
      continue;
    rule = model_find(option, word, len, err);
    if (rule == NULL)
      return MGNN_EINVAL;
    while (r < runs->count && runs->run[r].rule != rule)
      r++;
    if (r == runs->count)
      return mg_fail(err, MGNN_EINVAL, "--%s %s: --model does not name %s", option,
                     word, rule->name);
    if (!mg_rule_takes(rule, param))
      return mg_fail(err, MGNN_EINVAL, "--%s %s: %s has no %s", option, word,
                     rule->name, option);
  }
  return MGNN_OK;
}

mgnn_status
mg_layers_check(const mg_layers_options *opt, mg_results *runs, mgnn_error *err)
{
  const char *names = opt->model != NULL ? opt->model : "mgnn";

  runs->in_layers = opt->layers >= 0;
  if (runs->in_layers) {
    runs->layers = (size_t)opt->layers;
    for (; names != NULL; names = mg_list_rest(names))
      PASS(model_add(opt, runs, names, strcspn(names, ","), err));
    PASS(named_rates_check(&opt->alpha, MG_PARAM_ALPHA, runs, err));
    PASS(named_rates_check(&opt->beta, MG_PARAM_BETA, runs, err));
    return own_options_check(opt, runs, err);
  }
  runs->run = mg_zalloc(1, sizeof *runs->run);
  runs->count = runs->run != NULL;
  return mg_allocated(runs->run, err);
}

/* ---- attention ---- */

/* Read the attention of each edge.  Merged edges get the sum, as for stiffness, so
 * parallel edges keep their total weight. */
static mgnn_status
attention_take(mg_results *runs, const mg_column *col, mgnn_error *err)
{
  const mg_input *in = runs->in;
  const mg_source *src = &in->src;
  const mg_graph *g = &in->problem->graph;

  PASS(mg_allocated(runs->attention = mg_zalloc(g->m, sizeof (double)), err));
  for (size_t r = 0; r < src->m; r++) {
    size_t e = in->simple.into != NULL ? in->simple.into[r] : r;
    double x;

    if (e == MG_DROPPED)
      continue;
    if (!mg_column_number(col, r, &x) || !(x >= 0 && x <= 1e300))
      return mg_fail(err, MGNN_EINVAL, "--attention: the attribute \"%.60s\" of "
                     "the edge %.60s - %.60s is not a number of at least 0",
                     col->name, src->names.text[g->ends[2 * e]],
                     src->names.text[g->ends[2 * e + 1]]);
    runs->attention[e] += x;
  }
  return MGNN_OK;
}

mgnn_status
mg_layers_read(const mg_layers_options *opt, mg_results *runs, mgnn_error *err)
{
  const mg_source *src = &runs->in->src;
  const mg_column *col;

  if (opt->attention == NULL)
    return MGNN_OK;
  col = mg_attribute_find(&src->edge, opt->attention);
  return col != NULL ? attention_take(runs, col, err)
         : mg_attribute_missing(src, &src->edge, "edge", "--attention",
                                opt->attention, err);
}

/* ---- running and measuring them ---- */

/* Measure one layer.  Layers work in Z, but the figures are defined for Y. */
static mgnn_status
measure_layer(mg_results *runs, mg_run *run, size_t layer,
              const double *z, mgnn_error *err)
{
  size_t size = runs->in->src.n * runs->dim;
  double *y = mg_alloc(size, sizeof *y);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(y, err));
  memcpy(y, z, size * sizeof *y);
  mg_graph_rescale(&runs->in->problem->graph, runs->dim, y, 1);
  if (run->facts != NULL) {
    TRY(mg_facts_find(&runs->plan, layer, z, y, &run->facts[layer],
                      &run->figures[layer], err));
    mg_objective_set(runs->in->problem, runs->dim, y, runs->in->origin,
                     run->param[MG_PARAM_ALPHA], &run->figures[layer]);
  } else
    TRY(mgnn_measure(runs->in->problem, runs->dim, y, runs->in->origin,
                     run->param[MG_PARAM_ALPHA], &run->figures[layer], err));
  if (layer == runs->layers)
    TRY(mg_stress_scaled(runs->in->problem, runs->dim, y, &run->scale,
                         &run->scaled_stress, err));
end:
  mg_free(y);
  return status;
}

typedef struct {
  mg_results *runs;
  mg_run *run;
  size_t layer;                /* the last layer reported */
  mgnn_status status;          /* a failure inside the watcher, which */
  mgnn_error err;              /* cannot be passed through the library */
} watcher;

/* Called after each layer: keep its positions, or measure it if they are not kept. */
static int
watch_layer(void *ctx, const mgnn_progress *now)
{
  watcher *w = ctx;
  size_t size = w->runs->in->src.n * w->runs->dim;

  w->layer = now->step;
  if (w->run->frames != NULL)
    memcpy(w->run->frames + now->step * size, now->x, size * sizeof *now->x);
  else if (w->runs->measure_all)
    w->status = measure_layer(w->runs, w->run, now->step, now->x, &w->err);
  return w->status != MGNN_OK
         || (mg_program_stopped() && now->step < w->runs->layers);
}

void
mg_layers_params(const mg_layers_options *opt, const mg_results *runs,
                 const mg_run *run, mgnn_layer_params *par)
{
  mgnn_layer_params_init(par);
  par->rule = run->rule->name;
  par->layers = runs->layers;
  for (int k = 0; k < MG_PARAMS; k++)
    memcpy((char *)par + mg_layer_param_table[k].at, &run->param[k],
           sizeof run->param[k]);
  if (opt->gpr != NULL)
    par->filter = opt->gpr;
  par->attention = runs->attention;
  par->origin = runs->in->origin;
  par->single_precision = opt->precision != NULL && *opt->precision == 's';
  par->control.seed = runs->seed;
}

static mgnn_status
run_model(const mg_layers_options *opt, mg_results *runs, mg_run *run,
          size_t *done, mgnn_error *err)
{
  size_t size = runs->in->src.n * runs->dim, layers = runs->layers;
  watcher w = { .runs = runs, .run = run, .status = MGNN_OK };
  mgnn_layer_params par;
  mgnn_status status = MGNN_OK;

  PASS(mg_allocated_all(err, MG_NEW(run->last, size),
                        MG_ZEROS(run->figures, layers + 1)));
  if (runs->plan.measures)
    PASS(mg_allocated(run->facts = mg_zalloc(layers + 1, sizeof *run->facts), err));
  if (runs->keep_frames) {
    run->frames = mg_alloc(layers + 1, size * sizeof *run->frames);
    PASS(mg_allocated_all(err, run->frames, MG_ZEROS(run->frame, layers + 1)));
    run->frame_count = layers + 1;
  }
  memcpy(run->last, runs->in->start, size * sizeof *run->last);
  mg_layers_params(opt, runs, run, &par);
  par.control.watch = watch_layer;
  par.control.watch_ctx = &w;
  status = mgnn_propagate(runs->in->problem, runs->dim, &par, run->last, err);
  if (w.status != MGNN_OK) {
    *err = w.err;
    status = w.status;
  } else if (status == MGNN_ENOCONV)
    status = MGNN_OK;
  *done = w.layer;
  return status;
}

mgnn_status
mg_layers_run(const mg_layers_options *opt, mg_results *runs, mgnn_error *err)
{
  for (size_t k = 0; k < runs->count; k++) {
    size_t done = 0;

    PASS(run_model(opt, runs, &runs->run[k], &done, err));
    if (done == runs->layers)
      continue;
    /* Stopped: keep the complete models before, or else this incomplete one. */
    mg_results_cut(runs, k > 0 ? k : 1);
    if (k == 0) {
      runs->layers = done;
      runs->run[0].frame_count = runs->keep_frames ? done + 1 : 0;
    }
  }
  return MGNN_OK;
}

/* Find the worst edges of the first run. */
static mgnn_status
find_worst(mg_results *runs, mgnn_error *err)
{
  double *y = mg_alloc(runs->in->src.n * runs->dim, sizeof *y);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(y, err));
  mg_run_positions(runs, &runs->run[0], MG_FRAME_LAST, 0, y);
  runs->worst_count = mg_edges_worst(runs->in->problem, runs->dim, y,
                                     MG_WORST_MAX, runs->worst);
end:
  mg_free(y);
  return status;
}

mgnn_status
mg_layers_measure(mg_results *runs, int worst, mgnn_error *err)
{
  size_t size = runs->in->src.n * runs->dim, last = runs->layers;

  for (size_t k = 0; k < runs->count; k++) {
    mg_run *run = &runs->run[k];

    for (size_t layer = 0; layer < run->frame_count; layer++) {
      PASS(measure_layer(runs, run, layer, run->frames + layer * size, err));
      run->frame[layer] = (mg_snapshot){ layer, 0, run->figures[layer].energy,
                                         run->figures[layer] };
    }
    if (runs->keep_frames || runs->measure_all)
      continue;
    PASS(measure_layer(runs, run, 0, runs->in->start, err));
    PASS(measure_layer(runs, run, last, run->last, err));
  }
  return worst ? find_worst(runs, err) : MGNN_OK;
}
