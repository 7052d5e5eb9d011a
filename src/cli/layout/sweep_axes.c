/* Reads the axes of a sweep and their values, and the graphs named by a pattern. */
#include "base/mem.h"
#include "base/number.h"
#include "sweep.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define AT(member) offsetof(mg_sweep_options, member)

const mg_option mg_sweep_rows[] = {
  { 0, "sweep", "NAME=VALUES", MG_LIST | MG_OF_LAYERS, AT(axes), 0, 0,
    "run all settings of {params}, layers, seed, or a word that stands in braces in the name of GRAPH; VALUES are A:B:STEP, A..B or A,B,C; repeatable" },
  { 0, "seeds", "A..B", MG_WORD | MG_OF_LAYERS, AT(seeds), 0, 0,
    "the same as --sweep seed=A..B" },
  MG_OPTIONS_END
};

enum { VALUES_MOST = 100000, LAYERS_MOST = 100000 };

/* ---- what can be swept ---- */

static int
is_whole(int kind)
{
  return kind == MG_AXIS_LAYERS || kind == MG_AXIS_SEED;
}

static double
axis_least(int kind)
{
  return kind < MG_PARAMS ? mg_layer_param_table[kind].least : 0;
}

static double
axis_most(int kind)
{
  return kind < MG_PARAMS ? mg_layer_param_table[kind].most
         : kind == MG_AXIS_LAYERS ? LAYERS_MOST
         : kind == MG_AXIS_SEED ? 4294967295.0 : 1e300;
}

/* ---- values ---- */

static mgnn_status
value_add(mg_sweep_axis *axis, int kind, double x, mgnn_error *err)
{
  double *more;

  if (!(x >= axis_least(kind) && x <= axis_most(kind)) || (is_whole(kind) && x != floor(x)))
    return mg_fail(err, MGNN_EINVAL, "--sweep: %s is %g, must be %s from %g to "
                   "%g",
                   axis->name, x, is_whole(kind) ? "a whole number" : "a number",
                   axis_least(kind), axis_most(kind));
  if (axis->count == VALUES_MOST)
    return mg_fail(err, MGNN_EINVAL, "--sweep: %s has more than %d values",
                   axis->name, VALUES_MOST);
  PASS(mg_allocated(more = mg_resize(axis->value, axis->count + 1, sizeof *more), err));
  axis->value = more;
  more[axis->count++] = x;
  return MGNN_OK;
}

/* Read a number that is followed by the mark `end`.  Returns the text after the mark;
 * NULL if there is no number or no mark. */
static const char *
number_until(const char *text, const char *end, double *x)
{
  const char *mark = strstr(text, end);

  return mark != NULL && mg_number_whole(text, (size_t)(mark - text), x)
         ? mark + strlen(end) : NULL;
}

/* Read A:B:STEP or A..B as a first value, a step and a count; returns 0 for others. */
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
  /* 1e-9 keeps the last value if rounding of the steps would leave it out. */
  *count = floor((last - *first) / *step + 1e-9) + 1;
  return *step > 0 && *count >= 1;
}

/* first + k step, rounded to 12 decimals to remove the error of steps such as 0.1. */
static double
range_value(double first, double k, double step)
{
  double x = first + k * step;

  return fabs(x) > 1e-6 && fabs(x) < 1e3 ? round(x * 1e12) / 1e12 : x;
}

static mgnn_status
values_read(mg_sweep_axis *axis, int kind, const char *text, mgnn_error *err)
{
  double first, step, count, x;

  if (range_of(text, &first, &step, &count)) {
    for (double k = 0; k < count; k++)
      PASS(value_add(axis, kind, range_value(first, k, step), err));
    return MGNN_OK;
  }
  for (; text != NULL; text = mg_list_rest(text)) {
    if (!mg_number_whole(text, strcspn(text, ","), &x))
      return mg_fail(err, MGNN_EINVAL, "--sweep %s: \"%.40s\" is neither A:B:STEP, "
                     "A..B nor numbers with commas between", axis->name, text);
    PASS(value_add(axis, kind, x, err));
  }
  return MGNN_OK;
}

/* ---- axes ---- */

/* The axis with that name on the command line; MG_AXES: there is no such axis. */
static int
kind_of(const mg_sweep *s, const char *pattern, const char *word, size_t len)
{
  for (int kind = 0; kind < MG_AXIS_GRAPH; kind++)
    if (strlen(s->axis[kind].name) == len
        && strncmp(s->axis[kind].name, word, len) == 0)
      return kind;
  return mg_pattern_has(pattern, word, len) ? MG_AXIS_GRAPH : MG_AXES;
}

static mgnn_status
axis_read(mg_sweep *s, const char *pattern, const char *word, mgnn_error *err)
{
  const char *equals = strchr(word, '=');
  size_t len = equals != NULL ? (size_t)(equals - word) : 0;
  int kind = len > 0 ? kind_of(s, pattern, word, len) : MG_AXES;
  char *name;

  if (kind == MG_AXES)
    return mg_fail(err, MGNN_EINVAL, "--sweep %.40s: must be alpha=, beta=, "
                   "eps=, step=, theta=, p=, mu=, layers= or seed= and values "
                   "such as 0:1:0.1, or the name of the graph must have the word "
                   "in braces: graph-{%.*s}.gml", word,
                   len > 0 && len < 30 ? (int)len : 4, len > 0 ? word : "p-in");
  if (s->axis[kind].count > 0)
    return mg_fail(err, MGNN_EINVAL, "--sweep: %s is swept twice; one word can "
                   "be in the name of the graph", s->axis[kind].name);
  if (kind == MG_AXIS_GRAPH) {
    PASS(mg_allocated(name = mg_pool_keep(&s->pool, word, len), err));
    s->axis[kind].name = s->axis[kind].sign = name;
  }
  return values_read(&s->axis[kind], kind, equals + 1, err);
}

mgnn_status
mg_sweep_axes(mg_sweep *s, const mg_sweep_options *opt, const mg_sweep_use *use,
              mgnn_error *err)
{
  for (int k = 0; k < MG_PARAMS; k++) {
    s->axis[k].name = mg_layer_param_table[k].name;
    s->axis[k].sign = mg_layer_param_table[k].sign;
  }
  s->axis[MG_AXIS_LAYERS].name = s->axis[MG_AXIS_LAYERS].sign = "layers";
  s->axis[MG_AXIS_SEED].name = s->axis[MG_AXIS_SEED].sign = "seed";
  for (size_t a = 0; a < opt->axes.count; a++)
    PASS(axis_read(s, use->call->operand[0], opt->axes.word[a], err));
  if (opt->seeds != NULL && s->axis[MG_AXIS_SEED].count > 0)
    return mg_fail(err, MGNN_EINVAL, "--seeds and --sweep seed= are the same; give "
                   "one of them");
  if (opt->seeds != NULL)
    PASS(values_read(&s->axis[MG_AXIS_SEED], MG_AXIS_SEED, opt->seeds, err));
  s->settings = 1;
  for (int a = 0; a < MG_AXES; a++)
    s->settings *= s->axis[a].count > 0 ? s->axis[a].count : 1;
  if (s->settings > VALUES_MOST)
    return mg_fail(err, MGNN_EINVAL, "--sweep: %zu settings are more than %d",
                   s->settings, VALUES_MOST);
  s->layers = (size_t)use->layers;
  if (s->axis[MG_AXIS_LAYERS].count > 0)
    s->layers = 0;
  for (size_t k = 0; k < s->axis[MG_AXIS_LAYERS].count; k++)
    if (s->axis[MG_AXIS_LAYERS].value[k] > (double)s->layers)
      s->layers = (size_t)s->axis[MG_AXIS_LAYERS].value[k];
  return MGNN_OK;
}

/* Settings are numbered such that the value of the last axis changes fastest. */
size_t
mg_sweep_index(const mg_sweep *s, size_t setting, int axis)
{
  for (int a = MG_AXES - 1; a > axis; a--)
    setting /= s->axis[a].count > 0 ? s->axis[a].count : 1;
  return s->axis[axis].count > 0 ? setting % s->axis[axis].count : 0;
}

double
mg_sweep_value(const mg_sweep *s, size_t setting, int axis)
{
  return s->axis[axis].count > 0
         ? s->axis[axis].value[mg_sweep_index(s, setting, axis)] : NAN;
}

size_t
mg_sweep_last(const mg_sweep *s, size_t setting)
{
  double layers = mg_sweep_value(s, setting, MG_AXIS_LAYERS);

  return isnan(layers) ? s->layers : (size_t)layers;
}

size_t
mg_sweep_plane(const mg_sweep *s, int *a, int *b)
{
  int *const to[] = { a, b };
  size_t found = 0;

  for (int axis = 0; axis < MG_AXES; axis++)
    if (axis != MG_AXIS_SEED && s->axis[axis].count > 1) {
      if (found < 2)
        *to[found] = axis;
      found++;
    }
  return found;
}

void
mg_sweep_grid(const mg_sweep *s, int *columns, int *rows)
{
  size_t found;

  *columns = MG_AXIS_SEED;
  *rows = -1;
  found = mg_sweep_plane(s, columns, rows);
  if (found == 1)
    *rows = -1;
}

int
mg_sweep_draws(const mg_sweep *s, size_t setting)
{
  int columns, rows;

  mg_sweep_grid(s, &columns, &rows);
  for (int axis = 0; axis < MG_AXES; axis++)
    if (axis != columns && axis != rows
        && mg_sweep_index(s, setting, axis) > 0)
      return 0;
  return 1;
}

/* ---- graphs ----
 *
 * The names of GRAPH and its tables may contain a word in braces, which is replaced by
 * the values of an axis. */

int
mg_pattern_has(const char *pattern, const char *name, size_t len)
{
  const char *at = pattern;

  while ((at = strchr(at, '{')) != NULL) {
    at++;
    if (strncmp(at, name, len) == 0 && at[len] == '}')
      return 1;
  }
  return 0;
}

/* The pattern with every {NAME} replaced by the value; the pattern itself if it has no
 * {NAME}.  NULL if out of memory. */
static const char *
filled(mg_sweep *s, const char *pattern, double value)
{
  const char *name = s->axis[MG_AXIS_GRAPH].name;
  size_t len = strlen(name), used = 0;
  char number[MG_NUMBER_MAX], *text;
  const char *kept;

  if (pattern == NULL || !mg_pattern_has(pattern, name, len))
    return pattern;
  mg_number_write(number, value);
  text = mg_alloc(strlen(pattern) * (strlen(number) + 1) + 1, 1);
  for (const char *p = pattern; text != NULL && *p != '\0'; )
    if (*p == '{' && strncmp(p + 1, name, len) == 0 && p[len + 1] == '}') {
      memcpy(text + used, number, strlen(number));
      used += strlen(number);
      p += len + 2;
    } else
      text[used++] = *p++;
  kept = text != NULL ? mg_pool_keep(&s->pool, text, used) : NULL;
  mg_free(text);
  return kept;
}

/* Make the input options for the graph of one value. */
static mgnn_status
options_fill(mg_sweep *s, const mg_input_options *from, double value,
             mg_input_options *out, mgnn_error *err)
{
  const char **const name[] = { &out->metric, &out->stiffness, &out->pin,
                                &out->labels, &out->features, &out->init };

  *out = *from;
  for (size_t k = 0; k < sizeof name / sizeof *name; k++)
    if (*name[k] != NULL)
      PASS(mg_allocated(*name[k] = filled(s, *name[k], value), err));
  return MGNN_OK;
}

mgnn_status
mg_sweep_patterns(mg_sweep *s, const mg_sweep_use *use, mgnn_error *err)
{
  const mg_sweep_axis *axis = &s->axis[MG_AXIS_GRAPH];
  const char *first;

  s->graphs = axis->count > 0 ? axis->count : 1;
  PASS(mg_allocated(s->graph = mg_zalloc(s->graphs, sizeof *s->graph), err));
  if (axis->count == 0)
    return MGNN_OK;
  s->pattern = use->call->operand[0];
  for (size_t k = 0; k < axis->count; k++)
    PASS(options_fill(s, use->input, axis->value[k], &s->graph[k].opt, err));
  *use->input = s->graph[0].opt;
  PASS(mg_allocated(first = filled(s, s->pattern, axis->value[0]), err));
  use->call->operand[0] = (char *)first;
  return MGNN_OK;
}

static mgnn_status
graph_read(mg_sweep *s, size_t k, const mg_results *runs, mgnn_error *err)
{
  mg_sweep_graph *g = &s->graph[k];
  mg_input_use use = runs->in->use;

  use.path = filled(s, s->pattern, s->axis[MG_AXIS_GRAPH].value[k]);
  PASS(mg_allocated(use.path, err));
  PASS(mg_input_read(&g->own, &g->opt, &use, err));
  PASS(mg_input_tables(&g->own, err));
  PASS(mg_input_build(&g->own, err));
  PASS(mg_input_start(&g->own, err));
  if (g->own.dim != runs->dim)
    return mg_fail(err, MGNN_EINVAL, "%s: has %zu coordinates per node, but the "
                   "first graph has %zu; give --dim D", use.path, g->own.dim,
                   runs->dim);
  return mg_facts_begin(&g->plan, &g->own, runs->seed, err);
}

mgnn_status
mg_sweep_read(mg_sweep *s, const mg_results *runs, mg_pictures *pictures,
              mg_encoding_options *encoding, mgnn_error *err)
{
  if (s->graphs > 1 && runs->attention != NULL)
    return mg_fail(err, MGNN_EINVAL, "--attention belongs to one graph, but --sweep "
                   "%s= names several", s->axis[MG_AXIS_GRAPH].name);
  for (size_t k = 0; k < s->graphs; k++) {
    mg_sweep_graph *g = &s->graph[k];

    g->in = k > 0 ? &g->own : runs->in;
    g->plan = runs->plan;
    g->encoding = pictures->encoding;
    g->drawn = pictures->drawn;
    if (k == 0)
      continue;
    g->plan.before = NULL;
    g->encoding = NULL;
    PASS(graph_read(s, k, runs, err));
    if (!s->drawn)
      continue;
    PASS(mg_encoding_new(&g->encoding, encoding, &pictures->style,
                         pictures->in_z, err));
    g->drawn = mg_input_drawn(&g->own);
    PASS(mg_encoding_read(g->encoding, &g->drawn, NULL, err));
  }
  return MGNN_OK;
}
