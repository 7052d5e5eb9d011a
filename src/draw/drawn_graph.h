/* What is drawn: a graph with all that is known of it, as the programs have read
 * it or as a caller of the library gave it; and a picture of it at positions. */
#ifndef MG_DRAWN_GRAPH_H
#define MG_DRAWN_GRAPH_H

#include "problem/attributes.h"
#include "problem/problem.h"
#include "render/figure/picture.h"
#include "render/figure/project.h"

/* Borrowed. */
typedef struct {
  const mg_source *src;        /* names and attributes */
  const mgnn_problem *problem;
  const uint32_t *into;         /* src->m: the edge of the problem that an edge became,
                                  or MG_DROPPED; NULL: they are the same */
  const mg_groups *groups;     /* the labels */
  const char *groups_title;    /* what they are; or NULL */
  const char *const *shown;    /* texts of the nodes; NULL: their names */
  size_t dim;
  int lengths_given;           /* 0: all are 1, none were given */
  const char *unit;            /* of the lengths; or NULL or empty */
  const mg_appearance *appearance;     /* of single nodes and edges; or NULL */
} mg_drawn_graph;

/* Names and labels of a picture. */
void mg_drawn_words(const mg_drawn_graph *d, mg_picture *pic);

/* Where its nodes are, from positions x; xy is the caller's, 3n: n places, then n
 * depths, which are used in three dimensions. */
void mg_drawn_place(const mg_drawn_graph *d, const double *x,
                    const mg_projection *projection, double *xy, mg_picture *pic);

/* Add to a note how much the page shows of more than three dimensions; 0: there is
 * nothing to be said. */
int mg_drawn_share(const mg_projection *projection, size_t n, const double *x,
                   char *note, size_t size);

/* The name after "attr:" in an option; NULL: it names no attribute. */
const char *mg_spec_attribute(const char *word);
/* An option that is an attribute, or a number from 0 to 10000 for *x, or NULL. */
mgnn_status mg_spec_number(const char *option, const char *word, double *x,
                           mgnn_error *err);
/* The attribute of that name that an option wants; what: "node" or "edge". */
mgnn_status mg_spec_column(const mg_column **out, const mg_source *src,
                           const char *what, const char *option, const char *name,
                           mgnn_error *err);

/* Texts of the nodes from an attribute, for --names ATTR; NULL, yes and no name
 * none.  n texts; text NULL: none. */
typedef struct {
  const char **text;
  mg_pool pool;
} mg_shown_names;
mgnn_status mg_shown_names_read(mg_shown_names *out, const mg_source *src,
                                const char *name, mgnn_error *err);
void mg_shown_names_free(mg_shown_names *shown);

#endif
