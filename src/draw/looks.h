/* What single nodes and edges look like: arrows, shapes, labels and widths, from
 * the options and from what the file says. */
#ifndef MG_LOOKS_H
#define MG_LOOKS_H

#include "base/option_rows.h"
#include "io/given.h"
#include "problem/attributes.h"
#include "render/canvas/style.h"
#include "render/figure/appearance.h"

typedef struct {
  const char *style;           /* --style plain|file; NULL: as suits the file */
  const char *arrows, *node_shape, *edge_labels, *edge_width, *hulls;
} mg_looks_options;

extern const mg_option mg_looks_rows[];

/* Zeroed, there is nothing special; free it with mg_looks_free. */
typedef struct {
  const mg_looks_options *opt;
  mg_appearance appearance;    /* points to the next */
  mg_line_look *line;
  mg_node_look *node;
  mg_group_look *group;
  int *group_of;
  mg_groups hulls;             /* of an attribute */
  char width_title[120];
  mg_pool pool;                /* texts */
} mg_looks;

/* Check the words, before anything is read; a number of --edge-width goes into
 * the style.  *opt is kept. */
mgnn_status mg_looks_check(mg_looks *looks, const mg_looks_options *opt,
                           mg_style *style, mgnn_error *err);

/* Whether the values of edges are wanted after lengths were made of them. */
int mg_looks_need_values(const mg_looks_options *opt);

/* Fill them in, while the source has its values.  coloured: nodes and edges have
 * colours that the user asked for, which those of the file do not replace. */
typedef struct {
  int nodes, edges;            /* nonzero: coloured by an option */
  const int *group;            /* n: labels, which colour nodes too; or NULL */
  int names;                   /* texts within are asked for, however many */
  mg_style *style;             /* what the file says of the page goes there, if
                                * no option does */
} mg_looks_use;
mgnn_status mg_looks_read(mg_looks *looks, mg_source *src, const mg_given *given,
                          const mg_looks_use *use, mgnn_error *err);
void mg_looks_free(mg_looks *looks);

#endif
