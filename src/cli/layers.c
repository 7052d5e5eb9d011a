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

static mgnn_status
no_such_model(const char *option, const char *model, mgnn_error *err)
{
  return mg_fail(err, MGNN_EINVAL, "--%s: there is no model \"%s\"; the models "
                 "are mgnn, mgnn-message, sgc, appnp", option, model);
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
    double x;

    if (!mg_number_whole(text, strlen(text), &x) || !(x >= 0 && x <= max))
      return mg_fail(err, MGNN_EINVAL, "--%s: \"%s\" is not a number %s",
                     option, text, max == 1 ? "from 0 to 1" : "of at least 0");
    if (equals != NULL) {
      char model[32];

      snprintf(model, sizeof model, "%.*s", (int)(equals - word), word);
      if (mg_rule_find(model) == NULL)
        return no_such_model(option, model, err);
      if (strcmp(model, rule->name) != 0)
        continue;
      named = 1;
    }
    if (equals != NULL || !named)
      *rate = x;
  }
  return MGNN_OK;
}

static mgnn_status
model_add(const mg_layers_options *opt, mg_results *runs, const char *name,
          size_t len, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  char word[32];
  mg_run *more, *run;

  snprintf(word, sizeof word, "%.*s", (int)len, name);
  for (size_t k = 0; k < runs->count; k++)
    if (strcmp(runs->run[k].rule->name, word) == 0)
      return mg_fail(err, MGNN_EINVAL, "--model names %s twice", word);
  if (mg_rule_find(word) == NULL)
    return no_such_model("model", word, err);
  more = mg_resize(runs->run, runs->count + 1, sizeof *more);
  TRY(mg_allocated(more, err));
  runs->run = more;
  run = &more[runs->count++];
  memset(run, 0, sizeof *run);
  run->rule = mg_rule_find(word);
  run->alpha = run->rule->alpha;
  run->beta = run->rule->beta;
  TRY(rate_of(&opt->alpha, "alpha", 1, run->rule, &run->alpha, err));
  if (!run->rule->takes_alpha)
    run->alpha = 0;
  TRY(rate_of(&opt->beta, "beta", 1e300, run->rule, &run->beta, err));
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

/* Fill in the figures of a layer that is at z. */
static mgnn_status
measure_layer(const mg_results *runs, mg_run *run, size_t layer, const double *z,
              mgnn_error *err)
{
  size_t size = runs->in->src.n * runs->dim;
  double *y = mg_alloc(size, sizeof *y);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(y, err));
  memcpy(y, z, size * sizeof *y);
  mgnn_rescale(runs->in->problem, runs->dim, y, 1);
  TRY(mgnn_measure(runs->in->problem, runs->dim, y, runs->in->origin,
                   run->alpha, &run->figures[layer], err));
end:
  mg_free(y);
  return status;
}

/* What the watcher of a run needs. */
typedef struct {
  const mg_results *runs;
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
run_model(const mg_layers_options *opt, const mg_results *runs, mg_run *run,
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
