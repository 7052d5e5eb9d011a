/* The option table of mgnn-layout: the rows of its stages, in the order of --help. */
#include "layout_options.h"
#include "cli/common/files.h"
#include "io/read/read.h"
#include "io/write/output.h"
#include "peer_layouts.h"
#include "render/canvas/node_shape.h"

#include <math.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#define AT(member) offsetof(mg_layout_options, member)

static const mg_option init_rows[] = {
  { 0, "project", "pca:D|random:D", MG_WORD, offsetof(mg_input_options, project), 0,
    0,
    "reduce wide features to D dimensions" },
  { 0, "init", "WORD|FILE", MG_WORD, offsetof(mg_input_options, init), 0, 0,
    "starting positions: {starts}, or a table [default: auto]" },
  MG_OPTIONS_END
};

static const mg_option space_rows[] = {
  { 0, "chirality", "FILE|names", MG_WORD | MG_OF_LAYOUT, offsetof(mg_input_options, terms.chirality),
    0, 0,
    "handedness: a table a,b,c,d,sign[,volume] of signed volumes, or names: L-amino acids by the names of atoms" },
  { 0, "min-distance", "X", MG_REAL | MG_OF_LAYOUT, offsetof(mg_input_options, terms.min_distance), 0,
    1e100,
    "keep nodes without an edge between them at least X apart" },
  MG_OPTIONS_END
};

static const mg_option dim_rows[] = {
  { 0, "dim", "D|auto", MG_WORD, AT(search.dim), 0, 0,
    "dimension; auto: the smallest in which the lengths can be met [default: 2]" },
  MG_OPTIONS_END
};

static const mg_option strict_rows[] = {
  { 0, "strict", "X", MG_MAYBE_REAL, AT(strict), 1e-3, 1e300,
    "exit with status 4 if a length is off by more than X relatively [default: 0.001]" },
  MG_OPTIONS_END
};

const mg_option_part mg_layout_table[] = {
  { "Input", mg_input_graph_rows, AT(input) },
  { NULL, mg_input_node_rows, AT(input) },
  { NULL, init_rows, AT(input) },
  { NULL, mg_input_part_rows, AT(input) },
  { NULL, mg_input_table_rows, AT(input) },
  { "Lengths", mg_input_length_rows, AT(input) },
  { NULL, mg_error_rows, AT(errors) },
  { NULL, mg_bounds_rows, AT(bounds) },
  { NULL, space_rows, AT(input) },
  { NULL, strict_rows, 0 },
  { "Layout (without --layers)", dim_rows, 0 },
  { NULL, mg_search_rows, AT(search) },
  { NULL, mg_ensemble_rows, AT(ensemble) },
  { NULL, mg_peers_rows, AT(peers) },
  { "Layers (instead of the layout)", mg_layers_rows, AT(layers) },
  { NULL, mg_facts_rows, AT(facts) },
  { NULL, mg_sweep_rows, AT(sweep) },
  { "Drawing (lengths in pixels of 1/96 inch)", mg_style_mark_rows, AT(style) },
  { NULL, mg_encoding_rows, AT(encoding) },
  { NULL, mg_looks_rows, AT(looks) },
  { NULL, mg_style_page_rows, AT(style) },
  { "Output", mg_output_rows, AT(output) },
  { "Limits", mg_limit_rows, AT(search.limits) },
  { NULL, mg_random_rows, AT(call) },
  { NULL, mg_input_limit_rows, AT(input) },
  { "General", mg_general_rows, AT(call) },
  { NULL, NULL, 0 }
};

const mg_word_list mg_layout_lists[] = {
  { "{readers}", mg_reader_word }, { "{formats}", mg_format_word },
  { "{starts}", mg_start_word }, { "{rules}", mgnn_rule_name },
  { "{params}", mg_layer_param_name }, { "{shapes}", mg_node_shape_name },
  { "{peers}", mg_peer_name }, { NULL, NULL }
};

const mg_option_relation mg_layout_relations[] = {
  { "project", MG_NEEDS, "features", NULL },
  { "init features", MG_NEEDS, "features", NULL },
  { "pin", MG_EXCLUDES, "layers", "which move every node" },
  { "positions", MG_EXCLUDES, "init", "since it gives them too" },
  { "no-layout", MG_EXCLUDES, "layers", "of which 0 show positions as they are" },
  { "dim auto", MG_EXCLUDES, "layers", "which have one dimension" },
  { "dim auto", MG_EXCLUDES, "pairs paths", "as the lengths of edges decide" },
  { "dim auto", MG_EXCLUDES, "align", "which has a dimension" },
  { "spread", MG_EXCLUDES, "pairs paths", "for which all pairs count anyway" },
  { "chirality", MG_EXCLUDES, "component", NULL },
  { "chirality", MG_EXCLUDES, "no-isolates", NULL },
  { "cluster", MG_NEEDS, "ensemble", NULL },
  { "ensemble", MG_EXCLUDES, "no-layout", "as it searches" },
  { "ensemble", MG_EXCLUDES, "dim auto", "as it has one dimension" },
  { "ensemble", MG_EXCLUDES, "pairs paths", "as it needs the edges' lengths" },
  { "ensemble", MG_EXCLUDES, "no-overlap", "which changes one drawing" },
  { "ensemble", MG_EXCLUDES, "robust", "which changes one drawing" },
  { "compare-table", MG_NEEDS, "compare", NULL },
  { "compare-sheet", MG_NEEDS, "compare", NULL },
  { NULL, MG_NEEDS, NULL, NULL }
};

void
mg_layout_options_init(void *options)
{
  mg_layout_options *opt = options;

  memset(opt, 0, sizeof *opt);
  opt->call.seed = 1;
  opt->strict = NAN;
  opt->ensemble.cluster = NAN;
  mg_layers_options_init(&opt->layers);
  mg_input_options_init(&opt->input);
  mg_search_options_init(&opt->search);
  mg_output_options_init(&opt->output);
  opt->style.style = mg_style_default;
}

/* Print an option whose value is a word or a file name.  File names are printed as
 * FILE, so that the metadata do not depend on where files are. */
static void
print_word(FILE *text, const char *option, const char *word)
{
  static const char coords[] = "coords:";
  int in_coords = word != NULL && strncmp(word, coords, sizeof coords - 1) == 0;

  if (word == NULL)
    return;
  if (in_coords)
    word = "coords:FILE";
  else if (strchr(word, ':') == NULL && mg_word_is_file(word))
    word = "FILE";
  fprintf(text, strpbrk(word, " \t\"'$\\`;&|<>()*?[]#~") != NULL
          ? " --%s '%s'" : " --%s %s", option, word);
}

mgnn_status
mg_layout_command(const mg_layout_options *opt, char **out, mgnn_error *err)
{
  static const char *const skip[] = { "output", "sheet", "animate", "fps",
                                      "hold", "plot", "report", "worst", "table",
                                      "claims", "compare-table", "compare-sheet", "threads",
                                      "quiet", "verbose", "format", "class",
                                      "metric", "init", "positions", "pin", "strict",
                                      NULL };
  mg_layout_options defaults;
  size_t size;
  mg_output text;

  PASS(mg_output_open_memory(&text, err));
  mg_layout_options_init(&defaults);
  fputs("mgnn-layout", text.file);
  print_word(text.file, "metric", opt->input.metric);
  print_word(text.file, "class", opt->input.labels);
  print_word(text.file, "init", opt->input.init);
  print_word(text.file, "pin", opt->input.pin);
  mg_options_print(mg_layout_table, opt, &defaults, skip, text.file);
  fputs(" GRAPH", text.file);
  return mg_output_take(&text, out, &size, err);
}
