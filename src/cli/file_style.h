/* What files say about how nodes and edges look: the attributes of DOT, the
 * graphics of GML, viz of GEXF. */
#ifndef MG_FILE_STYLE_H
#define MG_FILE_STYLE_H

#include "io/source.h"
#include "render/figure/appearance.h"

/* What was found that is not known. */
typedef struct {
  size_t shapes, colours, heads;       /* how many, */
  const char *shape, *colour, *head;   /* and one of them */
} mg_style_unknown;

typedef struct {
  const mg_source *src;
  mg_pool *pool;               /* for texts */
  mg_style_unknown *unknown;
  int colours;                 /* 0: colours are left alone */
} mg_file_style;

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
 * where there is none. */
mgnn_status mg_file_style_title(const mg_file_style *s, const char **out,
                                mgnn_error *err);

/* Note what the file asks for and no picture shows. */
mgnn_status mg_file_style_left_out(const mg_file_style *s, mg_notes *notes,
                                   mgnn_error *err);

/* The text of a label as it is drawn: what Graphviz replaces is replaced, tags
 * are removed, lines end in \n.  In the pool; NULL where there is no memory. */
const char *mg_file_style_text(mg_pool *pool, const char *text,
                               const char *name, int record);

#endif
