/* The appearance of single nodes and edges (arrows, shapes, labels and widths),
 * from the options and from the attributes of the graph file. */
#ifndef MG_LOOKS_H
#define MG_LOOKS_H

#include "base/option_rows.h"
#include "io/given.h"
#include "problem/attributes.h"
#include "render/canvas/style.h"
#include "render/figure/appearance.h"

typedef struct {
  const char *style;           /* --style plain|file; NULL: the format's default */
  const char *arrows, *node_shape, *edge_labels, *edge_width, *hulls;
} mg_looks_options;

extern const mg_option mg_looks_rows[];

/* Everything is plain if zeroed; free it with mg_looks_free. */
typedef struct {
  const mg_looks_options *opt;
  mg_appearance appearance;    /* points to the following members */
  mg_line_look *line;
  mg_node_look *node;
  mg_group_look *group;
  int *group_of;
  mg_groups hulls;             /* values of the --hulls attribute */
  char width_title[120];
  mg_pool pool;                /* texts */
} mg_looks;

/* Check the options, before any graph is read; a number in --edge-width is stored
 * in the style.  *opt must outlive *looks. */
mgnn_status mg_looks_check(mg_looks *looks, const mg_looks_options *opt,
                           mg_style *style, mgnn_error *err);

/* Whether edge attributes are still needed after the lengths were made from them. */
int mg_looks_need_values(const mg_looks_options *opt);

/* Colours and names requested by options, which take precedence over the file's,
 * for mg_looks_read.  It fills in the looks, while src still has its attributes. */
typedef struct {
  int nodes, edges;            /* nonzero: coloured by an option */
  const int *group;            /* n: labels, which also colour nodes; or NULL */
  int names;                   /* nonzero: texts inside nodes, however many */
  mg_style *style;             /* receives the file's page colour, title and font
                                * if no option sets them */
} mg_looks_use;
mgnn_status mg_looks_read(mg_looks *looks, mg_source *src, const mg_given *given,
                          const mg_looks_use *use, mgnn_error *err);
void mg_looks_free(mg_looks *looks);

#endif
