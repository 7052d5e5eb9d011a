/* Running layers under many settings.  Settings run in parallel, each with one
 * thread, so that what they give does not depend on the threads. */
#include "sweep.h"
#include "base/mem.h"
#include "base/number.h"
#include "io/write/output.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(mg_sweep_options, member)

const mg_option mg_sweep_rows[] = {
  { 0, "sweep", "NAME=VALUES", MG_LIST, AT(axes), 0, 0,
    "run under many settings: alpha, beta, eps or seed = A:B:STEP, A..B or A,B,C; repeatable" },
  { 0, "seeds", "A..B", MG_WORD, AT(seeds), 0, 0, "the same as --sweep seed=A..B" },
  MG_OPTIONS_END
};

static const struct {
  const char *name;
  double most;                 /* of its values; the least is 0 */
} axes[MG_AXES] = {
  { "alpha", 1 }, { "beta", 1e300 }, { "eps", 1e100 }, { "seed", 4294967295.0 }
};

enum { VALUES_MOST = 100000 };

/* ---- the axes ---- */

static mgnn_status
value_add(mg_sweep_axis *axis, int kind, double x, mgnn_error *err)
{
  double *more;

  if (!(x >= 0 && x <= axes[kind].most)
      || (kind == MG_AXIS_SEED && x != floor(x)))
    return mg_fail(err, MGNN_EINVAL, "--sweep: %s is %g, must be %s from 0 to %g",
                   axes[kind].name, x, kind == MG_AXIS_SEED ? "a whole number"
                   : "a number", axes[kind].most);
  if (axis->count == VALUES_MOST)
    return mg_fail(err, MGNN_EINVAL, "--sweep: %s has more than %d values",
                   axes[kind].name, VALUES_MOST);
  more = mg_resize(axis->value, axis->count + 1, sizeof *more);
  if (more == NULL)
    return mg_fail_memory(err);
  axis->value = more;
  more[axis->count++] = x;
  return MGNN_OK;
}

/* A number that ends before `end`, a mark of one or two bytes; what follows the
 * mark, or NULL if there is no number or no mark. */
static const char *
number_until(const char *text, const char *end, double *x)
{
  const char *mark = strstr(text, end);

  return mark != NULL && mg_number_whole(text, (size_t)(mark - text), x)
         ? mark + strlen(end) : NULL;
}

/* A:B:STEP or A..B as a first value, a step and a count; 0 if it is neither. */
static int
range_of(const char *text, double *first, double *step, double *count)
{
  const char *rest = number_until(text, "..", first);
  double last;

  *step = 1;
  if (rest == NULL) {
    rest = number_until(text, ":", first);
    rest = rest != NULL ? number_until(rest, ":", &last) : NULL;
    if (rest == NULL || !mg_number_whole(rest, strlen(rest), step))
      return 0;
  } else if (!mg_number_whole(rest, strlen(rest), &last))
    return 0;
  /* An end that rounding of the steps leaves out belongs to it. */
  *count = floor((last - *first) / *step + 1e-9) + 1;
  return *step > 0 && *count >= 1;
}

static mgnn_status
values_read(mg_sweep_axis *axis, int kind, const char *text, mgnn_error *err)
{
  double first, step, count, x;
  mgnn_status status = MGNN_OK;

  if (range_of(text, &first, &step, &count)) {
    for (double k = 0; k < count; k++)
      TRY(value_add(axis, kind, first + k * step, err));
    goto end;
  }
  for (;;) {
    size_t len = strcspn(text, ",");

    if (!mg_number_whole(text, len, &x))
      TRY(mg_fail(err, MGNN_EINVAL, "--sweep %s: \"%.40s\" is neither A:B:STEP, "
                  "A..B nor numbers with commas between", axes[kind].name,
                  text));
    TRY(value_add(axis, kind, x, err));
    if (text[len] == '\0')
      break;
    text += len + 1;
  }
end:
  return status;
}

static mgnn_status
axis_read(mg_sweep *s, const char *word, mgnn_error *err)
{
  const char *equals = strchr(word, '=');

  for (int kind = 0; equals != NULL && kind < MG_AXES; kind++)
    if (strlen(axes[kind].name) == (size_t)(equals - word)
        && strncmp(axes[kind].name, word, (size_t)(equals - word)) == 0) {
      if (s->axis[kind].count > 0)
        return mg_fail(err, MGNN_EINVAL, "--sweep: %s is swept twice",
                       axes[kind].name);
      return values_read(&s->axis[kind], kind, equals + 1, err);
    }
  return mg_fail(err, MGNN_EINVAL, "--sweep %.40s: must be alpha=, beta=, eps= "
                 "or seed= and values such as 0:1:0.1", word);
}

mgnn_status
mg_sweep_check(mg_sweep *s, const mg_sweep_options *opt,
               const mg_output_options *out, int layers, mgnn_error *err)
{
  static const char *const formats[] = { "", "text", "markdown", "latex",
                                         "json" };
  const char *given = opt->axes.count > 0 ? "sweep" : opt->seeds != NULL
                      ? "seeds" : out->table != NULL ? "table"
                      : out->claims != NULL ? "claims" : NULL;
  mgnn_status status = MGNN_OK;
  size_t k = 0;

  if (given == NULL)
    return MGNN_OK;
  if (!layers)
    TRY(mg_fail(err, MGNN_EINVAL, "--%s belongs to layers mode: give the number "
                "of layers with --layers K", given));
  if (out->table == NULL && out->claims == NULL)
    TRY(mg_fail(err, MGNN_EINVAL, "--%s: nothing would show the settings; give "
                "--table FILE or --claims", given));
  while (out->claims != NULL && k < 5 && strcmp(out->claims, formats[k]) != 0)
    k++;
  if (k == 5)
    TRY(mg_fail(err, MGNN_EINVAL, "--claims is \"%s\", must be text, markdown, "
                "latex or json", out->claims));
  for (size_t a = 0; a < opt->axes.count; a++)
    TRY(axis_read(s, opt->axes.word[a], err));
  if (opt->seeds != NULL && s->axis[MG_AXIS_SEED].count > 0)
    TRY(mg_fail(err, MGNN_EINVAL, "--seeds and --sweep seed= are the same; give "
                "one of them"));
  if (opt->seeds != NULL)
    TRY(values_read(&s->axis[MG_AXIS_SEED], MG_AXIS_SEED, opt->seeds, err));
  s->settings = 1;
  for (int a = 0; a < MG_AXES; a++)
    s->settings *= s->axis[a].count > 0 ? s->axis[a].count : 1;
  if (s->settings > VALUES_MOST)
    TRY(mg_fail(err, MGNN_EINVAL, "--sweep: %zu settings are more than %d",
                s->settings, VALUES_MOST));
end:
  return status;
}

/* The last axis runs fastest. */
double
mg_sweep_value(const mg_sweep *s, size_t setting, int axis)
{
  for (int a = MG_AXES - 1; a > axis; a--)
    setting /= s->axis[a].count > 0 ? s->axis[a].count : 1;
  return s->axis[axis].count > 0
         ? s->axis[axis].value[setting % s->axis[axis].count] : NAN;
}

/* ---- the runs ---- */

/* One model under one setting, and the buffers of the thread that runs it. */
typedef struct {
  const mg_sweep *s;
  const mg_results *runs;
  mg_facts_plan plan;
  size_t setting, model, size; /* size: n*dim */
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
  r->status = mg_facts_find(&r->plan, now->step, now->x, r->y, &facts, &r->err);
  for (int space = 0; space < MG_SPACES; space++)
    memcpy(mg_sweep_at(r->s, r->setting, r->model, now->step, space),
           facts.value[space], sizeof facts.value[space]);
  mg_facts_free(&facts);
  return r->status != MGNN_OK;
}

/* What is swept, or else what was given. */
static double
swept(const runner *r, int axis, double given)
{
  double x = mg_sweep_value(r->s, r->setting, axis);

  return isnan(x) ? given : x;
}

static mgnn_status
run_one(runner *r, const mg_layers_options *opt, const mg_run *run)
{
  const mg_input *in = r->plan.in;
  unsigned long seed = (unsigned long)swept(r, MG_AXIS_SEED,
                                            (double)r->plan.seed);
  const double *origin = in->origin == in->start ? r->z0 : in->origin;
  mgnn_layer_params par;
  mgnn_status status = MGNN_OK;

  memcpy(r->z0, in->start, r->size * sizeof *r->z0);
  if (in->random_scale > 0)
    TRY(mgnn_place(in->problem, in->dim, seed, in->random_scale, r->z0,
                   &r->err));
  memcpy(r->x, r->z0, r->size * sizeof *r->x);
  mg_layers_params(opt, r->runs, run, &par);
  par.alpha = run->rule->takes_alpha ? swept(r, MG_AXIS_ALPHA, run->alpha) : 0;
  par.beta = swept(r, MG_AXIS_BETA, run->beta);
  par.eps = swept(r, MG_AXIS_EPS, opt->eps);
  par.origin = origin;
  par.control.seed = seed;
  par.control.threads = 1;
  par.control.watch = watch;
  par.control.watch_ctx = r;
  status = mgnn_propagate(in->problem, in->dim, &par, r->x, &r->err);
  TRY(r->status);
end:
  return status;
}

static mgnn_status
runner_init(runner *r, const mg_sweep *s, const mg_results *runs)
{
  *r = (runner){ .s = s, .runs = runs, .plan = runs->plan,
                 .size = runs->in->src.n * runs->dim };
  /* The four buffers in one: x, z0, y, and Y of the layer before. */
  r->x = mg_alloc(4 * r->size, sizeof *r->x);
  if (r->x == NULL)
    return mg_fail_memory(&r->err);
  r->z0 = r->x + r->size;
  r->y = r->z0 + r->size;
  r->plan.before = r->y + r->size;
  return MGNN_OK;
}

mgnn_status
mg_sweep_run(mg_sweep *s, const mg_layers_options *opt, const mg_results *runs,
             mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  size_t all;

  s->models = runs->count;
  s->layers = runs->layers;
  all = s->settings * s->models;
  s->value = mg_zalloc(all * (s->layers + 1), MG_SPACES * MG_MEASURES
                       * sizeof *s->value);
  if (s->value == NULL)
    return mg_fail_memory(err);
#pragma omp parallel if (all > 1)
  {
    runner r;
    mgnn_status mine = runner_init(&r, s, runs);

#pragma omp for schedule(dynamic, 1)
    for (size_t k = 0; k < all; k++)
      if (mine == MGNN_OK) {
        r.setting = k / s->models;
        r.model = k % s->models;
        mine = run_one(&r, opt, &runs->run[r.model]);
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

/* The rows of one layer. */
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
    fprintf(out, "%s,%zu,%c,%s,%s\n", runs->run[model].rule->name, layer,
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
      fprintf(out.file, "%s,", axes[a].name);
  fputs("model,layer,space,measure,value\n", out.file);
  for (size_t setting = 0; setting < s->settings; setting++)
    for (size_t k = 0; k < s->models; k++)
      for (size_t layer = 0; layer <= s->layers; layer++)
        put_layer(out.file, s, runs, setting, k, layer);
  TRY(mg_output_commit(&out, err));
end:
  mg_output_discard(&out);
  return status;
}

void
mg_sweep_free(mg_sweep *s)
{
  for (int a = 0; a < MG_AXES; a++)
    mg_free(s->axis[a].value);
  mg_free(s->value);
}
