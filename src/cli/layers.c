/* The models of layers mode: which they are, running and measuring them. */
#include "layers.h"
#include "base/mem.h"
#include "base/number.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define AT(member) offsetof(mg_layers_options, member)

const mg_option mg_layers_rows[] = {
  { 0, "layers", "K", MG_COUNT, AT(layers), 0, 1e6, "run exactly K layers" },
  { 0, "model", "NAME[:PARAM=X]...[,NAME]...", MG_WORD, AT(model), 0, 0,
    "mgnn, mgnn-message, sgc, appnp (mgnn); with parameters of its own: mgnn:alpha=0.1:beta=1,mgnn:alpha=0.5" },
  { 0, "alpha", "X|MODEL=X", MG_LIST, AT(alpha), 0, 0,
    "pull to the start, 0 to 1 (0.05; appnp 0.1)" },
  { 0, "beta", "X|MODEL=X", MG_LIST, AT(beta), 0, 0,
    "weight of the lengths (0.5)" },
  { 0, "eps", "X", MG_REAL, AT(eps), 0, 1e100, "added to distances (1e-5)" },
  { 0, "self-loops", NULL, MG_FLAG, AT(self_loops), 0, 0,
    "use A + I in place of A" },
  { 0, "precision", "double|single", MG_WORD, AT(precision), 0, 0,
    "how positions are held: single is faster, in half of the memory (double)" },
  MG_OPTIONS_END
};

/* ---- which models ---- */

/* The row of the table of rules for a word of `len` bytes; NULL, with the
 * reason, if there is none. */
static const mg_rule *
model_find(const char *option, const char *word, size_t len, mgnn_error *err)
{
  for (const mg_rule *rule = mg_rules; rule->name != NULL; rule++)
    if (strlen(rule->name) == len && strncmp(rule->name, word, len) == 0)
      return rule;
  mg_fail(err, MGNN_EINVAL, "--%s: there is no model \"%.*s\"; the models are "
          "mgnn, mgnn-message, sgc, appnp", option, len < 31 ? (int)len : 31,
          word);
  return NULL;
}

/* The value of --alpha or --beta for a rule: the last one that names it, else
 * the last bare one, else what *rate is. */
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

const mg_layer_param mg_layer_params[MG_PARAMS] = {
  { "alpha", "\u03b1", offsetof(mg_run, alpha), 1 },
  { "beta", "\u03b2", offsetof(mg_run, beta), 1e300 },
  { "eps", "\u03b5", offsetof(mg_run, eps), 1e100 }
};

static mgnn_status
param_set(mg_run *run, const char *word, size_t len, mgnn_error *err)
{
  size_t name = strcspn(word, "="), k = 0;
  double x;

  while (k < MG_PARAMS && !(strlen(mg_layer_params[k].name) == name
                            && strncmp(mg_layer_params[k].name, word, name)
                               == 0))
    k++;
  if (k == MG_PARAMS || name >= len)
    return mg_fail(err, MGNN_EINVAL, "--model %s: \"%.*s\" is none of alpha=X, "
                   "beta=X, eps=X", run->rule->name, len < 31 ? (int)len : 31,
                   word);
  if (!mg_number_whole(word + name + 1, len - name - 1, &x)
      || !(x >= 0 && x <= mg_layer_params[k].most))
    return mg_fail(err, MGNN_EINVAL, "--model %s: \"%.*s\" is not a number from "
                   "0 to %g", run->rule->name, len < 31 ? (int)len : 31, word,
                   mg_layer_params[k].most);
  if ((k == MG_PARAM_ALPHA && !run->rule->takes_alpha)
      || (k != MG_PARAM_ALPHA && !run->rule->takes_beta))
    return mg_fail(err, MGNN_EINVAL, "--model %s: it has no %s",
                   run->rule->name, mg_layer_params[k].name);
  memcpy((char *)run + mg_layer_params[k].at, &x, sizeof x);
  run->own |= 1u << k;
  return MGNN_OK;
}

/* The parameters of a word such as mgnn:alpha=0.1:beta=1, and what they are
 * called in captions: "\u03b1 = 0.1, \u03b2 = 1". */
static mgnn_status
params_set(mg_run *run, const char *word, size_t len, mgnn_error *err)
{
  size_t at = strlen(run->rule->name), used = 0;
  mgnn_status status = MGNN_OK;

  while (at < len) {
    const char *param = word + at + 1;
    size_t most = len - at - 1, size = strcspn(param, ":,");
    size_t name = strcspn(param, "=");

    TRY(param_set(run, param, size < most ? size : most, err));
    for (int k = 0; k < MG_PARAMS; k++)
      if (strncmp(mg_layer_params[k].name, param, name) == 0
          && used < sizeof run->settings)
        used += (size_t)snprintf(run->settings + used,
                                 sizeof run->settings - used, "%s%s = %.*s",
                                 used > 0 ? ", " : "", mg_layer_params[k].sign,
                                 (int)(size - name - 1), param + name + 1);
    at += 1 + size;
  }
end:
  return status;
}

/* The words for a run, and a look that only its rule has; for a rule once more
 * one that no rule has. */
static mgnn_status
run_name(mg_run *run, const mg_results *runs, const char *word, size_t len,
         mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  size_t rules = 0;
  char *title;

  run->look = (size_t)(run->rule - mg_rules);
  while (mg_rules[rules].name != NULL)
    rules++;
  for (const mg_run *r = runs->run; r < run; r++)
    if (r->rule == run->rule)
      run->look = rules + (size_t)(run - runs->run);
  TRY(mg_allocated(run->name = mg_strndup(word, len), err));
  title = mg_alloc(strlen(run->rule->title) + strlen(run->settings) + 3, 1);
  TRY(mg_allocated(title, err));
  sprintf(title, *run->settings != '\0' ? "%s, %s" : "%s%s", run->rule->title,
          run->settings);
  run->title = title;
end:
  return status;
}

static mgnn_status
model_add(const mg_layers_options *opt, mg_results *runs, const char *word,
          size_t len, mgnn_error *err)
{
  size_t name = strcspn(word, ":,");
  const mg_rule *rule = model_find("model", word, name < len ? name : len, err);
  mgnn_status status = MGNN_OK;
  mg_run *more, *run;

  if (rule == NULL)
    return MGNN_EINVAL;
  for (size_t k = 0; k < runs->count; k++)
    if (strlen(runs->run[k].name) == len
        && strncmp(runs->run[k].name, word, len) == 0)
      return mg_fail(err, MGNN_EINVAL, "--model names %s twice; the same model "
                     "with other parameters is %s:alpha=0.1", runs->run[k].name,
                     rule->name);
  more = mg_resize(runs->run, runs->count + 1, sizeof *more);
  TRY(mg_allocated(more, err));
  runs->run = more;
  run = &more[runs->count++];
  *run = (mg_run){ .rule = rule, .alpha = rule->alpha, .beta = rule->beta,
                   .eps = opt->eps };
  TRY(rate_of(&opt->alpha, "alpha", 1, rule, &run->alpha, err));
  if (!rule->takes_alpha)
    run->alpha = 0;
  TRY(rate_of(&opt->beta, "beta", 1e300, rule, &run->beta, err));
  TRY(params_set(run, word, len, err));
  TRY(run_name(run, runs, word, len, err));
end:
  return status;
}

static mgnn_status
models_add(const mg_layers_options *opt, mg_results *runs, mgnn_error *err)
{
  const char *names = opt->model != NULL ? opt->model : "mgnn";
  mgnn_status status = MGNN_OK;

  for (;;) {
    size_t len = strcspn(names, ",");

    TRY(model_add(opt, runs, names, len, err));
    if (names[len] == '\0')
      break;
    names += len + 1;
  }
end:
  return status;
}

mgnn_status
mg_layers_check(const mg_layers_options *opt, mg_results *runs, mgnn_error *err)
{
  static const char how[] = "give the number of layers with --layers K";

  if (opt->precision != NULL && strcmp(opt->precision, "single") != 0
      && strcmp(opt->precision, "double") != 0)
    return mg_fail(err, MGNN_EINVAL, "--precision is \"%s\", must be single or "
                   "double", opt->precision);
  runs->in_layers = opt->layers >= 0;
  if (runs->in_layers) {
    runs->layers = (size_t)opt->layers;
    return models_add(opt, runs, err);
  }
  if (opt->self_loops)
    return mg_fail(err, MGNN_EINVAL, "--self-loops belongs to layers mode: %s",
                   how);
  if (opt->precision != NULL)
    return mg_fail(err, MGNN_EINVAL, "--precision belongs to layers mode: %s",
                   how);
  if (opt->model != NULL || opt->alpha.count > 0 || opt->beta.count > 0)
    return mg_fail(err, MGNN_EINVAL, "--model, --alpha and --beta belong to "
                   "layers mode: %s", how);
  runs->run = mg_zalloc(1, sizeof *runs->run);
  runs->count = runs->run != NULL;
  return mg_allocated(runs->run, err);
}

/* ---- running and measuring them ---- */

/* Layers work in Z; the figures are defined for Y. */
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
  TRY(mgnn_measure(runs->in->problem, runs->dim, y, runs->in->origin,
                   run->alpha, &run->figures[layer], err));
  if (layer == runs->layers)
    TRY(mg_stress_scaled(runs->in->problem, runs->dim, y, &run->scale,
                         &run->scaled_stress, err));
  if (run->facts != NULL)
    TRY(mg_facts_find(&runs->plan, layer, z, y, &run->facts[layer], err));
end:
  mg_free(y);
  return status;
}

typedef struct {
  mg_results *runs;
  mg_run *run;
  mgnn_status status;          /* a failure inside the watcher, */
  mgnn_error err;              /* which the loop knows nothing of */
} watcher;

/* Keep a layer, or measure it where it will be gone afterwards. */
static int
watch_layer(void *ctx, const mgnn_progress *now)
{
  watcher *w = ctx;
  size_t size = w->runs->in->src.n * w->runs->dim;

  if (w->run->frames != NULL)
    memcpy(w->run->frames + now->step * size, now->x, size * sizeof *now->x);
  else
    w->status = measure_layer(w->runs, w->run, now->step, now->x, &w->err);
  return w->status != MGNN_OK;
}

static mgnn_status
run_model(const mg_layers_options *opt, mg_results *runs, mg_run *run,
          mgnn_error *err)
{
  size_t size = runs->in->src.n * runs->dim, layers = runs->layers;
  watcher w = { .runs = runs, .run = run, .status = MGNN_OK };
  mgnn_layer_params par;
  mgnn_status status = MGNN_OK;

  run->last = mg_alloc(size, sizeof *run->last);
  TRY(mg_allocated(run->last, err));
  run->figures = mg_zalloc(layers + 1, sizeof *run->figures);
  TRY(mg_allocated(run->figures, err));
  if (runs->plan.measures) {
    run->facts = mg_zalloc(layers + 1, sizeof *run->facts);
    TRY(mg_allocated(run->facts, err));
  }
  if (runs->keep_frames) {
    run->frames = mg_alloc(layers + 1, size * sizeof *run->frames);
    TRY(mg_allocated(run->frames, err));
    run->frame = mg_zalloc(layers + 1, sizeof *run->frame);
    TRY(mg_allocated(run->frame, err));
    run->frame_count = layers + 1;
  }
  memcpy(run->last, runs->in->start, size * sizeof *run->last);
  mgnn_layer_params_init(&par);
  par.rule = run->rule->name;
  par.layers = layers;
  par.alpha = run->alpha;
  par.beta = run->beta;
  par.eps = run->eps;
  par.origin = runs->in->origin;
  par.single_precision = opt->precision != NULL && *opt->precision == 's';
  par.control.seed = runs->seed;
  if (runs->keep_frames || runs->measure_all) {
    par.control.watch = watch_layer;
    par.control.watch_ctx = &w;
  }
  status = mgnn_propagate(runs->in->problem, runs->dim, &par, run->last, err);
  if (w.status != MGNN_OK) {
    *err = w.err;
    status = w.status;
  }
end:
  return status;
}

mgnn_status
mg_layers_run(const mg_layers_options *opt, mg_results *runs, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < runs->count; k++)
    TRY(run_model(opt, runs, &runs->run[k], err));
end:
  return status;
}

mgnn_status
mg_layers_measure(mg_results *runs, mgnn_error *err)
{
  size_t size = runs->in->src.n * runs->dim, last = runs->layers;
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < runs->count; k++) {
    mg_run *run = &runs->run[k];

    for (size_t layer = 0; layer < run->frame_count; layer++) {
      TRY(measure_layer(runs, run, layer, run->frames + layer * size, err));
      run->frame[layer] = (mg_snapshot){ layer, 0, run->figures[layer].energy,
                                         run->figures[layer] };
    }
    if (runs->keep_frames || runs->measure_all)
      continue;
    TRY(measure_layer(runs, run, 0, runs->in->start, err));
    TRY(measure_layer(runs, run, last, run->last, err));
  }
end:
  return status;
}
