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
  { 0, "model", "NAME[,NAME]...", MG_WORD, AT(model), 0, 0,
    "mgnn, mgnn-message, sgc, appnp (mgnn)" },
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

static mgnn_status
model_add(const mg_layers_options *opt, mg_results *runs, const char *name,
          size_t len, mgnn_error *err)
{
  const mg_rule *rule = model_find("model", name, len, err);
  mgnn_status status = MGNN_OK;
  mg_run *more, *run;

  if (rule == NULL)
    return MGNN_EINVAL;
  for (size_t k = 0; k < runs->count; k++)
    if (runs->run[k].rule == rule)
      return mg_fail(err, MGNN_EINVAL, "--model names %s twice", rule->name);
  more = mg_resize(runs->run, runs->count + 1, sizeof *more);
  TRY(mg_allocated(more, err));
  runs->run = more;
  run = &more[runs->count++];
  *run = (mg_run){ .rule = rule, .alpha = rule->alpha, .beta = rule->beta };
  TRY(rate_of(&opt->alpha, "alpha", 1, rule, &run->alpha, err));
  if (!rule->takes_alpha)
    run->alpha = 0;
  TRY(rate_of(&opt->beta, "beta", 1e300, rule, &run->beta, err));
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
  par.eps = opt->eps;
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
