/* The options of mgnn-layout: the rows of its stages, in the order of --help. */
#include "layout_options.h"

#include <math.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#define AT(member) offsetof(mg_layout_options, member)

static const mg_option init_rows[] = {
  { 0, "project", "pca:D|random:D", MG_WORD, offsetof(mg_input_options, project), 0,
    0, "bring wide features to D dimensions" },
  { 0, "init", "WORD|FILE", MG_WORD, offsetof(mg_input_options, init), 0, 0,
    "where nodes start: auto, features, attributes, random, pivot, buildup, or a table of positions" },
  MG_OPTIONS_END
};

static const mg_option space_rows[] = {
  { 0, "chirality", "FILE|names", MG_WORD, offsetof(mg_input_options, terms.chirality),
    0, 0,
    "handedness: a table a,b,c,d,sign[,volume] of signed volumes, or names: L-amino acids by N, CA, C and CB of nodes named RESIDUE/ATOM" },
  { 0, "min-distance", "X", MG_REAL, offsetof(mg_input_options, terms.min_distance), 0,
    1e100, "keep nodes that no edge joins at least X apart" },
  MG_OPTIONS_END
};

static const mg_option dim_rows[] = {
  { 0, "dim", "D|auto", MG_WORD, AT(search.dim), 0, 0,
    "dimension (2); auto: the smallest that meets the lengths (layout mode)" },
  MG_OPTIONS_END
};

static const mg_option strict_rows[] = {
  { 0, "strict", "X", MG_MAYBE_REAL, AT(strict), 1e-3, 1e300,
    "exit with status 4 if a length is off by more than X, relatively (0.001)" },
  MG_OPTIONS_END
};

const mg_option_part mg_layout_table[] = {
  { "What is read", mg_input_graph_rows, AT(input) },
  { NULL, mg_input_part_rows, AT(input) },
  { NULL, mg_input_node_rows, AT(input) },
  { NULL, init_rows, AT(input) },
  { NULL, mg_input_limit_rows, AT(input) },
  { "Layers mode", mg_layers_rows, AT(layers) },
  { NULL, mg_facts_rows, AT(facts) },
  { NULL, mg_sweep_rows, AT(sweep) },
  { "Layout mode (without --layers)", mg_search_rows, AT(search) },
  { NULL, space_rows, AT(input) },
  { NULL, mg_ensemble_rows, AT(ensemble) },
  { NULL, mg_bounds_rows, AT(bounds) },
  { NULL, mg_error_rows, AT(errors) },
  { NULL, mg_limit_rows, AT(search.limits) },
  { NULL, mg_peers_rows, AT(peers) },
  { "Both modes", dim_rows, 0 },
  { NULL, mg_random_rows, AT(call) },
  { NULL, strict_rows, 0 },
  { "What is written", mg_output_rows, AT(output) },
  { "How it is drawn (lengths in pixels of 1/96 inch)", mg_style_page_rows,
    AT(style) },
  { NULL, mg_encoding_rows, AT(encoding) },
  { NULL, mg_looks_rows, AT(looks) },
  { NULL, mg_style_mark_rows, AT(style) },
  { "General", mg_general_rows, AT(call) },
  { NULL, NULL, 0 }
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

/* An option whose value is a word or the name of a file, which is FILE here, so
 * that the record does not depend on where files are. */
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
                                      "hold", "plot", "report", "table",
                                      "claims", "compare-table", "compare-sheet", "threads",
                                      "quiet", "verbose", "format", "labels",
                                      "metric", "init", "pin", "strict",
                                      NULL };
  mg_layout_options defaults;
  size_t size = 0;
  FILE *text = open_memstream(out, &size);

  if (text == NULL)
    return mg_fail_memory(err);
  mg_layout_options_init(&defaults);
  fputs("mgnn-layout", text);
  print_word(text, "metric", opt->input.metric);
  print_word(text, "labels", opt->input.labels);
  print_word(text, "init", opt->input.init);
  print_word(text, "pin", opt->input.pin);
  mg_options_print(mg_layout_table, opt, &defaults, skip, text);
  fputs(" GRAPH", text);
  return fclose(text) == 0 ? MGNN_OK : mg_fail_memory(err);
}
