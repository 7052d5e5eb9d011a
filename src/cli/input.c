/* Read the graph and all that goes with it, and decide where nodes start. */
#include "input.h"
#include "base/mem.h"
#include "base/random.h"
#include "io/read.h"
#include "io/table.h"
#include "problem/components.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

static mgnn_status
read_graph(mg_input *in, const mg_metric_spec *spec, mgnn_error *err)
{
  const mg_limits limits = { (size_t)in->opt->max_nodes,
                             (size_t)in->opt->max_edges,
                             (size_t)in->opt->max_bytes };
  mgnn_status status = mg_read_within(&in->src, in->use.path,
                                      in->opt->format, &limits, err);

  if (status == MGNN_OK && in->src.directed)
    status = mg_note(&in->src.notes, err, "%s: the graph is directed; "
                     "directions are ignored", in->src.path);
  if (status == MGNN_OK && in->opt->metric_adds_edges) {
    if (spec->kind != MG_METRIC_FILE)
      return mg_fail(err, MGNN_EINVAL, "--metric-adds-edges needs --metric with "
                     "a file");
    status = mg_metric_add_edges(&in->src, spec->name, err);
  }
  return status;
}

/* Nodes that a table of labels leaves out have none. */
static mgnn_status
note_unlabelled(mg_input *in, mgnn_error *err)
{
  size_t without = 0, first = 0;

  for (size_t i = in->src.n; i-- > 0;)
    if (in->groups.group[i] < 0) {
      without++;
      first = i;
    }
  if (without == 0)
    return MGNN_OK;
  return mg_note(&in->src.notes, err, "%s: %zu of the %zu nodes, such as "
                 "\"%.60s\", have no label", in->opt->labels, without,
                 in->src.n, in->src.names.text[first]);
}

/* --labels names an attribute or, failing that, a file. */
static mgnn_status
read_labels(mg_input *in, mgnn_error *err)
{
  static const char column[] = "label of the table";
  const char *named = in->opt->labels;
  mgnn_status status;

  if (named == NULL)
    return MGNN_OK;
  if (mg_attribute_find(&in->src.node, named) != NULL)
    return mg_groups_read(&in->groups, &in->src, named, err);
  if (strpbrk(named, "./") == NULL && access(named, F_OK) != 0)
    return mg_attribute_missing(&in->src, &in->src.node, "node",
                                "--labels (and no such file)", named, err);
  status = mg_read_labels(&in->src, named, column, err);
  if (status == MGNN_OK)
    status = mg_groups_read(&in->groups, &in->src, column, err);
  if (status == MGNN_OK)
    status = note_unlabelled(in, err);
  return status;
}

/* An edge table may call its lengths by another name. */
static mgnn_status
note_unused(mg_input *in, const mg_metric_spec *spec, mgnn_error *err)
{
  if (spec->kind != MG_METRIC_DEFAULT || in->lengths_given
      || !in->src.open_nodes)
    return MGNN_OK;
  for (size_t k = 0; k < in->src.edge.count; k++) {
    const mg_column *col = &in->src.edge.column[k];
    double x;

    if (strcmp(col->name, "weight") != 0 && strcmp(col->name, "stiffness") != 0
        && mg_column_number(col, 0, &x))
      return mg_note(&in->src.notes, err, "%s: no column is named length, so "
                     "all lengths are 1; to use this one: --metric attr:%.60s",
                     in->src.path, col->name);
  }
  return MGNN_OK;
}

/* What --init asks for. */
typedef enum {
  AUTO, FEATURES, ATTRIBUTES, RANDOM, PIVOT, BUILDUP, FROM_FILE
} start_kind;

static start_kind
start_asked(const char *word)
{
  static const char *const words[] = { "auto", "features", "attributes",
                                       "random", "pivot", "buildup" };

  if (word == NULL)
    return AUTO;
  for (int k = 0; k < FROM_FILE; k++)
    if (strcmp(word, words[k]) == 0)
      return (start_kind)k;
  return FROM_FILE;
}

static mgnn_status
dim_clash(const char *path, int dim, const char *what, size_t other,
          mgnn_error *err)
{
  return mg_fail(err, MGNN_EINVAL, "%s: has %d coordinates per node, but %s "
                 "%zu", path, dim, what, other);
}

/* Read one table of positions, and take over its dimension.  It must be that
 * of --dim and of --features, which are read before. */
static mgnn_status
read_table(mg_input *in, const char *path, double **x, mgnn_error *err)
{
  const mg_input_options *opt = in->opt;
  int dim = 0;
  mgnn_status status = mg_read_rows(&in->src, path, x, &dim, err);

  if (status != MGNN_OK)
    return status;
  if (opt->features != NULL && path != opt->features
      && (size_t)dim != in->dim)
    return dim_clash(path, dim, "--features has", in->dim, err);
  if (opt->dim > 0 && dim != opt->dim)
    return dim_clash(path, dim, "--dim is", (size_t)opt->dim, err);
  in->dim = (size_t)dim;
  return MGNN_OK;
}

/* Read --features, a start file, and positions to be judged. */
static mgnn_status
read_positions(mg_input *in, start_kind init, mgnn_error *err)
{
  const mg_input_options *opt = in->opt;
  mgnn_status status = MGNN_OK;

  in->dim = opt->dim > 0 ? (size_t)opt->dim : 2;
  if (opt->features != NULL)
    status = read_table(in, opt->features, &in->features, err);
  if (status != MGNN_OK)
    return status;
  if (init == FROM_FILE && strpbrk(opt->init, "./") == NULL
      && access(opt->init, F_OK) != 0)
    return mg_fail(err, MGNN_EINVAL, "--init: \"%s\" is neither a file nor one "
                   "of auto, features, attributes, random, pivot, buildup",
                   opt->init);
  if (init == FROM_FILE)
    status = read_table(in, opt->init, &in->file, err);
  if (status == MGNN_OK && in->use.positions != NULL)
    status = read_table(in, in->use.positions, &in->positions, err);
  return status;
}

/* Lengths that arithmetic can bear, or the names of those that it cannot. */
static mgnn_status
check_lengths(const mg_input *in, const mg_simple *simple,
              const mg_lengths *lengths, mgnn_error *err)
{
  for (size_t e = 0; e < simple->m; e++) {
    double lower = lengths->lower[e];
    double upper = lengths->upper != NULL ? lengths->upper[e] : lower;
    double bad = mg_length_allowed(lower) ? upper : lower;

    if (!mg_length_allowed(bad) && bad != INFINITY)
      return mg_fail(err, MGNN_EINVAL, "%s: the length of the edge \"%.60s\" - "
                     "\"%.60s\" is %g; lengths must be 0 or from 1e-150 to "
                     "1e150: use another unit", in->src.path,
                     in->src.names.text[simple->ends[2 * e]],
                     in->src.names.text[simple->ends[2 * e + 1]], bad);
  }
  return MGNN_OK;
}

/* Whether values of edges are asked for once more after the lengths. */
static int
column_wanted(const mg_input *in)
{
  return in->opt->stiffness != NULL
         || (in->use.edge_column != NULL
             && mg_attribute_find(&in->src.edge, in->use.edge_column) != NULL);
}

/* What the graph can do without: layers make rows of their own. */
static int
graph_without(const mg_input *in, start_kind init)
{
  int lean = in->use.layers && init != PIVOT && init != BUILDUP;

  return MG_GRAPH_CHECKED | MG_GRAPH_UNMEASURED | (lean ? MG_GRAPH_LEAN : 0);
}

static mgnn_status
make_problem(mg_input *in, const mg_metric_spec *spec, start_kind init,
             mgnn_error *err)
{
  const mg_input_options *opt = in->opt;
  mg_simple simple = { 0 };
  mg_lengths lengths = { 0 };
  double *stiffness = NULL;
  mgnn_status status = mg_simplify(&simple, in->src.n, in->src.m,
                                   in->src.ends, err);
  const mg_metric_input from = { &in->src, &simple, in->groups.group,
                                 in->features, in->dim, in->use.eps,
                                 opt->lenient, !column_wanted(in) };

  if (status != MGNN_OK)
    return status;
  in->loops = simple.loops;
  in->merged = simple.merged;
  status = mg_metric_lengths(&lengths, spec, &from, err);
  if (status == MGNN_OK)
    status = check_lengths(in, &simple, &lengths, err);
  if (status == MGNN_OK && opt->stiffness != NULL)
    status = mg_metric_stiffness(&stiffness, opt->stiffness, &from, err);
  if (status == MGNN_OK)
    status = mg_metric_weight_note(&in->src, spec, opt->stiffness, err);
  if (status == MGNN_OK)
    status = mg_problem_take(&in->problem, in->src.n, simple.m,
                             mg_simple_take(&simple, &in->src),
                             graph_without(in, init), err);
  if (status == MGNN_OK)
    status = mg_problem_lengths_take(in->problem, &lengths, err);
  if (status == MGNN_OK && (stiffness != NULL || lengths.stiffness != NULL))
    status = mgnn_problem_stiffness_set(in->problem, stiffness != NULL
                                        ? stiffness : lengths.stiffness, err);
  if (status == MGNN_OK)
    mgnn_problem_self_loops_set(in->problem, in->use.self_loops);
  in->lengths_given = lengths.given;
  mg_free(stiffness);
  mg_lengths_free(&lengths);
  in->into = simple.into;
  simple.into = NULL;
  mg_simple_free(&simple);
  return status;
}

/* The mean target length, 1 where there is none. */
static double
mean_length(const mg_graph *g)
{
  double sum = 0;

  for (size_t e = 0; e < g->m; e++)
    sum += g->target[e];
  return sum > 0 ? sum / (double)g->m : 1;
}

static mgnn_status
start_at_random(mg_input *in, double *x, mgnn_error *err)
{
  double scale = in->use.layers ? 1 : mean_length(&in->problem->graph);

  in->start_scale = scale;
  return mgnn_place(in->problem, in->dim, in->use.seed, scale, x, err);
}

/* Positions from the attributes; nodes without keep what is in x.  *have
 * counts the others. */
static mgnn_status
start_at_attributes(mg_input *in, double *x, unsigned char *has, size_t *have,
                    mgnn_error *err)
{
  double *found = mg_alloc(in->src.n * in->dim, sizeof *found);

  if (found == NULL)
    return mg_fail_memory(err);
  *have = mg_attribute_positions(&in->src, in->dim, found, has);
  for (size_t i = 0; i < in->src.n; i++)
    if (has[i])
      memcpy(x + i * in->dim, found + i * in->dim, in->dim * sizeof *x);
  mg_free(found);
  return MGNN_OK;
}

static mgnn_status
missing_position(const mg_input *in, const unsigned char *has,
                 const unsigned char *wanted, const char *why, mgnn_error *err)
{
  for (size_t i = 0; i < in->src.n; i++) {
    int want = wanted == NULL;

    for (size_t c = 0; c < in->dim && wanted != NULL; c++)
      want |= wanted[i * in->dim + c];
    if (want && !has[i])
      return mg_fail(err, MGNN_EINVAL, "%s: node \"%.60s\" has no position in "
                     "its attributes (x y%s, graphics, or pos), which %s",
                     in->src.path, in->src.names.text[i],
                     in->dim > 2 ? " z" : "", why);
  }
  return MGNN_OK;
}

/* The start of layers mode: features, else attributes if every node has them,
 * else random.  Attributes may be asked for, and must then be complete. */
static mgnn_status
choose_start(mg_input *in, start_kind init, unsigned char *has, mgnn_error *err)
{
  size_t size = in->src.n * in->dim, have;
  double *x = in->start;
  mgnn_status status = start_at_random(in, x, err);

  if (status != MGNN_OK || init == RANDOM)
    return status;
  if (init == PIVOT || init == BUILDUP) {
    mgnn_search_params par;

    mgnn_search_params_init(&par);
    par.control.seed = in->use.seed;
    par.aspect = in->use.aspect;
    status = mgnn_start(in->problem, in->dim, in->opt->init, &par, x, err);
    if (status == MGNN_OK && in->use.layers)
      mgnn_rescale(in->problem, in->dim, x, 0);
    return status;
  }
  if (init == FEATURES && in->features == NULL)
    return mg_fail(err, MGNN_EINVAL, "--init features needs --features FILE");
  if (init == FROM_FILE || init == FEATURES
      || (init == AUTO && in->features != NULL && in->use.layers)) {
    memcpy(x, init == FROM_FILE ? in->file : in->features, size * sizeof *x);
    return MGNN_OK;
  }
  if (init == AUTO && !in->use.layers)
    return MGNN_OK;
  status = start_at_attributes(in, x, has, &have, err);
  if (status == MGNN_OK && have < in->src.n) {
    if (init == ATTRIBUTES)
      return missing_position(in, has, NULL, "--init attributes needs", err);
    status = start_at_random(in, x, err);
  }
  return status;
}

/* --pin FILE: hold the nodes of a table at its positions. */
static mgnn_status
pins_from_file(mg_input *in, const char *path, unsigned char *pin,
               unsigned char *has, mgnn_error *err)
{
  double *x;
  int dim;
  mgnn_status status = mg_read_some_rows(&in->src, path, &x, &dim, has, err);

  if (status == MGNN_OK && (size_t)dim != in->dim)
    status = dim_clash(path, dim, "the drawing has", in->dim, err);
  for (size_t i = 0; i < in->src.n && status == MGNN_OK; i++) {
    memset(pin + i * in->dim, has[i], in->dim);
    if (has[i])
      memcpy(in->start + i * in->dim, x + i * in->dim,
             in->dim * sizeof *x);
    in->pinned += has[i];
  }
  mg_free(x);
  return status;
}

/* Pins by an attribute: hold coordinates where the attributes, or a start
 * file, put them. */
static mgnn_status
pins_from_attribute(mg_input *in, start_kind init, unsigned char *pin,
                    unsigned char *has, mgnn_error *err)
{
  size_t have;
  mgnn_status status = mg_attribute_pins(&in->src, in->opt->pin, in->dim,
                                         pin, &in->pinned, err);

  if (status == MGNN_OK && in->pinned > 0 && init != FROM_FILE) {
    status = start_at_attributes(in, in->start, has, &have, err);
    if (status == MGNN_OK)
      status = missing_position(in, has, pin, "a pinned node needs", err);
  }
  return status;
}

static mgnn_status
set_pins(mg_input *in, start_kind init, unsigned char *has, mgnn_error *err)
{
  const char *named = in->opt->pin;
  unsigned char *pin;
  mgnn_status status;

  if (in->use.layers) {
    if (named != NULL)
      return mg_fail(err, MGNN_EINVAL, "--pin does not go with --layers: layers "
                     "move every node; leave one of them out");
    if (mg_attribute_find(&in->src.node, "pin") != NULL)
      return mg_note(&in->src.notes, err, "%s: layers move every node; the "
                     "attribute pin is ignored", in->src.path);
    return MGNN_OK;
  }
  pin = mg_alloc(in->src.n * in->dim, 1);
  if (pin == NULL)
    return mg_fail_memory(err);
  if (named != NULL && mg_attribute_find(&in->src.node, named) == NULL
      && (strpbrk(named, "./") != NULL || access(named, F_OK) == 0))
    status = pins_from_file(in, named, pin, has, err);
  else
    status = pins_from_attribute(in, init, pin, has, err);
  if (status == MGNN_OK && in->pinned > 0)
    status = mgnn_problem_pins_set(in->problem, in->dim, pin, err);
  mg_free(pin);
  return status;
}

/* Fill in in->start, and in layers mode in->origin. */
static mgnn_status
place(mg_input *in, start_kind init, mgnn_error *err)
{
  size_t size = in->src.n * in->dim;
  unsigned char *has = mg_alloc(in->src.n, 1);
  mgnn_status status = MGNN_OK;

  in->start = mg_alloc(size, sizeof *in->start);
  if (has == NULL || in->start == NULL)
    status = mg_fail_memory(err);
  if (status == MGNN_OK)
    status = choose_start(in, init, has, err);
  if (status == MGNN_OK)
    status = set_pins(in, init, has, err);
  if (status == MGNN_OK && in->use.layers) {
    in->origin = in->features != NULL ? in->features : in->start;
    in->features = NULL;
  }
  mg_free(has);
  return status;
}

static mgnn_status
count_components(mg_input *in, mgnn_error *err)
{
  mg_components c;
  mgnn_status status = mg_components_find(&c, &in->problem->graph, err);

  if (status == MGNN_OK) {
    in->components = c.count;
    for (size_t k = 0; k < c.count; k++) {
      double count = (double)(c.first[k + 1] - c.first[k]);

      in->pairs += count * (count - 1) / 2;
    }
    mg_components_free(&c);
  }
  return status;
}

/* --align FILE: one row per node, in the dimension of the drawing. */
static mgnn_status
read_align(mg_input *in, mgnn_error *err)
{
  int dim;
  mgnn_status status;

  if (in->use.align == NULL)
    return MGNN_OK;
  status = mg_read_rows(&in->src, in->use.align, &in->align, &dim, err);
  if (status == MGNN_OK && (size_t)dim != in->dim)
    status = dim_clash(in->use.align, dim, "the drawing has", in->dim, err);
  return status;
}

void
mg_input_options_init(mg_input_options *opt)
{
  mg_limits limits;

  memset(opt, 0, sizeof *opt);
  mg_limits_init(&limits);
  opt->max_nodes = (long)limits.nodes;
  opt->max_edges = (long)limits.edges;
  opt->max_bytes = (long)limits.bytes;
}

mgnn_status
mg_input_read(mg_input *in, const mg_input_options *opt,
              const mg_input_use *use, mgnn_error *err)
{
  mg_metric_spec spec;
  mgnn_status status = mg_metric_parse(&spec, opt->metric, err);

  in->opt = opt;
  in->use = *use;
  return status == MGNN_OK ? read_graph(in, &spec, err) : status;
}

mgnn_status
mg_input_tables(mg_input *in, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  TRY(read_labels(in, err));
  TRY(read_positions(in, start_asked(in->opt->init), err));
  TRY(read_align(in, err));
end:
  return status;
}

mgnn_status
mg_input_build(mg_input *in, mgnn_error *err)
{
  mg_metric_spec spec;
  mgnn_status status = MGNN_OK;

  TRY(mg_metric_parse(&spec, in->opt->metric, err));
  TRY(make_problem(in, &spec, start_asked(in->opt->init), err));
  TRY(note_unused(in, &spec, err));
  TRY(count_components(in, err));
end:
  return status;
}

mgnn_status
mg_input_start(mg_input *in, mgnn_error *err)
{
  start_kind init = start_asked(in->opt->init);
  mgnn_status status = place(in, init, err);

  in->start_given = init != AUTO;
  if (init != RANDOM)
    in->start_scale = 0;
  mg_free(in->features);
  mg_free(in->file);
  in->features = in->file = NULL;
  return status;
}

void
mg_input_free(mg_input *in)
{
  if (in->origin != in->start)
    mg_free(in->origin);
  mg_free(in->start);
  mg_free(in->into);
  mg_free(in->features);
  mg_free(in->file);
  mg_free(in->positions);
  mg_free(in->align);
  mgnn_problem_free(in->problem);
  mg_groups_free(&in->groups);
  mg_source_free(&in->src);
}
