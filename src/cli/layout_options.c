/* The option table of mgnn-layout. */
#include "layout_options.h"
#include "base/number.h"
#include "option_rows.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#define AT(member) offsetof(mg_layout_options, member)

const mg_option mg_layout_table[] = {
  { 0, NULL, NULL, MG_HEADING, 0, 0, 0, "What is read" },
  MG_ROWS_METRIC(AT),
  { 0, "pin", "NAME|FILE", MG_WORD, AT(input.pin), 0, 0,
    "nodes held in place: an attribute with 1, x, y, xy, or a table of positions (layout mode)" },
  MG_ROWS_NODES(AT),
  { 0, "init", "WORD|FILE", MG_WORD, AT(input.init), 0, 0,
    "where nodes start: auto, features, attributes, random, pivot, buildup, or a table of positions" },
  MG_ROWS_LENIENT(AT),
  MG_ROWS_LIMITS(AT),

  { 0, NULL, NULL, MG_HEADING, 0, 0, 0, "Layers mode" },
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

  { 0, NULL, NULL, MG_HEADING, 0, 0, 0, "Layout mode (without --layers)" },
  { 0, "pairs", "edges|paths", MG_WORD, AT(pairs), 0, 0,
    "what counts: the edges' lengths alone, or every pair at its shortest-path distance too (edges where lengths are given, else paths)" },
  { 0, "restarts", "N", MG_COUNT, AT(restarts), 1, 1e6,
    "search N times and keep the best (1)" },
  { 0, "align", "FILE", MG_FILE, AT(align), 0, 0,
    "turn and shift the drawing onto these positions" },
  { 0, "no-overlap", NULL, MG_FLAG, AT(no_overlap), 0, 0,
    "move nodes apart that would cover each other, and say what it cost" },
  { 0, "tolerance", "X", MG_REAL, AT(tolerance), 0, 0.5,
    "relative decrease of the energy that ends the search (1e-6)" },
  { 0, "max-iterations", "N", MG_COUNT, AT(max_iterations), 1, 1e15,
    "stop after N iterations" },
  { 0, "time-limit", "SECONDS", MG_REAL, AT(time_limit), 1e-3, 1e9,
    "stop after so long" },

  { 0, NULL, NULL, MG_HEADING, 0, 0, 0, "Both modes" },
  { 0, "dim", "D|auto", MG_WORD, AT(dim_word), 0, 0,
    "dimension (2); auto: the smallest that meets the lengths (layout mode)" },
  MG_ROWS_CHANCE(AT),
  { 0, "strict", "X", MG_MAYBE_REAL, AT(strict), 1e-3, 1e300,
    "exit with status 4 if a length is off by more than X, relatively (0.001)" },

  { 0, NULL, NULL, MG_HEADING, 0, 0, 0, "What is written" },
  { 'o', "output", "FILE", MG_FILES, AT(outputs), 0, 0,
    "the drawing or the positions, by suffix: .svg .png .pdf .html .csv .gml .graphml .json .xyz; %d in the name: a file per layer; %m: per model; repeatable" },
  { 'T', "format", "WORD", MG_WORD, AT(format), 0, 0,
    "format of the output, whatever its suffix" },
  { 0, "space", "z|y", MG_WORD, AT(space), 0, 0,
    "which coordinates are written and drawn (z in layers mode, y in layout mode)" },
  { 0, "sheet", "FILE", MG_FILE, AT(sheet), 0, 0,
    "all layers as one figure, a row per model" },
  { 0, "animate", "FILE", MG_FILE, AT(animate), 0, 0,
    "the layers, or the way of the search, as a moving drawing: .png, .svg, .html" },
  { 0, "fps", "X", MG_REAL, AT(fps), 0.01, 1000,
    "frames per second of --animate (2 with --layers, else 15)" },
  { 0, "hold", "SECONDS", MG_REAL, AT(hold), 0, 600,
    "how long the last frame of --animate stands (2)" },
  { 0, "plot", "FILE", MG_FILE, AT(plot), 0, 0,
    "energy and errors against the layer or iteration, and the lengths, as charts: .svg, .png, .pdf" },
  { 0, "report", "FILE", MG_FILE, AT(report), 0, 0,
    "everything measured, as JSON" },

  { 0, NULL, NULL, MG_HEADING, 0, 0, 0, "How it is drawn (lengths in pixels of 1/96 inch)" },
  MG_ROWS_PAGE(AT),
  { 0, "edge-color", "SPEC", MG_WORD, AT(edge_color), 0, 0,
    "what the edges' colours say: strain, length, label, attr:NAME; or a colour" },
  { 0, "node-color", "SPEC", MG_WORD, AT(node_color), 0, 0,
    "what the nodes' colours say: label, stress, attr:NAME; or a colour" },
  { 0, "node-size", "X|attr:NAME", MG_WORD, AT(node_size), 0, 0,
    "diameter of the nodes, or an attribute that their areas show" },
  { 0, "annotate", "SPEC", MG_WORD, AT(annotate), 0, 0,
    "write achieved/target lengths at edges: lengths, or worst:K" },
  { 0, "scale-bar", "yes|no", MG_WORD, AT(scale_bar), 0, 0,
    "show how long a length is on the page (yes where lengths are given and drawn)" },
  { 0, "view", "A,E", MG_WORD, AT(view), 0, 0,
    "three dimensions: seen from azimuth A, elevation E, in degrees" },
  MG_ROWS_INK(AT),

  { 0, NULL, NULL, MG_HEADING, 0, 0, 0, "General" },
  MG_ROWS_GENERAL(AT),
  { 0, NULL, NULL, MG_HEADING, 0, 0, 0, NULL }
};

void
mg_layout_options_init(mg_layout_options *o)
{
  memset(o, 0, sizeof *o);
  mg_input_options_init(&o->input);
  o->layers = -1;
  o->eps = 1e-5;
  o->tolerance = 1e-6;
  o->seed = 1;
  o->restarts = 1;
  o->strict = NAN;
  o->fps = NAN;
  o->hold = 2;
  mg_style_init(&o->style);
}

mgnn_status
mg_layout_options_size(mg_layout_options *o, mgnn_error *err)
{
  const char *end, *times;

  o->style.legend = !o->no_legend;
  if (o->size == NULL)
    return MGNN_OK;
  end = o->size + strlen(o->size);
  times = mg_number_read(o->size, end, &o->style.width);
  if (times == NULL || *times != 'x'
      || mg_number_read(times + 1, end, &o->style.height) != end
      || !(o->style.width >= 10 && o->style.width <= 1e5)
      || !(o->style.height >= 10 && o->style.height <= 1e5))
    return mg_fail(err, MGNN_EINVAL, "--size is \"%s\", must be two numbers "
                   "from 10 to 100000, such as 800x600", o->size);
  return MGNN_OK;
}
