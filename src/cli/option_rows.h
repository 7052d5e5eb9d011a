/* Rows that several programs have in their tables.  AT is the macro by which a
 * program finds a member of mg_layout_options in its own struct. */
#ifndef MG_OPTION_ROWS_H
#define MG_OPTION_ROWS_H

/* What the lengths come from. */
#define MG_ROWS_METRIC(AT) \
  { 'I', "input-format", "WORD", MG_WORD, AT(input.format), 0, 0, \
    "format of GRAPH: gml, edgelist, csv, tsv, mtx, dist, graphml, pajek, ncol, lgl (told by the suffix)" }, \
  { 0, "metric", "SPEC", MG_WORD, AT(input.metric), 0, 0, \
    "lengths: FILE.csv, attr:NAME, const:X, labels:WITHIN,BETWEEN, attention:NAME, coords:FILE.csv (attr:len, else all 1)" }, \
  { 0, "metric-adds-edges", NULL, MG_FLAG, AT(input.metric_adds_edges), 0, 0, \
    "pairs of the metric file that are not edges become edges" }, \
  { 0, "stiffness", "NAME", MG_WORD, AT(input.stiffness), 0, 0, \
    "edge attribute that says how strongly a length counts" }

/* What is known of the nodes. */
#define MG_ROWS_NODES(AT) \
  { 0, "labels", "NAME|FILE", MG_WORD, AT(input.labels), 0, 0, \
    "node labels: an attribute, or a table node,label" }, \
  { 0, "features", "FILE", MG_FILE, AT(input.features), 0, 0, \
    "Z0, one row per node; sets the dimension" }

#define MG_ROWS_LENIENT(AT) \
  { 0, "lenient", NULL, MG_FLAG, AT(input.lenient), 0, 0, \
    "fill missing lengths and settle different ones by their mean" }

/* What a file may cost. */
#define MG_ROWS_LIMITS(AT) \
  { 0, "max-nodes", "N", MG_COUNT, AT(input.max_nodes), 1, 4294967294.0, \
    "refuse graphs with more nodes (10000000)" }, \
  { 0, "max-edges", "N", MG_COUNT, AT(input.max_edges), 1, 4294967294.0, \
    "refuse graphs with more edges (100000000)" }, \
  { 0, "max-bytes", "N", MG_COUNT, AT(input.max_bytes), 1, 1e15, \
    "refuse files with more bytes, decompressed (4000000000)" }

#define MG_ROWS_CHANCE(AT) \
  { 0, "seed", "N", MG_COUNT, AT(seed), 0, 4294967295.0, \
    "decides all that is left to chance (1)" }, \
  { 0, "threads", "N", MG_COUNT, AT(threads), 1, 1024, \
    "processors to use; the results do not depend on it (all)" }

/* How a drawing looks: the page, then what is on it, with the nodes' size in
 * between. */
#define MG_ROWS_PAGE(AT) \
  { 0, "size", "WxH", MG_WORD, AT(size), 0, 0, "size of the page (800x800)" }, \
  { 0, "dpi", "X", MG_REAL, AT(style.dpi), 10, 2400, \
    "resolution of PNG (96: a pixel of the page is a pixel of the image)" }, \
  { 0, "margin", "X", MG_REAL, AT(style.margin), 0, 1e4, \
    "space around the drawing" }, \
  { 0, "background", "COLOR", MG_WORD, AT(style.background), 0, 0, \
    "a colour name, #rrggbb, or none (white)" }, \
  { 0, "palette", "NAME", MG_WORD, AT(style.palette), 0, 0, \
    "colours of the labels: safe, paper, grey (safe)" }

#define MG_ROWS_INK(AT) \
  { 0, "edge-width", "X", MG_REAL, AT(style.edge_width), 0, 1e4, \
    "width of the edges" }, \
  { 0, "opacity", "X", MG_REAL, AT(style.opacity), 0, 1, \
    "of the edges, 0 to 1" }, \
  { 0, "node-labels", NULL, MG_FLAG, AT(style.labels), 0, 0, \
    "draw the nodes' names" }, \
  { 0, "font-size", "X", MG_REAL, AT(style.font_size), 1, 1000, \
    "of names, legend and captions" }, \
  { 0, "no-legend", NULL, MG_FLAG, AT(no_legend), 0, 0, "leave the legend out" }, \
  { 0, "title", "TEXT", MG_WORD, AT(style.title), 0, 0, "above the drawing" }

#define MG_ROWS_LOOK(AT) \
  MG_ROWS_PAGE(AT), \
  { 0, "node-size", "X", MG_REAL, AT(style.node_size), 0, 1e4, \
    "diameter of the nodes" }, \
  MG_ROWS_INK(AT)

#define MG_ROWS_GENERAL(AT) \
  { 'q', "quiet", NULL, MG_FLAG, AT(quiet), 0, 0, "print errors only" }, \
  { 'v', "verbose", NULL, MG_FLAG, AT(verbose), 0, 0, "say how the input was understood" }, \
  { 'h', "help", NULL, MG_FLAG, AT(help), 0, 0, "print this and exit" }, \
  { 'V', "version", NULL, MG_FLAG, AT(version), 0, 0, \
    "print the version and exit" }

#endif
