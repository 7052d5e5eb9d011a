/* The models of layers mode: which they are, running and measuring them. */
#include "layers.h"
#include "base/mem.h"
#include "base/number.h"
#include "propagate/filter.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define AT(member) offsetof(mg_layers_options, member)

const mg_option mg_layers_rows[] = {
  { 0, "layers", "K", MG_COUNT, AT(layers), 0, 1e6, "run exactly K layers" },
  { 0, "model", "NAME[,NAME]...", MG_WORD, AT(model), 0, 0,
    "mgnn, mgnn-message, mgnn-damped, sgc, appnp, gcn, gcnii, gpr, pgnn, gat (mgnn)" },
  { 0, "alpha", "X|MODEL=X", MG_LIST, AT(alpha), 0, 0,
    "pull to the start, 0 to 1 (0.05; appnp, gcnii and gpr 0.1)" },
  { 0, "beta", "X|MODEL=X", MG_LIST, AT(beta), 0, 0,
    "weight of the lengths (0.5)" },
  { 0, "eps", "X", MG_REAL, AT(eps), 0, 1e100, "added to distances (1e-5)" },
  { 0, "step", "X", MG_REAL, AT(step), 0, 1,
    "mgnn-damped: how far towards the next layer, above 0, to 1 (0.5)" },
  { 0, "theta", "X", MG_REAL, AT(theta), 0, 1e100,
    "gcnii: weight of its random maps (0.5)" },
  { 0, "gpr", "FILTER", MG_WORD, AT(gpr), 0, 0,
    "gpr: ppr, heat:T, monomial:K or coefficients C0,C1,... (ppr)" },
  { 0, "p", "X", MG_REAL, AT(p), 1, 100, "pgnn: power of the distances (1.5)" },
  { 0, "mu", "X", MG_REAL, AT(mu), 0, 1e100, "pgnn: pull to the start (0.1)" },
  { 0, "attention", "NAME", MG_WORD, AT(attention), 0, 0,
    "gat: an edge attribute by which neighbours count" },
  { 0, "self-loops", NULL, MG_FLAG, AT(self_loops), 0, 0,
    "use A + I in place of A" },
  { 0, "precision", "double|single", MG_WORD, AT(precision), 0, 0,
    "how positions are held: single is faster, in half of the memory (double)" },
  MG_OPTIONS_END
};

void
mg_layers_options_init(mg_layers_options *opt)
{
  *opt = (mg_layers_options){ .layers = -1, .eps = 1e-5, .step = -1, .theta = -1,
                              .p = -1, .mu = -1 };
}

/* ---- which models ---- */

/* An option that one model takes, and whether it was given. */
typedef struct {
  const char *option, *model;
  int given;
} own_option;

enum { OWN = 6 };

static void
own_options(const mg_layers_options *opt, own_option own[OWN])
{
  const own_option all[OWN] = {
    { "step", "mgnn-damped", opt->step >= 0 },
    { "theta", "gcnii", opt->theta >= 0 }, { "gpr", "gpr", opt->gpr != NULL },
    { "p", "pgnn", opt->p >= 0 }, { "mu", "pgnn", opt->mu >= 0 },
    { "attention", "gat", opt->attention != NULL }
  };

  memcpy(own, all, sizeof all);
}

static mgnn_status
own_check(const mg_layers_options *opt, const mg_results *runs, mgnn_error *err)
{
  own_option own[OWN];
  mg_filter filter = { 0 };
  mgnn_error why;

  own_options(opt, own);
  for (int k = 0; k < OWN; k++) {
    size_t r = 0;

    while (r < runs->count && strcmp(runs->run[r].rule->name, own[k].model) != 0)
      r++;
    if (own[k].given && r == runs->count)
      return mg_fail(err, MGNN_EINVAL, "--%s belongs to the model %s: name it with "
                     "--model", own[k].option, own[k].model);
  }
  if (opt->step == 0)
    return mg_fail(err, MGNN_EINVAL, "--step is 0, must be above 0: no node would "
                   "move");
  if (opt->gpr != NULL
      && mg_filter_parse(&filter, opt->gpr, 0, &why) != MGNN_OK)
    return mg_fail(err, why.status, "--gpr: %s", why.text);
  mg_filter_free(&filter);
  return MGNN_OK;
}

/* The row of the table of rules for a word of `len` bytes; NULL, with the
 * reason, if there is none. */
static const mg_rule *
model_find(const char *option, const char *word, size_t len, mgnn_error *err)
{
  for (const mg_rule *rule = mg_rules; rule->name != NULL; rule++)
    if (strlen(rule->name) == len && strncmp(rule->name, word, len) == 0)
      return rule;
  mg_fail(err, MGNN_EINVAL, "--%s: there is no model \"%.*s\"; the models are "
          "mgnn, mgnn-message, mgnn-damped, sgc, appnp, gcn, gcnii, gpr, pgnn, gat",
          option, len < 31 ? (int)len : 31, word);
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
  own_option own[OWN];
  mgnn_status status = MGNN_OK;

  if (opt->precision != NULL && strcmp(opt->precision, "single") != 0
      && strcmp(opt->precision, "double") != 0)
    return mg_fail(err, MGNN_EINVAL, "--precision is \"%s\", must be single or "
                   "double", opt->precision);
  runs->in_layers = opt->layers >= 0;
  if (runs->in_layers) {
    runs->layers = (size_t)opt->layers;
    TRY(models_add(opt, runs, err));
    return own_check(opt, runs, err);
  }
  own_options(opt, own);
  for (int k = 0; k < OWN; k++)
    if (own[k].given)
      return mg_fail(err, MGNN_EINVAL, "--%s belongs to layers mode: %s",
                     own[k].option, how);
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
  status = mg_allocated(runs->run, err);
end:
  return status;
}

/* ---- attention ---- */

/* Of edges that were merged it is the sum, as of stiffness: several edges count
 * for as many. */
static mgnn_status
attention_take(mg_results *runs, const mg_column *col, mgnn_error *err)
{
  const mg_input *in = runs->in;
  const mg_source *src = &in->src;
  const mg_graph *g = &in->problem->graph;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(runs->attention = mg_zalloc(g->m, sizeof (double)), err));
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
end:
  return status;
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

void
mg_layers_params(const mg_layers_options *opt, const mg_results *runs,
                 const mg_run *run, mgnn_layer_params *par)
{
  mgnn_layer_params_init(par);
  par->rule = run->rule->name;
  par->layers = runs->layers;
  par->alpha = run->alpha;
  par->beta = run->beta;
  par->eps = opt->eps;
  if (opt->step >= 0)
    par->step = opt->step;
  if (opt->theta >= 0)
    par->theta = opt->theta;
  if (opt->p >= 0)
    par->p = opt->p;
  if (opt->mu >= 0)
    par->mu = opt->mu;
  if (opt->gpr != NULL)
    par->filter = opt->gpr;
  par->attention = runs->attention;
  par->origin = runs->in->origin;
  par->single_precision = opt->precision != NULL && *opt->precision == 's';
  par->control.seed = runs->seed;
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
  mg_layers_params(opt, runs, run, &par);
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
