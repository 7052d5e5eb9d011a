/* The graphs that a pattern stands for: GRAPH and the tables that go with it may
 * have a word in braces, in the place of which come the values of an axis. */
#include "base/mem.h"
#include "base/number.h"
#include "sweep.h"

#include <string.h>

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

/* The pattern with the value for every {NAME}; the pattern itself if there is
 * none.  NULL if out of memory. */
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

/* The options of the graph of one value. */
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
    PASS(mg_encoding_read(g->encoding, &g->drawn, err));
  }
  return MGNN_OK;
}
