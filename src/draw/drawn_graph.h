/* The graph to draw, with its names, labels and lengths, as read by a program or
 * given by a caller of the library; and how to fill in a picture of it. */
#ifndef MG_DRAWN_GRAPH_H
#define MG_DRAWN_GRAPH_H

#include "problem/attributes.h"
#include "problem/problem.h"
#include "render/figure/picture.h"
#include "render/figure/project.h"

/* All pointers are borrowed. */
typedef struct {
  const mg_source *src;        /* names and attributes */
  const mgnn_problem *problem;
  const uint32_t *into;         /* src->m: edge of the problem for each edge of src, or
                                  MG_DROPPED; NULL: both have the same numbers */
  const mg_groups *groups;     /* the labels */
  const char *groups_title;    /* title of the labels; or NULL */
  const char *const *shown;    /* texts at the nodes; NULL: their names */
  size_t dim;
  int lengths_given;           /* 0: no lengths were given, so all are 1 */
  const char *unit;            /* of the lengths; or NULL or empty */
  const mg_appearance *appearance;     /* of single nodes and edges; or NULL */
} mg_drawn_graph;

/* Fill in the names, labels and appearance of a picture. */
void mg_drawn_words(const mg_drawn_graph *d, mg_picture *pic);

/* Fill in the graph and node places of a picture from positions x.  xy belongs to the
 * caller, 3n doubles: n places, then n depths, which only 3 dimensions use. */
void mg_drawn_place(const mg_drawn_graph *d, const double *x,
                    const mg_projection *projection, double *xy, mg_picture *pic);

/* Append to a note which share of the variance the page shows (for more than three
 * dimensions).  Returns 0, appending nothing, if the points have no variance. */
int mg_drawn_share(const mg_projection *projection, size_t n, const double *x,
                   char *note, size_t size);

/* The name after "attr:" in an option's value; NULL if it has another form. */
const char *mg_spec_attribute(const char *word);
/* Check an option's value: NULL, attr:NAME, or a number from 0 to 10000, put in *x. */
mgnn_status mg_spec_number(const char *option, const char *word, double *x,
                           mgnn_error *err);
/* Find the attribute named by an option, or fail; what: "node" or "edge". */
mgnn_status mg_spec_column(const mg_column **out, const mg_source *src,
                           const char *what, const char *option, const char *name,
                           mgnn_error *err);

/* The n node texts from the attribute in --names ATTR.  text stays NULL if the
 * option is NULL, yes or no. */
typedef struct {
  const char **text;
  mg_pool pool;
} mg_shown_names;
mgnn_status mg_shown_names_read(mg_shown_names *out, const mg_source *src,
                                const char *name, mgnn_error *err);
void mg_shown_names_free(mg_shown_names *shown);

#endif
