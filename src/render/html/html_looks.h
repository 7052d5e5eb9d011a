/* What single nodes and edges look like, and what the file says of them, for the
 * page to explore. */
#ifndef MG_HTML_LOOKS_H
#define MG_HTML_LOOKS_H

#include "base/graph.h"
#include "io/given.h"
#include "io/write/json.h"
#include "render/figure/picture.h"

/* A colour as a text of JSON; the beginning of a list on one line. */
void mg_html_colour(mg_json *j, mg_colour c);
void mg_html_row(mg_json *j, const char *key);

/* "looks" of a picture of a graph, if they are not plain; named: which names are
 * written. */
void mg_html_looks(mg_json *j, const mg_picture *pic, const mg_graph *g, int named);

/* "attributes" of the nodes and of the edges: of those that became one the first.
 * Nothing if there are none, or very many values.  0: out of memory. */
int mg_html_attributes(mg_json *j, const mg_given *given, const mg_graph *g);

#endif
