/* The options about the input. */
#include "input.h"

#include <stddef.h>

#define AT(member) offsetof(mg_input_options, member)

const mg_option mg_input_graph_rows[] = {
  { 'I', "input-format", "WORD", MG_WORD, AT(format), 0, 0,
    "format of GRAPH: gml, dot, edgelist, csv, tsv, mtx, dist, graphml, gexf, json, pajek, ncol, lgl, metis, sif, leda, dl, ampl, pdb, cif, sdf, xyz, upl, lol, tbl, nmrstar (by the suffix)" },
  { 0, "cutoff", "X", MG_REAL, AT(cutoff), 0.01, 1e6,
    "atoms as near as X are joined by an edge of their distance (those that are bonded)" },
  { 0, "topology", "FILE", MG_FILE, AT(topology), 0, 0,
    "the structure (PDB, mmCIF) whose atoms a file of restraints names, with its bonds and angles" },
  { 0, "metric", "SPEC", MG_WORD, AT(metric), 0, 0,
    "lengths: FILE.csv, attr:NAME, const:X, labels:WITHIN,BETWEEN, attention:NAME, coords:FILE.csv, walk:T, of similarities inverse:NAME, neglog:NAME, complement:NAME, jaccard (attr:len, else all 1)" },
  { 0, "metric-adds-edges", NULL, MG_FLAG, AT(metric_adds_edges), 0, 0,
    "pairs of the metric file that are not edges become edges" },
  { 0, "stiffness", "NAME", MG_WORD, AT(stiffness), 0, 0,
    "edge attribute that says how strongly a length counts (stiffness, if there is one)" },
  { 0, "pin", "NAME|FILE", MG_WORD, AT(pin), 0, 0,
    "nodes held in place: an attribute with 1, x, y, xy, or a table of positions" },
  MG_OPTIONS_END
};

const mg_option mg_input_part_rows[] = {
  { 0, "component", "largest|all|N", MG_WORD, AT(component), 0, 0,
    "keep only one component: the largest, or number N by size (all)" },
  { 0, "no-isolates", NULL, MG_FLAG, AT(no_isolates), 0, 0,
    "leave nodes without edges out" },
  MG_OPTIONS_END
};

const mg_option mg_input_node_rows[] = {
  { 0, "labels", "NAME|FILE", MG_WORD, AT(labels), 0, 0,
    "node labels: an attribute, or a table node,label" },
  { 0, "features", "FILE", MG_FILE, AT(features), 0, 0,
    "Z0, one row per node; sets the dimension" },
  MG_OPTIONS_END
};

const mg_option mg_input_limit_rows[] = {
  { 0, "lenient", NULL, MG_FLAG, AT(lenient), 0, 0,
    "fill missing lengths and replace contradictory ones by their mean" },
  { 0, "strict-tables", NULL, MG_FLAG, AT(strict_tables), 0, 0,
    "tables of positions must name exactly the nodes of the graph; else those in common count" },
  { 0, "max-nodes", "N", MG_COUNT, AT(max_nodes), 1, 4294967294.0,
    "refuse graphs with more nodes (10000000)" },
  { 0, "max-edges", "N", MG_COUNT, AT(max_edges), 1, 4294967294.0,
    "refuse graphs with more edges (100000000)" },
  { 0, "max-bytes", "N", MG_COUNT, AT(max_bytes), 1, 1e15,
    "refuse files with more bytes, decompressed (4000000000)" },
  MG_OPTIONS_END
};
