/* Reads the appearance of nodes and edges from the attributes of a graph file:
 * those of DOT, the graphics of GML, and viz of GEXF. */
#ifndef MG_FILE_STYLE_H
#define MG_FILE_STYLE_H

#include "io/source.h"
#include "render/figure/appearance.h"

/* Unknown shapes, arrowheads and colours in a file: how many, and an example. */
enum { MG_UNKNOWN_SHAPE, MG_UNKNOWN_HEAD, MG_UNKNOWN_COLOUR, MG_UNKNOWNS };
typedef struct {
  size_t count;
  const char *example;
} mg_style_unknown;

typedef struct {
  const mg_source *src;
  mg_pool *pool;               /* for texts */
  mg_style_unknown *unknown;   /* MG_UNKNOWNS */
  int colours;                 /* 0: colours of nodes and edges are not read */
  int within;                  /* nonzero: texts are inside the nodes */
  double letters;              /* usual font size in the file */
} mg_file_style;

/* The median font size of the nodes; 14, the size in DOT, if none is given. */
mgnn_status mg_file_style_letters(const mg_source *src, double *out, mgnn_error *err);

/* Whether the style in files of this format is used by default (without --style). */
int mg_file_style_usual(const mg_source *src);

/* Apply the file's style of node i, or of edge e, to a look that holds the defaults. */
mgnn_status mg_file_style_node(const mg_file_style *s, size_t i,
                               mg_node_look *look, mgnn_error *err);
mgnn_status mg_file_style_edge(const mg_file_style *s, size_t e,
                               mg_line_look *line, mgnn_error *err);

/* The page colour, kept in the pool; *out is unchanged if the file does not set
 * one. */
mgnn_status mg_file_style_background(const mg_file_style *s, const char **out,
                                     mgnn_error *err);

/* The label of the graph, kept in the pool; *out is unchanged if there is no label
 * or it is too long for a title. */
mgnn_status mg_file_style_title(const mg_file_style *s, const char **out,
                                mgnn_error *err);

/* The font of the nodes, kept in the pool; *out is unchanged unless all nodes have the
 * same font and it is installed. */
mgnn_status mg_file_style_font(const mg_file_style *s, const char **out,
                               mgnn_error *err);

/* The number of clusters in a file; out: the look of each; *of: the innermost cluster
 * of each node, -1 for none, which the caller frees with mg_free. */
size_t mg_file_style_clusters(const mg_source *src);
mgnn_status mg_file_style_groups(const mg_file_style *s, mg_group_look *out, int **of,
                                 mgnn_error *err);

/* Add a note that lists features of the file which are not drawn, such as images. */
mgnn_status mg_file_style_left_out(const mg_file_style *s, mg_notes *notes,
                                   mgnn_error *err);

/* Replacements for \N, \G, \T, \H, \E and \L in labels; NULL: empty. */
enum { MG_STYLE_NAMES = 6 };
typedef struct {
  const char *of[MG_STYLE_NAMES];
} mg_style_names;

/* The text of a label as it is drawn, kept in the pool; NULL if out of memory.
 * Escapes of Graphviz are replaced, tags removed, and lines end in \n.  For texts
 * inside nodes (SIDES, RECORD), alignment of lines and the cells of records become
 * control characters. */
enum { MG_TEXT_PLAIN, MG_TEXT_SIDES, MG_TEXT_FIELDS, MG_TEXT_RECORD };
const char *mg_file_style_text(mg_pool *pool, const char *text,
                               const mg_style_names *names, int kind);

#endif
