/* What files say about how nodes and edges look: the attributes of DOT, the
 * graphics of GML, viz of GEXF. */
#ifndef MG_FILE_STYLE_H
#define MG_FILE_STYLE_H

#include "io/source.h"
#include "render/figure/appearance.h"

/* What was found that is not known: how many, and one of them. */
enum { MG_UNKNOWN_SHAPE, MG_UNKNOWN_HEAD, MG_UNKNOWN_COLOUR, MG_UNKNOWNS };
typedef struct {
  size_t count;
  const char *example;
} mg_style_unknown;

typedef struct {
  const mg_source *src;
  mg_pool *pool;               /* for texts */
  mg_style_unknown *unknown;   /* MG_UNKNOWNS */
  int colours;                 /* 0: colours are left alone */
  int within;                  /* nodes have their texts within */
  double letters;              /* how large the usual letters are there */
} mg_file_style;

/* The median size of the nodes' letters; 14 where they have none. */
mgnn_status mg_file_style_letters(const mg_source *src, double *out, mgnn_error *err);

/* Whether a file of this format is drawn as it says, unless told otherwise. */
int mg_file_style_usual(const mg_source *src);

/* Node i, in which `look` is filled as is usual; edge e of the file. */
mgnn_status mg_file_style_node(const mg_file_style *s, size_t i,
                               mg_node_look *look, mgnn_error *err);
mgnn_status mg_file_style_edge(const mg_file_style *s, size_t e,
                               mg_line_look *line, mgnn_error *err);

/* The colour of the page, in the pool; *out stays as it is where the file has
 * none. */
mgnn_status mg_file_style_background(const mg_file_style *s, const char **out,
                                     mgnn_error *err);

/* The label of the graph, where it is short, in the pool; *out stays as it is
 * if there is none. */
mgnn_status mg_file_style_title(const mg_file_style *s, const char **out,
                                mgnn_error *err);

/* The font of all nodes, where they have one that is here, in the pool; *out stays
 * as it is where not. */
mgnn_status mg_file_style_font(const mg_file_style *s, const char **out,
                               mgnn_error *err);

/* How many clusters a file has; their looks, as many, and of each node the innermost
 * one, which is the caller's to mg_free. */
size_t mg_file_style_clusters(const mg_source *src);
mgnn_status mg_file_style_groups(const mg_file_style *s, mg_group_look *out, int **of,
                                 mgnn_error *err);

/* Note what the file asks for and no picture shows. */
mgnn_status mg_file_style_left_out(const mg_file_style *s, mg_notes *notes,
                                   mgnn_error *err);

/* What \N, \G, \T, \H, \E and \L stand for; NULL: nothing. */
enum { MG_STYLE_NAMES = 6 };
typedef struct {
  const char *of[MG_STYLE_NAMES];
} mg_style_names;

/* The text of a label as it is drawn: what Graphviz replaces is replaced, tags
 * are removed, lines end in \n.  Of nodes with texts within the sides of lines and
 * the cells of records become control characters.  In the pool; NULL if there is
 * no memory. */
enum { MG_TEXT_PLAIN, MG_TEXT_SIDES, MG_TEXT_FIELDS, MG_TEXT_RECORD };
const char *mg_file_style_text(mg_pool *pool, const char *text,
                               const mg_style_names *names, int kind);

#endif
