/* Read the graph and all that goes with it, and decide where nodes start. */
#include "base/mem.h"
#include "base/random.h"
#include "io/read.h"
#include "io/table.h"
#include "job.h"
#include "problem/components.h"
#include "problem/metric.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

static mgnn_status
read_graph(mg_job *job, const mg_metric_spec *spec, mgnn_error *err)
{
  const mg_limits limits = { (size_t)job->opt->max_nodes,
                             (size_t)job->opt->max_edges,
                             (size_t)job->opt->max_bytes };
  mgnn_status status = mg_read_within(&job->src, job->path,
                                      job->opt->input_format, &limits, err);

  if (status == MGNN_OK && job->src.directed)
    status = mg_note(&job->src.notes, err, "%s: the graph is directed; "
                     "directions are ignored", job->src.path);
  if (status == MGNN_OK && job->opt->metric_adds_edges) {
    if (spec->kind != MG_METRIC_FILE)
      return mg_fail(err, MGNN_EINVAL, "--metric-adds-edges needs --metric with "
                     "a file");
    status = mg_metric_add_edges(&job->src, spec->name, err);
  }
  return status;
}

/* Nodes that a table of labels leaves out have none. */
static mgnn_status
note_unlabelled(mg_job *job, mgnn_error *err)
{
  size_t without = 0, first = 0;

  for (size_t i = job->src.n; i-- > 0;)
    if (job->groups.group[i] < 0) {
      without++;
      first = i;
    }
  if (without == 0)
    return MGNN_OK;
  return mg_note(&job->src.notes, err, "%s: %zu of the %zu nodes, such as "
                 "\"%.60s\", have no label", job->opt->labels, without,
                 job->src.n, job->src.names.text[first]);
}

/* --labels names an attribute or, failing that, a file. */
static mgnn_status
read_labels(mg_job *job, mgnn_error *err)
{
  static const char column[] = "label of the table";
  const char *named = job->opt->labels;
  mgnn_status status;

  if (named == NULL)
    return MGNN_OK;
  if (mg_attribute_find(&job->src.node, named) != NULL)
    return mg_groups_read(&job->groups, &job->src, named, err);
  if (strpbrk(named, "./") == NULL && access(named, F_OK) != 0)
    return mg_attribute_missing(&job->src, &job->src.node, "node",
                                "--labels (and no such file)", named, err);
  status = mg_read_labels(&job->src, named, column, err);
  if (status == MGNN_OK)
    status = mg_groups_read(&job->groups, &job->src, column, err);
  if (status == MGNN_OK)
    status = note_unlabelled(job, err);
  return status;
}

/* An edge table may call its lengths by another name. */
static mgnn_status
note_unused(mg_job *job, const mg_metric_spec *spec, mgnn_error *err)
{
  if (spec->kind != MG_METRIC_DEFAULT || job->lengths_given
      || !job->src.open_nodes)
    return MGNN_OK;
  for (size_t k = 0; k < job->src.edge.count; k++) {
    const mg_column *col = &job->src.edge.column[k];
    double x;

    if (strcmp(col->name, "weight") != 0 && strcmp(col->name, "stiffness") != 0
        && mg_column_number(col, 0, &x))
      return mg_note(&job->src.notes, err, "%s: no column is named length, so "
                     "all lengths are 1; to use this one: --metric attr:%.60s",
                     job->src.path, col->name);
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
read_table(mg_job *job, const char *path, double **x, mgnn_error *err)
{
  const mg_layout_options *opt = job->opt;
  int dim = 0;
  mgnn_status status = mg_read_rows(&job->src, path, x, &dim, err);

  if (status != MGNN_OK)
    return status;
  if (opt->features != NULL && path != opt->features
      && (size_t)dim != job->dim)
    return dim_clash(path, dim, "--features has", job->dim, err);
  if (opt->dim > 0 && dim != opt->dim)
    return dim_clash(path, dim, "--dim is", (size_t)opt->dim, err);
  job->dim = (size_t)dim;
  return MGNN_OK;
}

/* Read --features, a start file, and positions to be judged. */
static mgnn_status
read_positions(mg_job *job, start_kind init, double **features, double **file,
               mgnn_error *err)
{
  const mg_layout_options *opt = job->opt;
  mgnn_status status = MGNN_OK;

  job->dim = opt->dim > 0 ? (size_t)opt->dim : 2;
  if (opt->features != NULL)
    status = read_table(job, opt->features, features, err);
  if (status != MGNN_OK)
    return status;
  if (init == FROM_FILE && strpbrk(opt->init, "./") == NULL
      && access(opt->init, F_OK) != 0)
    return mg_fail(err, MGNN_EINVAL, "--init: \"%s\" is neither a file nor one "
                   "of auto, features, attributes, random, pivot, buildup",
                   opt->init);
  if (init == FROM_FILE)
    status = read_table(job, opt->init, file, err);
  if (status == MGNN_OK && job->positions != NULL)
    status = read_table(job, job->positions, &job->given, err);
  return status;
}

/* Lengths that arithmetic can bear, or the names of those that it cannot. */
static mgnn_status
check_lengths(const mg_job *job, const mg_simple *simple,
              const mg_lengths *lengths, mgnn_error *err)
{
  for (size_t e = 0; e < simple->m; e++) {
    double lower = lengths->lower[e];
    double upper = lengths->upper != NULL ? lengths->upper[e] : lower;
    double bad = mg_length_allowed(lower) ? upper : lower;

    if (!mg_length_allowed(bad) && bad != INFINITY)
      return mg_fail(err, MGNN_EINVAL, "%s: the length of the edge \"%.60s\" - "
                     "\"%.60s\" is %g; lengths must be 0 or from 1e-150 to "
                     "1e150: use another unit", job->src.path,
                     job->src.names.text[simple->ends[2 * e]],
                     job->src.names.text[simple->ends[2 * e + 1]], bad);
  }
  return MGNN_OK;
}

/* Whether values of edges are asked for once more after the lengths. */
static int
column_wanted(const mg_job *job)
{
  return job->opt->stiffness != NULL
         || (job->opt->edge_color != NULL
             && mg_attribute_find(&job->src.edge, job->opt->edge_color) != NULL);
}

/* What the graph can do without: layers make rows of their own. */
static int
graph_without(const mg_job *job, start_kind init)
{
  int lean = mg_job_in_layers(job) && init != PIVOT && init != BUILDUP;

  return MG_GRAPH_CHECKED | MG_GRAPH_UNMEASURED | (lean ? MG_GRAPH_LEAN : 0);
}

static mgnn_status
make_problem(mg_job *job, const mg_metric_spec *spec, start_kind init,
             const double *features, mgnn_error *err)
{
  const mg_layout_options *opt = job->opt;
  mg_simple simple = { 0 };
  mg_lengths lengths = { 0 };
  double *stiffness = NULL;
  mgnn_status status = mg_simplify(&simple, job->src.n, job->src.m,
                                   job->src.ends, err);
  const mg_metric_input in = { &job->src, &simple, job->groups.group, features,
                               job->dim, opt->eps, opt->lenient,
                               !column_wanted(job) };

  if (status != MGNN_OK)
    return status;
  mg_phase_end(&job->phases, "merge");
  job->loops = simple.loops;
  job->merged = simple.merged;
  status = mg_metric_lengths(&lengths, spec, &in, err);
  if (status == MGNN_OK)
    status = check_lengths(job, &simple, &lengths, err);
  if (status == MGNN_OK && opt->stiffness != NULL)
    status = mg_metric_stiffness(&stiffness, opt->stiffness, &in, err);
  if (status == MGNN_OK)
    status = mg_metric_weight_note(&job->src, spec, opt->stiffness, err);
  mg_phase_end(&job->phases, "metric");
  if (status == MGNN_OK)
    status = mg_problem_take(&job->problem, job->src.n, (int)job->dim, simple.m,
                             mg_simple_take(&simple, &job->src),
                             graph_without(job, init), err);
  if (status == MGNN_OK)
    status = mg_problem_lengths_take(job->problem, &lengths, err);
  if (status == MGNN_OK && (stiffness != NULL || lengths.stiffness != NULL))
    status = mgnn_problem_stiffness_set(job->problem, stiffness != NULL
                                        ? stiffness : lengths.stiffness, err);
  if (status == MGNN_OK)
    mgnn_problem_self_loops_set(job->problem, opt->self_loops);
  job->lengths_given = lengths.given;
  mg_free(stiffness);
  mg_lengths_free(&lengths);
  job->into = simple.into;
  simple.into = NULL;
  mg_simple_free(&simple);
  mg_phase_end(&job->phases, "build");
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
start_at_random(mg_job *job, double *x, mgnn_error *err)
{
  double scale = mg_job_in_layers(job) ? 1 : mean_length(&job->problem->graph);

  job->start_scale = scale;
  return mgnn_place(job->problem, (unsigned long)job->opt->seed, scale, x, err);
}

/* Positions from the attributes; nodes without keep what is in x.  *have
 * counts the others. */
static mgnn_status
start_at_attributes(mg_job *job, double *x, unsigned char *has, size_t *have,
                    mgnn_error *err)
{
  double *found = mg_alloc(job->src.n * job->dim, sizeof *found);

  if (found == NULL)
    return mg_fail_memory(err);
  *have = mg_attribute_positions(&job->src, job->dim, found, has);
  for (size_t i = 0; i < job->src.n; i++)
    if (has[i])
      memcpy(x + i * job->dim, found + i * job->dim, job->dim * sizeof *x);
  mg_free(found);
  return MGNN_OK;
}

static mgnn_status
missing_position(const mg_job *job, const unsigned char *has,
                 const unsigned char *wanted, const char *why, mgnn_error *err)
{
  for (size_t i = 0; i < job->src.n; i++) {
    int want = wanted == NULL;

    for (size_t c = 0; c < job->dim && wanted != NULL; c++)
      want |= wanted[i * job->dim + c];
    if (want && !has[i])
      return mg_fail(err, MGNN_EINVAL, "%s: node \"%.60s\" has no position in "
                     "its attributes (x y%s, graphics, or pos), which %s",
                     job->src.path, job->src.names.text[i],
                     job->dim > 2 ? " z" : "", why);
  }
  return MGNN_OK;
}

/* The start of layers mode: features, else attributes if every node has them,
 * else random.  Attributes may be asked for, and must then be complete. */
static mgnn_status
choose_start(mg_job *job, start_kind init, const double *features,
             const double *file, unsigned char *has, mgnn_error *err)
{
  size_t size = job->src.n * job->dim, have;
  double *x = job->start;
  mgnn_status status = start_at_random(job, x, err);

  if (status != MGNN_OK || init == RANDOM)
    return status;
  if (init == PIVOT || init == BUILDUP) {
    mgnn_params par;

    mgnn_params_init(&par);
    par.seed = (unsigned long)job->opt->seed;
    par.aspect = mg_style_width(&job->opt->style)
               / mg_style_height(&job->opt->style);
    status = mgnn_start(job->problem, job->opt->init, &par, x, err);
    if (status == MGNN_OK && mg_job_in_layers(job))
      mgnn_rescale(job->problem, x, 0);
    return status;
  }
  if (init == FEATURES && features == NULL)
    return mg_fail(err, MGNN_EINVAL, "--init features needs --features FILE");
  if (init == FROM_FILE || init == FEATURES
      || (init == AUTO && features != NULL && mg_job_in_layers(job))) {
    memcpy(x, init == FROM_FILE ? file : features, size * sizeof *x);
    return MGNN_OK;
  }
  if (init == AUTO && !mg_job_in_layers(job))
    return MGNN_OK;
  status = start_at_attributes(job, x, has, &have, err);
  if (status == MGNN_OK && have < job->src.n) {
    if (init == ATTRIBUTES)
      return missing_position(job, has, NULL, "--init attributes needs", err);
    status = start_at_random(job, x, err);
  }
  return status;
}

/* --pin FILE: hold the nodes of a table at its positions. */
static mgnn_status
pins_from_file(mg_job *job, const char *path, unsigned char *pin,
               unsigned char *has, mgnn_error *err)
{
  double *x;
  int dim;
  mgnn_status status = mg_read_some_rows(&job->src, path, &x, &dim, has, err);

  if (status == MGNN_OK && (size_t)dim != job->dim)
    status = dim_clash(path, dim, "the drawing has", job->dim, err);
  for (size_t i = 0; i < job->src.n && status == MGNN_OK; i++) {
    memset(pin + i * job->dim, has[i], job->dim);
    if (has[i])
      memcpy(job->start + i * job->dim, x + i * job->dim,
             job->dim * sizeof *x);
    job->pinned += has[i];
  }
  mg_free(x);
  return status;
}

/* Pins by an attribute: hold coordinates where the attributes, or a start
 * file, put them. */
static mgnn_status
pins_from_attribute(mg_job *job, start_kind init, unsigned char *pin,
                    unsigned char *has, mgnn_error *err)
{
  size_t have;
  mgnn_status status = mg_attribute_pins(&job->src, job->opt->pin, job->dim,
                                         pin, &job->pinned, err);

  if (status == MGNN_OK && job->pinned > 0 && init != FROM_FILE) {
    status = start_at_attributes(job, job->start, has, &have, err);
    if (status == MGNN_OK)
      status = missing_position(job, has, pin, "a pinned node needs", err);
  }
  return status;
}

static mgnn_status
set_pins(mg_job *job, start_kind init, unsigned char *has, mgnn_error *err)
{
  const char *named = job->opt->pin;
  unsigned char *pin;
  mgnn_status status;

  if (mg_job_in_layers(job)) {
    if (named != NULL)
      return mg_fail(err, MGNN_EINVAL, "--pin does not go with --layers: layers "
                     "move every node; leave one of them out");
    if (mg_attribute_find(&job->src.node, "pin") != NULL)
      return mg_note(&job->src.notes, err, "%s: layers move every node; the "
                     "attribute pin is ignored", job->src.path);
    return MGNN_OK;
  }
  pin = mg_alloc(job->src.n * job->dim, 1);
  if (pin == NULL)
    return mg_fail_memory(err);
  if (named != NULL && mg_attribute_find(&job->src.node, named) == NULL
      && (strpbrk(named, "./") != NULL || access(named, F_OK) == 0))
    status = pins_from_file(job, named, pin, has, err);
  else
    status = pins_from_attribute(job, init, pin, has, err);
  if (status == MGNN_OK && job->pinned > 0)
    status = mgnn_problem_pins_set(job->problem, pin, err);
  mg_free(pin);
  return status;
}

/* Fill in job->start, and in layers mode job->origin. */
static mgnn_status
place(mg_job *job, start_kind init, double **features, const double *file,
      mgnn_error *err)
{
  size_t size = job->src.n * job->dim;
  unsigned char *has = mg_alloc(job->src.n, 1);
  mgnn_status status = MGNN_OK;

  job->start = mg_alloc(size, sizeof *job->start);
  if (has == NULL || job->start == NULL)
    status = mg_fail_memory(err);
  if (status == MGNN_OK)
    status = choose_start(job, init, *features, file, has, err);
  if (status == MGNN_OK)
    status = set_pins(job, init, has, err);
  if (status == MGNN_OK && mg_job_in_layers(job)) {
    job->origin = *features != NULL ? *features : job->start;
    *features = NULL;
  }
  mg_free(has);
  return status;
}

static mgnn_status
count_components(mg_job *job, mgnn_error *err)
{
  mg_components c;
  mgnn_status status = mg_components_find(&c, &job->problem->graph, err);

  if (status == MGNN_OK) {
    job->components = c.count;
    for (size_t k = 0; k < c.count; k++) {
      double count = (double)(c.first[k + 1] - c.first[k]);

      job->pairs += count * (count - 1) / 2;
    }
    mg_components_free(&c);
  }
  return status;
}

/* --no-overlap: only where it has a meaning. */
static mgnn_status
check_overlap(const mg_job *job, mgnn_error *err)
{
  if (!job->opt->no_overlap)
    return MGNN_OK;
  if (mg_job_in_layers(job))
    return mg_fail(err, MGNN_EINVAL, "--no-overlap does not go with --layers: "
                   "layers are shown as they are");
  if (job->dim != 2 || job->opt->dim_auto)
    return mg_fail(err, MGNN_EINVAL, "--no-overlap needs the plane: leave --dim "
                   "out, or make it 2");
  if (job->pinned > 0)
    return mg_fail(err, MGNN_EINVAL, "--no-overlap would move pinned nodes: "
                   "leave one of them out");
  return MGNN_OK;
}

/* --align FILE: one row per node, in the dimension of the drawing. */
static mgnn_status
read_align(mg_job *job, mgnn_error *err)
{
  mgnn_status status;
  int dim;

  if (job->opt->align == NULL)
    return MGNN_OK;
  if (mg_job_in_layers(job) || job->opt->dim_auto)
    return mg_fail(err, MGNN_EINVAL, "--align belongs to layout mode, in a "
                   "dimension that is known");
  status = mg_read_rows(&job->src, job->opt->align, &job->align, &dim, err);
  if (status == MGNN_OK && (size_t)dim != job->dim)
    status = dim_clash(job->opt->align, dim, "the drawing has", job->dim, err);
  return status;
}

mgnn_status
mg_job_gather(mg_job *job, mgnn_error *err)
{
  start_kind init = start_asked(job->opt->init);
  double *features = NULL, *file = NULL;
  mg_metric_spec spec;
  mgnn_status status = mg_metric_parse(&spec, job->opt->metric, err);

  if (status == MGNN_OK)
    status = read_graph(job, &spec, err);
  mg_phase_end(&job->phases, "read");
  if (status == MGNN_OK)
    status = read_labels(job, err);
  if (status == MGNN_OK)
    status = read_positions(job, init, &features, &file, err);
  mg_phase_end(&job->phases, "tables");
  if (status == MGNN_OK)
    status = make_problem(job, &spec, init, features, err);
  if (status == MGNN_OK)
    status = note_unused(job, &spec, err);
  if (status == MGNN_OK)
    status = count_components(job, err);
  if (status == MGNN_OK)
    status = place(job, init, &features, file, err);
  if (status == MGNN_OK)
    status = read_align(job, err);
  if (status == MGNN_OK)
    status = check_overlap(job, err);
  job->start_given = init != AUTO;
  if (init != RANDOM)
    job->start_scale = 0;
  if (status == MGNN_OK && job->opt->dim_auto
      && (job->start_given || job->pinned > 0 || job->opt->features != NULL))
    status = mg_fail(err, MGNN_EINVAL, "--dim auto does not go with --init, "
                     "--features or pins: they have a dimension");
  mg_free(features);
  mg_free(file);
  mg_phase_end(&job->phases, "start");
  return status;
}

void
mg_job_ungather(mg_job *job)
{
  if (job->origin != job->start)
    mg_free(job->origin);
  mg_free(job->start);
  mg_free(job->into);
  mg_free(job->align);
  mg_free(job->given);
  mgnn_problem_free(job->problem);
  mg_groups_free(&job->groups);
  mg_source_free(&job->src);
}
