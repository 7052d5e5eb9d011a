/* Reads the graph and its tables, and chooses the starting positions. */
#include "input.h"
#include "base/mem.h"
#include "base/number.h"
#include "io/read/read.h"
#include "io/table/table_parts.h"
#include "io/text/message.h"
#include "problem/metric.h"
#include "options.h"
#include "problem/components.h"
#include "problem/extend.h"
#include "problem/feature_projection.h"
#include "problem/positions_file.h"
#include "problem/problem_build.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define AT(member) offsetof(mg_input_options, member)

const mg_option mg_input_graph_rows[] = {
  { 'I', "input-format", "WORD", MG_WORD, AT(format), 0, 0,
    "format of GRAPH: {readers} [default: by its suffix or content]" },
  { 0, "cutoff", "X", MG_REAL, AT(atoms.cutoff), 0.01, 1e6,
    "join atoms at most X apart [default: bonded atoms]" },
  { 0, "topology", "FILE", MG_FILE, AT(atoms.topology), 0, 0,
    "structure (PDB or mmCIF) with the atoms, bonds and angles that a file of restraints refers to" },
  MG_OPTIONS_END
};

const mg_option mg_input_part_rows[] = {
  { 0, "component", "largest|all|N", MG_WORD, AT(component), 0, 0,
    "keep only the largest component, or the N-th largest [default: all]" },
  { 0, "no-isolates", NULL, MG_FLAG, AT(no_isolates), 0, 0,
    "leave out nodes without edges" },
  MG_OPTIONS_END
};

const mg_option mg_input_node_rows[] = {
  { 0, "class", "NAME|FILE", MG_WORD, AT(labels), 0, 0,
    "classes of the nodes, shown as colours: a node attribute, or a table node,label" },
  { 0, "features", "FILE", MG_FILE, AT(features), 0, 0,
    "table of node features Z0; sets the dimension" },
  MG_OPTIONS_END
};

const mg_option mg_input_length_rows[] = {
  { 0, "metric", "SPEC", MG_WORD, AT(metric), 0, 0,
    "the lengths: FILE, attr:NAME, const:X, labels:WITHIN,BETWEEN, attention:NAME, coords:FILE, walk:T, jaccard; for similarities inverse:NAME, neglog:NAME, complement:NAME [default: the edge attribute len, length, distance or dist; else 1]" },
  { 0, "unit", "WORD", MG_WORD, AT(unit), 0, 0,
    "unit of the lengths, shown at the scale bar, in the summary, the page and the report [default: that of the column's title, as in length (km) or miles]" },
  { 0, "metric-adds-edges", NULL, MG_FLAG, AT(metric_adds_edges), 0, 0,
    "add the pairs of the --metric table that are not edges as edges" },
  { 0, "stiffness", "NAME", MG_WORD, AT(stiffness), 0, 0,
    "edge attribute with the weight of each length [default: stiffness, if there is one]" },
  { 0, "pin", "NAME|FILE", MG_WORD, AT(pin), 0, 0,
    "anchors: a table of their positions, or a node attribute with 1, x, y or xy" },
  MG_OPTIONS_END
};

const mg_option mg_input_table_rows[] = {
  { 0, "lenient", NULL, MG_FLAG, AT(lenient), 0, 0,
    "give missing lengths the mean of the others, average contradictory ones, and add nodes that only edges name" },
  { 0, "strict-tables", NULL, MG_FLAG, AT(strict_tables), 0, 0,
    "refuse tables of positions that lack nodes or name others" },
  MG_OPTIONS_END
};

const mg_option mg_input_limit_rows[] = {
  { 0, "max-nodes", "N", MG_COUNT, AT(max_nodes), 1, 4294967294.0,
    "refuse graphs with more nodes [default: 10000000]" },
  { 0, "max-edges", "N", MG_COUNT, AT(max_edges), 1, 4294967294.0,
    "refuse graphs with more edges [default: 100000000]" },
  { 0, "max-bytes", "N", MG_COUNT, AT(max_bytes), 1, 1e15,
    "refuse files with more bytes after decompression [default: 4000000000]" },
  MG_OPTIONS_END
};

const char *const mg_input_hints[MG_HINTS] = {
  [MG_HINT_MISSING] = "; --lenient gives such edges the mean of the others",
  [MG_HINT_PARALLEL] = "; --lenient takes the mean",
  [MG_HINT_PAIRS] = "; --metric-adds-edges makes them edges",
  [MG_HINT_LABELS] = ": give them with --class NAME or --class FILE",
  [MG_HINT_FEATURES] = ": give them with --features FILE",
  [MG_HINT_WEIGHT] = "; use --metric attr:weight if it is a length, "
    "inverse:weight, neglog:weight or complement:weight if it is a similarity, "
    "or --stiffness weight",
  [MG_HINT_COLUMN] = ": --metric attr:"
};

/* The values of --init; FROM_FILE is any other word, the name of a file. */
typedef enum {
  AUTO, FEATURES, ATTRIBUTES, RANDOM, PIVOT, BUILDUP, FROM_FILE
} start_kind;

const char *
mg_start_word(size_t k)
{
  static const char *const words[] = { "auto", "features", "attributes", "random",
                                       "pivot", "buildup" };

  return k < FROM_FILE ? words[k] : NULL;
}

static start_kind
start_asked(const char *word)
{
  size_t k = 0;

  while (word != NULL && k < FROM_FILE && strcmp(word, mg_start_word(k)) != 0)
    k++;
  return (start_kind)k;
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

/* ---- the graph ---- */

static mgnn_status
specify(mg_specification *spec, const mg_input_options *opt,
        const mg_input_use *use, mgnn_error *err)
{
  start_kind init = start_asked(opt->init);

  *spec = (mg_specification){ .stiffness = opt->stiffness, .eps = use->eps,
                              .lenient = opt->lenient, .hint = mg_input_hints,
                              .self_loops = use->self_loops,
                              .edge_column = use->edge_column,
                              .keep_columns = use->keep == MG_KEEP_ALL
                                              || use->edge_columns,
                              .lean = use->layers && !use->solved
                                      && init != PIVOT
                                      && init != BUILDUP };
  return opt->metric == NULL ? MGNN_OK
         : mg_metric_parse(&spec->metric, opt->metric, err);
}

/* Whether the word names a file rather than a node attribute. */
static int
is_file(const mg_input *in, const char *word)
{
  return mg_attribute_find(&in->src.node, word) == NULL
         && mg_word_is_file(word);
}

/* Add a note on the nodes that have no row in the table of labels. */
static mgnn_status
note_unlabelled(mg_input *in, const char *column, mgnn_error *err)
{
  const mg_column *col = mg_attribute_find(&in->src.node, column);
  size_t without = 0, first = 0;

  for (size_t i = in->src.n; i-- > 0;)
    if (!mg_column_has(col, i)) {
      without++;
      first = i;
    }
  if (without == 0)
    return MGNN_OK;
  return mg_note(&in->src.notes, err, "%s: %zu of the %zu nodes, such as "
                 "\"%.60s\", have no label", in->opt->labels, without,
                 in->src.n, in->src.names.text[first]);
}

/* Read the labels of --class: a node attribute or, if there is none, a file. */
static mgnn_status
read_labels(mg_input *in, mgnn_error *err)
{
  static const char column[] = MG_TABLE_LABEL;
  const char *named = in->opt->labels;

  in->spec.labels = named;
  if (named == NULL || mg_attribute_find(&in->src.node, named) != NULL)
    return MGNN_OK;
  if (!is_file(in, named))
    return mg_attribute_missing(&in->src, &in->src.node, "node",
                                "--class (and no such file)", named, err);
  PASS(mg_read_labels(&in->src, named, column, err));
  PASS(note_unlabelled(in, column, err));
  in->spec.labels = column;
  return MGNN_OK;
}

/* --metric-adds-edges: turn pairs of the metric table into edges, before merging. */
static mgnn_status
add_edges(mg_input *in, mgnn_error *err)
{
  const mg_metric_spec *metric = &in->spec.metric;

  if (metric->kind != MG_METRIC_FILE)
    return mg_fail(err, MGNN_EINVAL, "--metric-adds-edges needs --metric with a "
                   "file");
  PASS(mg_tables_read(&in->files.lengths, &in->src, metric, err));
  return mg_metric_add_edges(&in->src, &in->files.lengths, metric, err);
}

mgnn_status
mg_input_read(mg_input *in, const mg_input_options *opt,
              const mg_input_use *use, mgnn_error *err)
{
  const mg_limits limits = { .nodes = (size_t)opt->max_nodes,
                             .edges = (size_t)opt->max_edges,
                             .bytes = (size_t)opt->max_bytes,
                             .cutoff = opt->atoms.cutoff,
                             .format_hint = "give -I with",
                             .lenient = opt->lenient,
                             .topology = opt->atoms.topology };

  in->opt = opt;
  in->use = *use;
  if (opt->unit != NULL && (opt->unit[0] == '\0' || strlen(opt->unit) >= MG_UNIT_MAX))
    return mg_fail(err, MGNN_EINVAL, "--unit %.40s: write a short word, such as km",
                   opt->unit);
  PASS(specify(&in->spec, opt, use, err));
  PASS(mg_read_within(&in->src, use->path, opt->format, &limits, err));
  if (use->layers && opt->pin == NULL
      && mg_attribute_find(&in->src.node, "pin") != NULL)
    PASS(mg_note(&in->src.notes, err, "%s: layers move every node; the attribute "
                 "pin is ignored", in->src.path));
  PASS(read_labels(in, err));   /* may add nodes, which renumbers all */
  return opt->metric_adds_edges ? add_edges(in, err) : MGNN_OK;
}

/* ---- the tables ---- */

mgnn_status
mg_coordinates_check(const char *path, size_t dim, const char *what, size_t other,
                     mgnn_error *err)
{
  return dim == other ? MGNN_OK
         : mg_fail(err, MGNN_EINVAL, "%s: has %zu coordinates per node, but %s %zu", path,
                   dim, what, other);
}

/* Read a table of positions.  It may lack nodes or have others, unless the user wants
 * strict tables.  *has: n bytes, 1 for nodes with a position; free with mg_free. */
static mgnn_status
read_common(mg_input *in, const char *path, double **x, int *dim,
            unsigned char **has, mgnn_error *err)
{
  size_t n = in->src.n;
  mg_rows_match m = { .has = mg_alloc(n, 1) };

  PASS(mg_allocated(*has = m.has, err));
  memset(m.has, 1, n);
  if (in->opt->strict_tables)
    return mg_positions_read_all(&in->src, path, x, dim, err);
  PASS(mg_positions_in_graph(path)
       ? mg_positions_read(&in->src, path, x, dim, &m, err)
       : mg_read_matching_rows(&in->src, path, x, dim, &m, err));
  if (m.common == 0 && n > 0)
    PASS(mg_rows_none_in_common(path, in->src.path, in->src.names.text[0], err));
  return mg_rows_match_note(&in->src.notes, path, &m, n, err);
}

/* --align attributes: align to the positions in the graph's own attributes. */
static mgnn_status
align_to_attributes(mg_input *in, mgnn_error *err)
{
  size_t n = in->src.n;

  PASS(mg_allocated_all(err, in->align = mg_zalloc(n, in->dim * sizeof *in->align),
                        in->align_has = mg_alloc(n, 1)));
  if (mg_attribute_positions(&in->src, in->dim, in->align, in->align_has) == 0
      && n > 0)
    return mg_fail(err, MGNN_EINVAL, "%s: no node has a position in its attributes "
                   "(x y%s, graphics, or pos), which --align attributes needs",
                   in->src.path, in->dim > 2 ? " z" : "");
  return MGNN_OK;
}

static mgnn_status
read_align(mg_input *in, mgnn_error *err)
{
  const char *path = in->use.align;
  int dim;

  if (path == NULL)
    return MGNN_OK;
  if (strcmp(path, "attributes") == 0)
    return align_to_attributes(in, err);
  PASS(read_common(in, path, &in->align, &dim, &in->align_has, err));
  return mg_coordinates_check(path, (size_t)dim, "the drawing has", in->dim, err);
}

/* Read one table of positions and set in->dim to its dimension, which must equal
 * --dim and that of --features, if given.  Features must be read first. */
static mgnn_status
read_table(mg_input *in, const char *path, double **x, unsigned char **has,
           mgnn_error *err)
{
  const mg_input_options *opt = in->opt;
  int dim = 0;

  PASS(has != NULL ? read_common(in, path, x, &dim, has, err)
       : mg_positions_read_all(&in->src, path, x, &dim, err));
  if (opt->features != NULL && path != opt->features)
    PASS(mg_coordinates_check(path, (size_t)dim, "--features has", in->dim, err));
  if (opt->dim > 0)
    PASS(mg_coordinates_check(path, (size_t)dim, "--dim is", (size_t)opt->dim, err));
  in->dim = (size_t)dim;
  return MGNN_OK;
}

/* Read the features and project them if asked; their number becomes in->dim. */
static mgnn_status
read_features(mg_input *in, mgnn_error *err)
{
  const char *path = in->opt->features;
  mg_feature_projection how;
  mg_features f = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_feature_projection_parse(&how, in->opt->project, err));
  if (path == NULL)
    return MGNN_OK;
  TRY(mg_read_features(&in->src, path, &f, err));
  in->dim = how.kind != MG_PROJECT_NONE ? how.dim : f.cols;
  if (in->dim > MG_DIM_MAX)
    TRY(mg_fail(err, MGNN_EINVAL, "%s: has %zu features per node, more than %d; "
                "--project pca:D or random:D brings them to D", path, in->dim,
                MG_DIM_MAX));
  if (in->opt->dim > 0)
    TRY(mg_coordinates_check(how.kind != MG_PROJECT_NONE ? "--project" : path, in->dim,
                             "--dim is", (size_t)in->opt->dim, err));
  if (how.kind != MG_PROJECT_NONE)
    TRY(mg_features_project(&f, &how, in->use.seed, &in->files.features, err));
  else
    TRY(mg_allocated(in->files.features = mg_features_dense(&f), err));
end:
  mg_features_free(&f);
  return status;
}

/* Read features first: all other tables must have their dimension. */
static mgnn_status
read_positions(mg_input *in, mgnn_error *err)
{
  const mg_input_options *opt = in->opt;
  start_kind init = start_asked(opt->init);
  char words[100];

  in->dim = opt->dim > 0 ? (size_t)opt->dim
            : in->src.dim > 0 ? in->src.dim : 2;
  PASS(read_features(in, err));
  if (init == FROM_FILE && !mg_word_is_file(opt->init))
    return mg_fail(err, MGNN_EINVAL, "--init: \"%s\" is neither a file nor %s", opt->init,
                   mg_choices(words, sizeof words, mg_start_word));
  if (init == FROM_FILE)
    PASS(read_table(in, opt->init, &in->files.start, &in->files.start_has,
                    err));
  if (in->use.positions != NULL)
    PASS(read_table(in, in->use.positions, &in->positions, NULL, err));
  PASS(read_align(in, err));
  if (in->use.reference != NULL) {
    int dim;

    PASS(mg_positions_read_all(&in->src, in->use.reference,
                               &in->layer_tables.reference, &dim, err));
    PASS(mg_coordinates_check(in->use.reference, (size_t)dim, "the layers have",
                              in->dim, err));
  }
  return MGNN_OK;
}

/* Read a table of pins: rows for some of the nodes; rows of unknown nodes are noted. */
static mgnn_status
read_pin_rows(mg_input *in, const char *path, int *dim, mgnn_error *err)
{
  mg_rows_match m = { .has = in->files.pinned };

  PASS(mg_read_matching_rows(&in->src, path, &in->files.pins, dim, &m, err));
  if (m.common == 0 && m.others > 0 && in->src.n > 0)
    PASS(mg_rows_none_in_common(path, in->src.path, in->src.names.text[0], err));
  return mg_rows_match_note(&in->src.notes, path, &m, 0, err);
}

/* Read the pins if --pin names a table; an attribute is read by choose_pins. */
static mgnn_status
read_pins(mg_input *in, mgnn_error *err)
{
  const char *path = in->opt->pin;
  int dim;

  if (path == NULL || !is_file(in, path))
    return MGNN_OK;
  PASS(mg_allocated(in->files.pinned = mg_alloc(in->src.n, 1), err));
  PASS(in->opt->strict_tables
       ? mg_read_some_rows(&in->src, path, &in->files.pins, &dim,
                           in->files.pinned, err)
       : read_pin_rows(in, path, &dim, err));
  return mg_coordinates_check(path, (size_t)dim, "the drawing has", in->dim, err);
}

static mgnn_status
read_centres(mg_input *in, mgnn_error *err)
{
  const mg_input_options *opt = in->opt;

  if (opt->terms.chirality == NULL)
    return MGNN_OK;
  if (strcmp(opt->terms.chirality, "names") != 0
      && !mg_word_is_file(opt->terms.chirality))
    return mg_fail(err, MGNN_EINVAL, "--chirality: \"%.60s\" is neither a file nor "
                   "names", opt->terms.chirality);
  return strcmp(opt->terms.chirality, "names") == 0
         ? mg_chirality_by_names(&in->src, &in->files.lengths.centres, err)
         : mg_read_chirality(&in->src, opt->terms.chirality, &in->files.lengths.centres, err);
}

mgnn_status
mg_input_tables(mg_input *in, mgnn_error *err)
{
  PASS(read_positions(in, err));
  PASS(read_pins(in, err));
  PASS(read_centres(in, err));
  if (in->use.splits != NULL)
    PASS(mg_read_splits(&in->src, in->use.splits, &in->layer_tables.splits,
                        err));
  PASS(mg_simplify(&in->simple, in->src.n, in->src.m, in->src.ends, err));
  if (!in->opt->metric_adds_edges)
    PASS(mg_tables_read(&in->files.lengths, &in->src, &in->spec.metric, err));
  return MGNN_OK;
}

/* ---- the problem ---- */

static mgnn_status
count_components(mg_input *in, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  mg_components c = { 0 };

  TRY(mg_components_find(&c, &in->problem->graph, err));
  in->parts.count = c.count;
  for (size_t k = 0; k < c.count; k++) {
    double count = (double)(c.first[k + 1] - c.first[k]);

    in->parts.pairs += count * (count - 1) / 2;
  }
end:
  mg_components_free(&c);
  return status;
}

static mgnn_status
terms_set(mg_input *in, mgnn_error *err)
{
  if (in->problem->terms.chirality.count > 0 && in->dim < 3)
    return mg_fail(err, MGNN_EINVAL, "--chirality needs space, the plane has no "
                   "volumes: give --dim 3");
  if (in->opt->terms.min_distance > 0)
    PASS(mgnn_problem_min_distance_set(in->problem, in->opt->terms.min_distance, err));
  return MGNN_OK;
}

mgnn_status
mg_input_build(mg_input *in, mgnn_error *err)
{
  mg_built built;

  in->files.lengths.features = in->files.features;
  in->files.lengths.dim = in->dim;
  PASS(mg_build(&built, &in->src, &in->simple, &in->files.lengths, &in->spec,
                err));
  in->problem = built.problem;
  in->groups = built.groups;
  in->lengths_given = built.lengths_given;
  snprintf(in->unit, sizeof in->unit, "%s", in->opt->unit != NULL ? in->opt->unit
           : built.unit);
  PASS(mg_shown_names_read(&in->shown, &in->src, in->use.names, err));
  PASS(mg_input_select(in, err));
  PASS(terms_set(in, err));
  return count_components(in, err);
}

/* ---- the start ---- */

/* Compute a start from the lengths alone, in the space of the mode: Z or Y. */
static mgnn_status
start_by_lengths(mg_input *in, mgnn_error *err)
{
  mgnn_search_params par;

  mgnn_search_params_init(&par);
  par.control.seed = in->use.seed;
  par.aspect = in->use.aspect;
  PASS(mgnn_start(in->problem, in->dim, in->opt->init, &par, in->start, err));
  if (in->use.layers)
    mgnn_rescale(in->problem, in->dim, in->start, 0);
  return MGNN_OK;
}

/* Fill in->start as --init says.  Without --init, layers start at the features, else
 * at the positions in attributes if every node has one; all else starts at random.
 * With --init attributes, every node must have a position. */
static mgnn_status
choose_start(mg_input *in, start_kind init, unsigned char *has, mgnn_error *err)
{
  const double *features = in->files.features;
  size_t n = in->src.n;
  double mean;

  if (init == PIVOT || init == BUILDUP)
    return start_by_lengths(in, err);
  if (init == FROM_FILE || init == FEATURES
      || (init == AUTO && features != NULL && in->use.layers)) {
    memcpy(in->start, init == FROM_FILE ? in->files.start : features,
           n * in->dim * sizeof *in->start);
    return init != FROM_FILE ? MGNN_OK
           : mg_extend_places(&in->problem->graph, in->dim, in->use.seed,
                              in->files.start_has, in->start, err);
  }
  if (init == ATTRIBUTES || (init == AUTO && in->use.layers)) {
    if (mg_attribute_positions(&in->src, in->dim, in->start, has) == n
        || init == ATTRIBUTES)
      return mg_attribute_positions_check(&in->src, in->dim, in->start, has,
                                          NULL, "--init attributes needs", err);
  }
  mean = mg_mean_length(&in->problem->graph);
  in->start_scale = in->use.layers || !(mean > 0) ? 1 : mean;
  return mgnn_place(in->problem, in->dim, in->use.seed, in->start_scale,
                    in->start, err);
}

/* Mark the pinned nodes and put them in place.  Nodes pinned by a table take its
 * positions; nodes pinned by an attribute take those of attributes or a start file. */
static mgnn_status
choose_pins(mg_input *in, start_kind init, unsigned char *has,
            unsigned char *pin, mgnn_error *err)
{
  size_t dim = in->dim;

  if (in->files.pins == NULL) {
    PASS(mg_attribute_pins(&in->src, in->opt->pin, dim, pin, &in->pinned, err));
    if (in->pinned > 0 && init != FROM_FILE) {
      mg_attribute_positions(&in->src, dim, in->start, has);
      PASS(mg_attribute_positions_check(&in->src, dim, in->start, has, pin,
                                        "a pinned node needs", err));
    }
    return MGNN_OK;
  }
  for (size_t i = 0; i < in->src.n; i++) {
    memset(pin + i * dim, in->files.pinned[i], dim);
    if (in->files.pinned[i])
      memcpy(in->start + i * dim, in->files.pins + i * dim,
             dim * sizeof *in->start);
    in->pinned += in->files.pinned[i];
  }
  return MGNN_OK;
}

static void
files_free(mg_input_files *f)
{
  mg_tables_free(&f->lengths);
  mg_free_all(f->features, f->start, f->start_has, f->pins, f->pinned);
  memset(f, 0, sizeof *f);
}

mgnn_status
mg_input_start(mg_input *in, mgnn_error *err)
{
  start_kind init = start_asked(in->opt->init);
  size_t size = in->src.n * in->dim;
  unsigned char *has = NULL, *pin = NULL;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, MG_NEW(in->start, size), has = mg_alloc(in->src.n, 1)));
  TRY(choose_start(in, init, has, err));
  in->start_given = init != AUTO;
  in->random_scale = in->start_scale;
  if (init != RANDOM)          /* only random starts are redrawn by restarts */
    in->start_scale = 0;
  if (in->use.layers) {
    in->origin = in->files.features != NULL ? in->files.features : in->start;
    in->files.features = NULL;
  } else {
    TRY(mg_allocated(pin = mg_alloc(size, 1), err));
    TRY(choose_pins(in, init, has, pin, err));
    if (in->pinned > 0)
      TRY(mgnn_problem_pins_set(in->problem, in->dim, pin, err));
  }
end:
  mg_free_all(has, pin);
  files_free(&in->files);
  return status;
}

void
mg_input_release(mg_input *in)
{
  mg_source_release(&in->src, in->use.keep);
}

/* If no edge was dropped or merged, the problem's graph owns the array of ends. */
mg_given
mg_input_given(const mg_input *in)
{
  const mg_simple *simple = &in->simple;

  return (mg_given){ .src = &in->src,
                     .ends = simple->into == NULL ? in->problem->graph.ends
                                                  : in->src.ends,
                     .into = simple->into, .loops = simple->loops,
                     .merged = simple->merged };
}

void
mg_input_free(mg_input *in)
{
  mg_source_free(&in->src);
  if (in->origin != in->start)
    mg_free(in->origin);
  mg_free_all(in->start, in->positions, in->align, in->layer_tables.reference,
              in->layer_tables.splits.part, in->align_has);
  files_free(&in->files);
  mgnn_problem_free(in->problem);
  mg_groups_free(&in->groups);
  mg_shown_names_free(&in->shown);
  mg_simple_free(&in->simple);
}

mg_drawn_graph
mg_input_drawn(const mg_input *in)
{
  const char *labels = in->spec.labels;

  return (mg_drawn_graph){
    .src = &in->src, .problem = in->problem, .into = in->simple.into,
    .groups = &in->groups, 
    .groups_title = labels == NULL || labels == in->opt->labels ? labels : "label",
    .shown = in->shown.text, .dim = in->dim, .lengths_given = in->lengths_given,
    .unit = in->unit
  };
}
