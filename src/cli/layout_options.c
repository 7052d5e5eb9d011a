/* The option table of mgnn-layout. */
#include "layout_options.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#define AT(member) offsetof(mg_layout_options, member)

const mg_option mg_layout_table[] = {
  { 0, NULL, NULL, MG_HEADING, 0, 0, 0, "What is read" },
  { 'I', "input-format", "WORD", MG_WORD, AT(input_format), 0, 0,
    "format of GRAPH: gml, edgelist, csv, tsv, mtx, dist, graphml, pajek, ncol, lgl (told by the suffix)" },
  { 0, "metric", "SPEC", MG_WORD, AT(metric), 0, 0,
    "lengths: FILE.csv, attr:NAME, const:X, labels:WITHIN,BETWEEN, attention:NAME, coords:FILE.csv (attr:len, else all 1)" },
  { 0, "metric-adds-edges", NULL, MG_FLAG, AT(metric_adds_edges), 0, 0,
    "pairs of the metric file that are not edges become edges" },
  { 0, "stiffness", "NAME", MG_WORD, AT(stiffness), 0, 0,
    "edge attribute that says how strongly a length counts" },
  { 0, "pin", "NAME|FILE", MG_WORD, AT(pin), 0, 0,
    "nodes held in place: an attribute with 1, x, y, xy, or a table of positions (layout mode)" },
  { 0, "labels", "NAME|FILE", MG_WORD, AT(labels), 0, 0,
    "node labels: an attribute, or a table node,label" },
  { 0, "features", "FILE", MG_FILE, AT(features), 0, 0,
    "Z0, one row per node; sets the dimension" },
  { 0, "init", "WORD|FILE", MG_WORD, AT(init), 0, 0,
    "where nodes start: auto, features, attributes, random, pivot, buildup, or a table of positions" },
  { 0, "lenient", NULL, MG_FLAG, AT(lenient), 0, 0,
    "fill missing lengths and settle different ones by their mean" },

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
  { 0, "seed", "N", MG_COUNT, AT(seed), 0, 4294967295.0,
    "decides all that is left to chance (1)" },
  { 0, "threads", "N", MG_COUNT, AT(threads), 1, 1024,
    "processors to use; the results do not depend on it (all)" },
  { 0, "strict", "X", MG_MAYBE_REAL, AT(strict), 1e-3, 1e300,
    "exit with status 4 if a length is off by more than X, relatively (0.001)" },

  { 0, NULL, NULL, MG_HEADING, 0, 0, 0, "What is written" },
  { 'o', "output", "FILE", MG_FILES, AT(outputs), 0, 0,
    "the drawing or the positions, by suffix: .svg .png .pdf .csv .gml .graphml .json .xyz; %d in the name: a file per layer; %m: per model; repeatable" },
  { 'T', "format", "WORD", MG_WORD, AT(format), 0, 0,
    "format of the output, whatever its suffix" },
  { 0, "space", "z|y", MG_WORD, AT(space), 0, 0,
    "which coordinates are written and drawn (z in layers mode, y in layout mode)" },
  { 0, "sheet", "FILE", MG_FILE, AT(sheet), 0, 0,
    "all layers as one figure, a row per model" },
  { 0, "report", "FILE", MG_FILE, AT(report), 0, 0,
    "everything measured, as JSON" },

  { 0, NULL, NULL, MG_HEADING, 0, 0, 0, "How it is drawn (lengths in pixels of 1/96 inch)" },
  { 0, "size", "WxH", MG_WORD, AT(size), 0, 0, "size of the page (800x800)" },
  { 0, "dpi", "X", MG_REAL, AT(style.dpi), 10, 2400,
    "resolution of PNG (96: a pixel of the page is a pixel of the image)" },
  { 0, "margin", "X", MG_REAL, AT(style.margin), 0, 1e4,
    "space around the drawing" },
  { 0, "background", "COLOR", MG_WORD, AT(style.background), 0, 0,
    "a colour name, #rrggbb, or none (white)" },
  { 0, "palette", "NAME", MG_WORD, AT(style.palette), 0, 0,
    "colours of the labels: safe, paper, grey (safe)" },
  { 0, "node-size", "X", MG_REAL, AT(style.node_size), 0, 1e4,
    "diameter of the nodes" },
  { 0, "edge-width", "X", MG_REAL, AT(style.edge_width), 0, 1e4,
    "width of the edges" },
  { 0, "opacity", "X", MG_REAL, AT(style.opacity), 0, 1,
    "of the edges, 0 to 1" },
  { 0, "node-labels", NULL, MG_FLAG, AT(style.labels), 0, 0,
    "draw the nodes' names" },
  { 0, "font-size", "X", MG_REAL, AT(style.font_size), 1, 1000,
    "of names, legend and captions" },
  { 0, "no-legend", NULL, MG_FLAG, AT(no_legend), 0, 0, "leave the legend out" },
  { 0, "title", "TEXT", MG_WORD, AT(style.title), 0, 0, "above the drawing" },

  { 0, NULL, NULL, MG_HEADING, 0, 0, 0, "General" },
  { 'q', "quiet", NULL, MG_FLAG, AT(quiet), 0, 0, "print errors only" },
  { 'v', "verbose", NULL, MG_FLAG, AT(verbose), 0, 0, "say how the input was understood" },
  { 'h', "help", NULL, MG_FLAG, AT(help), 0, 0, "print this and exit" },
  { 'V', "version", NULL, MG_FLAG, AT(version), 0, 0,
    "print the version and exit" },
  { 0, NULL, NULL, MG_HEADING, 0, 0, 0, NULL }
};

void
mg_layout_options_init(mg_layout_options *o)
{
  memset(o, 0, sizeof *o);
  o->layers = -1;
  o->eps = 1e-5;
  o->tolerance = 1e-6;
  o->seed = 1;
  o->restarts = 1;
  o->strict = NAN;
  mg_style_init(&o->style);
}
